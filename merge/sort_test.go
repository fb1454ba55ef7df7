// SPDX-License-Identifier: MIT

package merge

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// tileOf returns the number of items in the tiles that s sorts: without a payload, or with one.
func tileOf(s *Sorter, kind int) int { return s.o.sortTile(s.shape, kind).TileSize() }

// trySort sorts the items, into another buffer and in place, and checks all buffers.
func trySort(t *testing.T, dev *gpu.Device, s *Sorter, a items, pairs bool) {
	t.Helper()
	n := a.len()
	s.split.from = manyFrom[n%2]
	want, index := argsort(a)
	src, dst := put(t, dev, a), fresh(t, dev, s.o, n)
	payload, dstPayload := gputest.WordsAt(t, dev, numbers(n, 0), 3), gputest.Fresh(t, dev, n)
	if err := s.SortKeys(dst.View(), src.View(), gpu.N(n)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "sorted", dst.Get(), want.words)
	if pairs {
		dst.Fill(7)
		if err := s.SortPairs(Pairs{dst.View(), dstPayload.View()}, Pairs{src.View(), payload.View()}, gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, "sorted pairs", dst.Get(), want.words)
		gputest.Equal(t, "sorted payload", dstPayload.Get(), index)
		dstPayload.Fill(7)
		if err := s.SortIndices(dstPayload.View(), src.View(), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, "indices", dstPayload.Get(), index)
		gputest.Equal(t, "src", src.Get(), a.words)
		gputest.Equal(t, "payload of src", payload.Get(), numbers(n, 0))
		if err := s.SortPairs(Pairs{src.View(), payload.View()}, Pairs{src.View(), payload.View()}, gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, "payload in place", payload.Get(), index)
	} else {
		gputest.Equal(t, "src", src.Get(), a.words)
		if err := s.SortKeys(src.View(), src.View(), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
	}
	gputest.Equal(t, "in place", src.Get(), want.words)
	for _, g := range []*gputest.Guarded{src, dst, payload, dstPayload} {
		g.Free()
	}
}

func TestSortEveryTypeAndSize(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	for i, o := range orders() {
		if i > 1 && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, nameOf(o), func(t *testing.T) {
			s, err := NewSorter(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			tile := tileOf(s, alone)
			items := s.o.sortTile(s.shape, alone).ItemsPerThread
			sizes := []int{0, 1, 2, items - 1, items, items + 1, 2*items + 1, 255, tile/2 - 1, tile - 1, tile, tile + 1, 2*tile - 1, 2 * tile, 2*tile + 1, 2*tileOf(s, withPayload) + 1, 3*tile + 5, 4*tile + 1, 9*tile + 77}
			for k, n := range sizes {
				if i > 0 && k%5 != 2 && !gputest.Nightly() {
					continue
				}
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					trySort(t, dev, s, random(o, n, 1), i < 2 || gputest.Nightly())
				})
			}
		})
	}
}

// All types with the small tile, as items alone.
func TestSortEveryType(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range orders() {
		if i < 2 || i > 3 && i != 8 && o.Bytes != MaxItemBytes && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, nameOf(o), func(t *testing.T) {
			s, err := NewSorter(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			for _, n := range []int{1, 300, 3*tileOf(s, alone) + 1} {
				trySort(t, dev, s, random(o, n, 1), gputest.Nightly())
			}
		})
	}
}

// Other tiles than the usual one: few invocations, and a number of items that is no power of two.
func TestSortOtherTiles(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range []gpu.Tuning{{GroupSize: 32, ItemsPerThread: 4}, {GroupSize: 96, ItemsPerThread: 12}, {GroupSize: 1024, ItemsPerThread: 32}} {
		if tune.GroupSize != 96 && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("group=%d,items=%d", tune.GroupSize, tune.ItemsPerThread), func(t *testing.T) {
			s, err := NewSorter(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			tile := tileOf(s, alone)
			for _, n := range []int{tile - 1, tile + 1, 5*tile + 3, 17 * tile} {
				trySort(t, dev, s, random(s.o, n, 1), gputest.Nightly())
			}
		})
	}
}

