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
		find, shade := headTraceSpecs(samples)
		gputest.Validate(t, []gpu.Spec{find, shade})
	}
	shadertest.Validate(t, headProgram())
}
