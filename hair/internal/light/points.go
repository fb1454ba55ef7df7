// SPDX-License-Identifier: MIT

package light

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Points finds the light that the points of the segments that are drawn send to the eye.
type Points struct {
	s           *scene.Scene
	mark, shade *kernel.Kernel
	numbers     [2]kernel.Uniform // of the frame, in both
	Number      uint32
	Marks       *gpu.Buffer[uint32] // of each point: the number of the frame that drew it last
	Shaded      *gpu.Buffer[[2]uint32]
}

// shadeItems is the number of segments of an invocation that lists marked points on a GPU: enough
// that a workgroup is busy where a fifth of them is marked.
const shadeItems = 4

func pointsSpecs(shading string, texels bool) (mark, shade kernel.Spec) {
	mark = kernel.Spec{File: "hair/points_mark.comp.glsl", Shape: scene.Flat, Buffers: []string{"Kept", "Marks", "Count"}}
	slots := map[string]shaders.Snippet{}
	file := "hair/points_shade.comp.glsl#expanded"
	if texels {
		file = "hair/points_shade.comp.glsl#kept"
	}
	shade = scene.Reads(kernel.Spec{File: file, Shape: scene.Flat, Slots: slots, Constants: Lighting{Shading: shading}.fill(slots, shaders.Constants{"SHADE_ITEMS": uint32(shadeItems)}),
		Buffers: []string{"Segments", "Points", "Colors", "Marks", "Shaded", "Count"}}, texels, "Segments", "Points", "Colors", "Marks", "Lit")
	return mark, shade
}

func newPoints(s *scene.Scene, shading string) (*Points, error) {
	p := &Points{s: s}
	if err := p.build(shading); err != nil {
		p.release()
		return nil, err
	}
	return p, nil
}

func (p *Points) build(shading string) (err error) {
	d, n := p.s.Device, p.s.Hair.Points.Len()
	mark, shade := pointsSpecs(shading, p.s.Texels)
	if p.mark, err = kernel.New(d, mark); err != nil {
		return err
	}
	if p.shade, err = kernel.New(d, shade); err != nil {
		return err
	}
	for i, k := range [...]*kernel.Kernel{p.mark, p.shade} {
		if i == 1 && p.s.Texels {
			continue // it reads no marks
		}
		if p.numbers[i], err = k.Uniform("number"); err != nil {
			return err
		}
	}
	if p.Marks, err = gpu.NewBuffer[uint32](d, n); err != nil {
		return err
	}
	p.Shaded, err = gpu.NewBuffer[[2]uint32](d, n)
	return err
}

// run enqueues it for the segments that the cull kept.
func (p *Points) run(f *fibre) error {
	s, groups := p.s, p.s.Expanded.Groups
	p.Number++
	k := p.mark
	k.SetBuffer(0, s.Kept.Segments.View())
	k.SetBuffer(1, p.Marks.View())
	k.SetCount(s.Kept.Count)
	k.Set(p.numbers[0], p.Number)
	k.Dispatch(groups)
	s.Device.StorageBarrier()
	s.BindLit()
	f.show()
	k = p.shade
	segments, n := s.Expanded.Segments.View(), s.Expanded.Counts[0]
	if s.Texels {
		segments, n = s.Kept.Segments.View(), s.Kept.Count
	}
	for i, v := range [...]gpu.View{segments, s.Hair.Points.View(), s.Hair.Colors.View(), p.Marks.View(), p.Shaded.View()} {
		k.SetBuffer(i, v)
	}
	s.ReadWords(0, segments)
	s.ReadVectors(1, s.Hair.Points.View())
	s.ReadWords(2, s.Hair.Colors.View())
	s.ReadWords(3, p.Marks.View())
	s.ReadWords(4, s.Lit)
	k.SetCount(n)
	if !s.Texels {
		k.Set(p.numbers[1], p.Number)
		groups = (groups + shadeItems - 1) / shadeItems
	}
	k.Dispatch(groups)
	f.hide()
	s.Device.MemoryBarrier() // to vertices too
	return nil
}

func (p *Points) release() {
	if p == nil {
		return
	}
	p.mark.Release()
	p.shade.Release()
	p.Marks.Release()
	p.Shaded.Release()
}
