// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// occupancy is transparency by occupancy maps (Sintorn and Assarsson 2009): three passes in any order. Which of 128
// slices of its range of depths hold fragments is known for each pixel, and how many there are in each quarter; from
// these a fragment's rank is estimated, and from the rank its weight. The weights are only shares of what all fragments
// together hide, which is exact.
type occupancy struct {
	r        *Renderer
	programs [4]uint32              // range, mark, weigh, resolve
	slices   *gpu.Buffer[[4]uint32] // a bit for each slice that holds a fragment
	ranges   pictures               // nearest and farthest; optical depth
	slabs    pictures               // fragments in each quarter, to 2,048: half floats count no further
	sums     pictures               // weighted colours
}

const bindSlices = 3

func occupancyFiles(l look) []stageFiles {
	constants := func(slices string) shaders.Constants {
		c := readPictures()
		c["BIND_SLICES"], c["SLICES_ACCESS"] = bindSlices, slices
		return c
	}
	return []stageFiles{
		l.ribbons("hair/occupancy_range.frag.glsl", nil),
		l.ribbons("hair/occupancy_mark.frag.glsl", constants("coherent")),
		l.ribbons("hair/occupancy_weigh.frag.glsl", constants("readonly")),
		{vertex: "hair/screen_fill.vert.glsl", fragment: "hair/occupancy_resolve.frag.glsl", constants: readPictures()},
	}
}

func newOccupancyWeights(r *Renderer) (transparency, error) {
	o := &occupancy{r: r}
	return o, r.linkAll(occupancyFiles(r.look()), o.programs[:])
}

func (o *occupancy) stages() []stage {
	return []stage{
		{"occupancy range", o.findRange}, {"occupancy mark", o.mark}, {"occupancy weigh", o.weigh}, {"occupancy resolve", o.resolve},
	}
}

func (o *occupancy) findRange(Target) error {
	o.ranges.begin(&fillLarge, &fillZero)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.ONE, gl.ONE)
	gl.BlendEquationi(0, gl.MIN)
	gl.BlendEquationi(1, gl.FUNC_ADD)
	o.r.drawRibbons(o.programs[0])
	gl.BlendEquation(gl.FUNC_ADD)
	return nil
}

func (o *occupancy) mark(Target) error {
	gl.MemoryBarrier(gl.BUFFER_UPDATE_BARRIER_BIT)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, o.slices.View().ID())
	gl.ClearBufferData(gl.COPY_WRITE_BUFFER, gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT, nil) // zeros
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, 0)
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, bindSlices, o.slices.View().ID())
	show(unitRanges, o.ranges.textures[0])
	o.slabs.begin(&fillZero)
	gl.BlendFunc(gl.ONE, gl.ONE)
	o.r.drawRibbons(o.programs[1])
	o.r.wrote()
	return nil
}

func (o *occupancy) weigh(Target) error {
	show(unitThrough, o.ranges.textures[1])
	show(unitSlabs, o.slabs.textures[0])
	o.sums.begin(&fillZero)
	o.r.drawRibbons(o.programs[2])
	return nil
}

func (o *occupancy) resolve(Target) error {
	show(unitSums, o.sums.textures[0])
	o.r.lay(o.programs[3])
	for unit := uint32(unitSums); unit <= unitSlabs; unit++ {
		show(unit, 0)
	}
	return nil
}

func (o *occupancy) resize(width, height int) (err error) {
	o.slices.Release()
	if o.slices, err = gpu.NewBuffer[[4]uint32](o.r.d, width*height); err != nil {
		return fmt.Errorf("hair: the slices of %dx%d pixels: %w", width, height, err)
	}
	if err := o.ranges.make(&o.r.canvas, gl.RG32F, gl.R32F); err != nil {
		return err
	}
	if err := o.slabs.make(&o.r.canvas, gl.RGBA16F); err != nil {
		return err
	}
	return o.sums.make(&o.r.canvas, gl.RGBA16F)
}

func (o *occupancy) release() {
	o.slices.Release()
	for _, l := range []*pictures{&o.ranges, &o.slabs, &o.sums} {
		l.release()
	}
	for _, p := range o.programs {
		gl.DeleteProgram(p)
	}
}
