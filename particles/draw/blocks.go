// SPDX-License-Identifier: MIT

package draw

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// ownNames are the storage blocks of the programs, at the bindings from 0 on.
var ownNames = [...]string{bindRecords: "Records", bindOrder: "Order", bindTables: "Tables", bindTrails: "Trails"}

// checkBlocks lists the caller's storage blocks, and refuses those at comb's bindings: they would
// read comb's buffers. So would a uniform block at comb's. Errors: gpu.ErrArgument.
func (r *Renderer) checkBlocks(p *program) error {
	for _, b := range kernel.BlocksOf(p.id, gl.SHADER_STORAGE_BLOCK) {
		switch {
		case slices.Contains(ownNames[:], b.Name) || slices.Contains(r.own, b):
		case b.Binding < uint32(len(ownNames)):
			return fmt.Errorf("draw: New: your GLSL declares the storage block %s at binding %d, want one from %d on, such as gpu.UserBinding: %w", b.Name, b.Binding, len(ownNames), gpu.ErrArgument)
		default:
			r.own = append(r.own, b)
		}
	}
	for _, b := range kernel.BlocksOf(p.id, gl.UNIFORM_BLOCK) {
		if first := uint32(r.blocks.First()); b.Binding >= first && b.Name != "Uniforms" {
			return fmt.Errorf("draw: New: your GLSL declares the uniform block %s at binding %d, want one below %d: the last two are comb's (particles.System.BindUniforms): %w", b.Name, b.Binding, first, gpu.ErrArgument)
		}
	}
	return nil
}

// boundBlocks returns an error for a storage block of the caller's without a buffer. Errors:
// gpu.ErrArgument.
func (r *Renderer) boundBlocks() error {
	for i := range r.own {
		b := &r.own[i]
		gl.GetIntegeri_v(gl.SHADER_STORAGE_BUFFER_BINDING, b.Binding, &r.word)
		if r.word == 0 {
			return fmt.Errorf("draw: Draw: your GLSL declares the storage block %s at binding %d, where no buffer is bound, want one (glBindBufferRange): %w", b.Name, b.Binding, gpu.ErrArgument)
		}
	}
	return nil
}
