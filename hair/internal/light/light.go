// SPDX-License-Identifier: MIT

// Package light computes what hair does with the light that reaches it, and draws ribbons in that
// light.
//
// It reads scene.Lit, scene.Kept and scene.Expanded. Light is found for the points of the segments
// that the cull kept. With Lighting.PerFragment each fragment of a ribbon finds its own.
package light

import (
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// The files that fill the slot SHADING.
const (
	Dual   = "hair/shading.glsl#dual"
	Single = "hair/shading.glsl#single"
	Kajiya = "hair/shading.glsl#kajiya"
)

// Lighting is how programs that draw ribbons get their light: from the points, or per fragment.
type Lighting struct {
	Shading     string // the file in the slot SHADING
	PerFragment bool
}

// Light is the light that hair sends to the eye.
type Light struct {
	Lighting Lighting

	s      *scene.Scene
	fibre  fibre
	points *Points // nil with Lighting.PerFragment
}

// New compiles what finds the light of points. SetFibre has to follow. Errors: gpu.ErrShader,
// gpu.ErrOutOfMemory.
func New(s *scene.Scene, lighting Lighting) (*Light, error) {
	l := &Light{s: s, Lighting: lighting}
	if lighting.PerFragment {
		return l, nil
	}
	var err error
	l.points, err = newPoints(s, lighting.Shading)
	return l, err
}

// SetShading changes the light of points. With Lighting.PerFragment the programs that draw ribbons
// must be made again. Errors: as for New; then nothing has changed.
func (l *Light) SetShading(file string) error {
	if !l.Lighting.PerFragment {
		fresh, err := newPoints(l.s, file)
		if err != nil {
			return err
		}
		l.points.release()
		l.points = fresh
	}
	l.Lighting.Shading = file
	return nil
}

// SetTables uploads the tables of a fibre.
func (l *Light) SetTables(t *scatter.Tables) {
	l.fibre.release()
	l.fibre = newFibre(t)
}

// HasTables says whether SetTables was called.
func (l *Light) HasTables() bool { return l.fibre.block != 0 }

// SetFibre changes the colour and whatever else the tables do not hold: see scatter.Hair.Block.
func (l *Light) SetFibre(h scatter.Hair, dye *scatter.RGB, ink float64) { l.fibre.set(h, dye, ink) }

// Points finds the light of points; nil with Lighting.PerFragment.
func (l *Light) Points() *Points { return l.points }

// Shade enqueues the light of the points of the segments that the cull kept.
func (l *Light) Shade() error { return l.points.run(&l.fibre) }

// Colors is what ribbons read at the binding of colours: the light of points, or the hair's
// colours.
func (l *Light) Colors() gpu.View {
	if l.points != nil {
		return l.points.Shaded.View()
	}
	return l.s.Hair.Colors.View()
}

// Show lets shaders read the tables, until Hide.
func (l *Light) Show() { l.fibre.show() }

// Hide ends Show.
func (l *Light) Hide() { l.fibre.hide() }

// Release frees the tables and the kernels.
func (l *Light) Release() {
	if l == nil {
		return
	}
	l.fibre.release()
	l.points.release()
}

func snippet(file string) map[string]shaders.Snippet {
	return map[string]shaders.Snippet{"RIBBON_IN": {File: file}}
}

// Ribbons is a program that draws ribbons, whose fragment stage has #include <RIBBON_IN>.
func (l Lighting) Ribbons(fragment string, constants shaders.Constants) scene.Program {
	p := scene.Program{Vertex: "hair/ribbon_draw.vert.glsl", Fragment: fragment, Constants: constants}
	p.Slots, p.VertexSlots = snippet("hair/ribbon_light.glsl#in_point"), map[string]shaders.Snippet{"RIBBON_OUT": {File: "hair/ribbon_light.glsl#out_point"}}
	if l.PerFragment {
		p.Slots, p.VertexSlots = snippet("hair/ribbon_light.glsl#in_fragment"), map[string]shaders.Snippet{"RIBBON_OUT": {File: "hair/ribbon_light.glsl#out_fragment"}}
		p.Constants = l.fill(p.Slots, constants)
	}
	return p
}

// Kernel has the slots and constants of a kernel that computes what the fragments of a ribbon
// would, beside its own constants.
func (l Lighting) Kernel(own shaders.Constants) (slots map[string]shaders.Snippet, constants shaders.Constants) {
	if !l.PerFragment {
		return snippet("hair/ribbon_light.glsl#load_point"), own
	}
	slots = snippet("hair/ribbon_light.glsl#load_fragment")
	return slots, l.fill(slots, own)
}

// fill adds the shading to slots, and its constants to a program's own.
func (l Lighting) fill(slots map[string]shaders.Snippet, own shaders.Constants) shaders.Constants {
	slots["SHADING"] = shaders.Snippet{File: l.Shading}
	constants := fibreConstants()
	maps.Copy(constants, own)
	return constants
}

// Draw draws the segments in the order of scene.Sorted. The storage bindings 3 to 7, and all state
// but depth test and program, are the caller's.
func (l *Light) Draw(program uint32) { l.DrawSegments(program, l.s.Sorted.View(), false) }

// DrawSegments draws as many of the segments as the cull kept. depth says whether they write depth.
func (l *Light) DrawSegments(program uint32, segments gpu.View, depth bool) {
	s := l.s
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(depth)
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 0, s.Hair.Points.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 1, segments.ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 2, l.Colors().ID())
	s.BindLit()
	l.Show()
	s.Device.Internal().UseProgram(program)
	gl.BindVertexArray(s.VertexArray)
	// The arguments stand at the front of their buffer: go-gl takes the offset as a pointer, and
	// only nil is one.
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, s.Kept.Draw.ID())
	gl.DrawArraysIndirect(gl.TRIANGLES, nil)
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, 0)
	gl.BindVertexArray(0)
	l.Hide()
	gl.DepthMask(true)
	gl.Disable(gl.DEPTH_TEST)
}
