// SPDX-License-Identifier: MIT

package grid

import (
	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

func bindForTest(binding uint32, v gpu.View) {
	gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, binding, v.ID(), v.Offset(), v.Size())
}
