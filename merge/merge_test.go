// SPDX-License-Identifier: MIT

package merge

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// merged is the oracle: the items of both in order, and the index of each, those of b behind those
// of a.
func merged(a, b items) (items, []uint32) {
	return argsort(items{a.o, slices.Concat(a.words, b.words)})
}

// numbers are n words from first on.
func numbers(n, first int) []uint32 {
	w := make([]uint32, n)
	for i := range w {
		w[i] = uint32(first + i)
	}
	return w
}

// tryMerge merges two arrays with and without a payload, and checks all buffers.
func tryMerge(t *testing.T, dev *gpu.Device, m *Merger, a, b items, pairs bool) {
	t.Helper()
	na, nb := a.len(), b.len()
	m.split.from = manyFrom[(na+nb)%2]
	want, index := merged(a, b)
	from, with, dst := put(t, dev, a), put(t, dev, b), fresh(t, dev, m.o, na+nb)
	fromPayload, withPayload, dstPayload := gputest.Words(t, dev, numbers(na, 0)), gputest.WordsAt(t, dev, numbers(nb, na), 3), gputest.Fresh(t, dev, na+nb)
	if err := m.Merge(dst.View(), from.View(), with.View(), gpu.N(na), gpu.N(nb)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "merged", dst.Get(), want.words)
	if pairs {
		dst.Fill(7)
		err := m.MergePairs(Pairs{dst.View(), dstPayload.View()}, Pairs{from.View(), fromPayload.View()}, Pairs{with.View(), withPayload.View()}, gpu.N(na), gpu.N(nb))
		if err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, "merged pairs", dst.Get(), want.words)
		gputest.Equal(t, "merged payload", dstPayload.Get(), index)
	}
	gputest.Equal(t, "a", from.Get(), a.words)
	gputest.Equal(t, "b", with.Get(), b.words)
	for _, g := range []*gputest.Guarded{from, with, dst, fromPayload, withPayload, dstPayload} {
		g.Free()
	}
}

func TestMergeEveryTypeAndSize(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	for i, o := range orders() {
		if i > 3 && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, nameOf(o), func(t *testing.T) {
			m, err := NewMerger(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer m.Release()
			tile := m.o.mergeTile(m.shape, alone).TileSize()
			for k, n := range [][2]int{
				{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {tile - 1, 1}, {tile, 0}, {0, tile + 1}, {tile / 2, tile/2 - 1}, {tile / 2, tile/2 + 1},
				{3 * tile, 5}, {5, 3*tile + 1}, {2*tile - 1, 3*tile + 2}, {7*tile + 3, 6*tile + 1},
			} {
				if i > 1 && k < 12 && k%4 != 1 && !gputest.Nightly() {
					continue
				}
				gputest.Run(t, dev, fmt.Sprintf("na=%d,nb=%d", n[0], n[1]), func(t *testing.T) {
					tryMerge(t, dev, m, order(random(o, n[0], 1)), order(random(o, n[1], 2)), i < 2 || gputest.Nightly())
				})
			}
		})
	}
}

// The splits of many windows of tiles: of two arrays, of runs within a window, of a window and
// larger, and of sets.
func TestManyWindows(t *testing.T) {
	dev := gputest.Device(t)
	o := Options{Tuning: gpu.Tuning{GroupSize: 32, ItemsPerThread: 4}}
	m, s := built[*Merger](t)(NewMerger(dev, o)), built[*Sorter](t)(NewSorter(dev, o))
	sets := built[*Sets](t)(NewSets(dev, Options{Tuning: gpu.Tuning{GroupSize: 32, ItemsPerThread: 4, Algorithm: gpu.SinglePass}}))
	all := window * m.shape.TileSize()
	for _, n := range [][2]int{{all/2 - 1, all/2 + 1}, {all / 2, all/2 + 2}, {2 * all, all + 4}, {all - 2, 4}, {2, 3*all + 2}, {3*all + 6, 0}} {
		for kind, of := range map[string]func(Options, int, int64) items{"few equal": sparse, "many equal": random} {
			gputest.Run(t, dev, fmt.Sprintf("%s,na=%d,nb=%d", kind, n[0], n[1]), func(t *testing.T) {
				tryMerge(t, dev, m, order(of(o, n[0], 1)), order(of(o, n[1], 2)), true)
				trySets(t, dev, sets, order(of(o, n[0], 1)), order(of(o, n[1], 2)))
				trySort(t, dev, s, of(o, n[0]+n[1], 3), true)
			})
		}
	}
}

// Arrays that make the merge path run along an edge, and runs of equal items over many tiles.
func TestMergeDistributions(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewMerger(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	n := 3*m.o.mergeTile(m.shape, alone).TileSize() + 11
	for name, f := range map[string]func(i int) (a, b uint32){
		"all equal":      func(int) (a, b uint32) { return 5, 5 },
		"a first":        func(i int) (a, b uint32) { return uint32(i), uint32(n + i) },
		"b first":        func(i int) (a, b uint32) { return uint32(n + i), uint32(i) },
		"in turn":        func(i int) (a, b uint32) { return uint32(2 * i), uint32(2*i + 1) },
		"equal in turn":  func(i int) (a, b uint32) { return uint32(i), uint32(i) },
		"largest":        func(i int) (a, b uint32) { return math.MaxUint32 - uint32(n-i), math.MaxUint32 },
		"two long runs":  func(i int) (a, b uint32) { return uint32(2 * i / n), uint32(3 * i / n) },
		"b within one a": func(i int) (a, b uint32) { return uint32(i / (n - 1) * 9), 4 },
	} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			a, b := items{m.o, make([]uint32, n)}, items{m.o, make([]uint32, n)}
			for i := range n {
				a.words[i], b.words[i] = f(i)
			}
			tryMerge(t, dev, m, a, b, true)
		})
	}
}

func TestMergeCountsOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewMerger(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	const room = 3000
	a, b := order(random(m.o, room, 1)), order(random(m.o, room, 2))
	from, with := put(t, dev, a), put(t, dev, b)
	for _, c := range [][2]uint32{{0, 0}, {0, 5}, {1, room}, {room, 0}, {room - 1, room - 1}, {room + 1, 7}, {7, math.MaxUint32}} {
		gputest.Run(t, dev, fmt.Sprintf("na=%d,nb=%d", c[0], c[1]), func(t *testing.T) {
			dst, counts := gputest.Fresh(t, dev, 2*room), gputest.Words(t, dev, c[:])
			before := dst.Get()
			if err := m.Merge(dst.View(), from.View(), with.View(), gpu.CountAt(word(t, counts, 0), room), gpu.CountAt(word(t, counts, 1), room)); err != nil {
				t.Fatal(err)
			}
			want, _ := merged(items{m.o, a.words[:min(room, c[0])]}, items{m.o, b.words[:min(room, c[1])]})
			gputest.Equal(t, "merged", dst.Get()[:want.len()], want.words)
			gputest.Equal(t, "behind", dst.Get()[want.len():], before[want.len():])
			if err := dev.Check(); (c[0] > room || c[1] > room) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("Check says %v", err)
			}
		})
	}
}

