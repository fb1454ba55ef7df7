// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"golang.org/x/exp/slices"
)

// wideOrder is the library's stable sort of keys of four words by a bit range.
func wideOrder(o Options, words []uint32) []uint32 {
	parts := make([]*big.Int, len(words)/4)
	mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(o.Bits)), big.NewInt(1))
	for i := range parts {
		key := new(big.Int)
		for w := 3; w >= 0; w-- {
			key.Or(key.Lsh(key, 32), big.NewInt(int64(words[4*i+w])))
		}
		parts[i] = key.And(key.Rsh(key, uint(o.FirstBit)), mask)
	}
	order := indices(len(parts))
	slices.SortStableFunc(order, func(a, b uint32) int {
		if o.Descending {
			a, b = b, a
		}
		return parts[a].Cmp(parts[b])
	})
	return order
}

// Keys of 128 bits, of which many are equal in a half or in both.
func TestKeysOf128Bits(t *testing.T) {
	dev := gputest.Device(t)
	all := gputest.Paths(dev)
	for path, tune := range all {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			made := map[bool]*Sorter{}
			for i, o := range []Options{
				{}, {Descending: true}, {FirstBit: 50, Bits: 30}, {FirstBit: 64}, {Bits: 40, FirstBit: 3, Descending: true}, {SkipSorted: true},
			} {
				if o.Type = gpu.Uint128; !taken(i, o, path, len(all)) && (i > 0 || !gputest.Share(path, 4)) {
					continue
				}
				gputest.Run(t, dev, fmt.Sprintf("first=%d,bits=%d,descending=%v,skip-sorted=%v", o.FirstBit, o.Bits, o.Descending, o.SkipSorted), func(t *testing.T) {
					s := made[o.SkipSorted]
					if s == nil {
						var err error
						if s, err = New(dev, Options{Type: o.Type, SkipSorted: o.SkipSorted, Tuning: tune}); err != nil {
							t.Fatal(err)
						}
						made[o.SkipSorted] = s
					}
					if err := s.SetBits(o.FirstBit, o.Bits); err != nil {
						t.Fatal(err)
					}
					s.SetDescending(o.Descending)
					by := s.items.o
					by.Descending = o.Descending
					for _, n := range []int{1, 1000, gputest.InNightly(7001, 2301)} {
						r := rand.New(rand.NewSource(8))
						words := make([]uint32, 4*n)
						for w := range words {
							if words[w] = r.Uint32(); r.Intn(3) > 0 {
								words[w] = []uint32{0, 1, 1 << 31, 0xFFFFFFFF}[r.Intn(4)]
							}
						}
						tryItems(t, dev, s, words, 4, wideOrder(by, words), itemUses(path, i)...)
					}
				})
			}
			for _, s := range made {
				s.Release()
			}
		})
	}
}

func TestKeysOf128BitsRefuse(t *testing.T) {
	dev := gputest.Device(t)
	for _, bits := range [][2]int{{128, 0}, {-1, 3}, {100, 29}} {
		if _, err := New(dev, Options{Type: gpu.Uint128, FirstBit: bits[0], Bits: bits[1]}); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("bits %v: %v", bits, err)
		}
	}
	s, err := New(dev, Options{Type: gpu.Uint128})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	a, b, c := gputest.Fresh(t, dev, 40).View(), gputest.Fresh(t, dev, 40).View(), gputest.Fresh(t, dev, 40).View()
	_, scratch := ScratchBytes(dev.Caps(), Options{Type: gpu.Uint128}, ForSegmented, 10)
	_, first := TopKScratchBytes(dev.Caps(), Options{Type: gpu.Uint128}, 3, 10, false)
	for name, err := range map[string]error{
		"TopK":             s.TopK(a, b, c, 3, gpu.N(10)),
		"PartialSort":      s.PartialSort(a, b, c, 3, gpu.N(10)),
		"SegmentedSort":    s.SegmentedSort(a, gpu.View{}, b, gpu.View{}, 0, c, gpu.N(3), gpu.N(10)),
		"SegmentedTopK":    s.SegmentedTopK(a, b, c, 2, gpu.View{}, gpu.N(3), gpu.N(10)),
		"Reserve":          s.Reserve(ForSegmented, 10),
		"ScratchBytes":     scratch,
		"TopKScratchBytes": first,
	} {
		if !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.SortKeys(a, a, gpu.N(10)); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("in place: %v", err)
	}
	if err := s.SortKeys(a, b, gpu.N(11)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("too short: %v", err)
	}
	floats, err := gpu.NewBuffer[float32](dev, 40)
	if err != nil {
		t.Fatal(err)
	}
	defer floats.Release()
	if err := s.SortKeys(a, floats.View(), gpu.N(10)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("floats: %v", err)
	}
}

