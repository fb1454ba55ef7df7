// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// onlyMany makes the kernels for many keys sort few keys too.
func (s *Sorter) onlyMany() {
	for kind := range s.movers {
		if len(s.movers[kind]) > 0 { // packed argsorts have a single pass
			s.movers[kind][0].most = 0
		}
	}
	if len(s.counters) > 0 {
		s.counters[0].most = 0
	}
}

// Reduce-then-scan with its kernels for many keys, with a spine and without.
func TestReduceThenScanManyKeys(t *testing.T) {
	dev := deviceOfSeveralTiles(t)
	for path, tune := range gputest.InNightly(gputest.Tunings(dev), gputest.Paths(dev)) { // TestRadixEverySizeAndLanePath has other workers
		if tune.Algorithm == gpu.SinglePass {
			continue
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			r := rand.New(rand.NewSource(24))
			tune.Algorithm = gpu.ReduceThenScan
			s, err := New(dev, Options{Bits: 16, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			s.onlyMany()
			tile := kernel.BySize(s.counters, 1).spec.Shape.TileSize()
			for i, n := range []int{1, tile - 1, 2 * tile, 9*tile + 5, 9*tile + 5} {
				s.addAlone = i % 2 * n
				try(t, dev, s, randomKeys(r, gpu.Uint32, n), usesOn(path, Options{})...)
			}
			s.Release()
		})
	}
}

// singlePass returns the single-pass tunings.
func singlePass(tunings []gpu.Tuning) (all []gpu.Tuning) {
	for _, tune := range tunings {
		if tune.Algorithm == gpu.SinglePass {
			all = append(all, tune)
		}
	}
	return all
}

// Tiles that publish nothing stand for workgroups that do not run. Later tiles count the keys of
// those tiles themselves (decoupled fallback), whatever their status words held before.
func TestFallbackCountsSilentTiles(t *testing.T) {
	dev := gputest.Device(t)
	all := singlePass(gputest.Tunings(dev))
	for at, tune := range all {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, c := range []struct{ spins, silent int }{{1, 1}, {-1, 2}, {0, 3}, {-1, 0}} {
				if testing.Short() && i > 1 {
					break
				}
				tune.Spins = c.spins
				gputest.Silence(t, dev, c.silent)
				for _, typ := range []gpu.Type{gpu.Uint32, gpu.Int64} {
					if typ == gpu.Int64 && (c.silent != 3 || at != len(all)-1 && !gputest.Nightly() || testing.Short()) {
						continue // only keys of two words differ
					}
					gputest.Run(t, dev, fmt.Sprintf("spins=%d,silent=%d,%v", c.spins, c.silent, typ), func(t *testing.T) {
						r := rand.New(rand.NewSource(21))
						o := Options{Type: typ, Bits: 20, FirstBit: 3, Tuning: tune}
						uses := usesOf(o)
						if (at > 0 || c.silent != 3 || typ != gpu.Uint32) && !gputest.Nightly() {
							uses = []Use{ForKeys, ForPairs}
						}
						if gputest.ExpectedSubgroup() > 0 && !gputest.Nightly() {
							uses = []Use{ForPairs}
						}
						s, err := New(dev, o)
						if err != nil {
							t.Fatal(err)
						}
						tile := s.shape.TileSize()
						scratch := scratchFor(t, dev, o, 11*tile+5)
						s.UseScratch(scratch.View())
						for i, n := range []int{tile - 1, 2 * tile, 11*tile + 5, 10*tile + 3} {
							if i == 3 {
								s.onlyMany()
							}
							scratch.Fill([]uint32{0, 0xFFFFFFFF, 0xCDCDCDCD, 0xABABABAB}[i])
							try(t, dev, s, randomKeys(r, typ, n), uses...)
							scratch.Get()
						}
						s.Release()
						scratch.Free()
					})
				}
			}
		})
	}
}

