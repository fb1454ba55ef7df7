// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/combgl/comb/gpu"
)

// benchmark is one run of the program.
type benchmark struct {
	ctx            context.Context
	o              options
	d              *gpu.Device
	stdout, stderr io.Writer
	rows           []row
	failed         int
}

// measure makes, checks and times every row.
func (b *benchmark) measure() {
	if !b.o.json && !b.o.check {
		fmt.Fprintln(b.stdout, tableHead)
	}
	sizes := b.o.n
	if sizes == nil {
		sizes = []int{1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24}
		if b.d.Caps().Software {
			sizes = []int{1 << 16, 1 << 20}
		}
	}
	fits, most := []int{}, 0
	for _, n := range sizes {
		if 4*n > b.d.Caps().MaxStorageBytes {
			fmt.Fprintf(b.stderr, "bench: n = %d left out: its buffer passes the driver's %d bytes\n", n, b.d.Caps().MaxStorageBytes)
			continue
		}
		fits, most = append(fits, n), max(most, n)
	}
	pool, err := newPool(b.d, most)
	if err != nil {
		b.failed++
		fmt.Fprintf(b.stderr, "bench: buffers for n = %d: %v\n", most, err)
		return
	}
	defer pool.free()
	for _, n := range fits {
		copyGBs := 0.0
		for _, make := range b.jobs(n, pool) {
			if b.ctx.Err() != nil {
				return
			}
			r := b.one(make, copyGBs)
			if r.Op == "copy" {
				copyGBs = r.GBs
			}
		}
	}
}

// jobs lists what to make for one size, the copy first: the others are held against it.
func (b *benchmark) jobs(n int, pool *pool) []func() (*job, error) {
	var all []func() (*job, error)
	base := maker{d: b.d, n: n, seed: b.o.seed, pool: pool}
	chosen := map[string]bool{}
	for _, op := range b.o.ops {
		chosen[op] = true
	}
	all = append(all, base.copyJob)
	for _, kept := range b.o.kept {
		if chosen["append"] {
			all = append(all, func() (*job, error) { return base.appendJob(kept) })
		}
	}
	for _, lanes := range b.lanes() {
		m := base
		m.tune = gpu.Tuning{Lanes: lanes, Workers: b.o.workers}
		add := func(op string, make func() (*job, error)) {
			if !chosen[op] {
				return
			}
			all = append(all, func() (*job, error) {
				j, err := make()
				shape, _ := gpu.Pick(b.d.Caps(), m.tune)
				j.row.Variant = "chunked-" + shape.Lanes.String()
				return j, err
			})
		}
		for _, kept := range b.o.kept {
			add("compact", func() (*job, error) { return m.compactJob(kept) })
		}
		add("scan", m.scanJob)
		add("reduce", m.reduceJob)
		add("sort", func() (*job, error) { return m.sortJob(32, false) })
		add("sort", func() (*job, error) { return m.sortJob(32, true) })
		add("sort", func() (*job, error) { return m.sortJob(16, true) })
	}
	return all
}

func (b *benchmark) lanes() []gpu.Lanes {
	var out []gpu.Lanes
	for _, name := range b.o.lanes {
		switch name {
		case "auto":
			out = append(out, gpu.LanesAuto)
		case "all":
			for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
				if _, err := gpu.Pick(b.d.Caps(), gpu.Tuning{Lanes: l}); err == nil {
					out = append(out, l)
				}
			}
		default:
			out = append(out, map[string]gpu.Lanes{"khr": gpu.LanesKHR, "ballot": gpu.LanesBallot, "shared": gpu.LanesShared}[name])
		}
	}
	return out
}

// one makes a job, checks it, times it, and keeps and prints its row.
func (b *benchmark) one(make func() (*job, error), copyGBs float64) row {
	j, err := make()
	r := &j.row
	c := b.d.Caps()
	r.Device, r.Driver = c.Renderer, c.Version
	if err == nil {
		err = j.run()
	}
	if err == nil {
		err = errors.Join(j.check(), b.d.Check())
	}
	if r.Checked = err == nil; !r.Checked {
		b.failed++
		fmt.Fprintf(b.stderr, "bench: %s %s n=%d: %v\n", r.Op, r.Variant, r.N, err)
	} else if !b.o.check {
		gpuTimes, wallTimes, reliable, err := b.time(j)
		if err != nil {
			b.failed++
			fmt.Fprintf(b.stderr, "bench: %s %s n=%d: %v\n", r.Op, r.Variant, r.N, err)
		}
		r.settle(gpuTimes, wallTimes, reliable, copyGBs)
	}
	b.rows = append(b.rows, *r)
	switch {
	case b.o.check && !b.o.json:
		verdict := map[bool]string{true: "PASS", false: "FAIL"}[r.Checked]
		fmt.Fprintf(b.stdout, "%s  %s %s n=%d kept=%d key_bits=%d payload_bytes=%d\n", verdict, r.Op, r.Variant, r.N, r.Kept, r.KeyBits, r.PayloadBytes)
	case !b.o.json:
		fmt.Fprintln(b.stdout, r)
	}
	return *r
}

// warmUp is how long a row runs before it is timed. A GPU that has waited for the CPU's check runs at a fraction of its
// clock, and single calls of some microseconds do not wake it: without this, rows after a long check read up to four
// times too slow on an H200.
const warmUp = 300 * time.Millisecond

// time takes the samples, after the warm-up: one call each between two timestamps.
func (b *benchmark) time(j *job) (gpuTimes, wallTimes []float64, reliable bool, err error) {
	timer, err := b.d.NewTimer(1)
	if err != nil {
		return nil, nil, false, err
	}
	defer timer.Release()
	for began := time.Now(); time.Since(began) < warmUp && b.ctx.Err() == nil; {
		for range 10 {
			if err := j.run(); err != nil {
				return nil, nil, false, err
			}
		}
		b.d.Finish()
	}
	trusted := 0
	for i := -3; i < b.o.samples && b.ctx.Err() == nil; i++ {
		timer.Begin()
		if err := j.run(); err != nil {
			return nil, nil, false, err
		}
		timer.Mark("run")
		stages, wall := timer.Stages()
		if i < 0 {
			continue
		}
		gpuTimes = append(gpuTimes, microseconds(stages[0].Time))
		wallTimes = append(wallTimes, microseconds(wall))
		if stages[0].Reliable {
			trusted++
		}
	}
	// One sample in ten may be off: a preempted process lets the wall clock stand still for the GPU's.
	return gpuTimes, wallTimes, trusted*10 >= len(gpuTimes)*9, b.d.Check()
}

func microseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
