// SPDX-License-Identifier: MIT

package reduce

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev := gputest.Device(t)
	offsets, none := gputest.Words(t, dev, []uint32{0, 0, 0}).View(), gpu.View{}
	v, one := gputest.Fresh(t, dev, 8).View(), gputest.Fresh(t, dev, 1).View()
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			made := func(o Options) *Reducer {
				o.Tuning = tune
				r, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(r.Release)
				return r
			}
			whole, segments, runs := made(Options{}), made(Options{Segmented: true}), made(Options{ByKey: true})
			gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
				"Reduce":          func(n gpu.Count) error { return whole.Reduce(one, none, n) },
				"SegmentedReduce": func(n gpu.Count) error { return segments.SegmentedReduce(v, none, offsets, gpu.N(2), n) },
				"segments":        func(n gpu.Count) error { return segments.SegmentedReduce(none, none, offsets, n, gpu.N(0)) },
				"ReduceByKey":     func(n gpu.Count) error { return runs.ReduceByKey(ByKey{N: n, Runs: one}) },
			})
		})
	}
}
