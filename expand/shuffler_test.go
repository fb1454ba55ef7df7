// SPDX-License-Identifier: MIT

package expand

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func makeShuffler(t *testing.T, dev *gpu.Device) *Shuffler {
	t.Helper()
	s, err := NewShuffler(dev, ShuffleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// The permutation is the CPU's, has each number once, and begins with the sample.
func TestPermutationEverySize(t *testing.T) {
	dev := gputest.Device(t)
	s := makeShuffler(t, dev)
	tile := s.k.Shape().TileSize()
	for _, n := range []int{0, 1, 2, 3, 127, 128, 129, 255, 256, 257, tile - 1, tile, tile + 1, 5*tile + 7, 1 << 16} {
		gputest.Run(t, dev, fmt.Sprintf("n=%d", n), func(t *testing.T) {
			for _, seed := range []uint64{0, 1, 1 << 63} {
				dst := gputest.Fresh(t, dev, n)
				if err := s.Permutation(dst.View(), gpu.N(n), seed); err != nil {
					t.Fatal(err)
				}
				got := dst.Get()
				gputest.Equal(t, "permutation", got, permuted(n, n, seed))
				seen := make([]bool, n)
				for _, v := range got {
					if int(v) >= n || seen[v] {
						t.Fatalf("%d is outside or occurs twice", v)
					}
					seen[v] = true
				}
				k := n / 3
				some := gputest.Fresh(t, dev, k)
				if err := s.Sample(some.View(), gpu.N(k), gpu.N(n), seed); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, "sample", some.Get(), got[:k])
				dst.Free()
				some.Free()
			}
		})
	}
}

// chiSquare returns how many standard deviations the statistic lies above its mean.
func chiSquare(counts []int, each, divisor float64, freedom int) float64 {
	sum := 0.0
	for _, c := range counts {
		sum += (float64(c) - each) * (float64(c) - each) / divisor
	}
	return (sum - float64(freedom)) / math.Sqrt(2*float64(freedom))
}

// Permutations of few items are equally frequent, and each item is equally often at each place of
// larger ones. The seeds are fixed, so the test is the same on each run.
func TestPermutationsAreUniform(t *testing.T) {
	const seeds = 48000
	orders := map[[4]uint32]int{}
	for seed := range uint64(seeds) {
		orders[[4]uint32(permuted(4, 4, seed))]++
	}
	var counts []int
	for _, c := range orders {
		counts = append(counts, c)
	}
	if len(counts) != 24 {
		t.Fatalf("%d orders of 4 items, want 24", len(counts))
	}
	if d := chiSquare(counts, seeds/24, seeds/24, 23); d > 4 {
		t.Errorf("orders of 4 items: %v, %.1f deviations above the mean", counts, d)
	}
	for _, n := range []int{5, 31, 100, 256, 300} {
		places, pairs := make([]int, n*n), make([]int, n*n)
		rounds := 40 * n
		for seed := range uint64(rounds) {
			p := permuted(n, n, seed)
			for i, v := range p {
				places[i*n+int(v)]++
				pairs[int(v)*n+int(p[(i+1)%n])]++ // v and the item behind it
			}
		}
		// The sums of rows and columns are fixed, which changes the divisor by n/(n-1).
		if d := chiSquare(places, 40, 40*float64(n)/float64(n-1), (n-1)*(n-1)); math.Abs(d) > 4 {
			t.Errorf("%d items: places are %.1f deviations from the mean", n, d)
		}
		for i := range n {
			if pairs[i*n+i] != 0 {
				t.Fatalf("item %d follows itself", i)
			}
		}
		worst := 0
		for _, c := range pairs {
			worst = max(worst, c)
		}
		if mean := 40 * float64(n) / float64(n-1); float64(worst) > mean+7*math.Sqrt(mean) {
			t.Errorf("%d items: a pair is adjacent %d times, want about %.0f", n, worst, mean)
		}
	}
}

func TestSampleCountsOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	s := makeShuffler(t, dev)
	const room = 3000
	for _, c := range [][2]uint32{{0, 5}, {5, 0}, {7, 7}, {9, 7}, {room, room}, {100, 2000}, {room + 1, room}, {4, room + 9}} {
		gputest.Run(t, dev, fmt.Sprintf("k=%d,n=%d", c[0], c[1]), func(t *testing.T) {
			counts, dst := gputest.Words(t, dev, c[:]), gputest.Fresh(t, dev, room)
			want := dst.Get()
			if err := s.Sample(dst.View(), gpu.CountAt(word(t, counts, 0), room), gpu.CountAt(word(t, counts, 1), room), 3); err != nil {
				t.Fatal(err)
			}
			copy(want, permuted(min(room, int(c[0])), min(room, int(c[1])), 3))
			gputest.Equal(t, "sample", dst.Get(), want)
			if err := dev.Check(); errors.Is(err, gpu.ErrCount) != (max(c[0], c[1]) > room) {
				t.Errorf("Check says %v", err)
			}
		})
	}
}

func TestShufflerRefuses(t *testing.T) {
	dev := gputest.Device(t)
	s := makeShuffler(t, dev)
	dst := gputest.Fresh(t, dev, 10)
	before, v, at := dst.Get(), dst.View(), word(t, dst, 3)
	for _, c := range []struct {
		err  error
		want error
		text string
	}{
		{s.Permutation(v, gpu.N(11), 1), gpu.ErrView, ": dst"},
		{s.Permutation(v, gpu.N(-1), 1), gpu.ErrCount, "-1"},
		{s.Permutation(v, gpu.CountAt(at, 5), 1), gpu.ErrOverlap, ": k"},
		{s.Sample(v, gpu.N(4), gpu.N(3), 1), gpu.ErrCount, "k is 4, want at most n, which is 3"},
		{s.Sample(v, gpu.N(4), gpu.N(-3), 1), gpu.ErrCount, ": n"},
		{s.Sample(v, gpu.N(4), gpu.CountAt(at, 5), 1), gpu.ErrOverlap, ": n"},
	} {
		if !errors.Is(c.err, c.want) || !strings.Contains(fmt.Sprint(c.err), c.text) {
			t.Errorf("%v, want %v with %q", c.err, c.want, c.text)
		}
	}
	gputest.Equal(t, "dst after refusals", dst.Get(), before)
	s.Release()
	s.Release()
	var none *Shuffler
	for _, s := range []*Shuffler{s, none, {}} {
		if err := s.Permutation(v, gpu.N(1), 1); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("after Release: %v", err)
		}
	}
	none.Release()
}

func TestShufflerAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	s := makeShuffler(t, dev)
	dst := gputest.Fresh(t, dev, 3000).View()
	call := func() {
		if err := s.Permutation(dst, gpu.N(3000), 9); err != nil {
			t.Fatal(err)
		}
	}
	call()
	if allocs := testing.AllocsPerRun(10, call); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}

func TestShufflerSelfTest(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	gputest.LeavesNothing(t, dev, "shuffle", func() {
		s, err := NewShuffler(dev, ShuffleOptions{})
		if err != nil {
			t.Error(err)
		}
		s.Release()
	})
	wrong := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Algorithm: gpu.ReduceThenScan})
	if _, err := NewShuffler(wrong, ShuffleOptions{}); !errors.Is(err, gpu.ErrSelfTest) {
		t.Errorf("a wrong kernel: %v", err)
	}
}

func TestShadersShuffle(t *testing.T) {
	shapes := gputest.Shapes()
	gputest.Validate(t, []kernel.Spec{ShuffleOptions{}.spec(shapes[len(shapes)-1]), finishedNumbers.spec(shapes[len(shapes)-1])})
}