func TestSortDistributions(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSorter(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	n := 5*tileOf(s, alone) + 11
	for name, f := range map[string]func(i int) uint32{
		"all equal": func(int) uint32 { return 5 },
		"in order":  func(i int) uint32 { return uint32(i) },
		"backwards": func(i int) uint32 { return math.MaxUint32 - uint32(i) },
		"two":       func(i int) uint32 { return uint32(i * 7 % 2) },
		"saw":       func(i int) uint32 { return uint32(i % 100) },
	} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			a := items{s.o, make([]uint32, n)}
			for i := range n {
				a.words[i] = f(i)
			}
			trySort(t, dev, s, a, true)
		})
	}
}

func TestSortCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSorter(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	room := 6*tileOf(s, alone) + 5
	a := random(s.o, room, 1)
	src := put(t, dev, a)
	for _, n := range []uint32{0, 1, 700, uint32(tileOf(s, alone)), uint32(room - 1), uint32(room), uint32(room + 1), math.MaxUint32} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			dst, index, count := gputest.Fresh(t, dev, room), gputest.Fresh(t, dev, room), gputest.Words(t, dev, []uint32{n})
			before := dst.Get()
			on := gpu.CountAt(count.View(), room)
			if err := s.SortKeys(dst.View(), src.View(), on); err != nil {
				t.Fatal(err)
			}
			if err := s.SortIndices(index.View(), src.View(), on); err != nil {
				t.Fatal(err)
			}
			used := int(min(n, uint32(room)))
			want, order := argsort(items{s.o, a.words[:used]})
			gputest.Equal(t, "sorted", dst.Get()[:used], want.words)
			gputest.Equal(t, "behind", dst.Get()[used:], before[used:])
			gputest.Equal(t, "indices", index.Get()[:used], order)
			if err := dev.Check(); (int(n) > room) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("Check says %v", err)
			}
		})
	}
}

