// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Compactor holds a compiled compaction and the results of its latest two calls.
type Compactor struct {
	d            *gpu.Device
	o            Options
	shape        gpu.Shape
	count        *gpu.Kernel // of Chunked
	movers       []mover     // compact_move, or what a chain has for few records and for many
	chain        *gpu.Chain  // of Chained
	countWorkers gpu.Uniform
	measure      *gpu.Kernel // of Runs
	gatherer     *gpu.Gatherer
	scratch      *gpu.Scratch
	results      [2]result
	latest       int // which of the results is the latest call's; the next call writes the other
}

// mover is a kernel that moves, for so many records at most. One of several is compiled when it is first needed.
type mover struct {
	*gpu.Kernel
	spec       gpu.Spec
	most       int
	workers    gpu.Uniform // of Chunked
	room       gpu.Uniform // of Clamp
	wantValues gpu.Uniform // of Runs
}

// Shape is the kernel's, compiled or not.
func (m *mover) Shape() gpu.Shape { return m.spec.Shape }

// moverFor is the kernel for at most n records.
func (c *Compactor) moverFor(n int) *mover {
	i := 0
	for n > c.movers[i].most && i < len(c.movers)-1 {
		i++
	}
	return &c.movers[i]
}

// New compiles a compactor. A chained one has kernels for few records and for many. What a call needs is compiled by the
// first that needs it, or by Reserve or Programs; one kernel with the predicate is compiled here, for its errors. A driver
// that is new to comb runs the self-test of all of them here.
//
// Errors: gpu.ErrArgument for options that cannot be and where the record's stride in GLSL is not Stride, gpu.ErrShader
// with the predicate's line, gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrSelfTest when no variant is right on this driver.
func New(d *gpu.Device, o Options) (*Compactor, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	// Where a class begins is known only when all records are counted.
	return gpu.Choose(d, "compact", o.Tuning, o.Classes == 1, func(shape gpu.Shape) (*Compactor, error) {
		shape.MaxItems /= 1 + o.Stride/16 // a record's words are loop turns too, where a driver counts those
		if o.inParts() {
			shape = shape.With(shape.GroupSize, partItems)
		}
		c := &Compactor{d: d, o: o, shape: shape, scratch: d.NewScratch("compact")}
		if err := c.build(); err != nil {
			c.Release()
			return nil, err
		}
		return c, nil
	}, (*Compactor).proof)
}

