// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A word has room for the bits that are left after the first digit, above the index. In the first
// pass it has room for all bits, above the place in the tile.
func TestPacksWhatFitsInAWord(t *testing.T) {
	for _, c := range []struct {
		bits, n, tile int
		want          bool
	}{
		{16, 1 << 24, 8192, true}, {16, 1<<24 + 1, 8192, false}, {15, 1 << 25, 8192, true}, {17, 1 << 24, 8192, false},
		{8, gpu.MaxItems, 8192, true}, {1, gpu.MaxItems, 8192, true},
		{19, 1 << 21, 8192, true}, {20, 1 << 20, 8192, false}, {20, 1 << 20, 4096, true}, {20, 1<<20 + 1, 4096, false},
		{21, 1, 2048, true}, {22, 1, 2048, false}, {32, 1, 512, false}, {64, 1, 512, false},
		{19, 1, 4608, true}, {20, 1, 4608, false}, // tiles of no power of two
	} {
		t.Run(fmt.Sprintf("bits=%d,n=%d,tile=%d", c.bits, c.n, c.tile), func(t *testing.T) {
			o := Options{Bits: c.bits}
			if got := o.packs(c.n, c.tile); got != c.want {
				t.Errorf("packs is %v, want %v", got, c.want)
			}
			if most := o.mostPacked(); c.want && c.n > most {
				t.Errorf("mostPacked is %d, but %d are packed", most, c.n)
			}
		})
	}
}

// Packed or not, an argsort writes the order of the oracle.
func TestPackedArgsortMatchesUnpacked(t *testing.T) {
	dev := deviceOfSeveralTiles(t)
	for path, tune := range singlePass(gputest.Tunings(dev)) {
		for i, o := range []Options{
			{Bits: 16}, {Bits: 16, Descending: true, FirstBit: 5}, {Bits: 8}, {Bits: 3, FirstBit: 29, Type: gpu.Float32}, {Bits: 20, FirstBit: 2, Type: gpu.Int32},
			{Bits: 17, FirstBit: 25, Type: gpu.Float64, Descending: true}, {Bits: 16, FirstBit: 32, Type: gpu.Uint64}, {Type: gpu.Float16}, {Type: gpu.Int8},
		} {
			if i != path%2 && i%3 != path%3 && !gputest.Nightly() {
				continue
			}
			gputest.Run(t, dev, fmt.Sprintf("%s,%v,bits=%d+%d,descending=%v", gputest.Name(tune), o.Type, o.FirstBit, o.Bits, o.Descending), func(t *testing.T) {
				o.Tuning = tune
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				r := rand.New(rand.NewSource(41))
				tile := s.movers[packsIndex][0].spec.Shape.TileSize()
				for size, n := range []int{1, 2, tile - 1, tile, tile + 1, 5*tile + 37} {
					keys := randomKeys(r, o.Type, n)
					if size == 4 {
						for i := range keys {
							keys[i] = keys[0] // one digit in all keys
						}
					}
					if got := s.packedKind(withIndex, true, n); got != packsIndex {
						t.Fatalf("%d keys are not packed", n)
					}
					try(t, dev, s, keys, ForIndices)
					if n > tile {
						packed := s.unpacked()
						s.passed = passKernels{}
						try(t, dev, s, keys, ForIndices)
						packed()
						s.passed = passKernels{}
					}
				}
				if s.packedWrong {
					t.Error("the packed kernels failed their self-test")
				}
			})
		}
	}
}
