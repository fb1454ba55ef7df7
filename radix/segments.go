// SPDX-License-Identifier: MIT

package radix

import (
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// SegmentedSort sorts each segment on its own, stable. dstKeys gets the keys, sorted within each
// segment, and dstRecords the records of stride bytes in the same order. offsets holds segments+1
// ascending words: segment s is the items from offsets[s] up to offsets[s+1]. Equal offsets make
// empty segments, and an offset above n counts as n. The items before the first offset and from the
// last one on are sorted as segments too. For keys alone both views of the records are zero, and
// stride is not used.
//
// The offsets must ascend, which no call checks. With others the results are of no use, but nothing
// outside the destinations changes.
//
// The cost depends on the lengths. A segment of up to 769 items, 385 for keys of two words, is
// sorted by one workgroup in shared memory. Each key is read and written once, and longer segments
// take more rounds of merges. Where lanes exchange keys, keys alone that are sorted by all bits are
// sorted in registers. Empty segments cost hardly more than their offsets. Segments of more
// than 2,048 items, or 1,024, are long. Between these lengths it depends on the offset. Long
// segments are sorted digit by digit in one dispatch, each by one workgroup, or if it is very long
// by many. On software renderers all items of long segments are sorted together by key, and then by
// segment, in several dispatches.
//
// If n is at most 2,048, or 1,024, no segment is long, and a sort takes one dispatch. It takes two
// with Options.LongestSegment of at most 769, or 385. Otherwise it takes three, also if no segment
// is long, and several on software renderers. Records of more than 4 bytes move at the end, in one
// more, and keys of 8 and 16 bits take two more. The number of segments hardly matters.
//
// A destination may not overlap another view, but sources may. Errors: as for SortRecords;
// gpu.ErrArgument for keys of 128 bits.
func (s *Sorter) SegmentedSort(dstKeys, dstRecords, srcKeys, srcRecords gpu.View, stride int, offsets gpu.View, segments, n gpu.Count) error {
	return s.byAnyVariant(func() error {
		return s.segmentsNow(dstKeys, dstRecords, srcKeys, srcRecords, stride, offsets, segments, n)
	})
}

// segmentsNow is SegmentedSort by the variant that the sorter has.
func (s *Sorter) segmentsNow(dstKeys, dstRecords, srcKeys, srcRecords gpu.View, stride int, offsets gpu.View, segments, n gpu.Count) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if dstRecords == (gpu.View{}) && srcRecords == (gpu.View{}) {
		stride = 0
	} else if err := checkStride(stride); err != nil {
		return err
	}
	j := job{use: ForSegmented, dst: arrays{dstKeys, dstRecords}, src: arrays{srcKeys, srcRecords}, n: n, stride: stride}
	if err := s.checkSegments(j, offsets, segments); err != nil {
		return err
	}
	if n.Max() == 0 {
		return s.reportCounts(n, segments)
	}
	t, err := s.cutSegments(j, offsets, segments)
	if err != nil {
		return err
	}
	narrow := t.keys != srcKeys
	if narrow {
		t.dst.keys = t.sorted
	}
	t.moved.dst = t.source
	if t.stride == 4 && !s.segments.wrong {
		t.moved.dst, t.moved.src = dstRecords, srcRecords // words move with their keys
	}
	if err := s.sortSegments(&t); err != nil {
		return err
	}
	if narrow {
		if err := s.packKeys(dstKeys, srcKeys, t.sorted, t.source, n); err != nil {
			return err
		}
	}
	s.d.MemoryBarrier()
	if stride == 0 || t.moved.dst == dstRecords {
		return nil
	}
	return s.gatherer.Gather(dstRecords, srcRecords, t.source, n, stride)
}

