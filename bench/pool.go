// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
)

// pool is what all rows share: buffers of the largest size, and the operations once they are compiled.
type pool struct {
	most    int
	areas   [areaCount]gpu.View
	count   gpu.View // a word in a buffer of its own
	zero    gpu.View // a word that stays 0, to set count from
	scratch gpu.View // for the sorts
	pair    gpu.View // two words
	bins    gpu.View // 256 words
	made    map[string]any
	making  time.Duration // what that took
	release []func()
}

const (
	areaSrc = iota
	areaDst
	areaSrcPayload
	areaDstPayload
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
	for _, small := range []struct {
		v     *gpu.View
		words int
	}{{&p.count, 1}, {&p.zero, 1}, {&p.pair, 2}, {&p.bins, 256}} {
		b, err := gpu.NewBuffer[uint32](d, small.words)
		if err != nil {
			return err
		}
		p.release = append(p.release, b.Release)
		*small.v = b.View()
	}
	for i := range p.areas {
		b, err := gpu.NewBuffer[uint32](d, p.most)
		if err != nil {
			return err
		}
		p.release = append(p.release, b.Release)
		p.areas[i] = b.View()
	}
	bytes, err := radix.ScratchBytes(d.Caps(), radix.Options{}, radix.ForPairs, p.most)
	if err != nil {
		return err
	}
	scratch := d.NewScratch("bench")
	p.release = append(p.release, scratch.Release)
	if err := scratch.Reserve(bytes); err != nil {
		return err
	}
	p.scratch = scratch.View()
	return nil
}

// view is the front of area i.
func (p *pool) view(i, words int) (gpu.View, error) { return p.areas[i].Slice(0, 4*words) }

// tuned is an operation that comes in several ways.
type tuned interface {
	Release()
	Variant() string
}

// errNoForm says that an operation has no chained form: there is no row for it.
var errNoForm = errors.New("there is no chained form of it")

// keepTuned is keep for a row of the operation, which gets its variant.
func keepTuned[T tuned](m maker, j *job, name string, make func() (T, error)) (T, error) {
	o, err := keep(m.pool, fmt.Sprint(name, m.tune), make)
	if err != nil {
		return o, err
	}
	j.row.Variant = o.Variant()
	if m.tune.Algorithm == gpu.Chained && !strings.HasPrefix(j.row.Variant, gpu.Chained.String()) {
		return o, errNoForm
	}
	return o, nil
}

// keep makes an operation at its first use, and has it released with the pool.
func keep[T interface{ Release() }](p *pool, key string, make func() (T, error)) (T, error) {
	if o, ok := p.made[key]; ok {
		return o.(T), nil
	}
	began := time.Now()
	o, err := make()
	p.making += time.Since(began)
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
