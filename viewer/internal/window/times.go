// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"slices"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/measure"
	"github.com/combgl/comb/viewer/internal/pace"
)

// timesKept is how many frames the graphs go back.
const timesKept = 120

// times are what the latest frames took. Timers are read some frames later, when the GPU is done
// with them: nothing waits.
type times struct {
	timers  [4]*gpu.Timer
	pending [4]bool          // started, and not read
	frames  [4]pace.Frame    // what the timers time
	host    [4]time.Duration // and what those frames took by the wall clock
	of      [4]int           // and which frames those are: see count
	took    func(pace.Frame, time.Duration)
	turn    int         // of the timer that is next
	latest  []gpu.Stage // of the newest frame that is known
	at      [timesKept]frameTime
	count   int  // frames so far
	started bool // the next one is in at
}

// frameTime is what a frame took, in milliseconds. The GPU's time comes some frames later.
type frameTime struct {
	wall, gpu float32
	preview   bool
	slowest   string // stage
	slowestMS float32
}

// nth is the frame at i, from the oldest to the newest. It has no times if there is none. A frame
// that is not counted yet has taken the place of the oldest, and is not that.
func (t *times) nth(i int) frameTime {
	if i == 0 && t.started {
		return frameTime{}
	}
	return t.at[(t.count+i)%timesKept]
}

// newest is the latest frame.
func (t *times) newest() frameTime { return t.nth(timesKept - 1) }

// sorted returns the times by the wall clock, the least first.
func (t *times) sorted() (out []float32) {
	for _, f := range t.at {
		if f.wall > 0 {
			out = append(out, f.wall)
		}
	}
	slices.Sort(out)
	return out
}

// most is the longest time by the wall clock or the GPU's.
func (t *times) most() (most float32) {
	for _, f := range t.at {
		most = max(most, f.wall, f.gpu)
	}
	return most
}

// start makes room for the next frame.
func (t *times) start() {
	if !t.started {
		t.at[t.count%timesKept], t.started = frameTime{}, true
	}
}

// staged adds the stages of a frame. One that is no longer kept is left out.
func (t *times) staged(frame int, stages []gpu.Stage) (total time.Duration) {
	slowest := gpu.Stage{}
	for _, s := range stages {
		total += s.Time
		if s.Time > slowest.Time {
			slowest = s
		}
	}
	if t.count-frame < timesKept {
		f := &t.at[frame%timesKept]
		f.gpu, f.slowest, f.slowestMS = milli(total), slowest.Name, milli(slowest.Time)
	}
	return total
}

func milli(d time.Duration) float32 { return float32(measure.Milliseconds(d)) }

// next is a timer for a frame that is about to begin, or nil when there can be none. What the frame
// took that had it before is lost if the GPU is still at that.
func (t *times) next(d *gpu.Device, f pace.Frame) *gpu.Timer {
	t.read()
	timer := &t.timers[t.turn]
	if *timer == nil {
		var err error
		if *timer, err = d.NewTimer(hair.Stages()); err != nil {
			return nil
		}
	}
	t.start()
	t.pending[t.turn], t.frames[t.turn], t.host[t.turn], t.of[t.turn] = true, f, 0, t.count
	t.turn = (t.turn + 1) % len(t.timers)
	(*timer).Start()
	return *timer
}

// read takes in the frames that the GPU is done with, the oldest first.
func (t *times) read() {
	for i := range t.timers {
		k := (t.turn + i) % len(t.timers)
		if !t.pending[k] {
			continue
		}
		latest, ok := t.timers[k].Ready(t.latest[:0])
		if !ok {
			return
		}
		t.pending[k], t.latest = false, latest
		total := t.staged(t.of[k], latest)
		if t.took != nil {
			t.took(t.frames[k], max(total, t.host[k]))
		}
	}
}

// drop forgets the latest timer: its frame was stopped.
func (t *times) drop() {
	if k := (t.turn + len(t.timers) - 1) % len(t.timers); t.pending[k] {
		t.pending[k], t.turn = false, k
	}
}

// frame notes how long a frame took by the wall clock, with its way to the window, and how much of
// that counts for the pace.
func (t *times) frame(took, host time.Duration, preview bool) {
	t.start()
	f := &t.at[t.count%timesKept]
	f.wall, f.preview = milli(took), preview
	t.count, t.started = t.count+1, false
	if k := (t.turn + len(t.timers) - 1) % len(t.timers); t.host[k] == 0 { // later frames may have no timer
		t.host[k] = host
	}
}

func (t *times) release() {
	for _, timer := range t.timers {
		timer.Release() // also of none
	}
}
