// SPDX-License-Identifier: MIT

package oit

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Occupancy estimates the order by occupancy maps (Sintorn and Assarsson 2009): three passes in any
// order. Each pixel has a bit for each of 128 slices of its depth range that holds a fragment, and
// a count for each quarter. A fragment's rank is estimated from these, and its weight from the
// rank. The weights are only shares of what all fragments together hide, which is exact.
type Occupancy struct {
	s        *scene.Scene
	light    *light.Light
	programs [4]uint32              // range, mark, weigh, resolve
	Slices   *gpu.Buffer[[4]uint32] // a bit for each slice that holds a fragment
	ranges   scene.Images           // nearest and farthest; optical depth
	slabs    scene.Images           // fragments in each quarter, to 2,048: half floats count no further
	sums     scene.Images           // weighted colours
}

const bindSlices = 3

func occupancyPrograms(l light.Lighting) []scene.Program {
	constants := func(slices string) shaders.Constants {
		c := scene.ImageUnits()
		c["BIND_SLICES"], c["SLICES_ACCESS"] = bindSlices, slices
		return c
	}
	return []scene.Program{
		l.Ribbons("hair/oit_occupancy.frag.glsl#range", nil),
		l.Ribbons("hair/oit_occupancy.frag.glsl#mark", constants("coherent")),
		l.Ribbons("hair/oit_occupancy.frag.glsl#weigh", constants("readonly")),
		{Vertex: "hair/screen_fill.vert.glsl", Fragment: "hair/oit_occupancy.frag.glsl#resolve", Constants: scene.ImageUnits()},
	}
}

// NewOccupancy compiles the passes. Errors: gpu.ErrShader.
func NewOccupancy(s *scene.Scene, l *light.Light, _ Options) (Method, error) {
	o := &Occupancy{s: s, light: l}
	return o, scene.LinkAll(s.Device, occupancyPrograms(l.Lighting), o.programs[:])
}

func (o *Occupancy) Stages() []scene.Stage {
	return []scene.Stage{
		{Name: "occupancy range", Run: o.findRange}, {Name: "occupancy mark", Run: o.mark}, {Name: "occupancy weigh", Run: o.weigh}, {Name: "occupancy resolve", Run: o.resolve},
	}
}

func (o *Occupancy) findRange() error {
	o.ranges.Begin(&scene.FillLarge, &scene.FillZero)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.ONE, gl.ONE)
	gl.BlendEquationi(0, gl.MIN)
	gl.BlendEquationi(1, gl.FUNC_ADD)
	o.light.Draw(o.programs[0])
	gl.BlendEquation(gl.FUNC_ADD)
	return nil
}

func (o *Occupancy) mark() error {
	gl.MemoryBarrier(gl.BUFFER_UPDATE_BARRIER_BIT)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, o.Slices.View().ID())
	gl.ClearBufferData(gl.COPY_WRITE_BUFFER, gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT, nil) // zeros
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, 0)
	scene.BindStorage(bindSlices, o.Slices.View())
	scene.Show(scene.UnitRanges, o.ranges.Textures[0])
	o.slabs.Begin(&scene.FillZero)
	gl.BlendFunc(gl.ONE, gl.ONE)
	o.light.Draw(o.programs[1])
	o.s.AfterDraw()
	return nil
}

func (o *Occupancy) weigh() error {
	scene.Show(scene.UnitThrough, o.ranges.Textures[1])
	scene.Show(scene.UnitSlabs, o.slabs.Textures[0])
	o.sums.Begin(&scene.FillZero)
	o.light.Draw(o.programs[2])
	return nil
}

func (o *Occupancy) resolve() error {
	scene.Show(scene.UnitSums, o.sums.Textures[0])
	o.s.Lay(o.programs[3])
	for unit := uint32(scene.UnitSums); unit <= scene.UnitSlabs; unit++ {
		scene.Show(unit, 0)
	}
	return nil
}

func (o *Occupancy) Resize(width, height int) (err error) {
	o.Slices.Release()
	if o.Slices, err = gpu.NewBuffer[[4]uint32](o.s.Device, width*height); err != nil {
		return fmt.Errorf("hair: the slices of %dx%d pixels: %w", width, height, err)
	}
	if err := o.ranges.Make(&o.s.Canvas, gl.RG32F, gl.R32F); err != nil {
		return err
	}
	if err := o.slabs.Make(&o.s.Canvas, gl.RGBA16F); err != nil {
		return err
	}
	return o.sums.Make(&o.s.Canvas, gl.RGBA16F)
}

func (o *Occupancy) Release() {
	o.Slices.Release()
	for _, l := range []*scene.Images{&o.ranges, &o.slabs, &o.sums} {
		l.Release()
	}
	for _, p := range o.programs {
		gl.DeleteProgram(p)
	}
}
