// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// windowCases are offsets around windows, and the number of items.
func windowCases(r *rand.Rand, l layout) map[string]func() (offsets []uint32, n int) {
	tile := l.window
	lengths := func(first int, all ...int) func() ([]uint32, int) {
		return func() ([]uint32, int) {
			offsets := []uint32{uint32(first)}
			for _, n := range all {
				first += n
				offsets = append(offsets, uint32(first))
			}
			return offsets, first
		}
	}
	w, all, part, lone := windowItems(tile), tile.TileSize(), l.long.part, l.long.lone(0)
	cases := map[string]func() ([]uint32, int){
		"ends with its window":        lengths(0, all, 1),
		"ends behind its window":      lengths(0, all+1, 1),
		"both, of later windows":      lengths(w+3, 5, all-8, 2, 3*w-all-3+4, all-4, 1, 1, 2*w+all),
		"the last starts":             lengths(0, w-1, all-w+1, 1, 1, 2*w-all-2, w-1, all-w+1, 3),
		"the last starts, is long":    lengths(0, w-1, all-w+2, 1, 1, 2*w-all-3, w-1, all-w+2, 3),
		"up to a tile":                lengths(0, all),
		"empty ones, then a tile":     lengths(0, append(make([]int, 3*all), all, 2)...),
		"a tile without its end":      func() ([]uint32, int) { return []uint32{0}, all },
		"an item more":                func() ([]uint32, int) { return []uint32{0}, all + 1 },
		"a later tile":                func() ([]uint32, int) { return []uint32{uint32(w)}, w + all },
		"up to a tile, from 1":        lengths(1, all-1),
		"as long as a window":         lengths(0, w, w, w),
		"as long, later":              lengths(0, 5, w, w, 7),
		"as long, from the last item": lengths(0, w-1, w, w, 1),
		"an item longer":              lengths(0, w+1, w+1, 3),
		"an item longer, later":       lengths(0, w-1, w+1, w-2, w+1, w),
		"an item shorter":             lengths(0, w-1, w-1, w-1, w-1),
		"one of several windows":      lengths(0, 5*w),
		"inside, then short":          lengths(0, 3, 5*w+9, 4, 5, 6, w),
		"two that touch":              lengths(0, 3*w, 2*w+1, 1),
		"only the first is long":      lengths(0, w+1, 1),
		"only the last is long":       lengths(0, 1, 1, w+1),
		"many empty ones at an item":  lengths(0, append(append([]int{3, w + 5}, make([]int, 9*w)...), 9, 2*w)...),
		"empty ones at each item":     lengths(0, slices.Concat(slices.Repeat([]int{0, 0, 0, 0, 0, 0, 1}, 2*w), []int{w, 0})...),
		"a short gap before":          lengths(9, 2, 3*w),
		"a long gap before":           lengths(2*w+1, 2, w, 1),
		"ones":                        lengths(0, slices.Repeat([]int{1}, 2*w+1)...),
		"long gaps around":            func() ([]uint32, int) { return []uint32{uint32(w + 3), uint32(w + 9)}, 4*w + 5 },
		"a short gap behind":          func() ([]uint32, int) { return []uint32{0, uint32(2 * w), uint32(2*w + 1)}, 2*w + 7 },
		"beyond the items":            func() ([]uint32, int) { return []uint32{0, 1, uint32(2 * w), uint32(4 * w), uint32(9 * w)}, 3*w + 5 },
		"sorted alone":                lengths(0, 3, part, lone, 0, lone-1),
		"in parts":                    lengths(1, lone+1, 3*part, 3*part+1, 2, lone, 4*part-1),
		"the most parts":              lengths(0, 9, l.long.groups*part, l.long.groups*part+1),
		"all beyond":                  func() ([]uint32, int) { return []uint32{uint32(9 * w), uint32(9 * w)}, w / 2 },
	}
	for i := range gputest.InNightly(40, 8) {
		var list []int
		for range 12 {
			some := []int{0, 0, 1, 2, 3, r.Intn(9), r.Intn(40), r.Intn(w), w - 1, w, w + 1, all - w, all - w + 1, all - w + 2, all - 1, all, all + 1, 2 * w, r.Intn(4 * w)}
			list = append(list, some[r.Intn(len(some))])
		}
		cases[fmt.Sprint("mixed ", i)] = lengths(r.Intn(3), list...)
	}
	return cases
}

// Segments that are as long as a window, or an item longer, start and end anywhere. Few keys differ
// in the sorted bits, so the records show that the sort is stable.
func TestSegmentsAroundWindows(t *testing.T) {
	dev := gputest.Device(t)
	// The second shares its kernels with TestSegments.
	for _, o := range []Options{{}, {Type: gpu.Float64, FirstBit: 30, Bits: 5, Descending: true, Tuning: oneSinglePass}} {
		for _, listed := range []bool{true, false} {
			if listed && !listsLong(dev.Caps()) {
				continue
			}
			s, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			prepareLongAs(t, s, listed)
			r := rand.New(rand.NewSource(7))
			for name, of := range windowCases(r, s.layout) {
				gputest.Run(t, dev, fmt.Sprintf("%v,listed=%v,%s", o.Type, listed, name), func(t *testing.T) {
					offsets, n := of()
					trySegmentsOf(t, dev, s, offsets, n, n)
					trySegmentsOf(t, dev, s, offsets, n-n/5, n)
				})
			}
			s.Release()
		}
	}
}