// cutSegments cuts the scratch of a call, and unpacks narrow keys and computes those of items.
func (s *Sorter) cutSegments(j job, offsets gpu.View, segments gpu.Count) (t segmentedSort, err error) {
	parts := s.options().scratchParts(s.layout, j.use, j.n.Max())
	r, cut := s.begin(j.n, parts)
	spare, _ := cut.Take(parts.spare), cut.Take(parts.inner)
	from := r.scratch.keys.Offset() - s.scratch.View().Offset()
	inner, err := s.scratch.View().Slice(from, from+parts.innerAll)
	if err != nil {
		return t, err
	}
	wide := cut.Take(parts.wide)
	t = segmentedSort{
		sorting: r, stride: j.stride, keys: j.src.keys, dst: j.dst, offsets: offsets, segments: segments, spare: spare,
		order: cut.Take(parts.order), ids: cut.Take(parts.ids), inner: inner, source: cut.Take(parts.source),
		long: arrays{cut.Take(parts.long), cut.Take(parts.places)}, table: cut.Take(parts.table), sorted: cut.Take(parts.sorted),
	}
	if s.segments.lists {
		t.table = t.long.payload // which has room for the lists, and is not needed
	}
	if s.items != nil {
		t.stride = sourceStride
	}
	if parts.wide > 0 {
		t.keys = wide
		err = s.unpackKeys(wide, j.src.keys, j.n)
	}
	return t, err
}

// sortSegments enqueues the sort.
func (s *Sorter) sortSegments(t *segmentedSort) error {
	if s.segments.wrong {
		return s.sortAllByID(t)
	}
	return s.sortWindows(t)
}

// sourceStride is the stride of a sort whose records and items move at the end, by source.
const sourceStride = 8

// segmentedSort is a call of SegmentedSort: its arguments, and its parts of the scratch.
type segmentedSort struct {
	sorting
	stride   int
	keys     gpu.View // a word each, or two
	dst      arrays   // the sorted keys; the caller's records
	offsets  gpu.View
	segments gpu.Count

	spare, order, ids, inner gpu.View                    // of the sorts of long segments
	source                   gpu.View                    // where the item at each place was
	moved                    struct{ dst, src gpu.View } // source, or records of a word
	long                     arrays                      // the keys of long segments, and their places
	table                    gpu.View                    // of the windows
	sorted                   gpu.View                    // the sorted keys before they are narrowed
	onlySegments             bool                        // items outside of all segments need no order
}

// sortAllByID sorts all items by key and then by segment. It is for a device on which the kernel of
// windows fails its self-test.
func (s *Sorter) sortAllByID(t *segmentedSort) error {
	t.keyless = true
	if err := s.passes(arrays{t.spare, t.source}, arrays{keys: t.keys}, t.sorting, withIndex); err != nil {
		return err
	}
	s.d.StorageBarrier()
	k := s.segments.id
	k.SetBuffer(0, t.source)
	k.SetBuffer(1, t.ids)
	k.SetBuffer(2, t.offsets)
	k.SetSegmentCount(t.segments)
	k.SetCount(t.n)
	k.Dispatch(k.Shape().GroupsFor(t.n.Max()))
	s.d.StorageBarrier()
	if err := s.sortByID(t, t.source, bits.Len(uint(t.segments.Max()+1))); err != nil {
		return err
	}
	return s.gatherer.Gather(t.dst.keys, t.keys, t.source, t.n, 4*keyTypes[s.o.Type].words)
}

// sortByID enqueues the stable sort of order by ids of a number of bits.
func (s *Sorter) sortByID(t *segmentedSort, order gpu.View, bits int) error {
	s.byID.UseScratch(t.inner)
	if err := s.byID.useBits(bits); err != nil {
		return err
	}
	both := arrays{t.ids, order}
	return s.byID.sort(job{use: ForPairs, dst: both, src: both, n: t.n, stride: 4, groups: t.groups, inScratch: true})
}

func (s *Sorter) checkSegments(j job, offsets gpu.View, segments gpu.Count) error {
	if err := s.options().noWide("SegmentedSort"); err != nil {
		return err
	}
	if err := s.check(j); err != nil {
		return err
	}
	return s.checkOffsets(j.dst, offsets, segments)
}

func (s *Sorter) checkOffsets(dst arrays, offsets gpu.View, segments gpu.Count) error {
	if err := kernel.NeedOffsets(s.d, "radix: offsets", "radix: segments", offsets, segments); err != nil {
		return err
	}
	if err := kernel.NeedCountWord("radix: segments", segments); err != nil {
		return err
	}
	if err := kernel.NeedApart("radix: dst keys and offsets", dst.keys, offsets); err != nil {
		return err
	}
	if err := kernel.NeedApart("radix: dst payload and offsets", dst.payload, offsets); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("radix: segments", segments, dst.keys, dst.payload, s.scratch.View()); err != nil {
		return err
	}
	return s.scratch.Apart(offsets)
}
