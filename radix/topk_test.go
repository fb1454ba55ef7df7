// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestTopKAndPartial(t *testing.T) {
	dev := gputest.Device(t)
	all := gputest.Paths(dev)
	for path, tune := range all {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, o := range []Options{{}, {SkipSorted: true}, {Type: gpu.Float64}, {Type: gpu.Uint8}, {Type: gpu.Float16}, {Type: gpu.Int32}, {Type: gpu.Int32, SkipSorted: true}} {
				typ := o.Type
				if !taken(i, o, path, len(all)) || (typ == gpu.Int32 || i > 0 && gputest.ExpectedSubgroup() > 0) && !gputest.Nightly() {
					continue
				}
				gputest.Run(t, dev, fmt.Sprintf("%v,skip-sorted=%v", typ, o.SkipSorted), func(t *testing.T) {
					o.Tuning, o.SearchAbove = tune, -1
					s, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					s.sample = &sample{wrong: true} // tests of samples are in sample_test.go
					for name, of := range distributions {
						if (testing.Short() || i+path > 0 && !gputest.Nightly()) && name != "random" && name != "few" && name != "sorted" {
							continue
						}
						gputest.Run(t, dev, name, func(t *testing.T) {
							r := rand.New(rand.NewSource(6))
							if err := s.SetBits(0, 0); err != nil {
								t.Fatal(err)
							}
							s.SetDescending(name < "f")
							if name == "few" {
								if err := s.SetBits(1, 5); err != nil {
									t.Fatal(err)
								}
							}
							n := gputest.InNightly(7001, 4001)
							keys := make([]uint64, n)
							for i := range keys {
								keys[i] = masked(typ, of(r, i, n))
							}
							order := oracle(s.o, keys)
							src := gputest.Words(t, dev, packed(typ, keys))
							for i, k := range []int{0, 1, 100, 100, 1, n/2 + 1, n - 1, n, 2 * n} {
								s.o.SearchAbove = -1 // search, or sort everything
								if i >= 3 {
									s.o.SearchAbove = 0
								}
								what := fmt.Sprint("the first ", k, " of ", name, " ", typ)
								m := min(k, n)
								want := packed(typ, take(keys, order[:m]))
								dk, di := gputest.Fresh(t, dev, len(want)), gputest.Fresh(t, dev, m)
								dk.Fill(0xEEEEEEEE)
								if err := s.TopK(dk.View(), di.View(), src.View(), k, gpu.N(n)); err != nil {
									t.Fatal(err)
								}
								gputest.Equal(t, what, dk.Get(), want)
								gputest.Equal(t, what+", indices", di.Get(), order[:m])
								dk.Free()
								di.Free()
							}
							k := []int{500, 0, n}[len(name)%3]
							s.o.SearchAbove = -(len(name) / 3 % 2)
							dk, di := gputest.Fresh(t, dev, len(packed(typ, keys))), gputest.Fresh(t, dev, n)
							if err := s.PartialSort(dk.View(), di.View(), src.View(), k, gpu.N(n)); err != nil {
								t.Fatal(err)
							}
							got := di.Get()
							gputest.Equal(t, "partial, indices", got[:k], order[:k])
							seen := make([]bool, n)
							for i, at := range got {
								if seen[at] {
									t.Fatalf("partial: index %d twice", at)
								}
								seen[at] = true
								if i < k || k == 0 {
									continue
								}
								before, after := part(s.o, keys[order[k-1]]), part(s.o, keys[at])
								if before != after && (before < after) == s.o.Descending {
									t.Fatalf("partial: item %d, behind the first %d, comes before them", i, k)
								}
							}
							wantKeys := packed(typ, take(keys, got))
							gotKeys := dk.Get()
							if last := len(wantKeys) - 1; n*typ.Bytes()%4 != 0 { // bytes behind the last key
								wantKeys[last], gotKeys[last] = 0, 0
							}
							gputest.Equal(t, "partial, keys", gotKeys, wantKeys)
							gputest.Equal(t, "src", src.Get(), packed(typ, keys))
							src.Free()
							dk.Free()
							di.Free()
						})
					}
					s.Release()
				})
			}
		})
	}
}

func TestTopKCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	s.sample = &sample{wrong: true}
	r := rand.New(rand.NewSource(7))
	keys := randomKeys(r, gpu.Uint32, 3000)
	src := gputest.Words(t, dev, packed(gpu.Uint32, keys))
	for i, n := range []uint32{0, 1, 99, 100, 101, 3000, 3001, 0, 1, 99, 100, 101, 3000, 3001} {
		gputest.Run(t, dev, fmt.Sprintf("%d,n=%d", i, n), func(t *testing.T) {
			s.o.SearchAbove = -(i / 7)
			word, dk, di := gputest.Words(t, dev, []uint32{n}), gputest.Fresh(t, dev, 100), gputest.Fresh(t, dev, 100)
			before := dk.Get()
			if err := s.TopK(dk.View(), di.View(), src.View(), 100, gpu.CountAt(word.View(), 3000)); err != nil {
				t.Fatal(err)
			}
			used := min(n, 3000)
			order := oracle(s.o, keys[:used])
			m := min(100, len(order))
			got := dk.Get()
			gputest.Equal(t, "keys", got[:m], packed(gpu.Uint32, take(keys, order[:m])))
			gputest.Equal(t, "behind", got[m:], before[m:])
			gputest.Equal(t, "indices", di.Get()[:m], order[:m])
			if err := dev.Check(); (n > 3000) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("%d keys of at most 3000: Check says %v", n, err)
			}
			for _, g := range []*gputest.Guarded{word, dk, di} {
				g.Free()
			}
		})
	}
}

func TestTopKRefusesAndAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{Type: gpu.Uint16})
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 10)
	n := gpu.N(20)
	for _, tt := range []struct {
		what      string
		err, want error
	}{
		{"negative", s.TopK(a.View(), b.View(), c.View(), -1, n), gpu.ErrCount},
		{"more indices than room", s.TopK(a.View(), b.View(), c.View(), 11, n), gpu.ErrView},
		{"partial without room", s.PartialSort(a.View(), b.View(), c.View(), 5, n), gpu.ErrView},
		{"dst is keys", s.TopK(c.View(), b.View(), c.View(), 5, n), gpu.ErrOverlap},
		{"dst is indices", s.TopK(a.View(), a.View(), c.View(), 5, n), gpu.ErrOverlap},
		{"more keys than there are", s.TopK(a.View(), b.View(), c.View(), 5, gpu.N(21)), gpu.ErrView},
	} {
		gputest.Run(t, dev, tt.what, func(t *testing.T) {
			if !errors.Is(tt.err, tt.want) {
				t.Errorf("%s: %v, want %v", tt.what, tt.err, tt.want)
			}
		})
	}
	for _, above := range []int{0, -1} { // sorted as a whole, and by a sample
		s.o.SearchAbove = above
		bytes, err := TopKScratchBytes(dev.Caps(), Options{Type: gpu.Uint16, SearchAbove: above}, 5, 20, false)
		if err != nil {
			t.Fatal(err)
		}
		scratch := gputest.Fresh(t, dev, bytes/4)
		s.UseScratch(scratch.View())
		call := func() {
			if err := s.TopK(a.View(), b.View(), c.View(), 5, n); err != nil {
				t.Fatal(err)
			}
		}
		call()
		if allocs := testing.AllocsPerRun(10, call); allocs != 0 {
			t.Errorf("search above %d: %v allocations a call", above, allocs)
		}
		scratch.Get()
		s.UseScratch(gpu.View{})
		scratch.Free()
	}
	s.Release()
	if err := s.TopK(a.View(), b.View(), c.View(), 1, n); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

// The search for the first of very many keys needs no more memory than that of 2^26 keys.
func TestTopKScratchOfManyKeys(t *testing.T) {
	caps := gputest.Device(t).Caps()
	for n, most := range map[int]int{1 << 24: 200 << 20, 1 << 28: 540 << 20} {
		got, err := TopKScratchBytes(caps, Options{Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}}, 1000, n, false)
		if err != nil || got > most {
			t.Errorf("the first 1,000 of %d keys: %d bytes, want at most %d (%v)", n, got, most, err)
		}
	}
}

// A kernel of the passes that does not compile is an error before anything is enqueued.
func TestFirstKErrorsLeaveTheDestination(t *testing.T) {
	dev := gputest.Device(t)
	const n, k = 8000, 2100
	for _, c := range []struct {
		name        string
		searchAbove int
		broken      payloadKind
	}{{"search", 300, withPayload}, {"sort of all", 1 << 20, withIndex}, {"copy of the first", 1 << 20, withPayload}} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			s, err := New(dev, Options{SearchAbove: c.searchAbove, Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			for i := range s.movers[c.broken] {
				s.movers[c.broken][i].spec.Slots = nil
			}
			src := gputest.Words(t, dev, packed(gpu.Uint32, randomKeys(rand.New(rand.NewSource(1)), gpu.Uint32, n)))
			keys, at := gputest.Fresh(t, dev, k), gputest.Fresh(t, dev, k)
			before := [2][]uint32{keys.Get(), at.Get()}
			if err := s.TopK(keys.View(), at.View(), src.View(), k, gpu.N(n)); err == nil {
				t.Error("no error")
			}
			gputest.Equal(t, "keys", keys.Get(), before[0])
			gputest.Equal(t, "indices", at.Get(), before[1])
			gputest.DropMessages(t, dev)
		})
	}
}
