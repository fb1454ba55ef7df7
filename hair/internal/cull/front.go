// SPDX-License-Identifier: MIT

package cull

import (
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

const (
	frontCell   = 4    // pixels on a side of a column
	frontSlices = 32   // of a column
	mostEach    = 50   // strands that one stands for, at most
	beginSample = 3000 // strands that say where columns begin, at least
	addSample   = 6000 // strands that are added to them, at least
)

// plentyAtHalf says how often strands are drawn at a share of a half, as a factor on the part of
// them that the camera sees. If that is an eighth or more, they are drawn whole.
const plentyAtHalf = 8

// plentyOf is the same for any share below 1. All strands are drawn as the share nears 1. It is
// pure.
func plentyOf(share float32) float32 { return plentyAtHalf * share / (1 - share) }

// Front is the level of detail by what the camera sees. It estimates how much hair lies in front of
// each point, from a sample of the strands, and draws fewer strands where more does. Those that are
// left are wider, to make up for the others. So the hair in front is drawn whole, and hair that
// other hair hides is left out. See shaders/hair/front_hair.comp.glsl.
type Front struct {
	Hair scene.Hair // the model with the widths at which the frame draws it

	s                         *scene.Scene
	from                      *scene.Hair
	segments                  *gpu.Buffer[uint32] // all of them
	byRank                    *gpu.Buffer[uint32]
	begins, volume            *gpu.Buffer[uint32]
	clear, begin, add         *kernel.Kernel
	sum, thin                 *kernel.Kernel
	beginSegments             kernel.Uniform
	addSegments, each, plenty kernel.Uniform
	columns                   int
}

func frontSpecs(texels bool) (begin, add, sum, thin kernel.Spec) {
	c := shaders.Constants{"CELL": frontCell, "SLICES": uint32(frontSlices), "FADE": float32(fade), "MOST_EACH": float32(mostEach)}
	spec := func(part string, buffers ...string) kernel.Spec {
		return kernel.Spec{File: "hair/front_hair.comp.glsl#" + part, Shape: scene.Flat, Constants: c, Buffers: append(buffers, "Count")}
	}
	begin = spec("begins", "ByRank", "First", "Points", "Begins")
	add = spec("add", "ByRank", "First", "Points", "Begins", "Colors", "Volume")
	sum = spec("sum", "Volume")
	thin = scene.Reads(spec("thin", "Points", "Begins", "Volume", "Thinned"), texels, "Points", "Begins", "Volume")
	return begin, add, sum, thin
}

// NewFront takes 16 bytes a point, 4 a segment and 4 a strand. Resize has to follow. Errors:
// gpu.ErrShader, gpu.ErrOutOfMemory.
func NewFront(s *scene.Scene, hair *scene.Hair, detail *Detail) (*Front, error) {
	t := &Front{s: s, from: hair}
	if err := t.build(); err != nil {
		t.Release()
		return nil, err
	}
	detail.ExpandAll(hair, t.segments.View())
	return t, nil
}

func (t *Front) build() (err error) {
	d := t.s.Device
	begin, add, sum, thin := frontSpecs(t.s.Texels)
	for _, k := range []struct {
		kernel **kernel.Kernel
		spec   kernel.Spec
	}{{&t.clear, scene.ZeroSpec()}, {&t.begin, begin}, {&t.add, add}, {&t.sum, sum}, {&t.thin, thin}} {
		if *k.kernel, err = kernel.New(d, k.spec); err != nil {
			return err
		}
	}
	for _, u := range []struct {
		to     *kernel.Uniform
		kernel *kernel.Kernel
		name   string
	}{{&t.beginSegments, t.begin, "most_segments"}, {&t.addSegments, t.add, "most_segments"}, {&t.each, t.add, "each"}, {&t.plenty, t.thin, "plenty"}} {
		if *u.to, err = u.kernel.Uniform(u.name); err != nil {
			return err
		}
	}
	if t.byRank, err = gpu.NewBufferFrom(d, t.from.ByRank); err != nil {
		return err
	}
	if t.segments, err = gpu.NewBuffer[uint32](d, t.from.Segments); err != nil {
		return err
	}
	t.Hair = *t.from
	t.Hair.Points, err = gpu.NewBuffer[[4]float32](d, t.from.Points.Len())
	return err
}

// Resize makes room for an image: 8.25 bytes a pixel. Errors: gpu.ErrOutOfMemory.
func (t *Front) Resize(width, height int) (err error) {
	columns := ((width + frontCell - 1) / frontCell) * ((height + frontCell - 1) / frontCell)
	if columns == t.columns {
		return nil
	}
	t.columns = 0
	t.begins.Release()
	t.volume.Release()
	if t.begins, err = gpu.NewBuffer[uint32](t.s.Device, columns); err != nil {
		return err
	}
	if t.volume, err = gpu.NewBuffer[uint32](t.s.Device, columns*frontSlices); err != nil {
		return err
	}
	t.columns = columns
	return nil
}

// Run enqueues the widths for a share of the strands, below 1. Show has to follow.
func (t *Front) Run(share float32) {
	h, d := t.from, t.s.Device
	t.Hair.Extent, t.Hair.Moving, t.Hair.Version = h.Extent, h.Moving, h.Version
	scene.Zero(t.clear, t.begins.View())
	scene.Zero(t.clear, t.volume.View())
	d.StorageBarrier()
	sample := func(k *kernel.Kernel, least int, u kernel.Uniform) int {
		n := samples(h.Strands, h.MostSegments, least)
		for i, v := range [...]gpu.View{t.byRank.View(), h.First.View(), h.Points.View(), t.begins.View()} {
			k.SetBuffer(i, v)
		}
		k.Set(u, uint32(h.MostSegments))
		k.SetCount(gpu.N(n * h.MostSegments))
		return n
	}
	n := sample(t.begin, beginSample, t.beginSegments)
	t.begin.Dispatch(scene.Groups(n * h.MostSegments))
	d.StorageBarrier()
	n = sample(t.add, addSample, t.addSegments)
	t.add.SetBuffer(4, h.Colors.View())
	t.add.SetBuffer(5, t.volume.View())
	t.add.Set(t.each, math.Float32bits(float32(h.Strands)/float32(n)))
	t.add.Dispatch(scene.Groups(n * h.MostSegments))
	d.StorageBarrier()
	t.sum.SetBuffer(0, t.volume.View())
	t.sum.SetCount(gpu.N(t.columns))
	t.sum.Dispatch(scene.Groups(t.columns))
	d.StorageBarrier()
	k := t.thin
	for i, v := range [...]gpu.View{h.Points.View(), t.begins.View(), t.volume.View(), t.Hair.Points.View()} {
		k.SetBuffer(i, v)
	}
	t.s.ReadVectors(0, h.Points.View())
	t.s.ReadWords(1, t.begins.View())
	t.s.ReadWords(2, t.volume.View())
	k.Set(t.plenty, math.Float32bits(plentyOf(share)))
	k.SetCount(gpu.N(h.Points.Len()))
	k.Dispatch(scene.Groups(h.Points.Len()))
	d.MemoryBarrier() // to vertices too
	t.s.Seen = t.Hair.Points.View()
}

// Show makes them the scene's hair, for the stages from the cull on.
func (t *Front) Show() {
	s := t.s
	s.Hair, s.Frame.Detail = &t.Hair, FullDetail
	e := &s.Expanded
	e.Segments, e.Groups, e.Draw = t.segments, scene.Groups(t.Hair.Segments), gpu.View{}
	for i := range e.Counts {
		e.Counts[i] = gpu.N((i + 1) * t.Hair.Segments)
	}
	s.Begin()
}

// samples is the number of strands of a sample. It is pure.
func samples(strands, segments, least int) int {
	const most = 1 << 24 // segments
	return max(1, min(max(min(strands, least), strands/100), most/segments))
}

// Release frees the kernels and the buffers.
func (t *Front) Release() {
	if t == nil {
		return
	}
	for _, k := range []*kernel.Kernel{t.clear, t.begin, t.add, t.sum, t.thin} {
		k.Release()
	}
	t.segments.Release()
	t.byRank.Release()
	t.begins.Release()
	t.volume.Release()
	t.Hair.Points.Release()
}
