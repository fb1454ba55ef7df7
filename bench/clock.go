// SPDX-License-Identifier: MIT

package main

import (
	"time"

	"github.com/combgl/comb/bench/limits"
	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// jobWatch times a job by the GPU's clock and the wall's, or a job of the CPU's by the wall's
// alone.
type jobWatch struct {
	d     *gpu.Device
	j     *job
	timer *gpu.Timer   // nil of a job of the CPU's
	queue *limits.Hold // nil: the GPU is idle when a call comes
	turns int          // of the queue's hold
}

// newWatch makes a watch. With a queue the GPU is busy when a call is enqueued; a job with stages
// gets none.
func newWatch(d *gpu.Device, j *job, q *limits.Hold) (*jobWatch, error) {
	w := &jobWatch{d: d, j: j, turns: leastTurns}
	if j.host {
		return w, nil
	}
	if j.mark == nil {
		w.queue = q
	}
	var err error
	w.timer, err = d.NewTimer(max(2, j.stages))
	return w, err
}

func (w *jobWatch) release() { w.timer.Release() }

func (w *jobWatch) now() time.Time { return time.Now() }

func (w *jobWatch) run(calls int) error {
	for range calls {
		if err := w.j.run(); err != nil {
			return err
		}
	}
	w.d.Finish()
	return nil
}

// take times calls. They are queued where there is a queue. If the GPU began too early, the calls
// are repeated behind a longer hold. A driver that cannot be held for so long is measured idle from
// then on.
func (w *jobWatch) take(calls int) (reading, error) {
	if w.j.host {
		began := time.Now()
		for range calls {
			if err := w.j.run(); err != nil {
				return reading{}, err
			}
		}
		return reading{gpu: -1, wall: microseconds(time.Since(began))}, nil
	}
	for w.queue != nil {
		r, late, err := w.timed(calls, true)
		if err != nil || !late {
			return r, err
		}
		if w.turns *= 2; w.turns > mostTurns {
			w.queue = nil
		}
	}
	r, _, err := w.timed(calls, false)
	return r, err
}

// timed times calls by the GPU's clock: behind a hold, or else with the GPU idle. Calls behind a
// hold are late when it had ended before all of them were submitted.
func (w *jobWatch) timed(calls int, behind bool) (r reading, late bool, err error) {
	w.timer.Begin()
	began := time.Now()
	var hold held
	if behind {
		if hold, err = begin(w.queue, w.turns); err != nil {
			return r, false, err
		}
		w.timer.Mark("hold")
	}
	for range calls {
		if err := w.mark(); err != nil {
			return r, false, err
		}
	}
	if w.j.mark == nil {
		w.timer.Mark("run")
	}
	late = behind && hold.over()
	waitForFence()
	r = reading{wall: microseconds(time.Since(began)), reliable: true, queued: behind}
	stages, _, err := w.timer.Stages()
	if err != nil {
		return reading{}, false, err
	}
	if behind {
		stages = stages[len(stages)-1:] // without the hold
	}
	for _, s := range stages {
		r.gpu += microseconds(s.Time)
		r.reliable = r.reliable && s.Reliable
		if w.j.mark != nil {
			r.names, r.stages = append(r.names, s.Name), append(r.stages, microseconds(s.Time))
		}
	}
	return r, late, nil
}

// wall times one call from the call to its result, with nothing else enqueued. The GPU is idle
// before.
func (w *jobWatch) wall() (float64, error) {
	w.d.Finish()
	began := time.Now()
	if err := w.j.run(); err != nil {
		return 0, err
	}
	err := w.d.FinishPolling() // as cudaStreamSynchronize waits
	return microseconds(time.Since(began)), err
}

// enqueue times what the CPU does for each of so many calls, without a wait between them.
func (w *jobWatch) enqueue(calls int) ([]float64, error) {
	w.d.Finish()
	defer w.d.Finish()
	all := make([]float64, calls)
	for i := range all {
		began := time.Now()
		if err := w.j.run(); err != nil {
			return nil, err
		}
		all[i] = microseconds(time.Since(began))
	}
	return all, nil
}

func (w *jobWatch) mark() error {
	if w.j.mark != nil {
		return w.j.mark(w.timer)
	}
	return w.j.run()
}

// fenceWait is the longest that one wait for a fence may take; GL has no endless one.
const fenceWait = uint64(time.Hour)

// waitForFence waits for all that was enqueued. A context that was lost has no fence that ever
// signals: the next call reports the loss.
func waitForFence() {
	fence := gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	if fence == 0 {
		return
	}
	gl.ClientWaitSync(fence, gl.SYNC_FLUSH_COMMANDS_BIT, fenceWait)
	gl.DeleteSync(fence)
}

func microseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
