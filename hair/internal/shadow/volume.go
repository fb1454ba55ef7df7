// SPDX-License-Identifier: MIT

package shadow

import (
	"fmt"
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/scan"
	"github.com/combgl/comb/shaders"
)

// Volume keeps the opacity of each texel in 64 slices along the light, which are then summed along
// each texel. There is room for all texels, but what is zeroed and summed are those of tiles with
// hair: which they are is found first, and a scan gives each its slot.
type Volume struct {
	l                    *Pass
	mark, flag, plan     *kernel.Kernel
	sum                  *kernel.Kernel
	markLight, markBelow kernel.Uniform
	add                  gatherer
	finder               finder
	scanner              *scan.Scanner
	Begins, flags, Slots *gpu.Buffer[uint32] // of a tile; a word more
	Planned              *gpu.Buffer[uint32] // the words of half a volume, and the arguments for zeroing them
	Nearer, Farther      *gpu.Buffer[uint32] // with columns Nearer has all slices
	columns              *columns            // nil where not chosen
	words, zeroing       gpu.View            // in planned
}

const (
	// HalfSlices are in a buffer each: at 1024 texels on a side that is 128 MiB, the most that some
	// drivers bind.
	HalfSlices = 32
	// Tile is the side in texels of what has a slot, and shares the place where its slices begin.
	Tile = 8
)

func volumeConstants(more shaders.Constants) shaders.Constants {
	c := shaders.Constants{"HALF_SLICES": uint32(HalfSlices), "TILE": uint32(Tile)}
	maps.Copy(c, more)
	return c
}

// sumConstants are those of kernels that write sums.
func sumConstants() shaders.Constants {
	return volumeConstants(shaders.Constants{"TAU_STEPS": float32(tauSteps)})
}

func volumeAddition() addition {
	return addition{file: "hair/shadow_volume.glsl#add", constants: volumeConstants(nil), buffers: []string{"Nearer", "Farther", "Begins", "Slots"}, reads: 2}
}

func volumeSpecs(maxGroups int, texels bool) (mark, flag, plan, sum, find kernel.Spec) {
	mark = scene.Reads(kernel.Spec{File: "hair/volume_mark.comp.glsl", Shape: scene.Flat, Constants: volumeConstants(nil),
		Buffers: []string{"Segments", "Points", "Begins", "Count"}}, texels, "Segments", "Points")
	flag = kernel.Spec{File: "hair/volume_flag.comp.glsl", Shape: scene.Flat, Buffers: []string{"Begins", "Flags", "Count"}}
	plan = kernel.Spec{File: "hair/volume_plan.comp.glsl", Shape: scene.Flat, Buffers: []string{"Slots", "Plan", "Count"},
		Constants: volumeConstants(shaders.Constants{"MAX_GROUPS": uint32(maxGroups)})}
	sum = kernel.Spec{File: "hair/volume_sum.comp.glsl", Shape: scene.Flat, Constants: sumConstants(), Buffers: []string{"Nearer", "Farther", "Slots", "Count"}}
	return mark, flag, plan, sum, finderSpec(texels, "hair/shadow_volume.glsl#taus", volumeConstants(nil), "Nearer", "Farther", "Begins", "Slots")
}

func NewVolume(l *Pass) (Method, error) {
	v := &Volume{l: l}
	if err := v.build(); err != nil {
		v.Release()
		return nil, err
	}
	return v, nil
}

// tilesOf is how many tiles a light's map of that size has.
func tilesOf(size int) int {
	across := (size + Tile - 1) / Tile
	return across * across
}

// tiles is how many tiles the frame's maps have.
func (v *Volume) tiles() int { return tilesOf(v.l.Size) }

func (v *Volume) build() (err error) {
	d, tiles := v.l.s.Device, tilesOf(v.l.Room)
	words := tiles * Tile * Tile * HalfSlices
	if most := d.Caps().MaxStorageBytes; 4*words > most {
		return fmt.Errorf("half of a volume of %d slices has %d bytes, this driver binds %d: %w", 2*HalfSlices, 4*words, most, gpu.ErrTooLarge)
	}
	mark, flag, plan, sum, find := volumeSpecs(d.Caps().MaxGroups, v.l.s.Texels)
	add, farther := volumeAddition(), words
	if inColumns(v.l.s.Texels, v.l.traces(), 2*words, d.Caps().MaxStorageBytes) {
		v.columns = &columns{v: v}
		plan.Constants["HALF_SLICES"] = uint32(2 * HalfSlices)
		add, words, farther = columnAddition(), 2*words, 1
	}
	if v.mark, err = kernel.New(d, mark); err != nil {
		return err
	}
	if v.markLight, err = v.mark.Uniform("light"); err != nil {
		return err
	}
	if v.markBelow, err = v.mark.Uniform("casts_below"); err != nil {
		return err
	}
	if v.flag, err = kernel.New(d, flag); err != nil {
		return err
	}
	if v.plan, err = kernel.New(d, plan); err != nil {
		return err
	}
	if v.add, err = v.l.newGatherer(add); err != nil {
		return err
	}
	if v.columns != nil {
		err = v.columns.build()
	} else if v.sum, err = kernel.New(d, sum); err == nil {
		v.finder, err = v.l.newFinder(find)
	}
	if err != nil {
		return err
	}
	if v.scanner, err = v.l.s.Scanner(); err != nil {
		return err
	}
	for _, b := range []struct {
		buffer **gpu.Buffer[uint32]
		words  int
	}{{&v.Begins, tiles}, {&v.flags, tiles + 1}, {&v.Slots, tiles + 1}, {&v.Planned, 4}, {&v.Nearer, words}, {&v.Farther, farther}} {
		if *b.buffer, err = gpu.NewBuffer[uint32](d, b.words); err != nil {
			return err
		}
	}
	if v.words, err = v.Planned.Slice(0, 1); err != nil {
		return err
	}
	v.zeroing, err = v.Planned.Slice(1, 4)
	return err
}

