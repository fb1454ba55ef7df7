// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
)

// job is one row to be, made: something to run, and how to check what it did. A hair frame is
// several rows, one for each stage.
type job struct {
	row     result.Row
	run     func() error
	check   func() error
	host    bool                   // the CPU does it, by the wall clock
	stages  int                    // how many mark marks; 0 of a job that has none
	mark    func(*gpu.Timer) error // run, with each stage marked
	release func()                 // what is this row's alone; may be nil
	words   int                    // as many as a copy has that moves as much; 0: there is none to hold it against
}

// maker makes the jobs of one device.
type maker struct {
	cell
	d    *gpu.Device
	seed int64
	tune gpu.Tuning
	pool *pool
}

// newJob is the cell's job, of which the row is there.
func (m maker) newJob(bytes int64) *job {
	j := &job{row: m.row(), words: m.words()}
	j.row.Bytes = bytes
	return j
}

// tag names an input of the cell; kind distinguishes inputs of one cell.
func (m maker) tag(kind string) string { return fmt.Sprintf("%s %d %+v", kind, m.seed, m.input()) }

// inputAt puts data in an area, unless it lies there already.
func (m maker) inputAt(area int, kind string, fill func() []uint32) ([]uint32, gpu.View, error) {
	tag := m.tag(kind)
	data := remember(m.pool, fmt.Sprint("area ", area), tag, fill)
	if m.pool.holds[area] == tag {
		v, err := m.pool.areas[area].Slice(0, 4*len(data))
		return data, v, err
	}
	v, err := m.pool.put(area, data)
	if err == nil {
		m.pool.holds[area] = tag
	}
	return data, v, err
}

// random puts n random words in the source's area.
func (m maker) random() ([]uint32, gpu.View, error) {
	return m.inputAt(areaSrc, "random", func() []uint32 { return words(m.seed, m.n) })
}

// target is n poisoned words at the front of an area.
func (m maker) target(area, n int) (gpu.View, error) { return m.pool.put(area, m.pool.poisons(n)) }

// expect compares the front of a view with words.
func (m maker) expect(what string, v gpu.View, want []uint32) error {
	got, err := m.pool.read(v, len(want))
	if err != nil {
		return err
	}
	return same(what, got, want)
}

// known is what the result of this input must be, computed once for neighbouring rows of it.
func (m maker) known(kind string, compute func() []uint32) []uint32 {
	return remember(m.pool, kind, m.tag(kind), compute)
}
