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

// setOps are all set operations, each with what it keeps: of a alone, of b alone, and of a where
// both are equal.
var setOps = []struct {
	op         *setOp
	a, b, both bool
}{{&union, true, true, true}, {&intersection, false, false, true}, {&difference, true, false, false}, {&symmetric, true, true, false}}

// setOracle walks both arrays at once, as the algorithms of the C++ standard library do. It is
// written apart from setOp.plain, which finds runs of equal items.
func setOracle(a, b items, keepA, keepB, both bool) items {
	out := items{o: a.o}
	add := func(keep bool, from items, i int) {
		if keep {
			out.words = append(out.words, from.at(i)...)
		}
	}
	i, j := 0, 0
	for i < a.len() && j < b.len() {
		switch x, y := rankOf(a, i), rankOf(b, j); {
		case x < y:
			add(keepA, a, i)
			i++
		case y < x:
			add(keepB, b, j)
			j++
		default:
			add(both, a, i)
			i++
			j++
		}
	}
	for ; i < a.len(); i++ {
		add(keepA, a, i)
	}
	for ; j < b.len(); j++ {
		add(keepB, b, j)
	}
	return out
}

// trySets runs all operations on two arrays, and checks all buffers.
func trySets(t *testing.T, dev *gpu.Device, s *Sets, a, b items) {
	t.Helper()
	s.split.from = manyFrom[(a.len()+b.len())%2]
	from, with := put(t, dev, a), put(t, dev, b)
	for _, op := range setOps {
		want := setOracle(a, b, op.a, op.b, op.both)
		room := op.op.most(a.len(), b.len())
		dst := fresh(t, dev, s.o, room)
		before := dst.Get()
		if err := s.run(op.op, dst.View(), from.View(), with.View(), gpu.N(a.len()), gpu.N(b.len())); err != nil {
			t.Fatal(err)
		}
		n, err := s.Result().Read()
		if err != nil {
			t.Fatal(err)
		}
		if n != want.len() || s.Result().Max() != room {
			t.Errorf("%s: %d items of at most %d, want %d of %d", op.op.name, n, s.Result().Max(), want.len(), room)
		}
		gputest.Equal(t, op.op.name, dst.Get()[:len(want.words)], want.words)
		gputest.Equal(t, op.op.name+": behind", dst.Get()[len(want.words):], before[len(want.words):])
		dst.Free()
	}
	gputest.Equal(t, "a", from.Get(), a.words)
	gputest.Equal(t, "b", with.Get(), b.words)
	from.Free()
	with.Free()
}

// sparse is random with fewer equal items.
func sparse(o Options, n int, seed int64) items {
	a, b := random(o, 4*n+1, seed), items{}
	b.o = a.o
	for i := 0; i < n; i++ {
		b.words = append(b.words, a.at(4*i)...)
	}
	return order(b)
}

func TestSetsEverySizeAndLanePath(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Tunings(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			s, err := NewSets(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			tile := s.shape.TileSize()
			for _, n := range [][2]int{
				{0, 0}, {1, 0}, {0, 1}, {1, 1}, {3, 2}, {tile - 1, 1}, {tile, 0}, {0, tile + 1}, {tile / 2, tile/2 + 1},
				{3 * tile, 5}, {5, 3*tile + 1}, {2*tile - 1, 3*tile + 2}, {tile * tune.Workers, tile*tune.Workers - 1}, {9*tile + 3, 8*tile + 1},
			} {
				gputest.Run(t, dev, fmt.Sprintf("na=%d,nb=%d", n[0], n[1]), func(t *testing.T) {
					trySets(t, dev, s, order(random(s.o, n[0], 1)), order(random(s.o, n[1], 2)))
					trySets(t, dev, s, sparse(s.o, n[0], 3), sparse(s.o, n[1], 4))
				})
			}
		})
	}
}

// The tiles behind one that publishes nothing recompute its results.
func TestSetsRecomputeSilentTiles(t *testing.T) {
	dev := gputest.Device(t)
	for i, tune := range gputest.Chains(dev) {
		if !gputest.Share(i, 2) {
			continue
		}
		gputest.Run(t, dev, tune.Name(), func(t *testing.T) {
			gputest.Silence(t, dev, tune.Silent)
			s, err := NewSets(dev, Options{Tuning: tune.Tuning})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			tile := s.shape.TileSize()
			for _, n := range [][2]int{{1, 0}, {2 * tile, 3*tile + 5}, {0, 0}, {12*tile + 7, 9 * tile}, {5, 3}} {
				trySets(t, dev, s, order(random(s.o, n[0], 1)), order(random(s.o, n[1], 2)))
			}
		})
	}
}

func TestSetsEveryType(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range orders() {
		if i == 0 || i > 2 && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, nameOf(o), func(t *testing.T) {
			o.Workers = 3
			s, err := NewSets(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			tile := s.shape.TileSize()
			for _, n := range [][2]int{{0, 3}, {7, 5}, {2*tile + 1, 3*tile + 2}} {
				trySets(t, dev, s, order(random(o, n[0], 1)), order(random(o, n[1], 2)))
			}
		})
	}
}