// Keys of 128 bits, and records by a key of 64, that go by the most significant digits first: both
// rounds of random keys, and rounds whose halves are skewed.
func TestItemsByMostSignificantDigits(t *testing.T) {
	dev := gputest.Device(t)
	tunings := singlePass(gputest.Paths(dev))
	tune := tunings[len(tunings)-1]
	random := func(r *rand.Rand) uint32 { return r.Uint32() }
	few := func(r *rand.Rand) uint32 { return 5 * uint32(r.Intn(3)) }
	for _, c := range []struct {
		name  string
		o     Options
		words [4]func(*rand.Rand) uint32
		msd   bool // of the last round
	}{
		{"128 bits", Options{Type: gpu.Uint128}, [4]func(*rand.Rand) uint32{random, random, random, random}, true},
		{"128 bits, low ones skewed", Options{Type: gpu.Uint128, Descending: true}, [4]func(*rand.Rand) uint32{few, few, random, random}, true},
		{"128 bits, high ones skewed", Options{Type: gpu.Uint128}, [4]func(*rand.Rand) uint32{random, random, few, few}, false},
		{"records", Options{Type: gpu.Uint64, Key: "uvec2 key(uvec4 r) { return r.zw; }", Record: "uvec4", RecordBytes: 16}, [4]func(*rand.Rand) uint32{few, few, random, random}, true},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			c.o.Tuning = tune
			s, err := New(dev, c.o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			if s.msd == nil || s.shape.Lanes == gpu.LanesKHR && s.shape.LaneCount < 32 && dev.Caps().Internal().GroupSize == 0 {
				t.Skip("no sort goes by the most significant digits first here")
			}
			byBuckets(s)
			n, r := max(3*s.layout.msd.tile, 1<<13)+41, rand.New(rand.NewSource(9))
			words := make([]uint32, 4*n)
			for w := range words {
				words[w] = c.words[w%4](r)
			}
			by := c.o
			if by.Bits = 128; by.Key != "" {
				by.FirstBit, by.Bits = 64, 64 // of a record as a number
			}
			tryItems(t, dev, s, words, 4, wideOrder(by, words), "keys", "pairs", "indices", "values")
			plan, err := s.msd.plan.Download()
			if err != nil {
				t.Fatal(err)
			}
			if got := plan[planWindows] == 1; got != c.msd || s.msd.wrong {
				t.Errorf("the last round by the most significant digits first: %v, want %v; kernels wrong: %v", got, c.msd, s.msd.wrong)
			}
		})
	}
}

// Keys of two words are written at even and at odd words, and src may begin at the other.
func TestKeysOfTwoWordsAtAnyWord(t *testing.T) {
	dev := gputest.Device(t)
	const n = 5000
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			s, err := New(dev, Options{Type: gpu.Uint64, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			r := rand.New(rand.NewSource(6))
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = r.Uint64()
			}
			want := packed(gpu.Uint64, take(keys, oracle(s.o, keys)))
			for before := 64; before < 66; before++ {
				src, dst := gputest.WordsAt(t, dev, packed(gpu.Uint64, keys), 129-before), gputest.WordsAt(t, dev, make([]uint32, 2*n), before)
				if err := s.SortKeys(dst.View(), src.View(), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, fmt.Sprintf("keys at word %d", before), dst.Get(), want)
			}
		})
	}
}
