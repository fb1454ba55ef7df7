// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Records of released buffers are refused, and not taken for records that are left out.
func TestSegmentedSortRefusesReleasedRecords(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	var records [2]*gpu.Buffer[uint32]
	for i := range records {
		if records[i], err = gpu.NewBuffer[uint32](dev, 4); err != nil {
			t.Fatal(err)
		}
		records[i].Release()
	}
	keys, sorted, offsets := gputest.Words(t, dev, []uint32{3, 1, 2, 0}), gputest.Fresh(t, dev, 4), gputest.Words(t, dev, []uint32{0, 2, 4})
	err = s.SegmentedSort(sorted.View(), records[0].View(), keys.View(), records[1].View(), 4, offsets.View(), gpu.N(2), gpu.N(4))
	if !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("got %v, want %v", err, gpu.ErrReleased)
	}
}
