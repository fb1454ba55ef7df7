// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// A sorter remembers what it has compiled. Other bits, another use and more keys need other
// kernels: it compiles them.
func TestChangedSortCompilesItsKernels(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Tunings(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			r := rand.New(rand.NewSource(3))
			s, err := New(dev, Options{Tuning: tune, Bits: 8})
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range []struct {
				bits, n int
				argsort bool
			}{{8, 700, true}, {32, 700, true}, {8, 700, false}, {32, 700, false}, {16, 9000, true}, {32, 9000, true}, {32, 300, false}} {
				what := fmt.Sprintf("%s, call %d, %+v", s.Variant(), i, c)
				if err := s.SetBits(0, c.bits); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				keys, mask := make([]uint32, c.n), uint32(1)<<c.bits-1
				order := make([]uint32, c.n)
				for i := range keys {
					keys[i], order[i] = r.Uint32(), uint32(i)
				}
				slices.SortStableFunc(order, func(a, b uint32) int { return int(int64(keys[a]&mask) - int64(keys[b]&mask)) })
				want := make([]uint32, c.n)
				for i, from := range order {
					want[i] = keys[from]
				}
				src, dst := gputest.Words(t, dev, keys), gputest.Fresh(t, dev, c.n)
				if c.argsort {
					want = order
					err = s.SortIndices(dst.View(), src.View(), gpu.N(c.n))
				} else {
					err = s.SortKeys(dst.View(), src.View(), gpu.N(c.n))
				}
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				gputest.Equal(t, what, dst.Get(), want)
				src.Free()
				dst.Free()
			}
			s.Release()
		})
	}
}

