// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Words in segments, by what cuts them: a lane reads four heads at a time where they begin at a
// multiple of four words. The offsets are not near the places that a tile guesses, or too many of
// them are at one item.
func TestChainOfWordsInSegments(t *testing.T) {
	dev := gputest.Device(t)
	for i, by := range []By{Flags, Keys, Offsets} {
		gputest.Run(t, dev, fmt.Sprint("by=", by), func(t *testing.T) {
			chains := gputest.Chains(dev)
			tune := chains[i%len(chains)]
			gputest.Silence(t, dev, tune.Silent)
			op, typ := gpu.Sum, gpu.Uint32
			if by == Flags {
				op, typ = gpu.Min, gpu.Int32
			}
			s, err := New(dev, Options{Op: op, Type: typ, By: by, Tuning: tune.Tuning})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			tile := s.tileFor(1).Shape.TileSize()
			for _, before := range []int{0, 4, 7} { // words before the heads
				n := 5*tile - before
				r := rand.New(rand.NewSource(int64(before)))
				in := gputest.Items(r, op, typ, n)
				for name, offsets := range wordCuts(r, n, tile) {
					gputest.Run(t, dev, fmt.Sprint("before=", before, ",", name), func(t *testing.T) {
						heads := make([]uint32, n)
						for _, o := range offsets {
							if int(o) < n {
								heads[o] = 1
							}
						}
						cut := headsOrKeys(by, heads)
						if by == Offsets {
							cut = offsets
						}
						src, apart := gputest.WordsAt(t, dev, in, before), gputest.WordsAt(t, dev, cut, before)
						dst := gputest.Fresh(t, dev, n)
						if by == Offsets {
							err = s.SegmentedExclusive(dst.View(), src.View(), apart.View(), gpu.N(len(offsets)-1), gpu.N(n))
						} else {
							err = s.ExclusiveBy(dst.View(), src.View(), apart.View(), gpu.N(n))
						}
						if err != nil {
							t.Fatal(err)
						}
						begins := func(i int) bool { return heads[i] != 0 }
						gputest.EqualItems(t, "exclusive", typ, dst.Get(), scanned(gputest.OracleOf(op, typ), in, false, begins))
						if by == Offsets {
							err = s.SegmentedInclusive(src.View(), src.View(), apart.View(), gpu.N(len(offsets)-1), gpu.N(n))
						} else {
							err = s.InclusiveBy(src.View(), src.View(), apart.View(), gpu.N(n))
						}
						if err != nil {
							t.Fatal(err)
						}
						gputest.EqualItems(t, "inclusive, in place", typ, src.Get(), scanned(gputest.OracleOf(op, typ), in, true, begins))
						for _, g := range []*gputest.Guarded{src, apart, dst} {
							g.Free()
						}
					})
				}
			}
		})
	}
}

// headsOrKeys returns flags, or keys that differ where one is set.
func headsOrKeys(by By, heads []uint32) []uint32 {
	if by == Flags {
		return heads
	}
	keys, run := make([]uint32, len(heads)), uint32(9)
	for i, head := range heads {
		run += head
		keys[i] = run
	}
	return keys
}

// wordCuts are ways to cut n items into segments.
func wordCuts(r *rand.Rand, n, tile int) map[string][]uint32 {
	random := []uint32{0, uint32(n)}
	for range n / 9 {
		random = append(random, uint32(r.Intn(n+1)))
	}
	slices.Sort(random)
	early := []uint32{0}
	for i := 1; i < n/8; i += 1 + r.Intn(2) {
		early = append(early, uint32(i))
	}
	many := slices.Repeat([]uint32{uint32(2*tile + 3)}, 5*tile)
	return map[string][]uint32{
		"random":         random,
		"early":          append(early, uint32(n)),
		"late":           {0, uint32(n - 40), uint32(n - 39), uint32(n)},
		"many at one":    append(append([]uint32{0, 5}, many...), uint32(2*tile+4), uint32(n)),
		"not from first": {uint32(tile + 1), uint32(3 * tile), uint32(3*tile + 1)},
	}
}