func (c *Compactor) build() (err error) {
	count, move := specs(c.shape, c.o)
	links := []gpu.Sized{{Shape: c.shape, Most: gpu.MaxItems}}
	if c.shape.Algorithm == gpu.Chained {
		links = c.o.links(c.d.Caps(), c.shape)
		c.chain = c.d.NewChain("compact", 1)
	} else {
		if c.count, err = c.d.NewKernel(count); err != nil {
			return err
		}
		if c.countWorkers, err = c.count.Uniform("workers"); err != nil {
			return err
		}
	}
	for _, l := range links {
		move.Shape = l.Shape
		spec := move
		if c.chain != nil {
			spec = chainSpec(move, c.o)
		}
		c.movers = append(c.movers, mover{spec: spec, most: l.Most})
	}
	if len(c.movers) == 1 || c.o.Predicate != "" { // what the compiler says of a predicate is New's to tell
		if err := c.ready(&c.movers[0]); err != nil {
			return err
		}
	}
	switch c.o.Output {
	case Indices:
		c.gatherer, err = c.d.NewGatherer()
	case Runs:
		c.measure, err = c.d.NewKernel(measureSpec())
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

// ready compiles a mover, unless it is.
func (c *Compactor) ready(it *mover) error {
	if it.Kernel != nil {
		return nil
	}
	k, err := c.d.NewKernel(it.spec)
	if err != nil {
		return err
	}
	it.Kernel = k
	if err = c.bind(it); err == nil {
		err = c.setArguments(k)
	}
	if err != nil {
		k.Release()
		it.Kernel = nil
	}
	return err
}

// bind finds a mover's uniforms.
func (c *Compactor) bind(it *mover) (err error) {
	if stride := it.ArrayStride("Records"); c.o.typed() && stride != 0 && stride != c.o.Stride {
		return fmt.Errorf("compact: New: Stride is %d, want %d, which %s takes in an array (std430): %w", c.o.Stride, stride, c.o.Record, gpu.ErrArgument)
	}
	if c.chain == nil {
		if it.workers, err = it.Uniform("workers"); err != nil {
			return err
		}
	}
	if c.o.Clamp {
		if it.room, err = it.Uniform("room"); err != nil {
			return err
		}
	}
	if c.o.Output == Runs {
		it.wantValues, err = it.Uniform("want_values")
	}
	return err
}

// setArguments tells a kernel what the options say about the arguments.
func (c *Compactor) setArguments(k *gpu.Kernel) (err error) {
	instanced := uint32(0)
	if c.o.Instanced {
		instanced = 1
	}
	set := func(name string, value uint32) {
		if err != nil {
			return
		}
		var u gpu.Uniform
		if u, err = k.Uniform(name); err == nil {
			k.Set(u, value)
		}
	}
	set("vertices_per_item", uint32(c.o.VerticesPerItem))
	set("instanced", instanced)
	set("first_vertex", c.o.First)
	set("base_instance", c.o.BaseInstance)
	set("items_per_group", uint32(c.o.ItemsPerGroup))
	set("group_limit", uint32(c.d.Caps().MaxGroups))
	if c.o.Elements {
		set("base_vertex", uint32(c.o.BaseVertex))
	}
	return err
}

// UseScratch makes the compactor work in memory of the caller's, at least ScratchBytes, instead of its own; the zero View
// ends that. Between calls it is the caller's; nothing in it is kept. What the tiles of a chained compaction tell each other, 8
// bytes a tile of 2,000 records or more, stays its own.
func (c *Compactor) UseScratch(scratch gpu.View) {
	if c != nil && c.movers != nil {
		c.scratch.Lend(scratch)
	}
}

// Programs are the GL programs that hold the predicate, for a caller who sets plain uniforms of it: set all. It compiles those that no
// call has needed so far; one that cannot be compiled is left out, and the call that needs it says why.
func (c *Compactor) Programs() []uint32 {
	if err := c.enter(); err != nil {
		return nil
	}
	defer c.d.Leave()
	kernels := []*gpu.Kernel{c.count}
	for i := range c.movers {
		if c.ready(&c.movers[i]) == nil {
			kernels = append(kernels, c.movers[i].Kernel)
		}
	}
	return gpu.ProgramsOf(kernels...)
}

// limit refuses more records than the kernel that a call takes may have where a driver ends long loops early. Chained, that
// goes by the tiles of the mover.
func (c *Compactor) limit(n gpu.Count) error {
	if c.chain != nil {
		return c.moverFor(n.Max()).Shape().Check("compact", n)
	}
	return c.shape.Check("compact", n)
}

// Reserve takes the memory that every call of up to n records works in and compiles what only those need, so that they do neither; what
// some methods need besides, their first call takes. Errors: gpu.ErrCount, gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrShader,
// gpu.ErrView when less was lent, gpu.ErrWrongThread, gpu.ErrReleased.
func (c *Compactor) Reserve(n int) error {
	if err := c.enter(); err != nil {
		return err
	}
	defer c.d.Leave()
	if n < 0 || n > gpu.MaxItems {
		return fmt.Errorf("compact: Reserve: n is %d, want from 0 to %d: %w", n, gpu.MaxItems, gpu.ErrCount)
	}
	if err := c.limit(gpu.N(n)); err != nil {
		return err
	}
	for i := range c.movers {
		if err := c.ready(&c.movers[i]); err != nil {
			return err
		}
		if n <= c.movers[i].most {
			break
		}
	}
	_, _, err := c.reserve(gpu.N(n), 0)
	return err
}

// Variant names the way that the compaction runs: "chained-khr".
func (c *Compactor) Variant() string {
	if c == nil {
		return ""
	}
	return c.shape.Variant()
}

// enter begins a call of a compactor that New made. A nil one, and one that is released, have nothing to call.
func (c *Compactor) enter() error {
	if c == nil || c.movers == nil {
		return fmt.Errorf("compact: the Compactor is nil, not made by New or released: %w", gpu.ErrReleased)
	}
	return c.d.Enter()
}

// Release frees the programs, the scratch and the result.
func (c *Compactor) Release() {
	if c == nil {
		return
	}
	c.count.Release()
	for _, m := range c.movers {
		m.Release()
	}
	c.chain.Release()
	c.measure.Release()
	c.gatherer.Release()
	c.scratch.Release()
	for i := range c.results {
		c.results[i].release()
	}
	c.count, c.movers = nil, nil
}