// Many tiles, more and fewer of them in turn, with nothing between the sorts.
func TestChainGrowsAndShrinks(t *testing.T) {
	dev := deviceOfSeveralTiles(t)
	counts := gputest.InNightly([]int{70_000, 300, 130_001, 130_001, 1, 40_000}, []int{20_000, 300, 40_001, 40_001, 1, 12_000})
	tunings := singlePass(gputest.Tunings(dev))
	for i, tune := range slices.Concat(tunings, tunings) {
		if i >= len(tunings) && !severalTiles(tune) && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("%s,only-many=%v", gputest.Name(tune), i >= len(tunings)), func(t *testing.T) {
			r := rand.New(rand.NewSource(22))
			s, err := New(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			if i >= len(tunings) {
				s.onlyMany()
			}
			var results []*gputest.Guarded
			var want [][]uint32
			for i, n := range counts {
				if err := s.SetBits(0, 8*(1+i%4)); err != nil {
					t.Fatal(err)
				}
				keys := randomKeys(r, gpu.Uint32, n)
				k := gputest.Words(t, dev, packed(gpu.Uint32, keys))
				if err := s.SortKeys(k.View(), k.View(), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
				results, want = append(results, k), append(want, packed(gpu.Uint32, take(keys, oracle(s.o, keys))))
			}
			for i, k := range results {
				gputest.Equal(t, fmt.Sprint("sort ", i), k.Get(), want[i])
				k.Free()
			}
			s.Release()
		})
	}
}

// A count on the GPU far below its maximum: most workgroups have no tile.
func TestChainWithCountBelowMaximum(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(23))
	most := gputest.InNightly(100_000, 30_000)
	keys := randomKeys(r, gpu.Uint32, most)
	tunings := singlePass(gputest.Tunings(dev))
	for i, tune := range slices.Concat(tunings, tunings, tunings) {
		round := i / len(tunings)
		if round == 1 && !severalTiles(tune) && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("%d,%s", i, gputest.Name(tune)), func(t *testing.T) {
			tune.ResidentGroups, tune.Spins = round/2<<10, gputest.InNightly(0, round/2)
			s, err := New(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			if round == 1 {
				s.onlyMany()
			}
			k := gputest.Words(t, dev, packed(gpu.Uint32, keys))
			for _, n := range []uint32{0, 1, 5000, 0, uint32(most), 77} {
				count, dst := gputest.Words(t, dev, []uint32{n}), gputest.Fresh(t, dev, most)
				before := dst.Get()
				if err := s.SortKeys(dst.View(), k.View(), gpu.CountAt(count.View(), most)); err != nil {
					t.Fatal(err)
				}
				got := dst.Get()
				gputest.Equal(t, fmt.Sprint("keys, n ", n), got[:n], packed(gpu.Uint32, take(keys, oracle(s.o, keys[:n]))))
				gputest.Equal(t, fmt.Sprint("behind the count ", n), got[n:], before[n:])
				count.Free()
				dst.Free()
			}
			k.Free()
			s.Release()
		})
	}
}

// State after a sort: one half has the totals of each digit of each pass. The other half, and the
// first pass's status words, are zero.
func TestChainStateHoldsDigitTotals(t *testing.T) {
	dev := gputest.Device(t)
	const n = 9000
	all := []Options{{}, {Type: gpu.Float64}, {Type: gpu.Float64, FirstBit: 27, Bits: 30, Descending: true}, {Bits: 3}}
	switch {
	case gputest.Nightly():
		all = append(all, Options{Type: gpu.Uint64, FirstBit: 27, Bits: 30}, Options{Type: gpu.Int32, Bits: 3})
	case gputest.ExpectedSubgroup() > 0:
		all = all[:1]
	}
	for i, o := range append(all, all...) {
		if i >= len(all) && o.Type != gpu.Uint32 && !gputest.Nightly() {
			continue // by itself no sort of two words makes the histogram in its first pass
		}
		gputest.Run(t, dev, fmt.Sprintf("%d,%v", i, o.Type), func(t *testing.T) {
			r := rand.New(rand.NewSource(24))
			o.Tuning = oneSinglePass
			o.ResidentGroups = i / len(all) << 10
			s, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				keys := randomKeys(r, o.Type, n)
				src, dst := gputest.Words(t, dev, packed(o.Type, keys)), gputest.Fresh(t, dev, len(packed(o.Type, keys)))
				if err := s.SortKeys(dst.View(), src.View(), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
				want := digitTotals(s.o, keys)
				got, err := s.state.Download()
				if err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, fmt.Sprintf("%+v: totals", o), got[s.half:s.half+stateTotals], want)
				next := stateHalf - s.half
				gputest.Equal(t, fmt.Sprintf("%+v: the next sort's half", o), got[next:next+stateHalf], make([]uint32, stateHalf))
				if s.fusedTiles > 0 {
					first := got[s.ownPart(0)+chainHeads : s.ownPart(1)]
					gputest.Equal(t, fmt.Sprintf("%+v: the first pass's words", o), first, make([]uint32, len(first)))
				}
				src.Free()
				dst.Free()
			}
			s.Release()
		})
	}
}

// Scratch that was sized for one algorithm fits the other.
func TestScratchFitsEitherAlgorithm(t *testing.T) {
	caps := gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 2}
	for use := ForKeys; use <= ForSegmentedTopK; use++ {
		t.Run(fmt.Sprint("use=", use), func(t *testing.T) {
			for _, n := range []int{0, 1, 5000, 1 << 20, gpu.MaxItems} {
				var bytes [3]int
				for a := range bytes {
					b, err := ScratchBytes(caps, Options{Type: gpu.Uint64, Tuning: gpu.Tuning{Algorithm: gpu.Algorithm(a)}}, use, n)
					if err != nil {
						t.Fatal(err)
					}
					bytes[a] = b
				}
				if bytes[0] != bytes[1] || bytes[1] != bytes[2] {
					t.Errorf("use %d of %d items: %v bytes", use, n, bytes)
				}
			}
		})
	}
}

