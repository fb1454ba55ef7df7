// SPDX-License-Identifier: MIT

package ladder

import (
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// pyramidal makes a square of texels half as wide and high in each pass. The first pass reads the
// items where they lie, so they stay as they are; the others go to and fro between two textures.
type pyramidal struct {
	canvas
	first, step *program
	side, stop  int // of the square that the items fill, and at which the passes end
}

func pyramid(coordinates string, four bool, stop int) func(*Reducer) error {
	return func(r *Reducer) (err error) {
		if r.el == Vec4 && !four {
			return r.unsupported("one channel holds no vec4")
		}
		w := &pyramidal{stop: stop}
		r.owned, r.run = append(r.owned, w.release), w.run
		if err = w.open(r, gl.MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, "fragment"); err != nil {
			return err
		}
		channels, packed, items := 1, four && r.el == F32, 1
		if four {
			channels = 4
		}
		if packed {
			items = 4
		}
		if w.side, err = w.square(max(2, up(r.n, items)), items); err != nil {
			return err
		}
		w.stop = min(stop, w.side/2)
		r.chain = 2*bits.Len(uint(w.side)) + bits.Len(uint(w.stop*w.stop)) + 2
		for side := w.side / 2; len(w.targets) == 0 || len(w.targets) == 1 && side >= w.stop; side /= 2 {
			if err = w.target(side, 1, channels); err != nil {
				return err
			}
		}
		if w.first, err = w.program(firstDraw(r.op, r.el, packed)); err != nil {
			return err
		}
		gl.ProgramUniform1ui(w.first.id, w.first.sideAt, uint32(w.side))
		if w.step, err = w.program(stepDraw(r.op, r.el, packed, coordinates)); err != nil {
			return err
		}
		return w.ending(w.stop, packed)
	}
}

func (w *pyramidal) run(src gpu.View) error {
	if err := w.first.bind(src); err != nil {
		return err
	}
	w.state.begin()
	gl.BindVertexArray(w.vertexArray)
	side, from := w.side/2, 0
	w.targets[from].onto(side)
	gl.UseProgram(w.first.id)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	gl.UseProgram(w.step.id)
	for side > w.stop {
		side /= 2
		read := w.targets[from]
		from = 1 - from
		w.targets[from].onto(side)
		gl.BindTexture(gl.TEXTURE_2D, read.texture)
		gl.ProgramUniform1f(w.step.id, w.step.reachAt, 2*float32(side)/float32(read.side))
		gl.ProgramUniform1f(w.step.id, w.step.halfAt, 0.5/float32(read.side))
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
	w.end(w.targets[from], side, 0, 1, w.r.divisor())
	w.state.end()
	return nil
}
