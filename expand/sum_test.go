// SPDX-License-Identifier: MIT

package expand

import (
	"errors"
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A sum of lengths of 2^32 or more is reported wherever it passes that, also where what is left of
// it is no more than there is room for. Lengths behind a count on the GPU are not added.
func TestSumsOf32BitsAreReported(t *testing.T) {
	dev := gputest.Device(t)
	e := makeExpander(t, dev, Options{Tuning: small(gpu.Tuning{})})
	tile := e.shape.TileSize()
	for _, segments := range []int{2, 3, tile, tile + 1, 5*tile + 3} {
		for _, at := range []int{1, 2, tile - 1, tile, tile + 1, 3 * tile, segments - 1} {
			if at >= segments {
				continue
			}
			gputest.Run(t, dev, fmt.Sprintf("segments=%d,at=%d", segments, at), func(t *testing.T) {
				lengths := make([]uint32, segments)
				lengths[at-1], lengths[at] = 1<<31+1, 1<<31+1 // 2 of it are left
				for _, c := range []struct {
					n, has  int
					reports bool
				}{{10, segments, true}, {2, at + 1, true}, {10 * tile, at + 1, true}, {0, segments, true}, {10, at - 1, false}} {
					if c.has == 0 {
						continue
					}
					by, dst := gputest.Words(t, dev, lengths), gputest.Fresh(t, dev, c.n)
					count := gputest.Words(t, dev, []uint32{uint32(c.has)})
					if err := e.OwnersOfLengths(dst.View(), gpu.View{}, by.View(), gpu.CountAt(count.View(), segments), gpu.N(c.n)); err != nil {
						t.Fatal(err)
					}
					if err := dev.Check(); errors.Is(err, gpu.ErrCount) != c.reports || !c.reports && err != nil {
						t.Errorf("at most %d items of %d segments: %v, want an error: %v", c.n, c.has, err, c.reports)
					}
					dst.Get() // checks the guards
					for _, g := range []*gputest.Guarded{by, dst, count} {
						g.Free()
					}
				}
			})
		}
	}
}
