// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// pool is what all rows share: buffers of the largest size, and the operations once they are compiled.
type pool struct {
	most    int
	areas   [areaCount]gpu.View
	count   gpu.View // a word in a buffer of its own
	zero    gpu.View // a word that stays 0, to set count from
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
	for _, v := range []*gpu.View{&p.count, &p.zero} {
		b, err := gpu.NewBuffer[uint32](d, 1)
		if err != nil {
			return err
		}
		p.release = append(p.release, b.Release)
		*v = b.View()
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
