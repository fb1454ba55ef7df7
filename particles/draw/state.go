// SPDX-License-Identifier: MIT

package draw

import "github.com/go-gl/gl/v4.3-core/gl"

// State of the context that Draw changes and restores, besides that of depth.Unit. Of blending it
// is that of the first draw buffer: the others may have another.
var (
	numbers  = [...]uint32{gl.CURRENT_PROGRAM, gl.VERTEX_ARRAY_BINDING, gl.DRAW_INDIRECT_BUFFER_BINDING}
	blending = [...]uint32{gl.BLEND_SRC_RGB, gl.BLEND_DST_RGB, gl.BLEND_SRC_ALPHA, gl.BLEND_DST_ALPHA, gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA}
	switches = [...]uint32{gl.DEPTH_TEST, gl.CULL_FACE}
)

// state is the saved state.
type state struct {
	numbers   [len(numbers)]int32
	blending  [len(blending)]int32
	switches  [len(switches)]bool
	blends    bool
	depthMask bool
}

func (s *state) save() {
	for i, name := range numbers {
		gl.GetIntegerv(name, &s.numbers[i])
	}
	for i, name := range blending {
		gl.GetIntegeri_v(name, 0, &s.blending[i])
	}
	for i, name := range switches {
		s.switches[i] = gl.IsEnabled(name)
	}
	s.blends = gl.IsEnabledi(gl.BLEND, 0)
	gl.GetBooleanv(gl.DEPTH_WRITEMASK, &s.depthMask)
}

func (s *state) restore() {
	gl.UseProgram(uint32(s.numbers[0]))
	gl.BindVertexArray(uint32(s.numbers[1]))
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, uint32(s.numbers[2]))
	n := func(i int) uint32 { return uint32(s.blending[i]) }
	gl.BlendFuncSeparatei(0, n(0), n(1), n(2), n(3))
	gl.BlendEquationSeparatei(0, n(4), n(5))
	for i, name := range switches {
		if s.switches[i] {
			gl.Enable(name)
		} else {
			gl.Disable(name)
		}
	}
	if !s.blends {
		gl.Disablei(gl.BLEND, 0)
	}
	gl.DepthMask(s.depthMask)
}
