// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// More workers than counts are loaded at once, workgroups of fewer invocations than there are
// digits, and tiles in two parts.
func TestRadixOfManyWorkersInSmallGroups(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{Tuning: gpu.Tuning{Algorithm: gpu.ReduceThenScan, Workers: 20, GroupSize: 128, ItemsPerThread: 12}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	keys := randomKeys(rand.New(rand.NewSource(17)), gpu.Uint32, 20*128*12+5)
	src, dst := gputest.Words(t, dev, packed(gpu.Uint32, keys)), gputest.Fresh(t, dev, len(keys))
	if err := s.SortKeys(dst.View(), src.View(), gpu.N(len(keys))); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "keys", dst.Get(), packed(gpu.Uint32, take(keys, oracle(s.o, keys))))
}

func TestRadixDistributionsAndBitRanges(t *testing.T) {
	dev := gputest.Device(t)
	all := gputest.Paths(dev) // the bits do not depend on the workers
	for path, tune := range all {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			made := map[Options]*Sorter{} // one for all that differ in what can be changed
			for i, o := range []Options{
				{}, {Descending: true}, {Bits: 16}, {Bits: 16, Descending: true}, {Bits: 8}, {Bits: 1},
				{FirstBit: 5, Bits: 11, Descending: true}, {FirstBit: 31}, {FirstBit: 7, Bits: 24},
				{Type: gpu.Int32}, {Type: gpu.Int32, Descending: true}, {Type: gpu.Float32}, {Type: gpu.Float32, Descending: true},
				{Type: gpu.Float32, FirstBit: 16}, {Type: gpu.Uint64}, {Type: gpu.Uint64, FirstBit: 29, Bits: 7, Descending: true},
				{Type: gpu.Uint64, FirstBit: 32, Bits: 9}, {Type: gpu.Int64}, {Type: gpu.Float64, Descending: true},
				{Type: gpu.Uint16}, {Type: gpu.Uint16, Descending: true, FirstBit: 3}, {Type: gpu.Uint8}, {Type: gpu.Uint8, Bits: 3, Descending: true},
				{Type: gpu.Int16}, {Type: gpu.Int8, Descending: true}, {Type: gpu.Float16, FirstBit: 4},
				{SkipSorted: true}, {SkipSorted: true, Bits: 20, FirstBit: 4, Descending: true}, {SkipSorted: true, Type: gpu.Float64}, {SkipSorted: true, Type: gpu.Uint8},
			} {
				if one := o.Type == gpu.Uint32 || o.Type == gpu.Float64 || o.Type == gpu.Uint8; testing.Short() && !one {
					continue // a type of each way that keys lie
				}
				if !taken(i, o, path, len(all)) || o.SkipSorted && i > 26 && !gputest.Nightly() {
					continue // SkipSorted of words in an ordinary run
				}
				gputest.Run(t, dev, fmt.Sprintf("%v,first=%d,bits=%d,descending=%v,skip-sorted=%v", o.Type, o.FirstBit, o.Bits, o.Descending, o.SkipSorted), func(t *testing.T) {
					same := Options{Type: o.Type, SkipSorted: o.SkipSorted, Tuning: tune}
					s := made[same]
					if s == nil {
						var err error
						if s, err = New(dev, same); err != nil {
							t.Fatal(err)
						}
						made[same] = s
					}
					if err := s.SetBits(o.FirstBit, o.Bits); err != nil {
						t.Fatal(err)
					}
					s.SetDescending(o.Descending)
					for name, of := range distributions {
						every := i == 0 && firstOrLast(path, len(all)) || gputest.Nightly() && o.Type == gpu.Uint32
						if !every && name != "random" && name != "few" && (name != "entropy" || !gputest.Nightly()) {
							continue
						}
						gputest.Run(t, dev, name, func(t *testing.T) {
							r := rand.New(rand.NewSource(2))
							keys := make([]uint64, gputest.InNightly(7001, 4001))
							for i := range keys {
								keys[i] = masked(o.Type, of(r, i, len(keys)))
							}
							try(t, dev, s, keys, usesOn(path, o)...)
						})
					}
				})
			}
			for _, s := range made {
				s.Release()
			}
		})
	}
}

func TestRadixCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(3))
	s, err := New(dev, Options{Bits: 16})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const limit = 5000
	wide := randomKeys(r, gpu.Uint32, limit)
	keys := packed(gpu.Uint32, wide)
	k := gputest.Words(t, dev, keys)
	for _, n := range []uint32{0, 1, limit - 1, limit, limit + 1, math.MaxUint32} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			count, dk, dv := gputest.Words(t, dev, []uint32{n}), gputest.Fresh(t, dev, limit), gputest.Fresh(t, dev, limit)
			before := dk.Get()
			if err := s.SortPairs(dk.View(), dv.View(), k.View(), k.View(), gpu.CountAt(count.View(), limit)); err != nil {
				t.Fatal(err)
			}
			used := min(n, limit)
			want := take(keys, oracle(s.o, wide[:used]))
			got := dk.Get()
			gputest.Equal(t, "keys", got[:used], want)
			gputest.Equal(t, "payload", dv.Get()[:used], want)
			gputest.Equal(t, "behind the count", got[used:], before[used:])
			if err := dev.Check(); (n > limit) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("count %d of at most %d: Check says %v", n, limit, err)
			}
			count.Free()
			dk.Free()
			dv.Free()
		})
	}
}

