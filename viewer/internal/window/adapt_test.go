// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"math"
	"testing"
	"time"
)

// The exposure jumps at a cut, and else goes the same way in the same time at any rate of frames.
func TestExposureFollowsInTime(t *testing.T) {
	start := time.Unix(100, 0)
	for _, frames := range []int{4, 20, 100} {
		var a adaptation
		if share := a.follow(start); share != 1 {
			t.Errorf("the first frame goes %v of the way", share)
		}
		left := 1.0
		for i := range frames {
			left *= 1 - float64(a.follow(start.Add(adaptsIn*time.Duration(i+1)/time.Duration(frames))))
		}
		if want := math.Exp(-1); math.Abs(left-want) > 0.01 {
			t.Errorf("%d frames: %v is left of the way, want %v", frames, left, want)
		}
		if a.cut = true; a.follow(start.Add(adaptsIn)) != 1 || a.cut {
			t.Error("a cut does not jump, or stays")
		}
	}
	var a adaptation
	if a.runs(start) {
		t.Error("frames follow before a change")
	}
	if a.changed(start); !a.runs(start.Add(adaptsAfter-1)) || a.runs(start.Add(adaptsAfter)) {
		t.Error("frames do not follow a change for that time")
	}
}
