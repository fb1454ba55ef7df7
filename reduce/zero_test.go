// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A word above a maximum of 0 is reported as any other is.
func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev := gputest.Device(t)
	zero := gpu.CountAt(gputest.Words(t, dev, []uint32{501}).View(), 0)
	offsets, none := gputest.Words(t, dev, []uint32{0, 0, 0}).View(), gpu.View{}
	v, one := gputest.Fresh(t, dev, 8).View(), gputest.Fresh(t, dev, 1).View()
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for what, c := range map[string]struct {
				o    Options
				call func(r *Reducer) error
			}{
				"Reduce": {Options{}, func(r *Reducer) error { return r.Reduce(one, none, zero) }},
				"SegmentedReduce": {Options{Segmented: true}, func(r *Reducer) error {
					return r.SegmentedReduce(v, none, offsets, gpu.N(2), zero)
				}},
				"segments": {Options{Segmented: true}, func(r *Reducer) error {
					return r.SegmentedReduce(none, none, offsets, zero, gpu.N(0))
				}},
				"ReduceByKey": {Options{ByKey: true}, func(r *Reducer) error { return r.ReduceByKey(ByKey{N: zero, Runs: one}) }},
			} {
				gputest.Run(t, dev, what, func(t *testing.T) {
					c.o.Tuning = tune
					r, err := New(dev, c.o)
					if err != nil {
						t.Fatal(err)
					}
					defer r.Release()
					if err := c.call(r); err != nil {
						t.Error(err)
					}
					if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
						t.Errorf("Check after 501 of at most 0: %v, want %v", err, gpu.ErrCount)
					}
				})
			}
		})
	}
}
