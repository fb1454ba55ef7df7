// SPDX-License-Identifier: MIT

package limits

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// turned is the word after so many turns.
func turned(turns int) uint32 {
	x := uint32(1)
	for range turns {
		x = x*1664525 + 1013904223
	}
	return x
}

func TestHoldTurns(t *testing.T) {
	dev := gputest.Device(t)
	h, err := NewHold(dev)
	if err != nil {
		t.Fatal(err)
	}
	gputest.Each(t, dev, "turns", []int{0, 1, 1000, 60000}, func(t *testing.T, turns int) {
		if err := h.Run(turns); err != nil {
			t.Fatal(err)
		}
		got, err := h.word.Download()
		if err != nil || got[0] != turned(turns) {
			t.Errorf("%d turns: %v, %v, want %d", turns, got, err, turned(turns))
		}
	})
	if err := h.Run(-1); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("less than none: %v", err)
	}
	h.Release()
	h.Release()
	if err := h.Run(1); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("released: %v", err)
	}
}
