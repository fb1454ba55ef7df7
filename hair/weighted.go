// SPDX-License-Identifier: MIT

package hair

import (
	"github.com/go-gl/gl/v4.3-core/gl"
)

// weighted is weighted blended transparency (McGuire and Bavoil 2013): one pass in any order, two pictures.
type weighted struct {
	r        *Renderer
	programs [2]uint32 // draw, resolve
	sums     pictures  // weighted colours, added up; what is let through, multiplied
}

func weightedFiles(l look) []stageFiles {
	return []stageFiles{
		l.ribbons("hair/weighted_draw.frag.glsl", nil),
		{vertex: "hair/screen_fill.vert.glsl", fragment: "hair/weighted_resolve.frag.glsl", constants: readPictures()},
	}
}

func newWeighted(r *Renderer) (transparency, error) {
	w := &weighted{r: r}
	return w, r.linkAll(weightedFiles(r.look()), w.programs[:])
}

func (w *weighted) stages() []stage {
	return []stage{{"weighted ribbons", w.draw}, {"weighted resolve", w.resolve}}
}

func (w *weighted) draw(Target) error {
	w.sums.begin(&fillZero, &fillOne)
	gl.Enable(gl.BLEND)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.BlendFunci(0, gl.ONE, gl.ONE)
	gl.BlendFunci(1, gl.ZERO, gl.ONE_MINUS_SRC_COLOR)
	w.r.drawRibbons(w.programs[0])
	gl.Disable(gl.BLEND)
	return nil
}

func (w *weighted) resolve(Target) error {
	show(unitSums, w.sums.textures[0])
	show(unitThrough, w.sums.textures[1])
	w.r.lay(w.programs[1])
	show(unitSums, 0)
	show(unitThrough, 0)
	return nil
}

func (w *weighted) resize(int, int) error {
	return w.sums.make(&w.r.canvas, gl.RGBA16F, gl.R16F)
}

func (w *weighted) release() {
	w.sums.release()
	for _, p := range w.programs {
		gl.DeleteProgram(p)
	}
}
