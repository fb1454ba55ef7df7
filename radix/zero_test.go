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
	gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
		"SortKeys":             func(n gpu.Count) error { return plain.SortKeys(none, none, n) },
		"SortPairs":            func(n gpu.Count) error { return plain.SortPairs(none, none, none, none, n) },
		"SortValues":           func(n gpu.Count) error { return plain.SortValues(none, none, none, n) },
		"SortIndices":          func(n gpu.Count) error { return plain.SortIndices(none, none, n) },
		"SortRecords":          func(n gpu.Count) error { return plain.SortRecords(none, none, none, none, 8, n) },
		"SortKeys of records":  func(n gpu.Count) error { return records.SortKeys(none, none, n) },
		"SortKeys of 128 bits": func(n gpu.Count) error { return wide.SortKeys(none, none, n) },
		"SortKeys as planned":  func(n gpu.Count) error { return planned.SortKeys(none, none, n) },
	})
}
