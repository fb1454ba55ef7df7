// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Compact writes the kept records of src to dst, in order, and their number to Result. It needs By
// Value or Unique, Output Records, one class, and no Keyed.
//
// src holds n records of Options.Stride bytes. dst has room for n; with Options.Clamp it may have
// room for fewer. If n is a count on the GPU, both need room for its maximum. dst must not overlap
// src. n may be the Count of the Result of the call before, of this Compactor too. The word of a
// count must not lie in what the call writes, scratch included.
//
// Both views may start at any multiple of 4 bytes, with two exceptions. With Options.Record, src
// must start a whole number of records behind a multiple of Caps.StorageAlignment bytes. With
// Options.Result, the same holds for dst and its results, and dst has room for n results.
//
// Compact only enqueues. Kernels, draws and indirect calls that are enqueued later see the result;
// no memory barrier of the caller's is needed.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument: the options exclude
// Compact. gpu.ErrTooLarge: the draw arguments could exceed 2^32 - 1 vertices, the driver cuts
// loops of that length short, or the call needs more of a caller's buffer than
// Caps.MaxStorageBytes. gpu.ErrShader, gpu.ErrOutOfMemory: this call is the first to need a kernel
// or memory.
func (c *Compactor) Compact(dst, src gpu.View, n gpu.Count) error {
	return c.moveRecords(operands{dst: dst, src: src, by: src, n: n}, "Compact")
}

// CompactBy is Compact by an array beside src. by holds n words with By Flags, or n bits with By
// Mask. dst must overlap neither src nor by. Errors: as for Compact.
func (c *Compactor) CompactBy(dst, src, by gpu.View, n gpu.Count) error {
	return c.moveRecords(operands{dst: dst, src: src, by: by, n: n}, "CompactBy")
}

// Partition writes all n records of src to dst, class by class, each class in its old order. With
// two classes the kept records come first. With Options.ReverseRest the others follow in reverse
// order. Result.Counts has the number of each class. It needs Classes 2 or 3. dst must not overlap
// src. Errors: as for Compact.
func (c *Compactor) Partition(dst, src gpu.View, n gpu.Count) error {
	return c.moveRecords(operands{dst: dst, src: src, by: src, n: n}, "Partition")
}

// PartitionBy is Partition by an array beside src, as in CompactBy. Errors: as for Compact.
func (c *Compactor) PartitionBy(dst, src, by gpu.View, n gpu.Count) error {
	return c.moveRecords(operands{dst: dst, src: src, by: by, n: n}, "PartitionBy")
}

// Indices writes the indices of the kept records to dst, in order, as uint32; with Classes the
// indices of all records, class by class. dst has room for n words. by has what decides: n records,
// flags or bits. It is not read if the predicate has no Record. dst must not overlap by. Errors: as
// for Compact.
func (c *Compactor) Indices(dst, by gpu.View, n gpu.Count) error {
	return c.moveIndices(operands{dst: dst, by: by, n: n}, "Indices")
}

// apart reports whether an array beside the records decides.
func (o Options) apart() bool { return o.By == Flags || o.By == Mask }

// operands are the arguments of a call.
type operands struct {
	dst, src, by gpu.View
	others       gpu.View // of Split
	keys         gpu.View // of Keyed
	values       gpu.View // of runs
	lengths      gpu.View // of runs
	n            gpu.Count
	room         int // records that dst holds, and keys, of Clamp
	othersRoom   int // records that others holds, of Clamp
}

// moveRecords moves the records of one array.
func (c *Compactor) moveRecords(a operands, method string) error {
	return c.call(method, func() error {
		if err := c.begin(method, a.n); err != nil {
			return err
		}
		if err := c.needRoom("dst", a.dst, a.n, c.o.dstBytes()); err != nil {
			return err
		}
		if err := c.needSource(a); err != nil {
			return err
		}
		if err := kernel.NeedApart("dst and src", a.dst, a.src); err != nil {
			return err
		}
		a.room = a.dst.Size() / c.o.dstBytes()
		return c.move(a)
	})
}

