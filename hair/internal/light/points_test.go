// SPDX-License-Identifier: MIT

package light

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestShadersPoints(t *testing.T) {
	for _, shading := range []string{Dual, Single, Kajiya} {
		mark, shade := pointsSpecs(shading)
		gputest.Validate(t, []gpu.Spec{mark, shade})
	}
}
