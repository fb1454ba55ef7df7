// SPDX-License-Identifier: MIT

package compact

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// More workgroups than a driver allows on an axis take further rows, and the last row may be longer
// than needed, as the comment of Result says.
func TestDispatchTakesFurtherRows(t *testing.T) {
	dev := gputest.Device(t)
	c, err := New(dev, Options{ItemsPerGroup: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	limit := dev.Caps().MaxGroups
	n := 2*limit + 2
	if n > 1<<22 {
		t.Skipf("this driver takes %d groups on an axis, want at most 2^21 for this test", limit)
	}
	words := make([]uint32, n)
	for i := range words {
		words[i] = 1
	}
	src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, n)
	if err := c.Compact(dst.View(), src.View(), gpu.N(n)); err != nil {
		t.Fatal(err)
	}
	var got [3]uint32
	if err := gpu.Download(dev, c.Result().Dispatch, got[:]); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "workgroups", got[:], []uint32{uint32(limit), 3, 1})
}
