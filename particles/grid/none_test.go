// SPDX-License-Identifier: MIT

package grid

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev, none := gputest.Device(t), gpu.View{}
	g := newGrid(t, dev, Options{Capacity: 20, Cell: 1, Hashed: true})
	again := newGrid(t, dev, Options{Capacity: 20, Cell: 1, Hashed: true})
	gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
		"Build": func(n gpu.Count) error { return g.Build(none, n) },
		"Reorder": func(n gpu.Count) error {
			if err := again.Build(none, n); err != nil {
				return err
			}
			_ = dev.Check() // of Build
			return again.Reorder(none, none, 16)
		},
	})
}
