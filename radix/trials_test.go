// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Each sort of the self-test of a packing pass is packed by that pass: the first one, or a later
// one.
func TestPackedTrialsArePackedByThePassTheyTest(t *testing.T) {
	shape := kernel.Shape{GroupSize: 256, ItemsPerThread: 8}
	for _, typ := range []gpu.Type{gpu.Uint32, gpu.Float32, gpu.Int64, gpu.Float64} {
		for packs, name := range map[payloadKind]string{packsIndex: "first", packsPayload: "later", packsValues: "values"} {
			t.Run(fmt.Sprintf("%v,pass=%s", typ, name), func(t *testing.T) {
				s := &Sorter{o: Options{Type: typ}}
				s.movers[packs] = []mover{{sized: sized{spec: kernel.Spec{Shape: shape}, most: gpu.MaxItems}}}
				trials := s.packedTrials(packs, 5, false)
				fused := s.packedTrials(packs, 5, true)
				if packs != packsPayload { // which is no first pass
					trials = append(trials, fused...)
				}
				for i, one := range fused {
					if packs != packsPayload && one.bits <= digitBits {
						t.Errorf("trial %d of a fused first pass has %d bits, want two passes or more", i, one.bits)
					}
				}
				for i, one := range trials {
					o := s.o
					o.Bits = one.bits
					if o.Bits == 0 {
						o.Bits = 8 * typ.Bytes()
					}
					at := o.packsAt(indexBits(one.most), shape.TileSize())
					if packs == packsValues {
						at = o.packsAt(17, 0)
					}
					if at == never || (at > 0) != (packs == packsPayload) {
						t.Errorf("trial %d, of %d keys and %d bits: pass %d packs", i, one.most, o.Bits, at)
					}
				}
			})
		}
	}
}

// Half of the keys of a self-test have one of a few values; of even keys hardly any are equal.
func TestSelfTestKeysRepeat(t *testing.T) {
	const n = 4096
	for kind, even := range map[keyKind]bool{evenKeys: true, sortedKeys: false} {
		t.Run(fmt.Sprintf("kind=%d", kind), func(t *testing.T) {
			s := &Sorter{o: Options{Type: gpu.Uint64, Bits: 64}}
			seen := map[uint64]int{}
			for _, key := range s.keysFor(rand.New(rand.NewSource(3)), trial{n: n, most: n, kind: kind}) {
				seen[key]++
			}
			repeated := n - len(seen)
			if even && (repeated == 0 || repeated > n/128) || !even && repeated < n/3 {
				t.Errorf("%d of %d keys are seen before", repeated, n)
			}
		})
	}
}

// A workgroup that sorts a window has 512 invocations, unless lanes are few or a caller or a test
// chooses.
func TestMSDTile(t *testing.T) {
	pass := kernel.Shape{Lanes: gpu.LanesKHR, LaneCount: 32, GroupSize: 256, ItemsPerThread: 4}
	few, shared := pass, pass
	few.LaneCount, shared.Lanes = 16, gpu.LanesShared
	for name, c := range map[string]struct {
		t    gpu.Tuning
		pass kernel.Shape
		want kernel.Shape
	}{
		"lanes":        {gpu.Tuning{}, pass, pass.With(256, 5)},
		"few lanes":    {gpu.Tuning{}, few, few},
		"shared lanes": {gpu.Tuning{}, shared, shared},
		"tuned":        {gpu.Tuning{GroupSize: 256}, pass, pass},
	} {
		t.Run(name, func(t *testing.T) {
			if got := msdTile(gpu.Caps{}, c.t, c.pass); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
