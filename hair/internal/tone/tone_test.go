// SPDX-License-Identifier: MIT

package tone

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/shadertest"
	"github.com/combgl/comb/internal/kernel"
)

func TestShadersTone(t *testing.T) {
	gputest.Validate(t, []kernel.Spec{spec(1, false), spec(4, false), spec(4, true)})
	shadertest.Validate(t, copyProgram())
}
