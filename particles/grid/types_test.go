// SPDX-License-Identifier: MIT

package grid

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Buffers of numbers that are no float32 hold no positions: Build would take their bits for some.
// Those of words and of structs may hold any record.
func TestBuffersWithoutPositionsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	g := newGrid(t, dev, Options{Capacity: 2, Cell: 1, Hashed: true, Stride: 16})
	n := gpu.N(2)
	for what, c := range map[string]struct {
		src  gpu.View
		want string // "" builds
	}{
		"int32": {gputest.BufferOf[int32](t, dev, 8), "Buffer of int32"}, "float64": {gputest.BufferOf[float64](t, dev, 4), "Buffer of float64"},
		"uint64": {gputest.BufferOf[uint64](t, dev, 4), "Buffer of uint64"}, "float32": {gputest.BufferOf[float32](t, dev, 8), ""},
		"uint32": {gputest.BufferOf[uint32](t, dev, 8), ""}, "struct": {gputest.BufferOf[[4]float32](t, dev, 2), ""},
	} {
		err := g.Build(c.src, n)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "grid: Build: src is a view of a "+c.want)) {
			t.Errorf("%s: %v", what, err)
		}
	}
	words := gputest.Fresh(t, dev, 2).View()
	for what, err := range map[string]error{
		"dst": g.Reorder(gputest.BufferOf[uint64](t, dev, 1), words, 4), "src": g.Reorder(words, gputest.BufferOf[float64](t, dev, 1), 4),
	} {
		if !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "grid: Reorder: "+what+" is a view of a Buffer of 64-bit numbers, want items of 4 bytes") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
