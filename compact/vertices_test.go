// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// As many vertices as a draw can count are drawn, and one item more is an error.
func TestVertexCountLimit(t *testing.T) {
	dev := gputest.Device(t)
	c, err := New(dev, Options{VerticesPerItem: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	src, dst := gputest.Words(t, dev, []uint32{7, 8, 9, 10}), gputest.Fresh(t, dev, 4)
	if err := c.Compact(dst.View(), src.View(), gpu.N(3)); err != nil {
		t.Errorf("3 items of 2^30 vertices: %v", err)
	}
	if err := c.Compact(dst.View(), src.View(), gpu.N(4)); !errors.Is(err, gpu.ErrTooLarge) {
		t.Errorf("4 items of 2^30 vertices: got %v, want %v", err, gpu.ErrTooLarge)
	}
}

// With Clamp no more items are drawn than dst has room for.
func TestVertexCountLimitOfRoom(t *testing.T) {
	dev := gputest.Device(t)
	c, err := New(dev, Options{VerticesPerItem: 1 << 30, Clamp: true, Tuning: gpu.Tuning{Lanes: gpu.LanesShared}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	src := gputest.Words(t, dev, []uint32{7, 0, 9, 10})
	for _, tt := range []struct {
		room, n int
		want    error
	}{{3, 4, nil}, {4, 3, nil}, {4, 4, gpu.ErrTooLarge}} {
		dst := gputest.Fresh(t, dev, tt.room)
		if err := c.Compact(dst.View(), src.View(), gpu.N(tt.n)); !errors.Is(err, tt.want) {
			t.Errorf("%d items of 2^30 vertices into room for %d: %v, want %v", tt.n, tt.room, err, tt.want)
		}
		dst.Free()
	}
}
