// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

type ember struct {
	Parent, Index, ID, Life uint32
}

// Events of one system make particles of another, in order, and Each particles for each event.
func TestEventsEmitParticles(t *testing.T) {
	dev := gputest.Device(t)
	for i, slots := range []bool{true, false} {
		if !gputest.Share(i, 2) {
			continue
		}
		gputest.Run(t, dev, fmt.Sprint("slots=", slots), func(t *testing.T) {
			o := moteOptions(2000)
			o.Slots = slots
			o.Emitters = []Emitter{{Rate: 6000}}
			o.Channels = []EventChannel{{Name: "nothing", Capacity: 1}, {Name: "thirds", Capacity: 90}}
			o.Update = strings.Replace(moteUpdate, "return", "if (p.sum % 3u == 0u) { emit(thirds); emit(thirds); }\n    return", 1)
			s, w := newSystem(t, dev, o), newTwin(o)
			source, err := s.Source("thirds")
			if err != nil {
				t.Fatal(err)
			}
			child := newSystem(t, dev, Options{
				Capacity: 1000, Record: ember{}, Slots: slots, Emitters: []Emitter{{Events: source, Each: 3}},
				Init:   "void init(inout Particle p, Birth b) { Parent q = parentOf(b); p.parent = q.id; p.index = b.index; p.life = 2u; }",
				Update: "bool update(inout Particle p) { return --p.life > 0u; }",
			})
			var want []ember
			id, missed := uint32(0), 0
			for step := range 15 {
				if err := s.Step(1.0 / 60); err != nil {
					t.Fatal(err)
				}
				w.run(1.0/60, 0)
				if err := child.Step(1.0 / 60); err != nil {
					t.Fatal(err)
				}
				want = slices.DeleteFunc(want, func(e ember) bool { return e.Life == 1 })
				for i := range want {
					want[i].Life--
				}
				for i, p := range w.events[:min(90, len(w.events))] {
					for j := range 3 {
						want = append(want, ember{p.ID, uint32(3*i + j), id, 1})
						id++
					}
				}
				missed += max(0, len(w.events)-90)
				got, err := Read[ember](child)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("step %d: %v, expected %v", step, got, want)
				}
			}
			n, err := s.StatsNow()
			if err != nil || n.EventsOverflowed != [MaxChannels]int{0, missed} || missed == 0 || !n.Overflowed() || n.EventsEmitted[1] != 90 {
				t.Errorf("%+v, %v: %d were to overflow", n, err, missed)
			}
		})
	}
}

// Events arrive on the host some steps late. Those of each step arrive once and in order.
func TestEventsReachHost(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(500)
	o.Emitters = []Emitter{{Rate: 600}}
	o.Channels = []EventChannel{{Name: "deaths", Capacity: 200, ToHost: true}, {Name: "silent", Capacity: 1}}
	o.Update = strings.Replace(moteUpdate, "return", "if (p.age >= p.life) emit(deaths);\n    return", 1)
	s := newSystem(t, dev, o)
	events := make([]mote, 0, 1000)
	died, last := 0, 0
	take := func() bool {
		var step int
		var ok bool
		var err error
		if events, step, ok, err = Events(s, "deaths", events[:0]); err != nil {
			t.Fatal(err)
		}
		if !ok {
			return false
		}
		if step != last+1 {
			t.Fatalf("step %d follows %d", step, last)
		}
		last = step
		for _, p := range events {
			if p.Age < p.Life {
				t.Fatalf("%+v is not dead", p)
			}
		}
		died += len(events)
		return true
	}
	const steps = 60
	for range steps {
		if err := s.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
		for until := time.Now().Add(10 * time.Second); last < s.Steps()-2; {
			if !take() && time.Now().After(until) {
				t.Fatal("no events in 10 s")
			}
		}
	}
	for until := time.Now().Add(10 * time.Second); last < steps; {
		if !take() && time.Now().After(until) {
			t.Fatal("no events in 10 s")
		}
	}
	n, err := s.StatsNow()
	if err != nil || int(n.Died) != died || died == 0 || s.DroppedSteps("deaths") != 0 {
		t.Errorf("%d deaths were emitted, %+v, %d dropped, %v", died, n, s.DroppedSteps("deaths"), err)
	}
	for range 10 {
		if err := s.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
	}
	if s.DroppedSteps("deaths") != 6 {
		t.Errorf("%d dropped of 10 that nobody took", s.DroppedSteps("deaths"))
	}
	if _, _, _, err := Events[mote](s, "silent", nil); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("a channel without ToHost: %v", err)
	}
	if _, _, _, err := Events[mote](s, "noise", nil); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("no channel: %v", err)
	}
	if _, _, _, err := Events[ember](s, "deaths", nil); !errors.Is(err, ErrLayout) {
		t.Errorf("another record: %v", err)
	}
	if _, err := s.Source("noise"); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("no source: %v", err)
	}
}
