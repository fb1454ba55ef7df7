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
// read them, if the keys are few.
func passTotals(o Options, keys []uint64) []uint32 {
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
	counted := digitTotals(o, keys)
	for p := 0; p < o.passes(); p++ {
		row := totals[p*digits:]
		switch {
		case needed[p]:
			copy(row[:digits], counted[p*digits:])
		case p > 0 && !needed[p+1]:
			row[0], row[1], row[digits], row[digits+1] = n, n, n, n
			p++
		default:
			row[0] = n
		}
	}
	return totals
}

// digitTotals are the totals of each pass as the histogram counts them.
func digitTotals(o Options, keys []uint64) []uint32 {
	totals := make([]uint32, stateTotals)
	for p := range o.passes() {
		for _, key := range keys {
			totals[p*digits+int(part(o, key)>>(p*digitBits)&(digits-1))]++
		}
	}
	return totals
}

// byHistogram is a Sorter whose sorts have a histogram of their own.
func byHistogram(t *testing.T, dev *gpu.Device, o Options) *Sorter {
	t.Helper()
	s, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	s.onlyMany()
	s.fusedTiles = 0
	s.onlyPasses()
	return s
}

// totalsOf downloads the totals of the latest sort.
func totalsOf(t *testing.T, s *Sorter) []uint32 {
	t.Helper()
	state, err := s.state.Download()
	if err != nil {
		t.Fatal(err)
	}
	return state[s.half : s.half+stateTotals]
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
				s := byHistogram(t, dev, o)
				var uses []Use
				if o.Type == gpu.Float32 && !gputest.Nightly() {
					uses = []Use{ForKeys} // the histogram maps the keys; what moves a payload is that of words
				}
				for _, set := range sets {
					keys := make([]uint64, 3*s.shape.TileSize()+77)
					for i := range keys {
						keys[i] = masked(s.o.Type, set.values[r.Intn(len(set.values))])
					}
					gputest.Run(t, dev, set.name, func(t *testing.T) {
						try(t, dev, s, keys, uses...)
						if set.many {
							return
						}
						src, dst := gputest.Words(t, dev, packed(s.o.Type, keys)), gputest.Fresh(t, dev, len(packed(s.o.Type, keys)))
						defer src.Free()
						defer dst.Free()
						if err := s.SortKeys(dst.View(), src.View(), gpu.N(len(keys))); err != nil {
							t.Fatal(err)
						}
						gputest.Equal(t, "totals", totalsOf(t, s), passTotals(s.o, keys))
					})
				}
			})
		}
	}
}

// distinctSlot is the first slot of a key's bits, exclusive or those of the first key.
func distinctSlot(x uint32) uint32 { return x * 0x9E3779B1 >> (32 - distinctBits) }

// Up to 128 keys are few, and up to 8 with one first slot.
func TestDistinctLimits(t *testing.T) {
	dev := gputest.Device(t)
	s := byHistogram(t, dev, Options{Tuning: oneSinglePass})
	r := rand.New(rand.NewSource(32))
	find := func(least, most uint32, fits func(slot uint32) bool) uint32 {
		for {
			if x := least + uint32(r.Int63n(int64(most-least)+1)); fits(distinctSlot(x)) {
				return x
			}
		}
	}
	slot := distinctSlot(77)
	same := func(n int) (all []uint32) {
		taken := map[uint32]bool{}
		for len(all) < n {
			if x := find(1<<24, 1<<32-1, func(s uint32) bool { return s == slot }); !taken[x] {
				taken[x], all = true, append(all, x)
			}
		}
		return all
	}
	apart := func(n int) (all []uint32) {
		taken := map[uint32]bool{}
		for range n {
			x := find(1<<24, 1<<32-1, func(s uint32) bool { return !taken[s] })
			taken[distinctSlot(x)], all = true, append(all, x)
		}
		return all
	}
	inOne := func(s uint32) bool { return s == slot }
	for _, c := range []struct {
		name   string
		others []uint32
		few    bool
	}{
		{"a key for each pass, in one slot", []uint32{77, find(1<<8, 1<<16-1, inOne), find(1<<16, 1<<24-1, inOne), find(1<<24, 1<<32-1, inOne)}, true},
		{"8 in one slot", same(8), true},
		{"9 in one slot", same(9), false},
		{"128", apart(127), true},
		{"129", apart(128), false},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			const first = 0x01020304
			keys := make([]uint64, 5*s.shape.TileSize()+3)
			for i := range keys {
				keys[i] = first
				if i%s.shape.TileSize() >= s.shape.GroupSize { // the others are the samples
					keys[i] ^= uint64(c.others[i%len(c.others)])
				}
			}
			try(t, dev, s, keys, ForPairs)
			want := passTotals(s.o, keys)
			if !c.few {
				want = digitTotals(s.o, keys)
			}
			gputest.Equal(t, "totals", totalsOf(t, s), want)
		})
	}
}