func TestRadixRefuses(t *testing.T) {
	dev := gputest.Device(t)
	for _, o := range []Options{{FirstBit: 32}, {FirstBit: -1}, {Bits: 33}, {Type: gpu.Vec2}, {Type: -1}, {Type: gpu.Uint8, FirstBit: 8}, {Type: gpu.Uint64, FirstBit: 40, Bits: 25}, {FirstBit: 20, Bits: 13}, {Bits: -1}} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("New(%+v): %v", o, err)
		}
	}
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b, c, d := gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 9)
	late, _ := b.View().Slice(4, 40)
	for _, tt := range []struct {
		name           string
		dk, dv, sk, sv gpu.View
		n              int
		want           error
	}{
		{"payload shorter than keys", a.View(), c.View(), b.View(), d.View(), 10, gpu.ErrView},
		{"keys in place, payload not", b.View(), c.View(), b.View(), a.View(), 10, gpu.ErrOverlap},
		{"shifted onto itself", late, c.View(), b.View(), a.View(), 9, gpu.ErrOverlap},
		{"keys onto payload", a.View(), a.View(), b.View(), c.View(), 10, gpu.ErrOverlap},
		{"negative", a.View(), c.View(), b.View(), d.View(), -1, gpu.ErrCount},
	} {
		gputest.Run(t, dev, tt.name, func(t *testing.T) {
			if err := s.SortPairs(tt.dk, tt.dv, tt.sk, tt.sv, gpu.N(tt.n)); !errors.Is(err, tt.want) {
				t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
			}
		})
	}
	s.Release()
	if err := s.SortKeys(a.View(), b.View(), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

func TestRadixOrdersNumbers(t *testing.T) {
	dev := gputest.Device(t)
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	floats := []float32{3, -0.5, inf, float32(math.Copysign(0, -1)), 0, -inf, nan, -1e-40, 1e-40, -3, 2.5}
	want := []float32{-inf, -3, -0.5, -1e-40, float32(math.Copysign(0, -1)), 0, 1e-40, 2.5, 3, inf, nan}
	f, err := New(dev, Options{Type: gpu.Float32})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Release()
	b, err := gpu.NewBufferFrom(dev, floats)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.SortKeys(b.View(), b.View(), gpu.N(len(floats))); err != nil {
		t.Fatal(err)
	}
	got, err := b.Download()
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Float32bits(got[i]) != math.Float32bits(want[i]) && (got[i] == got[i] || want[i] == want[i]) {
			t.Fatalf("floats sort to %v, want %v", got, want)
		}
	}
	all := []gpu.Tuning{oneSinglePass}
	if gputest.Nightly() {
		all = append(all, gpu.Tuning{})
	}
	for _, tune := range all {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			i, err := New(dev, Options{Type: gpu.Int32, Descending: true, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer i.Release()
			c, err := gpu.NewBufferFrom(dev, []int32{-5, 3, math.MinInt32, 0, math.MaxInt32, -1})
			if err != nil {
				t.Fatal(err)
			}
			if v := gputest.Fresh(t, dev, 6).View(); tune.Algorithm == gpu.SinglePass {
				err = i.SortPairs(c.View(), v, c.View(), v, gpu.N(6))
			} else {
				err = i.SortKeys(c.View(), c.View(), gpu.N(6))
			}
			if err != nil {
				t.Fatal(err)
			}
			ints, err := c.Download()
			if err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "ints", ints, []int32{math.MaxInt32, 3, 0, -1, -5, math.MinInt32})
		})
	}
}

// A sort in place of one pass begins with a copy, which makes the indices: the pass is then not the
// first's kind, nor compiled by another use.
func TestInPlaceSortOfOnePass(t *testing.T) {
	dev := gputest.Device(t)
	for _, a := range []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass} {
		gputest.Run(t, dev, a.String(), func(t *testing.T) {
			tune := gpu.Tuning{Algorithm: a}
			if a == gpu.SinglePass {
				tune = oneSinglePass
			}
			for _, o := range []Options{{Bits: 8, Tuning: tune}, {Type: gpu.Uint8, Tuning: tune}} {
				gputest.Run(t, dev, o.Type.String(), func(t *testing.T) {
					s, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					fresh(s)
					keys := randomKeys(rand.New(rand.NewSource(3)), o.Type, 3000)
					order := oracle(s.o, keys)
					k, rec, to := gputest.Words(t, dev, packed(o.Type, keys)), gputest.Words(t, dev, indices(3000)), gputest.Fresh(t, dev, 3000)
					if err := s.SortRecords(k.View(), to.View(), k.View(), rec.View(), 4, gpu.N(3000)); err != nil {
						t.Fatal(err)
					}
					gputest.Equal(t, "keys", k.Get(), packed(o.Type, take(keys, order)))
					gputest.Equal(t, "records", to.Get(), order)
					s.Release()
				})
			}
		})
	}
}

