// SPDX-License-Identifier: MIT

package kernel_test

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev, none := gputest.Device(t), gpu.View{}
	g, err := kernel.NewGatherer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Release()
	words := gputest.Words(t, dev, []uint32{0, 1, 2, 3}).View()
	gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
		"Gather":         func(n gpu.Count) error { return g.Gather(none, none, none, n, 4) },
		"Gather of four": func(n gpu.Count) error { return g.Gather(gputest.Fresh(t, dev, 4).View(), words, words, n, 8) },
	})
}
