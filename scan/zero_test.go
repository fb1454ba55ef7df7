// SPDX-License-Identifier: MIT

package scan

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev := gputest.Device(t)
	offsets := gputest.Words(t, dev, []uint32{0, 0, 0}).View()
	v, none := gputest.Fresh(t, dev, 8).View(), gpu.View{}
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			made := func(o Options) *Scanner {
				o.Tuning = tune
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(s.Release)
				return s
			}
			whole, flags, segments := made(Options{}), made(Options{By: Flags}), made(Options{By: Offsets})
			op := &gpu.Operator{GLSL: "float combine(float a, float b) { return a + b; }", Item: "float", Bytes: 4, Identity: "0.0"}
			sums := made(Options{Operator: op})
			h, err := NewHistogram(dev, HistogramOptions{Bins: 4, Upper: 4, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(h.Release)
			gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
				"Inclusive":          func(n gpu.Count) error { return whole.Inclusive(none, none, n) },
				"Exclusive":          func(n gpu.Count) error { return whole.Exclusive(v, v, n) },
				"of an Operator":     func(n gpu.Count) error { return sums.Exclusive(none, none, n) },
				"InclusiveBy":        func(n gpu.Count) error { return flags.InclusiveBy(none, none, none, n) },
				"SegmentedInclusive": func(n gpu.Count) error { return segments.SegmentedInclusive(none, none, offsets, gpu.N(2), n) },
				"segments":           func(n gpu.Count) error { return segments.SegmentedInclusive(none, none, offsets, n, gpu.N(0)) },
				"HistogramEven":      func(n gpu.Count) error { return h.HistogramEven(v, none, n) },
			})
		})
	}
}
