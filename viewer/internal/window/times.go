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
	took    func(pace.Frame, time.Duration)
	turn    int         // of the timer that is next
	latest  []gpu.Stage // of the newest frame that is known
	gpu     frameTimes
	wall    frameTimes
}

// frameTimes is a ring of milliseconds.
type frameTimes struct {
	at   [timesKept]float32
	next int
}

func (h *frameTimes) add(d time.Duration) {
	h.at[h.next] = float32(measure.Milliseconds(d))
	h.next = (h.next + 1) % timesKept
}

func (h *frameTimes) most() (most float32) {
	for _, v := range h.at {
		most = max(most, v)
	}
	return most
}

// nth is the entry at i, from the oldest to the newest. 0 is none.
func (h *frameTimes) nth(i int) float32 { return h.at[(h.next+i)%timesKept] }

// sorted returns the entries that there are, the least first.
func (h *frameTimes) sorted() (out []float32) {
	for _, v := range h.at {
		if v > 0 {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// latest is the newest entry.
func (h *frameTimes) latest() float32 { return h.at[(h.next+timesKept-1)%timesKept] }

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
	t.pending[t.turn], t.frames[t.turn], t.host[t.turn] = true, f, 0
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
		total := time.Duration(0)
		for _, s := range latest {
			total += s.Time
		}
		t.gpu.add(total)
		if t.took != nil {
			t.took(t.frames[k], max(total, t.host[k]))
		}
	}
}

// frame notes how long a frame took by the wall clock, with its way to the window, and how much of
// that counts for the pace.
func (t *times) frame(took, host time.Duration) {
	t.wall.add(took)
	if k := (t.turn + len(t.timers) - 1) % len(t.timers); t.host[k] == 0 { // later frames may have no timer
		t.host[k] = host
	}
}

func (t *times) release() {
	for _, timer := range t.timers {
		timer.Release() // also of none
	}
}
