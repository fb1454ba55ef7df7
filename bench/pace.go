// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/combgl/comb/bench/result"
)

// pace says how often a job is run: so often that its time is known, and no longer than it may
// take.
type pace struct {
	reps  int           // samples; 0: until they agree
	share time.Duration // of the run's time that the samples may have where reps is 0; 0: as much as they take
	limit time.Duration // the most that it may take in any case; 0: no limit
	warm  time.Duration // to run beforehand. A GPU that waited for the CPU's check runs at a fraction of its clock
}

const (
	leastReps  = 3    // whatever the row's share
	surelyReps = 7    // before the samples can agree
	mostReps   = 1001 // of a job whose samples never do
	agreement  = 0.01 // of the median: what its uncertainty may be
)

// A batch lasts about batchTime, so that the two timestamps, some microseconds in themselves,
// hardly count in it.
const (
	batchTime    = 200 // microseconds
	batchMost    = 64  // calls: the driver's queue must hold them
	batchSamples = 5
)

// Calls by the wall clock, and calls that are only enqueued: so many that take about enqueueTime.
const (
	mostWalls    = 51
	mostEnqueues = 32
	enqueueTime  = 20 * time.Millisecond
)

// reading is one sample.
type reading struct {
	names    []string  // of the stages; none of a job without
	stages   []float64 // microseconds by the GPU's clock
	gpu      float64   // all of them; below 0 of a job that the GPU has no part in
	wall     float64   // microseconds
	reliable bool      // the GPU's clock
	queued   bool      // the GPU was busy until all was enqueued; then wall is of no use
}

// watch takes samples: of a job by the clocks that there are, or in a test those that it has made
// up.
type watch interface {
	now() time.Time
	run(calls int) error             // untimed, to the end
	take(calls int) (reading, error) // timed by the GPU's clock
	wall() (float64, error)          // one call, from the call to its result
	enqueue(calls int) ([]float64, error)
}

// readings are what a job's samples come to.
type readings struct {
	result.Times
	names  []string
	stages [][]float64
}

// measure takes the samples. The first are single calls between two timestamps, queued behind other
// work where the driver queues. Then come calls by the wall clock, calls that are only enqueued,
// and batches of calls in a row. Where the first samples fall as they are taken, the clock was
// still rising, and the first half is not counted. Errors: the job's, ctx's.
func (p pace) measure(ctx context.Context, w watch) (readings, error) {
	began := w.now()
	over := func(d time.Duration) bool { return d > 0 && w.now().Sub(began) > d }
	// Short rounds at first: on a software renderer ten calls can take minutes.
	for calls := 1; !over(p.warm) && p.warm > 0 && !over(p.limit); calls = min(10, 2*calls) {
		if ctx.Err() != nil {
			return readings{}, ctx.Err()
		}
		if err := w.run(calls); err != nil {
			return readings{}, err
		}
	}
	warmed := w.now()
	beyond := func() bool { return over(p.limit) || p.reps == 0 && p.share > 0 && w.now().Sub(warmed) > p.share }
	var all []reading
	for !p.enough(all, over, beyond) {
		if ctx.Err() != nil {
			return readings{}, ctx.Err()
		}
		one, err := w.take(1)
		if err != nil {
			return readings{}, err
		}
		all = append(all, one)
		if p.reps == 0 && len(all) >= 2*surelyReps && falling(times(all)) {
			all = all[len(all)/2:]
		}
	}
	r := gather(all)
	if len(r.GPU) == 0 || len(r.stages) > 0 {
		return r, nil
	}
	if err := p.host(ctx, w, &r, beyond); err != nil || !r.Reliable {
		return r, err
	}
	r.Batch = batchFor(result.Percentile(r.GPU, 50))
	for i := 0; i < batchSamples && ctx.Err() == nil && !beyond(); i++ {
		one, err := w.take(r.Batch)
		if err != nil {
			return r, err
		}
		if one.reliable {
			r.Batches = append(r.Batches, one.gpu)
		}
	}
	return r, ctx.Err()
}

