// SPDX-License-Identifier: MIT

package particles

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A variant whose kernels compute wrong is passed over.
func TestWrongStepFallsBack(t *testing.T) {
	gputest.PassedOver(t, "particles", gpu.ReduceThenScan, func(dev *gpu.Device) (string, error) {
		s, err := New(dev, moteOptions(100))
		if err != nil {
			return "", err
		}
		defer s.Release()
		return s.Variant(), nil
	})
}
