// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"slices"
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
			got := o.packsAt(indexBits(c.n), c.tile)
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
					if s.packing(withIndex, true, n).at == never {
						t.Fatalf("%d keys are not packed", n)
					}
					try(t, dev, s, keys, ForIndices)
					if n > tile {
						again := s.unpacked()
						s.latest = latestPasses{}
						try(t, dev, s, keys, ForIndices)
						again()
						s.latest = latestPasses{}
					}
				}
				if s.packedWrong {
					t.Error("the packed kernels failed their self-test")
				}
			})
		}
	}
}

// A pass packs values if what is left of a key fits beside the bits that they have, and if another
// pass follows.
func TestPacksValuesThatFitInAWord(t *testing.T) {
	for _, c := range []struct{ bits, value, want int }{
		{16, 24, 0}, {16, 25, never}, {8, 1, never}, {9, 31, 0}, {9, 32, never}, {24, 16, 0}, {24, 17, 1}, {24, 24, 1}, {24, 25, never},
		{32, 8, 0}, {32, 9, 1}, {32, 24, 2}, {64, 24, 6}, {64, 31, never}, {63, 25, 6},
	} {
		if got := (Options{Bits: c.bits}).packsAt(c.value, 0); got != c.want {
			t.Errorf("%d bits, values of %d: pass %d packs, want %d", c.bits, c.value, got, c.want)
		}
	}
}

// Packed or not, a sort of values writes what the oracle does. The promise holds for values of
// exactly so many bits.
func TestPackedValuesMatchUnpacked(t *testing.T) {
	dev := deviceOfSeveralTiles(t)
	for path, tune := range singlePass(gputest.Tunings(dev)) {
		for i, o := range []Options{
			{Bits: 16, ValueBits: 24}, {Bits: 24, FirstBit: 3, ValueBits: 17, Descending: true}, {Type: gpu.Float32, ValueBits: 24}, {Type: gpu.Int16, ValueBits: 13},
			{Type: gpu.Int64, ValueBits: 20, FirstBit: 9}, {Bits: 9, ValueBits: 31},
		} {
			if i != path%2 && !gputest.Nightly() {
				continue
			}
			gputest.Run(t, dev, fmt.Sprintf("%s,%v,bits=%d+%d,values=%d", gputest.Name(tune), o.Type, o.FirstBit, o.Bits, o.ValueBits), func(t *testing.T) {
				o.Tuning = tune
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				s.leastValues = 0
				r := rand.New(rand.NewSource(43))
				tile := s.movers[packsValues][0].spec.Shape.TileSize()
				for size, n := range []int{1, tile, 5*tile + 37} {
					keys := randomKeys(r, o.Type, n)
					if size == 1 {
						for i := range keys {
							keys[i] = keys[0] // one digit in all keys
						}
					}
					if s.packing(withPayload, true, n).at == never {
						t.Fatalf("%d keys are not packed", n)
					}
					values := make([]uint32, n)
					for i := range values {
						values[i] = r.Uint32() >> (32 - o.ValueBits)
					}
					if got, want := sortedValues(t, dev, s, keys, values); !slices.Equal(got, want) {
						t.Fatalf("%d values are in the wrong order", n)
					}
				}
				if s.packedWrong {
					t.Error("the packed kernels failed their self-test")
				}
				if err := dev.Check(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// sortedValues are the values in the order of their keys, by a sorter and by the oracle.
func sortedValues(t *testing.T, dev *gpu.Device, s *Sorter, keys []uint64, values []uint32) (got, want []uint32) {
	t.Helper()
	buffer := func(data []byte) *gpu.Buffer[byte] {
		b, err := gpu.NewBufferFrom(dev, data)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	wide := make([]uint64, len(values))
	for i, v := range values {
		wide[i] = uint64(v)
	}
	packed := encode(keys, s.o.Type.Bytes())
	k, v := buffer(packed[:cap(packed)/4*4]), buffer(encode(wide, 4))
	dst := gputest.Fresh(t, dev, len(values))
	defer k.Release()
	defer v.Release()
	if err := s.SortValues(dst.View(), k.View(), v.View(), gpu.N(len(keys))); err != nil {
		t.Fatal(err)
	}
	for _, from := range s.orderOf(keys) {
		want = append(want, values[from])
	}
	return dst.Get(), want
}

// A value with more bits than was promised is reported, whichever pass reads it.
func TestValueBitsAreChecked(t *testing.T) {
	dev := deviceOfSeveralTiles(t)
	for _, bits := range []int{16, 24} {
		s, err := New(dev, Options{Bits: bits, ValueBits: 20, Tuning: oneSinglePass})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Release()
		s.leastValues = 0
		n := 3*s.movers[packsValues][0].spec.Shape.TileSize() + 5
		values := make([]uint32, n)
		for _, wrong := range []bool{false, true} {
			gputest.Run(t, dev, fmt.Sprintf("bits=%d,wrong=%v", bits, wrong), func(t *testing.T) {
				values[n-2] = 1<<20 - 1 + uint32(word(wrong))
				sortedValues(t, dev, s, randomKeys(rand.New(rand.NewSource(7)), gpu.Uint32, n), values)
				err := dev.Check()
				if errors.Is(err, gpu.ErrArgument) != wrong || err != nil && !strings.Contains(err.Error(), "a value of a sort has more bits") {
					t.Errorf("Check: %v", err)
				}
			})
		}
	}
	for _, bits := range []int{-1, 33} {
		if _, err := New(dev, Options{ValueBits: bits}); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(fmt.Sprint(err), fmt.Sprintf("ValueBits is %d, want from 0 to 32", bits)) {
			t.Errorf("ValueBits %d: %v", bits, err)
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
				report := reported(dev)
				fused := !wrong && strings.Contains(report, "radix, first pass: ") // that test has both kernels
				if !fused && !strings.Contains(report, "radix, packed argsort: ") {
					t.Errorf("no self-test in the report:\n%s", report)
				}
			})
		}
	}
}
