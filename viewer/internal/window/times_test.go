// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
)

// The stages of a frame arrive later, and belong to that frame.
func TestTimesOfStagesBelongToTheirFrame(t *testing.T) {
	var h times
	ms := time.Millisecond
	for i := range 3*timesKept + 7 {
		if i%3 > 0 { // others have no timer
			h.start()
		}
		h.frame(time.Duration(i+1)*ms, 0, i%2 == 1)
		if of := i - 4; of >= 0 && of%3 > 0 {
			h.staged(of, []gpu.Stage{{Name: "a", Time: ms}, {Name: "b", Time: time.Duration(of) * ms}, {Name: "c", Time: ms}})
		}
	}
	last := 3*timesKept + 6
	for i := range timesKept {
		n := last - timesKept + 1 + i
		want := frameTime{wall: float32(n + 1), preview: n%2 == 1}
		if n%3 > 0 && n <= last-4 {
			want.gpu, want.slowest, want.slowestMS = float32(n+2), "b", float32(n)
		}
		if got := h.nth(i); got != want {
			t.Errorf("frame %d is %+v, want %+v", n, got, want)
		}
	}
	h.start() // the panels are drawn before a frame is counted, and its stages may be known then
	h.staged(last+1, []gpu.Stage{{Name: "a", Time: ms}})
	if got := h.nth(0); got != (frameTime{}) {
		t.Errorf("the present frame is the oldest, %+v", got)
	}
	h.frame(ms, 0, false)
	if got := h.newest(); got.gpu != 1 || got.wall != 1 {
		t.Errorf("the present frame is %+v after it was counted", got)
	}
	last++
	before := h.at
	h.staged(last-timesKept, []gpu.Stage{{Name: "late", Time: ms}})
	if h.at != before {
		t.Error("a frame that is no longer kept changes another one")
	}
	if s := h.sorted(); len(s) != timesKept || s[0] != 1 || s[1] != float32(last-timesKept+2) || h.most() != float32(last) {
		t.Errorf("sorted %v, newest %+v, most %v", s, h.newest(), h.most())
	}
}