// host takes the samples by the CPU's clock: the wall's, and what a call takes to enqueue. The
// wall's times of readings that were neither queued nor reliable stay, as they are the row's times.
func (p pace) host(ctx context.Context, w watch, r *readings, beyond func() bool) error {
	extra := p.share / 20 // beyond the share
	start := w.now()
	each := microTime(result.Percentile(r.Wall, 50))
	if r.Queued || r.Reliable {
		want := min(len(r.GPU), mostWalls)
		more := func() bool { return len(r.Wall) == 0 || !beyond() || w.now().Sub(start) < extra }
		r.Wall = nil
		for len(r.Wall) < want && more() {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			one, err := w.wall()
			if err != nil {
				return err
			}
			r.Wall = append(r.Wall, one)
		}
		each = w.now().Sub(start) / time.Duration(len(r.Wall))
	}
	calls := max(1, int(min(mostEnqueues, enqueueTime/max(1, each))))
	if beyond() {
		calls = min(calls, int((extra-w.now().Sub(start))/max(1, each)))
	}
	var err error
	if calls > 0 {
		r.Enqueues, err = w.enqueue(calls)
	}
	return err
}

func microTime(us float64) time.Duration { return time.Duration(us * float64(time.Microsecond)) }

// enough says whether to stop.
func (p pace) enough(all []reading, over func(time.Duration) bool, beyond func() bool) bool {
	n := len(all)
	switch {
	case n == 0:
		return false
	case over(p.limit):
		return true
	case p.reps > 0:
		return n >= p.reps
	case n < leastReps:
		return false
	case beyond() || n >= mostReps:
		return true
	}
	return n >= surelyReps && agree(times(all))
}

// trusted says whether the GPU's clock can be relied on. One sample in ten may be off: a preempted
// process lets the wall clock stand still for the GPU's.
func trusted(all []reading) bool {
	good := 0
	for _, r := range all {
		if r.reliable && r.gpu >= 0 {
			good++
		}
	}
	return good*10 >= len(all)*9
}

// times are the samples by the clock that counts.
func times(all []reading) []float64 {
	if trusted(all) {
		return mapped(all, func(r reading) float64 { return r.gpu })
	}
	return mapped(all, func(r reading) float64 { return r.wall })
}

// agree says whether the median is known: the order statistics between which it lies with 95 %
// confidence are close.
func agree(values []float64) bool {
	s := slices.Clone(values)
	slices.Sort(s)
	n := float64(len(s))
	half := 0.98 * math.Sqrt(n)
	low, high := int(math.Floor((n-1)/2-half)), int(math.Ceil((n-1)/2+half))
	if low < 0 || high >= len(s) {
		return false
	}
	return s[high]-s[low] <= 2*agreement*s[len(s)/2]
}

// falling says whether the second half of the samples is the faster by more than the median's
// uncertainty may be.
func falling(values []float64) bool {
	half := len(values) / 2
	return result.Percentile(values[half:], 50) < (1-2*agreement)*result.Percentile(values[:half], 50)
}

func gather(all []reading) (r readings) {
	for _, one := range all {
		r.Wall = append(r.Wall, one.wall)
		if one.gpu >= 0 {
			r.GPU = append(r.GPU, one.gpu)
		}
		for i, t := range one.stages {
			if i == len(r.stages) {
				r.stages, r.names = append(r.stages, nil), append(r.names, one.names[i])
			}
			r.stages[i] = append(r.stages[i], t)
		}
	}
	r.Reliable = trusted(all)
	r.Queued = len(all) > 0 && !slices.ContainsFunc(all, func(one reading) bool { return !one.queued })
	return r
}

// batchFor is how many calls of that many microseconds make a batch.
func batchFor(us float64) int {
	if us <= 0 {
		return 1
	}
	return int(max(1, min(batchMost, math.Ceil(batchTime/us))))
}
