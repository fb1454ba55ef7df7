// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/scan"
	"github.com/combgl/comb/shaders"
)

// volume keeps the opacity of each texel in 64 slices along the light. All slices of a texel lie one behind the other, so
// one scan over everything gives the running totals along all texels at once.
type volume struct {
	l                       *lighting
	begin                   *gpu.Kernel
	beginLight              gpu.Uniform
	add                     adder
	finder                  finder
	scanner                 *scan.Scanner
	nearer, farther, begins *gpu.Buffer[uint32]
}

const (
	// halfSlices are in a buffer each: at 1024 texels on a side that is 128 MiB, the most that some drivers bind.
	halfSlices = 32
	// tile is the side in texels of what shares the place where its slices begin.
	tile = 4
)

func volumeConstants() shaders.Constants {
	return shaders.Constants{"HALF_SLICES": uint32(halfSlices), "TILE": uint32(tile)}
}

func volumeFiles() stageFiles { return adderFiles("hair/volume_add.frag.glsl", volumeConstants()) }

func volumeSpecs() (begin, find gpu.Spec) {
	begin = gpu.Spec{File: "hair/tiles_begin.comp.glsl", Shape: flat, Constants: volumeConstants(), Buffers: []string{"Segments", "Points", "Begins", "Count"}}
	return begin, finderSpec("hair/taus_volume.glsl", volumeConstants(), "Nearer", "Farther", "Begins")
}

func newVolume(l *lighting) (shadow, error) {
	v := &volume{l: l}
	if err := v.build(); err != nil {
		v.release()
		return nil, err
	}
	return v, nil
}

func (v *volume) build() (err error) {
	d, words := v.l.r.d, v.l.size*v.l.size*halfSlices
	if most := d.Caps().MaxStorageBytes; 4*words > most {
		return fmt.Errorf("%w: half of a volume of %d slices has %d bytes, this driver binds %d", gpu.ErrTooLarge, 2*halfSlices, 4*words, most)
	}
	begin, find := volumeSpecs()
	if v.begin, err = d.NewKernel(begin); err != nil {
		return err
	}
	if v.beginLight, err = v.begin.Uniform("light"); err != nil {
		return err
	}
	if v.add, err = v.l.newAdder(volumeFiles()); err != nil {
		return err
	}
	if v.finder, err = v.l.newFinder(find); err != nil {
		return err
	}
	if v.scanner, err = scan.New(d, scan.Options{}); err != nil {
		return err
	}
	tiles := (v.l.size + tile - 1) / tile
	if v.begins, err = gpu.NewBuffer[uint32](d, tiles*tiles); err != nil {
		return err
	}
	if v.nearer, err = gpu.NewBuffer[uint32](d, words); err != nil {
		return err
	}
	v.farther, err = gpu.NewBuffer[uint32](d, words)
	return err
}

func (v *volume) find(light int) error {
	nearer, farther, begins := v.nearer.View(), v.farther.View(), v.begins.View()
	v.l.clear(nearer)
	v.l.clear(farther)
	v.l.clear(begins)
	v.l.r.d.Barrier()
	v.findBegins(light, begins)
	v.add.all(light, nearer, farther, begins)
	for _, half := range [...]gpu.View{nearer, farther} {
		if err := v.scanner.Inclusive(half, half, gpu.N(half.Size()/4)); err != nil {
			return err
		}
	}
	v.finder.find(light, nearer, farther, begins)
	return nil
}

func (v *volume) findBegins(light int, begins gpu.View) {
	m := v.l.r.m
	v.begin.SetBuffer(0, v.l.r.segments.View())
	v.begin.SetBuffer(1, m.points.View())
	v.begin.SetBuffer(2, begins)
	v.begin.SetCount(gpu.N(m.segments))
	v.begin.Set(v.beginLight, uint32(light))
	v.begin.Dispatch((m.segments + groupSize - 1) / groupSize)
	v.l.r.d.Barrier()
}

func (v *volume) bytes() int {
	return v.nearer.View().Size() + v.farther.View().Size() + v.begins.View().Size()
}

func (v *volume) release() {
	v.begin.Release()
	v.add.release()
	v.finder.release()
	v.scanner.Release()
	v.nearer.Release()
	v.farther.Release()
	v.begins.Release()
}
