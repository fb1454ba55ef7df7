// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// putWords is a source, behind a whole number of records where these are the caller's.
func putWords(t *testing.T, dev *gpu.Device, words []uint32, bytes int, records bool) *gputest.Guarded {
	t.Helper()
	if records {
		return gputest.WordsAt(t, dev, words, bytes/4*16)
	}
	return gputest.WordsAt(t, dev, words, 5)
}

func TestSearchReads(t *testing.T) {
	dev := gputest.Device(t)
	for at, o := range searchReads() {
		gputest.Run(t, dev, nameOfReads(o), func(t *testing.T) {
			s, err := NewSearcher(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			if gputest.Share(at, 2) {
				if err := s.Reserve(); err != nil {
					t.Fatal(err)
				}
			}
			for k, n := range []int{0, 1, 257, sweepGroup*sweepItems + 3} {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					s.from = manyFrom[1]
					if s.find[manyQueries].Kernel != nil {
						s.from = manyFrom[k%2]
					}
					s.trySearchReads(t, dev, n, 700)
				})
			}
		})
	}
}

func (s *Searcher) trySearchReads(t *testing.T, dev *gpu.Device, n, most int) {
	r, o := rand.New(rand.NewSource(int64(n))), s.o
	all, queries := order(random(o, most, 1)), readItems(o, n, 2)
	src, indices := laidOf(r, queries)
	rows := all.words
	if o.SortedRecord != "" {
		rows = nil
		for i := range all.len() {
			rows = append(append(rows, make([]uint32, all.each())...), all.at(i)...)
		}
	}
	sorted, from, index := putWords(t, dev, rows, o.sortedBytes(), true), putWords(t, dev, src, o.sourceBytes(), o.callers() || o.Record != ""), gputest.Words(t, dev, indices)
	s.SetIndices(index.View())
	for _, upper := range []bool{false, true} {
		want := finishedOf(o, bounds(all, queries, upper), 1)
		dst := gputest.WordsAt(t, dev, make([]uint32, len(want)), 9)
		from := from.View()
		if o.Input == gpu.InputCounting {
			from = gpu.View{}
		}
		if err := s.search(dst.View(), sorted.View(), from, gpu.N(most), gpu.N(n), upper); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, fmt.Sprint("places, upper ", upper), dst.Get(), want)
		dst.Free()
	}
	gputest.Equal(t, "sorted", sorted.Get(), rows)
	gputest.Equal(t, "queries", from.Get(), src)
	for _, g := range []*gputest.Guarded{sorted, from, index} {
		g.Free()
	}
}

func TestSortReads(t *testing.T) {
	dev := gputest.Device(t)
	for at, o := range sortReads() {
		gputest.Run(t, dev, nameOfReads(o), func(t *testing.T) {
			o.Tuning = smallTile
			s, err := NewSorter(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			tile := s.o.sortTile(s.shape, alone).TileSize()
			for _, n := range []int{0, 1, tile, 2*tile + 1, 5*tile + 7} {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					s.trySortReads(t, dev, n, at%2 == 0 || gputest.Nightly())
				})
			}
		})
	}
}

func (s *Sorter) trySortReads(t *testing.T, dev *gpu.Device, n int, payloads bool) {
	r, o := rand.New(rand.NewSource(int64(n))), s.o
	a := readItems(o, n, 3)
	want, order := argsort(a)
	src, indices := laidOf(r, a)
	from, index := putWords(t, dev, src, o.sourceBytes(), o.callers() || o.Record != ""), gputest.Words(t, dev, indices)
	dst, payload, places := fresh(t, dev, o, n), gputest.Words(t, dev, numbers(n, 0)), gputest.Fresh(t, dev, n)
	s.SetIndices(index.View())
	view := from.View()
	if o.Input == gpu.InputCounting {
		view = gpu.View{}
	}
	run := func(what string, err error, keys bool) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if keys {
			gputest.Equal(t, what, dst.Get(), want.words)
		}
		if what != "keys" {
			gputest.Equal(t, what+": order", places.Get(), order)
		}
	}
	run("keys", s.SortKeys(dst.View(), view, gpu.N(n)), true)
	if payloads {
		dst.Fill(7)
		run("pairs", s.SortPairs(Pairs{dst.View(), places.View()}, Pairs{view, payload.View()}, gpu.N(n)), true)
		places.Fill(7)
		run("indices", s.SortIndices(places.View(), view, gpu.N(n)), false)
	}
	gputest.Equal(t, "src", from.Get(), src)
	for _, g := range []*gputest.Guarded{from, index, dst, payload, places} {
		g.Free()
	}
}