// moveIndices writes the indices of records.
func (c *Compactor) moveIndices(a operands, method string) error {
	return c.call(method, func() error {
		if err := c.begin(method, a.n); err != nil {
			return err
		}
		if err := c.needWords("dst", a.dst, a.n); err != nil {
			return err
		}
		a.room = a.dst.Size() / 4
		return c.move(a)
	})
}

// move validates the rest of a call and enqueues it.
func (c *Compactor) move(a operands) error {
	if c.o.Keyed {
		if err := c.checkKeys(a); err != nil {
			return err
		}
		a.room = min(a.room, a.keys.Size()/4)
	}
	if err := c.check(a); err != nil {
		return err
	}
	totals, _, err := c.reserve(a.n, 0, a.dst, a.others, a.src, a.by, a.keys)
	if err != nil {
		return err
	}
	if err := c.enqueue(a, totals); err != nil {
		return err
	}
	c.d.MemoryBarrier()
	return nil
}

// method returns the method of the options. Those with Indices also have CompactArrays.
func (o Options) method() string {
	by := 0
	if o.apart() {
		by = 1
	}
	switch {
	case o.Output == Runs:
		return "RunLengths"
	case o.Output == Split:
		return [...]string{"Split", "SplitBy"}[by]
	case o.Output == Indices && o.Keyed:
		return "IndicesKeyed"
	case o.Output == Indices:
		return "Indices"
	case o.Keyed:
		return "CompactKeyed"
	case o.Classes > 1:
		return [...]string{"Partition", "PartitionBy"}[by]
	}
	return [...]string{"Compact", "CompactBy"}[by]
}

// begin checks what a call begins with: the options must have the method, and n must be a count.
func (c *Compactor) begin(method string, n gpu.Count) error {
	if has := c.o.method(); method != has && (method != "CompactArrays" || has != "Indices") {
		return kernel.ArgumentError("Output is %v, By %v, Classes %d and Keyed %v, want %s with these options", c.o.Output, c.o.By, c.o.Classes, c.o.Keyed, has)
	}
	return kernel.NeedCount(c.d, "n", n)
}

// needRoom validates a destination of records: any number of them will do with Clamp.
func (c *Compactor) needRoom(what string, v gpu.View, n gpu.Count, stride int) error {
	if c.o.Clamp && v != (gpu.View{}) {
		n = gpu.N(min(n.Max(), v.Size()/stride)) // a shader-storage block must hold as many
	}
	return kernel.NeedRecords(c.d, what, v, n, stride)
}

// needWords is needRoom for uint32.
func (c *Compactor) needWords(what string, v gpu.View, n gpu.Count) error {
	if err := kernel.NeedType(c.d, what, v, gpu.Uint32); err != nil {
		return err
	}
	return c.needRoom(what, v, n, 4)
}

// check validates what all calls have in common.
func (c *Compactor) check(a operands) (err error) {
	most := a.n.Max()
	switch {
	case c.o.By == Flags:
		err = kernel.NeedWords(c.d, "flags", a.by, a.n)
	case c.o.By == Mask:
		err = kernel.NeedWords(c.d, "mask", a.by, gpu.N((most+31)/32))
	case c.o.records():
		err = kernel.NeedRecords(c.d, "by", a.by, a.n, c.o.Stride)
	default: // not read, but bound
		err = kernel.Own(c.d, "by", a.by)
	}
	if err != nil {
		return err
	}
	if err := c.limit(a.n); err != nil {
		return err
	}
	if c.o.Clamp {
		most = min(most, a.room)
	}
	if !c.o.Instanced && most > math.MaxUint32/c.o.VerticesPerItem {
		return fmt.Errorf("n is %d with %d vertices a record, want at most 2^32 - 1 vertices: %w", most, c.o.VerticesPerItem, gpu.ErrTooLarge)
	}
	if err := kernel.NeedApart("dst and by", a.dst, a.by); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("n", a.n, a.dst, a.others, a.keys, a.values, a.lengths, c.scratch.View()); err != nil {
		return err
	}
	return c.checkResult(a.n, a.dst, a.others, a.src, a.by, a.keys, a.values, a.lengths)
}

