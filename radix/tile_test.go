// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// ofTiles returns a Sorter that sorts up to a tile of groups of 64 and of 128 in one dispatch, on
// any driver.
func ofTiles(t *testing.T, dev *gpu.Device, o Options) *Sorter {
	s, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	shapes := []kernel.Shape{s.shape.With(64, 2), s.shape.With(128, 4)}
	if s.shape.Lanes == gpu.LanesKHR {
		s.buildTiles(shapes, shapes)
	} else {
		s.buildTiles(nil, shapes)
	}
	return s
}

// The self-test sorts with each payload, and finds nothing wrong.
func TestTileSortsPassTheirSelfTest(t *testing.T) {
	dev := gputest.Device(t)
	s := ofTiles(t, dev, Options{Tuning: gpu.Tuning{Algorithm: gpu.ReduceThenScan}})
	for _, kind := range tileKinds {
		for _, one := range s.oneDispatch[kind] {
			if err := s.testOneDispatch(kind, one); err != nil {
				t.Errorf("%+v of %d items, by cells %v: %v", kind, one.most, one.cells, err)
			}
		}
	}
}

// One dispatch sorts as all passes do: each type and use, keys of one digit, all sizes around a
// tile.
func TestTileSortMatchesCPU(t *testing.T) {
	dev := gputest.Device(t)
	all := gputest.Paths(dev)
	for path, tune := range all {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, o := range []Options{{}, {Type: gpu.Float64, Descending: true}, {Type: gpu.Uint8}, {Type: gpu.Int32, FirstBit: 3, Bits: 21, Descending: true}} {
				if tune.Algorithm == gpu.SinglePass || !gputest.Nightly() && i > 0 && (path/2+i)%2 > 0 {
					continue // the kernel is the same in both algorithms
				}
				uses := usesOn(path, o)
				if (i > 0 || path > 1) && !gputest.Nightly() {
					uses = []Use{ForPairs}
				}
				if testing.Short() && dev.Caps().Software && !gputest.Nightly() {
					if uses = []Use{ForPairs}; i > 0 {
						continue
					}
				}
				o.Tuning = tune
				s := ofTiles(t, dev, o)
				for at, name := range []string{"random", "few", "equal", "high byte", "tile period", "sorted", "entropy"} {
					for _, n := range []int{1, 127, 128, 129, 511, 512} {
						if at > 0 && n != 512 && n != 127 {
							continue
						}
						gputest.Run(t, dev, fmt.Sprintf("%v,first=%d,bits=%d,%s,n=%d", o.Type, o.FirstBit, o.Bits, name, n), func(t *testing.T) {
							r := rand.New(rand.NewSource(31))
							keys := make([]uint64, n)
							for i := range keys {
								keys[i] = masked(o.Type, distributions[name](r, i, n))
							}
							if len(uses) == 0 && n > 128 && !gputest.Nightly() {
								try(t, dev, s, keys, ForKeys, ForPairs) // the small tile takes all
								return
							}
							try(t, dev, s, keys, uses...)
						})
					}
				}
				for kind, sorters := range s.oneDispatch {
					for _, one := range sorters {
						if one.wrong {
							t.Errorf("%v: the kernel for %d items failed its self-test", kind, one.most)
						}
					}
				}
				if used := s.oneDispatch[tileKind{withPayload, false}]; o.Type == gpu.Uint32 && (used[0].Kernel == nil || used[1].Kernel == nil) {
					t.Error("the passes sorted a tile")
				}
			}
		})
	}
}

// Keys on one side of the gap between the signs, on both, and next to it.
func TestCellsOfBothSigns(t *testing.T) {
	dev := gputest.Device(t)
	for _, o := range []Options{{Type: gpu.Float32}, {Type: gpu.Float64, Descending: true}, {Type: gpu.Int32, Descending: true}, {Type: gpu.Int16}, {Type: gpu.Uint32, FirstBit: 4, Bits: 20}} {
		s := ofTiles(t, dev, o)
		if !s.oneDispatch[tileKind{keysAlone, false}][0].cells {
			t.Skip("lanes do not exchange values")
		}
		for name, of := range map[string]func(r *rand.Rand) uint64{
			"both":       func(r *rand.Rand) uint64 { return signed(o.Type, r.NormFloat64()) },
			"one":        func(r *rand.Rand) uint64 { return signed(o.Type, 1+r.Float64()) },
			"negative":   func(r *rand.Rand) uint64 { return signed(o.Type, -1-r.Float64()) },
			"two values": func(r *rand.Rand) uint64 { return signed(o.Type, float64(r.Intn(2))-0.5) },
			"next to 0":  func(r *rand.Rand) uint64 { return masked(o.Type, uint64(r.Intn(40)-20)) },
		} {
			for _, n := range []int{127, 512} {
				gputest.Run(t, dev, fmt.Sprintf("%v,%s,n=%d", o.Type, name, n), func(t *testing.T) {
					r := rand.New(rand.NewSource(51))
					keys := make([]uint64, n)
					for i := range keys {
						keys[i] = of(r)
					}
					try(t, dev, s, keys, ForPairs)
				})
			}
		}
	}
}

