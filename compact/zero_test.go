// SPDX-License-Identifier: MIT

package compact

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev, none := gputest.Device(t), gpu.View{}
	made := func(o Options) *Compactor {
		c, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Release)
		return c
	}
	plain, mask, parts := made(Options{}), made(Options{By: Mask}), made(Options{Classes: 2})
	split, indices := made(Options{Output: Split}), made(Options{Output: Indices})
	runs, wide := made(Options{Output: Runs}), made(Options{Output: Runs, Stride: 12})
	gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
		"Compact":     func(n gpu.Count) error { return plain.Compact(none, none, n) },
		"CompactBy":   func(n gpu.Count) error { return mask.CompactBy(none, none, none, n) },
		"Partition":   func(n gpu.Count) error { return parts.Partition(none, none, n) },
		"Split":       func(n gpu.Count) error { return split.Split(none, none, none, n) },
		"Indices":     func(n gpu.Count) error { return indices.Indices(none, none, n) },
		"RunLengths":  func(n gpu.Count) error { return runs.RunLengths(none, none, none, none, n) },
		"of 12 bytes": func(n gpu.Count) error { return wide.RunLengths(none, none, none, none, n) },
	})
}
