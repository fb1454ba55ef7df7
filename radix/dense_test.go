// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// denseKeys are keys of one bucket, whose lower bits these functions return. tile and dense are
// the most keys that the two sorts in shared memory take. A bucket is sorted by the first of these,
// or if it is listed by the second, or else by msd_rest.
var denseKeys = map[string]struct {
	listed, rest bool
	words        int  // of the keys, or 0 for any
	anywhere     bool // all bits are returned
	low          func(r *rand.Rand, tile, dense int) []uint64
}{
	"as many as a tile": {false, false, 0, false, func(r *rand.Rand, tile, dense int) []uint64 { return lowBits(r, tile, 16) }},
	"one more":          {true, false, 0, false, func(r *rand.Rand, tile, dense int) []uint64 { return lowBits(r, tile+1, 16) }},
	"a dense tile":      {true, false, 0, false, func(r *rand.Rand, tile, dense int) []uint64 { return lowBits(r, dense, 16) }},
	"and one more":      {true, true, 0, false, func(r *rand.Rand, tile, dense int) []uint64 { return lowBits(r, dense+1, 16) }},
	"14 equal":          {false, false, 1, false, func(r *rand.Rand, tile, dense int) []uint64 { return append(equalBits(14), lowBits(r, 20, 13)...) }},
	"15 equal":          {true, false, 1, false, func(r *rand.Rand, tile, dense int) []uint64 { return append(equalBits(15), lowBits(r, 20, 13)...) }},
	"254 equal":         {true, false, 1, false, func(r *rand.Rand, tile, dense int) []uint64 { return append(equalBits(254), lowBits(r, 20, 13)...) }},
	"255 equal":         {true, true, 1, false, func(r *rand.Rand, tile, dense int) []uint64 { return append(equalBits(255), lowBits(r, 20, 13)...) }},
	"230 equal":         {true, false, 2, false, func(r *rand.Rand, tile, dense int) []uint64 { return equalBits(230) }}, // others may share their cell
	"280 equal":         {true, true, 2, false, func(r *rand.Rand, tile, dense int) []uint64 { return equalBits(280) }},
	"300 equal alone":   {false, false, 1, false, func(r *rand.Rand, tile, dense int) []uint64 { return equalBits(300) }},
	"neighbours": {false, false, 2, true, func(r *rand.Rand, tile, dense int) []uint64 {
		return pairsOfBits(r, 20, 64)
	}},
	"more neighbours": {true, false, 2, true, func(r *rand.Rand, tile, dense int) []uint64 {
		return pairsOfBits(r, tile, 64)
	}},
	"most of a tile neighbours": {true, true, 2, false, func(r *rand.Rand, tile, dense int) []uint64 {
		return pairsOfBits(r, dense/3+1, 48)
	}},
}

func lowBits(r *rand.Rand, n, bits int) []uint64 {
	low := make([]uint64, n)
	for i := range low {
		low[i] = r.Uint64() >> (64 - bits) << (16 - bits)
	}
	return low
}

func equalBits(n int) []uint64 { return slices.Repeat([]uint64{0xA5A5}, n) }

// pairsOfBits returns so many pairs of numbers of so many bits that differ in bit 0 alone.
func pairsOfBits(r *rand.Rand, pairs, bits int) []uint64 {
	var low []uint64
	for range pairs {
		one := r.Uint64() >> (64 - bits)
		low = append(low, one, one^1)
	}
	return low
}

// tryPairs sorts keys with an index, not in place.
func tryPairs(t *testing.T, dev *gpu.Device, s *Sorter, keys []uint64) {
	t.Helper()
	order, data := oracle(s.o, keys), packed(s.o.Type, keys)
	k, v, dk, dv := gputest.Words(t, dev, data), gputest.Words(t, dev, indices(len(keys))), gputest.Fresh(t, dev, len(data)), gputest.Fresh(t, dev, len(keys))
	if err := s.SortPairs(dk.View(), dv.View(), k.View(), v.View(), gpu.N(len(keys))); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "keys", dk.Get(), packed(s.o.Type, take(keys, order)))
	gputest.Equal(t, "payload", dv.Get(), order)
	for _, g := range []*gputest.Guarded{k, v, dk, dv} {
		g.Free()
	}
}

// The sorts behind the two passes list what is too much for them, and the next ones sort that.
func TestDenseWindows(t *testing.T) {
	dev := gputest.Device(t)
	for _, kind := range []gpu.Type{gpu.Uint32, gpu.Uint64} {
		gputest.Run(t, dev, kind.String(), func(t *testing.T) {
			s := passSorter(t, dev, kind)
			inBuckets(t, s)
			words, width := keyTypes[kind].words, 32
			var f *firstDigits
			var specs *behindSpecs
			if words == 1 {
				trustSample(s)
				f, specs = &s.buckets.firstDigits, &s.buckets.specs.behindSpecs
			} else {
				byBuckets(s)
				trustAll(s)
				f, specs, width = &s.msd.firstDigits, &s.msd.specs.behindSpecs, 64
			}
			tile, dense := specs.windows[withPayload].Shape.TileSize(), specs.dense[withPayload].Shape.TileSize()
			for _, name := range slices.Sorted(maps.Keys(denseKeys)) {
				c := denseKeys[name]
				if c.words != 0 && c.words != words {
					continue
				}
				gputest.Run(t, dev, name, func(t *testing.T) {
					r := rand.New(rand.NewSource(5))
					keys := randomKeys(r, kind, 2*tile)
					for _, low := range c.low(r, tile, dense) {
						if words == 2 && c.words == 0 {
							low <<= 32
						}
						if !c.anywhere {
							low |= 0xABCD << (width - 16)
						}
						keys = append(keys, low)
					}
					r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
					tryPairs(t, dev, s, keys)
					plan, err := f.plan.Download()
					if err != nil {
						t.Fatal(err)
					}
					if listed, rest := plan[planRest] > 0, plan[planRest+1] > 0; listed != c.listed || rest != c.rest {
						t.Errorf("of %d keys in a bucket, in tiles of %d and %d: listed %v, and again %v, want %v and %v", len(keys)-2*tile, tile, dense, listed, rest, c.listed, c.rest)
					}
				})
			}
		})
	}
}

// The second sort takes more keys than the first, and no more shared memory than every OpenGL 4.3
// has.
func TestDenseTile(t *testing.T) {
	pass := kernel.Shape{Lanes: gpu.LanesKHR, LaneCount: 32, GroupSize: 256, ItemsPerThread: 4}
	for _, group := range []int{32, 64, 128, 256, 512, 1024} {
		for _, items := range []int{1, 4, 5, 8} {
			t.Run(fmt.Sprintf("%dx%d", group, items), func(t *testing.T) {
				tile := pass.With(group, items)
				got := denseTile(gpu.Caps{}, tile)
				if got.TileSize() <= tile.TileSize() && tile.TileSize() < 3072 {
					t.Errorf("tiles of %d behind those of %d", got.TileSize(), tile.TileSize())
				}
				ends, cells := 2*254, 2<<cellBits(got)/4
				if words := got.TileSize() + ends + cells + inexactMost(got, 8); 4*words > 30<<10 && tile.TileSize() < 3072 {
					t.Errorf("%d bytes of shared memory", 4*words)
				}
			})
		}
	}
}
