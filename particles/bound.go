// SPDX-License-Identifier: MIT

package particles

import (
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// gridBlocks are the storage blocks of grid.Grid.GLSL.
var gridBlocks = [...]string{"GridPlaces", "GridStarts"}

// findOwnBlocks lists the caller's storage blocks in kernels. A driver may keep one that no code
// uses. REFERENCED_BY_COMPUTE_SHADER does not distinguish them: in Mesa 22.3 it is 0 for blocks
// that are only read at an index.
//
// It refuses a storage block at a binding of a grid, and a uniform block at one of comb's: they
// would read other buffers than the caller's. Errors: gpu.ErrArgument.
func (s *System) findOwnBlocks(kernels ...*kernel.Kernel) error {
	for _, program := range kernel.ProgramsOf(kernels...) {
		for _, b := range kernel.BlocksOf(program, gl.SHADER_STORAGE_BLOCK) {
			if b.Binding >= gpu.UserBinding && !slices.Contains(s.ownBlocks, b) {
				s.ownBlocks = append(s.ownBlocks, b)
			}
		}
		for _, b := range kernel.BlocksOf(program, gl.UNIFORM_BLOCK) {
			if first := uint32(s.frameBinding); b.Binding >= first && b.Name != "Frame" && b.Name != "Uniforms" {
				return argument("New", "your GLSL declares the uniform block %s at binding %d, want one below %d: the last two are comb's (System.BindUniforms)", b.Name, b.Binding, first)
			}
		}
	}
	for _, of := range s.ownBlocks {
		if !slices.Contains(gridBlocks[:], of.Name) {
			continue
		}
		for _, b := range s.ownBlocks {
			if b.Binding == of.Binding && !slices.Contains(gridBlocks[:], b.Name) {
				return argument("New", "your GLSL declares the storage block %s at binding %d, where that of a grid has %s, want another binding for either (grid.Options.Binding)", b.Name, b.Binding, of.Name)
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
		gl.GetIntegeri_v(gl.SHADER_STORAGE_BUFFER_BINDING, b.Binding, &s.boundNow)
		if s.boundNow == 0 {
			return argument("Step", "your GLSL declares the storage block %s at binding %d, where no buffer is bound, want one (glBindBufferRange; grid.Grid.Bind for that of a grid)", b.Name, b.Binding)
		}
	}
	return nil
}
