// SPDX-License-Identifier: MIT

package merge

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// hit is an order of the caller's: items of 16 bytes, by the second word and then the first.
var hit = Options{
	Less: "struct Hit { float a; uint b; vec2 c; };\nbool less(Hit x, Hit y) { return x.b < y.b || (x.b == y.b && x.a < y.a); }",
	Item: "Hit", Bytes: 16, Name: "hits",
}

// bounds is the oracle: the place of each query.
func bounds(all, queries items, upper bool) []uint32 {
	want := make([]uint32, queries.len())
	for i := range want {
		q := rankOf(queries, i)
		want[i] = uint32(sort.Search(all.len(), func(k int) bool {
			r := rankOf(all, k)
			if upper {
				return r > q
			}
			return r >= q
		}))
	}
	return want
}

func TestSearchEveryTypeAndSize(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	for i, o := range orders() {
		gputest.Run(t, dev, nameOf(o), func(t *testing.T) {
			s, err := NewSearcher(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			if i < 2 || gputest.Nightly() {
				if err := s.Reserve(); err != nil {
					t.Fatal(err)
				}
			}
			tile := sweepGroup * sweepItems
			for at, n := range []int{0, 1, 2, 31, tile - 1, tile, tile + 1, 3*tile + 7} {
				s.most = at % 3 // several tiles a workgroup, and one
				for _, most := range []int{0, 1, 2, 3, 1000, 1023, 1024, 4097} {
					if i > 1 && most != 1023 && n != tile+1 && !gputest.Nightly() {
						continue
					}
					gputest.Run(t, dev, fmt.Sprintf("n=%d,items=%d", n, most), func(t *testing.T) {
						all, queries := order(random(o, most, 1)), random(o, n, 2)
						copy(queries.words[len(queries.words)/2:], all.words)
						src, by := put(t, dev, all), put(t, dev, queries)
						for k := range 4 {
							upper := k%2 == 1
							if s.find[k/2].Kernel == nil {
								continue
							}
							s.from = manyFrom[1-k/2]
							dst := gputest.Fresh(t, dev, n)
							if err := s.search(dst.View(), src.View(), by.View(), gpu.N(most), gpu.N(n), upper); err != nil {
								t.Fatal(err)
							}
							gputest.Equal(t, fmt.Sprintf("places, upper %v, kind %d", upper, k/2), dst.Get(), bounds(all, queries, upper))
							dst.Free()
						}
						gputest.Equal(t, "sorted", src.Get(), all.words)
						gputest.Equal(t, "queries", by.Get(), queries.words)
						src.Free()
						by.Free()
					})
				}
			}
		})
	}
}

func TestSearchCountsOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSearcher(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const room = 3000
	all, queries := order(random(s.o, room, 1)), random(s.o, room, 2)
	src, by := put(t, dev, all), put(t, dev, queries)
	for _, c := range [][2]uint32{{0, 5}, {1, room}, {room, 0}, {room - 1, room - 1}, {room + 1, 7}, {7, math.MaxUint32}} {
		gputest.Run(t, dev, fmt.Sprintf("items=%d,n=%d", c[0], c[1]), func(t *testing.T) {
			dst, counts := gputest.Fresh(t, dev, room), gputest.Words(t, dev, c[:])
			before := dst.Get()
			if err := s.LowerBound(dst.View(), src.View(), by.View(), gpu.CountAt(word(t, counts, 0), room), gpu.CountAt(word(t, counts, 1), room)); err != nil {
				t.Fatal(err)
			}
			some := items{s.o, all.words[:min(room, c[0])]}
			n := min(room, c[1])
			gputest.Equal(t, "places", dst.Get()[:n], bounds(some, items{s.o, queries.words[:n]}, false))
			gputest.Equal(t, "behind", dst.Get()[n:], before[n:])
			if err := dev.Check(); (c[0] > room || c[1] > room) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("Check says %v", err)
			}
		})
	}
}

func TestSearchRefuses(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSearcher(dev, Options{Type: gpu.Int32})
	if err != nil {
		t.Fatal(err)
	}
	floats, err := gpu.NewBuffer[float32](dev, 10)
	if err != nil {
		t.Fatal(err)
	}
	a, b, dst := gputest.Words(t, dev, make([]uint32, 10)), gputest.Words(t, dev, make([]uint32, 10)), gputest.Fresh(t, dev, 10)
	before := dst.Get()
	for _, c := range []struct {
		name                 string
		dst, sorted, queries gpu.View
		items, n             gpu.Count
		want                 error
	}{
		{"more items than there are", dst.View(), a.View(), b.View(), gpu.N(11), gpu.N(1), gpu.ErrView},
		{"more queries than there are", dst.View(), a.View(), b.View(), gpu.N(1), gpu.N(11), gpu.ErrView},
		{"negative", dst.View(), a.View(), b.View(), gpu.N(-1), gpu.N(1), gpu.ErrCount},
		{"floats", dst.View(), floats.View(), b.View(), gpu.N(1), gpu.N(1), gpu.ErrView},
		{"float queries", dst.View(), a.View(), floats.View(), gpu.N(1), gpu.N(1), gpu.ErrView},
		{"dst is sorted", a.View(), a.View(), b.View(), gpu.N(1), gpu.N(1), gpu.ErrOverlap},
		{"dst is queries", b.View(), a.View(), b.View(), gpu.N(1), gpu.N(1), gpu.ErrOverlap},
		{"count in dst", dst.View(), a.View(), b.View(), gpu.N(1), gpu.CountAt(word(t, dst, 0), 1), gpu.ErrOverlap},
		{"other count in dst", dst.View(), a.View(), b.View(), gpu.CountAt(word(t, dst, 0), 1), gpu.N(1), gpu.ErrOverlap},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			if err := s.LowerBound(c.dst, c.sorted, c.queries, c.items, c.n); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	gputest.Equal(t, "dst after refusals", dst.Get(), before)
	s.Release()
	s.Release()
	if err := s.UpperBound(dst.View(), a.View(), b.View(), gpu.N(1), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSearcher(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const n = 5000
	a, b, dst := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View()
	count := gpu.CountAt(gputest.Words(t, dev, []uint32{n}).View(), n)
	run := func() {
		if err := s.LowerBound(dst, a, b, count, gpu.N(n)); err != nil {
			t.Fatal(err)
		}
	}
	if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}
