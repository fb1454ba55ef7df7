// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"golang.org/x/exp/slices"
)

// segmented is the order of a stable sort of each segment, and of what lies before and behind them.
func segmented(o Options, keys []uint64, offsets []uint32) []uint32 {
	var order []uint32
	bounds := append(append([]uint32{0}, offsets...), uint32(len(keys)))
	for i := range len(bounds) - 1 {
		from, to := bounds[i], bounds[i+1]
		for _, at := range oracle(o, keys[from:to]) {
			order = append(order, from+at)
		}
	}
	return order
}

func TestSegments(t *testing.T) {
	dev := gputest.Device(t)
	all := gputest.Paths(dev)
	for path, tune := range all {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, o := range []Options{{}, {Type: gpu.Float64, Descending: true}, {Type: gpu.Uint8}, {Type: gpu.Int16}, {Bits: 12, FirstBit: 4, SkipSorted: true}} {
				if !taken(i, o, path, len(all)) || i == 0 && !firstOrLast(path, len(all)) {
					continue // words in both algorithms, on different lanes
				}
				gputest.Run(t, dev, fmt.Sprintf("%v,bits=%d", o.Type, o.Bits), func(t *testing.T) {
					o.Tuning = tune
					s, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					for _, n := range []int{1, 700, gputest.InNightly(9001, 3001)} {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
							r := rand.New(rand.NewSource(5))
							keys := make([]uint64, n)
							for i := range keys {
								keys[i] = masked(o.Type, r.Uint64()&r.Uint64())
							}
							records := make([]uint32, 5*n)
							for i := range records {
								records[i] = uint32(i)
							}
							k, rec := gputest.Words(t, dev, packed(o.Type, keys)), gputest.Words(t, dev, records)
							for name, offsets := range spreads(r, n) {
								gputest.Run(t, dev, name, func(t *testing.T) {
									order := segmented(s.o, keys, offsets)
									at := gputest.Words(t, dev, offsets)
									dk, drec := gputest.Fresh(t, dev, len(packed(o.Type, keys))), gputest.Fresh(t, dev, 5*n)
									dk.Fill(0xEEEEEEEE)
									segments := gpu.N(len(offsets) - 1)
									if err := s.SegmentedSort(dk.View(), drec.View(), k.View(), rec.View(), 20, at.View(), segments, gpu.N(n)); err != nil {
										t.Fatal(err)
									}
									what := fmt.Sprint(name, " of ", n, " ", o.Type)
									gputest.Equal(t, what, dk.Get(), packed(o.Type, take(keys, order)))
									for i, w := range drec.Get() {
										if w != 5*order[i/5]+uint32(i%5) {
											t.Fatalf("%s: word %d of record %d is %d, of record %d", what, i%5, i/5, w, w/5)
										}
									}
									dk.Fill(0xEEEEEEEE)
									if err := s.SegmentedSort(dk.View(), gpu.View{}, k.View(), gpu.View{}, 0, at.View(), segments, gpu.N(n)); err != nil {
										t.Fatal(err)
									}
									gputest.Equal(t, what+" alone", dk.Get(), packed(o.Type, take(keys, order)))
									gputest.Equal(t, "src", k.Get(), packed(o.Type, keys))
									at.Free()
									dk.Free()
									drec.Free()
								})
							}
							k.Free()
							rec.Free()
						})
					}
					s.Release()
				})
			}
		})
	}
}

// spreads are offsets of segments of n items.
func spreads(r *rand.Rand, n int) map[string][]uint32 {
	var ones, random, mixed []uint32
	for i := range n + 1 {
		ones = append(ones, uint32(i))
	}
	for range 2 + n/9 {
		random = append(random, uint32(r.Intn(n+1)))
	}
	slices.Sort(random)
	// Two large ones among many tiny ones.
	for i := 0; i <= n; i += 1 + r.Intn(3) {
		if i > n/4 && i < n/4+n/3 || i > 2*n/3 && i < n-10 {
			continue
		}
		mixed = append(mixed, uint32(i))
	}
	return map[string][]uint32{
		"no segment": {0}, "one": {0, uint32(n)}, "empty ones": {0, 0, uint32(n / 2), uint32(n / 2), uint32(n), uint32(n)},
		"a part": {uint32(n / 3), uint32(n / 2)}, "ones": ones, "random": random, "mixed": mixed,
	}
}

func TestSegmentsRefuses(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	a, b := gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 10)
	c, d := gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 10)
	at := gputest.Words(t, dev, []uint32{0, 10})
	none, n := gpu.View{}, gpu.N(10)
	for _, tt := range []struct {
		what      string
		err, want error
	}{
		{"in place", s.SegmentedSort(a.View(), none, a.View(), none, 0, at.View(), gpu.N(1), n), gpu.ErrOverlap},
		{"too few offsets", s.SegmentedSort(a.View(), none, b.View(), none, 0, at.View(), gpu.N(2), n), gpu.ErrView},
		{"dst on offsets", s.SegmentedSort(a.View(), none, b.View(), none, 0, a.View(), gpu.N(1), n), gpu.ErrOverlap},
		{"records without a destination", s.SegmentedSort(a.View(), none, b.View(), c.View(), 4, at.View(), gpu.N(1), n), gpu.ErrView},
		{"records of 6 bytes", s.SegmentedSort(a.View(), d.View(), b.View(), c.View(), 6, at.View(), gpu.N(1), n), gpu.ErrView},
		{"records in place", s.SegmentedSort(a.View(), c.View(), b.View(), c.View(), 4, at.View(), gpu.N(1), n), gpu.ErrOverlap},
		{"more than MaxItems", s.SegmentedSort(a.View(), none, b.View(), none, 0, at.View(), gpu.N(gpu.MaxItems+1), n), gpu.ErrCount},
	} {
		gputest.Run(t, dev, tt.what, func(t *testing.T) {
			if !errors.Is(tt.err, tt.want) {
				t.Errorf("%s: %v, want %v", tt.what, tt.err, tt.want)
			}
		})
	}
	for reported, bad := range map[uint32]bool{1: false, 2: true} {
		gputest.Run(t, dev, fmt.Sprint("reported=", reported), func(t *testing.T) {
			word := gputest.Words(t, dev, []uint32{reported})
			if err := s.SegmentedSort(a.View(), none, b.View(), none, 0, at.View(), gpu.CountAt(word.View(), 1), n); err != nil {
				t.Fatal(err)
			}
			if err := dev.Check(); bad != errors.Is(err, gpu.ErrCount) {
				t.Errorf("%d segments of at most 1: Check says %v", reported, err)
			}
		})
	}
}
