// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
)

// job is one row to be, made: something to run, and how to check what it did. A hair frame is
// several rows, one for each stage.
type job struct {
	row     result.Row
	err     error // why it cannot be run. Once it is set, steps that make the job do nothing
	run     func() error
	form    func() string // the form of the call, if it may differ from the row's variant; may be nil
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

// automatic reports whether comb is to choose the variant. Frames and steps have no other form.
func (m maker) automatic() bool {
	return m.tune.Algorithm == gpu.AlgorithmAuto && m.tune.Lanes == gpu.LanesAuto
}

// fail sets the error, unless an earlier step has.
func (j *job) fail(err error) *job {
	if j.err == nil {
		j.err = err
	}
	return j
}

// free releases what is the job's alone.
func (j *job) free() {
	if j.release != nil {
		j.release()
	}
}

// first runs the job for the first time. Then the form of the call is known: its kernels have
// passed their self-tests, or others have replaced them.
func (j *job) first() error {
	err := j.run()
	if err == nil && j.form != nil {
		if form := j.form(); form != j.row.Variant {
			j.row.Form = form
		}
	}
	return err
}

// checkedRun runs the job once and checks its result and GL's errors.
func (j *job) checkedRun(d *gpu.Device) error {
	if j.err != nil {
		return j.err
	}
	if err := j.first(); err != nil {
		return err
	}
	return errors.Join(j.check(), d.Check())
}

// tag names an input of the cell; kind distinguishes inputs of one cell.
func (m maker) tag(kind string) string { return fmt.Sprintf("%s %d %+v", kind, m.seed, m.input()) }

// inputAt puts data in an area, unless it lies there already.
func (m maker) inputAt(j *job, area int, kind string, fill func() []uint32) (data []uint32, v gpu.View) {
	if j.err != nil {
		return nil, v
	}
	tag := m.tag(kind)
	data = remember(m.pool, fmt.Sprint("area ", area), tag, fill)
	if m.pool.holds[area] == tag {
		v, j.err = m.pool.areas[area].Slice(0, 4*len(data))
	} else if v, j.err = m.pool.put(area, data); j.err == nil {
		m.pool.holds[area] = tag
	}
	return data, v
}

// random puts n random words in the source's area.
func (m maker) random(j *job) ([]uint32, gpu.View) {
	return m.inputAt(j, areaSrc, "random", func() []uint32 { return words(m.seed, m.n) })
}

// target is n poisoned words at the front of an area.
func (m maker) target(j *job, area, n int) (v gpu.View) {
	if j.err == nil {
		v, j.err = m.pool.put(area, m.pool.poisons(n))
	}
	return v
}

// poisoned poisons a small result.
func (m maker) poisoned(j *job, v gpu.View) {
	if j.err == nil {
		j.err = gpu.Upload(m.d, v, m.pool.poisons(v.Size()/4))
	}
}

// known is what the result of this input must be, computed once for neighbouring rows of it.
func (m maker) known(j *job, kind string, compute func() []uint32) []uint32 {
	if j.err != nil {
		return nil
	}
	return remember(m.pool, kind, m.tag(kind), compute)
}

// expect compares the front of a view with words.
func (m maker) expect(what string, v gpu.View, want []uint32) error {
	got, err := m.pool.read(v, len(want))
	if err != nil {
		return err
	}
	return same(what, got, want)
}
