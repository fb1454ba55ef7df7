// SPDX-License-Identifier: MIT

package ladder

import "github.com/go-gl/gl/v4.3-core/gl"

// glState is the part of GL's state that drawing depends on or changes, put aside while a rung
// draws. Of what GL keeps by draw buffer and by viewport only the first is touched. It lives as
// long as the rung: GL writes its answers into it, and local ones would be allocated each time.
type glState struct {
	unit                     uint32
	framebuffer, vertexArray int32
	active, texture, sampler int32
	polygon                  [2]int32
	equation                 [2]int32
	factors                  [4]int32
	mask                     [4]bool
	viewport                 [4]float32
	pointSize                float32
	switches                 [len(switches)]bool
	scissor                  [4]int32
	blends                   bool
}

// switches are off while a rung draws.
var switches = [...]uint32{
	gl.CULL_FACE, gl.DEPTH_TEST, gl.STENCIL_TEST, gl.COLOR_LOGIC_OP, gl.RASTERIZER_DISCARD, gl.PROGRAM_POINT_SIZE,
	gl.CLIP_DISTANCE0, gl.CLIP_DISTANCE1, gl.CLIP_DISTANCE2, gl.CLIP_DISTANCE3,
	gl.CLIP_DISTANCE4, gl.CLIP_DISTANCE5, gl.CLIP_DISTANCE6, gl.CLIP_DISTANCE7,
}

var blendEquations = [...]uint32{gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA}
var blendFactors = [...]uint32{gl.BLEND_SRC_RGB, gl.BLEND_DST_RGB, gl.BLEND_SRC_ALPHA, gl.BLEND_DST_ALPHA}

// lastUnit is the texture unit that rungs use: few programs do.
func lastUnit() uint32 {
	var units int32
	gl.GetIntegerv(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units)
	return uint32(units - 1)
}

// begin puts the state aside and leaves all that might keep texels from being written off, and the
// unit active.
func (s *glState) begin() {
	gl.GetIntegerv(gl.DRAW_FRAMEBUFFER_BINDING, &s.framebuffer)
	gl.GetIntegerv(gl.VERTEX_ARRAY_BINDING, &s.vertexArray)
	gl.GetIntegerv(gl.ACTIVE_TEXTURE, &s.active)
	gl.ActiveTexture(gl.TEXTURE0 + s.unit)
	gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &s.texture)
	gl.GetIntegerv(gl.SAMPLER_BINDING, &s.sampler)
	gl.BindSampler(s.unit, 0)
	gl.GetIntegerv(gl.POLYGON_MODE, &s.polygon[0])
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	gl.GetFloatv(gl.POINT_SIZE, &s.pointSize)
	gl.PointSize(1)
	gl.GetFloati_v(gl.VIEWPORT, 0, &s.viewport[0])
	gl.GetBooleani_v(gl.COLOR_WRITEMASK, 0, &s.mask[0])
	gl.ColorMaski(0, true, true, true, true)
	for i, name := range blendEquations {
		gl.GetIntegeri_v(name, 0, &s.equation[i])
	}
	for i, name := range blendFactors {
		gl.GetIntegeri_v(name, 0, &s.factors[i])
	}
	gl.GetIntegeri_v(gl.SCISSOR_BOX, 0, &s.scissor[0])
	// A box that cuts nothing instead of glDisablei(GL_SCISSOR_TEST, 0): after that, with the other
	// viewports' scissors on, Mesa 22 cut what was drawn first by the old box.
	gl.ScissorIndexed(0, 0, 0, 1<<24, 1<<24)
	s.blends = gl.IsEnabledi(gl.BLEND, 0)
	gl.Disablei(gl.BLEND, 0)
	for i, name := range switches {
		s.switches[i] = gl.IsEnabled(name)
		gl.Disable(name)
	}
}

// end puts it back.
func (s *glState) end() {
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, uint32(s.framebuffer))
	gl.BindVertexArray(uint32(s.vertexArray))
	gl.BindTexture(gl.TEXTURE_2D, uint32(s.texture))
	gl.BindSampler(s.unit, uint32(s.sampler))
	gl.ActiveTexture(uint32(s.active))
	gl.PolygonMode(gl.FRONT_AND_BACK, uint32(s.polygon[0]))
	gl.PointSize(s.pointSize)
	gl.ViewportIndexedfv(0, &s.viewport[0])
	gl.ScissorIndexedv(0, &s.scissor[0])
	gl.ColorMaski(0, s.mask[0], s.mask[1], s.mask[2], s.mask[3])
	gl.BlendEquationSeparatei(0, uint32(s.equation[0]), uint32(s.equation[1]))
	gl.BlendFuncSeparatei(0, uint32(s.factors[0]), uint32(s.factors[1]), uint32(s.factors[2]), uint32(s.factors[3]))
	if s.blends {
		gl.Enablei(gl.BLEND, 0)
	} else {
		gl.Disablei(gl.BLEND, 0)
	}
	for i, name := range switches {
		if s.switches[i] {
			gl.Enable(name)
		}
	}
}
