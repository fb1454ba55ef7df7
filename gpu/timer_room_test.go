// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A Timer keeps every mark up to 1,024, whatever room it was made with, and names the stages in
// order.
func TestTimerGrows(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct{ room, marks int }{{1, 2}, {1, 9}, {3, 4}, {700, 1024}, {1024, 1024}} {
		gputest.Run(t, dev, fmt.Sprintf("room=%d,marks=%d", c.room, c.marks), func(t *testing.T) {
			timer, err := dev.NewTimer(c.room)
			if err != nil {
				t.Fatal(err)
			}
			defer timer.Release()
			for range 2 {
				timer.Begin()
				for i := range c.marks {
					timer.Mark(fmt.Sprint(i))
				}
				stages, _, err := timer.Stages()
				if err != nil || len(stages) != c.marks {
					t.Fatalf("%d stages, want %d: %v", len(stages), c.marks, err)
				}
				for i, s := range stages {
					if s.Name != fmt.Sprint(i) || s.Time < 0 {
						t.Fatalf("stage %d is %+v", i, s)
					}
				}
			}
			if err := dev.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Only the frame that has more stages than any before allocates.
func TestTimerAllocatesNothingOnceItHasRoom(t *testing.T) {
	dev := gputest.Device(t)
	timer, err := dev.NewTimer(1)
	if err != nil {
		t.Fatal(err)
	}
	defer timer.Release()
	stages := make([]gpu.Stage, 0, 20)
	frame := func() {
		timer.Start()
		for range 20 {
			timer.Mark("stage")
		}
		dev.Finish()
		stages, _ = timer.Ready(stages[:0])
	}
	frame()
	if n := testing.AllocsPerRun(20, frame); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
	if len(stages) != 20 {
		t.Errorf("%d stages, want 20", len(stages))
	}
}

// Marks beyond 1,024 are an error of Stages and of Check, and the next Begin starts anew.
func TestTimerReportsDroppedMarks(t *testing.T) {
	dev := gputest.Device(t)
	timer, err := dev.NewTimer(1)
	if err != nil {
		t.Fatal(err)
	}
	defer timer.Release()
	timer.Begin()
	for range 1030 {
		timer.Mark("stage")
	}
	if got, _, err := timer.Stages(); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "1030 stages") || got != nil {
		t.Errorf("Stages: %d stages, %v", len(got), err)
	}
	if err := dev.Check(); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "gpu: Timer.Mark: 1025 stages since Begin or Start, want at most 1024") {
		t.Errorf("Check: %v", err)
	}
	dev.Finish()
	if got, ok := timer.Ready(nil); !ok || len(got) != 1024 {
		t.Errorf("Ready: %d stages, %v", len(got), ok)
	}
	timer.Begin()
	timer.Mark("stage")
	if got, _, err := timer.Stages(); err != nil || len(got) != 1 {
		t.Errorf("after the next Begin: %v, %v", got, err)
	}
	if err := dev.Check(); err != nil {
		t.Errorf("Check after the next Begin: %v", err)
	}
}

// A Mark before any Begin or Start is an error of Check, and no stage that Ready would read.
func TestTimerReportsAMarkBeforeBegin(t *testing.T) {
	dev := gputest.Device(t)
	timer, err := dev.NewTimer(1)
	if err != nil {
		t.Fatal(err)
	}
	defer timer.Release()
	timer.Mark("stage")
	dev.Finish()
	if got, ok := timer.Ready(nil); ok || got != nil {
		t.Errorf("Ready: %v, %v", got, ok)
	}
	if err := dev.Check(); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "gpu: Timer.Mark: the clock was not started") {
		t.Errorf("Check: %v", err)
	}
	if err := dev.Check(); err != nil {
		t.Errorf("the second Check: %v", err)
	}
}
