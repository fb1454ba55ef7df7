// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Counts on the GPU that end at a tile, within one, and in a window before the last: workgroups
// behind the end write no splits.
func TestWindowsByCountsOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	o := Options{Tuning: gpu.Tuning{GroupSize: 32, ItemsPerThread: 4}}
	m, s := built[*Merger](t)(NewMerger(dev, o)), built[*Sorter](t)(NewSorter(dev, o))
	m.split.from, s.split.from = manyFrom[0], manyFrom[0]
	tile := m.shape.TileSize()
	room := 2 * window * tile
	a, b, c := sparse(m.o, room, 1), sparse(m.o, room, 2), random(s.o, room, 3)
	from, with, src := put(t, dev, a), put(t, dev, b), put(t, dev, c)
	defer from.Free()
	defer with.Free()
	defer src.Free()
	for _, n := range []int{0, tile, 2*tile + 1, window * tile, window*tile + 5*tile, room/2 + 3*tile - 2} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			na := n / 2
			counts := gputest.Words(t, dev, []uint32{uint32(na), uint32(n - na), uint32(n)})
			defer counts.Free()
			merge := func(dst gpu.View) error {
				return m.Merge(dst, from.View(), with.View(), gpu.CountAt(word(t, counts, 0), room), gpu.CountAt(word(t, counts, 1), room))
			}
			want, _ := merged(items{m.o, a.words[:na]}, items{m.o, b.words[:n-na]})
			tryCounted(t, dev, "merged", 2*room, want, merge)
			sort := func(dst gpu.View) error { return s.SortKeys(dst, src.View(), gpu.CountAt(word(t, counts, 2), room)) }
			tryCounted(t, dev, "sorted", room, order(items{s.o, c.words[:n]}), sort)
		})
	}
}

// tryCounted checks what a call writes, and that it leaves the words behind.
func tryCounted(t *testing.T, dev *gpu.Device, what string, room int, want items, call func(dst gpu.View) error) {
	t.Helper()
	dst := gputest.Fresh(t, dev, room)
	defer dst.Free()
	before := dst.Get()
	if err := call(dst.View()); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, what, dst.Get()[:want.len()], want.words)
	gputest.Equal(t, what+": behind", dst.Get()[want.len():], before[want.len():])
}

// Counts on the GPU that leave workers without a chunk: these add up the counts of a last tile that
// is not whole.
func TestSetsOfWorkersWithoutItems(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSets(dev, Options{Tuning: gpu.Tuning{Algorithm: gpu.ReduceThenScan, GroupSize: 32, ItemsPerThread: 4, Workers: 7}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	tile := s.shape.TileSize()
	room := 6 * tile
	a, b := sparse(s.o, room, 1), sparse(s.o, room, 2)
	from, with := put(t, dev, a), put(t, dev, b)
	defer from.Free()
	defer with.Free()
	for _, n := range [][2]int{{tile, 5}, {9, tile + 1}, {2 * tile, 2*tile + tile/2}} {
		gputest.Run(t, dev, fmt.Sprintf("na=%d,nb=%d", n[0], n[1]), func(t *testing.T) {
			counts := gputest.Words(t, dev, []uint32{uint32(n[0]), uint32(n[1])})
			defer counts.Free()
			for _, op := range setOps {
				want := setOracle(items{s.o, a.words[:n[0]]}, items{s.o, b.words[:n[1]]}, op.a, op.b, op.both)
				run := func(dst gpu.View) error {
					return s.run(op.op, dst, from.View(), with.View(), gpu.CountAt(word(t, counts, 0), room), gpu.CountAt(word(t, counts, 1), room))
				}
				tryCounted(t, dev, op.op.name, 2*room, want, run)
				if got, err := s.Result().Read(); err != nil || got != want.len() {
					t.Errorf("%s: %d results, want %d (%v)", op.op.name, got, want.len(), err)
				}
			}
		})
	}
}
