// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// onSilentTiles tries reducers of some options, with growing numbers of items and then fewer. Some
// tiles publish nothing, and the decoupled fallback computes their aggregates. The first option
// takes all paths, and each other one a single path where every third tile publishes nothing.
func onSilentTiles(t *testing.T, options []Options, try func(t *testing.T, dev *gpu.Device, red *Reducer, r *rand.Rand, n int)) {
	dev := gputest.Device(t)
	all := gputest.Chains(dev)
	for _, tune := range all {
		if tune.Spins == 0 && tune.Silent == 0 && !gputest.Nightly() {
			continue // which other tests take
		}
		gputest.Run(t, dev, tune.Name(), func(t *testing.T) {
			gputest.Silence(t, dev, tune.Silent)
			for i, o := range options {
				if i > 0 && (tune.Silent != 3 || tune.Lanes != all[i%2*(len(all)-1)].Lanes) && !gputest.Nightly() {
					continue
				}
				gputest.Run(t, dev, fmt.Sprintf("%v,%v", o.Op, o.Type), func(t *testing.T) {
					o.Tuning = tune.Tuning
					red, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					defer red.Release()
					red.forcedTeam = -1 // the tiles alone
					r := rand.New(rand.NewSource(4))
					// Growing, and smaller after: a call leaves the other set to be zeroed.
					for _, tiles := range gputest.InNightly([]int{1, 3, 2, 35, 33, 1, 4}, []int{1, 3, 2, 12, 4}) {
						try(t, dev, red, r, tiles*red.largestTile()-5)
					}
				})
			}
		})
	}
}

// The tiles behind a silent one recompute its aggregate, for which they read its heads. Then they
// write the results of their own segments.
func TestChainRecomputesSilentTiles(t *testing.T) {
	options := []Options{{Segmented: true}, {Segmented: true, Op: Min, Type: gpu.Vec4}, {Segmented: true, Op: Max, Type: gpu.Int64}}
	onSilentTiles(t, options, func(t *testing.T, dev *gpu.Device, red *Reducer, r *rand.Rand, n int) {
		like := gpu.Min
		if red.o.Op == Sum {
			like = gpu.Sum
		}
		words := gputest.Items(r, like, red.o.Type, n)
		src := gputest.Words(t, dev, words)
		for name, offsets := range spreads(r, n, red.largestTile()) {
			if !gputest.Nightly() && name != "sevens" && name != "random" && name != "empty ones" {
				continue // TestReduceSegments has all
			}
			checkSegments(t, dev, red, fmt.Sprintf("n %d, %s", n, name), words, src, offsets)
		}
		src.Free()
	})
}

// After Reserve calls of fewer items are right, also if n shrinks and grows or most segments are
// empty.
func TestReserve(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			red, err := New(dev, Options{Segmented: true, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int{-1, gpu.MaxItems + 1} {
				if err := red.Reserve(n); !errors.Is(err, gpu.ErrCount) {
					t.Errorf("Reserve(%d): %v, want %v", n, err, gpu.ErrCount)
				}
			}
			n := 9 * red.largestTile()
			for _, n := range []int{0, n} {
				if err := red.Reserve(n); err != nil {
					t.Fatal(err)
				}
			}
			words := make([]uint32, n)
			for i := range words {
				words[i] = uint32(i)
			}
			src := gputest.Words(t, dev, words)
			defer src.Free()
			for _, items := range []int{n, 1, n - 1} {
				offsets := make([]uint32, n+2) // more segments than items, and all but one of them empty
				for i := range offsets[1:] {
					offsets[1+i] = uint32(items)
				}
				checkSegments(t, dev, red, fmt.Sprint("n ", items), words[:items], src, offsets)
			}
			red.Release()
			if err := red.Reserve(1); !errors.Is(err, gpu.ErrReleased) {
				t.Errorf("Reserve of a released Reducer: %v, want %v", err, gpu.ErrReleased)
			}
		})
	}
}