// Runs of equal items over many tiles and workers, whose begin lies far before a tile.
func TestSetsDistributions(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSets(dev, Options{Tuning: gpu.Tuning{Workers: 3}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	n := 3*s.shape.TileSize() + 11
	for _, c := range []struct {
		name   string
		na, nb int
		f      func(i int) (a, b uint32)
	}{
		{"all equal", n, n, func(int) (a, b uint32) { return 5, 5 }},
		{"all equal, more of a", n, n / 3, func(int) (a, b uint32) { return 5, 5 }},
		{"all equal, more of b", n / 3, n, func(int) (a, b uint32) { return 5, 5 }},
		{"a first", n, n, func(i int) (a, b uint32) { return uint32(i), uint32(n + i) }},
		{"b first", n, n, func(i int) (a, b uint32) { return uint32(n + i), uint32(i) }},
		{"the same", n, n, func(i int) (a, b uint32) { return uint32(i), uint32(i) }},
		{"a multiset", n, n, func(i int) (a, b uint32) { return uint32(i / 3), uint32(i / 5) }},
		{"long runs", n, n, func(i int) (a, b uint32) { return uint32(7 * i / n), uint32(4 * i / n) }},
		{"largest", n, n, func(i int) (a, b uint32) { return math.MaxUint32 - uint32(n-i)/2, math.MaxUint32 }},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			a, b := items{s.o, make([]uint32, c.na)}, items{s.o, make([]uint32, c.nb)}
			for i := range a.words {
				a.words[i], _ = c.f(i)
			}
			for i := range b.words {
				_, b.words[i] = c.f(i)
			}
			trySets(t, dev, s, a, b)
		})
	}
}

