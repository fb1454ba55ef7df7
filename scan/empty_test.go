// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Millions of empty segments at one item, and some in every tile: no workgroup walks them all.
func TestEmptySegments(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range []gpu.Tuning{{}, {Lanes: gpu.LanesShared, Workers: 3}, {Algorithm: gpu.SinglePass}} {
		if tune == (gpu.Tuning{}) && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			r := rand.New(rand.NewSource(32))
			s, err := New(dev, Options{By: Offsets, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			const n = 40_000
			millions := 1
			if gputest.Nightly() {
				millions = 12
			}
			tile := s.shape.TileSize()
			around := make([]uint32, millions*1_000_000) // zeros, then n
			for i := len(around) / 6; i < len(around); i++ {
				around[i] = n / 3
			}
			around[len(around)-1] = n
			each := make([]uint32, 0, 9*n) // up to 8 empty ones at each item
			for i := range n {
				for range 1 + r.Intn(8) {
					each = append(each, uint32(i))
				}
			}
			tests := map[string][]uint32{"around": around, "each": append(each, n)}
			for more := -1; more <= 1; more++ { // around as many as a tile walks
				edge := []uint32{0}
				for range 2*tile - 2 + more {
					edge = append(edge, uint32(tile/2))
				}
				tests[fmt.Sprint("edge ", more)] = append(edge, uint32(tile-1), uint32(tile), uint32(tile)+1, n)
			}
			words := make([]uint32, n)
			for i := range words {
				words[i] = r.Uint32()
			}
			src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, n)
			for name, offsets := range tests {
				gputest.Run(t, dev, name, func(t *testing.T) {
					head, want, sum := map[uint32]bool{}, make([]uint32, n), uint32(0)
					for i := range offsets {
						if i == 0 || offsets[i] != offsets[i-1] {
							head[offsets[i]] = true
						}
					}
					for i, w := range words {
						if head[uint32(i)] {
							sum = 0
						}
						sum += w
						want[i] = sum
					}
					at := gputest.Words(t, dev, offsets)
					if err := s.SegmentedInclusive(dst.View(), src.View(), at.View(), gpu.N(len(offsets)-1), gpu.N(n)); err != nil {
						t.Fatal(err)
					}
					gputest.Equal(t, fmt.Sprintf("%s, %s", name, gputest.Name(tune)), dst.Get(), want)
					at.Free()
				})
			}
			src.Free()
			dst.Free()
			s.Release()
		})
	}
}
