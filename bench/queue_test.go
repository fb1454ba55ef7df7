// SPDX-License-Identifier: MIT

package main

import (
	"testing"

	"github.com/combgl/comb/bench/limits"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A call is either queued, or measured idle once no hold was long enough; a software renderer
// queues nothing.
func TestQueuedCalls(t *testing.T) {
	dev := gputest.Device(t)
	q, err := newQueue(dev)
	if err != nil || q != nil == dev.Caps().Software {
		t.Fatalf("%v, %v", q, err)
	}
	q.Release()
	hold, err := limits.NewHold(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Release()
	a, b := gputest.Fresh(t, dev, 1<<12), gputest.Fresh(t, dev, 1<<12)
	calls := 0
	j := &job{run: func() error { calls++; return dev.Copy(b.View(), a.View(), gpu.N(1<<12)) }}
	w, err := newWatch(dev, j, hold)
	if err != nil {
		t.Fatal(err)
	}
	defer w.release()
	for range 3 {
		r, late, err := w.timed(2, true)
		if err != nil || !r.queued || r.gpu < 0 || r.wall <= 0 || len(r.stages) > 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		t.Logf("%.1f us behind %d turns, late %v", r.gpu, w.turns, late)
	}
	for range 2 {
		r, err := w.take(1)
		if err != nil || r.gpu <= 0 || r.queued != (w.queue != nil) || len(r.stages) > 0 {
			t.Fatalf("%+v, %v, queue %v", r, err, w.queue)
		}
	}
	calls = 0
	all, err := w.enqueue(5)
	if err != nil || len(all) != 5 || calls != 5 || all[4] <= 0 {
		t.Errorf("%v after %d calls, %v", all, calls, err)
	}
	if us, err := w.wall(); err != nil || us <= 0 || calls != 6 {
		t.Errorf("%v after %d calls, %v", us, calls, err)
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
}

// A job with stages is never queued: its marks are the timer's.
func TestJobsWithStagesAreNotQueued(t *testing.T) {
	dev := gputest.Device(t)
	w, err := newWatch(dev, &job{stages: 3, mark: func(*gpu.Timer) error { return nil }}, &limits.Hold{})
	if err != nil || w.queue != nil {
		t.Errorf("%+v, %v", w, err)
	}
	w.release()
}
