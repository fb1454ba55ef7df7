// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// pool is what all rows share: areas of the largest size, and the operations once they are compiled.
//
// The areas lie in one buffer wherever the driver takes one so large. OpenGL's memory is not all the same: on an H200,
// once a process holds (or has held) some hundreds of megabytes in buffers of their own, kernels on later ones run at a
// third of the speed, a plain copy too; pieces of one large buffer do not.
type pool struct {
	most    int
	areas   [areaCount]gpu.View
	count   gpu.View // a word of its own: uploads into a large buffer take milliseconds
	made    map[string]any
	release []func()
}

const (
	areaSrc = iota
	areaDst
	areaSrcPayload
	areaDstPayload
	areaScratch
	areaScratchPayload
	areaCount
)

func newPool(d *gpu.Device, most int) (*pool, error) {
	p := &pool{most: max(most, 1), made: map[string]any{}}
	if err := p.take(d); err != nil {
		p.free()
		return nil, err
	}
	return p, nil
}

func (p *pool) take(d *gpu.Device) error {
	count, err := gpu.NewBuffer[uint32](d, 1)
	if err != nil {
		return err
	}
	p.release = append(p.release, count.Release)
	p.count = count.View()
	if areaCount*4*p.most <= d.Caps().MaxStorageBytes {
		all, err := gpu.NewBuffer[uint32](d, areaCount*p.most)
		if err != nil {
			return err
		}
		p.release = append(p.release, all.Release)
		for i := range p.areas {
			if p.areas[i], err = all.Slice(i*p.most, (i+1)*p.most); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range p.areas {
		b, err := gpu.NewBuffer[uint32](d, p.most)
		if err != nil {
			return err
		}
		p.release = append(p.release, b.Release)
		p.areas[i] = b.View()
	}
	return nil
}

// view is the front of area i.
func (p *pool) view(i, words int) (gpu.View, error) { return p.areas[i].Slice(0, 4*words) }

// keep makes an operation at its first use, and has it released with the pool.
func keep[T interface{ Release() }](p *pool, t gpu.Tuning, name string, make func() (T, error)) (T, error) {
	key := fmt.Sprint(name, t)
	if o, ok := p.made[key]; ok {
		return o.(T), nil
	}
	o, err := make()
	if err != nil {
		return o, err
	}
	p.made[key] = o
	p.release = append(p.release, o.Release)
	return o, nil
}

func (p *pool) free() {
	for _, f := range p.release {
		f()
	}
}
