// SPDX-License-Identifier: MIT

package gpu_test

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev, none := gputest.Device(t), gpu.View{}
	five, one := gputest.Words(t, dev, []uint32{1, 2, 3, 4, 5}).View(), gputest.Fresh(t, dev, 1).View()
	gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
		"Copy":           func(n gpu.Count) error { return dev.Copy(none, none, n) },
		"Copy of five":   func(n gpu.Count) error { return dev.Copy(gputest.Fresh(t, dev, 5).View(), five, n) },
		"CombineCounts":  func(n gpu.Count) error { _, err := dev.CombineCounts(one, gpu.CountSum, n, gpu.N(5)); return err },
		"the second one": func(n gpu.Count) error { _, err := dev.CombineCounts(one, gpu.CountMax, gpu.N(5), n); return err },
	})
}
