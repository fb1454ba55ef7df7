// SPDX-License-Identifier: MIT

package shadow

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// layered is what deep opacity and occupancy maps have in common: a first drawing finds where the
// hair begins in each texel, a second adds it up from there.
type layered struct {
	l           *Pass
	first, then gatherer
	finder      finder
	begins      *gpu.Buffer[uint32]
	sums        *gpu.Buffer[uint32]
}

func deepConstants(layers int) shaders.Constants {
	return shaders.Constants{"LAYERS": uint32(layers)}
}

func deepAdditions(layers int) (first, then addition) {
	return addition{file: "hair/shadow_deep.glsl#front", buffers: []string{"Front"}},
		addition{file: "hair/shadow_deep.glsl#add", constants: deepConstants(layers), buffers: []string{"Front", "Layers"}}
}

func deepSpec(texels bool, layers int) kernel.Spec {
	return finderSpec(texels, "hair/shadow_deep.glsl#taus", deepConstants(layers), "Front", "Layers")
}

func NewDeep(layers int) func(*Pass) (Method, error) {
	return func(l *Pass) (Method, error) {
		first, then := deepAdditions(layers)
		return newLayered(l, first, then, deepSpec(l.s.Texels, layers), 1, layers)
	}
}

func occupancyAdditions() (first, then addition) {
	return addition{file: "hair/shadow_occupancy.glsl#range", buffers: []string{"Range"}},
		addition{file: "hair/shadow_occupancy.glsl#add", buffers: []string{"Range", "Texels"}}
}

func occupancySpec(texels bool) kernel.Spec {
	return finderSpec(texels, "hair/shadow_occupancy.glsl#taus", nil, "Range", "Texels")
}

func NewOccupancy(l *Pass) (Method, error) {
	first, then := occupancyAdditions()
	return newLayered(l, first, then, occupancySpec(l.s.Texels), 2, 8)
}

// newLayered makes a method with so many words for each texel in either buffer.
func newLayered(l *Pass, first, then addition, find kernel.Spec, begins, sums int) (Method, error) {
	w := &layered{l: l}
	if err := w.build(first, then, find, begins, sums); err != nil {
		w.Release()
		return nil, err
	}
	return w, nil
}

func (w *layered) build(first, then addition, find kernel.Spec, begins, sums int) (err error) {
	texels := w.l.Room * w.l.Room
	if most := w.l.s.Device.Caps().MaxStorageBytes; 4*texels*sums > most {
		return fmt.Errorf("the map has %d bytes, this driver binds %d: %w", 4*texels*sums, most, gpu.ErrTooLarge)
	}
	if w.first, err = w.l.newGatherer(first); err != nil {
		return err
	}
	if w.then, err = w.l.newGatherer(then); err != nil {
		return err
	}
	if w.finder, err = w.l.newFinder(find); err != nil {
		return err
	}
	if w.begins, err = gpu.NewBuffer[uint32](w.l.s.Device, texels*begins); err != nil {
		return err
	}
	w.sums, err = gpu.NewBuffer[uint32](w.l.s.Device, texels*sums)
	return err
}

func (w *layered) Find(light int) error {
	begins, sums := w.begins.View(), w.sums.View()
	w.l.clear(begins)
	w.l.clear(sums)
	w.l.s.Device.StorageBarrier()
	w.first.all(light, additionBuffers{begins})
	w.then.all(light, additionBuffers{begins, sums})
	w.finder.find(light, begins, sums)
	return nil
}

func (w *layered) Bytes() int { return w.begins.View().Size() + w.sums.View().Size() }

func (w *layered) Release() {
	for _, g := range []gatherer{w.first, w.then} {
		if g != nil {
			g.Release()
		}
	}
	w.finder.Release()
	w.begins.Release()
	w.sums.Release()
}
