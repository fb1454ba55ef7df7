// SPDX-License-Identifier: MIT

package expand

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Owners writes dst[i] = s for each item i from offsets[s] up to offsets[s+1], and ranks[i] = i -
// offsets[s] unless ranks is the zero View. A view of a released buffer is an error.
//
// offsets holds segments+1 ascending words, as reduce.Reducer.SegmentedReduce takes them; equal
// offsets make empty segments. The number of items is the last of them, offsets[segments], which
// the GPU reads. n is the most items that there may be: dst and ranks hold n uint32. If there are
// more items than n's maximum, or a count on the GPU is above its maximum, the first items are
// written and gpu.Device.Check returns gpu.ErrCount. If n lives on the GPU and is below its
// maximum, the items from n on are left out without an error. dst and ranks stay as they were at
// items before the first offset. The method Result returns offsets[segments], or n if that is less,
// so that it counts the items before the first offset too. With offsets that do not ascend the
// results are of no use, but no access leaves the buffers.
//
// dst and ranks must overlap neither each other nor offsets. The words of the counts must not lie
// in what the call writes; a Result of the call before does not.
//
// With Options.Finish dst gets n results in place of the indices. A call takes one dispatch. Owners
// only enqueues. Kernels, draws and indirect calls that are enqueued later see the result; no
// memory barrier of the caller's is needed. It allocates nothing.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrArgument if the options exclude the method; gpu.ErrContextLost, gpu.ErrWrongThread,
// gpu.ErrReleased.
func (e *Expander) Owners(dst, ranks, offsets gpu.View, segments, n gpu.Count) error {
	return e.run(indices, operands{call: "Owners", dst: dst, ranks: ranks, from: offsets, segments: segments, n: n})
}

// OwnersOfLengths is Owners for segments by lengths: lengths holds one word a segment. The number
// of items is their sum. If it is above n's maximum, the first items are written and
// gpu.Device.Check returns gpu.ErrCount, as for Owners. The sum is computed modulo 2^32, though: if
// it is 2^32 or more, the results are of no use, and gpu.Device.Check returns gpu.ErrCount too.
//
// It takes the dispatches of a scan more. Errors: as for Owners; gpu.ErrTooLarge if the driver cuts
// loops of that length short; gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrOutOfMemory for kernels and
// memory that this call needs first.
func (e *Expander) OwnersOfLengths(dst, ranks, lengths gpu.View, segments, n gpu.Count) error {
	return e.run(indices, operands{call: "OwnersOfLengths", dst: dst, ranks: ranks, from: lengths, lengths: true, segments: segments, n: n})
}

// Decode decodes run lengths: it writes the record values[s] to each place of dst from starts[s] up
// to starts[s+1]. It inverts compact.Compactor.RunLengths: pass its values and starts, the Count of
// its Result as runs, and its n.
//
// values holds records of Options.Stride bytes, one a run. starts holds runs+1 ascending words, and
// dst n records, or with Options.Finish n results. dst must overlap neither. All else is as for
// Owners. Errors: as for Owners; gpu.ErrShader, gpu.ErrSelfTest at the first call.
func (e *Expander) Decode(dst, values, starts gpu.View, runs, n gpu.Count) error {
	return e.run(records, operands{call: "Decode", dst: dst, values: values, from: starts, segments: runs, n: n})
}

// DecodeLengths is Decode for the lengths of the runs, one word each. Their sum is limited as in
// OwnersOfLengths. It takes the dispatches of a scan more. Errors: as for OwnersOfLengths.
func (e *Expander) DecodeLengths(dst, values, lengths gpu.View, runs, n gpu.Count) error {
	return e.run(records, operands{call: "DecodeLengths", dst: dst, values: values, from: lengths, lengths: true, segments: runs, n: n})
}

// operands are the arguments of a call.
type operands struct {
	call                     string // the method, for errors
	dst, ranks, values, from gpu.View
	lengths                  bool // from holds lengths, not offsets
	segments, n              gpu.Count
}

func (e *Expander) run(kind int, a operands) error {
	if err := e.enter(); err != nil {
		return err
	}
	defer e.d.Internal().Leave()
	if err := e.check(kind, a); err != nil {
		return named(a.call, err)
	}
	if err := e.ready(kind); err != nil {
		return err
	}
	// The alignment of the caller's types may be wrong: report it before anything is enqueued.
	if err := e.bind(kind, a); err != nil {
		return named(a.call, err)
	}
	if a.lengths {
		if err := e.reserve(a.segments.Max()); err != nil {
			return named(a.call, err)
		}
		ends, err := e.ends.View().Slice(0, 4*a.segments.Max())
		if err == nil {
			err = e.scanner.Inclusive(ends, a.from, a.segments)
		}
		if err != nil {
			return named(a.call, err)
		}
		a.from = ends
	}
	e.enqueue(kind, a)
	return nil
}