// fresh makes a sorter as if nothing that moves keys were compiled.
func fresh(s *Sorter) {
	s.histogram.Release()
	s.histogram.Kernel = nil
	for i := range s.counters {
		s.counters[i].Release()
		s.counters[i].Kernel = nil
	}
	for _, all := range s.movers {
		for i := range all {
			all[i].release()
		}
	}
}

func indices(n int) []uint32 {
	all := make([]uint32, n)
	for i := range all {
		all[i] = uint32(i)
	}
	return all
}

func TestArgsortAndPayloadRefuse(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b, v := gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 9), gputest.Fresh(t, dev, 10)
	for _, c := range []struct {
		name      string
		dst, keys gpu.View
		n         int
		want      error
	}{
		{"dst too short", b.View(), a.View(), 10, gpu.ErrView},
		{"dst is the keys", a.View(), a.View(), 10, gpu.ErrOverlap},
		{"negative", b.View(), a.View(), -1, gpu.ErrCount},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			if err := s.SortIndices(c.dst, c.keys, gpu.N(c.n)); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
			if err := s.SortValues(c.dst, c.keys, v.View(), gpu.N(c.n)); !errors.Is(err, c.want) {
				t.Errorf("payload, %s: %v, want %v", c.name, err, c.want)
			}
		})
	}
	if err := s.SortValues(v.View(), a.View(), v.View(), gpu.N(10)); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("payload in place: %v", err)
	}
	if err := s.SortValues(v.View(), a.View(), b.View(), gpu.N(10)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("too little payload: %v", err)
	}
	s.Release()
	if err := s.SortIndices(b.View(), a.View(), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
	if err := s.SortValues(b.View(), a.View(), v.View(), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("payload after Release: %v", err)
	}
}

// Scratch is the caller's: whatever lies in it, whatever was done before.
func TestRadixInCallerScratch(t *testing.T) {
	dev := gputest.Device(t)
	all := []Options{{}, {Type: gpu.Uint16, SkipSorted: true}, {Type: gpu.Float64, Bits: 20, Tuning: oneSinglePass}, {Tuning: oneSinglePass}}
	if gputest.Nightly() {
		all = append(all, Options{Type: gpu.Int64, Bits: 20})
	}
	for _, o := range all {
		gputest.Run(t, dev, fmt.Sprintf("%v,bits=%d,%v", o.Type, o.Bits, o.Algorithm), func(t *testing.T) {
			r := rand.New(rand.NewSource(8))
			o.Workers = 5
			s, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			const most = 9000
			scratch := scratchFor(t, dev, o, most)
			s.UseScratch(scratch.View())
			for i, n := range []int{3000, 200, most, 1} {
				scratch.Fill([]uint32{0, 0xCDCDCDCD, 0xFFFFFFFF}[i%3])
				try(t, dev, s, randomKeys(r, o.Type, n))
				scratch.Get()
			}
			if err := s.SortKeys(scratch.View(), scratch.View(), gpu.N(100)); !errors.Is(err, gpu.ErrOverlap) {
				t.Errorf("sorting the scratch itself: %v", err)
			}
			k := gputest.Fresh(t, dev, 6*most)
			if err := s.SortKeys(k.View(), k.View(), gpu.N(6*most)); o.Type == gpu.Uint32 && !errors.Is(err, gpu.ErrView) {
				t.Errorf("more than the scratch serves: %v", err)
			}
			s.UseScratch(gpu.View{})
			try(t, dev, s, randomKeys(r, o.Type, 2*most))
			s.Release()
		})
	}
}

// One Sorter, another bit range and direction with each call.
func TestRadixBitsPerCall(t *testing.T) {
	dev := gputest.Device(t)
	all := []Options{{SkipSorted: true}, {Type: gpu.Float64, Tuning: oneSinglePass}}
	if gputest.Nightly() {
		all = append(all, Options{}, Options{Type: gpu.Float64, SkipSorted: true})
	}
	for _, o := range all {
		gputest.Run(t, dev, fmt.Sprintf("%v,skip-sorted=%v", o.Type, o.SkipSorted), func(t *testing.T) {
			r := rand.New(rand.NewSource(9))
			s, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			keys := randomKeys(r, o.Type, 3000)
			for _, b := range [][2]int{{0, 0}, {3, 9}, {31, 1}, {8, 16}, {0, 1}} {
				gputest.Run(t, dev, fmt.Sprintf("first=%d,bits=%d", b[0], b[1]), func(t *testing.T) {
					if err := s.SetBits(b[0], b[1]); err != nil {
						t.Fatal(err)
					}
					s.SetDescending(b[1]%2 == 1)
					try(t, dev, s, keys)
				})
			}
			for _, b := range [][2]int{{-1, 2}, {0, 65}, {64, 0}, {0, -1}} {
				if err := s.SetBits(b[0], b[1]); !errors.Is(err, gpu.ErrArgument) {
					t.Errorf("bits %v: %v", b, err)
				}
			}
		})
	}
}
