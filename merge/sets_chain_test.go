// SPDX-License-Identifier: MIT

package merge

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// Calls of one object share the status words: each clears those that the call before left. In every
// second pair of calls some tiles publish nothing. A word that a call two before left in the place
// of such a tile would give wrong results. The calls differ in operation, size and maximum; some
// have less than the maximum, no items, more memory for the words, or an error.
func TestSetsReadNoStatusOfOtherCalls(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Tunings(dev) {
		if tune.Algorithm != gpu.SinglePass {
			continue
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			s, err := NewSets(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			silent := s.shape
			silent.Silent = 2
			_, spec := s.o.setSpecs(silent)
			quiet, err := kernel.Load[setUniforms](dev, spec)
			if err != nil {
				t.Fatal(err)
			}
			loud := s.move
			defer quiet.Release()
			defer func() { s.move = loud }()
			tile := s.shape.TileSize()
			for call, c := range []struct {
				op         int
				na, nb     int // at most
				hasA, hasB int // in them
				many       bool
				refused    bool
			}{
				{0, 9*tile + 5, 4 * tile, 9*tile + 5, 4 * tile, false, false},
				{1, 2 * tile, tile + 1, 2 * tile, tile + 1, false, false},
				{2, 9 * tile, 5 * tile, 9 * tile, 5 * tile, true, false},
				{0, 12 * tile, 0, 3, 0, false, false},
				{3, 0, 0, 0, 0, false, false},
				{3, 8 * tile, 6*tile - 1, 8*tile - 9, 6 * tile / 2, true, false},
				{1, 7 * tile, 7 * tile, 0, 0, false, true},
				{2, 11 * tile, 2, 11 * tile, 1, false, false},
				{1, 14 * tile, 14 * tile, 13 * tile, 14*tile - 1, false, false}, // more than before
				{0, 1, 1, 1, 1, true, false},
				{3, 13 * tile, 9 * tile, 13*tile - 1, 9 * tile, false, false},
			} {
				s.move = [...]kernel.Loaded[setUniforms]{loud, loud, quiet, quiet}[call%4]
				s.split.from = manyFrom[1]
				if c.many {
					s.split.from = manyFrom[0]
				}
				a, b := order(random(s.o, c.na, int64(call))), order(random(s.o, c.nb, int64(-call)))
				from, with := put(t, dev, a), put(t, dev, b)
				counts := gputest.Words(t, dev, []uint32{uint32(c.hasA), uint32(c.hasB)})
				word := func(i int) gpu.View {
					v, err := counts.View().Slice(4*i, 4*i+4)
					if err != nil {
						t.Fatal(err)
					}
					return v
				}
				op := setOps[c.op]
				dst := fresh(t, dev, s.o, op.op.most(c.na, c.nb))
				to := dst.View()
				if c.refused {
					to = from.View()
				}
				err := s.run(op.op, to, from.View(), with.View(), gpu.CountAt(word(0), c.na), gpu.CountAt(word(1), c.nb))
				if c.refused {
					if !errors.Is(err, gpu.ErrOverlap) {
						t.Fatalf("call %d: %v", call, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				a.words, b.words = a.words[:c.hasA], b.words[:c.hasB]
				want := setOracle(a, b, op.a, op.b, op.both)
				n, err := s.Result().Read()
				if err != nil || n != want.len() {
					t.Errorf("call %d: %d results, want %d: %v", call, n, want.len(), err)
				}
				gputest.Equal(t, op.op.name, dst.Get()[:len(want.words)], want.words)
				for _, g := range []*gputest.Guarded{from, with, counts, dst} {
					g.Free()
				}
			}
		})
	}
}
