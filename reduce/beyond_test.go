// SPDX-License-Identifier: MIT

package reduce

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// An offset above n counts as n: a number of items on the GPU may be lower than the offsets say.
func TestOffsetsAboveN(t *testing.T) {
	dev := gputest.Device(t)
	const most = 40_000
	r := rand.New(rand.NewSource(3))
	src := make([]uint32, most)
	for i := range src {
		src[i] = r.Uint32()
	}
	items := gputest.Words(t, dev, src).View()
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for _, longest := range []int{3, 40, 9000} {
				for _, n := range []int{0, 1, 777, 30_011, most - 1} {
					offsets := []uint32{uint32(r.Intn(5))}
					for int(offsets[len(offsets)-1]) < most {
						offsets = append(offsets, offsets[len(offsets)-1]+uint32(r.Intn(longest)))
					}
					offsets = append(offsets, 1<<31, 0xFFFFFFFF, 0xFFFFFFFF)
					segments := len(offsets) - 1
					want := make([]uint32, segments)
					for s := range want {
						for i := offsets[s]; i < min(offsets[s+1], uint32(n)); i++ {
							want[s] += src[i]
						}
					}
					red, err := New(dev, Options{Segmented: true, Tuning: tune})
					if err != nil {
						t.Fatal(err)
					}
					at := gputest.Words(t, dev, offsets).View()
					for what, count := range map[string]gpu.Count{"host": gpu.N(n), "GPU": gpu.CountAt(gputest.Words(t, dev, []uint32{uint32(n)}).View(), most)} {
						dst := gputest.Fresh(t, dev, segments)
						if err := red.SegmentedReduce(dst.View(), items, at, gpu.N(segments), count); err != nil {
							t.Fatal(err)
						}
						if got := dst.Get(); !slices.Equal(got, want) {
							bad := 0
							for got[bad] == want[bad] {
								bad++
							}
							t.Errorf("n=%d on the %s, segments up to %d: result %d of %d is %#x, want %#x (offsets %d to %d)", n, what, longest, bad, segments, got[bad], want[bad], offsets[bad], offsets[bad+1])
						}
					}
					red.Release()
				}
			}
		})
	}
}
