// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// laneCases are lengths of segments around the numbers of lanes that sort one.
func laneCases(r *rand.Rand, s *Sorter) map[string][]int {
	each, window := s.layout.window.ItemsPerThread, windowItems(s.layout.window)
	piece := each * min(s.shape.LaneCount, joinLanes)
	cases := map[string][]int{
		"nothing to sort":              slices.Repeat([]int{1, 0, 1, 1}, window/2),
		"pairs":                        slices.Repeat([]int{2}, window),
		"a lane each":                  slices.Repeat([]int{each, each - 1, 0}, window/each),
		"two lanes each":               slices.Repeat([]int{each + 1, 2 * each}, window/each),
		"all lanes each":               slices.Repeat([]int{piece, piece - 1}, 6),
		"cut":                          slices.Repeat([]int{piece + 1, 2*piece - 1, 2, 2 * piece, 2*piece + 1}, 3),
		"pieces of a lane":             slices.Repeat([]int{2 * each, 2*each - 1, 0}, window/each),
		"pieces of two lanes":          slices.Repeat([]int{2*each + 1, 4 * each}, window/each),
		"pieces of all lanes":          slices.Repeat([]int{2 * piece, 2*piece - 1}, 4),
		"many empty, many in a window": append(slices.Repeat([]int{0}, 3*window), slices.Repeat([]int{5, 20}, window/4)...),
		"a window of pairs":            append(slices.Repeat([]int{2}, window), slices.Repeat([]int{2 * piece}, 1+2*window/piece)...),
		"cut at the end":               {3*piece - 1, piece, 1, piece + 1, piece - 1, 2},
	}
	for i := range gputest.InNightly(20, 2) {
		var mixed []int
		for total := 0; total < 2*window; {
			some := []int{0, 1, 2, each - 1, each, each + 1, s.shape.LaneCount, s.shape.LaneCount + 1, r.Intn(2 * each), r.Intn(piece), piece - 1, piece, piece + 1, r.Intn(5 * piece)}
			mixed = append(mixed, some[r.Intn(len(some))])
			total += mixed[len(mixed)-1]
		}
		cases[fmt.Sprint("mixed ", i)] = mixed
	}
	return cases
}

// takesLanes says whether a sorter of segments should sort keys alone in registers.
func takesLanes(s *Sorter) bool {
	return sortsInLanes(s.layout.segmentSpecs(s.o.Type, s.inOrder).lanes.Shape, s.layout.window)
}

// Keys alone are sorted in registers where lanes exchange keys, and by merges elsewhere.
func TestSegmentsInLanes(t *testing.T) {
	dev := gputest.Device(t)
	paths := gputest.Paths(dev)
	for path, tune := range paths {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, o := range []Options{{Type: gpu.Float32}, {Type: gpu.Int32, Descending: true}, {Type: gpu.Float64, Descending: true}, {Type: gpu.Int64}, {Type: gpu.Int16, Descending: true}} {
				if !gputest.Nightly() && (path > 0 || i > 0 && (o.Type != gpu.Float64 || gputest.ExpectedSubgroup() != 4)) {
					continue // lavapipe compiles such a kernel for up to 20 seconds, of two words for longer
				}
				o.Tuning = tune
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				if err := s.prepare(ForSegmented); err != nil {
					t.Fatal(err)
				}
				inLanes := takesLanes(s)
				if s.inLanes(0) != inLanes || s.inLanes(4) {
					t.Errorf("%s sorts keys alone in registers: %v, pairs: %v", s.Variant(), s.inLanes(0), s.inLanes(4))
				}
				r := rand.New(rand.NewSource(3))
				for name, lengths := range laneCases(r, s) {
					if !inLanes && name != "mixed 0" {
						continue // TestSegmentsAroundWindows has the merges
					}
					gputest.Run(t, dev, fmt.Sprintf("%v,%s", o.Type, name), func(t *testing.T) { tryLengths(t, dev, s, lengths) })
				}
				s.Release()
			}
		})
	}
}

// tryLengths sorts segments of such lengths, behind some items of none, all and by a count on the
// GPU that ends within a segment.
func tryLengths(t *testing.T, dev *gpu.Device, s *Sorter, lengths []int) {
	t.Helper()
	offsets := []uint32{3}
	for _, n := range lengths {
		offsets = append(offsets, offsets[len(offsets)-1]+uint32(n))
	}
	n := int(offsets[len(offsets)-1])
	r := rand.New(rand.NewSource(4))
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = masked(s.o.Type, r.Uint64())
		if r.Intn(8) == 0 {
			keys[i] = masked(s.o.Type, -uint64(r.Intn(2))) // the first and the last
		}
	}
	k, at := gputest.Words(t, dev, packed(s.o.Type, keys)), gputest.Words(t, dev, offsets)
	for _, some := range []int{n, n - n/7} {
		want := slices.Clone(keys)
		ends := slices.Clone(offsets)
		for i := range ends {
			ends[i] = min(ends[i], uint32(some))
		}
		copy(want, take(keys, segmented(s.o, keys[:some], ends)))
		dst, count := gputest.Words(t, dev, packed(s.o.Type, keys)), gputest.Words(t, dev, []uint32{uint32(some)})
		if err := s.SegmentedSort(dst.View(), gpu.View{}, k.View(), gpu.View{}, 0, at.View(), gpu.N(len(offsets)-1), gpu.CountAt(count.View(), n)); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, fmt.Sprint("the first ", some), dst.Get(), packed(s.o.Type, want))
		dst.Free()
		count.Free()
	}
	gputest.Equal(t, "src", k.Get(), packed(s.o.Type, keys))
	k.Free()
	at.Free()
}

