// SPDX-License-Identifier: MIT

package head

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/shadertest"
)

func TestShadersHead(t *testing.T) {
	for _, samples := range []int{1, 4} {
		for _, software := range []bool{false, true} {
			find, shade := headTraceSpecs(samples, lanesPerTriangle(gpu.Caps{Software: software}))
			gputest.Validate(t, []gpu.Spec{find, shade})
		}
	}
	shadertest.Validate(t, headProgram())
}
