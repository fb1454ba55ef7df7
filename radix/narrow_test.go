// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Signed keys and halves of few bits come out packed as they went in, in the order of numbers. The
// bits behind the last one stay.
func TestNarrowKeysAreOrderedAsNumbers(t *testing.T) {
	dev := gputest.Device(t)
	for name, tt := range map[string]struct {
		t          gpu.Type
		keys, want []uint64
		descending bool
	}{
		"int8":  {gpu.Int8, []uint64{3, 0xFF, 0x80, 0, 0x7F}, []uint64{0x80, 0xFF, 0, 3, 0x7F}, false},
		"int16": {gpu.Int16, []uint64{3, 0xFFFF, 0x8000, 0, 0x7FFF}, []uint64{0x7FFF, 3, 0, 0xFFFF, 0x8000}, true},
		// 1, -inf, -NaN, 0, the least above 0, NaN, -0, the greatest below -0, -1, inf, 65504
		"float16": {
			gpu.Float16, []uint64{0x3C00, 0xFC00, 0xFE00, 0, 1, 0x7E00, 0x8000, 0x8001, 0xBC00, 0x7C00, 0x7BFF},
			[]uint64{0xFE00, 0xFC00, 0xBC00, 0x8001, 0x8000, 0, 1, 0x3C00, 0x7BFF, 0x7C00, 0x7E00}, false,
		},
	} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			s, err := New(dev, Options{Type: tt.t, Descending: tt.descending})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			k := gputest.Words(t, dev, packed(tt.t, tt.keys))
			if err := s.SortKeys(k.View(), k.View(), gpu.N(len(tt.keys))); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "keys", k.Get(), packed(tt.t, tt.want))
			k.Free()
		})
	}
}

// A Buffer of 10 bytes has words for 12, of which two are no keys.
func TestNarrowKeysOfAPartialWord(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{Type: gpu.Uint8})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	src, dst := gputest.BufferOf[uint8](t, dev, 10), gputest.BufferOf[uint8](t, dev, 10)
	if err := s.SortKeys(dst, src, gpu.N(10)); err != nil {
		t.Error(err)
	}
	for _, n := range []int{11, 12} {
		if err := s.SortKeys(dst, src, gpu.N(n)); !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "holds 10 items of 1 bytes") {
			t.Errorf("%d of 10 keys: %v", n, err)
		}
	}
	part, err := src.Slice(4, 12)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SortIndices(gputest.Fresh(t, dev, 8).View(), part, gpu.N(7)); !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "holds 6 items") {
		t.Errorf("7 of 6 keys: %v", err)
	}
}
