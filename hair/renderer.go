// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// Renderer draws frames of one model.
type Renderer struct {
	d *gpu.Device
	m *Model
	o Options

	expand, key, strandKey *gpu.Kernel
	thin                   *thinning
	hidden                 *occlusion
	strandCount            gpu.Uniform
	cull                   *compact.Compactor
	sorter                 *radix.Sorter
	segments, kept         *gpu.Buffer[uint32]
	keys, sorted           *gpu.Buffer[uint32]

	headProgram, coreProgram uint32
	countProgram, sumProgram uint32 // for Layers and Coverage, made when first needed

	hair       transparency
	scattering *scattering

	pointShader *pointShader // nil with Options.FragmentLight
	lighting    *lighting    // nil without shadows
	shadow      shadow       // nil for none
	shadowSize  int          // texels on a side of the frame's light maps
	stages      []stage
	reach       box // hair and head, with the margin of hair that moves

	head               *headMesh
	tracer             *headTracer // nil where the head is drawn
	headDepth          uint32      // as the lights see it, a layer each
	frame              *frame      // its own allocation: cgo takes no pointer into a struct that holds pointers
	block, vertexArray uint32
	canvas             canvas
	toner              toner
	laid               bool // the hair's own picture lies in the canvas already
	framed             bool // there was a frame
}

const groupSize = 256

// flat is the shape of kernels in which an invocation needs no other.
var flat = gpu.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: groupSize, ItemsPerThread: 1}

// kernelSpecs are the frame's own compute kernels.
func kernelSpecs() (expand, key, strandKey gpu.Spec) {
	s := flat
	expand = gpu.Spec{File: "hair/segments_expand.comp.glsl", Shape: s, Buffers: []string{"First", "Segments", "Count"}}
	key = gpu.Spec{File: "hair/segments_key.comp.glsl", Shape: s, Buffers: []string{"Kept", "Points", "Keys", "Count"}}
	strandKey = gpu.Spec{File: "hair/strands_key.comp.glsl", Shape: s, Buffers: append(key.Buffers[:4:4], "First")}
	return expand, key, strandKey
}

// cullOptions are the compaction's: the predicate reads the points at the first binding left to callers.
func cullOptions(head bool) compact.Options {
	return compact.Options{
		Predicate:       defined(verdictConstants(head), "hair/segment_keep.glsl"),
		Record:          "uint",
		Name:            "the cull",
		Keyed:           true,
		Fetch:           "Ends",
		VerticesPerItem: 6,
		// A long predicate: more workgroups hide the time that it waits. On an H200 cull and sort of 150,000 segments took
		// 40 us by tiles of 2,048 segments and 52 by 8,192, of a million 72 and 83, of four 185 and 201.
		Tuning: gpu.Tuning{GroupSize: 512, ItemsPerThread: 4},
	}
}

