// SPDX-License-Identifier: MIT

package tone

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/shadertest"
	"github.com/combgl/comb/internal/kernel"
)

func TestShadersTone(t *testing.T) {
	drawn, expose := exposureSpecs(4, false)
	traced, _ := exposureSpecs(4, true)
	single, _ := exposureSpecs(1, false)
	gputest.Validate(t, []kernel.Spec{spec(1, false, false), spec(4, false, true), spec(4, true, false), spec(4, true, true), drawn, traced, single, expose})
	shadertest.Validate(t, copyProgram())
}
