// SPDX-License-Identifier: MIT

package gpu_test

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestTimerIsReadWithoutWaiting(t *testing.T) {
	dev := gputest.Device(t)
	timer, err := dev.NewTimer(3)
	if err != nil {
		t.Fatal(err)
	}
	kept := []gpu.Stage{{Name: "before"}}
	if got, ok := timer.Ready(kept); ok || len(got) != 1 {
		t.Errorf("a timer that was not started: %v, %v", got, ok)
	}
	a, b := gputest.Fresh(t, dev, 1<<20), gputest.Fresh(t, dev, 1<<20)
	for range 3 {
		timer.Start()
		for _, name := range []string{"first", "second"} {
			if err := dev.Copy(b.View(), a.View(), gpu.N(1<<20)); err != nil {
				t.Fatal(err)
			}
			timer.Mark(name)
		}
		dev.Finish() // makes the result available
		got, ok := timer.Ready(kept)
		if !ok || len(got) != 3 || got[0].Name != "before" || got[1].Name != "first" || got[2].Name != "second" {
			t.Fatalf("%v, %v", got, ok)
		}
		if got[1].Reliable != (dev.Caps().TimestampBits > 0) || got[1].Time < 0 || got[2].Time < 0 {
			t.Errorf("%v", got)
		}
	}
	timer.Release()
	if _, ok := timer.Ready(nil); ok {
		t.Error("a released timer is ready")
	}
}
