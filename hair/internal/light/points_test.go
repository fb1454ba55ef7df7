// SPDX-License-Identifier: MIT

package light

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestShadersPoints(t *testing.T) {
	for _, shading := range []string{Dual, Single, Kajiya} {
		mark, shade := pointsSpecs(shading)
		gputest.Validate(t, []kernel.Spec{mark, shade})
	}
}
