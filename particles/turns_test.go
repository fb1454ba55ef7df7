// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A system with Events steps in turn with its parent: a step out of turn is refused and changes
// nothing. After a Reset or Restore of either system the next step is a first one.
func TestStepsOutOfTurnAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(100)
	o.Emitters = []Emitter{{Rate: 60}}
	o.Channels = []EventChannel{{Name: "living", Capacity: 100}}
	o.Update = strings.Replace(moteUpdate, "return", "emit(living);\n    return", 1)
	parent := newSystem(t, dev, o)
	source, err := parent.Source("living")
	if err != nil {
		t.Fatal(err)
	}
	child := newSystem(t, dev, Options{
		Capacity: 1000, Record: ember{}, Emitters: []Emitter{{}, {Events: source}},
		Init:   "void init(inout Particle p, Birth b) { p.index = b.index; }",
		Update: "bool update(inout Particle p) { return true; }",
	})
	step := func(s *System, n int) {
		t.Helper()
		for range n {
			if err := s.Step(1.0 / 60); err != nil {
				t.Fatal(err)
			}
		}
	}
	refused := func(wantText string) {
		t.Helper()
		before := child.Steps()
		err := child.Step(1.0 / 60)
		if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), wantText) || child.Steps() != before {
			t.Errorf("%v after %d steps and %d, expected %q", err, before, child.Steps(), wantText)
		}
	}
	step(parent, 3)
	step(child, 1) // the first one takes what there is
	refused("particles: Step: the parent of emitter 1 made 0 steps since this system's last, want 1: step them in turn")
	step(parent, 1)
	step(child, 1)
	step(parent, 4)
	refused("made 4 steps since this system's last, want 1 (step them in turn): the events of its first 3 are lost, and the next step takes those of its last")
	taken, err := child.StatsNow()
	if err != nil {
		t.Fatal(err)
	}
	events, err := parent.EventCount(0).Read()
	if err != nil {
		t.Fatal(err)
	}
	step(child, 1)
	if now, err := child.StatsNow(); err != nil || events < 5 || int(now.Emitted-taken.Emitted) != events {
		t.Errorf("%d emitted after %d, %v, want the %d events of the parent's last step", now.Emitted, taken.Emitted, err, events)
	}
	step(parent, 2)
	if n, err := child.Advance(1); n != 0 || !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("Advance: %d, %v", n, err)
	}
	if err := child.Reset(); err != nil {
		t.Fatal(err)
	}
	step(child, 1)
	refused("made 0 steps")
	if err := parent.Reset(); err != nil {
		t.Fatal(err)
	}
	step(parent, 1)
	step(child, 1)
	refused("made 0 steps")
	step(parent, 1)
	if n := testing.AllocsPerRun(5, func() {
		err = errors.Join(err, child.Step(0), parent.Step(0))
	}); n != 0 || err != nil {
		t.Errorf("steps in turn allocate %v times, %v", n, err)
	}
}