func TestSkipSortedUsesReduceThenScan(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{SkipSorted: true, Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if s.Variant() != "chunked-"+s.shape.Lanes.String() {
		t.Error(s.Variant())
	}
}

// If all tiles run at once, the first pass makes the histogram itself, whether it waits for the
// other tiles or not.
func TestFirstPassBuildsHistogram(t *testing.T) {
	dev := gputest.Device(t)
	for at, tune := range singlePass(gputest.Tunings(dev)) {
		var uses []Use
		if at > 0 && !gputest.Nightly() {
			uses = []Use{ForKeys}
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, c := range []struct{ spins, silent int }{{-1, 2}, {1, 0}, {2, 3}} {
				if testing.Short() && i != at%2 {
					continue
				}
				gputest.Run(t, dev, fmt.Sprintf("spins=%d,silent=%d", c.spins, c.silent), func(t *testing.T) {
					r := rand.New(rand.NewSource(25))
					tune.Spins = c.spins
					gputest.Silence(t, dev, c.silent)
					tune.ResidentGroups = 12
					s, err := New(dev, Options{Tuning: tune})
					if err != nil {
						t.Fatal(err)
					}
					tile := kernel.BySize(s.movers[keysAlone], 1).spec.Shape.TileSize()
					for i, n := range []int{tile - 1, 12 * tile, 13 * tile, 2*tile + 5, 12 * tile, 300, 1, 3 * tile} {
						if err := s.SetBits([]int{0, 5}[i%2], []int{32, 24, 16, 27, 9, 8}[i%6]); err != nil {
							t.Fatal(err)
						}
						s.SetDescending(i%3 == 1)
						try(t, dev, s, randomKeys(r, gpu.Uint32, n), uses...)
					}
					s.Release()
				})
			}
		})
	}
}

// As many tiles as run at once, as given or as measured on a GPU.
func TestFusedTiles(t *testing.T) {
	narrow, wide := kernel.Shape{GroupSize: 256, LaneCount: 128}, kernel.Shape{GroupSize: 512, LaneCount: 128}
	for _, c := range []struct {
		software bool
		reported int
		typ      gpu.Type
		shape    kernel.Shape
		want     int
	}{
		{false, 0, gpu.Uint32, wide, 264}, {true, 0, gpu.Uint32, wide, 0}, {true, 7, gpu.Uint32, wide, 7}, {false, 7, gpu.Uint32, wide, 7},
		{false, -1, gpu.Uint32, wide, 0}, {true, -1, gpu.Uint32, wide, 0},
		{false, 0, gpu.Uint32, narrow, 0}, {false, 0, gpu.Int64, wide, 0}, {true, 7, gpu.Uint32, narrow, 0},
	} {
		t.Run(fmt.Sprintf("software=%v,reported=%d,%v,group=%d", c.software, c.reported, c.typ, c.shape.GroupSize), func(t *testing.T) {
			tune := gpu.Tuning{ResidentGroups: c.reported}
			one := sized{spec: kernel.Spec{Shape: c.shape}, atOnce: kernel.ResidentGroups(gpu.Caps{Software: c.software}, tune, 264)}
			if got := fusedTiles(Options{Type: c.typ, Tuning: tune}, one); got != c.want {
				t.Errorf("%+v: %d", c, got)
			}
		})
	}
}

// A sort of no keys leaves State as it was: such a dispatch has no workgroups to clear anything for
// the next.
func TestFirstPassAfterEmptySort(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(26))
	s, err := New(dev, Options{Tuning: gpu.Tuning{Algorithm: gpu.SinglePass, ResidentGroups: 12, Spins: gputest.InNightly(0, 1)}, SearchAbove: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const n = 3000
	src, word := gputest.Words(t, dev, packed(gpu.Uint32, randomKeys(r, gpu.Uint32, n))), gputest.Words(t, dev, []uint32{0})
	keys, indices := gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n)
	for i := range 6 {
		try(t, dev, s, randomKeys(r, gpu.Uint32, n))
		switch i % 3 {
		case 0:
			err = s.PartialSort(keys.View(), indices.View(), src.View(), 0, gpu.N(n)) // which sorts the first 0
		case 1:
			err = s.SortKeys(keys.View(), src.View(), gpu.N(0))
		case 2:
			err = s.SortKeys(keys.View(), src.View(), gpu.CountAt(word.View(), n))
		}
		if err != nil {
			t.Fatal(err)
		}
		try(t, dev, s, randomKeys(r, gpu.Uint32, n/2))
	}
	src.Free()
	word.Free()
	keys.Free()
	indices.Free()
}
