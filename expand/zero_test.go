// SPDX-License-Identifier: MIT

package expand

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev := gputest.Device(t)
	e, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	tr, err := NewTransposer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Release()
	s := makeShuffler(t, dev)
	offsets := gputest.Words(t, dev, []uint32{0, 0, 0}).View()
	five := gputest.Fresh(t, dev, 5).View()
	none, zero := gpu.View{}, gpu.N(0)
	gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
		"Owners":                   func(n gpu.Count) error { return e.Owners(none, none, offsets, gpu.N(2), n) },
		"Owners, segments":         func(n gpu.Count) error { return e.Owners(none, none, offsets, n, zero) },
		"OwnersOfLengths":          func(n gpu.Count) error { return e.OwnersOfLengths(none, none, none, n, zero) },
		"Decode":                   func(n gpu.Count) error { return e.Decode(none, none, offsets, n, n) },
		"Columns":                  func(n gpu.Count) error { return tr.Columns(none, none, 8, 0, n) },
		"ColumnsAt":                func(n gpu.Count) error { return tr.ColumnsAt(none, none, none, 8, 0, n) },
		"transposer Records":       func(n gpu.Count) error { return tr.Records(none, none, 8, 0, n) },
		"Permutation":              func(n gpu.Count) error { return s.Permutation(none, n, 1) },
		"Sample, k":                func(k gpu.Count) error { return s.Sample(none, k, gpu.N(5), 1) },
		"Sample, n":                func(n gpu.Count) error { return s.Sample(none, gpu.N(0), n, 1) },
		"Shuffle":                  func(n gpu.Count) error { return s.Shuffle(none, none, 8, n, 1) },
		"SampleRecords of records": func(k gpu.Count) error { return s.SampleRecords(none, five, 4, k, gpu.N(5), 1) },
	})
}