// signed is a number as a key of a type: of integers, a million times the number.
func signed(t gpu.Type, v float64) uint64 {
	switch t {
	case gpu.Float32:
		return uint64(math.Float32bits(float32(v)))
	case gpu.Float64:
		return math.Float64bits(v)
	}
	return masked(t, uint64(int64(v*1e6)))
}

// Keys of two words with the same highest bits are compared by the others.
func TestCellsOfKeysWithEqualHeads(t *testing.T) {
	dev := gputest.Device(t)
	for _, o := range []Options{{Type: gpu.Uint64}, {Type: gpu.Float64, Descending: true}, {Type: gpu.Int64, FirstBit: 3, Bits: 43, Descending: true}, {Type: gpu.Uint64, FirstBit: 9, Bits: 33}} {
		s := ofTiles(t, dev, o)
		if !s.oneDispatch[tileKind{keysAlone, false}][0].cells {
			t.Skip("lanes do not exchange values")
		}
		all := s.oneDispatch[tileKind{withPayload, false}]
		for _, n := range []int{100, all[0].most, all[1].most} {
			for _, equal := range []int{2, 5, 20} {
				gputest.Run(t, dev, fmt.Sprintf("%v,bits=%d,n=%d,equal=%d", o.Type, o.Bits, n, equal), func(t *testing.T) {
					r := rand.New(rand.NewSource(41))
					keys := make([]uint64, n)
					for i := range keys {
						keys[i] = r.Uint64()
						if i%equal > 0 {
							keys[i] = keys[i-1] ^ uint64(r.Intn(4))<<10 ^ uint64(r.Intn(2))<<20 ^ 1 // 1 is below the sorted bits
						}
					}
					try(t, dev, s, keys, ForKeys, ForPairs)
				})
			}
		}
		for _, one := range all {
			if one.cells && (one.wrong || one.Kernel == nil) {
				t.Errorf("%v: the kernel for %d items is wrong: %v, or not used", o.Type, one.most, one.wrong)
			}
		}
	}
}

// A count on the GPU may be less than its maximum, or more.
func TestTileSortOfACountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	s := ofTiles(t, dev, Options{})
	keys := randomKeys(rand.New(rand.NewSource(5)), gpu.Uint32, 300)
	for _, n := range []uint32{0, 1, 299, 300} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			src, dst, count := gputest.Words(t, dev, packed(gpu.Uint32, keys)), gputest.Fresh(t, dev, 300), gputest.Words(t, dev, []uint32{n})
			before := dst.Get()
			if err := s.SortKeys(dst.View(), src.View(), gpu.CountAt(count.View(), 300)); err != nil {
				t.Fatal(err)
			}
			got := dst.Get()
			gputest.Equal(t, "keys", got[:n], packed(gpu.Uint32, take(keys, oracle(s.o, keys[:n]))))
			gputest.Equal(t, "behind the count", got[n:], before[n:])
		})
	}
}

// A kernel that sorts wrongly is found on first use, and the passes sort instead.
func TestWrongTileSortFallsBack(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	s := ofTiles(t, dev, Options{})
	kind := tileKind{withPayload, false}
	for _, one := range s.oneDispatch[kind] {
		one.spec.Slots["KEY"] = shaders.Snippet{File: "lib/key.glsl#int"}
	}
	try(t, dev, s, randomKeys(rand.New(rand.NewSource(6)), gpu.Uint32, 100), ForPairs, ForKeys)
	for _, one := range s.oneDispatch[kind] {
		if !one.wrong || one.Kernel != nil {
			t.Errorf("the kernel for %d pairs takes keys for signed, and is not found out", one.most)
		}
	}
	if keys := s.oneDispatch[tileKind{keysAlone, false}][0]; keys.wrong || keys.Kernel == nil {
		t.Error("the kernel for keys alone is not used")
	}
	report := reported(dev)
	if !regexp.MustCompile(`radix, one tile: not .*`+gpu.ErrSelfTest.Error()).MatchString(report) || !strings.Contains(report, "radix, one tile: "+s.shape.Variant()+", self-test passed in") {
		t.Errorf("the report lacks the self-tests:\n%s", report)
	}
}

