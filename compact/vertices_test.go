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
