// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// After Reserve no call of as many items or fewer compiles anything, and each is right.
func TestReserve(t *testing.T) {
	dev := gputest.Device(t)
	const most = 5000
	for _, o := range []Options{{}, {By: Flags}, {Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}}} {
		gputest.Run(t, dev, fmt.Sprint(o.By, ",", o.Algorithm), func(t *testing.T) {
			s, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			if len(s.tiles) == 1 && s.tiles[0].Kernel == nil {
				t.Error("New left its only kernel to a call")
			}
			for i := range s.tiles { // so that few items pass through all of them
				s.tiles[i].Most = min(s.tiles[i].Most, 40*(i+1)*(i+1))
			}
			for _, n := range []int{-1, gpu.MaxItems + 1} {
				if err := s.Reserve(n); !errors.Is(err, gpu.ErrCount) {
					t.Errorf("Reserve(%d): %v", n, err)
				}
			}
			for _, n := range []int{0, gpu.MaxItems} {
				if err := s.Reserve(n); errors.Is(err, gpu.ErrCount) {
					t.Errorf("Reserve(%d): %v", n, err)
				}
			}
			if err := s.Reserve(most); err != nil {
				t.Fatal(err)
			}
			compiled, cached := dev.Programs()
			items := make([]uint32, most)
			for i := range items {
				items[i] = uint32(3*i + 1)
			}
			src, by, dst := gputest.Words(t, dev, items), gputest.Words(t, dev, make([]uint32, most)), gputest.Fresh(t, dev, most)
			for _, n := range []int{1, 40, 41, 160, 161, 1000, most} {
				if o.By == Flags {
					err = s.ExclusiveBy(dst.View(), src.View(), by.View(), gpu.N(n))
				} else {
					err = s.Exclusive(dst.View(), src.View(), gpu.N(n))
				}
				if err != nil {
					t.Fatal(err)
				}
				want, sum := make([]uint32, n), uint32(0)
				for i := range want {
					want[i] = sum
					sum += items[i]
				}
				gputest.Equal(t, fmt.Sprint("scan of ", n), dst.Get()[:n], want)
			}
			if a, b := dev.Programs(); a != compiled || b != cached {
				t.Errorf("%v: %d programs compiled and %d loaded by calls", o.By, a-compiled, b-cached)
			}
			s.Release()
			if err := s.Reserve(1); !errors.Is(err, gpu.ErrReleased) {
				t.Errorf("after Release: %v", err)
			}
			for _, b := range []*gputest.Guarded{src, by, dst} {
				b.Free()
			}
		})
	}
}

// Tiles for fewer items are smaller, and the largest call with them may have more tiles than the
// largest call of all.
func TestReserveCountsTheTilesOfFewerItems(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			s, err := New(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			few := 7 * s.shape.TileSize()
			if len(s.tiles) > 0 {
				few = 7 * s.tiles[0].Shape.TileSize()
			}
			for i := range len(s.tiles) - 1 {
				s.tiles[i].Most = few
			}
			src, dst := gputest.Words(t, dev, make([]uint32, few+1)), gputest.Fresh(t, dev, few+1)
			if err := s.Reserve(few + 1); err != nil {
				t.Fatal(err)
			}
			before := gputest.BuffersNow()
			for _, n := range []int{few + 1, few, few / 2} {
				if err := s.Exclusive(dst.View(), src.View(), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
			}
			if after := gputest.BuffersNow(); !slices.Equal(before, after) {
				t.Errorf("%s: the buffers are %v, and were %v before the calls", s.Variant(), after, before)
			}
		})
	}
}

// A caller's uniform reaches every kernel that has it.
func TestProgramsListsEveryKernel(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Tunings(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			s, err := New(dev, Options{Operator: &affine, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			want := len(s.tiles)
			if s.twoStep {
				want += 2
			}
			if got := s.Programs(); len(got) != want {
				t.Errorf("%s: %d programs, want %d", s.Variant(), len(got), want)
			}
			s.Release()
		})
	}
}