// A call for no more keys than Reserve was given looks for no kernels again.
func TestReserveKeepsLargestSize(t *testing.T) {
	s, err := New(gputest.Device(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	for _, c := range []struct{ n, want int }{{50, 51}, {100, 101}, {70, 101}} {
		if err := s.Reserve(ForKeys, c.n); err != nil {
			t.Fatal(err)
		}
		if got := s.reserved[ForKeys]; got != c.want {
			t.Errorf("after Reserve for %d keys: reserved is %d, want %d", c.n, got, c.want)
		}
	}
}

// A sort compiles the kernels of its own passes and no others.
func TestReserveCompilesNoOtherKernels(t *testing.T) {
	s, err := New(gputest.Device(t), Options{Tuning: gpu.Tuning{Algorithm: gpu.ReduceThenScan}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	for _, c := range []struct {
		use  Use
		bits int
		want []payloadKind
	}{
		{ForIndices, 8, []payloadKind{withIndex}},
		{ForIndices, 16, []payloadKind{withIndex, payloadAlone}},
		{ForIndices, 24, []payloadKind{withPayload, withIndex, payloadAlone}},
		{ForValues, 8, []payloadKind{payloadAlone}},
		{ForValues, 16, []payloadKind{withPayload, payloadAlone}},
		{ForKeys, 16, []payloadKind{keysAlone}},
		{ForPairs, 16, []payloadKind{withPayload}},
	} {
		fresh(s)
		if err := s.SetBits(0, c.bits); err != nil {
			t.Fatal(err)
		}
		if err := s.Reserve(c.use, 100); err != nil {
			t.Fatal(err)
		}
		var got []payloadKind
		for kind := range s.movers {
			if slices.ContainsFunc(s.movers[kind], func(m mover) bool { return m.kernel() != nil }) {
				got = append(got, payloadKind(kind))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("use %d by %d bits: kinds %v are compiled, want %v", c.use, c.bits, got, c.want)
		}
	}
}

// After Reserve, sorts of up to that many keys compile nothing, whether their first pass makes the
// histogram or not.
func TestReservedSortsCompileNothing(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{Tuning: gpu.Tuning{Algorithm: gpu.SinglePass, ResidentGroups: 12, Spins: gputest.InNightly(0, 1)}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	fresh(s)
	most := 13 * kernel.BySize(s.movers[keysAlone], 1).spec.Shape.TileSize()
	if s.fuses(keysAlone, most) || !s.fuses(keysAlone, 100) {
		t.Fatal("the sizes are on one side of the fused first pass")
	}
	if err := s.Reserve(ForKeys, most); err != nil {
		t.Fatal(err)
	}
	src, dst := gputest.Fresh(t, dev, most), gputest.Fresh(t, dev, most)
	reserved := gputest.Programs(dev)
	for _, n := range []int{most, 100} {
		if err := s.SortKeys(dst.View(), src.View(), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		if made := gputest.Programs(dev) - reserved; made != 0 {
			t.Errorf("a sort of %d keys made %d programs", n, made)
		}
	}
	src.Free()
	dst.Free()
}

// After ReserveCall a sort of that size compiles nothing, in place or not, with its number on the
// host or on the GPU. The kernels of smaller sorts are not compiled.
func TestReserveCallCompilesOneSize(t *testing.T) {
	dev := gputest.Device(t)
	for _, use := range []Use{ForKeys, ForPairs, ForIndices, ForValues} {
		s, err := New(dev, Options{Tuning: gpu.Tuning{Algorithm: gpu.SinglePass, ResidentGroups: 12, Spins: gputest.InNightly(0, 1)}})
		if err != nil {
			t.Fatal(err)
		}
		fresh(s)
		most := 13 * kernel.BySize(s.movers[keysAlone], 1).spec.Shape.TileSize()
		if err := s.ReserveCall(use, gpu.N(most)); err != nil {
			t.Fatal(err)
		}
		reserved := gputest.Programs(dev)
		keys, payload, dst, dstPayload := gputest.Fresh(t, dev, most), gputest.Fresh(t, dev, most), gputest.Fresh(t, dev, most), gputest.Fresh(t, dev, most)
		count := gputest.Words(t, dev, []uint32{uint32(most)})
		for _, n := range []gpu.Count{gpu.N(most), gpu.CountAt(count.View(), most)} {
			switch use {
			case ForKeys:
				err = errors.Join(s.SortKeys(dst.View(), keys.View(), n), s.SortKeys(keys.View(), keys.View(), n))
			case ForPairs:
				err = errors.Join(
					s.SortPairs(dst.View(), dstPayload.View(), keys.View(), payload.View(), n),
					s.SortPairs(keys.View(), payload.View(), keys.View(), payload.View(), n))
			case ForIndices:
				err = s.SortIndices(dst.View(), keys.View(), n)
			case ForValues:
				err = s.SortValues(dst.View(), keys.View(), payload.View(), n)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if made := gputest.Programs(dev) - reserved; made != 0 {
			t.Errorf("use %d: sorts after ReserveCall made %d programs", use, made)
		}
		if err := s.Reserve(use, most); err != nil {
			t.Fatal(err)
		}
		if gputest.Programs(dev) == reserved {
			t.Errorf("use %d: ReserveCall compiled all that Reserve does", use)
		}
		for _, b := range []interface{ Free() }{keys, payload, dst, dstPayload, count} {
			b.Free()
		}
		s.Release()
	}
}

// Each pass works in a cleared part of the chain and clears another one for the pass that follows,
// whatever the number of passes of this sort and of the next.
func TestPassesFindTheirChainCleared(t *testing.T) {
	const n = 1000
	for _, fused := range []bool{false, true} {
		s := &Sorter{o: Options{Type: gpu.Uint64}, fusedTiles: 7}
		r := sorting{n: gpu.N(n), fused: fused}
		words := s.layout.chainWords(n)
		cleared := map[int]bool{}
		for part := range ownParts {
			cleared[s.ownPart(part)] = true // by New
		}
		for _, passes := range []int{2, 3, 4, 5, 2, 7, 3, 8, 1, 6, 1} {
			if fused && passes == 1 {
				continue // never fused
			}
			s.o.Bits = passes * digitBits
			if !fused {
				cleared = map[int]bool{0: true} // by the histogram
			}
			for place := range passes {
				here, next := s.chainParts(r, place)
				if !cleared[here] {
					t.Errorf("fused %v: pass %d of %d works in part %d, which is not cleared", fused, place, passes, here)
				}
				cleared[here] = false
				if next != here {
					cleared[next] = true
				}
				if room := 2 * words; !fused && max(here, next) >= room {
					t.Errorf("pass %d of %d: parts %d and %d, the scratch has %d words", place, passes, here, next, room)
				}
			}
		}
	}
}

// After ReserveTopK a call of that size compiles nothing and takes no memory, whichever method it
// takes: a sample, a search or the sort of all keys.
func TestReserveTopK(t *testing.T) {
	dev := gputest.Device(t)
	all := gputest.Paths(dev)
	for _, c := range []struct {
		o       Options
		k, n    int
		partial bool
	}{
		{Options{}, 30, 20000, false}, {Options{SearchAbove: 1000}, 900, 6000, false}, {Options{SearchAbove: 1000, Type: gpu.Uint16}, 900, 6000, true},
		{Options{}, 700, 900, false}, {Options{Type: gpu.Uint64}, 700, 900, true},
	} {
		c.o.Tuning = all[len(all)-1]
		gputest.Run(t, dev, fmt.Sprintf("%v,k=%d,n=%d,partial=%v", c.o.Type, c.k, c.n, c.partial), func(t *testing.T) {
			s, err := New(dev, c.o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			if err := s.ReserveTopK(c.k, gpu.N(c.n), c.partial); err != nil {
				t.Fatal(err)
			}
			compiled, cached := dev.Programs()
			memory := s.scratch.View()
			room := roomOf(c.k, c.n, c.partial)
			src, dst, at := gputest.Fresh(t, dev, 2*c.n), gputest.Fresh(t, dev, 2*room), gputest.Fresh(t, dev, room)
			call := s.TopK
			if c.partial {
				call = s.PartialSort
			}
			if err := call(dst.View(), at.View(), src.View(), c.k, gpu.N(c.n)); err != nil {
				t.Fatal(err)
			}
			if a, b := dev.Programs(); a != compiled || b != cached || s.scratch.View() != memory {
				t.Errorf("the call made %d programs; its memory is %v, reserved was %v", a+b-compiled-cached, s.scratch.View(), memory)
			}
		})
	}
}