// noSort is a slot CELLS that leaves keys as they are, and says that they are sorted.
const noSort = `
bool sortByCells(uint n, inout KEY key[ITEMS_PER_THREAD], inout uint value[ITEMS_PER_THREAD]) { return bit_count == 32u; }
`

// A sort by cells or by splitters that is wrong is found, though digits or passes would be right.
func TestWrongCellsOfTileSortFallBack(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	s := ofTiles(t, dev, Options{})
	kind := tileKind{keysAlone, false}
	if !s.oneDispatch[kind][0].cells {
		t.Skip("lanes do not exchange values")
	}
	s.buildSplitters(s.shape.With(64, 2), 600, 6)
	for _, one := range s.oneDispatch[kind] {
		switch {
		case one.cells:
			one.spec.Slots["CELLS"] = shaders.Snippet{Own: true, Text: noSort}
		case one.split:
			one.spec.Slots["UNSORTABLE"] = shaders.Snippet{File: "lib/key.glsl#int_back"}
		}
	}
	for _, n := range []int{100, 600} {
		try(t, dev, s, randomKeys(rand.New(rand.NewSource(7)), gpu.Uint32, n), ForKeys)
	}
	for _, one := range s.oneDispatch[kind] {
		if special := one.cells || one.split; special != one.wrong {
			t.Errorf("the kernel for %d keys, cells %v, splitters %v: found wrong is %v", one.most, one.cells, one.split, one.wrong)
		}
	}
	for _, words := range []string{"radix, one tile: not ", "radix, splitters: not "} {
		if report := reported(dev); !strings.Contains(report, words) {
			t.Errorf("the report lacks %q:\n%s", words, report)
		}
	}
}

func TestTileShapes(t *testing.T) {
	wide := kernel.Shape{Lanes: gpu.LanesKHR, LaneCount: 32, GroupSize: 512, ItemsPerThread: 8}
	narrow, ballot := wide, wide
	narrow.LaneCount, ballot.Lanes = 8, gpu.LanesBallot
	room := gpu.Caps{MaxSharedBytes: 48 << 10}
	for _, c := range []struct {
		name          string
		caps          gpu.Caps
		shape         kernel.Shape
		o             Options
		cells, digits string
	}{
		{"keys of a word", room, wide, Options{}, "512x2 512x4 1024x4", "256x4 256x8 256x16 512x16"},
		{"keys of two words", room, wide, Options{Type: gpu.Uint64}, "512x2 512x4 1024x4", "256x4 256x8 256x16"},
		{"lanes chosen", room, wide, Options{Tuning: gpu.Tuning{Lanes: gpu.LanesKHR}}, "512x2 512x4 1024x4", "256x4 256x8 256x16 512x16"},
		{"32 KB", gpu.Caps{MaxSharedBytes: 32 << 10}, wide, Options{}, "512x2 512x4", "256x4 256x8 256x16 512x16"},
		{"software", gpu.Caps{Software: true}, wide, Options{}, "", ""},
		{"8 lanes", room, narrow, Options{}, "", ""},
		{"ballots", room, ballot, Options{}, "", ""},
		{"SkipSorted", room, wide, Options{SkipSorted: true}, "", ""},
		{"tuned", room, wide, Options{Tuning: gpu.Tuning{Workers: 3}}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			sizes := func(shapes []kernel.Shape) string {
				var all []string
				for _, s := range shapes {
					all = append(all, fmt.Sprintf("%dx%d", s.GroupSize, s.ItemsPerThread))
				}
				return strings.Join(all, " ")
			}
			cells, digits := sizes(c.o.cellShapes(c.caps, c.shape)), sizes(c.o.tileShapes(c.caps, c.shape))
			if cells != c.cells || digits != c.digits {
				t.Errorf("workgroups of %q by cells and %q by digits, want %q and %q", cells, digits, c.cells, c.digits)
			}
		})
	}
}
