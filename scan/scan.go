// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Exclusive writes dst[i] = src[0] + ... + src[i-1], where + is the operator; dst[0] is the
// identity. dst and src hold n items. dst may be src, or must not overlap it. The words of counts
// on the GPU must lie neither in dst nor in the scratch. It needs By Whole.
//
// Exclusive only enqueues. Kernels, draws and indirect calls that are enqueued later see the
// result; no memory barrier of the caller's is needed.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrTooLarge; gpu.ErrArgument if the options exclude Exclusive; gpu.ErrShader,
// gpu.ErrOutOfMemory for kernels and memory that this call needs first; gpu.ErrContextLost,
// gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Scanner) Exclusive(dst, src gpu.View, n gpu.Count) error {
	return s.scan(operands{method: "Exclusive", dst: dst, src: src, n: n}, Whole)
}

// Inclusive writes dst[i] = src[0] + ... + src[i]. Otherwise it is as Exclusive.
func (s *Scanner) Inclusive(dst, src gpu.View, n gpu.Count) error {
	return s.scan(operands{method: "Inclusive", dst: dst, src: src, n: n, inclusive: 1}, Whole)
}

// ExclusiveBy is Exclusive within each segment. by holds n words (By Flags) or n keys of KeyBytes
// (By Keys). A segment begins at each flag that is not zero, or at each key that is not the key
// before it, bit for bit. dst may be src, and must not overlap by. Errors: as for Exclusive.
func (s *Scanner) ExclusiveBy(dst, src, by gpu.View, n gpu.Count) error {
	return s.scan(operands{method: "ExclusiveBy", dst: dst, src: src, by: by, n: n}, flagsOrKeys)
}

// InclusiveBy is Inclusive within each segment. Errors: as for ExclusiveBy.
func (s *Scanner) InclusiveBy(dst, src, by gpu.View, n gpu.Count) error {
	return s.scan(operands{method: "InclusiveBy", dst: dst, src: src, by: by, n: n, inclusive: 1}, flagsOrKeys)
}

// SegmentedExclusive is Exclusive within each segment. offsets holds segments+1 ascending words:
// segment s is the items from offsets[s] up to offsets[s+1]. Equal offsets make empty segments. The
// items before the first offset and from the last one on are segments too. An offset of n or more
// begins no segment. With offsets that do not ascend the results are of no use, but no access
// leaves the buffers. dst may be src, and must not overlap offsets. It needs By Offsets. Errors: as
// for Exclusive.
func (s *Scanner) SegmentedExclusive(dst, src, offsets gpu.View, segments, n gpu.Count) error {
	return s.scan(operands{method: "SegmentedExclusive", dst: dst, src: src, by: offsets, n: n, segments: segments}, Offsets)
}

// SegmentedInclusive is Inclusive within each segment. Errors: as for SegmentedExclusive.
func (s *Scanner) SegmentedInclusive(dst, src, offsets gpu.View, segments, n gpu.Count) error {
	return s.scan(operands{method: "SegmentedInclusive", dst: dst, src: src, by: offsets, n: n, segments: segments, inclusive: 1}, Offsets)
}

// flagsOrKeys is either: their methods are the same.
const flagsOrKeys By = -1

var inputNames = kernel.InputNames{What: "n", Src: "src", Indices: "indices of SetIndices"}

// operands are the arguments of a call.
type operands struct {
	method       string // for errors
	dst, src, by gpu.View
	n, segments  gpu.Count
	inclusive    uint32
	start, total gpu.View
}

func (s *Scanner) scan(a operands, by By) error {
	return s.call(a.method, func() error {
		if err := s.check(a, by); err != nil {
			return err
		}
		if a.n == gpu.N(0) && a.total == (gpu.View{}) && (s.o.By != Offsets || isOnHost(a.segments)) {
			return nil // a count on the GPU may be above its maximum of 0: a kernel reports that
		}
		if s.isSinglePass(a.n.Max()) {
			t := s.tileFor(a.n.Max())
			t.SetBuffer(bufSrc, a.src)
			t.SetBuffer(bufDst, a.dst)
			s.setOperands(t.Kernel, bufHeads, a)
			if err := s.setEnds(t.Kernel, t.U.endUniforms, a); err != nil {
				return err
			}
			t.Set(t.U.Inclusive, a.inclusive)
			inPlace := uint32(0)
			if a.dst.Overlaps(a.src) {
				inPlace = 1
			}
			t.Set(t.U.InPlace, inPlace)
			s.chain.Dispatch(t.Kernel, max(1, t.Shape.GroupsFor(a.n.Max()))) // one writes the total of no items, and checks the counts
		} else if err := s.twoSteps(a); err != nil {
			return err
		}
		s.d.MemoryBarrier()
		return nil
	})
}

func isOnHost(n gpu.Count) bool { return n == gpu.N(n.Max()) }

