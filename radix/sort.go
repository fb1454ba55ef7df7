// SPDX-License-Identifier: MIT

package radix

import (
	"github.com/combgl/comb/gpu"
)

// SortKeys writes the n keys of src to dst, sorted. Both hold n keys of Options.Type, or records
// with Options.Key. dst may be src, unless there is a Key or keys have 128 bits; otherwise it must
// not overlap src. The word of a count on the GPU must lie neither in a destination nor in the
// scratch.
//
// SortKeys only enqueues. Kernels, draws and indirect calls that are enqueued later see the result;
// no memory barrier of the caller's is needed.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrTooLarge; gpu.ErrShader, gpu.ErrSelfTest (no variant works) and gpu.ErrOutOfMemory for
// kernels and memory that this call needs first; gpu.ErrContextLost, gpu.ErrWrongThread,
// gpu.ErrReleased.
func (s *Sorter) SortKeys(dst, src gpu.View, n gpu.Count) error {
	return s.sort(job{use: ForKeys, dst: arrays{keys: dst}, src: arrays{keys: src}, n: n})
}

// SortPairs writes the n keys to dstKeys, sorted, and the payload words to dstPayload in the same
// order. Where dst of SortKeys may be src, both destinations may be their sources. One alone is
// refused (gpu.ErrOverlap). Errors: as for SortKeys.
func (s *Sorter) SortPairs(dstKeys, dstPayload, srcKeys, srcPayload gpu.View, n gpu.Count) error {
	return s.sort(job{use: ForPairs, dst: arrays{dstKeys, dstPayload}, src: arrays{srcKeys, srcPayload}, n: n, stride: 4})
}

// SortValues writes the n payload words to dst in the order of their keys. It is SortPairs without
// the sorted keys: keys and payload are only read, and the last pass writes no keys. 2^24 words by
// keys of 16 bits take 257 us on an H200, SortPairs 276. With Options.ValueBits it may be packed as
// SortIndices is. dst must not overlap the sources. Errors: as for SortKeys.
func (s *Sorter) SortValues(dst, keys, payload gpu.View, n gpu.Count) error {
	return s.sort(job{use: ForValues, dst: arrays{payload: dst}, src: arrays{keys: keys, payload: payload}, n: n, stride: 4})
}

// SortIndices writes the indices 0 to n-1 to dst, as uint32, in the order of their keys (argsort).
// Equal keys keep the order of their indices. The keys are only read. The first pass makes the
// indices, so nothing has to be filled beforehand. dst must not overlap the keys.
//
// In single-pass digit passes the sort is packed: once the bits left to sort by and an index below
// n fit in 32 bits, one word moves for each key. For a count on the GPU its maximum decides. Ranges
// of 16 bits are packed by the first pass, up to 2^24 keys; wider ones by a later pass, if any.
// 2^24 indices by 16 bits take 201 us on an H200, and 249 unpacked. Methods that write the sorted
// keys are not packed, nor are those that move a payload, but for SortValues with
// Options.ValueBits. Errors: as for SortKeys.
func (s *Sorter) SortIndices(dst, keys gpu.View, n gpu.Count) error {
	return s.sort(job{use: ForIndices, dst: arrays{payload: dst}, src: arrays{keys: keys}, n: n, stride: 4})
}

// SortRecords writes the n keys to dstKeys, sorted, and the records of stride bytes to dstRecords
// in the same order. Only indices move with the keys; each record moves once, at the end. stride is
// a multiple of 4 from 4 to 1,024. dstKeys may be srcKeys where dst of SortKeys may; dstRecords
// must not overlap any other view. With Options.Key the keys are records themselves, which move at
// the end too. Errors: as for SortKeys; gpu.ErrView for another stride.
func (s *Sorter) SortRecords(dstKeys, dstRecords, srcKeys, srcRecords gpu.View, stride int, n gpu.Count) error {
	return s.sort(job{use: ForRecords, dst: arrays{dstKeys, dstRecords}, src: arrays{srcKeys, srcRecords}, n: n, stride: stride})
}

// arrays are keys and their payload.
type arrays struct{ keys, payload gpu.View }

// job is the arguments of a call.
type job struct {
	use      Use
	dst, src arrays
	n        gpu.Count
	stride   int      // of the payload
	groups   gpu.View // as in sorting

	inScratch bool // keys and payload are in the scratch
}

func (s *Sorter) sort(j job) error {
	return s.byAnyVariant(func() error { return s.sortNow(j) })
}

