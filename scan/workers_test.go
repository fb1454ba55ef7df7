// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// The documented error for a number of workers that no driver takes.
func TestWorkersOutOfRangeAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	for _, workers := range []int{-1, 4097} {
		tune := gpu.Tuning{Workers: workers}
		if _, err := New(dev, Options{Tuning: tune}); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("New with %d workers: %v, want %v", workers, err, gpu.ErrArgument)
		}
		if _, err := NewHistogram(dev, HistogramOptions{Bins: 4, Upper: 4, Tuning: tune}); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("NewHistogram with %d workers: %v, want %v", workers, err, gpu.ErrArgument)
		}
	}
}
