// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/radix"
)

// pool has what all rows share: buffers of the largest size, the compiled operations, and the input
// of the row before. Neighbouring rows often have the same input.
type pool struct {
	d       *gpu.Device
	areas   [areaCount]gpu.View
	holds   [areaCount]string   // what input lies in an area: "" none that is known
	scratch gpu.View            // for the sorts
	busy    [2]gpu.View         // what a GPU copies to keep its clock up; none of software
	release []func()            // buffers
	made    map[string]released // operations
	kept    map[string]memory
	poison  []uint32
	got     []uint32
	making  time.Duration // what making operations took
}

// released is what has to be released.
type released interface{ Release() }

// memory is a value computed for an input: the latest of its kind.
type memory struct {
	of    string
	value any
}

const (
	areaSrc = iota
	areaDst
	areaSrcPayload
	areaDstPayload
	areaCount
)

// busyWords is a number of words that take some microseconds to copy and little memory.
const busyWords = 1 << 22

// needs has the sizes that a pool must have.
type needs struct {
	words   int        // of what is read and written
	payload int        // of what moves along, and of offsets
	sorted  int        // keys
	tile    gpu.Tuning // of the smallest tiles that sorts are to take, which need the most scratch
}

func newPool(d *gpu.Device, need needs) (*pool, error) {
	p := &pool{d: d, made: map[string]released{}, kept: map[string]memory{}}
	if err := p.take(need); err != nil {
		p.free()
		return nil, err
	}
	return p, nil
}

func (p *pool) take(need needs) error {
	keep := 1
	if !p.d.Caps().Software {
		keep = busyWords
	}
	for _, b := range []struct {
		v     *gpu.View
		words int
	}{
		{&p.busy[0], keep}, {&p.busy[1], keep},
		{&p.areas[areaSrc], max(1, need.words)}, {&p.areas[areaDst], max(manyBins, need.words)},
		{&p.areas[areaSrcPayload], max(2, need.payload)}, {&p.areas[areaDstPayload], max(1, need.payload)},
	} {
		buffer, err := gpu.NewBuffer[uint32](p.d, b.words)
		if err != nil {
			return err
		}
		p.release = append(p.release, buffer.Release)
		*b.v = buffer.View()
	}
	if need.sorted == 0 {
		return nil
	}
	bytes := 0
	for _, tune := range []gpu.Tuning{{}, need.tile} {
		for _, use := range []radix.Use{radix.ForPairs, radix.ForIndices} {
			some, err := radix.ScratchBytes(p.d.Caps(), radix.Options{Tuning: tune}, use, need.sorted)
			if err != nil {
				return err
			}
			bytes = max(bytes, some)
		}
	}
	scratch := kernel.NewScratch(p.d, "bench")
	p.release = append(p.release, scratch.Release)
	if err := scratch.Reserve(bytes); err != nil {
		return err
	}
	p.scratch = scratch.View()
	return nil
}

// put writes data to the front of an area.
func (p *pool) put(area int, data []uint32) (gpu.View, error) {
	v, err := p.areas[area].Slice(0, 4*len(data))
	if err != nil {
		return v, err
	}
	p.holds[area] = ""
	return v, gpu.Upload(p.d, v, data)
}

// poison fills a destination before a call. Without it a kernel that writes nothing would pass if
// zeros are expected: a scan of one item, or a count of 0.
const poison = 0xBADBAD01

func (p *pool) poisons(n int) []uint32 {
	for len(p.poison) < n {
		p.poison = append(p.poison, poison)
	}
	return p.poison[:n]
}

// read returns the front of a view. The next read overwrites it.
func (p *pool) read(v gpu.View, n int) ([]uint32, error) {
	if cap(p.got) < n {
		p.got = make([]uint32, n)
	}
	got := p.got[:n]
	return got, gpu.Download(p.d, v, got)
}

// tuned is an operation with several variants.
type tuned interface {
	Release()
	Variant() string
}

// errNoRow says that an operation cannot have so many items.
var errNoRow = errors.New("not possible")

// errNoForm says that an operation has no single-pass form: there is no row for it.
var errNoForm = errors.New("it has no single-pass form")

// keepFor is keep for a job.
func keepFor[T released](m maker, j *job, key string, make func() (T, error)) (o T) {
	if j.err == nil {
		o, j.err = keep(m.pool, key, make)
	}
	return o
}

// keepTuned is keepFor an operation with variants. It also writes the name of the variant that runs
// at the row's n to the row.
func keepTuned[T tuned](m maker, j *job, name string, make func() (T, error)) T {
	o := keepFor(m, j, fmt.Sprint(name, m.tune), make)
	if j.err != nil {
		return o
	}
	j.row.Variant = o.Variant()
	if either, ok := any(o).(interface{ VariantFor(n int) string }); ok {
		j.row.Variant = either.VariantFor(m.n)
	}
	if m.tune.Algorithm == gpu.SinglePass && !strings.HasPrefix(j.row.Variant, gpu.SinglePass.String()) {
		j.err = errNoForm
	}
	return o
}

// keepSorter is keepTuned for a sort of the row's n keys, which has other forms for few keys and
// for many.
func keepSorter(m maker, j *job, name string, use radix.Use, make func() (*radix.Sorter, error)) *radix.Sorter {
	s := keepTuned(m, j, name, make)
	j.form = func() string { return s.VariantFor(use, m.n) }
	return s
}

// useOf is the use of a sort of keys, alone or with a payload.
func useOf(pairs bool) radix.Use {
	if pairs {
		return radix.ForPairs
	}
	return radix.ForKeys
}

// keep makes an operation at its first use. The pool releases it with the others.
func keep[T released](p *pool, key string, make func() (T, error)) (T, error) {
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
	return o, nil
}

// remember computes a value for an input, unless the latest value has the same key.
func remember[T any](p *pool, kind, of string, compute func() T) T {
	if m, ok := p.kept[kind]; ok && m.of == of {
		return m.value.(T)
	}
	v := compute()
	p.kept[kind] = memory{of, v}
	return v
}

// drop releases the operations whose keys have a prefix.
func (p *pool) drop(prefix string) {
	for key, m := range p.made {
		if strings.HasPrefix(key, prefix) {
			m.Release()
			delete(p.made, key)
		}
	}
}

// forget releases the operations and the computed values, but not the buffers. It is called at the
// end of an op.
func (p *pool) forget() {
	p.drop("")
	clear(p.kept)
}

func (p *pool) free() {
	p.forget()
	for _, f := range p.release {
		f()
	}
}
