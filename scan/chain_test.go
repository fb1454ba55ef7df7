// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// The tiles behind a silent one recompute its aggregate. An ordinary run takes words with each
// tuning, and the other items where every third tile is silent.
func TestChainRecomputesSilentTiles(t *testing.T) {
	dev := gputest.Device(t)
	for at, tune := range gputest.Chains(dev) {
		if tune.Spins == 0 && tune.Silent == 0 && !gputest.Nightly() {
			continue // which other tests take
		}
		others := 0 // the items of two or four words that an ordinary run takes
		if tune.Silent == 3 {
			others = 1 + at/6%2 // one type on each path of lanes: Chains has 6 tunings for each
		}
		// Growing, and smaller after: each call leaves the other set of words to be zeroed.
		counts := []int{1, 3, 2, 70, 66, 1, 4, 61}
		if tune.Silent == 1 && !gputest.Nightly() { // each tile recomputes all before it
			counts = []int{1, 3, 2, 35, 33, 1, 4, 20}
		}
		gputest.Run(t, dev, tune.Name(), func(t *testing.T) {
			gputest.Silence(t, dev, tune.Silent)
			for k, o := range []Options{{}, {Type: gpu.Vec4, Op: gpu.Max, By: Flags}, {Type: gpu.Int64, By: Keys}} {
				if k > 0 && k != others && !gputest.Nightly() {
					continue
				}
				gputest.Run(t, dev, fmt.Sprintf("%v,%v,by=%v", o.Op, o.Type, o.By), func(t *testing.T) {
					r := rand.New(rand.NewSource(3))
					o.Tuning = tune.Tuning
					s, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					tile := s.shape.TileSize()
					for i, tiles := range counts {
						if i == 4 && len(s.tiles) > 1 {
							s.tiles[0].Most = tile // what is for many items takes these
						}
						n := tiles*tile - 5
						in, flags := gputest.Items(r, o.Op, o.Type, n), make([]uint32, n)
						for i := range flags {
							flags[i] = uint32(i / (tile + 3) % 2) // as flags runs of heads, as keys long segments
						}
						oracle := gputest.OracleOf(o.Op, o.Type)
						head := func(i int) bool {
							return o.By == Flags && flags[i] != 0 || o.By == Keys && (i == 0 || flags[i] != flags[i-1])
						}
						src, by, dst := gputest.Words(t, dev, in), gputest.Words(t, dev, flags), gputest.Fresh(t, dev, len(in))
						for _, inPlace := range []bool{false, true} {
							to := dst
							if inPlace {
								to = src
							}
							if o.By == Whole {
								err = s.Inclusive(to.View(), src.View(), gpu.N(n))
							} else {
								err = s.InclusiveBy(to.View(), src.View(), by.View(), gpu.N(n))
							}
							if err != nil {
								t.Fatal(err)
							}
							what := fmt.Sprintf("%s, %v %v by %v, n %d, in place %v", tune.Name(), o.Op, o.Type, o.By, n, inPlace)
							gputest.EqualItems(t, what, o.Type, to.Get(), scanned(oracle, in, true, head))
						}
						src.Free()
						by.Free()
						dst.Free()
					}
					s.Release()
				})
			}
		})
	}
}

// A call takes the first kernel whose tiles are for as many items.
func TestTileFor(t *testing.T) {
	s := &Scanner{tiles: []tile{{Sized: kernel.Sized{Most: 40}}, {Sized: kernel.Sized{Most: 160}}, {Sized: kernel.Sized{Most: 1000}}}}
	for n, want := range map[int]int{0: 0, 40: 0, 41: 1, 160: 1, 161: 2, 1001: 2} {
		if got := s.tileFor(n); got != &s.tiles[want] {
			t.Errorf("%d items take the kernel for %d, want that for %d", n, got.Most, s.tiles[want].Most)
		}
	}
}

// What runs depends on n where nobody asked for either form.
func TestVariantForSinglePass(t *testing.T) {
	singlePass := kernel.Shape{Algorithm: gpu.SinglePass, Lanes: gpu.LanesKHR}
	either := &Scanner{shape: singlePass, tiles: []tile{{}}, twoStep: true}
	forced := &Scanner{shape: singlePass, tiles: []tile{{}}}
	most := singlePassMost
	for want, got := range map[string][2]string{
		"chained-khr": {either.VariantFor(most), forced.VariantFor(1 << 24)},
		"chunked-khr": {either.VariantFor(most + 1), (&Scanner{shape: kernel.Shape{Algorithm: gpu.ReduceThenScan, Lanes: gpu.LanesKHR}, twoStep: true}).VariantFor(7)},
	} {
		t.Run(want, func(t *testing.T) {
			if got[0] != want || got[1] != want {
				t.Errorf("%v, want %s", got, want)
			}
		})
	}
}