// Windows list their segments if keys have a word and segments are not too short on average.
func TestSegmentsInPieces(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if err := s.prepare(ForSegmented); err != nil {
		t.Fatal(err)
	}
	inLanes := s.inLanes(0)
	for _, c := range []struct {
		n, segments int
		in          bool
	}{{300, 100, inLanes}, {299, 100, false}, {10, 0, inLanes}, {0, 0, inLanes}} {
		if got := s.inPieces(c.n, c.segments); got != c.in {
			t.Errorf("%d items in %d segments are listed: %v, want %v", c.n, c.segments, got, c.in)
		}
	}
	if !inLanes {
		return
	}
	r := rand.New(rand.NewSource(6))
	cases := laneCases(r, s)
	s.segments.tested = &s.segments.pieces[1]
	for _, name := range []string{"a window of pairs", "cut", "mixed 0", "pieces of two lanes"} {
		gputest.Run(t, dev, "many,"+name, func(t *testing.T) { tryLengths(t, dev, s, cases[name]) })
	}
	for wrong := range s.segments.pieces {
		for i := range s.segments.pieces {
			s.segments.pieces[i].Release()
			s.segments.pieces[i] = kernel.Loaded[windowUniforms]{}
		}
		specs := s.layout.segmentSpecs(s.o.Type, s.inOrder).pieces
		specs[wrong].Slots = maps.Clone(specs[wrong].Slots)
		specs[wrong].Slots["UNSORTABLE"] = shaders.Snippet{File: "lib/key.glsl#int_back"}
		if err := s.preparePieces(specs); err != nil {
			t.Fatal(err)
		}
		if s.segments.listed {
			t.Errorf("kernel %d is not found out", wrong)
		}
	}
	trySegmentsOf(t, dev, s, []uint32{3, 40, 41, 900}, 1000, 1000)
}

// Windows of the usual size, by both workgroups that list segments, where a subgroup has 16 lanes
// or more.
func TestSegmentsInLanesOfUsualWindows(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	s.layout.window = Options{}.windowShape(gpu.Caps{})
	s.layout.long.part = windowItems(s.layout.window)
	if !sortsInLanes(s.shape.With(s.layout.window.GroupSize, s.layout.window.ItemsPerThread), s.layout.window) {
		t.Skip("a subgroup has too few lanes")
	}
	if err := s.prepare(ForSegmented); err != nil {
		t.Fatal(err)
	}
	if !s.segments.listed {
		t.Fatal("windows do not list their segments")
	}
	r := rand.New(rand.NewSource(3))
	for name, lengths := range laneCases(r, s) {
		for i := range s.segments.pieces {
			gputest.Run(t, dev, fmt.Sprintf("%s,%d", name, i), func(t *testing.T) {
				s.segments.tested = &s.segments.pieces[i]
				tryLengths(t, dev, s, lengths)
			})
		}
	}
}

func TestTakesMany(t *testing.T) {
	for _, c := range []struct {
		n, segments int
		many        bool
	}{{manyPieces, manyPieces / 16, true}, {manyPieces, manyPieces/16 + 1, false}, {manyPieces - 1, 0, false}, {gpu.MaxItems, 0, true}} {
		if got := takesMany(c.n, c.segments); got != c.many {
			t.Errorf("%d items in %d segments: %v, want %v", c.n, c.segments, got, c.many)
		}
	}
}

func TestSortsInLanes(t *testing.T) {
	usual := Options{}.windowShape(gpu.Caps{})
	for _, c := range []struct {
		lanes  gpu.Lanes
		count  int
		window kernel.Shape
		in     bool
	}{
		{gpu.LanesKHR, 32, usual, true}, {gpu.LanesKHR, 16, usual, true}, {gpu.LanesKHR, 8, usual, false},
		{gpu.LanesKHR, 4, flat.With(64, 4), true}, {gpu.LanesBallot, 32, usual, false},
	} {
		shape := kernel.Shape{Lanes: c.lanes, LaneCount: c.count}.With(c.window.GroupSize, c.window.ItemsPerThread)
		if got := sortsInLanes(shape, c.window); got != c.in {
			t.Errorf("%d %v lanes, a window of %d items: %v, want %v", c.count, c.lanes, c.window.TileSize(), got, c.in)
		}
	}
}

// A kernel that sorts wrongly in registers is found on first use, and the merges sort.
func TestWrongSegmentsInLanesFallBack(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if !takesLanes(s) {
		t.Skip("no lanes that exchange keys, or too few for a window")
	}
	if err := s.prepare(ForSegmented); err != nil {
		t.Fatal(err)
	}
	if !s.inLanes(0) {
		t.Error("the sort in registers failed its self-test")
	}
	s.segments.lanes.Release()
	s.segments.lanes = kernel.Loaded[windowUniforms]{}
	spec := s.layout.segmentSpecs(s.o.Type, s.inOrder).lanes
	spec.Slots["UNSORTABLE"] = shaders.Snippet{File: "lib/key.glsl#int_back"}
	if err := s.prepareLanes(spec); err != nil {
		t.Fatal(err)
	}
	if s.inLanes(0) {
		t.Error("the kernel is not found out")
	}
	trySegmentsOf(t, dev, s, []uint32{3, 40, 41, 900}, 1000, 1000)
	if report := reported(dev); !strings.Contains(report, "radix, segments in lanes: not ") {
		t.Errorf("the report lacks the kernel:\n%s", report)
	}
}
