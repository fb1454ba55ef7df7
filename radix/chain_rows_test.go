// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// The last pass of an argsort moves packed words, whose tile may be larger than that of the first
// pass: on an H200 it is between 768k and 1,024k keys. It clears the status words of the next
// call's first pass all the same. A tile that publishes nothing stands for one that is late: then
// others read what its words were.
func TestLargerTilesClearTheChainOfTheNextSort(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{Tuning: gpu.Tuning{Algorithm: gpu.SinglePass, ResidentGroups: 40, Spins: 4}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const n = 6000
	words := &s.movers[packedWords][0].spec
	words.Shape = words.Shape.With(words.Shape.GroupSize, 2*words.Shape.ItemsPerThread)
	if first := s.movers[withIndex][0].spec.Shape; !s.fuses(withIndex, n) || first.TileSize() >= words.Shape.TileSize() || s.packing(withIndex, true, n).at == never {
		t.Fatalf("tiles of %d and %d keys; want a fused first pass, and packed words with a larger tile", first.TileSize(), words.Shape.TileSize())
	}
	for call := range 3 {
		keys := randomKeys(rand.New(rand.NewSource(int64(call))), gpu.Uint32, n)
		for i := range keys {
			keys[i] >>= 2 * call // other counts of digits in each call
		}
		if call == 1 {
			first := &s.movers[withIndex][0]
			first.first.Release()
			first.first = kernel.Loaded[firstUniforms]{}
			first.spec.Shape.Silent = 2
			s.latest = latestPasses{}
		}
		src, dst := gputest.Words(t, dev, packed(gpu.Uint32, keys)), gputest.Fresh(t, dev, n)
		if err := s.SortIndices(dst.View(), src.View(), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, fmt.Sprint("call ", call), dst.Get(), oracle(s.o, keys))
	}
}

// The first two passes of such a sort have the tile for many keys, and those behind them that for
// as many as there are. So the second pass clears more rows than it has tiles.
func TestSmallerTilesBehindTheFirstDigits(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	tunings := singlePass(gputest.Paths(dev))
	s, err := New(dev, Options{Type: gpu.Uint64, Tuning: tunings[len(tunings)-1]})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	byBuckets(s)
	defer s.unpacked()()
	for _, n := range []int{20000, 9000} {
		for call := range 2 {
			r := rand.New(rand.NewSource(int64(call)))
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = bucketKeys["one bucket"].key(r, i, n)
			}
			src, dst := gputest.Words(t, dev, packed(gpu.Uint64, keys)), gputest.Fresh(t, dev, 2*n)
			if err := s.SortKeys(dst.View(), src.View(), gpu.N(n)); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, fmt.Sprintf("%d keys, call %d", n, call), dst.Get(), packed(gpu.Uint64, take(keys, oracle(s.o, keys))))
		}
	}
	if s.msd.wrong {
		t.Error("the kernels failed their self-test")
	}
}

// Sorters sort other keys in each call, at sizes where an H200's passes have tiles of different
// sizes. Words that one call leaves for the next would give a wrong order.
func TestRepeatedSortsOfOtherKeys(t *testing.T) {
	dev := gputest.Device(t)
	for _, test := range []struct {
		o Options
		n int
	}{
		{Options{}, 900_000},
		{Options{Bits: 24}, 1 << 20},
		{Options{Type: gpu.Uint64}, 250_000},
	} {
		s, err := New(dev, test.o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Release()
		for call := range 4 {
			keys := randomKeys(rand.New(rand.NewSource(int64(call))), s.o.Type, test.n)
			for i := range keys {
				keys[i] >>= 2 * call // other counts of digits in each call
			}
			src, dst := gputest.Words(t, dev, packed(s.o.Type, keys)), gputest.Fresh(t, dev, test.n)
			if err := s.SortIndices(dst.View(), src.View(), gpu.N(test.n)); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, fmt.Sprintf("%d keys of type %v, call %d", test.n, s.o.Type, call), dst.Get(), oracle(s.o, keys))
		}
	}
}