func TestMergeReads(t *testing.T) {
	dev := gputest.Device(t)
	for at, o := range arrayReads() {
		gputest.Run(t, dev, nameOfReads(o), func(t *testing.T) {
			o.Tuning = smallTile
			m, err := NewMerger(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer m.Release()
			tile := m.shape.TileSize()
			for _, n := range [][2]int{{0, 0}, {1, 0}, {0, tile + 1}, {3 * tile, 5}, {2*tile - 1, 3*tile + 2}} {
				gputest.Run(t, dev, fmt.Sprintf("na=%d,nb=%d", n[0], n[1]), func(t *testing.T) {
					m.split.from = manyFrom[(n[0]+n[1])%2]
					m.tryMergeReads(t, dev, order(random(m.o, n[0], 1)), order(random(m.o, n[1], 2)), at%2 == 1 || gputest.Nightly())
				})
			}
		})
	}
}

func (m *Merger) tryMergeReads(t *testing.T, dev *gpu.Device, a, b items, pairs bool) {
	r, o := rand.New(rand.NewSource(4)), m.o
	all, index := merged(a, b)
	want := finishedOf(o, all.words, all.each())
	ofA, _ := laidOf(r, a)
	ofB, _ := laidOf(r, b)
	records := o.callers() || o.Record != ""
	from, with, dst := putWords(t, dev, ofA, o.sourceBytes(), records), putWords(t, dev, ofB, o.sourceBytes(), records), putWords(t, dev, make([]uint32, len(want)), o.dstBytes(), true)
	if err := m.Merge(dst.View(), from.View(), with.View(), gpu.N(a.len()), gpu.N(b.len())); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "merged", dst.Get(), want)
	if pairs {
		dst.Fill(7)
		payloadA, payloadB, payload := gputest.Words(t, dev, numbers(a.len(), 0)), gputest.Words(t, dev, numbers(b.len(), a.len())), gputest.Fresh(t, dev, len(index))
		if err := m.MergePairs(Pairs{dst.View(), payload.View()}, Pairs{from.View(), payloadA.View()}, Pairs{with.View(), payloadB.View()}, gpu.N(a.len()), gpu.N(b.len())); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, "merged pairs", dst.Get(), want)
		gputest.Equal(t, "merged payload", payload.Get(), index)
		for _, g := range []*gputest.Guarded{payloadA, payloadB, payload} {
			g.Free()
		}
	}
	gputest.Equal(t, "a", from.Get(), ofA)
	gputest.Equal(t, "b", with.Get(), ofB)
	for _, g := range []*gputest.Guarded{from, with, dst} {
		g.Free()
	}
}

func TestSetsReadsEveryLanePath(t *testing.T) {
	dev := gputest.Device(t)
	for at, o := range arrayReads() {
		gputest.Run(t, dev, nameOfReads(o), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, at) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					s, err := NewSets(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					defer s.Release()
					tile := s.shape.TileSize()
					for k, n := range [][2]int{{1, 0}, {0, tile + 1}, {2*tile - 1, 3*tile + 2}} {
						gputest.Run(t, dev, fmt.Sprintf("na=%d,nb=%d", n[0], n[1]), func(t *testing.T) {
							s.split.from = manyFrom[k%2]
							s.trySetReads(t, dev, order(random(s.o, n[0], 1)), order(random(s.o, n[1], 2)))
						})
					}
				})
			}
		})
	}
}

func (s *Sets) trySetReads(t *testing.T, dev *gpu.Device, a, b items) {
	r, o := rand.New(rand.NewSource(4)), s.o
	ofA, _ := laidOf(r, a)
	ofB, _ := laidOf(r, b)
	records := o.callers() || o.Record != ""
	from, with := putWords(t, dev, ofA, o.sourceBytes(), records), putWords(t, dev, ofB, o.sourceBytes(), records)
	for _, c := range setOps {
		op, kept := c.op, setOracle(a, b, c.a, c.b, c.both)
		want := finishedOf(o, kept.words, kept.each())
		room := op.most(a.len(), b.len())
		dst := putWords(t, dev, make([]uint32, room*o.dstBytes()/4), o.dstBytes(), true)
		if err := s.run(op, dst.View(), from.View(), with.View(), gpu.N(a.len()), gpu.N(b.len())); err != nil {
			t.Fatal(err)
		}
		got := dst.Get()
		gputest.Equal(t, op.name, got[:len(want)], want)
		gputest.Equal(t, op.name+": behind", got[len(want):], make([]uint32, len(got)-len(want)))
		if n, err := s.Result().Read(); err != nil || n != kept.len() {
			t.Errorf("%s: Result is %d, %v, want %d", op.name, n, err, kept.len())
		}
		dst.Free()
	}
	gputest.Equal(t, "a", from.Get(), ofA)
	gputest.Equal(t, "b", with.Get(), ofB)
	from.Free()
	with.Free()
}