// prepareLongAs prepares a sorter whose long segments are listed if they can be, or gathered.
func prepareLongAs(t *testing.T, s *Sorter, listed bool) {
	t.Helper()
	if err := s.prepare(ForSegmented); err != nil {
		t.Fatal(err)
	}
	if can := listsLong(s.d.Caps()); s.segments.lists != can {
		t.Fatalf("long segments are listed: %v, want %v", s.segments.lists, can)
	}
	if listed || !s.segments.lists {
		return
	}
	s.segments.release()
	s.segments = &segmentSorter{merges: true}
	if err := s.prepareWindows(s.layout.segmentSpecs(s.o.Type, s.inOrder)); err != nil {
		t.Fatal(err)
	}
}

// The windows that calls get.
func TestSegmentsAroundWindowsOfAllTiles(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	all := windowCases(rand.New(rand.NewSource(9)), s.layout)
	for _, name := range []string{"both, of later windows", "the last starts, is long", "many empty ones at an item", "mixed 0", "mixed 1"} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			offsets, n := all[name]()
			trySegmentsOf(t, dev, s, offsets, n, n)
		})
	}
}

// trySegmentsOf sorts n items, with a count on the GPU if most is more.
func trySegmentsOf(t *testing.T, dev *gpu.Device, s *Sorter, offsets []uint32, n, most int) {
	t.Helper()
	r := rand.New(rand.NewSource(8))
	keys, records := make([]uint64, most), make([]uint32, most)
	for i := range keys {
		keys[i], records[i] = masked(s.o.Type, r.Uint64()&r.Uint64()), uint32(i)
		if r.Intn(2) == 0 {
			keys[i] = masked(s.o.Type, uint64(r.Intn(3))<<32)
		}
	}
	within := slices.Clone(offsets)
	for i := range within {
		within[i] = min(within[i], uint32(n))
	}
	order := segmented(s.o, keys[:n], within)
	for i := n; i < most; i++ {
		order = append(order, uint32(i)) // these stay
	}
	before := packed(s.o.Type, keys)
	k, rec, at := gputest.Words(t, dev, before), gputest.Words(t, dev, records), gputest.Words(t, dev, offsets)
	words := gputest.Words(t, dev, []uint32{uint32(n), uint32(len(offsets) - 1)})
	count, segments := gpu.N(n), gpu.N(len(offsets)-1)
	if n < most {
		count, segments = gpu.CountAt(words.View(), most), gpu.CountAt(viewFrom(t, words.View(), 4), len(offsets)-1)
	}
	dk, drec := gputest.Words(t, dev, before), gputest.Words(t, dev, records)
	if err := s.SegmentedSort(dk.View(), drec.View(), k.View(), rec.View(), 4, at.View(), segments, count); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "records", drec.Get(), order)
	gputest.Equal(t, "keys", dk.Get(), packed(s.o.Type, take(keys, order)))
	dk.Free()
	dk = gputest.Words(t, dev, before)
	if err := s.SegmentedSort(dk.View(), gpu.View{}, k.View(), gpu.View{}, 0, at.View(), segments, count); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "keys alone", dk.Get(), packed(s.o.Type, take(keys, order)))
	for _, b := range []*gputest.Guarded{k, rec, at, words, dk, drec} {
		b.Free()
	}
}

// viewFrom is a view from a byte on.
func viewFrom(t *testing.T, v gpu.View, from int) gpu.View {
	v, err := v.Slice(from, v.Size())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// After Reserve no segmented sort compiles a kernel, whatever its items and segments are.
func TestReserveCompilesSegmentedSorts(t *testing.T) {
	dev := gputest.Device(t)
	for i, tune := range []gpu.Tuning{{}, {Algorithm: gpu.ReduceThenScan}, oneSinglePass} {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			s, err := New(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			prepareLongAs(t, s, i == 0)
			if err := s.Reserve(ForSegmented, 3000); err != nil {
				t.Fatal(err)
			}
			before, _ := dev.Programs()
			for _, n := range []int{3000, 200, 1} {
				trySegmentsOf(t, dev, s, []uint32{0, uint32(n / 9), uint32(n)}, n, n)
			}
			if after, _ := dev.Programs(); after != before {
				t.Errorf("%d kernels were compiled after Reserve", after-before)
			}
		})
	}
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if err := s.Reserve(ForSegmented, 0); err != nil {
		t.Error(err)
	}
}

