// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/bits"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"golang.org/x/exp/slices"
)

// planned is the CPU twin of radix_order's plan: the triples that run, and the digit of each place
// that does.
func planned(o Options, keys []uint64, inPlace bool) (runs [orderAhead + 1]bool, digits map[int]pass) {
	sorted := slices.IsSortedFunc(keys, func(a, b uint64) int {
		x, y := part(o, a), part(o, b)
		switch {
		case x == y:
			return 0
		case (x < y) != o.Descending:
			return -1
		}
		return 1
	})
	var needed []pass
	for i := range o.passes() {
		p := o.pass(i)
		digit := func(k uint64) uint64 { return sortable(o.Type, k) >> p.shift & (1<<p.bits - 1) }
		if !sorted && slices.ContainsFunc(keys, func(k uint64) bool { return digit(k) != digit(keys[0]) }) {
			needed = append(needed, p)
		}
	}
	digits = map[int]pass{}
	first := o.passes() - len(needed)
	runs[orderCopy] = len(needed) == 0
	runs[orderAhead] = inPlace && len(needed)%2 == 1
	for i, p := range needed {
		digits[first+i] = p
		begins := i == 0 && !runs[orderAhead]
		runs[orderOfPlace*(first+i)+orderBegin] = begins
		runs[orderOfPlace*(first+i)+orderNext] = !begins
		runs[orderOfPlace*(first+i)+orderSpine] = true
	}
	return runs, digits
}

// A pass over a digit that all keys share is not dispatched at all, nor is anything where the keys
// are in order.
func TestUnneededPassesAreSkipped(t *testing.T) {
	dev := gputest.Device(t)
	const n = 3000
	for _, typ := range []gpu.Type{gpu.Uint32, gpu.Float64} {
		gputest.Run(t, dev, typ.String(), func(t *testing.T) {
			s, err := New(dev, Options{Type: typ, SkipSorted: true, Tuning: gpu.Tuning{Workers: 3}})
			if err != nil {
				t.Fatal(err)
			}
			for _, mask := range []uint64{0, 0xFF, 0x00FF00FF, 0xFFFFFF00, 0x0000FF000000FF00, 1 << 63, 0x8001, ^uint64(0)} {
				gputest.Run(t, dev, fmt.Sprintf("mask=%#x", mask), func(t *testing.T) {
					for _, width := range [][2]int{{0, 0}, {5, 20}} {
						gputest.Run(t, dev, fmt.Sprintf("first=%d,bits=%d", width[0], width[1]), func(t *testing.T) {
							for _, inPlace := range []bool{false, true} {
								gputest.Run(t, dev, fmt.Sprint("inPlace=", inPlace), func(t *testing.T) {
									r := rand.New(rand.NewSource(11))
									if err := s.SetBits(width[0], width[1]); err != nil {
										t.Fatal(err)
									}
									keys := make([]uint64, n)
									for i := range keys {
										keys[i] = masked(typ, 0x1234567812345678&^mask|r.Uint64()&mask)
									}
									order := oracle(s.o, keys)
									src, dst := gputest.Words(t, dev, packed(typ, keys)), gputest.Fresh(t, dev, len(packed(typ, keys)))
									to := dst
									if inPlace {
										to = src
									}
									if err := s.SortKeys(to.View(), src.View(), gpu.N(n)); err != nil {
										t.Fatal(err)
									}
									what := fmt.Sprintf("%v, keys differ in %#x, bits %v, in place %v", typ, mask, width, inPlace)
									gputest.Equal(t, what, to.Get(), packed(typ, take(keys, order)))

									state, err := s.state.Download()
									if err != nil {
										t.Fatal(err)
									}
									runs, digits := planned(s.o, keys, inPlace)
									for i, want := range runs {
										left := i >= orderOfPlace*s.o.passes() && i < orderCopy // from a sort with more passes; nothing reads it
										if got := state[3*i] != 0; got != want && !left {
											t.Errorf("%s: triple %d runs: %v, planned %v", what, i, got, want)
										}
									}
									for i, want := range digits {
										at := orderDigits + 3*i
										if got := (pass{int(state[at]), bits.Len32(state[at+1])}); got != want {
											t.Errorf("%s: place %d has the digit %v, planned %v", what, i, got, want)
										}
									}
									src.Free()
									dst.Free()
								})
							}
						})
					}
				})
			}
			s.Release()
		})
	}
}
