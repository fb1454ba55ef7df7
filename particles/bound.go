// SPDX-License-Identifier: MIT

package particles

import (
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// ownBlock is a storage block that the caller's GLSL declares, in a kernel of the system.
type ownBlock struct {
	name    string
	binding uint32
}

// findOwnBlocks lists the caller's storage blocks in kernels. A driver may keep one that no code
// uses. REFERENCED_BY_COMPUTE_SHADER does not distinguish them: in Mesa 22.3 it is 0 for blocks
// that are only read at an index.
func (s *System) findOwnBlocks(kernels ...*kernel.Kernel) {
	for _, program := range kernel.ProgramsOf(kernels...) {
		var n int32
		gl.GetProgramInterfaceiv(program, gl.SHADER_STORAGE_BLOCK, gl.ACTIVE_RESOURCES, &n)
		for i := range uint32(n) {
			property, binding, name := uint32(gl.BUFFER_BINDING), int32(0), make([]byte, 256)
			gl.GetProgramResourceiv(program, gl.SHADER_STORAGE_BLOCK, i, 1, &property, 1, nil, &binding)
			gl.GetProgramResourceName(program, gl.SHADER_STORAGE_BLOCK, i, int32(len(name)), nil, &name[0])
			b := ownBlock{gl.GoStr(&name[0]), uint32(binding)}
			if binding >= gpu.UserBinding && !slices.Contains(s.ownBlocks, b) {
				s.ownBlocks = append(s.ownBlocks, b)
			}
		}
	}
}

// checkOwnBlocks returns an error if the caller has not bound a buffer for one of its blocks, which
// would read as zeros or as anything. Errors: gpu.ErrArgument.
func (s *System) checkOwnBlocks() error {
	for i := range s.ownBlocks {
		b := &s.ownBlocks[i]
		gl.GetIntegeri_v(gl.SHADER_STORAGE_BUFFER_BINDING, b.binding, &s.boundNow)
		if s.boundNow == 0 {
			return argument("Step", "your GLSL declares the storage block %s at binding %d, where no buffer is bound, want one (glBindBufferRange; grid.Grid.Bind for that of a grid)", b.name, b.binding)
		}
	}
	return nil
}
