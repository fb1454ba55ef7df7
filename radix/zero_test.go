// SPDX-License-Identifier: MIT

package radix

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev, none := gputest.Device(t), gpu.View{}
	made := func(o Options) *Sorter {
		s, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Release)
		return s
	}
	records := made(Options{Key: "uint key(uint r) { return r & 15u; }", Record: "uint", RecordBytes: 4})
	plain, wide, planned := made(Options{}), made(Options{Type: gpu.Uint128}), made(Options{SkipSorted: true})
	offsets, five := gputest.Words(t, dev, []uint32{0, 0}).View(), gputest.Fresh(t, dev, 5).View()
	two, two2 := gputest.Fresh(t, dev, 2).View(), gputest.Fresh(t, dev, 2).View()
	gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
		"SortKeys":                func(n gpu.Count) error { return plain.SortKeys(none, none, n) },
		"SortPairs":               func(n gpu.Count) error { return plain.SortPairs(none, none, none, none, n) },
		"SortValues":              func(n gpu.Count) error { return plain.SortValues(none, none, none, n) },
		"SortIndices":             func(n gpu.Count) error { return plain.SortIndices(none, none, n) },
		"SortRecords":             func(n gpu.Count) error { return plain.SortRecords(none, none, none, none, 8, n) },
		"TopK":                    func(n gpu.Count) error { return plain.TopK(none, none, none, 3, n) },
		"PartialSort":             func(n gpu.Count) error { return plain.PartialSort(none, none, none, 3, n) },
		"TopK of none":            func(n gpu.Count) error { return plain.TopK(none, none, none, 0, n) },
		"TopK of records":         func(n gpu.Count) error { return records.TopK(none, none, none, 3, n) },
		"SegmentedSort":           func(n gpu.Count) error { return plain.SegmentedSort(none, none, none, none, 0, offsets, gpu.N(1), n) },
		"SegmentedSort, segments": func(n gpu.Count) error { return plain.SegmentedSort(none, none, none, none, 0, offsets, n, gpu.N(0)) },
		"SegmentedSort of five, segments": func(n gpu.Count) error {
			return plain.SegmentedSort(gputest.Fresh(t, dev, 5).View(), none, five, none, 0, offsets, n, gpu.N(5))
		},
		"SegmentedTopK":                   func(n gpu.Count) error { return plain.SegmentedTopK(two, two2, none, 2, offsets, gpu.N(1), n) },
		"SegmentedTopK, segments":         func(n gpu.Count) error { return plain.SegmentedTopK(none, none, none, 2, offsets, n, gpu.N(0)) },
		"SegmentedTopK of five, segments": func(n gpu.Count) error { return plain.SegmentedTopK(none, none, five, 2, offsets, n, gpu.N(5)) },
		"SegmentedTopK of none":           func(n gpu.Count) error { return plain.SegmentedTopK(none, none, none, 0, offsets, gpu.N(1), n) },
		"SortKeys of records":             func(n gpu.Count) error { return records.SortKeys(none, none, n) },
		"SortKeys of 128 bits":            func(n gpu.Count) error { return wide.SortKeys(none, none, n) },
		"SortKeys as planned":             func(n gpu.Count) error { return planned.SortKeys(none, none, n) },
	})
}
