// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
)

// benchmark is one run of the program.
type benchmark struct {
	ctx            context.Context
	o              options
	table          []op
	d              *gpu.Device
	stdout, stderr io.Writer
	rows           []result.Row
	failed         int
}

// measure makes, checks and times every row. Errors: what makes the whole run impossible.
func (b *benchmark) measure() error {
	tunings, err := b.tunings()
	if err != nil {
		return err
	}
	pool, sizes, err := b.buffers()
	if err != nil {
		return err
	}
	defer pool.free()
	if !b.o.check {
		fmt.Fprintln(b.lines(), tableHead)
	}
	for _, n := range sizes {
		jobs := b.jobs(n, tunings, pool)
		if n >= 1<<22 { // below that the rows come fast enough to see that it goes on
			fmt.Fprintf(b.stderr, "bench: n = %d: %d rows\n", n, len(jobs))
		}
		var copied result.Row
		for _, make := range jobs {
			if b.ctx.Err() != nil {
				return nil
			}
			r, err := b.one(make, copied)
			if err != nil {
				return err
			}
			if r.Op == "copy" {
				copied = r
			}
		}
	}
	return nil
}

// lines is where rows are shown: stdout, or stderr when stdout is for JSON.
func (b *benchmark) lines() io.Writer {
	if b.o.json {
		return b.stderr
	}
	return b.stdout
}

// buffers makes the pool for the largest n that fits, and leaves out, with a line, what does not.
func (b *benchmark) buffers() (*pool, []int, error) {
	sizes := b.o.n
	if sizes == nil {
		sizes = []int{1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24}
		if b.d.Caps().Software {
			sizes = []int{1 << 16, 1 << 20}
		}
	}
	limit := b.d.Caps().MaxStorageBytes
	fits := slices.DeleteFunc(slices.Clone(sizes), func(n int) bool {
		if n > limit/4 {
			fmt.Fprintf(b.stderr, "bench: n = %d left out: its buffer passes the driver's %d bytes\n", n, limit)
		}
		return n > limit/4
	})
	for len(fits) > 0 {
		most := slices.Max(fits)
		pool, err := newPool(b.d, most)
		if !errors.Is(err, gpu.ErrOutOfMemory) {
			return pool, fits, err
		}
		fmt.Fprintf(b.stderr, "bench: n = %d left out: %v\n", most, err)
		fits = slices.DeleteFunc(fits, func(n int) bool { return n == most })
	}
	return nil, nil, errors.New("no n of -n fits this driver")
}

// jobs lists what to make for one size.
func (b *benchmark) jobs(n int, tunings []gpu.Tuning, pool *pool) []makeJob {
	var all []makeJob
	base := maker{d: b.d, n: n, seed: b.o.seed, pool: pool}
	for _, o := range b.table {
		// The copy always: the others are held against it.
		if !o.tuned && (o.name == "copy" || slices.Contains(b.o.ops, o.name)) {
			all = append(all, o.jobs(base, b.o.kept)...)
		}
	}
	for _, tune := range tunings {
		for i, pattern := range b.o.patterns {
			m := base
			m.tune, m.pattern = tune, pattern
			for _, o := range b.table {
				if !o.tuned || !slices.Contains(b.o.ops, o.name) || i > 0 && !slices.Contains(patterned, o.name) {
					continue
				}
				all = append(all, o.jobs(m, b.o.kept)...)
			}
		}
	}
	return all
}

// tunings are the ways that were asked for, each once. Errors: gpu.ErrUnsupported for one that the driver lacks,
// gpu.ErrTooLarge for too many workers.
func (b *benchmark) tunings() ([]gpu.Tuning, error) {
	var out []gpu.Tuning
	add := func(t gpu.Tuning) error {
		shape, err := gpu.Pick(b.d.Caps(), t)
		t.Lanes = shape.Lanes
		if !slices.Equal(b.o.algorithms, []string{gpu.AlgorithmAuto.String()}) {
			t.Algorithm = shape.Algorithm // else each operation has its own best, also where it has no chained form
		}
		if err == nil && !slices.Contains(out, t) {
			out = append(out, t)
		}
		return err
	}
	for _, algorithm := range []gpu.Algorithm{gpu.AlgorithmAuto, gpu.Chunked, gpu.Chained} {
		for _, lanes := range []gpu.Lanes{gpu.LanesAuto, gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
			if !asked(b.o.algorithms, algorithm) || !asked(b.o.lanes, lanes) {
				continue
			}
			err := add(gpu.Tuning{Lanes: lanes, Algorithm: algorithm, Workers: b.o.workers})
			if slices.Contains(b.o.lanes, "all") && errors.Is(err, gpu.ErrUnsupported) {
				continue
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// asked says whether a list has a way: by its name, or "all" for any but the zero one.
func asked[T interface {
	~int
	String() string
}](list []string, way T) bool {
	return slices.Contains(list, way.String()) || way != 0 && slices.Contains(list, "all")
}

// one makes a job, checks it, times it, checks it again, and keeps and shows its row. The second check is of the last
// of many calls in a row, where a race between two calls would show. Errors: gpu.ErrContextLost: then there is no row, as
// nothing is known of it, and there will be none.
func (b *benchmark) one(make makeJob, copied result.Row) (result.Row, error) {
	j, err := make()
	if errors.Is(err, errNoForm) {
		return result.Row{}, nil
	}
	r := &j.row
	c := b.d.Caps()
	r.Device, r.Driver = c.Renderer, c.Version
	if err == nil {
		err = j.run()
	}
	if err == nil {
		err = errors.Join(j.check(), b.d.Check())
	}
	if err == nil && !b.o.check {
		var t result.Times
		if t, err = b.time(j); b.ctx.Err() != nil {
			return result.Row{}, nil // interrupted: a row without its times is no result
		}
		if err == nil {
			err = j.check()
		}
		if err == nil {
			r.Settle(t, copied)
		}
	}
	// Whatever else went wrong with a lost context is of no interest.
	if lost := b.d.Lost(); lost != nil {
		return result.Row{}, lost
	}
	if r.Checked = err == nil; !r.Checked {
		b.failed++
		fmt.Fprintf(b.stderr, "bench: %s %s n=%d: %v\n", r.Op, r.Variant, r.N, err)
	}
	b.rows = append(b.rows, *r)
	if b.o.check {
		fmt.Fprintln(b.lines(), verdict(*r))
	} else {
		fmt.Fprintln(b.lines(), line(*r))
	}
	return *r, nil
}
