// SPDX-License-Identifier: MIT

package gputest

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
)

// AtMostNone tests calls by a count of at most 0. For 0 items a call reports nothing. For a word on
// the GPU that is above the maximum it returns no error either, and Device.Check returns
// gpu.ErrCount, as for any other maximum. A word in a Buffer of floats is refused, and so is
// the zero Count.
func AtMostNone(t *testing.T, dev *gpu.Device, calls map[string]func(n gpu.Count) error) {
	t.Helper()
	above := gpu.CountAt(Words(t, dev, []uint32{501}).View(), 0)
	floats, err := gpu.NewBuffer[float32](dev, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer floats.Release()
	for what, call := range calls {
		Run(t, dev, what, func(t *testing.T) {
			if err := errors.Join(call(gpu.N(0)), dev.Check()); err != nil {
				t.Errorf("no items: %v", err)
			}
			if err := call(above); err != nil {
				t.Errorf("at most 0 items: %v", err)
			}
			if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
				t.Errorf("Check after 501 of at most 0: %v, want %v", err, gpu.ErrCount)
			}
			if err := call(gpu.CountAt(floats.View(), 0)); !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "Buffer of float32") {
				t.Errorf("a count in a Buffer of floats: %v, want %v", err, gpu.ErrView)
			}
			if err := call(gpu.Count{}); !errors.Is(err, gpu.ErrCount) || !strings.Contains(err.Error(), "zero Count") {
				t.Errorf("the zero Count: %v, want %v", err, gpu.ErrCount)
			}
		})
	}
}
