// SPDX-License-Identifier: MIT

package hair

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// pointShader finds the light that the points of the segments that are drawn send to the eye.
type pointShader struct {
	r           *Renderer
	mark, shade *gpu.Kernel
	numbers     [2]gpu.Uniform // of the frame, in both
	number      uint32
	marks       *gpu.Buffer[uint32] // of each point: the number of the frame that drew it last
	shaded      *gpu.Buffer[[2]uint32]
}

func pointShaderSpecs(s Shading) (mark, shade gpu.Spec) {
	mark = gpu.Spec{File: "hair/points_mark.comp.glsl", Shape: flat, Buffers: []string{"Kept", "Marks", "Count"}}
	slots := map[string]shaders.Snippet{}
	shade = gpu.Spec{File: "hair/points_shade.comp.glsl", Shape: flat, Slots: slots, Constants: look{shading: s}.light(slots, nil),
		Buffers: []string{"Segments", "Points", "Colors", "Marks", "Shaded", "Count"}}
	return mark, shade
}

func newPointShader(r *Renderer, s Shading) (*pointShader, error) {
	p := &pointShader{r: r}
	if err := p.build(s); err != nil {
		p.release()
		return nil, err
	}
	return p, nil
}

func (p *pointShader) build(s Shading) (err error) {
	d, n := p.r.d, p.r.m.points.Len()
	mark, shade := pointShaderSpecs(s)
	if p.mark, err = d.NewKernel(mark); err != nil {
		return err
	}
	if p.shade, err = d.NewKernel(shade); err != nil {
		return err
	}
	for i, k := range [...]*gpu.Kernel{p.mark, p.shade} {
		if p.numbers[i], err = k.Uniform("number"); err != nil {
			return err
		}
	}
	if p.marks, err = gpu.NewBuffer[uint32](d, n); err != nil {
		return err
	}
	p.shaded, err = gpu.NewBuffer[[2]uint32](d, n)
	return err
}

// run enqueues it for the segments that the cull kept.
func (p *pointShader) run() error {
	r, groups := p.r, p.r.thin.groups()
	p.number++
	k := p.mark
	k.SetBuffer(0, r.kept.View())
	k.SetBuffer(1, p.marks.View())
	k.SetCount(r.cull.Result().Count)
	k.Set(p.numbers[0], p.number)
	k.Dispatch(groups)
	r.d.Barrier()
	r.bindLit()
	r.scattering.show()
	k = p.shade
	for i, v := range [...]gpu.View{r.segments.View(), r.m.points.View(), r.m.colors.View(), p.marks.View(), p.shaded.View()} {
		k.SetBuffer(i, v)
	}
	k.SetCount(r.thin.segments(1))
	k.Set(p.numbers[1], p.number)
	k.Dispatch(groups)
	r.scattering.hide()
	r.d.Publish() // to vertices too
	return nil
}

// ribbonColors is what programs that draw ribbons read at the binding of colours.
func (r *Renderer) ribbonColors() gpu.View {
	if r.pointShader != nil {
		return r.pointShader.shaded.View()
	}
	return r.m.colors.View()
}

func (p *pointShader) release() {
	if p == nil {
		return
	}
	p.mark.Release()
	p.shade.Release()
	p.marks.Release()
	p.shaded.Release()
}
