// SPDX-License-Identifier: MIT

package radix

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// beginsSorts says whether a first pass moves such a payload.
func beginsSorts(kind payloadKind) bool {
	return kind < payloadAlone || kind.packsFirst()
}

// The self-test runs the kernels of all tiles and kinds of payload that a sort may use.
func TestSelfTestRunsAllTiles(t *testing.T) {
	if testing.Short() && !gputest.Nightly() {
		t.Skip("it compiles every kernel in every tile")
	}
	dev := deviceOfSeveralTiles(t)
	for _, a := range []gpu.Algorithm{gpu.SinglePass, gpu.ReduceThenScan} {
		gputest.Run(t, dev, a.String(), func(t *testing.T) {
			s, err := New(dev, Options{Tuning: gpu.Tuning{Algorithm: a, ResidentGroups: 100, Spins: gputest.InNightly(0, 1)}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			fresh(s)
			for _, late := range s.passTests() {
				if err := late.Test(); err != nil {
					t.Fatal(err)
				}
			}
			for kind, all := range s.movers {
				for i := range all {
					kind := payloadKind(kind)
					if a == gpu.SinglePass && beginsSorts(kind) {
						if err := s.testFused(kind, all[i].most); err != nil {
							t.Fatal(err)
						}
					}
					if kind >= packsIndex && kind < packedWords {
						if err := s.testPacked(kind, all[i].most); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
			for i := range s.counters {
				if k := &s.counters[i]; k.Kernel == nil {
					t.Errorf("%s of %dx%d was not run", k.spec.File, k.spec.Shape.GroupSize, k.spec.Shape.ItemsPerThread)
				}
			}
			if a == gpu.ReduceThenScan && len(s.counters) == 0 {
				t.Errorf("%v: no counters", a)
			}
			for kind, all := range s.movers {
				if len(all) == 0 && (a == gpu.SinglePass || payloadKind(kind) < plainKinds) {
					t.Errorf("%v: no kernel in list %d", a, kind)
				}
				for i := range all {
					k := &all[i]
					if k.kernel() == nil {
						t.Errorf("%s of %dx%d, in list %d, was not run", k.spec.File, k.spec.Shape.GroupSize, k.spec.Shape.ItemsPerThread, kind)
					}
					if fuses := a == gpu.SinglePass && beginsSorts(payloadKind(kind)); fuses != (k.first.Kernel != nil) {
						t.Errorf("the first pass of %dx%d in list %d, which makes the histogram: %v", k.spec.Shape.GroupSize, k.spec.Shape.ItemsPerThread, kind, !fuses)
					}
				}
			}
		})
	}
}
