// SPDX-License-Identifier: MIT

package draw

import "github.com/go-gl/gl/v4.3-core/gl"

// State of the context that Draw changes and restores, besides that of depth.Unit.
var (
	numbers  = [...]uint32{gl.CURRENT_PROGRAM, gl.VERTEX_ARRAY_BINDING, gl.DRAW_INDIRECT_BUFFER_BINDING, gl.BLEND_SRC_RGB, gl.BLEND_DST_RGB, gl.BLEND_SRC_ALPHA, gl.BLEND_DST_ALPHA, gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA}
	switches = [...]uint32{gl.BLEND, gl.DEPTH_TEST, gl.CULL_FACE}
)

// state is the saved state.
type state struct {
	numbers   [len(numbers)]int32
	switches  [len(switches)]bool
	depthMask bool
}

func (s *state) save() {
	for i, name := range numbers {
		gl.GetIntegerv(name, &s.numbers[i])
	}
	for i, name := range switches {
		s.switches[i] = gl.IsEnabled(name)
	}
	gl.GetBooleanv(gl.DEPTH_WRITEMASK, &s.depthMask)
}

func (s *state) restore() {
	n := func(i int) uint32 { return uint32(s.numbers[i]) }
	gl.UseProgram(n(0))
	gl.BindVertexArray(n(1))
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, n(2))
	gl.BlendFuncSeparate(n(3), n(4), n(5), n(6))
	gl.BlendEquationSeparate(n(7), n(8))
	for i, name := range switches {
		if s.switches[i] {
			gl.Enable(name)
		} else {
			gl.Disable(name)
		}
	}
	gl.DepthMask(s.depthMask)
}
