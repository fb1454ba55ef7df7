// SPDX-License-Identifier: MIT

package shadow

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/mathgl/mgl32"
)

// columns is the part of a Volume that software renderers have in place of some of its kernels. The
// slices of a texel lie in one buffer, so a look-up reads neighbours. Kernels run over the segments
// that cast alone, because Mesa computes both sides of a branch. Results are the same bits.
type columns struct {
	v               *Volume
	cast            *kernel.Kernel
	castBelow       kernel.Uniform
	casting, listed *gpu.Buffer[uint32]
	found           castInputs // casting was listed from these
	hair, skin      placesLight
}

// castInputs is all that the list of casting segments depends on. Points may move, but never change
// their ranks.
type castInputs struct {
	hair   *scene.Hair
	detail mgl32.Vec4
	below  uint32
}

// ColumnsForTests is for tests. It says whether a Volume that traces has columns, on any driver
// that reads texels. nil lets inColumns choose.
var ColumnsForTests *bool

// inColumns says whether a volume of so many words has its slices in one buffer: where kernels read
// buffers as textures and trace ribbons, if a storage block holds it. It is pure.
func inColumns(texels, traced bool, words, mostBytes int) bool {
	return texels && traced && 4*words <= mostBytes
}

func columnAddition() addition {
	return addition{file: "hair/shadow_column.glsl#add", constants: volumeConstants(nil), buffers: []string{"Volume", "Begins", "Slots"}, reads: 2}
}

func columnSpecs() (cast, sum kernel.Spec) {
	cast = scene.Reads(kernel.Spec{File: "hair/segments_cast.comp.glsl", Shape: scene.Flat, Buffers: []string{"Points", "Segments", "Casting", "Listed", "Count"}},
		true, "Points", "Segments")
	sum = scene.Reads(kernel.Spec{File: "hair/volume_column.comp.glsl", Shape: scene.Flat, Constants: volumeConstants(nil), Buffers: []string{"Volume", "Slots", "Sums", "Count"}},
		true, "Volume", "Slots")
	return cast, sum
}

// placesLightSpec is the kernel that finds the light at points of the hair, or at vertices of the
// head.
func placesLightSpec(skin bool) kernel.Spec {
	c := tauConstants()
	delete(c, "TAU_MOST")
	for name, value := range volumeConstants(shaders.Constants{"SKIN": skin}) {
		c[name] = value
	}
	return scene.Reads(kernel.Spec{File: "hair/volume_light.comp.glsl", Shape: scene.Flat, Constants: c,
		Buffers: []string{"Places", "Lit", "Volume", "Begins", "Slots", "Count"}}, true, "Places", "Volume", "Begins", "Slots")
}

// placesLight finds the light at places of one kind.
type placesLight struct {
	kernel       *kernel.Kernel
	light, first kernel.Uniform
}

func (p *placesLight) build(d *gpu.Device, s kernel.Spec) (err error) {
	if p.kernel, err = kernel.New(d, s); err != nil {
		return err
	}
	if p.light, err = p.kernel.Uniform("light"); err != nil {
		return err
	}
	p.first, err = p.kernel.Uniform("first_place")
	return err
}

// build compiles the kernels, and makes room for all segments.
func (c *columns) build() (err error) {
	l := c.v.l
	d := l.s.Device
	cast, sum := columnSpecs()
	if c.cast, err = kernel.New(d, cast); err != nil {
		return err
	}
	if c.castBelow, err = c.cast.Uniform("casts_below"); err != nil {
		return err
	}
	if c.v.sum, err = kernel.New(d, sum); err != nil {
		return err
	}
	if err = c.hair.build(d, placesLightSpec(false)); err != nil {
		return err
	}
	if l.s.Head != nil {
		if err = c.skin.build(d, placesLightSpec(true)); err != nil {
			return err
		}
	}
	if c.casting, err = gpu.NewBuffer[uint32](d, l.s.Hair.Segments); err != nil {
		return err
	}
	c.listed, err = gpu.NewBuffer[uint32](d, 1)
	return err
}

// list enqueues the list of the segments that cast, unless it is there already, and returns it.
func (c *columns) list(share cast) segmentList {
	s := c.v.l.s
	all := segmentList{s.Expanded.Segments.View(), s.Expanded.Counts[0], s.Expanded.Groups}
	if share == allCast {
		return all
	}
	now := castInputs{s.Hair, s.Frame.Detail, share.below}
	if now != c.found {
		c.found = now
		c.v.l.clear(c.listed.View())
		s.Device.StorageBarrier()
		k := c.cast
		for i, v := range [...]gpu.View{s.Hair.Points.View(), all.segments, c.casting.View(), c.listed.View()} {
			k.SetBuffer(i, v)
		}
		s.ReadVectors(0, s.Hair.Points.View())
		s.ReadWords(1, all.segments)
		k.SetCount(all.n)
		k.Set(c.castBelow, share.below)
		k.Dispatch(all.groups)
		s.Device.StorageBarrier()
	}
	most := 0
	for _, segments := range s.Hair.RankSegments[:min(int(share.below), len(s.Hair.RankSegments))] {
		most += segments
	}
	most = max(most, 1)
	return segmentList{c.casting.View(), gpu.CountAt(c.listed.View(), most), scene.Groups(most)}
}

// fill enqueues what follows when the tiles are known and the volume is zero.
func (c *columns) fill(light int) {
	v := c.v
	s, volume, slots := v.l.s, v.Nearer.View(), v.Slots.View()
	v.add.all(light, additionBuffers{volume, v.Begins.View(), slots})
	k := v.sum
	k.SetBuffer(0, volume)
	k.SetBuffer(1, slots)
	k.SetBuffer(2, volume)
	s.ReadWords(0, volume)
	s.ReadWords(1, slots)
	k.SetCount(gpu.N(v.tiles()))
	k.Dispatch(scene.Groups(v.tiles() * Tile * Tile))
	s.Device.StorageBarrier()
	c.light(light)
}

// light enqueues the look-up of all places.
func (c *columns) light(light int) {
	l := c.v.l
	s, points := l.s, l.s.Hair.Points.Len()
	c.find(&c.hair, light, s.Hair.Points.View(), 0, points)
	if s.Head != nil && len(s.Head.Vertices) > 0 {
		c.find(&c.skin, light, l.headPlaces(), points, len(s.Head.Vertices))
	}
	s.Device.StorageBarrier()
}

func (c *columns) find(p *placesLight, light int, places gpu.View, first, n int) {
	v, k := c.v, p.kernel
	s := v.l.s
	for i, b := range [...]gpu.View{places, v.l.Lit.View(), v.Nearer.View(), v.Begins.View(), v.Slots.View()} {
		k.SetBuffer(i, b)
	}
	s.ReadVectors(0, places)
	s.ReadWords(1, v.Nearer.View())
	s.ReadWords(2, v.Begins.View())
	s.ReadWords(3, v.Slots.View())
	k.SetCount(gpu.N(n))
	k.Set(p.light, uint32(light))
	k.Set(p.first, uint32(first))
	k.Dispatch(scene.Groups(n))
}

func (c *columns) release() {
	if c == nil {
		return
	}
	for _, k := range []*kernel.Kernel{c.cast, c.hair.kernel, c.skin.kernel} {
		k.Release()
	}
	c.casting.Release()
	c.listed.Release()
}
