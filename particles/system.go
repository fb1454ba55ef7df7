// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unsafe"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/particles/internal/depth"
	"github.com/combgl/comb/radix"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// System is a set of particles with one record type, on the GPU. New makes it; Release frees it.
// Its methods must be called on the thread of the Device's context.
type System struct {
	d     *gpu.Device
	o     Options
	text  text
	shape kernel.Shape

	update, keep *kernel.Kernel // records_update and records_keep, or records_chain and records_deferred
	gather       *kernel.Kernel // with Slots only
	two          twoPasses
	one          onePass
	sorter       *radix.Sorter
	gatherer     *kernel.Gatherer
	stages       []stage

	state                    *gpu.Buffer[uint32]
	mask, totals             *gpu.Buffer[uint32]    // of two passes
	records                  [2]*gpu.Buffer[uint32] // one with Slots; the living are in records[front]
	front                    int
	index                    *gpu.Buffer[uint32] // with Slots: the list of slots, in two halves
	bits                     *gpu.Buffer[uint32] // with Slots: update's bits by slot, then those of the newborns
	keys, order              *gpu.Buffer[uint32]
	events, elements         *gpu.Buffer[uint32]
	tables                   *gpu.Buffer[[4]float32]
	frame                    *frame // on its own: cgo takes no pointer into a struct that holds pointers
	frameBlock, uniformBlock uint32
	blocks                   *kernel.UniformBindings
	frameBinding             int // the first of the uniform bindings
	uniforms                 *block
	uniformsNew              bool
	ownBlocks                []kernel.Block
	boundNow                 int32       // of checkOwnBlocks; a local variable would escape to the heap
	depth                    *depth.Unit // with DepthCollider only
	depthTexture             uint32
	sources                  []source
	carries                  []float64 // of plan
	gpuSource                int       // index in sources; -1 if there is none
	channels                 []channel
	stats                    statsReader
	trail                    trail
	cull                     cull
	near, far                float32 // of the camera
	cameraSet                bool
	callsInView              bool // in Cull
	time, behind             float64
	steps                    int
	begun                    int // how often begin ran
	paused, sorted           bool
	timer                    *gpu.Timer
}

