// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Compactor compacts by one set of Options. It owns kernels, scratch and the results of its latest
// two calls. Its methods must be called on the thread of the Device's context.
type Compactor struct {
	d        *gpu.Device
	o        Options
	shape    kernel.Shape
	chunks   kernel.Shape                 // of the kernel that counts; without one as shape
	count    kernel.Loaded[countUniforms] // of reduce-then-scan; compiled with its mover
	counts   kernel.Spec                  // what count is compiled from
	serial   bool                         // by runs, in software
	places   kernel.Loaded[placesUniforms]
	movers   []mover        // for few records first
	chain    *kernel.Chain  // of the single-pass form
	measure  *kernel.Kernel // of Runs
	gatherer *kernel.Gatherer
	scratch  *kernel.Scratch
	results  [2]result
	latest   int // which of the results is the latest call's; the next call writes the other
}

// countUniforms are the uniforms of compact_count.
type countUniforms struct {
	Workers kernel.Uniform `uniform:"workers"`
}

// placesUniforms are those of serial_places.
type placesUniforms struct {
	Rows    kernel.Uniform `uniform:"rows"`
	Workers kernel.Uniform `uniform:"workers"`
}

// moveUniforms are those of the kernels that move: of the arguments, which the options fix, and of
// a call.
type moveUniforms struct {
	VerticesPerItem kernel.Uniform `uniform:"vertices_per_item"`
	Instanced       kernel.Uniform `uniform:"instanced"`
	FirstVertex     kernel.Uniform `uniform:"first_vertex"`
	BaseInstance    kernel.Uniform `uniform:"base_instance"`
	ItemsPerGroup   kernel.Uniform `uniform:"items_per_group"`
	GroupLimit      kernel.Uniform `uniform:"group_limit"`
	BaseVertex      kernel.Uniform `uniform:"base_vertex,optional"` // with Elements

	Workers kernel.Uniform `uniform:"workers,optional"` // of reduce-then-scan and partition_turns
	Room    kernel.Uniform `uniform:"room"`             // with Clamp, and of Split
	// Of Split.
	OthersRoom kernel.Uniform `uniform:"others_room,optional"`
	// Of Runs. Only runs_chain has the last two.
	WantValues  kernel.Uniform `uniform:"want_values,optional"`
	WantStarts  kernel.Uniform `uniform:"want_starts,optional"`
	WantLengths kernel.Uniform `uniform:"want_lengths,optional"`
}

// mover is a kernel that moves, for a number of records at most. One of several is compiled on
// first use. A single-pass kernel has a chain.
type mover struct {
	kernel.Loaded[moveUniforms]
	spec kernel.Spec
	form
	late  bool // the call that first needs it tests it, and not New
	wrong bool // it failed that test
}

// Shape is the kernel's, compiled or not.
func (m *mover) Shape() kernel.Shape { return m.spec.Shape }

func (m *mover) chained() bool { return m.Shape().Algorithm == gpu.SinglePass }

// tiles is the number of tiles of a single-pass kernel: at least one, whose workgroup writes the
// arguments.
func (m *mover) tiles(n gpu.Count) int { return max(1, m.Shape().GroupsFor(n.Max())) }

// groups is the number of its workgroups.
func (m *mover) groups(n gpu.Count) int {
	switch tiles := m.tiles(n); {
	case m.counted:
		return 2 * tiles
	case m.turns > 0:
		return min(tiles, m.turns)
	default:
		return tiles
	}
}

// needsCount reports whether the records are counted before a call of at most n. One worker needs
// no totals; in a partition of one array only if its records are one tile.
func (c *Compactor) needsCount(m *mover, n gpu.Count) bool {
	switch {
	case m.chained():
		return false
	case c.serial:
		return true
	}
	return c.chunks.WorkersFor(n.Max()) > 1 || c.o.waits() && n.Max() > c.chunks.TileSize()
}

// moverFor is the kernel for at most n records.
func (c *Compactor) moverFor(n int) *mover {
	i := 0
	for (n > c.movers[i].Most || c.movers[i].wrong) && i < len(c.movers)-1 {
		i++
	}
	return &c.movers[i]
}

