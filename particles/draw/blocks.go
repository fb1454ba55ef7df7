// SPDX-License-Identifier: MIT

package draw

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// block is a storage or uniform block of a program.
type block struct {
	name    string
	binding uint32
}

// ownNames are the storage blocks of the programs, at the bindings from 0 on.
var ownNames = [...]string{bindRecords: "Records", bindOrder: "Order", bindTables: "Tables", bindTrails: "Trails"}

// blocksOf lists the blocks of an interface of a program.
func (p *program) blocksOf(kind uint32) []block {
	var n int32
	gl.GetProgramInterfaceiv(p.id, kind, gl.ACTIVE_RESOURCES, &n)
	all := make([]block, n)
	for i := range all {
		property, binding, text := uint32(gl.BUFFER_BINDING), int32(0), make([]byte, 256)
		gl.GetProgramResourceiv(p.id, kind, uint32(i), 1, &property, 1, nil, &binding)
		gl.GetProgramResourceName(p.id, kind, uint32(i), int32(len(text)), nil, &text[0])
		all[i] = block{gl.GoStr(&text[0]), uint32(binding)}
	}
	return all
}

// checkBlocks lists the caller's storage blocks, and refuses those at comb's bindings: they would
// read comb's buffers. So would a uniform block at comb's. Errors: gpu.ErrArgument.
func (r *Renderer) checkBlocks(p *program) error {
	for _, b := range p.blocksOf(gl.SHADER_STORAGE_BLOCK) {
		switch {
		case slices.Contains(ownNames[:], b.name) || slices.Contains(r.own, b):
		case b.binding < uint32(len(ownNames)):
			return fmt.Errorf("draw: New: your GLSL declares the storage block %s at binding %d, want one from %d on, such as gpu.UserBinding: %w", b.name, b.binding, len(ownNames), gpu.ErrArgument)
		default:
			r.own = append(r.own, b)
		}
	}
	for _, b := range p.blocksOf(gl.UNIFORM_BLOCK) {
		if first := uint32(r.blocks.First()); b.binding >= first && b.name != "Uniforms" {
			return fmt.Errorf("draw: New: your GLSL declares the uniform block %s at binding %d, want one below %d: the last two are comb's (particles.System.BindUniforms): %w", b.name, b.binding, first, gpu.ErrArgument)
		}
	}
	return nil
}

// boundBlocks returns an error for a storage block of the caller's without a buffer. Errors:
// gpu.ErrArgument.
func (r *Renderer) boundBlocks() error {
	for i := range r.own {
		b := &r.own[i]
		gl.GetIntegeri_v(gl.SHADER_STORAGE_BUFFER_BINDING, b.binding, &r.word)
		if r.word == 0 {
			return fmt.Errorf("draw: Draw: your GLSL declares the storage block %s at binding %d, where no buffer is bound, want one (glBindBufferRange): %w", b.name, b.binding, gpu.ErrArgument)
		}
	}
	return nil
}