// New compiles the kernels of a system and allocates its memory. There are no particles yet.
//
// For each of Options.Capacity it allocates two records; with Slots one record, two words and a few
// bits. A sort adds six or seven words, and Cull one, or two with a sort of a list. New may change
// the uniform bindings of BindUniforms; with gpu.Options.PreserveState it restores them.
//
// Errors:
//
//   - gpu.ErrArgument for invalid options;
//   - ErrLayout, with the field, if Go and GLSL lay out Record or Uniforms differently;
//   - gpu.ErrShader, with the line of Init, Update, Functions, Cull or Sort.Key;
//   - gpu.ErrSelfTest if no variant passes its self-test on this driver;
//   - gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrReleased, gpu.ErrWrongThread.
func New(d *gpu.Device, o Options) (*System, error) {
	if err := kernel.Attached(d, "particles", "New"); err != nil {
		return nil, err
	}
	if err := d.Internal().Enter(); err != nil {
		return nil, err
	}
	defer d.Internal().Leave()
	o, record, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	uniforms, err := newBlock(o.Uniforms)
	if err != nil {
		return nil, err
	}
	if limit := o.mostRecords(record.stride, d.Caps().MaxStorageBytes); o.Capacity > limit {
		return nil, fmt.Errorf("particles: New: Capacity is %d records of %d bytes with Slots %v, this driver's storage blocks hold %d: %w", o.Capacity, record.stride, o.Slots, limit, gpu.ErrTooLarge)
	}
	blocks := kernel.NewUniformBindings(d)
	blocks.Save()
	defer blocks.Restore()
	s, err := kernel.Together(d, func() (*System, error) {
		return kernel.SelectVariant(d, "particles", o.Tuning, o.takesOnePass(), func(shape kernel.Shape) (*System, error) {
			s := &System{d: d, o: o, shape: shapeFor(shape, record), uniforms: uniforms, blocks: blocks, frameBinding: blocks.First(), gpuSource: -1}
			s.text = text{o: &s.o, record: record, block: uniforms, binding: s.frameBinding}
			if err := s.shape.Check("particles", gpu.N(o.Capacity)); err != nil {
				return nil, err
			}
			if err := s.build(); err != nil {
				s.Release()
				return nil, err
			}
			return s, nil
		}, (*System).selfTest)
	})
	if err != nil {
		return nil, o.explain(err)
	}
	if err := s.findOwnBlocks(s.update, s.keep); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// shapeFor is the kernels' layout: an invocation handles 4 records of a tile and keeps their bits
// in one word. MaxItems shrinks because loops over emitters, over parts of a record and in the
// caller's code count too where a driver limits an invocation's iterations.
//
// A workgroup that waits for the tiles before its own waits for the caller's code in them. Few
// polls are enough where that code is quick; where it is slow, waiting only takes up room.
func shapeFor(s kernel.Shape, record layout) kernel.Shape {
	s = s.WithFewSpins()
	s.ItemsPerThread = 4
	s.MaxItems /= 4 * (1 + record.parts()/16)
	return s
}

func (s *System) build() (err error) {
	d, o := s.d, &s.o
	if err := s.makeSources(); err != nil {
		return err
	}
	kernels := []**kernel.Kernel{&s.update, &s.keep, &s.gather}
	for i, spec := range s.text.specs(s.shape) {
		if *kernels[i], err = kernel.New(d, spec); err != nil {
			return err
		}
	}
	rows, tile := 1+len(o.Channels), s.shape.TileSize()
	maskWords := (o.Capacity + tile - 1) / tile * tile / 32
	words := s.text.record.stride / 4 * o.Capacity
	type part struct {
		buffer **gpu.Buffer[uint32]
		words  int
	}
	parts := []part{{&s.state, stateWords}, {&s.records[0], words}}
	if s.inOnePass() {
		err = s.makeOnePass()
	} else {
		parts = append(parts, part{&s.mask, rows * maskWords}, part{&s.totals, 2 * s.text.totalsStride(s.shape)})
		err = s.makeTwoPasses()
	}
	if err != nil {
		return err
	}
	if o.Slots {
		parts = append(parts, part{&s.index, 2 * s.indexHalf()}, part{&s.bits, 2 * rows * maskWords})
	} else {
		parts = append(parts, part{&s.records[1], words})
	}
	if o.Elements {
		parts = append(parts, part{&s.elements, 5})
	}
	if o.Sort.By != Unsorted {
		parts = append(parts, part{&s.keys, o.Capacity}, part{&s.order, o.Capacity})
	}
	for _, p := range parts {
		if *p.buffer, err = gpu.NewBuffer[uint32](d, p.words); err != nil {
			return fmt.Errorf("particles: New: %w", err)
		}
	}
	if err := s.makeChannels(); err != nil {
		return err
	}
	if err := s.makeTables(); err != nil {
		return err
	}
	if err := s.makeTrail(); err != nil {
		return err
	}
	if err := s.makeCull(); err != nil {
		return err
	}
	if err := s.makeSort(); err != nil {
		return err
	}
	s.makeFrame(maskWords)
	if err := s.begin(0, [stateWords]uint32{}, nil); err != nil {
		return err
	}
	if err := s.stats.make(d, s.state.View()); err != nil {
		return err
	}
	s.stages = s.list()
	return nil
}

// makeSources prepares the emitters.
func (s *System) makeSources() error {
	for i, e := range s.o.Emitters {
		s.sources = append(s.sources, source{Emitter: e, gpu: e.onGPU(), count: e.Count, from: e.Events, each: e.Each})
		if !e.onGPU() {
			continue
		}
		s.gpuSource, s.text.count = i, true
		if e.Events == nil {
			if err := kernel.NeedCount(s.d, fmt.Sprintf("particles: New: emitter %d", i), e.Count); err != nil {
				return err
			}
		}
		if e.Events != nil {
			s.sources[i].count = e.Events.count
			if err := e.Events.of.live(fmt.Sprintf("New: the parent of emitter %d", i)); err != nil {
				return err
			}
			if e.Events.of.d != s.d {
				return argument("New", "emitter %d takes events of a system of another Device", i)
			}
			s.text.parent = &e.Events.of.text.record
		}
	}
	s.carries = make([]float64, len(s.sources))
	return nil
}

func (s *System) makeSort() (err error) {
	if s.o.Sort.By == Unsorted {
		return nil
	}
	sort := s.o.Sort
	if s.sorter, err = radix.New(s.d, radix.Options{
		Bits: sort.Bits, Descending: sort.Descending || sort.By == ByDepth, SkipSorted: sort.SkipSorted, Tuning: s.o.Tuning,
		ValueBits: max(1, bits.Len(uint(s.o.Capacity-1))), // of slots and of visible particles
	}); err != nil {
		return err
	}
	if sort.Gather {
		if s.gatherer, err = kernel.NewGatherer(s.d); err != nil {
			return err
		}
	}
	return s.sorter.ReserveCall(s.sortUse(), gpu.N(s.o.Capacity))
}

func (s *System) makeFrame(maskWords int) {
	instanced := uint32(0)
	if s.o.Instanced {
		instanced = 1
	}
	s.frame = &frame{
		seed: s.o.Seed, capacity: uint32(s.o.Capacity), maskStride: uint32(maskWords),
		verticesPerItem: uint32(s.o.VerticesPerItem), instanced: instanced, groupMax: uint32(s.d.Caps().MaxGroups),
	}
	begin := uint32(0)
	for i, st := range s.o.Channels {
		s.frame.channelBegin[i], s.frame.channelRoom[i] = begin, uint32(st.Capacity)
		begin += uint32(st.Capacity)
	}
	s.frame.tablesAt = [4]uint32{uint32(len(s.o.Curves) * curveSamples), uint32(s.o.Mesh.len()), curveSamples}
	s.callsInView = strings.Contains(s.o.Cull, "inView")
	s.frameBlock = newUniformBlock(int(unsafe.Sizeof(frame{})))
	if s.uniforms != nil {
		s.uniformBlock = newUniformBlock(len(s.uniforms.packed))
		s.uniforms.begin(s.o.Uniforms)
		s.uniformsNew = true
	}
	if s.o.DepthCollider {
		var units int32
		gl.GetIntegerv(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units)
		s.depth = depth.New(s.d, uint32(units-1))
		s.update.SetUnit("scene_depth", units-1)
	}
}

// begin sets everything to the state before a step: the first one, or one with a snapshot's state
// and slots. It waits for the GPU. Without the wait, records uploaded directly after steps read
// back as the steps had left them (H200, driver 580.159). The cause is unknown.
func (s *System) begin(step int, state [stateWords]uint32, slots []uint32) error {
	if err := s.d.Internal().Enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	s.d.Finish()
	s.stats.forget()
	s.cull.done = false
	s.front, s.steps, s.time, s.behind, s.sorted, s.frame.side, s.frame.seed = 0, step, 0, 0, false, uint32(step)&1, s.o.Seed
	for i := range s.channels {
		s.channels[i].step, s.channels[i].dropped = [eventRing]int{}, 0
	}
	for i := range s.sources {
		s.sources[i].carry, s.sources[i].once, s.sources[i].begun = 0, 0, 0
	}
	s.begun++
	if s.o.Slots {
		alive := state[stateAlive+int(s.frame.side)]
		if len(slots) == 0 {
			state[stateSlots] = alive
		}
		index := slices.Grow(slices.Clone(slots), s.o.Capacity-len(slots))
		for i := len(index); i < s.o.Capacity; i++ {
			index = append(index, uint32(i))
		}
		if err := gpu.Upload(s.d, s.indexOn(s.frame.side), index); err != nil {
			return err
		}
		live := make([]uint32, s.bits.Len()/(2*(1+len(s.o.Channels))))
		for _, slot := range index[:alive] {
			live[slot/32] |= 1 << (slot % 32)
		}
		if err := s.bits.Upload(live); err != nil {
			return err
		}
	}
	if s.trail.places != nil {
		if err := s.trail.places.Upload(make([][4]uint32, s.trail.places.Len())); err != nil {
			return err
		}
		if err := s.trail.args.Upload(make([]uint32, s.trail.args.Len())); err != nil {
			return err
		}
	}
	if step == 0 {
		state = [stateWords]uint32{}
	} else {
		state = s.withArguments(state)
	}
	if s.elements != nil {
		if err := s.elements.Upload(state[stateDraw : stateDraw+2]); err != nil {
			return err
		}
	}
	if s.totals != nil {
		if err := s.totals.Upload(make([]uint32, s.totals.Len())); err != nil {
			return err
		}
	}
	return s.state.Upload(state[:])
}

// Reset removes all particles and begins again at step 0, with Options.Seed also after a Restore.
// The same steps then give the same bits as the first time. It waits for the GPU.
//
// Errors: gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *System) Reset() error {
	if err := s.live("Reset"); err != nil {
		return err
	}
	return s.begin(0, [stateWords]uint32{}, nil)
}

// Release frees the system's memory and kernels. Calls after it return gpu.ErrReleased. It accepts
// nil.
func (s *System) Release() {
	if s == nil || s.d == nil || errors.Is(s.d.Lost(), gpu.ErrReleased) {
		return
	}
	s.update.Release()
	s.gather.Release()
	s.keep.Release()
	s.one.words.Release()
	s.sorter.Release()
	s.gatherer.Release()
	for _, b := range []*gpu.Buffer[uint32]{s.state, s.mask, s.totals, s.records[0], s.records[1], s.index, s.bits, s.keys, s.order, s.events, s.elements} {
		b.Release()
	}
	s.tables.Release()
	s.depth.Release()
	s.stats.release()
	s.trail.release()
	s.cull.release()
	for i := range s.channels {
		s.channels[i].release()
	}
	blocks := [...]uint32{s.frameBlock, s.uniformBlock}
	s.d.Internal().WhenCurrent(func() { gl.DeleteBuffers(2, &blocks[0]) })
	s.frameBlock, s.uniformBlock = 0, 0
	s.update, s.keep = nil, nil
}