// New returns a Compactor for the options.
//
// New compiles the predicate and reports its errors by name and line. A Compactor with more than
// one tile size compiles the other kernels when a call first needs them; Reserve and Programs
// compile them ahead of time.
//
// On a driver that comb has not tested yet, New also runs a self-test of every tile size and waits
// for the GPU. In the self-test a decision of comb's own replaces the predicate. If a variant
// fails, New takes the next one; Compactor.Variant names the result. A partition in one destination
// has up to six tile sizes. New tests the first and the last of them. The call or Reserve that
// first needs another one tests it, and if it fails, the next size takes its place.
//
// Errors: gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument: the options
// cannot work, Tuning.Workers is outside 0 to 4,096, or the std430 array stride of Record is not
// Stride, or that of Result not ResultBytes. gpu.ErrShader: the predicate does not compile.
// gpu.ErrSelfTest: every variant fails.
func New(d *gpu.Device, o Options) (*Compactor, error) {
	if err := kernel.Attached(d, "compact", "New"); err != nil {
		return nil, err
	}
	o, err := o.withDefaults("New")
	if err != nil {
		return nil, err
	}
	if o.serial(d.Caps()) && d.Options().Force == (gpu.Tier{}) {
		if c, err := newSerial(d, o); c != nil || err != nil {
			return c, err
		}
	}
	return kernel.SelectVariant(d, "compact", o.Tuning, o.singlePass(), func(shape kernel.Shape) (*Compactor, error) {
		shape = o.fit(shape)
		c := &Compactor{d: d, o: o, shape: shape, scratch: kernel.NewScratch(d, "Compactor")}
		if c.chunks, err = o.chunks(d.Caps(), shape); err != nil {
			return nil, err
		}
		if err := c.build(); err != nil {
			c.Release()
			return nil, err
		}
		return c, nil
	}, (*Compactor).selfTest)
}

// plan returns the kernels of a compactor with other options: that which counts, the places of
// runs, and those that move.
func (c *Compactor) plan(o Options) (count, places kernel.Spec, moves []mover) {
	if c.serial {
		count, move := specs(c.chunks, o)
		count, places, move = serialSpecs(count, move, o)
		return count, places, []mover{{spec: move, form: form{Sized: kernel.Sized{Most: gpu.MaxItems}}}}
	}
	count, _ = specs(c.chunks, o)
	all := o.shapes(c.d.Caps(), c.shape, c.chunks)
	for i, one := range all {
		// The sizes of a partition take NVIDIA's compiler seconds. Every call can take the last.
		late := o.waits() && 0 < i && i < len(all)-1
		moves = append(moves, mover{spec: o.moveSpec(one), form: one, late: late})
	}
	return count, places, moves
}

func (c *Compactor) build() (err error) {
	var places kernel.Spec
	c.counts, places, c.movers = c.plan(c.o)
	if c.serial {
		if c.places, err = kernel.Load[placesUniforms](c.d, places); err != nil {
			return err
		}
	}
	if c.movers[0].chained() {
		c.chain = kernel.NewChain(c.d, "Compactor", c.o.chainRows())
	} else {
		c.shape = c.chunks
	}
	if len(c.movers) == 1 || c.o.Predicate != "" { // New returns the errors of a predicate
		if err := c.ready(&c.movers[0]); err != nil {
			return err
		}
	}
	switch c.o.Output {
	case Indices:
		c.gatherer, err = kernel.NewGatherer(c.d)
	case Runs:
		if !c.o.runsAtOnce(c.shape) {
			c.measure, err = kernel.New(c.d, measureSpec())
		}
	}
	if err != nil {
		return err
	}
	for i := range c.results {
		if err := c.results[i].make(c.d, c.o); err != nil {
			return err
		}
	}
	return nil
}

// readyFor compiles the mover for at most n records. One that New has not tested is self-tested.
// After a failure the next one moves instead.
func (c *Compactor) readyFor(n int) (*mover, error) {
	for {
		m := c.moverFor(n)
		if m.Kernel != nil || !m.late {
			return m, c.ready(m)
		}
		err := c.testLate(m)
		if err == nil {
			return m, c.ready(m)
		}
		if m.wrong = errors.Is(err, gpu.ErrSelfTest); !m.wrong {
			return nil, err
		}
	}
}

// ready compiles a mover, and what counts for it, unless they are compiled.
func (c *Compactor) ready(m *mover) (err error) {
	if m.Kernel != nil {
		return nil
	}
	if !m.chained() && c.count.Kernel == nil {
		if c.count, err = kernel.Load[countUniforms](c.d, c.counts); err != nil {
			return err
		}
	}
	l, err := kernel.Load[moveUniforms](c.d, m.spec)
	if err != nil {
		return err
	}
	if stride := l.ArrayStride("Records"); c.o.typed() && stride != 0 && stride != c.o.Stride {
		l.Release()
		return kernel.StrideError("compact: New", "Stride", c.o.Stride, stride, c.o.Record)
	}
	if err := c.o.checkResult(l.Kernel); err != nil {
		l.Release()
		return err
	}
	m.Loaded = l
	m.setArguments(c.o, c.d.Caps().MaxGroups)
	return nil
}

