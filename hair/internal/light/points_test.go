// SPDX-License-Identifier: MIT

package light

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestShadersPoints(t *testing.T) {
	for _, shading := range []string{Dual, Single, Kajiya} {
		for _, texels := range []bool{false, true} {
			mark, shade := pointsSpecs(shading, texels)
			gputest.Validate(t, []kernel.Spec{mark, shade})
		}
	}
}