func TestSortRefuses(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSorter(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	big := gputest.Words(t, dev, make([]uint32, 50))
	part := func(from, to int) gpu.View {
		v, err := big.View().Slice(4*from, 4*to)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	dst, dp, src, sp := part(0, 10), part(10, 20), part(20, 30), part(30, 40)
	all := big.Get()
	floats, err := gpu.NewBuffer[float32](dev, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		use      Use
		dst, src Pairs
		n        gpu.Count
		want     error
	}{
		{"too many", ForKeys, Pairs{Keys: dst}, Pairs{Keys: src}, gpu.N(11), gpu.ErrView},
		{"negative", ForKeys, Pairs{Keys: dst}, Pairs{Keys: src}, gpu.N(-1), gpu.ErrCount},
		{"no dst", ForKeys, Pairs{}, Pairs{Keys: src}, gpu.N(1), gpu.ErrView},
		{"floats", ForKeys, Pairs{Keys: dst}, Pairs{Keys: floats.View()}, gpu.N(1), gpu.ErrView},
		{"shifted by one", ForKeys, Pairs{Keys: part(21, 31)}, Pairs{Keys: src}, gpu.N(9), gpu.ErrOverlap},
		{"no payload", ForPairs, Pairs{Keys: dst, Payload: dp}, Pairs{Keys: src}, gpu.N(1), gpu.ErrView},
		{"no dst payload", ForPairs, Pairs{Keys: dst}, Pairs{Keys: src, Payload: sp}, gpu.N(1), gpu.ErrView},
		{"dst is its payload", ForPairs, Pairs{dst, dst}, Pairs{src, sp}, gpu.N(1), gpu.ErrOverlap},
		{"dst is the payload", ForPairs, Pairs{sp, dp}, Pairs{src, sp}, gpu.N(1), gpu.ErrOverlap},
		{"dst payload is src", ForPairs, Pairs{dst, src}, Pairs{src, sp}, gpu.N(1), gpu.ErrOverlap},
		{"indices over src", ForIndices, Pairs{Payload: src}, Pairs{Keys: src}, gpu.N(1), gpu.ErrOverlap},
		{"count in dst", ForKeys, Pairs{Keys: dst}, Pairs{Keys: src}, gpu.CountAt(part(3, 4), 1), gpu.ErrOverlap},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			if err := s.sort(c.use, c.dst, c.src, c.n); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	for _, n := range []int{-1, gpu.MaxItems + 1} {
		if err := s.Reserve(ForKeys, n); !errors.Is(err, gpu.ErrCount) {
			t.Errorf("Reserve(%d): %v", n, err)
		}
	}
	if err := s.Reserve(9, 1); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("Reserve for use 9: %v", err)
	}
	if _, err := ScratchBytes(dev.Caps(), Options{}, ForKeys, gpu.MaxItems); err != nil {
		t.Errorf("ScratchBytes of the most items: %v", err)
	}
	gputest.Equal(t, "buffers after refusals", big.Get(), all)
	s.Release()
	s.Release()
	if err := s.SortKeys(dst, src, gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

// After Reserve no call compiles or allocates, and the scratch may be the caller's.
func TestSortInCallerScratch(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSorter(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	n := 3*tileOf(s, alone) + 9
	a := random(s.o, n, 4)
	src, dst := put(t, dev, a), fresh(t, dev, s.o, n)
	want, index := argsort(a)
	count := gpu.CountAt(gputest.Words(t, dev, []uint32{uint32(n)}).View(), n)
	for use := ForKeys; use <= ForIndices; use++ {
		gputest.Run(t, dev, use.String(), func(t *testing.T) {
			bytes, err := ScratchBytes(dev.Caps(), Options{}, use, n)
			if err != nil {
				t.Fatal(err)
			}
			scratch, payload, to := gputest.Fresh(t, dev, bytes/4), gputest.Words(t, dev, numbers(n, 0)), gputest.Fresh(t, dev, n)
			s.UseScratch(scratch.View())
			if err := s.Reserve(use, n); err != nil {
				t.Fatal(err)
			}
			compiled, cached := dev.Programs()
			call := func() {
				if err := s.sort(use, Pairs{dst.View(), to.View()}, Pairs{src.View(), payload.View()}, count); err != nil {
					t.Fatal(err)
				}
			}
			if use == ForIndices {
				call = func() {
					if err := s.SortIndices(to.View(), src.View(), count); err != nil {
						t.Fatal(err)
					}
				}
			}
			if allocs := testing.AllocsPerRun(5, call); allocs != 0 {
				t.Errorf("%v allocations a call", allocs)
			}
			if a, b := dev.Programs(); a != compiled || b != cached {
				t.Errorf("%d programs compiled and %d loaded by calls", a-compiled, b-cached)
			}
			scratch.Get()
			if use != ForIndices {
				gputest.Equal(t, "sorted", dst.Get(), want.words)
			}
			if use != ForKeys {
				gputest.Equal(t, "payload", to.Get(), index)
			}
			if err := s.SortKeys(word(t, scratch, 0), src.View(), gpu.N(1)); !errors.Is(err, gpu.ErrOverlap) {
				t.Errorf("dst in the scratch: %v", err)
			}
			s.UseScratch(word(t, scratch, 0))
			if err := s.sort(use, Pairs{dst.View(), to.View()}, Pairs{src.View(), payload.View()}, count); !errors.Is(err, gpu.ErrView) {
				t.Errorf("a word of scratch: %v", err)
			}
			s.UseScratch(gpu.View{})
		})
	}
}

// A less that is no order gives no order, and writes nothing outside of dst.
func TestSortByNoOrder(t *testing.T) {
	dev := gputest.Device(t)
	o := Options{Less: "bool less(uint a, uint b) { return ((a * 0x9E3779B1u ^ b) >> 7u & 1u) != 0u; }", Item: "uint", Bytes: 4}
	m, s := built[*Merger](t)(NewMerger(dev, o)), built[*Sorter](t)(NewSorter(dev, o))
	for _, n := range []int{3, 1000, 5*tileOf(s, alone) + 3} {
		a := items{s.o, numbers(n, 7)}
		src, dst, both := put(t, dev, a), fresh(t, dev, s.o, n), fresh(t, dev, s.o, 2*n)
		if err := s.SortKeys(dst.View(), src.View(), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		if err := m.Merge(both.View(), src.View(), dst.View(), gpu.N(n), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		for i, w := range append(dst.Get(), both.Get()...) {
			if w < 7 || w >= uint32(7+n) {
				t.Fatalf("n=%d: word %d is %#x, want one of the items", n, i, w)
			}
		}
		gputest.Equal(t, "src", src.Get(), a.words)
	}
}
