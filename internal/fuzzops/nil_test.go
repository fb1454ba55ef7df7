// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/expand"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/merge"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// Operations that were not made, nil ones and zero ones, return an error and do not panic.
func TestNilOperationsDoNotPanic(t *testing.T) {
	var v gpu.View
	n := gpu.N(1)
	errs := map[string]error{}
	for name, c := range map[string]*compact.Compactor{"a nil Compactor": nil, "a zero Compactor": {}} {
		errs[name+": Compact"], errs[name+": CompactBy"] = c.Compact(v, v, n), c.CompactBy(v, v, v, n)
		errs[name+": Partition"], errs[name+": PartitionBy"] = c.Partition(v, v, n), c.PartitionBy(v, v, v, n)
		errs[name+": Split"], errs[name+": SplitBy"] = c.Split(v, v, v, n), c.SplitBy(v, v, v, v, n)
		errs[name+": Indices"], errs[name+": IndicesKeyed"] = c.Indices(v, v, n), c.IndicesKeyed(v, v, v, n)
		errs[name+": CompactKeyed"], errs[name+": CompactArrays"] = c.CompactKeyed(v, v, v, n), c.CompactArrays(v, n)
		errs[name+": RunLengths"], errs[name+": Reserve"] = c.RunLengths(v, v, v, v, n), c.Reserve(1)
		c.UseScratch(v)
		if r := c.Result(); c.Programs() != nil || r.Count.Max() != 0 || r.Draw.ID() != 0 {
			t.Errorf("%s has programs, or a result: %+v", name, r)
		}
		_ = c.Variant()
		c.Release()
	}
	for name, s := range map[string]*scan.Scanner{"a nil Scanner": nil, "a zero Scanner": {}} {
		errs[name+": Exclusive"], errs[name+": Inclusive"] = s.Exclusive(v, v, n), s.Inclusive(v, v, n)
		errs[name+": ExclusiveBy"], errs[name+": InclusiveBy"] = s.ExclusiveBy(v, v, v, n), s.InclusiveBy(v, v, v, n)
		errs[name+": SegmentedExclusive"], errs[name+": Reserve"] = s.SegmentedExclusive(v, v, v, n, n), s.Reserve(1)
		errs[name+": Scan"] = s.Scan(scan.Call{Dst: v, Src: v, N: n})
		s.UseScratch(v)
		_, _, _ = s.Variant(), s.VariantFor(1), s.Programs()
		s.Release()
	}
	for name, h := range map[string]*scan.Histogram{"a nil Histogram": nil, "a zero Histogram": {}} {
		errs[name+": HistogramEven"], errs[name+": HistogramRange"] = h.HistogramEven(v, v, n), h.HistogramRange(v, v, v, n)
		errs[name+": Count"] = h.Count(scan.HistogramCall{Dst: v, Src: v, N: n})
		_ = h.Variant()
		h.Release()
	}
	for name, r := range map[string]*reduce.Reducer{"a nil Reducer": nil, "a zero Reducer": {}} {
		errs[name+": Reduce"], errs[name+": Segments"] = r.Reduce(v, v, n), r.SegmentedReduce(v, v, v, n, n)
		errs[name+": ReduceByKey"] = r.ReduceByKey(reduce.ByKey{Src: v, N: n})
		r.UseScratch(v)
		_, _ = r.Variant(), r.Programs()
		r.Release()
	}
	for name, im := range map[string]*reduce.Image{"a nil Image": nil, "a zero Image": {}} {
		errs[name+": Reduce"], errs[name+": ReduceHistogram"] = im.Reduce(v, 1, 0), im.ReduceHistogram(v, v, 1, 0)
		im.UseScratch(v)
		_ = im.Programs()
		if w, h := im.Size(8, 8); im.ResultBytes() != 0 || name == "a nil Image" && w+h != 0 {
			t.Errorf("%s has results: %d bytes, %d x %d", name, im.ResultBytes(), w, h)
		}
		im.Release()
	}
	for name, s := range map[string]*radix.Sorter{"a nil Sorter": nil, "a zero Sorter": {}} {
		errs[name+": Keys"], errs[name+": Pairs"] = s.SortKeys(v, v, n), s.SortPairs(v, v, v, v, n)
		errs[name+": Payload"], errs[name+": Argsort"] = s.SortValues(v, v, v, n), s.SortIndices(v, v, n)
		errs[name+": Records"], errs[name+": Segments"] = s.SortRecords(v, v, v, v, 4, n), s.SegmentedSort(v, v, v, v, 4, v, n, n)
		errs[name+": First of segments"] = s.SegmentedTopK(v, v, v, 1, v, n, n)
		errs[name+": TopK"], errs[name+": Partial"] = s.TopK(v, v, v, 1, n), s.PartialSort(v, v, v, 1, n)
		errs[name+": Reserve"] = s.Reserve(radix.ForKeys, 1)
		s.SetDescending(true)
		s.UseScratch(v)
		_ = s.Variant()
		s.Release()
	}
	for name, e := range map[string]*expand.Expander{"a nil Expander": nil, "a zero Expander": {}} {
		errs[name+": Owners"], errs[name+": OwnersOfLengths"] = e.Owners(v, v, v, n, n), e.OwnersOfLengths(v, v, v, n, n)
		errs[name+": Decode"], errs[name+": DecodeLengths"] = e.Decode(v, v, v, n, n), e.DecodeLengths(v, v, v, n, n)
		errs[name+": Reserve"] = e.Reserve(1)
		if r := e.Result(); r.Max() != 0 || e.Programs() != nil {
			t.Errorf("%s has programs, or a result: %v", name, r)
		}
		_ = e.Variant()
		e.Release()
	}
	for name, s := range map[string]*expand.Shuffler{"a nil Shuffler": nil, "a zero Shuffler": {}} {
		errs[name+": Permutation"], errs[name+": Sample"] = s.Permutation(v, n, 1), s.Sample(v, n, n, 1)
		errs[name+": Shuffle"], errs[name+": SampleRecords"] = s.Shuffle(v, v, 4, n, 1), s.SampleRecords(v, v, 4, n, n, 1)
		errs[name+": Reserve"], _ = s.Reserve(), s.Programs()
		s.Release()
	}
	for name, tr := range map[string]*expand.Transposer{"a nil Transposer": nil, "a zero Transposer": {}} {
		errs[name+": Columns"], errs[name+": ColumnsAt"] = tr.Columns(v, v, 4, 1, n), tr.ColumnsAt(v, v, v, 4, 1, n)
		errs[name+": Records"] = tr.Records(v, v, 4, 1, n)
		tr.Release()
	}
	for name, s := range map[string]*merge.Sorter{"a nil merge sorter": nil, "a zero merge sorter": {}} {
		errs[name+": SortKeys"], errs[name+": SortPairs"] = s.SortKeys(v, v, n), s.SortPairs(merge.Pairs{}, merge.Pairs{}, n)
		errs[name+": SortIndices"], errs[name+": Reserve"] = s.SortIndices(v, v, n), s.Reserve(merge.ForKeys, 1)
		s.UseScratch(v)
		s.SetIndices(v)
		_ = s.Programs()
		s.Release()
	}
	for name, m := range map[string]*merge.Merger{"a nil Merger": nil, "a zero Merger": {}} {
		errs[name+": Merge"], errs[name+": MergePairs"] = m.Merge(v, v, v, n, n), m.MergePairs(merge.Pairs{}, merge.Pairs{}, merge.Pairs{}, n, n)
		errs[name+": Reserve"], _ = m.Reserve(), m.Programs()
		m.Release()
	}
	for name, s := range map[string]*merge.Sets{"nil Sets": nil, "zero Sets": {}} {
		errs[name+": Union"], errs[name+": Intersection"] = s.Union(v, v, v, n, n), s.Intersection(v, v, v, n, n)
		errs[name+": Difference"], errs[name+": Reserve"] = s.Difference(v, v, v, n, n), s.Reserve(1)
		if r := s.Result(); r.Max() != 0 {
			t.Errorf("%s have a result: %v", name, r)
		}
		_, _ = s.Variant(), s.Programs()
		s.Release()
	}
	for name, s := range map[string]*merge.Searcher{"a nil Searcher": nil, "a zero Searcher": {}} {
		errs[name+": LowerBound"], errs[name+": UpperBound"] = s.LowerBound(v, v, v, n, n), s.UpperBound(v, v, v, n, n)
		errs[name+": Reserve"], _ = s.Reserve(), s.Programs()
		s.SetIndices(v)
		s.Release()
	}
	errs["a nil Sorter: SetBits"] = (*radix.Sorter)(nil).SetBits(0, 8)
	for what, err := range errs {
		if !errors.Is(err, gpu.ErrReleased) || !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// No constructor takes a Device that is nil or zero.
func TestNilDevicesAreRefused(t *testing.T) {
	failed := func(_ any, err error) error { return err }
	for _, d := range []*gpu.Device{nil, {}} {
		for name, err := range map[string]error{
			"compact: New":          failed(compact.New(d, compact.Options{})),
			"scan: New":             failed(scan.New(d, scan.Options{})),
			"scan: NewHistogram":    failed(scan.NewHistogram(d, scan.HistogramOptions{Bins: 4, Upper: 4})),
			"reduce: New":           failed(reduce.New(d, reduce.Options{})),
			"reduce: NewImage":      failed(reduce.NewImage(d, reduce.ImageOptions{})),
			"expand: New":           failed(expand.New(d, expand.Options{})),
			"expand: NewShuffler":   failed(expand.NewShuffler(d, expand.ShuffleOptions{})),
			"expand: NewTransposer": failed(expand.NewTransposer(d)),
			"merge: NewSorter":      failed(merge.NewSorter(d, merge.Options{})),
			"merge: NewMerger":      failed(merge.NewMerger(d, merge.Options{})),
			"merge: NewSets":        failed(merge.NewSets(d, merge.Options{})),
			"merge: NewSearcher":    failed(merge.NewSearcher(d, merge.Options{})),
			"radix":                 failed(radix.New(d, radix.Options{})),
		} {
			if !errors.Is(err, gpu.ErrReleased) || !strings.HasPrefix(err.Error(), name+": ") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Functions that take the Caps of any machine refuse those that no Device has.
func TestZeroCapsAreRefused(t *testing.T) {
	failed := func(_ int, err error) error { return err }
	var c gpu.Caps
	for name, err := range map[string]error{
		"compact.ScratchBytes":     failed(compact.ScratchBytes(c, compact.Options{}, 8)),
		"scan.ScratchBytes":        failed(scan.ScratchBytes(c, scan.Options{})),
		"reduce.ScratchBytes":      failed(reduce.ScratchBytes(c, reduce.Options{})),
		"reduce.ImageScratchBytes": failed(reduce.ImageScratchBytes(c, reduce.ImageOptions{}, 8, 8)),
		"merge.ScratchBytes":       failed(merge.ScratchBytes(c, merge.Options{}, merge.ForKeys, 8)),
		"radix.ScratchBytes":       failed(radix.ScratchBytes(c, radix.Options{}, radix.ForKeys, 8)),
	} {
		if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "MaxGroupInvocations is 0") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