func TestMergeRefuses(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewMerger(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	big := gputest.Words(t, dev, make([]uint32, 70))
	part := func(from, to int) gpu.View {
		v, err := big.View().Slice(4*from, 4*to)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	dst, a, b := part(0, 20), part(20, 30), part(30, 40)
	dp, ap, bp := part(40, 60), part(60, 70), part(50, 60)
	all := big.Get()
	for _, c := range []struct {
		name      string
		dst, a, b Pairs
		na, nb    gpu.Count
		want      error
	}{
		{"too many of a", Pairs{dst, dp}, Pairs{a, ap}, Pairs{b, ap}, gpu.N(11), gpu.N(1), gpu.ErrView},
		{"too many of b", Pairs{dst, dp}, Pairs{a, ap}, Pairs{b, ap}, gpu.N(1), gpu.N(11), gpu.ErrView},
		{"negative", Pairs{dst, dp}, Pairs{a, ap}, Pairs{b, ap}, gpu.N(-1), gpu.N(1), gpu.ErrCount},
		{"too many together", Pairs{dst, dp}, Pairs{a, ap}, Pairs{b, ap}, gpu.N(10), gpu.N(gpu.MaxItems - 9), gpu.ErrCount},
		{"no view of b", Pairs{dst, dp}, Pairs{a, ap}, Pairs{}, gpu.N(10), gpu.N(1), gpu.ErrView},
		{"dst too small", Pairs{part(0, 19), dp}, Pairs{a, ap}, Pairs{b, ap}, gpu.N(10), gpu.N(10), gpu.ErrView},
		{"payload too small", Pairs{dst, part(40, 59)}, Pairs{a, ap}, Pairs{b, ap}, gpu.N(10), gpu.N(10), gpu.ErrView},
		{"dst and a", Pairs{part(1, 21), dp}, Pairs{a, ap}, Pairs{b, ap}, gpu.N(1), gpu.N(1), gpu.ErrOverlap},
		{"dst and b", Pairs{part(20, 40), dp}, Pairs{ap, ap}, Pairs{b, ap}, gpu.N(1), gpu.N(1), gpu.ErrOverlap},
		{"payload and its source", Pairs{dst, dp}, Pairs{a, ap}, Pairs{b, bp}, gpu.N(1), gpu.N(1), gpu.ErrOverlap},
		{"dst and a payload", Pairs{dst, dp}, Pairs{a, part(10, 20)}, Pairs{b, ap}, gpu.N(1), gpu.N(1), gpu.ErrOverlap},
		{"dst and its payload", Pairs{dst, dst}, Pairs{a, ap}, Pairs{b, ap}, gpu.N(1), gpu.N(1), gpu.ErrOverlap},
		{"count in dst", Pairs{dst, dp}, Pairs{a, ap}, Pairs{b, ap}, gpu.CountAt(part(3, 4), 1), gpu.N(1), gpu.ErrOverlap},
		{"count in the payload", Pairs{dst, dp}, Pairs{a, ap}, Pairs{b, ap}, gpu.N(1), gpu.CountAt(part(44, 45), 1), gpu.ErrOverlap},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			if err := m.MergePairs(c.dst, c.a, c.b, c.na, c.nb); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	gputest.Equal(t, "buffers after refusals", big.Get(), all)
	m.Release()
	m.Release()
	if err := m.Merge(dst, a, b, gpu.N(1), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
	if m.Programs() != nil {
		t.Error("a released Merger has programs")
	}
}

func TestMergeAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewMerger(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	const n = 5000
	a, b, dst := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, 2*n).View()
	to := gputest.Fresh(t, dev, 2*n).View()
	count := gpu.CountAt(gputest.Words(t, dev, []uint32{n}).View(), n)
	for _, run := range []func() error{
		func() error { return m.Merge(dst, a, b, count, gpu.N(n)) },
		func() error { return m.MergePairs(Pairs{dst, to}, Pairs{a, a}, Pairs{b, b}, gpu.N(n), count) },
	} {
		call := func() {
			if err := run(); err != nil {
				t.Fatal(err)
			}
		}
		call() // warm-up: the kernel of pairs
		if allocs := testing.AllocsPerRun(10, call); allocs != 0 {
			t.Errorf("%v allocations a call", allocs)
		}
	}
}

// Every length of the search for a part of the merge path, with the split at either end of it.
func TestMergeEverySplit(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewMerger(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	const most = 1100
	low, high := gputest.Words(t, dev, numbers(most, 0)), gputest.Words(t, dev, numbers(most, most))
	dst := gputest.Fresh(t, dev, 2*most)
	for n := 0; n <= most; n += gputest.InNightly(1, 3) { // a round splits in 129, a multiple of 3
		want := slices.Concat(numbers(n, 0), numbers(most, most))
		for _, swap := range []bool{false, true} {
			a, b, na, nb := low, high, n, most
			if swap {
				a, b, na, nb = high, low, most, n
			}
			if err := m.Merge(dst.View(), a.View(), b.View(), gpu.N(na), gpu.N(nb)); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, fmt.Sprintf("n=%d, a first %v", n, !swap), dst.Get()[:n+most], want)
		}
	}
}
