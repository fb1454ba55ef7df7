// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
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
	errs["a nil Sorter: SetBits"] = (*radix.Sorter)(nil).SetBits(0, 8)
	for what, err := range errs {
		if !errors.Is(err, gpu.ErrReleased) || !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