// sortNow is sort by the variant that the sorter has.
func (s *Sorter) sortNow(j job) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if err := s.check(j); err != nil || j.n.Max() == 0 {
		return err
	}
	if s.items != nil {
		return s.sortItems(j)
	}
	parts := s.o.scratchParts(s.layout, j.use, j.n.Max())
	r, cut := s.begin(j.n, parts)
	spare, index, wide := cut.Take(parts.spare), cut.Take(parts.index), cut.Take(parts.wide)

	dst, src := j.dst, j.src
	r.keyless, r.groups = j.use.keyless(), j.groups
	if r.keyless {
		dst.keys = spare // of the passes before the last
	}
	if j.use == ForRecords {
		dst.payload, src.payload = index, gpu.View{}
	}
	if parts.wide > 0 {
		s.widen(wide, src.keys, j.n)
		src.keys = wide
		if !r.keyless {
			dst.keys = wide
		}
	}
	if err := s.passes(dst, src, r, j.use.kind()); err != nil {
		return err
	}
	if parts.wide > 0 && !r.keyless {
		s.narrow(j.dst.keys, wide, j.n)
	}
	s.d.MemoryBarrier()
	if j.use == ForRecords {
		return s.gatherer.Gather(j.dst.payload, j.src.payload, index, j.n, j.stride)
	}
	return nil
}

// passes enqueues the digit passes from src to dst, through the scratch and back. dst.keys may be
// src.keys, unless the sorted keys are not wanted.
func (s *Sorter) passes(dst, src arrays, r sorting, kind payloadKind) error {
	if r.n.Max() == 0 {
		return nil // a dispatch of no workgroups would not clear the words of the next sort
	}
	inPlace := !r.keyless && same(dst.keys, src.keys)
	err := s.readyPasses(passKernels{kind, r.keyless, r.n.Max(), inPlace})
	if err != nil {
		return err
	}
	if t := s.oneDispatchFor(tileKind{kind, r.keyless}, r.n.Max(), inPlace); t != nil {
		if t.split && inPlace {
			if err := s.copyItems(move{r.scratch, src, copiesBefore(kind), r.groups}, r); err != nil {
				return err
			}
			src = r.scratch
		}
		s.sortInOneDispatch(t, move{dst: dst, src: src, kind: kind}, r.keyless, r.n)
		return nil
	}
	if s.o.SkipSorted {
		return s.plannedPasses(dst, src, r, kind)
	}
	r.packing.at = never
	begin, buckets := 0, false
	var first *firstDigits // of a sort by buckets
	if r.byRuns = s.runs.usable(); r.byRuns {
		// each pass counts by itself
	} else if r.singlePass {
		r.packing = s.packing(kind, r.keyless, r.n.Max())
		moved := s.kindAt(kind, 0, r.keyless, r.packing.at)
		if buckets = r.table.ID() != 0 && r.groups.ID() == 0 && s.byBuckets(r.n.Max(), r.packing); buckets {
			if s.msd == nil {
				s.countBuckets(src.keys, r, kind)
			}
		} else if r.fused = s.fuses(moved, r.n.Max()); r.fused {
			r.joins = s.state.View()
		} else {
			s.countDigits(src.keys, r, moved)
		}
	}
	if r.fused || !r.singlePass {
		r.groups = gpu.View{} // a fused first pass also clears what the next sort needs
	}
	r.begins = kind
	last := s.o.passes() - 1
	if inPlace && last%2 == 0 {
		// An odd number of passes from dst ends in the scratch; so begin there.
		if err := s.copyItems(move{r.scratch, src, kind, r.groups}, r); err != nil {
			return err
		}
		src, kind = r.scratch, kind.after()
		r.begins = kind
	}
	if buckets {
		if s.msd == nil {
			first, err = &s.buckets.firstDigits, s.sortByBuckets(dst, src, r, kind)
		} else {
			first, err = &s.msd.firstDigits, s.sortMSD(dst, src, r, kind)
		}
		if err != nil {
			return err
		}
		begin, src = 2, dst
	}
	for i := begin; i <= last; i++ {
		to := r.scratch
		if (last-i)%2 == 0 {
			to = dst
		}
		moves := [1]move{{to, src, s.kindAt(kind, i, r.keyless, r.packing.at), r.groups}}
		if buckets {
			moves[0].groups = first.latePass(i)
		}
		switch {
		case r.byRuns:
			s.runPass(moves[0], r, i)
		case r.singlePass:
			err = s.sortPass(moves[0], r, i)
		default:
			err = s.pass(moves[:], r, i, gpu.View{})
		}
		if err != nil {
			return err
		}
		src = to
	}
	return nil
}

// byBuckets reports whether a sort of at most n keys orders them by the most significant digits
// first, if a sample of them agrees.
func (s *Sorter) byBuckets(n int, p packing) bool {
	return (s.takesMSD(n) || s.takesBuckets(n)) && p.late(s.o.passes())
}

func same(a, b gpu.View) bool { return a.ID() == b.ID() && a.Offset() == b.Offset() }