// reserve cuts the scratch into the totals and more bytes, and checks that the views lie outside.
func (c *Compactor) reserve(n gpu.Count, more int, views ...gpu.View) (totals, extra gpu.View, err error) {
	m, err := c.readyFor(n.Max())
	if err != nil {
		return totals, extra, err
	}
	bytes := c.o.totalsBytes(c.chunks, c.serial, n.Max())
	if err := c.scratch.Reserve(kernel.ScratchBytes(bytes, more)); err != nil {
		return totals, extra, err
	}
	if m.chained() {
		if err := c.chain.Reserve(m.tiles(n)); err != nil {
			return totals, extra, err
		}
	}
	cut := c.scratch.Cut()
	totals = cut.Take(bytes)
	extra = cut.Take(more)
	return totals, extra, c.scratch.Apart(views...)
}

// enqueue counts and moves, without the barrier at the end.
func (c *Compactor) enqueue(a operands, totals gpu.View) error {
	m := c.moverFor(a.n.Max())
	workers := c.chunks.WorkersFor(a.n.Max())
	groups := workers
	if c.serial {
		workers = serialRuns(a.n.Max())
		groups = workers / serialGroup
	}
	if err := c.setDst(m, a); err != nil {
		return err
	}
	if c.needsCount(m, a.n) {
		if err := c.setKeep(c.count.Kernel, countKeep, a.by); err != nil {
			return err
		}
		c.count.SetBuffer(countTotals, totals)
		c.count.SetCount(a.n)
		c.count.Set(c.count.U.Workers, uint32(workers))
		c.count.Dispatch(groups)
		c.d.StorageBarrier()
		if c.serial {
			c.enqueuePlaces(totals, workers)
		}
	}
	if err := c.setKeep(m.Kernel, bufKeep, a.by); err != nil {
		return err
	}
	to := c.next()
	m.SetBuffer(bufArgs, to.args.View())
	to.most, to.room, to.othersRoom = a.n.Max(), a.n.Max(), a.n.Max()
	if c.o.Clamp {
		to.room, to.othersRoom = min(a.n.Max(), a.room), min(a.n.Max(), a.othersRoom)
		m.Set(m.U.Room, uint32(to.room))
	}
	switch {
	case c.o.Result != "": // set with Dst
	case c.o.Output == Records:
		m.SetBuffer(bufSrc, a.src)
	case c.o.Output == Split:
		setSplit(m, a, to)
	case c.o.Output == Runs:
		c.setRuns(m, a)
	}
	if c.o.Keyed {
		m.SetBuffer(bufKeys, a.keys)
	}
	if c.o.Elements {
		m.SetBuffer(bufElements, to.elements.View())
	}
	c.latest = 1 - c.latest
	m.SetCount(a.n)
	if m.chained() {
		groups := m.groups(a.n)
		if m.turns > 0 {
			m.Set(m.U.Workers, uint32(groups))
		}
		c.chain.DispatchGroups(m.Kernel, m.tiles(a.n), groups)
		return nil
	}
	m.SetBuffer(bufTotals, totals)
	m.Set(m.U.Workers, uint32(workers))
	m.Dispatch(groups)
	return nil
}

// setKeep binds what classOf reads: an array of the caller's records, or words.
func (c *Compactor) setKeep(k *kernel.Kernel, i int, v gpu.View) error {
	if err := k.SetItems(i, v, c.o.Stride, c.o.typed()); err != nil {
		what := "by"
		if c.o.moves() || c.o.Output == Runs {
			what = "src"
		}
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
