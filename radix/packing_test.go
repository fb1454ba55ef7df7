// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"maps"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/shaders"
)

// A word has room for the bits that are left after a digit, above the index. In the first pass it
// has room for all bits, above the place in the tile.
func TestPacksWhatFitsInAWord(t *testing.T) {
	for _, c := range []struct{ bits, n, tile, want int }{
		{16, 1 << 24, 8192, 0}, {16, 1<<24 + 1, 8192, never}, {15, 1 << 25, 8192, 0}, {17, 1 << 24, 8192, 1}, {17, 1<<24 + 1, 8192, 1},
		{17, gpu.MaxItems, 8192, 1}, {8, gpu.MaxItems, 8192, 0}, {1, gpu.MaxItems, 8192, 0}, {9, gpu.MaxItems, 8192, 0},
		{19, 1 << 21, 8192, 0}, {20, 1 << 20, 8192, 1}, {20, 1 << 20, 4096, 0}, {20, 1<<20 + 1, 4096, 1},
		{21, 1, 2048, 0}, {22, 1, 2048, 1}, {19, 1, 4608, 0}, {20, 1, 4608, 1}, // tiles of no power of two
		{24, 1 << 24, 8192, 1}, {24, 1<<24 + 1, 8192, never}, {25, 1 << 24, 8192, 2},
		{32, 1, 512, 1}, {32, 1 << 16, 2048, 1}, {32, 1<<16 + 1, 2048, 2}, {32, 1 << 24, 8192, 2}, {32, 1<<24 + 1, 8192, never},
		{33, 1<<24 + 1, 8192, 3}, {64, 1 << 16, 2048, 5}, {64, 1, 512, 3}, {64, 1 << 24, 8192, 6},
	} {
		t.Run(fmt.Sprintf("bits=%d,n=%d,tile=%d", c.bits, c.n, c.tile), func(t *testing.T) {
			o := Options{Bits: c.bits}
			got := o.packsAt(c.n, c.tile)
			if got != c.want {
				t.Errorf("pass %d packs, want %d", got, c.want)
			}
			if got != never && c.n > o.mostPacked(got) {
				t.Errorf("mostPacked is %d, but %d are packed", o.mostPacked(got), c.n)
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
			{}, {Type: gpu.Float32, Descending: true, Bits: 30, FirstBit: 1}, {Type: gpu.Int64}, {Type: gpu.Uint64, FirstBit: 20, Bits: 37, Descending: true},
		} {
			if i != path%2 && i%5 != path%5 && !gputest.Nightly() {
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
					if at := s.packingPass(withIndex, true, n); at == never {
						t.Fatalf("%d keys are not packed", n)
					}
					try(t, dev, s, keys, ForIndices)
					if n > tile {
						again := s.unpacked()
						s.passed = passKernels{}
						try(t, dev, s, keys, ForIndices)
						again()
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

// The kernels of packed argsorts are self-tested on first use. If they are wrong, indices move
// beside the keys.
func TestPackedArgsortIsSelfTested(t *testing.T) {
	for _, bits := range []int{16, 32} {
		for _, wrong := range []bool{false, true} {
			dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
			gputest.Run(t, dev, fmt.Sprintf("bits=%d,wrong=%v", bits, wrong), func(t *testing.T) {
				s, err := New(dev, Options{Bits: bits, Tuning: oneSinglePass})
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				words := &s.movers[packedWords][0]
				if wrong {
					words.spec.Slots = maps.Clone(words.spec.Slots)
					words.spec.Slots["PUT"] = shaders.Snippet{File: "radix/put.glsl#key_word"} // the last pass leaves the key's bits
				}
				try(t, dev, s, randomKeys(rand.New(rand.NewSource(5)), gpu.Uint32, 3*words.spec.Shape.TileSize()+5), ForIndices)
				if s.packedWrong != wrong {
					t.Errorf("kernels found wrong: %v, want %v", s.packedWrong, wrong)
				}
				if report := reported(dev); !strings.Contains(report, "radix, packed argsort: ") {
					t.Errorf("no self-test in the report:\n%s", report)
				}
			})
		}
	}
}