// twoSteps enqueues reduce-then-scan: the workers' totals, and the scan on from them.
func (s *Scanner) twoSteps(a operands) error {
	// The alignment of records may be wrong: report it before anything is enqueued.
	if err := s.setItems(s.walk.Kernel, bufDst, "dst", a.dst, s.o.dstBytes(s.glue)); err != nil {
		return err
	}
	if err := s.setEnds(s.walk.Kernel, s.walk.U.endUniforms, a); err != nil {
		return err
	}
	cut := s.scratch.Cut()
	workers := s.shape.WorkersFor(a.n.Max())
	totals := cut.Take(workers * s.o.itemBytes(s.glue))
	if workers > 1 {
		if err := s.setItems(s.total.Kernel, bufSrc, "src", a.src, s.o.srcBytes(s.glue)); err != nil {
			return err
		}
		s.total.SetBuffer(bufDst, totals)
		s.setOperands(s.total.Kernel, totalHeads, a)
		s.total.Set(s.total.U.Workers, uint32(workers))
		s.total.Dispatch(workers)
		s.d.StorageBarrier()
	}
	if err := s.setItems(s.walk.Kernel, bufSrc, "src", a.src, s.o.srcBytes(s.glue)); err != nil {
		return err
	}
	if err := s.setItems(s.walk.Kernel, bufDst, "dst", a.dst, s.o.dstBytes(s.glue)); err != nil {
		return err
	}
	s.walk.SetBuffer(bufTotals, totals)
	s.setOperands(s.walk.Kernel, bufHeads, a)
	s.walk.Set(s.walk.U.Inclusive, a.inclusive)
	s.walk.Set(s.walk.U.Workers, uint32(workers))
	s.walk.Dispatch(workers)
	return nil
}

func (s *Scanner) setItems(k *kernel.Kernel, i int, what string, v gpu.View, bytes int) error {
	if err := k.SetItems(i, v, bytes, s.o.Operator != nil); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// setOperands sets the number of items and the segments of a kernel.
func (s *Scanner) setOperands(k *kernel.Kernel, heads int, a operands) {
	k.SetCount(a.n)
	k.SetInput(s.o.input(), a.src, s.indices, s.o.srcBytes(s.glue))
	if s.o.By != Whole {
		k.SetBuffer(heads, a.by)
	}
	if s.o.By == Offsets {
		k.SetSegmentCount(a.segments)
	}
}

func (s *Scanner) check(a operands, by By) error {
	if by != s.o.By && (by != flagsOrKeys || s.o.By != Flags && s.o.By != Keys) {
		want := by.String()
		if by == flagsOrKeys {
			want = "flags or keys"
		}
		return kernel.ArgumentError("Options.By is %v, want %s", s.o.By, want)
	}
	if err := kernel.NeedCount(s.d, "n", a.n); err != nil {
		return err
	}
	if err := s.needItems("dst", a.dst, a.n, s.o.dstBytes(s.glue)); err != nil {
		return err
	}
	if err := s.o.input().Need(s.d, &inputNames, a.src, s.indices, a.n, s.o.srcBytes(s.glue)); err != nil {
		return err
	}
	if err := s.checkBy(a); err != nil {
		return err
	}
	if err := s.checkEnds(a); err != nil {
		return err
	}
	if err := s.limit(a.n); err != nil {
		return err
	}
	if err := s.readyFor(a.n.Max()); err != nil {
		return err
	}
	if err := s.reserve(a.n.Max()); err != nil {
		return err
	}
	if err := s.scratch.Apart(a.dst, a.src, a.by, a.start, a.total); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("n", a.n, a.dst, s.scratch.View(), a.total); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("segments", a.segments, a.dst, s.scratch.View(), a.total); err != nil {
		return err
	}
	if s.o.Input == gpu.InputGathered {
		if err := kernel.NeedApart("dst and indices", a.dst, s.indices); err != nil {
			return err
		}
		if err := s.scratch.Apart(s.indices); err != nil {
			return err
		}
		if a.total != (gpu.View{}) {
			if err := kernel.NeedApart("Total and indices", a.total, s.indices); err != nil {
				return err
			}
		}
	}
	if s.o.Input == gpu.InputDirect && a.dst.ID() == a.src.ID() && a.dst.Offset() == a.src.Offset() && s.o.srcBytes(s.glue) == s.o.dstBytes(s.glue) {
		return nil // in place: a tile is read by the workgroup that writes it
	}
	return kernel.NeedApart("dst and src", a.dst, a.src)
}

// needItems checks a view of n items, or of n results, of a number of bytes.
func (s *Scanner) needItems(what string, v gpu.View, n gpu.Count, bytes int) error {
	if s.o.Operator != nil {
		return kernel.NeedRecords(s.d, what, v, n, bytes)
	}
	if err := kernel.Need(s.d, what, v, n, bytes); err != nil {
		return err
	}
	return kernel.NeedItems(s.d, what, v, s.o.Type, s.o.Op != gpu.Sum)
}

func (s *Scanner) checkBy(a operands) (err error) {
	switch s.o.By {
	case Whole:
		return nil
	case Flags:
		err = kernel.NeedWords(s.d, "flags", a.by, a.n)
	case Keys:
		err = kernel.NeedRecords(s.d, "keys", a.by, a.n, s.o.KeyBytes)
	case Offsets:
		err = kernel.NeedOffsets(s.d, "offsets", "segments", a.by, a.segments)
	}
	if err != nil {
		return err
	}
	return kernel.NeedApart(apartNames[s.o.By], a.dst, a.by)
}

// apartNames are dst and the array that cuts it into segments, in errors.
var apartNames = [...]string{Flags: "dst and flags", Keys: "dst and keys", Offsets: "dst and offsets"}
