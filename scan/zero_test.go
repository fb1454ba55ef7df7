// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A word above a maximum of 0 is reported as any other is.
func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev := gputest.Device(t)
	word := gputest.Words(t, dev, []uint32{501}).View()
	offsets := gputest.Words(t, dev, []uint32{0, 0, 0}).View()
	v, none, zero := gputest.Fresh(t, dev, 8).View(), gpu.View{}, gpu.CountAt(word, 0)
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
			for what, call := range map[string]func(n, count gpu.Count) error{
				"Inclusive":          func(n, _ gpu.Count) error { return whole.Inclusive(none, none, n) },
				"Exclusive":          func(n, _ gpu.Count) error { return whole.Exclusive(v, v, n) },
				"of an Operator":     func(n, _ gpu.Count) error { return sums.Exclusive(none, none, n) },
				"InclusiveBy":        func(n, _ gpu.Count) error { return flags.InclusiveBy(none, none, none, n) },
				"SegmentedInclusive": func(n, _ gpu.Count) error { return segments.SegmentedInclusive(none, none, offsets, gpu.N(2), n) },
				"segments":           func(_, n gpu.Count) error { return segments.SegmentedInclusive(none, none, offsets, n, gpu.N(0)) },
				"HistogramEven":      func(n, _ gpu.Count) error { return h.HistogramEven(v, none, n) },
			} {
				gputest.Run(t, dev, what, func(t *testing.T) {
					if err := call(gpu.N(0), gpu.N(0)); err != nil {
						t.Errorf("no items: %v", err)
					}
					if err := dev.Check(); err != nil {
						t.Errorf("Check after no items: %v", err)
					}
					if err := call(zero, zero); err != nil {
						t.Errorf("at most 0 items: %v", err)
					}
					if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
						t.Errorf("Check after 501 of at most 0: %v, want %v", err, gpu.ErrCount)
					}
				})
			}
		})
	}
}
