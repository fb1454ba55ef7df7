// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// tail is the probability of at least r successes of m trials.
func tail(m int, p float64, r int) (sum float64) {
	if p == 0 {
		return 0
	}
	lgamma := func(x int) float64 { v, _ := math.Lgamma(float64(x)); return v }
	for i := r; i <= m; i++ {
		sum += math.Exp(lgamma(m+1) - lgamma(i+1) - lgamma(m-i+1) + float64(i)*math.Log(p) + float64(m-i)*math.Log1p(-p))
	}
	return sum
}

// Fewer than k candidates are found in less than one of a million calls. With many keys few more
// than k are expected.
func TestSampleRank(t *testing.T) {
	for _, shape := range []kernel.Shape{{LaneCount: 32, GroupSize: wideGroup, ItemsPerThread: 8}, {LaneCount: 8, GroupSize: 128, ItemsPerThread: 8}} {
		for n := 1 << 10; n <= 1<<28; n *= 4 {
			for _, k := range []int{1, 2, 3, 5, 10, 30, 100, 300, 1000, sampleMost} {
				if !(Options{}).samples(shape, k, n, k) {
					continue
				}
				rank, values, items := Options{}.sampleRank(shape, k, n)
				chance := 1 - math.Pow(1-float64(k-1)/float64(n), float64(items))
				if p := tail(values, chance, rank); p > 1e-6 || rank > values {
					t.Errorf("the first %d of %d: rank %d of %d values: too low with probability %g", k, n, rank, values, p)
				}
				if few := (Options{}).candidatesOf(shape, k, n); few < k || few > mostFound/2 {
					t.Errorf("the first %d of %d: %d candidates are expected", k, n, few)
				}
			}
		}
	}
}

// More keys are read where one round would leave more candidates than fit.
func TestRoundsOfSample(t *testing.T) {
	for n, want := range map[int]int{0: 1, twiceItems - 1: 1, twiceItems: 2, 2*roundItems - 1: 2, 3 * roundItems: 3, 100 * roundItems: sampleRounds} {
		if got := roundsFor(n); got != want {
			t.Errorf("%d keys: %d rounds, want %d", n, got, want)
		}
	}
	shape := kernel.Shape{LaneCount: 32, GroupSize: wideGroup, ItemsPerThread: 8}
	if few := (Options{}).candidatesOf(shape, 1000, twiceItems); few > rankTile(gpu.Uint32) {
		t.Errorf("%d candidates of %d keys do not fit at a time", few, twiceItems)
	}
}

// sampleCase is a search and what becomes of its sample.
type sampleCase struct {
	name                string
	rankMost, foundMost int
}

var sampleCases = []sampleCase{{"", math.MaxInt32, mostFound}, {"too low", 1, mostFound}, {"too high", math.MaxInt32, 5}}

// The first k are right and in order whatever the keys and the sample are.
func TestSampleFindsFirst(t *testing.T) {
	dev := gputest.Device(t)
	paths := gputest.Paths(dev)
	types := []gpu.Type{gpu.Uint32, gpu.Float64, gpu.Int32, gpu.Uint64, gpu.Float16, gpu.Uint8, gpu.Float32, gpu.Int64}
	for path, tune := range paths {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, typ := range types {
				kinds := i < 2 || typ == gpu.Uint8 // one of each number of words, and packed
				if ((path+i)%len(paths) != 0 || !kinds) && !gputest.Nightly() {
					continue
				}
				gputest.Run(t, dev, typ.String(), func(t *testing.T) {
					s, err := New(dev, Options{Type: typ, Tuning: tune, SearchAbove: -1, Descending: i%2 == 1})
					if err != nil {
						t.Fatal(err)
					}
					defer s.Release()
					r := rand.New(rand.NewSource(int64(i)))
					for name, of := range distributions {
						every := i+path == 0 || gputest.Nightly()
						if name != "random" && (name != "equal" || i+path > 1) && !every {
							continue
						}
						for _, n := range []int{2, 511, gputest.InNightly(9001, 2301)} {
							if n < 600 && name != "random" && name != "equal" {
								continue
							}
							keys := make([]uint64, n)
							for i := range keys {
								keys[i] = masked(typ, of(r, i, n))
							}
							src := gputest.Words(t, dev, packed(typ, keys))
							order := oracle(s.o, keys)
							for j, k := range []int{0, 1, 7, n / 8, min(n/2, sampleMost)} {
								if n < 600 && k > n/2 {
									continue
								}
								for _, c := range sampleCases {
									if c.name != "" && (j+len(name))%3 != 0 {
										continue
									}
									find(t, s, c, keys, order, src.View(), k, gpu.N(n))
								}
							}
							src.Free()
						}
					}
				})
			}
		})
	}
}

