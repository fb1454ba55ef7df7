// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/bits"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// passTotals is the CPU twin of shaders/radix/distinct.glsl: the totals of each pass as the passes
// read them, if the keys are few. pairs is whether two passes may do nothing.
func passTotals(o Options, keys []uint64, pairs bool) []uint32 {
	totals, n := make([]uint32, stateTotals), uint32(len(keys))
	distinct, needed := map[uint64]bool{}, make([]bool, o.passes()+1)
	for _, key := range keys {
		distinct[part(o, key)] = true
	}
	for a := range distinct {
		for b := range distinct {
			if a != b {
				needed[(bits.Len64(a^b)-1)/digitBits] = true
			}
		}
	}
	needed[o.passes()] = true
	for p := 0; p < o.passes(); p++ {
		row := totals[p*digits:]
		switch {
		case needed[p]:
			for _, key := range keys {
				row[part(o, key)>>(p*digitBits)&(digits-1)]++
			}
		case p > 0 && pairs && !needed[p+1]:
			row[0], row[1], row[digits], row[digits+1] = n, n, n, n
			p++
		default:
			row[0] = n
		}
	}
	return totals
}

// Of few distinct keys, passes that decide for no two of them copy their items, or do nothing.
func TestFewDistinctKeysSkipPasses(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(31))
	random := func(n int) (all []uint64) {
		for range n {
			all = append(all, r.Uint64())
		}
		return all
	}
	sets := []struct {
		name   string
		values []uint64
		many   bool // whether they are few depends on the order in which they are found
	}{
		{"one", []uint64{0x12345678}, false},
		{"zero", []uint64{0}, false},
		{"highest", []uint64{0x01000000, 0x02345678, 0xFF000000, 0x80000000}, false},
		{"lowest", []uint64{0x80123401, 0x80123402, 0x801234FF}, false},
		{"second", []uint64{0x80120034, 0x80120134, 0x8012FF34}, false},
		{"lowest and highest", []uint64{0x80120034, 0x801200FF, 0x01345678}, false},
		{"first and second", []uint64{0xAA000001, 0xAA000002, 0xAA00F102}, false},
		{"second and third", []uint64{0x01020304, 0x01020404, 0x01030304}, false},
		{"all", []uint64{0, 1, 0x100, 0x10000, 0x1000000, 0xFFFFFFFF}, false},
		{"16 random", random(16), false},
		{"100 random", random(100), true},
		{"128 and more", random(150), true},
		{"thousands", random(5000), true},
	}
	options := []Options{{}, {Descending: true, Type: gpu.Float32}, {FirstBit: 5, Bits: 19}, {Bits: 16}, {Type: gpu.Uint16, Bits: 11}}
	for path, tune := range singlePass(gputest.Paths(dev)) {
		for i, o := range options {
			if path > 0 && i > 1 && !gputest.Nightly() {
				continue
			}
			gputest.Run(t, dev, fmt.Sprintf("%s,%d,%v", gputest.Name(tune), i, o.Type), func(t *testing.T) {
				o.Tuning = tune
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				s.onlyMany()
				s.fusedTiles = 0
				defer s.onlyPasses()()
				for _, set := range sets {
					keys := make([]uint64, 3*s.shape.TileSize()+77)
					for i := range keys {
						keys[i] = masked(s.o.Type, set.values[r.Intn(len(set.values))])
					}
					gputest.Run(t, dev, set.name, func(t *testing.T) {
						try(t, dev, s, keys)
						if set.many {
							return
						}
						src, dst := gputest.Words(t, dev, packed(s.o.Type, keys)), gputest.Fresh(t, dev, len(packed(s.o.Type, keys)))
						defer src.Free()
						defer dst.Free()
						if err := s.SortKeys(dst.View(), src.View(), gpu.N(len(keys))); err != nil {
							t.Fatal(err)
						}
						state, err := s.state.Download()
						if err != nil {
							t.Fatal(err)
						}
						gputest.Equal(t, "totals", state[s.half:s.half+stateTotals], passTotals(s.o, keys, true))
					})
				}
			})
		}
	}
}
