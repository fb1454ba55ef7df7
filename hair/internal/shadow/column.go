// SPDX-License-Identifier: MIT

package shadow

import (
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// columns is the part of a Volume that software renderers have in place of some of its kernels. The
// slices of a texel lie in one buffer, so a look-up reads neighbours. Kernels run over
// lists of the segments that cast and of the points that need light, because Mesa computes both
// sides of a branch. The lists follow a curve, for the caches. Results are the same bits.
type columns struct {
	v                        *Volume
	list                     *kernel.Kernel
	ordered, segments, below kernel.Uniform
	whole                    *scene.Hair         // order is of its strands
	order                    *gpu.Buffer[uint32] // nil for their own
	casting, lit             strandList          // segments that cast; points that need light
	totals                   *gpu.Buffer[uint32] // of each texel
	hair, skin               placesLight
}

// strandList is a list of points or of segments, and what it was made from. Points may move, but
// never change their ranks.
type strandList struct {
	list, listed *gpu.Buffer[uint32]
	hair         *scene.Hair
	below        int // the rank
}

// inColumns says whether a volume of so many words has its slices in one buffer: where kernels read
// buffers as textures and trace ribbons, if a storage block holds it. It is pure.
func inColumns(texels, traced bool, words, mostBytes int) bool {
	return texels && traced && 4*words <= mostBytes
}

func columnAddition() addition {
	return addition{file: "hair/shadow_column.glsl#add", constants: volumeConstants(nil), buffers: []string{"Volume", "Begins", "Slots"}, reads: 2}
}

func columnSpecs() (list, sum kernel.Spec) {
	list = kernel.Spec{File: "hair/strands_list.comp.glsl", Shape: scene.Flat, Buffers: []string{"Order", "First", "Points", "List", "Listed", "Count"}}
	sum = scene.Reads(kernel.Spec{File: "hair/volume_column.comp.glsl", Shape: scene.Flat, Constants: sumConstants(), Buffers: []string{"Volume", "Slots", "Sums", "Totals", "Count"}},
		true, "Volume", "Slots")
	return list, sum
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
		Buffers: []string{"Places", "Lit", "Volume", "Begins", "Slots", "List", "Totals", "Count"}}, true, "Places", "Volume", "Begins", "Slots", "List", "Totals")
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
	list, sum := columnSpecs()
	if c.list, err = kernel.New(d, list); err != nil {
		return err
	}
	for name, u := range map[string]*kernel.Uniform{"ordered": &c.ordered, "segments": &c.segments, "below": &c.below} {
		if *u, err = c.list.Uniform(name); err != nil {
			return err
		}
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
	if c.totals, err = gpu.NewBuffer[uint32](d, tilesOf(l.Room)*Tile*Tile); err != nil {
		return err
	}
	c.whole = l.s.Hair
	if len(c.whole.Order) > 0 {
		if c.order, err = gpu.NewBufferFrom(d, c.whole.Order); err != nil {
			return err
		}
	}
	if err = c.casting.build(d, c.whole.Segments); err != nil {
		return err
	}
	return c.lit.build(d, c.whole.Points.Len())
}

func (t *strandList) build(d *gpu.Device, most int) (err error) {
	if t.list, err = gpu.NewBuffer[uint32](d, most); err != nil {
		return err
	}
	t.listed, err = gpu.NewBuffer[uint32](d, 1)
	return err
}

// find enqueues a list of the strands below a rank, unless it is there already: of their points, or
// of their segments.
func (c *columns) find(t *strandList, segments bool, below int) {
	l := c.v.l
	s := l.s
	if t.hair == s.Hair && t.below == below {
		return
	}
	t.hair, t.below = s.Hair, below
	l.clear(t.listed.View())
	s.Device.StorageBarrier()
	k, order, ordered, listsSegments := c.list, s.Hair.First.View(), uint32(0), uint32(0)
	if segments {
		listsSegments = 1
	}
	if c.order != nil && s.Hair == c.whole {
		order, ordered = c.order.View(), 1
	}
	for i, v := range [...]gpu.View{order, s.Hair.First.View(), s.Hair.Points.View(), t.list.View(), t.listed.View()} {
		k.SetBuffer(i, v)
	}
	k.Set(c.ordered, ordered)
	k.Set(c.segments, listsSegments)
	k.Set(c.below, uint32(below))
	k.SetCount(gpu.N(s.Hair.Strands))
	k.Dispatch(scene.Groups(s.Hair.Strands))
	s.Device.StorageBarrier()
}

