// SPDX-License-Identifier: MIT

package oit

import (
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// weighted is weighted blended transparency (McGuire and Bavoil 2013): one pass in any order, into
// two images.
type weighted struct {
	s        *scene.Scene
	light    *light.Light
	programs [2]uint32    // draw, resolve
	sums     scene.Images // weighted colours, added up; what is let through, multiplied
}

func weightedPrograms(l light.Lighting) []scene.Program {
	return []scene.Program{
		l.Ribbons("hair/oit_weighted.frag.glsl#draw", nil),
		{Vertex: "hair/screen_fill.vert.glsl", Fragment: "hair/oit_weighted.frag.glsl#resolve", Constants: scene.ImageUnits()},
	}
}

// NewWeighted compiles the pass and its resolve. Errors: gpu.ErrShader.
func NewWeighted(s *scene.Scene, l *light.Light, _ Options) (Method, error) {
	w := &weighted{s: s, light: l}
	return w, scene.LinkAll(s.Device, weightedPrograms(l.Lighting), w.programs[:])
}

func (w *weighted) Stages() []scene.Stage {
	return []scene.Stage{{Name: "weighted ribbons", Run: w.draw}, {Name: "weighted resolve", Run: w.resolve}}
}

func (w *weighted) draw() error {
	w.sums.Begin(&scene.FillZero, &scene.FillOne)
	gl.Enable(gl.BLEND)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.BlendFunci(0, gl.ONE, gl.ONE)
	gl.BlendFunci(1, gl.ZERO, gl.ONE_MINUS_SRC_COLOR)
	w.light.Draw(w.programs[0])
	gl.Disable(gl.BLEND)
	return nil
}

func (w *weighted) resolve() error {
	scene.Show(scene.UnitSums, w.sums.Textures[0])
	scene.Show(scene.UnitThrough, w.sums.Textures[1])
	w.s.Lay(w.programs[1])
	scene.Show(scene.UnitSums, 0)
	scene.Show(scene.UnitThrough, 0)
	return nil
}

func (w *weighted) Resize(int, int) error {
	return w.sums.Make(&w.s.Canvas, gl.RGBA16F, gl.R16F)
}

func (w *weighted) Release() {
	w.sums.Release()
	for _, p := range w.programs {
		gl.DeleteProgram(p)
	}
}