func (v *Volume) Find(light int) error {
	begins, slots, nearer, farther := v.Begins.View(), v.Slots.View(), v.Nearer.View(), v.Farther.View()
	c := allCast
	list := segmentList{v.l.s.Expanded.Segments.View(), v.l.s.Expanded.Counts[0], v.l.s.Expanded.Groups}
	if t, ok := v.add.(*tracer); ok {
		c = castOf(v.l.Share, v.l.s.Frame.Detail, v.l.s.Hair.Ranks)
		t.set(c)
		if v.columns != nil {
			list = v.columns.cast(c)
		}
		t.list = list
	}
	v.mark.Set(v.markBelow, c.below)
	if err := v.findTiles(light, list); err != nil {
		return err
	}
	if err := v.l.s.GoOn(); err != nil {
		return err
	}
	count := gpu.CountAt(v.words, v.Nearer.Len())
	for i, half := range [...]gpu.View{nearer, farther} {
		if i > 0 && v.columns != nil {
			break
		}
		v.l.zero.SetBuffer(0, half)
		v.l.zero.SetCount(count)
		if err := v.l.zero.DispatchIndirect(v.zeroing); err != nil {
			return err
		}
	}
	v.l.s.Device.StorageBarrier()
	if v.columns != nil {
		return v.columns.fill(light)
	}
	v.add.all(light, additionBuffers{nearer, farther, begins, slots})
	if err := v.l.s.GoOn(); err != nil {
		return err
	}
	v.sum.SetBuffer(0, nearer)
	v.sum.SetBuffer(1, farther)
	v.sum.SetBuffer(2, slots)
	v.sum.SetCount(gpu.N(v.tiles()))
	v.sum.Dispatch(v.tiles())
	v.l.s.Device.StorageBarrier()
	v.finder.find(light, nearer, farther, begins, slots)
	return nil
}

// findTiles finds the tiles with hair, the slot of each, and how much of the volume they take.
func (v *Volume) findTiles(light int, list segmentList) error {
	s, d := v.l.s, v.l.s.Device
	v.l.clear(v.Begins.View())
	d.StorageBarrier()
	v.mark.SetBuffer(0, list.segments)
	v.mark.SetBuffer(1, s.Hair.Points.View())
	v.mark.SetBuffer(2, v.Begins.View())
	s.ReadWords(0, list.segments)
	s.ReadVectors(1, s.Hair.Points.View())
	v.mark.SetCount(list.n)
	v.mark.Set(v.markLight, uint32(light))
	v.mark.Dispatch(list.groups)
	d.StorageBarrier()
	tiles := gpu.N(v.tiles())
	v.flag.SetBuffer(0, v.Begins.View())
	v.flag.SetBuffer(1, v.flags.View())
	v.flag.SetCount(tiles)
	v.flag.Dispatch((v.tiles() + scene.GroupSize) / scene.GroupSize)
	d.StorageBarrier()
	if err := v.scanner.Exclusive(v.Slots.View(), v.flags.View(), gpu.N(v.tiles()+1)); err != nil {
		return err
	}
	v.plan.SetBuffer(0, v.Slots.View())
	v.plan.SetBuffer(1, v.Planned.View())
	v.plan.SetCount(tiles)
	v.plan.Dispatch(1)
	d.MemoryBarrier() // the dispatch's arguments too
	return nil
}

func (v *Volume) Bytes() int { return v.Nearer.View().Size() + v.Farther.View().Size() }

func (v *Volume) Release() {
	for _, k := range []*kernel.Kernel{v.mark, v.flag, v.plan, v.sum} {
		k.Release()
	}
	if v.add != nil {
		v.add.Release()
	}
	v.finder.Release()
	v.columns.release()
	for _, b := range []*gpu.Buffer[uint32]{v.Begins, v.flags, v.Slots, v.Planned, v.Nearer, v.Farther} {
		b.Release()
	}
}
