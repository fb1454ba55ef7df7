// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A sorter remembers what it has compiled. Other bits, another use and more keys need other
// kernels: it compiles them.
func TestChangedSortCompilesItsKernels(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Tunings(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			r := rand.New(rand.NewSource(3))
			s, err := New(dev, Options{Tuning: tune, Bits: 8})
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range []struct {
				bits, n int
				argsort bool
			}{{8, 700, true}, {32, 700, true}, {8, 700, false}, {32, 700, false}, {16, 9000, true}, {32, 9000, true}, {32, 300, false}} {
				what := fmt.Sprintf("%s, call %d, %+v", s.Variant(), i, c)
				if err := s.SetBits(0, c.bits); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				keys, mask := make([]uint32, c.n), uint32(1)<<c.bits-1
				order := make([]uint32, c.n)
				for i := range keys {
					keys[i], order[i] = r.Uint32(), uint32(i)
				}
				slices.SortStableFunc(order, func(a, b uint32) int { return int(int64(keys[a]&mask) - int64(keys[b]&mask)) })
				want := make([]uint32, c.n)
				for i, from := range order {
					want[i] = keys[from]
				}
				src, dst := gputest.Words(t, dev, keys), gputest.Fresh(t, dev, c.n)
				if c.argsort {
					want = order
					err = s.SortIndices(dst.View(), src.View(), gpu.N(c.n))
				} else {
					err = s.SortKeys(dst.View(), src.View(), gpu.N(c.n))
				}
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				gputest.Equal(t, what, dst.Get(), want)
				src.Free()
				dst.Free()
			}
			s.Release()
		})
	}
}

// A call for no more keys than Reserve was given looks for no kernels again.
func TestReserveKeepsLargestSize(t *testing.T) {
	s, err := New(gputest.Device(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	for _, c := range []struct{ n, want int }{{50, 51}, {100, 101}, {70, 101}} {
		if err := s.Reserve(ForKeys, c.n); err != nil {
			t.Fatal(err)
		}
		if got := s.reserved[ForKeys]; got != c.want {
			t.Errorf("after Reserve for %d keys: reserved is %d, want %d", c.n, got, c.want)
		}
	}
}