// NewRenderer compiles the programs and takes the buffers: 24 bytes a segment, 28 with fewer than 9 or more than 16
// KeyBits, 12 a point, and what Options.Shadow keeps. Errors: gpu.ErrArgument for options that
// cannot be; ErrLight; gpu.ErrUnsupported for more Samples than the driver has, or a driver without storage buffers in vertex
// shaders; gpu.ErrShader; gpu.ErrSelfTest; gpu.ErrTooLarge for a light's map; gpu.ErrOutOfMemory.
func NewRenderer(d *gpu.Device, m *Model, o Options) (*Renderer, error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	if m == nil {
		return nil, fmt.Errorf("hair: NewRenderer: there is no model: %w", gpu.ErrArgument)
	}
	var blocks, samples, depthSamples int32
	gl.GetIntegerv(gl.MAX_VERTEX_SHADER_STORAGE_BLOCKS, &blocks)
	if bindings := d.Caps().MaxStorageBindings; blocks < 4 || bindings <= farthestBinding {
		return nil, fmt.Errorf("hair: NewRenderer: %d storage blocks in vertex shaders and %d bindings, 4 and %d are needed: %w", blocks, bindings, farthestBinding+1, gpu.ErrUnsupported)
	}
	gl.GetIntegerv(gl.MAX_COLOR_TEXTURE_SAMPLES, &samples)
	gl.GetIntegerv(gl.MAX_DEPTH_TEXTURE_SAMPLES, &depthSamples)
	o, err := o.withDefaults(int(min(samples, depthSamples)))
	if err != nil {
		return nil, err
	}
	r := &Renderer{d: d, m: m, o: o, frame: new(frame), shadowSize: o.ShadowSize}
	r.reach.low, r.reach.high = r.Bounds()
	r.reach = r.reach.grown(m.margin).widened(m.usualWidth * o.WidthScale)
	if err := checkLights(o.Lights, r.reach.low, r.reach.high); err != nil {
		return nil, err
	}
	if err := r.build(); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

func (r *Renderer) build() (err error) {
	expand, key, strandKey := kernelSpecs()
	if r.expand, err = r.d.NewKernel(expand); err != nil {
		return err
	}
	if r.key, err = r.d.NewKernel(key); err != nil {
		return err
	}
	if r.strandKey, err = r.d.NewKernel(strandKey); err != nil {
		return err
	}
	if r.strandCount, err = r.strandKey.Uniform("strand_count"); err != nil {
		return err
	}
	r.block = newFrameBlock()
	if err := r.d.Prove("hair", flat, r.proof()); err != nil {
		return err
	}
	if r.cull, err = compact.New(r.d, cullOptions(r.o.Head != nil)); err != nil {
		return err
	}
	if r.thin, err = newThinning(r); err != nil {
		return err
	}
	if r.hidden, err = newOcclusion(r); err != nil {
		return err
	}
	if r.sorter, err = radix.New(r.d, radix.Options{Bits: r.o.KeyBits, Descending: true}); err != nil {
		return err
	}
	if err := r.sorter.Reserve(radix.ForPayload, r.m.segments); err != nil {
		return err
	}
	for _, b := range []**gpu.Buffer[uint32]{&r.segments, &r.kept, &r.keys, &r.sorted} {
		if *b, err = gpu.NewBuffer[uint32](r.d, r.m.segments); err != nil {
			return err
		}
	}
	if r.headProgram, err = headFiles().link(r.d); err != nil {
		return err
	}
	if err = r.toner.build(r.d, r.o); err != nil {
		return err
	}
	gl.GenVertexArrays(1, &r.vertexArray)
	r.headDepth = newDepthMaps(1, 1)
	if r.o.Head != nil {
		r.head = newHeadMesh(r.o.Head)
	}
	if r.o.Head != nil {
		gl.ProgramUniform1ui(r.headProgram, uniformOf(r.headProgram, "hair_points"), uint32(r.m.points.Len()))
	}
	if r.o.tracesHead() {
		if r.tracer, err = newHeadTracer(r); err != nil {
			return err
		}
	}
	if r.shadow, err = r.makeShadow(r.o.Shadow); err != nil {
		return err
	}
	if err = r.SetFibre(r.o.Fibre, r.o.Dye); err != nil {
		return err
	}
	if !r.o.FragmentLight {
		if r.pointShader, err = newPointShader(r, r.o.Shading); err != nil {
			return err
		}
	}
	if r.hair, r.coreProgram, err = r.makeHair(); err != nil {
		return err
	}
	r.stages = r.plan()
	return nil
}

// makeHair makes the way of transparency, and the core's program where there is to be one. What was made by the time of
// an error comes with it.
func (r *Renderer) makeHair() (way transparency, core uint32, err error) {
	if r.o.Core {
		if core, err = coreFiles(r.look()).link(r.d); err != nil {
			return nil, core, err
		}
	}
	way, err = transparencies[r.o.Transparency].make(r)
	return way, core, err
}

func releaseHair(way transparency, core uint32) {
	gl.DeleteProgram(core)
	if way != nil {
		way.release()
	}
}

// Bounds is the box around the hair and the head, in metres.
func (r *Renderer) Bounds() (low, high mgl32.Vec3) {
	low, high = r.m.Bounds()
	if r.o.Head == nil {
		return low, high
	}
	for _, v := range r.o.Head.Vertices {
		for a := range 3 {
			low[a], high[a] = min(low[a], v[a]), max(high[a], v[a])
		}
	}
	return low, high
}

// SetOrder changes the order of the frames that follow.
func (r *Renderer) SetOrder(o Order) { r.o.Order = min(max(o, Sorted), Unsorted) }

// SetKeyBits changes the bits of depth that the frames that follow sort by, 1 to 32. It costs nothing.
// Errors: gpu.ErrArgument.
func (r *Renderer) SetKeyBits(bits int) error {
	if bits < 1 || bits > 32 {
		return fmt.Errorf("hair: SetKeyBits: %d bits, want 1 to 32: %w", bits, gpu.ErrArgument)
	}
	r.o.KeyBits = bits
	return r.sorter.SetBits(0, bits)
}

// SetExposure changes the exposure of the frames that follow: a factor on the light; 1 is neutral, 2 one stop more.
func (r *Renderer) SetExposure(e float32) { r.o.Exposure = e }

// Resize makes the picture width x height pixels. Call it before the first frame and when the window changes.
// Errors: gpu.ErrArgument for a size below 1, gpu.ErrTooLarge, gpu.ErrUnsupported, gpu.ErrWrongThread.
func (r *Renderer) Resize(width, height int) error {
	if err := r.d.Enter(); err != nil {
		return err
	}
	defer r.d.Leave()
	var err error
	if r.canvas.width != width || r.canvas.height != height {
		if err = r.canvas.resize(width, height, r.o.Samples); err == nil {
			if err = r.hidden.resize(width, height); err == nil {
				err = r.hair.resize(width, height)
			}
			if err == nil && r.tracer != nil {
				err = r.tracer.resize(width, height)
			}
			if err != nil {
				r.canvas.release() // no frame without all of it
			}
		}
	}
	if lost := r.d.Lost(); lost != nil {
		return fmt.Errorf("hair: %w", lost) // no framebuffer is complete then
	}
	return err
}

// Release frees everything but the model.
func (r *Renderer) Release() {
	if r == nil || r.d.Enter() != nil {
		return
	}
	defer r.d.Leave()
	r.expand.Release()
	r.key.Release()
	r.strandKey.Release()
	r.cull.Release()
	r.thin.release()
	r.hidden.release()
	r.sorter.Release()
	for _, b := range []*gpu.Buffer[uint32]{r.segments, r.kept, r.keys, r.sorted} {
		b.Release()
	}
	for _, p := range []uint32{r.headProgram, r.countProgram, r.sumProgram} {
		gl.DeleteProgram(p)
	}
	releaseHair(r.hair, r.coreProgram)
	r.toner.release()
	r.tracer.release()
	r.scattering.release()
	r.pointShader.release()
	if r.shadow != nil {
		r.shadow.release()
	}
	r.lighting.release()
	r.head.release()
	r.canvas.release()
	gl.DeleteTextures(1, &r.headDepth)
	gl.DeleteBuffers(1, &r.block)
	gl.DeleteVertexArrays(1, &r.vertexArray)
}
