// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// pool is what all rows share: four buffers of the largest size, and the operations once they are compiled. Buffers are
// made once because OpenGL's memory remembers: on an H200, after some rounds of making and freeing, new buffers of
// 64 MB were copied at a third of the speed, in that process for good.
type pool struct {
	most    int
	buffers [4]*gpu.Buffer[uint32]
	made    map[string]any
	release []func()
}

func newPool(d *gpu.Device, most int) (*pool, error) {
	p := &pool{most: most, made: map[string]any{}}
	for i := range p.buffers {
		var err error
		if p.buffers[i], err = gpu.NewBuffer[uint32](d, max(most, 1)); err != nil {
			p.free()
			return nil, err
		}
	}
	return p, nil
}

// view is the front of buffer i.
func (p *pool) view(i, words int) (gpu.View, error) { return p.buffers[i].Slice(0, words) }

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
	for _, b := range p.buffers {
		b.Release()
	}
}
