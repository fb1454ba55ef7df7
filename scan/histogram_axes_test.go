// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Even bins of a second axis of floats that does not begin at 0.
func TestHistogramSecondAxisOfFloats(t *testing.T) {
	dev := gputest.Device(t)
	for i, y := range []Axis{
		{Type: gpu.Float32, Bins: 13, Lower: -3.5, Upper: 12.25},
		{Type: gpu.Float32, Bins: 8, Lower: 100, Upper: 101},
	} {
		gputest.Run(t, dev, fmt.Sprintf("lower=%v,upper=%v", y.Lower, y.Upper), func(t *testing.T) {
			o := HistogramOptions{Type: gpu.Uint32, Bins: 2, Upper: 1 << 32, Y: y}
			h := newHistogram(t, dev, o)
			defer h.Release()
			histCount(t, dev, h, histMade(rand.New(rand.NewSource(int64(i))), o, 3001))
		})
	}
}