// setArguments sets the uniforms of the draw and dispatch arguments, which the options fix.
func (m *mover) setArguments(o Options, groups int) {
	instanced := uint32(0)
	if o.Instanced {
		instanced = 1
	}
	m.Set(m.U.VerticesPerItem, uint32(o.VerticesPerItem))
	m.Set(m.U.Instanced, instanced)
	m.Set(m.U.FirstVertex, o.First)
	m.Set(m.U.BaseInstance, o.BaseInstance)
	m.Set(m.U.ItemsPerGroup, uint32(o.ItemsPerGroup))
	m.Set(m.U.GroupLimit, uint32(groups))
	m.Set(m.U.BaseVertex, uint32(o.BaseVertex))
}

// UseScratch makes the Compactor work in the caller's memory instead of its own: at least
// ScratchBytes. The zero View ends that. Between calls the memory is the caller's; the Compactor
// keeps nothing in it. The status words of a single-pass compaction, 8 bytes a tile, or 16 for runs
// of records of up to 8 bytes, stay the Compactor's own.
func (c *Compactor) UseScratch(scratch gpu.View) {
	if c != nil && c.movers != nil {
		c.scratch.UseScratch(scratch)
	}
}

// Programs returns the GL programs that hold the predicate, for a caller that sets plain uniforms
// of it: set them in all programs. Programs compiles the kernels that no call has needed so far. It
// leaves out a kernel that does not compile; the call that needs it returns the error. The result
// is nil for a nil or released Compactor.
func (c *Compactor) Programs() []uint32 {
	if err := c.enter(); err != nil {
		return nil
	}
	defer c.d.Internal().Leave()
	var kernels []*kernel.Kernel
	for i := range c.movers {
		if m, err := c.readyFor(c.movers[i].Most); err == nil && m == &c.movers[i] {
			kernels = append(kernels, m.Kernel)
		}
	}
	return kernel.ProgramsOf(append(kernels, c.count.Kernel)...)
}

// limit refuses more records than the call's kernels can take where a driver ends long loops early.
// In the single-pass form that depends on the mover's tiles.
func (c *Compactor) limit(n gpu.Count) error {
	if m := c.moverFor(n.Max()); m.chained() {
		return m.Shape().Check("n", n)
	}
	return c.chunks.Check("n", n)
}

// Reserve allocates scratch for calls of up to n records and compiles the kernels that they use.
// After it such calls neither allocate nor compile, except CompactArrays and RunLengths without
// starts: their first call allocates memory for n indices.
//
// Errors: gpu.ErrCount, gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrShader, gpu.ErrView if the
// memory of UseScratch is too small, gpu.ErrWrongThread, gpu.ErrReleased.
func (c *Compactor) Reserve(n int) error {
	return c.call("Reserve", func() error {
		if n < 0 || n > gpu.MaxItems {
			return fmt.Errorf("n is %d, want from 0 to %d: %w", n, gpu.MaxItems, gpu.ErrCount)
		}
		if err := c.limit(gpu.N(n)); err != nil {
			return err
		}
		for i := range c.movers { // the tiles for fewer records are smaller, and may need more status words
			if _, _, err := c.reserve(gpu.N(min(n, c.movers[i].Most)), 0); err != nil {
				return err
			}
			if n <= c.movers[i].Most {
				break
			}
		}
		_, _, err := c.reserve(gpu.N(n), 0)
		return err
	})
}

// Variant returns the algorithm and the lane tier, such as `chained-khr`, or `runs` on a software
// renderer, where each invocation takes a run of the records; "" for a nil Compactor. Partitions of
// more than 2^26 records use reduce-then-scan all the same: see VariantFor.
func (c *Compactor) Variant() string {
	if c == nil {
		return ""
	}
	if c.serial {
		return "runs"
	}
	return c.shape.Variant()
}

// VariantFor returns the variant of a call of at most n records.
func (c *Compactor) VariantFor(n int) string {
	if c == nil || c.serial || c.movers == nil {
		return c.Variant()
	}
	return c.moverFor(n).Shape().Variant()
}

// call runs the body of a method, and puts the method's name before its error.
func (c *Compactor) call(method string, body func() error) error {
	if err := c.enter(); err != nil {
		return err
	}
	defer c.d.Internal().Leave()
	return kernel.Named("compact", method, body())
}

// enter begins a call of a compactor that New made. It refuses a nil Compactor and a released one.
func (c *Compactor) enter() error {
	if c == nil || c.movers == nil {
		return fmt.Errorf("compact: the Compactor is nil, not made by New or released: %w", gpu.ErrReleased)
	}
	return c.d.Internal().Enter()
}

// Release frees the kernels, the scratch and the results. Views of a Result are invalid afterwards.
func (c *Compactor) Release() {
	if c == nil {
		return
	}
	c.count.Release()
	c.places.Release()
	for i := range c.movers {
		c.movers[i].Release()
	}
	c.chain.Release()
	c.measure.Release()
	c.gatherer.Release()
	c.scratch.Release()
	for i := range c.results {
		c.results[i].release()
	}
	c.count.Kernel, c.movers = nil, nil
}
