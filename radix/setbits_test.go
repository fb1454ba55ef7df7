// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A range outside the key is an error, even where the sum of its numbers overflows. The sorter
// keeps its range.
func TestRangesOutsideTheKeyAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{FirstBit: 3, Bits: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	for _, r := range [][2]int{
		{8, math.MaxInt}, {1, math.MaxInt}, {0, math.MaxInt}, {31, 2}, {0, 33}, {32, 0}, {32, 1}, {0, -1}, {0, math.MinInt},
		{-1, 1}, {math.MinInt, 0}, {math.MaxInt, 0}, {math.MaxInt, math.MaxInt}, {math.MinInt, math.MinInt},
	} {
		_, made := New(dev, Options{FirstBit: r[0], Bits: r[1]})
		_, sized := ScratchBytes(dev.Caps(), Options{FirstBit: r[0], Bits: r[1]}, ForKeys, 10)
		for what, err := range map[string]error{"New": made, "ScratchBytes": sized, "SetBits": s.SetBits(r[0], r[1])} {
			if words := fmt.Sprintf("FirstBit is %d", r[0]); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), words) {
				t.Errorf("%s with %d bits from %d: %v, want %v with %q", what, r[1], r[0], err, gpu.ErrArgument, words)
			}
		}
	}
	if s.o.FirstBit != 3 || s.o.Bits != 5 {
		t.Errorf("the range is %d bits from %d, want 5 from 3", s.o.Bits, s.o.FirstBit)
	}
}

func TestSetBitsOfReleasedSorter(t *testing.T) {
	s, err := New(gputest.Device(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Release()
	for what, s := range map[string]*Sorter{"nil": nil, "not made by New": {}, "released": s} {
		if err := s.SetBits(0, 8); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("%s: %v, want %v", what, err, gpu.ErrReleased)
		}
	}
}

func TestTooManyWorkersAreAnArgumentError(t *testing.T) {
	for _, workers := range []int{-1, 4097, 5000} {
		s, err := New(gputest.Device(t), Options{Tuning: gpu.Tuning{Workers: workers}})
		if words := fmt.Sprintf("Workers is %d", workers); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(fmt.Sprint(err), words) {
			t.Errorf("%v, want %v with %q", err, gpu.ErrArgument, words)
			s.Release()
		}
	}
}