// drawnBelow is the rank below which strands cast shadows (of = 0), or need light (of = 3).
func (c *columns) drawnBelow(of int) int {
	steps := len(c.v.l.s.Hair.RankSegments)
	return min(steps, int(math.Ceil(float64(c.v.l.s.Frame.Detail[of])*float64(steps))))
}

// sumBelow is the sum of the numbers of the ranks below one.
func sumBelow(numbers []int, below int) (n int) {
	for _, more := range numbers[:min(below, len(numbers))] {
		n += more
	}
	return n
}

// cast enqueues the list of the segments that cast, and returns it.
func (c *columns) cast(share cast) segmentList {
	below := min(int(share.below), c.drawnBelow(0))
	c.find(&c.casting, true, below)
	most := max(1, sumBelow(c.v.l.s.Hair.RankSegments, below))
	return segmentList{c.casting.list.View(), gpu.CountAt(c.casting.listed.View(), most), scene.Groups(most)}
}

// fill enqueues what follows when the tiles are known and the volume is zero.
func (c *columns) fill(light int) error {
	v := c.v
	s, volume, slots := v.l.s, v.Nearer.View(), v.Slots.View()
	v.add.all(light, additionBuffers{volume, v.Begins.View(), slots})
	if err := s.GoOn(); err != nil {
		return err
	}
	k := v.sum
	k.SetBuffer(0, volume)
	k.SetBuffer(1, slots)
	k.SetBuffer(2, volume)
	k.SetBuffer(3, c.totals.View())
	s.ReadWords(0, volume)
	s.ReadWords(1, slots)
	k.SetCount(gpu.N(v.tiles()))
	k.Dispatch(scene.Groups(v.tiles() * Tile * Tile))
	s.Device.StorageBarrier()
	if err := s.GoOn(); err != nil {
		return err
	}
	c.light(light)
	return nil
}

// light enqueues the look-up of all places.
func (c *columns) light(light int) {
	l := c.v.l
	s, points := l.s, l.s.Hair.Points.Len()
	below := c.drawnBelow(3)
	c.find(&c.lit, false, below)
	most := max(1, sumBelow(s.Hair.RankSegments, below)+sumBelow(s.Hair.Ranks, below))
	c.lookUp(&c.hair, light, s.Hair.Points.View(), 0, gpu.CountAt(c.lit.listed.View(), most))
	if s.Head != nil && len(s.Head.Vertices) > 0 {
		c.lookUp(&c.skin, light, l.headPlaces(), points, gpu.N(len(s.Head.Vertices)))
	}
	s.Device.StorageBarrier()
}

// lookUp enqueues the look-up of n places, the first of which is so far in Lit.
func (c *columns) lookUp(p *placesLight, light int, places gpu.View, first int, n gpu.Count) {
	v, k := c.v, p.kernel
	s := v.l.s
	for i, b := range [...]gpu.View{places, v.l.Lit.View(), v.Nearer.View(), v.Begins.View(), v.Slots.View(), c.lit.list.View(), c.totals.View()} {
		k.SetBuffer(i, b)
	}
	s.ReadVectors(0, places)
	s.ReadWords(1, v.Nearer.View())
	s.ReadWords(2, v.Begins.View())
	s.ReadWords(3, v.Slots.View())
	s.ReadWords(4, c.lit.list.View())
	s.ReadWords(5, c.totals.View())
	k.SetCount(n)
	k.Set(p.light, uint32(light))
	k.Set(p.first, uint32(first))
	k.Dispatch(scene.Groups(n.Max()))
}

func (c *columns) release() {
	if c == nil {
		return
	}
	for _, k := range []*kernel.Kernel{c.list, c.hair.kernel, c.skin.kernel} {
		k.Release()
	}
	for _, b := range []*gpu.Buffer[uint32]{c.totals, c.order, c.casting.list, c.casting.listed, c.lit.list, c.lit.listed} {
		b.Release()
	}
}