// find searches and compares.
func find(t *testing.T, s *Sorter, c sampleCase, keys []uint64, order []uint32, src gpu.View, k int, n gpu.Count) {
	t.Helper()
	if ready, err := s.readySample(); err != nil || !ready {
		t.Fatalf("ready is %v, %v", ready, err)
	}
	s.sample.rankMost, s.sample.foundMost = c.rankMost, c.foundMost
	typ, m := s.o.Type, min(k, len(order))
	what := fmt.Sprintf("the first %d of %d %v, sample %s", k, len(order), typ, c.name)
	dk, di := gputest.Fresh(t, s.d, (k*typ.Bytes()+3)/4), gputest.Fresh(t, s.d, k)
	defer dk.Free()
	defer di.Free()
	dk.Fill(0xEEEEEEEE)
	di.Fill(poison)
	if err := s.TopK(dk.View(), di.View(), src, k, n); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	got, want := dk.Get(), packed(typ, take(keys, order[:m]))
	gputest.Equal(t, what, got[:len(want)], want)
	for i, w := range got[len(want):] {
		if w != 0xEEEEEEEE {
			t.Errorf("%s: word %d behind them is %#x", what, i, w)
		}
	}
	indices := di.Get()
	gputest.Equal(t, what+", indices", indices[:m], order[:m])
	gputest.Equal(t, what+", behind the indices", indices[m:], filled(k-m, poison))
	if state := s.stateOfSample(t); k > 0 && (state[wantedAt] != uint32(m) || state[sampleWords-1] != 0) {
		t.Errorf("%s: the state is %d", what, state)
	}
}

func (s *Sorter) stateOfSample(t *testing.T) []uint32 {
	t.Helper()
	state, err := s.sample.state.Download()
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// The number of keys may be on the GPU: then the rank of the bound is computed from that number.
func TestSampleCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	for _, typ := range []gpu.Type{gpu.Uint32, gpu.Int16} {
		s, err := New(dev, Options{Type: typ, SearchAbove: -1})
		if err != nil {
			t.Fatal(err)
		}
		const most, k = 6000, 300
		keys := randomKeys(rand.New(rand.NewSource(8)), typ, most)
		src := gputest.Words(t, dev, packed(typ, keys))
		for _, n := range []uint32{0, 1, k - 1, k, k + 1, 2777, most} {
			gputest.Run(t, dev, fmt.Sprintf("%v,n=%d", typ, n), func(t *testing.T) {
				word := gputest.Words(t, dev, []uint32{n})
				for _, c := range sampleCases {
					find(t, s, c, keys, oracle(s.o, keys[:n]), src.View(), k, gpu.CountAt(word.View(), most))
				}
				word.Free()
			})
		}
		src.Free()
		s.Release()
	}
}

// A good sample leaves few candidates, and at least k, whatever the keys are.
func TestSampleLeavesFewCandidates(t *testing.T) {
	dev := gputest.Device(t)
	n, k := gputest.InNightly(1<<19, 1<<17), 100
	s, err := New(dev, Options{SearchAbove: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	r := rand.New(rand.NewSource(9))
	for _, name := range []string{"random", "equal", "sorted", "reversed", "few", "tile period"} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = masked(gpu.Uint32, distributions[name](r, i, n))
			}
			src := gputest.Words(t, dev, packed(gpu.Uint32, keys))
			defer src.Free()
			find(t, s, sampleCases[0], keys, oracle(s.o, keys), src.View(), k, gpu.N(n))
			if found := checkBound(t, s, keys, k); found < k || found > 12_000 {
				t.Errorf("%d candidates for the first %d of %d", found, k, n)
			}
		})
	}
}

