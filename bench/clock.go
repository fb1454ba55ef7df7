// SPDX-License-Identifier: MIT

package main

import (
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// jobWatch times a job by the GPU's clock and the wall's, or a job of the CPU's by the wall's alone.
type jobWatch struct {
	d     *gpu.Device
	j     *job
	timer *gpu.Timer // nil of a job of the CPU's
}

func newWatch(d *gpu.Device, j *job) (*jobWatch, error) {
	w := &jobWatch{d: d, j: j}
	if j.host {
		return w, nil
	}
	var err error
	w.timer, err = d.NewTimer(max(1, j.stages))
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
	w.timer.Begin()
	began := time.Now()
	for range calls {
		if err := w.mark(); err != nil {
			return reading{}, err
		}
	}
	if w.j.mark == nil {
		w.timer.Mark("run")
	}
	waitForFence()
	wall := time.Since(began)
	stages, _, err := w.timer.Stages()
	if err != nil {
		return reading{}, err
	}
	r := reading{wall: microseconds(wall), reliable: true}
	for _, s := range stages {
		r.gpu += microseconds(s.Time)
		r.reliable = r.reliable && s.Reliable
		if w.j.mark != nil {
			r.names, r.stages = append(r.names, s.Name), append(r.stages, microseconds(s.Time))
		}
	}
	return r, nil
}

func (w *jobWatch) mark() error {
	if w.j.mark != nil {
		return w.j.mark(w.timer)
	}
	return w.j.run()
}

// fenceWait is the longest that one wait for a fence may take; GL has no endless one.
const fenceWait = uint64(time.Hour)

// waitForFence waits for all that was enqueued. A context that was lost has no fence that ever signals: whoever asks next is
// told of the loss.
func waitForFence() {
	fence := gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	if fence == 0 {
		return
	}
	gl.ClientWaitSync(fence, gl.SYNC_FLUSH_COMMANDS_BIT, fenceWait)
	gl.DeleteSync(fence)
}

func microseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