// A kernel of windows that sorts wrongly is found on first use, and all items are sorted by key and
// by segment.
func TestWrongWindowsFallBack(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	s, err := New(dev, Options{Type: gpu.Uint16})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	s.layout.window = flat.With(64, 3) // runs that lie in two words of bits
	for _, n := range []int{1, 40, 900} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			trySegmentsOf(t, dev, s, []uint32{uint32(n / 3), uint32(n / 3), uint32(n / 2)}, n, n)
			if !s.segments.wrong {
				t.Error("the kernel is not found out")
			}
		})
	}
	report := reported(dev)
	for _, want := range []string{"radix, segments: not ", "radix, segments by number: "} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q:\n%s", want, report)
		}
	}
}

func TestWindowShapes(t *testing.T) {
	for _, typ := range []gpu.Type{gpu.Uint32, gpu.Float64, gpu.Uint8} {
		tile := Options{Type: typ}.windowShape(gpu.Caps{})
		words := keyTypes[typ].words + 1 // with the source
		if bytes := 4 * words * tile.TileSize() * 33 / 32; bytes > 31<<10 {
			t.Errorf("%v: a window takes %d bytes of shared memory", typ, bytes)
		}
		if w, all := windowItems(tile), tile.TileSize(); w > all || 2*w <= all || 32%tile.ItemsPerThread != 0 {
			t.Errorf("%v: windows of %d items, by %d invocations with %d items each", typ, windowItems(tile), tile.GroupSize, tile.ItemsPerThread)
		}
		for n, want := range map[int]int{0: 0, 1: 1, windowItems(tile): 1, windowItems(tile) + 1: 2} {
			if got := windowsOf(tile, n); got != want {
				t.Errorf("%v: %d items have %d windows, want %d", typ, n, got, want)
			}
		}
	}
}

// With a promise about lengths, a sort has no dispatches for long segments. A broken promise is
// reported.
func TestLongestSegment(t *testing.T) {
	dev := gputest.Device(t)
	tile := Options{}.windowShape(dev.Caps())
	short := tile.TileSize() - windowItems(tile) + 1
	s, err := New(dev, Options{LongestSegment: short})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	offsets := []uint32{0}
	for r := rand.New(rand.NewSource(5)); len(offsets) < 50; {
		length := []int{0, 1, 7, short - 1, short}[r.Intn(5)]
		offsets = append(offsets, offsets[len(offsets)-1]+uint32(length))
	}
	n := int(offsets[len(offsets)-1])
	trySegmentsOf(t, dev, s, offsets, n, n)
	trySegmentsOf(t, dev, s, offsets, n-n/5, n)
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
	src, dst, at := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View(), gputest.Words(t, dev, []uint32{5, uint32(n)}).View()
	records, moved := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View()
	for stride, of := range map[int][2]gpu.View{0: {}, 4: {records, moved}} {
		if err := s.SegmentedSort(dst, of[1], src, of[0], stride, at, gpu.N(1), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		if err := dev.Check(); !errors.Is(err, gpu.ErrCount) || !strings.Contains(err.Error(), "segment") {
			t.Errorf("a longer segment, with records of %d bytes: %v", stride, err)
		}
	}
	if _, err := New(dev, Options{LongestSegment: -1}); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("a negative length: %v", err)
	}
}

// Windows find their first offsets if all items are a tile.
func TestWindowsFind(t *testing.T) {
	tile := flat.With(64, 4)
	for n, want := range map[int]bool{1: true, 255: true, 256: true, 257: false} {
		if got := windowsFind(tile, n); got != want {
			t.Errorf("windows of %d items find their offsets: %v, want %v", n, got, want)
		}
	}
}

// The sort of long segments by key has workgroups for each of its passes, packed or not, whatever
// their tiles.
func TestLongSortsSuitTheirTiles(t *testing.T) {
	dev := deviceOfSeveralTiles(t)
	for _, o := range []Options{{}, {Bits: 16}, {Type: gpu.Uint64, Bits: 7, FirstBit: 43}, {Type: gpu.Float64}} {
		for _, o.Tuning = range gputest.Tunings(dev) {
			gputest.Run(t, dev, fmt.Sprintf("%s,%v,bits=%d", gputest.Name(o.Tuning), o.Type, o.Bits), func(t *testing.T) {
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				for _, n := range []int{1, 4097, 1 << 16, 1 << 19, 1<<19 + 1, 1 << 22, 1 << 24} {
					tile := s.leastTile(n)
					for _, packsAt := range []int{never, s.packing(withIndex, true, n).at} {
						for place := range s.o.passes() {
							kind := s.kindAt(withIndex, place, true, packsAt)
							if has := kernel.BySize(s.movers[kind], n).spec.Shape.TileSize(); has < tile {
								t.Errorf("n=%d: a pass that moves %d has tiles of %d, but workgroups for tiles of %d", n, kind, has, tile)
							}
						}
					}
				}
			})
		}
	}
}