// The most items that a driver with short loops takes, for one worker, with the longest searches.
func TestSetsLongestChunk(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSets(dev, Options{Tuning: gpu.Tuning{Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	most := s.shape.MaxItems
	if most == 0 {
		t.Skip("the driver has no limit")
	}
	a, b := items{s.o, make([]uint32, most/2)}, items{s.o, make([]uint32, most-most/2)}
	trySets(t, dev, s, a, b)
	long := gputest.Fresh(t, dev, most)
	if err := s.Difference(long.View(), fresh(t, dev, s.o, most).View(), fresh(t, dev, s.o, 1).View(), gpu.N(most), gpu.N(1)); !errors.Is(err, gpu.ErrTooLarge) {
		t.Errorf("%d items: %v", most+1, err)
	}
}

// Counts on the GPU, and results as counts of the next call.
func TestSetsCountsOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSets(dev, Options{Tuning: gpu.Tuning{Workers: 3}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const room = 6000
	a, b := order(random(s.o, room, 1)), order(random(s.o, room, 2))
	from, with := put(t, dev, a), put(t, dev, b)
	for i := range 2 { // one worker, so only one kernel runs
		counts, dst := gputest.Words(t, dev, []uint32{uint32(5 - i), uint32(4 + i)}), gputest.Fresh(t, dev, 8)
		if err := s.Union(dst.View(), from.View(), with.View(), gpu.CountAt(word(t, counts, 0), 4), gpu.CountAt(word(t, counts, 1), 4)); err != nil {
			t.Fatal(err)
		}
		if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
			t.Errorf("a count of 5 of at most 4: Check says %v", err)
		}
	}
	for _, c := range [][2]uint32{{0, 0}, {0, 5}, {1, room}, {room, 0}, {room - 1, room - 1}, {room + 1, 7}, {7, math.MaxUint32}} {
		gputest.Run(t, dev, fmt.Sprintf("na=%d,nb=%d", c[0], c[1]), func(t *testing.T) {
			dst, again, counts := gputest.Fresh(t, dev, 2*room), gputest.Fresh(t, dev, 2*room), gputest.Words(t, dev, c[:])
			before := dst.Get()
			if err := s.Union(dst.View(), from.View(), with.View(), gpu.CountAt(word(t, counts, 0), room), gpu.CountAt(word(t, counts, 1), room)); err != nil {
				t.Fatal(err)
			}
			if err := s.Difference(again.View(), dst.View(), from.View(), s.Result(), gpu.CountAt(word(t, counts, 0), room)); err != nil {
				t.Fatal(err)
			}
			someA, someB := items{s.o, a.words[:min(room, c[0])]}, items{s.o, b.words[:min(room, c[1])]}
			want := setOracle(someA, someB, true, true, true)
			gputest.Equal(t, "union", dst.Get()[:want.len()], want.words)
			gputest.Equal(t, "behind", dst.Get()[want.len():], before[want.len():])
			want = setOracle(want, someA, true, false, false)
			gputest.Equal(t, "difference", again.Get()[:want.len()], want.words)
			if n, err := s.Result().Read(); n != want.len() || err != nil {
				t.Errorf("the difference has %d items, %v, want %d", n, err, want.len())
			}
			if err := dev.Check(); (c[0] > room || c[1] > room) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("Check says %v", err)
			}
		})
	}
}

// Arrays that are not in order write nothing outside of dst.
func TestSetsOfUnsortedArrays(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSets(dev, Options{Tuning: gpu.Tuning{Workers: 3}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	for seed := range int64(5) {
		a, b := random(s.o, 4000, seed), random(s.o, 3000, seed+10)
		from, with := put(t, dev, a), put(t, dev, b)
		for _, op := range setOps {
			room := op.op.most(a.len(), b.len())
			dst := fresh(t, dev, s.o, room)
			if err := s.run(op.op, dst.View(), from.View(), with.View(), gpu.N(a.len()), gpu.N(b.len())); err != nil {
				t.Fatal(err)
			}
			dst.Get()
			if n, err := s.Result().Read(); n > room || err != nil {
				t.Errorf("%s: %d items, %v, want at most %d", op.op.name, n, err, room)
			}
			dst.Free()
		}
		from.Free()
		with.Free()
	}
}

func TestSetsRefuse(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSets(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b, dst := gputest.Words(t, dev, make([]uint32, 10)), gputest.Words(t, dev, make([]uint32, 10)), gputest.Fresh(t, dev, 20)
	before := dst.Get()
	small, err := dst.View().Slice(0, 4*9)
	if err != nil {
		t.Fatal(err)
	}
	n := gpu.N(10)
	old := s.counts[1-s.latest].View()
	for _, c := range []struct {
		name      string
		op        *setOp
		dst, a, b gpu.View
		na, nb    gpu.Count
		want      error
	}{
		{"too many of a", &union, dst.View(), a.View(), b.View(), gpu.N(11), n, gpu.ErrView},
		{"too many of b", &union, dst.View(), a.View(), b.View(), n, gpu.N(11), gpu.ErrView},
		{"too many together", &difference, dst.View(), a.View(), b.View(), n, gpu.N(gpu.MaxItems), gpu.ErrCount},
		{"negative", &union, dst.View(), a.View(), b.View(), n, gpu.N(-1), gpu.ErrCount},
		{"no room for the union", &union, small, a.View(), b.View(), n, n, gpu.ErrView},
		{"no room for the intersection", &intersection, small, a.View(), b.View(), n, n, gpu.ErrView},
		{"no room for the difference", &difference, small, a.View(), b.View(), n, gpu.N(1), gpu.ErrView},
		{"dst is a", &difference, a.View(), a.View(), b.View(), n, n, gpu.ErrOverlap},
		{"dst is b", &difference, b.View(), a.View(), b.View(), n, n, gpu.ErrOverlap},
		{"count in dst", &union, dst.View(), a.View(), b.View(), gpu.CountAt(word(t, dst, 0), 1), n, gpu.ErrOverlap},
		{"other count in dst", &union, dst.View(), a.View(), b.View(), n, gpu.CountAt(word(t, dst, 0), 1), gpu.ErrOverlap},
		{"an old result", &union, dst.View(), a.View(), b.View(), gpu.CountAt(old, 1), n, gpu.ErrOverlap},
		{"an old result as b", &union, dst.View(), a.View(), old, n, gpu.N(1), gpu.ErrOverlap},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			if err := s.run(c.op, c.dst, c.a, c.b, c.na, c.nb); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	gputest.Equal(t, "dst after refusals", dst.Get(), before)
	s.Release()
	s.Release()
	if err := s.Union(dst.View(), a.View(), b.View(), n, n); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
	if (*Sets)(nil).Result() != (gpu.Count{}) || (*Sets)(nil).Programs() != nil || (*Sets)(nil).Variant() != "" {
		t.Error("nil Sets have a result")
	}
}

func TestSetsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewSets(dev, Options{Tuning: gpu.Tuning{Workers: 3}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const n = 5000
	a, b, dst := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, 2*n).View()
	count := gpu.CountAt(gputest.Words(t, dev, []uint32{n}).View(), n)
	run := func() {
		if err := s.SymmetricDifference(dst, a, b, count, gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		s.Result()
	}
	if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}

// Kernels that leave out the last item fall back to another lane tier.
func TestWrongSetsFallBack(t *testing.T) {
	for _, algorithm := range []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass} {
		gputest.Run(t, gputest.Device(t), algorithm.String(), func(t *testing.T) {
			gputest.PassedOver(t, "merge: sets", algorithm, func(dev *gpu.Device) (string, error) {
				s, err := NewSets(dev, Options{Tuning: gpu.Tuning{Algorithm: algorithm}})
				if err != nil {
					return "", err
				}
				defer s.Release()
				return s.Variant(), s.test()
			})
		})
	}
}
