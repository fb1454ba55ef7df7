// SPDX-License-Identifier: MIT

package ladder

import (
	"math"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// blend draws a point for each item onto one texel.
type blend struct {
	canvas
	p        *program
	equation uint32
	clear    [4]float32
}

func readyBlend(r *Reducer) (err error) {
	w := &blend{equation: gl.FUNC_ADD}
	r.owned, r.run, r.chain = append(r.owned, w.release), w.run, r.n
	switch r.op {
	case Min:
		w.equation = gl.MIN
		w.clearWith(float32(math.Inf(1)))
	case Max:
		w.equation = gl.MAX
		w.clearWith(float32(math.Inf(-1)))
	}
	if err = w.open(r, gl.MAX_VERTEX_SHADER_STORAGE_BLOCKS, "vertex"); err != nil {
		return err
	}
	if err = w.target(1, 1, 4); err != nil {
		return err
	}
	if w.p, err = w.program(stackDraw(r.el)); err != nil {
		return err
	}
	return w.ending(1, false)
}

func (w *blend) clearWith(v float32) { w.clear = [4]float32{v, v, v, v} }

func (w *blend) run(src gpu.View) error {
	if err := w.p.bind(src); err != nil {
		return err
	}
	w.state.begin()
	w.targets[0].onto(1)
	gl.ClearBufferfv(gl.COLOR, 0, &w.clear[0])
	gl.Enablei(gl.BLEND, 0)
	gl.BlendEquationi(0, w.equation)
	gl.BlendFunci(0, gl.ONE, gl.ONE)
	gl.UseProgram(w.p.id)
	gl.BindVertexArray(w.vertexArray)
	gl.DrawArrays(gl.POINTS, 0, int32(w.r.n))
	w.end(w.targets[0], 1, 0, 1, w.r.divisor())
	w.state.end()
	return nil
}

// mipmap draws each item onto a texel of its own and has the driver average the texture.
type mipmap struct {
	canvas
	p         *program
	instanced bool
	side      int
	clear     [4]float32
}

func mipmaps(instanced bool) func(*Reducer) error {
	return func(r *Reducer) (err error) {
		if !r.op.adds() {
			return r.unsupported("mipmaps average, so there is no " + r.op.String())
		}
		w := &mipmap{instanced: instanced}
		r.owned, r.run = append(r.owned, w.release), w.run
		if err = w.open(r, gl.MAX_VERTEX_SHADER_STORAGE_BLOCKS, "vertex"); err != nil {
			return err
		}
		if w.side, err = w.square(r.n, 1); err != nil {
			return err
		}
		levels := bits.Len(uint(w.side))
		r.chain = 4 * levels
		if err = w.target(w.side, levels, r.el.Bytes()/4); err != nil {
			return err
		}
		if w.p, err = w.program(spreadDraw(r.el)); err != nil {
			return err
		}
		gl.ProgramUniform1ui(w.p.id, w.p.sideAt, uint32(w.side))
		return w.ending(1, false)
	}
}

func (w *mipmap) run(src gpu.View) error {
	if err := w.p.bind(src); err != nil {
		return err
	}
	w.state.begin()
	w.targets[0].onto(w.side)
	gl.ClearBufferfv(gl.COLOR, 0, &w.clear[0]) // what no point is drawn on counts as 0
	gl.UseProgram(w.p.id)
	gl.BindVertexArray(w.vertexArray)
	if w.instanced {
		gl.DrawArraysInstanced(gl.POINTS, 0, int32(w.side), int32(up(w.r.n, w.side)))
	} else {
		gl.DrawArrays(gl.POINTS, 0, int32(w.r.n))
	}
	gl.BindTexture(gl.TEXTURE_2D, w.targets[0].texture)
	gl.GenerateMipmap(gl.TEXTURE_2D)
	w.end(w.targets[0], 1, bits.Len(uint(w.side))-1, w.side*w.side, w.r.divisor())
	w.state.end()
	return nil
}
