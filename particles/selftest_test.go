// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A variant whose kernels compute wrong is passed over.
func TestWrongStepFallsBack(t *testing.T) {
	for _, algorithm := range []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass} {
		for _, together := range []bool{false, true} {
			t.Run(fmt.Sprint(algorithm, " together=", together), func(t *testing.T) {
				gputest.PassedOver(t, "particles", algorithm, func(dev *gpu.Device) (string, error) {
					dev.Internal().Faults.CompileAhead = together
					o := moteOptions(100)
					o.Algorithm = algorithm
					s, err := New(dev, o)
					if err != nil {
						return "", err
					}
					defer s.Release()
					return s.Variant(), nil
				})
			})
		}
	}
}

// The self-test compares every particle: a wrong one, one too many and one too few are errors.
func TestSameComparesEveryParticle(t *testing.T) {
	want := []candle{{1, 5}, {2, 1}, {3, 2}}
	if err := same(4, "living", slices.Clone(want), want); err != nil {
		t.Error(err)
	}
	for i := range want {
		for name, change := range map[string]candle{"id": {9, want[i].Left}, "time left": {want[i].ID, 9}} {
			t.Run(fmt.Sprintf("%s of particle %d", name, i), func(t *testing.T) {
				got := slices.Clone(want)
				got[i] = change
				if err := same(4, "living", got, want); !errors.Is(err, gpu.ErrSelfTest) {
					t.Errorf("got %v, want gpu.ErrSelfTest", err)
				}
			})
		}
	}
	for _, got := range [][]candle{nil, want[:2], append(slices.Clone(want), candle{})} {
		t.Run(fmt.Sprintf("%d particles", len(got)), func(t *testing.T) {
			if err := same(4, "living", got, want); !errors.Is(err, gpu.ErrSelfTest) {
				t.Errorf("got %v, want gpu.ErrSelfTest", err)
			}
		})
	}
}
