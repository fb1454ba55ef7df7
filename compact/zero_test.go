// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A word above a maximum of 0 is reported as any other is.
func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev := gputest.Device(t)
	n, none := gpu.CountAt(gputest.Words(t, dev, []uint32{501}).View(), 0), gpu.View{}
	for what, c := range map[string]struct {
		o    Options
		call func(c *Compactor) error
	}{
		"Compact":    {Options{}, func(c *Compactor) error { return c.Compact(none, none, n) }},
		"CompactBy":  {Options{By: Mask}, func(c *Compactor) error { return c.CompactBy(none, none, none, n) }},
		"Partition":  {Options{Classes: 2}, func(c *Compactor) error { return c.Partition(none, none, n) }},
		"Split":      {Options{Output: Split}, func(c *Compactor) error { return c.Split(none, none, none, n) }},
		"Indices":    {Options{Output: Indices}, func(c *Compactor) error { return c.Indices(none, none, n) }},
		"RunLengths": {Options{Output: Runs}, func(c *Compactor) error { return c.RunLengths(none, none, none, none, n) }},
		"of 12 bytes": {Options{Output: Runs, Stride: 12}, func(c *Compactor) error {
			return c.RunLengths(none, none, none, none, n)
		}},
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			k, err := New(dev, c.o)
			if err != nil {
				t.Fatal(err)
			}
			defer k.Release()
			if err := c.call(k); err != nil {
				t.Error(err)
			}
			if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
				t.Errorf("Check after 501 of at most 0: %v, want %v", err, gpu.ErrCount)
			}
		})
	}
}