// The choice is pure: few of many keys.
func TestSamplesFewOfMany(t *testing.T) {
	gpuShape, software := kernel.Shape{LaneCount: 32, GroupSize: wideGroup, ItemsPerThread: 8}, kernel.Shape{LaneCount: 8, GroupSize: 128, ItemsPerThread: 8, MaxItems: 1}
	ofTiles := gpuShape
	ofTiles.Lanes = gpu.LanesKHR
	for _, c := range []struct {
		above, k, n, room int
		shape             kernel.Shape
		want              bool
	}{
		{0, 10, sampleAboveTiles, 10, ofTiles, false},
		{0, 10, sampleAboveTiles + 1, 10, ofTiles, true},
		{-1, 10, 20, 10, ofTiles, true},
		{0, 1000, 1 << 24, 1000, gpuShape, true},
		{0, sampleMost, 1 << 26, sampleMost, gpuShape, true},
		{0, sampleMost + 1, 1 << 24, sampleMost + 1, gpuShape, false},
		{0, 10, sampleAbove, 10, gpuShape, false},
		{0, 10, sampleAbove + 1, 10, gpuShape, true},
		{0, 1000, 1 << 16, 1000, gpuShape, true},
		{0, 1000, 1 << 16, 1000, software, false}, // too small a sample
		{0, sampleMost, 1 << 14, sampleMost, gpuShape, false},
		{1 << 22, 10, 1 << 22, 10, gpuShape, false},
		{-1, 10, 20, 10, gpuShape, true},
		{-1, 11, 20, 11, gpuShape, false},
		{0, 10, 1 << 24, 1 << 24, gpuShape, false}, // PartialSort
		{0, 10, softwareSampled, 10, software, true},
		{0, 10, softwareSampled + 1, 10, software, false},
	} {
		if got := (Options{SearchAbove: c.above}).samples(c.shape, c.k, c.n, c.room); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Kernels that fail their self-test are replaced by the search digit by digit.
func TestFirstWithoutSample(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{SearchAbove: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	s.sample = &sample{wrong: true}
	keys := randomKeys(rand.New(rand.NewSource(10)), gpu.Uint32, 5000)
	src, dk, di := gputest.Words(t, dev, packed(gpu.Uint32, keys)), gputest.Fresh(t, dev, 50), gputest.Fresh(t, dev, 50)
	if err := s.TopK(dk.View(), di.View(), src.View(), 50, gpu.N(len(keys))); err != nil {
		t.Fatal(err)
	}
	order := oracle(s.o, keys)[:50]
	gputest.Equal(t, "keys", dk.Get(), packed(gpu.Uint32, take(keys, order)))
	gputest.Equal(t, "indices", di.Get(), order)
	if s.selection == nil {
		t.Error("the search digit by digit is not compiled")
	}
}

// The self-test finds kernels that forget the last key. The sorter then works without them.
func TestSelfTestOfSampleDetectsFaults(t *testing.T) {
	dev := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Lanes: gpu.LanesShared})
	s := &Sorter{d: dev, o: Options{Bits: 32}, scratch: kernel.NewScratch(dev, "radix")}
	defer s.Release()
	shape, err := kernel.Pick(dev.Caps(), gpu.Tuning{Lanes: gpu.LanesShared})
	if err != nil {
		t.Fatal(err)
	}
	s.layout = s.o.layout(dev.Caps(), shape)
	if err := s.build(); err != nil {
		t.Fatal(err)
	}
	if ready, err := s.readySample(); ready || err != nil {
		t.Errorf("ready is %v, %v", ready, err)
	}
}
