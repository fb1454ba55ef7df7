// SPDX-License-Identifier: MIT

package ladder

import (
	"math/bits"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// pyramid makes a square of texels half as wide and high in each pass, until its side is stop. The
// first pass reads the items where they lie, so they stay as they are; the others go to and fro
// between two textures.
func pyramid(coordinates string, four bool, stop int) func(*Reducer) error {
	return func(r *Reducer) error {
		if r.el == Vec4 && !four {
			return r.unsupported("one channel holds no vec4")
		}
		channels, packed, items := 1, four && r.el == F32, 1
		if four {
			channels = 4
		}
		if packed {
			items = 4
		}
		c := r.canvas(gl.MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, "fragment")
		whole := c.square(max(2, up(r.n, items)), items)
		stop := min(stop, whole/2)
		r.chain = 2*bits.Len(uint(whole)) + bits.Len(uint(stop*stop)) + 2
		for side := whole / 2; r.err == nil && (len(c.targets) == 0 || len(c.targets) == 1 && side >= stop); side /= 2 {
			c.target(side, 1, channels)
		}
		first := c.program(firstDraw(r.op, r.el, packed), whole)
		step := c.program(stepDraw(r.op, r.el, packed, coordinates), whole)
		c.ending(stop, packed)
		r.run = c.drawing(first, func() {
			side, from := whole/2, 0
			c.targets[from].onto(side)
			gl.UseProgram(first.id)
			gl.DrawArrays(gl.TRIANGLES, 0, 3)
			gl.UseProgram(step.id)
			for side > stop {
				side /= 2
				read := c.targets[from]
				from = 1 - from
				c.targets[from].onto(side)
				gl.BindTexture(gl.TEXTURE_2D, read.texture)
				gl.ProgramUniform1f(step.id, step.reachAt, 2*float32(side)/float32(read.side))
				gl.ProgramUniform1f(step.id, step.halfAt, 0.5/float32(read.side))
				gl.DrawArrays(gl.TRIANGLES, 0, 3)
			}
			c.end(c.targets[from], side, 0, 1, r.divisor())
		})
		return r.err
	}
}
