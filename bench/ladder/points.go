// SPDX-License-Identifier: MIT

package ladder

import (
	"math"
	"math/bits"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// readyBlend draws a point for each item onto one texel.
func readyBlend(r *Reducer) error {
	equation, from := uint32(gl.FUNC_ADD), 0.0
	switch r.op {
	case Min:
		equation, from = gl.MIN, math.Inf(1)
	case Max:
		equation, from = gl.MAX, math.Inf(-1)
	}
	r.chain = r.n
	c := r.canvas(gl.MAX_VERTEX_SHADER_STORAGE_BLOCKS, "vertex")
	c.target(1, 1, 4)
	p := c.program(stackDraw(r.el), 1)
	c.ending(1, false)
	v := float32(from)
	clear := [4]float32{v, v, v, v}
	r.run = c.drawing(p, func() {
		c.targets[0].onto(1)
		gl.ClearBufferfv(gl.COLOR, 0, &clear[0])
		gl.Enablei(gl.BLEND, 0)
		gl.BlendEquationi(0, equation)
		gl.BlendFunci(0, gl.ONE, gl.ONE)
		gl.UseProgram(p.id)
		gl.DrawArrays(gl.POINTS, 0, int32(r.n))
		c.end(c.targets[0], 1, 0, 1, r.divisor())
	})
	return r.err
}

// mipmaps draws each item onto a texel of its own and has the driver average the texture.
func mipmaps(instanced bool) func(*Reducer) error {
	return func(r *Reducer) error {
		if !r.op.adds() {
			return r.unsupported("mipmaps average, so there is no " + r.op.String())
		}
		c := r.canvas(gl.MAX_VERTEX_SHADER_STORAGE_BLOCKS, "vertex")
		side := c.square(r.n, 1)
		levels := bits.Len(uint(side))
		r.chain = 4 * levels
		c.target(side, levels, r.el.Bytes()/4)
		p := c.program(spreadDraw(r.el), side)
		c.ending(1, false)
		var clear [4]float32
		r.run = c.drawing(p, func() {
			c.targets[0].onto(side)
			gl.ClearBufferfv(gl.COLOR, 0, &clear[0]) // what no point is drawn on counts as 0
			gl.UseProgram(p.id)
			if instanced {
				gl.DrawArraysInstanced(gl.POINTS, 0, int32(side), int32(up(r.n, side)))
			} else {
				gl.DrawArrays(gl.POINTS, 0, int32(r.n))
			}
			gl.BindTexture(gl.TEXTURE_2D, c.targets[0].texture)
			gl.GenerateMipmap(gl.TEXTURE_2D)
			c.end(c.targets[0], 1, levels-1, side*side, r.divisor())
		})
		return r.err
	}
}
