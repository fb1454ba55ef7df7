// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Compactor holds a compiled compaction and its latest result.
type Compactor struct {
	d              *gpu.Device
	o              Options
	shape          gpu.Shape
	count          *gpu.Kernel // of Chunked
	move           *gpu.Kernel // compact_move or compact_chain
	chain          *gpu.Chain  // of Chained
	countWorkers   gpu.Uniform
	moveWorkers    gpu.Uniform
	room           gpu.Uniform // of Clamp
	wantValues     gpu.Uniform // of Runs
	measure        *gpu.Kernel // of Runs
	gatherer       *gpu.Gatherer
	scratch        *gpu.Scratch
	args, elements *gpu.Buffer[uint32]
	last, lastRoom int // the most that the latest call's counts may hold
}

// New compiles a compactor. Errors: gpu.ErrUnsupported for options that cannot be, gpu.ErrShader with the predicate's
// line, gpu.ErrBinding when the record's stride in GLSL is not Stride, gpu.ErrTooLarge, gpu.ErrOutOfMemory,
// gpu.ErrSelfTest when no variant is right on this driver.
func New(d *gpu.Device, o Options) (*Compactor, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	// Where a class begins is known only when all records are counted.
	return gpu.Choose(d, "compact", o.Tuning, o.Classes == 1, func(shape gpu.Shape) (*Compactor, error) {
		shape.MaxItems /= 1 + o.Stride/16 // a record's words are loop turns too, where a driver counts those
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
	if c.shape.Algorithm == gpu.Chained {
		move = chainSpec(move)
		c.chain = c.d.NewChain("compact", 1)
	} else if c.count, err = c.d.NewKernel(count); err != nil {
		return err
	}
	if c.move, err = c.d.NewKernel(move); err != nil {
		return err
	}
	if stride := c.move.ArrayStride("Records"); c.o.typed() && stride != 0 && stride != c.o.Stride {
		return fmt.Errorf("%w: compact: %s takes %d bytes in an array (std430), Stride is %d", gpu.ErrBinding, c.o.Record, stride, c.o.Stride)
	}
	if c.chain == nil {
		if c.countWorkers, err = c.count.Uniform("workers"); err != nil {
			return err
		}
		if c.moveWorkers, err = c.move.Uniform("workers"); err != nil {
			return err
		}
	}
	if c.o.Clamp {
		if c.room, err = c.move.Uniform("room"); err != nil {
			return err
		}
	}
	switch c.o.Output {
	case Indices:
		c.gatherer, err = c.d.NewGatherer()
	case Runs:
		if c.measure, err = c.d.NewKernel(measureSpec()); err == nil {
			c.wantValues, err = c.move.Uniform("want_values")
		}
	}
	if err != nil {
		return err
	}
	if c.args, err = gpu.NewBuffer[uint32](c.d, argsWords); err != nil {
		return err
	}
	return c.setArguments()
}

// setArguments tells the kernel what the options say about the arguments.
func (c *Compactor) setArguments() (err error) {
	instanced := uint32(0)
	if c.o.Instanced {
		instanced = 1
	}
	set := func(name string, value uint32) {
		if err != nil {
			return
		}
		var u gpu.Uniform
		if u, err = c.move.Uniform(name); err == nil {
			c.move.Set(u, value)
		}
	}
	set("vertices_per_item", uint32(c.o.VerticesPerItem))
	set("instanced", instanced)
	set("first_vertex", c.o.First)
	set("base_instance", c.o.BaseInstance)
	set("items_per_group", uint32(c.o.ItemsPerGroup))
	set("group_limit", uint32(c.d.Caps().MaxGroups))
	if c.o.Elements && err == nil {
		set("base_vertex", uint32(c.o.BaseVertex))
		if c.elements, err = gpu.NewBuffer[uint32](c.d, elementsWords); err != nil {
			return err
		}
	}
	return err
}

// Lend makes the compactor work in memory of the caller's, at least ScratchBytes, instead of its own; the zero View
// ends that. Between calls it is the caller's; nothing in it is kept. What the tiles of a chained compaction tell each other, 8
// bytes a tile of some 2,000 records, stays its own.
func (c *Compactor) Lend(scratch gpu.View) { c.scratch.Lend(scratch) }

// Programs are the GL programs that hold the predicate, for a caller who sets plain uniforms of it: set both. They are
// one and the same when the compaction is chained.
func (c *Compactor) Programs() [2]uint32 {
	if c.chain != nil {
		return [2]uint32{c.move.Program(), c.move.Program()}
	}
	return [2]uint32{c.count.Program(), c.move.Program()}
}

// Variant names the way that the compaction runs: "chained-khr".
func (c *Compactor) Variant() string { return c.shape.Variant() }

// Release frees the programs, the scratch and the result.
func (c *Compactor) Release() {
	if c == nil {
		return
	}
	c.count.Release()
	c.move.Release()
	c.chain.Release()
	c.measure.Release()
	c.gatherer.Release()
	c.scratch.Release()
	c.args.Release()
	c.elements.Release()
	c.count, c.move = nil, nil
}
