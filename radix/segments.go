// SPDX-License-Identifier: MIT

package radix

import (
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// SegmentedSort sorts each segment on its own. dstKeys gets the keys, sorted within each segment,
// and dstRecords the records of stride bytes in the same order. offsets holds segments+1 ascending
// words: segment s is the items from offsets[s] up to offsets[s+1]. Equal offsets make empty
// segments. The items before the first offset and from the last one on are sorted as segments too.
// For keys alone the views of the records are zero, and stride is not used.
//
// The cost does not depend on the lengths of the segments. All items are sorted by key, and then by
// segment: one more pass for up to 254 segments, two up to 65,534, and so on. No view may overlap
// another. Errors: as for SortRecords.
func (s *Sorter) SegmentedSort(dstKeys, dstRecords, srcKeys, srcRecords gpu.View, stride int, offsets gpu.View, segments, n gpu.Count) error {
	if dstRecords.ID() == 0 && srcRecords.ID() == 0 {
		stride = 0
	} else if err := checkStride(stride); err != nil {
		return err
	}
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	j := job{use: ForSegmented, dst: arrays{dstKeys, dstRecords}, src: arrays{srcKeys, srcRecords}, n: n, stride: stride}
	if err := s.checkSegments(j, offsets, segments); err != nil || n.Max() == 0 {
		return err
	}
	sizes := s.o.sizes(s.layout, ForSegmented, n.Max())
	r, cut := s.begin(n, sizes)
	spare, wide := cut.Take(sizes.spare), cut.Take(sizes.wide)
	order, ids, inner := cut.Take(sizes.order), cut.Take(sizes.ids), cut.Take(sizes.inner)

	keys := srcKeys
	if sizes.wide > 0 {
		s.widen(wide, srcKeys, n)
		keys = wide
	}
	r.keyless = true
	if err := s.passes(arrays{spare, order}, arrays{keys: keys}, r, withIndex); err != nil {
		return err
	}
	s.identify(ids, order, offsets, segments, n)
	s.byID.UseScratch(inner)
	if err := s.byID.SetBits(0, bits.Len(uint(segments.Max()+1))); err != nil {
		return err
	}
	if err := s.byID.SortPairs(ids, order, ids, order, n); err != nil {
		return err
	}
	// The keys and the records move once, at the end.
	if sizes.wide > 0 {
		if err := s.gatherer.Gather(spare, wide, order, n, 4); err != nil {
			return err
		}
		s.narrow(dstKeys, spare, n)
		s.d.MemoryBarrier()
	} else if err := s.gatherer.Gather(dstKeys, srcKeys, order, n, s.o.Type.Bytes()); err != nil {
		return err
	}
	if stride == 0 {
		return nil
	}
	return s.gatherer.Gather(dstRecords, srcRecords, order, n, stride)
}

// prepareSegments compiles the kernels of SegmentedSort. It keeps none if the self-test fails.
func (s *Sorter) prepareSegments() (err error) {
	if s.segmentID, err = kernel.New(s.d, segmentSpec()); err != nil {
		return err
	}
	if s.byID, err = New(s.d, Options{Tuning: s.o.Tuning, Ranks: s.o.Ranks}); err == nil {
		err = kernel.RunSelfTest(s.d, "radix, segments", flat, kernel.SelfTest{Specs: []kernel.Spec{segmentSpec()}, Test: s.testSegments})
	}
	if err != nil {
		s.segmentID.Release()
		s.byID.Release()
		s.segmentID, s.byID = nil, nil
	}
	return err
}

func (s *Sorter) checkSegments(j job, offsets gpu.View, segments gpu.Count) error {
	if err := s.check(j); err != nil {
		return err
	}
	if err := kernel.Need(s.d, "radix: offsets", offsets, segments, 4); err != nil {
		return err
	}
	if err := kernel.Need(s.d, "radix: offsets", offsets, gpu.N(segments.Max()+1), 4); err != nil {
		return err
	}
	if err := kernel.NeedApart("radix: dst keys and offsets", j.dst.keys, offsets); err != nil {
		return err
	}
	if err := kernel.NeedApart("radix: dst payload and offsets", j.dst.payload, offsets); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("radix: segments", segments, j.dst.keys, j.dst.payload, s.scratch.View()); err != nil {
		return err
	}
	return s.scratch.Apart(offsets)
}

// identify enqueues: ids gets the segment of each item of order.
func (s *Sorter) identify(ids, order, offsets gpu.View, segments, n gpu.Count) {
	s.d.StorageBarrier()
	k := s.segmentID
	k.SetBuffer(0, order)
	k.SetBuffer(1, ids)
	k.SetBuffer(2, offsets)
	k.SetSegmentCount(segments)
	k.SetCount(n)
	k.Dispatch(k.Shape().GroupsFor(n.Max()))
	s.d.StorageBarrier()
}
