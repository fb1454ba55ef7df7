// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
)

// Compactor holds a compiled compaction and its latest result.
type Compactor struct {
	d            *gpu.Device
	o            Options
	count, move  *gpu.Kernel
	countWorkers gpu.Uniform
	moveWorkers  gpu.Uniform
	totals, args *gpu.Buffer[uint32]
	last         int
}

// New compiles a compactor. Errors: gpu.ErrUnsupported for options that cannot be, gpu.ErrShader with the predicate's
// line, gpu.ErrBinding when the record's stride in GLSL is not Stride, gpu.ErrTooLarge, gpu.ErrOutOfMemory.
func New(d *gpu.Device, o Options) (*Compactor, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	shape, err := gpu.Pick(d.Caps(), o.Tuning)
	if err != nil {
		return nil, err
	}
	c := &Compactor{d: d, o: o}
	if err := c.build(shape); err != nil {
		c.Release()
		return nil, err
	}
	return c, nil
}

func (c *Compactor) build(shape gpu.Shape) (err error) {
	count, move := specs(shape, c.o)
	if c.count, err = c.d.NewKernel(count); err != nil {
		return err
	}
	if c.move, err = c.d.NewKernel(move); err != nil {
		return err
	}
	if stride := c.count.ArrayStride("Records"); c.o.Predicate != "" && stride != 0 && stride != c.o.Stride {
		return fmt.Errorf("%w: compact: %s takes %d bytes in an array (std430), Stride is %d", gpu.ErrBinding, c.o.Record, stride, c.o.Stride)
	}
	if c.countWorkers, err = c.count.Uniform("workers"); err != nil {
		return err
	}
	if c.moveWorkers, err = c.move.Uniform("workers"); err != nil {
		return err
	}
	for _, u := range []struct {
		name  string
		value int
	}{
		{"vertices_per_item", c.o.VerticesPerItem},
		{"items_per_group", c.o.ItemsPerGroup},
		{"group_limit", c.d.Caps().MaxGroups},
	} {
		uniform, err := c.move.Uniform(u.name)
		if err != nil {
			return err
		}
		c.move.Set(uniform, uint32(u.value))
	}
	if c.totals, err = gpu.NewBuffer[uint32](c.d, shape.Workers); err != nil {
		return err
	}
	c.args, err = gpu.NewBuffer[uint32](c.d, argsWords)
	return err
}

// The words of the arguments buffer, as compact/args.glsl has them.
const (
	argsDraw     = 0
	argsDispatch = 4
	argsCount    = 7
	argsWords    = 8
)

// Result is where the latest compaction leaves what it found: views of one small buffer that the Compactor owns and
// the next compaction overwrites.
type Result struct {
	Count    gpu.Count // records kept; its maximum is the n.Max() of the compaction
	Draw     gpu.View  // 4 words for glDrawArraysIndirect, at offset 0: kept * VerticesPerItem vertices, 1 instance
	Dispatch gpu.View  // 3 words for glDispatchComputeIndirect: a group for each ItemsPerGroup, in two dimensions when needed
}

// Result is the latest compaction's; all zero before the first.
func (c *Compactor) Result() Result {
	part := func(from, to int) gpu.View {
		v, err := c.args.Slice(from, to)
		if err != nil {
			return gpu.View{} // released
		}
		return v
	}
	return Result{
		Count:    gpu.CountAt(part(argsCount, argsCount+1), c.last),
		Draw:     part(argsDraw, argsDraw+4),
		Dispatch: part(argsDispatch, argsDispatch+3),
	}
}

// Programs are the GL programs that hold the predicate, for a caller who sets plain uniforms of it: set both.
func (c *Compactor) Programs() [2]uint32 { return [2]uint32{c.count.Program(), c.move.Program()} }

// Compact enqueues: dst gets the records of src that are kept, in order. Both hold n records of Options.Stride bytes.
// Errors, before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap, gpu.ErrTooLarge when the draw
// arguments could pass 2^32 vertices, gpu.ErrUnsupported on a Flagged compactor, gpu.ErrWrongThread, gpu.ErrReleased.
func (c *Compactor) Compact(dst, src gpu.View, n gpu.Count) error {
	if c.o.Flagged {
		return fmt.Errorf("%w: compact: this one was made for CompactFlagged", gpu.ErrUnsupported)
	}
	return c.compact(dst, src, src, n)
}

// CompactFlagged enqueues: dst gets record i of src when word i of flags is not zero. flags holds n words.
// Errors: as for Compact.
func (c *Compactor) CompactFlagged(dst, src, flags gpu.View, n gpu.Count) error {
	if !c.o.Flagged {
		return fmt.Errorf("%w: compact: this one was not made with Options.Flagged", gpu.ErrUnsupported)
	}
	if err := gpu.Need("compact: flags", flags, n, 4); err != nil {
		return err
	}
	if err := gpu.NeedApart("compact: dst and flags", dst, flags); err != nil {
		return err
	}
	return c.compact(dst, src, flags, n)
}

func (c *Compactor) compact(dst, src, keep gpu.View, n gpu.Count) error {
	if err := c.d.Enter(); err != nil {
		return err
	}
	defer c.d.Leave()
	if err := c.check(dst, src, n); err != nil {
		return err
	}
	workers := c.move.Shape().WorkersFor(n.Max())
	if workers > 1 {
		if err := c.setKeep(c.count, countKeep, keep); err != nil {
			return err
		}
		c.count.SetBuffer(countTotal, c.totals.View())
		c.count.SetCount(n)
		c.count.Set(c.countWorkers, uint32(workers))
		c.count.Dispatch(workers)
		c.d.Barrier()
	}
	if err := c.setKeep(c.move, bufKeep, keep); err != nil {
		return err
	}
	c.move.SetBuffer(bufSrc, src)
	c.move.SetBuffer(bufDst, dst)
	c.move.SetBuffer(bufTotals, c.totals.View())
	c.move.SetBuffer(bufArgs, c.args.View())
	c.move.SetCount(n)
	c.move.Set(c.moveWorkers, uint32(workers))
	c.move.Dispatch(workers)
	c.d.Publish()
	c.last = n.Max()
	return nil
}

// setKeep binds what keepItem reads: an array of the caller's records, or words.
func (c *Compactor) setKeep(k *gpu.Kernel, i int, v gpu.View) error {
	if c.o.Predicate != "" {
		return k.SetRecords(i, v, c.o.Stride)
	}
	k.SetBuffer(i, v)
	return nil
}

func (c *Compactor) check(dst, src gpu.View, n gpu.Count) error {
	if c.move == nil {
		return fmt.Errorf("%w: the Compactor", gpu.ErrReleased)
	}
	if err := gpu.Need("compact: dst", dst, n, c.o.Stride); err != nil {
		return err
	}
	if err := gpu.Need("compact: src", src, n, c.o.Stride); err != nil {
		return err
	}
	if err := c.move.Shape().Check("compact", n); err != nil {
		return err
	}
	if n.Max() > math.MaxUint32/c.o.VerticesPerItem {
		return fmt.Errorf("%w: compact: %d records of %d vertices pass 2^32 vertices", gpu.ErrTooLarge, n.Max(), c.o.VerticesPerItem)
	}
	return gpu.NeedApart("compact: dst and src", dst, src)
}

// Release frees the programs, the scratch and the result.
func (c *Compactor) Release() {
	if c == nil {
		return
	}
	c.count.Release()
	c.move.Release()
	c.totals.Release()
	c.args.Release()
	c.count, c.move = nil, nil
}
