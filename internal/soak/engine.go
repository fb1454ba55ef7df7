// SPDX-License-Identifier: MIT

package soak

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// released is the interface of every operation.
type released interface {
	Release()
	Variant() string
}

// kind is an operation with one set of options. It is compiled once. The list of kinds is finite,
// so the pool is too.
type kind struct {
	op, name   string
	shares     string // kinds with the same name share one compiled operation; "" for one of its own
	singlePass bool   // has both algorithms
	own        bool   // works in scratch of its own, which grows: its inputs are small
	workers    int    // Tuning.Workers
	spins      int    // of a single pass, as in Tuning
	silent     int
	atOnce     int // the value for software, which has no measured one
	make       func(e *engine, tune gpu.Tuning) (released, error)
	run        func(t *trial, made released) error
}

// ownMost is the most items of a kind with its own scratch. It is small because all of these kinds
// keep their scratch.
const ownMost = 1 << 17

// kinds returns all kinds. Half of them have few workers, so that chunks have many tiles. Every
// fourth has its own scratch. In a single pass some poll little, and in some a part of the tiles
// publishes nothing.
func kinds() []*kind {
	var all []*kind
	for _, list := range [][]*kind{reductions(), scans(), histograms(), compactions(), sorts()} {
		all = append(all, list...)
	}
	for i, k := range all {
		if k.shares != "" {
			continue // its list is reported
		}
		k.shares = k.op + " " + k.name
		k.workers = [...]int{0, 5, 0, 61, 5, 0}[i%6]
		k.own = i%4 == 3
		k.spins, k.silent = [...]int{0, 0, -1, 2, 0}[i%5], [...]int{0, 0, 0, 3, 0, 0, 2}[i%7]
	}
	return all
}

// forced has the values that a test uses instead of random ones.
type forced struct{ n, spread int }

// engine has the memory and the kernels of all trials, allocated and compiled once.
type engine struct {
	d       *gpu.Device
	o       Options
	memory  *kernel.Scratch
	area    [areas]gpu.View
	kernels map[string]compiled
	kinds   []*kind
	pool    map[string]released
	tile    int
	workers int
	clamped bool // a destination was too small on purpose: Device.Check reports it

	forced *forced
	spoil  func(*trial) // set by a test; runs between an operation and its checks
}

func newEngine(d *gpu.Device, o Options) (*engine, error) {
	e := &engine{d: d, o: o, kernels: map[string]compiled{}, kinds: kinds(), pool: map[string]released{}}
	shape, err := kernel.Pick(d.Caps(), gpu.Tuning{})
	if err != nil {
		return nil, err
	}
	e.tile, e.workers = shape.TileSize(), shape.Workers
	if err := e.arena(); err != nil {
		e.release()
		return nil, err
	}
	for name := range checkers {
		if e.kernels[name], err = load(d, name); err != nil {
			e.release()
			return nil, err
		}
	}
	return e, nil
}

func (e *engine) release() {
	for _, o := range e.pool {
		o.Release()
	}
	for _, k := range e.kernels {
		k.Release()
	}
	e.memory.Release()
}

// made returns the trial's operation. It compiles the operation when it is first drawn.
func (e *engine) made(t *trial) (released, error) {
	key := fmt.Sprint(t.kind.shares, t.tune, t.silent)
	if o, ok := e.pool[key]; ok {
		return o, nil
	}
	e.d.Internal().Faults.Silent = t.silent
	o, err := t.kind.make(e, t.tune)
	e.d.Internal().Faults.Silent = 0
	if err != nil {
		return nil, err
	}
	e.pool[key] = o
	return o, nil
}

// try enqueues a trial with all of its checks.
func (e *engine) try(number int, slot uint32) *trial {
	t := e.draw(number, slot)
	var err error
	t.made, err = e.made(t)
	t.keep(err)
	if t.err == nil {
		t.variant = t.made.Variant()
		t.keep(t.kind.run(t, t.made))
	}
	e.d.StorageBarrier()
	if t.err == nil {
		t.untouched()
		e.d.StorageBarrier()
	}
	return t
}

// clearRing resets half of the ring, or all of it.
func (e *engine) clearRing(from, slots int) error {
	half, err := e.area[areaRing].Slice(4*from*slotWords, 4*(from+slots)*slotWords)
	if err != nil {
		return err
	}
	words := slots * slotWords
	err = e.dispatch("words_make", words, args{"kind": makeRing, "item_words": 1, "data_words": uint32(words), "words": uint32(words)}, half)
	e.d.MemoryBarrier()
	return err
}

// finding returns the finding in a trial's slot: "" if the result is right.
func (t *trial) finding(slot []uint32) (what string, first int) {
	if t.err != nil {
		return t.err.Error(), -1
	}
	for bit, name := range wrongNames {
		if slot[slotWrong]&(1<<bit) != 0 {
			if what != "" {
				what += ", "
			}
			what += name
		}
	}
	if what == "" && slot[slotChecks] != t.checks {
		return fmt.Sprintf("%d of %d checks ran", slot[slotChecks], t.checks), -1
	}
	return what, int(int32(slot[slotFirst]))
}
