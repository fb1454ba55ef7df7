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

// gridBlocks are the storage blocks of grid.Grid.GLSL.
var gridBlocks = [...]string{"GridPlaces", "GridStarts"}

// blocksOf lists the blocks of an interface of a program.
func blocksOf(program, kind uint32) []ownBlock {
	var n int32
	gl.GetProgramInterfaceiv(program, kind, gl.ACTIVE_RESOURCES, &n)
	all := make([]ownBlock, n)
	for i := range all {
		property, binding, name := uint32(gl.BUFFER_BINDING), int32(0), make([]byte, 256)
		gl.GetProgramResourceiv(program, kind, uint32(i), 1, &property, 1, nil, &binding)
		gl.GetProgramResourceName(program, kind, uint32(i), int32(len(name)), nil, &name[0])
		all[i] = ownBlock{gl.GoStr(&name[0]), uint32(binding)}
	}
	return all
}

// findOwnBlocks lists the caller's storage blocks in kernels. A driver may keep one that no code
// uses. REFERENCED_BY_COMPUTE_SHADER does not distinguish them: in Mesa 22.3 it is 0 for blocks
// that are only read at an index.
//
// It refuses a storage block at a binding of a grid, and a uniform block at one of comb's: they
// would read other buffers than the caller's. Errors: gpu.ErrArgument.
func (s *System) findOwnBlocks(kernels ...*kernel.Kernel) error {
	for _, program := range kernel.ProgramsOf(kernels...) {
		for _, b := range blocksOf(program, gl.SHADER_STORAGE_BLOCK) {
			if b.binding >= gpu.UserBinding && !slices.Contains(s.ownBlocks, b) {
				s.ownBlocks = append(s.ownBlocks, b)
			}
		}
		for _, b := range blocksOf(program, gl.UNIFORM_BLOCK) {
			if first := uint32(s.frameBinding); b.binding >= first && b.name != "Frame" && b.name != "Uniforms" {
				return argument("New", "your GLSL declares the uniform block %s at binding %d, want one below %d: the last two are comb's (System.BindUniforms)", b.name, b.binding, first)
			}
		}
	}
	for _, of := range s.ownBlocks {
		if !slices.Contains(gridBlocks[:], of.name) {
			continue
		}
		for _, b := range s.ownBlocks {
			if b.binding == of.binding && !slices.Contains(gridBlocks[:], b.name) {
				return argument("New", "your GLSL declares the storage block %s at binding %d, where that of a grid has %s, want another binding for either (grid.Options.Binding)", b.name, b.binding, of.name)
			}
		}
	}
	return nil
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
