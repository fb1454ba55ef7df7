// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"time"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
)

// warmUp is how long a row runs before it is timed. A GPU that has waited for the CPU's check runs at a fraction of its
// clock, and single calls of some microseconds do not wake it: without this, rows after a long check read up to four
// times too slow on an H200.
const warmUp = 300 * time.Millisecond

// A batch lasts about batchTime, so that the two timestamps, some microseconds in themselves, hardly count in it.
const (
	batchTime    = 200 // microseconds
	batchMost    = 64  // calls: the driver's queue must hold them
	batchSamples = 5
)

// time measures a job. Every sample is one call between two timestamps, as a frame makes it and as CUB is measured in
// the tables beside; then some batches of calls in a row. All of it ends at the row's time limit, but for one sample.
func (b *benchmark) time(j *job) (result.Times, error) {
	var t result.Times
	timer, err := b.d.NewTimer(1)
	if err != nil {
		return t, err
	}
	defer timer.Release()
	began := time.Now()
	over := func() bool {
		return b.ctx.Err() != nil || b.o.timeout > 0 && time.Since(began) > b.o.timeout
	}
	// Short rounds at first: on a software renderer ten calls can take minutes.
	for calls := 1; time.Since(began) < warmUp && !over(); calls = min(10, 2*calls) {
		for range calls {
			if err := j.run(); err != nil {
				return t, err
			}
		}
		b.d.Finish()
	}
	trusted := 0
	for i := -3; i < b.o.samples && (len(t.GPU) == 0 || !over()); i++ {
		if b.ctx.Err() != nil {
			return t, b.ctx.Err()
		}
		if i < 0 && over() {
			continue
		}
		stage, wall, err := sample(timer, j, 1)
		if err != nil {
			return t, err
		}
		if i < 0 {
			continue
		}
		t.GPU = append(t.GPU, microseconds(stage.Time))
		t.Wall = append(t.Wall, microseconds(wall))
		if stage.Reliable {
			trusted++
		}
	}
	// One sample in ten may be off: a preempted process lets the wall clock stand still for the GPU's.
	t.Reliable = trusted*10 >= len(t.GPU)*9
	if n := len(t.GPU); n < b.o.samples {
		fmt.Fprintf(b.stderr, "bench: %s %s n=%d: %d of %d samples within -timeout %v\n", j.row.Op, j.row.Variant, j.row.N, n, b.o.samples, b.o.timeout)
	}
	if t.Reliable {
		t.Batch = batchFor(result.Percentile(t.GPU, 50))
		for i := 0; i < batchSamples && !over(); i++ {
			stage, _, err := sample(timer, j, t.Batch)
			if err != nil {
				return t, err
			}
			if stage.Reliable {
				t.Batches = append(t.Batches, microseconds(stage.Time))
			}
		}
	}
	if b.ctx.Err() != nil {
		return t, b.ctx.Err()
	}
	return t, b.d.Check()
}

// batchFor is how many calls of that many microseconds make a batch.
func batchFor(us float64) int {
	if us <= 0 {
		return 1
	}
	return int(max(1, min(batchMost, math.Ceil(batchTime/us))))
}

// sample times that many calls in a row.
func sample(timer *gpu.Timer, j *job, calls int) (gpu.Stage, time.Duration, error) {
	timer.Begin()
	for range calls {
		if err := j.run(); err != nil {
			return gpu.Stage{}, 0, err
		}
	}
	timer.Mark("run")
	stages, wall, err := timer.Stages()
	if err != nil {
		return gpu.Stage{}, 0, err
	}
	return stages[0], wall, nil
}

func microseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