// named puts the method that was called before an error of its operands.
func named(call string, err error) error { return kernel.Named("expand", call, err) }

// bind binds dst and the values. Errors: gpu.ErrView for results or records that begin elsewhere
// than a kernel can reach them.
func (e *Expander) bind(kind int, a operands) error {
	k := e.kinds[kind]
	if err := k.SetItems(bufDst, a.dst, e.o.dstBytes(kind), e.o.Finish != ""); err != nil {
		return fmt.Errorf("dst: %w", err)
	}
	if kind == records {
		if err := k.SetItems(bufOther, a.values, e.o.Stride, e.o.Record != ""); err != nil {
			return fmt.Errorf("values: %w", err)
		}
	}
	return nil
}

// enqueue enqueues the expansion, after bind. a.from holds offsets, or with a.lengths the ends of
// the segments.
func (e *Expander) enqueue(kind int, a operands) {
	next := 1 - e.latest
	k := e.kinds[kind]
	k.SetBuffer(bufSegments, a.from)
	k.SetBuffer(bufItems, e.counts[next].View())
	switch {
	case kind == records: // by bind
	case a.ranks != (gpu.View{}):
		k.SetBuffer(bufOther, a.ranks)
	default:
		k.SetBuffer(bufOther, a.dst) // not written
	}
	k.SetCount(a.n)
	k.SetSegmentCount(a.segments)
	k.Set(k.U.ByEnds, flag(a.lengths))
	k.Set(k.U.HasRanks, flag(a.ranks != (gpu.View{})))
	groups := max(1, e.shape.GroupsFor(a.n.Max())) // one writes the result of no items
	if a.lengths {
		groups = max(groups, e.shape.GroupsFor(a.segments.Max())) // which look for a sum of 2^32 or more
	}
	k.Dispatch(groups)
	e.d.MemoryBarrier()
	e.latest, e.most[next] = next, a.n.Max()
}

// The names of operands in errors, by kind.
var (
	fromNames  = [2]string{"offsets", "starts"}
	countNames = [2]string{"segments", "runs"}
	apartNames = [2]string{"dst and the segments", "dst and the runs"}
)

// check checks a call.
func (e *Expander) check(kind int, a operands) error {
	if !e.o.has(kind) {
		return kernel.ArgumentError("Record of the Options is %q with a Finish, want a Record for Decode and none for Owners", e.o.Record)
	}
	if err := kernel.NeedCount(e.d, "n", a.n); err != nil {
		return err
	}
	if kind == indices && e.o.Finish == "" {
		if err := kernel.NeedWords(e.d, "dst", a.dst, a.n); err != nil {
			return err
		}
	} else if err := kernel.NeedRecords(e.d, "dst", a.dst, a.n, e.o.dstBytes(kind)); err != nil {
		return err
	}
	if err := e.checkSegments(kind, a); err != nil {
		return err
	}
	if err := kernel.NeedApart(apartNames[kind], a.dst, a.from); err != nil {
		return err
	}
	if kind == records {
		if err := kernel.NeedRecords(e.d, "values", a.values, a.segments, e.o.Stride); err != nil {
			return err
		}
		if err := kernel.NeedApart("dst and values", a.dst, a.values); err != nil {
			return err
		}
	}
	if a.ranks != (gpu.View{}) {
		if err := kernel.NeedWords(e.d, "ranks", a.ranks, a.n); err != nil {
			return err
		}
		if err := kernel.NeedApart("ranks and dst", a.ranks, a.dst); err != nil {
			return err
		}
		if err := kernel.NeedApart("ranks and the segments", a.ranks, a.from); err != nil {
			return err
		}
	}
	own := e.counts[1-e.latest].View()
	for _, v := range [...]gpu.View{a.dst, a.ranks, a.values, a.from} {
		if err := kernel.NeedApart("an operand and the result of this call", v, own); err != nil {
			return err
		}
	}
	if err := kernel.NeedCountApart(countNames[kind], a.segments, a.dst, a.ranks, own); err != nil {
		return err
	}
	return kernel.NeedCountApart("n", a.n, a.dst, a.ranks, own)
}

// checkSegments checks the offsets or lengths.
func (e *Expander) checkSegments(kind int, a operands) error {
	if a.lengths {
		if err := kernel.NeedCount(e.d, countNames[kind], a.segments); err != nil {
			return err
		}
		return kernel.NeedWords(e.d, "lengths", a.from, a.segments)
	}
	return kernel.NeedOffsets(e.d, fromNames[kind], countNames[kind], a.from, a.segments)
}

// flag returns 1 for true.
func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
