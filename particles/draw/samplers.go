// SPDX-License-Identifier: MIT

package draw

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// samplers returns the name of a sampler of the caller's at a texture unit, where the program reads
// the scene's depth, or "". other reports that it is of another type than that of the depth, such
// as samplerCube: OpenGL draws nothing with two types at one unit.
func (p *program) samplers(unit uint32) (name string, other bool) {
	var n int32
	gl.GetProgramiv(p.id, gl.ACTIVE_UNIFORMS, &n)
	for i := range uint32(n) {
		var size, value int32
		var kind uint32
		text := make([]byte, 256)
		gl.GetActiveUniform(p.id, i, int32(len(text)), nil, &size, &kind, &text[0])
		at := gl.GetUniformLocation(p.id, &text[0])
		if at < 0 || at == p.sceneDepth || !isSampler(kind) {
			continue
		}
		for element := range size {
			gl.GetUniformiv(p.id, at+element, &value)
			if uint32(value) == unit && (name == "" || kind != gl.SAMPLER_2D) {
				name, other = gl.GoStr(&text[0]), kind != gl.SAMPLER_2D
			}
		}
	}
	return name, other
}

// isSampler reports whether a type of GetActiveUniform is a sampler. OpenGL numbers them in ranges.
func isSampler(kind uint32) bool {
	for _, r := range [...][2]uint32{
		{gl.SAMPLER_1D, gl.SAMPLER_2D_RECT_SHADOW}, {gl.SAMPLER_1D_ARRAY, gl.SAMPLER_CUBE_SHADOW},
		{gl.INT_SAMPLER_1D, gl.UNSIGNED_INT_SAMPLER_BUFFER}, {gl.SAMPLER_2D_MULTISAMPLE, gl.UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY},
		{gl.SAMPLER_CUBE_MAP_ARRAY, gl.UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY},
	} {
		if kind >= r[0] && kind <= r[1] {
			return true
		}
	}
	return false
}

// checkSamplers refuses a sampler at Options.DepthUnit of another type than the depth's, and stores
// the name of one of the same type: Draw refuses a Target.Depth then. Errors: gpu.ErrArgument.
func (r *Renderer) checkSamplers(p *program) error {
	name, other := p.samplers(r.o.DepthUnit)
	if other {
		return fmt.Errorf("draw: New: your GLSL has the sampler %s at texture unit %d, want another: it is DepthUnit, and the sampler is no sampler2D: %w", name, r.o.DepthUnit, gpu.ErrArgument)
	}
	if name != "" {
		r.shared = name
	}
	return nil
}
