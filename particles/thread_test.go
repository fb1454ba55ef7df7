// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Every call with an error refuses another thread than the context's, and changes nothing there.
func TestOtherThreadsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(100)
	o.Uniforms, o.Emitters = motion{}, []Emitter{{}}
	o.Curves = []Curve{{Name: "fade", Keys: []Key{{}}}}
	o.Channels = []EventChannel{{Name: "sparks", Capacity: 5, ToHost: true}}
	s, fresh := newSystem(t, dev, o), newSystem(t, dev, o)
	steps(t, s, 1)
	order, snapshot := gputest.Fresh(t, dev, 100).View(), saved(t, s)
	done := make(chan map[string]error)
	go func() {
		_, _, stats := s.Stats()
		_, _, none := fresh.Stats()
		_, _, _, events := Events[mote](s, "sparks", nil)
		_, _, _, noEvents := Events[mote](fresh, "sparks", nil)
		done <- map[string]error{
			"Step":        s.Step(0.1),
			"Advance":     second(s.Advance(s.o.FixedStep / 4)),
			"Emit":        s.Emit(0, 7),
			"Reset":       s.Reset(),
			"Reorder":     s.Reorder(order),
			"Restore":     s.Restore(bytes.NewReader(snapshot)),
			"Snapshot":    s.Snapshot(io.Discard),
			"SetCurve":    s.SetCurve(0, []Key{{}}),
			"SetUniforms": s.SetUniforms(&motion{}),
			"Stats":       stats,
			"first Stats": none,
			"Events":      events,
			"no Events":   noEvents,
			"StatsNow":    second(s.StatsNow()),
			"Read":        second(Read[mote](s)),
		}
	}()
	for call, err := range <-done {
		if !errors.Is(err, gpu.ErrWrongThread) {
			t.Errorf("%s on another thread: %v", call, err)
		}
	}
	if n := s.sources[0].once; n != 0 || s.behind != 0 || s.Steps() != 1 {
		t.Errorf("calls on another thread left %d particles to emit, %v s to simulate and %d steps", n, s.behind, s.Steps())
	}
	if n := testing.AllocsPerRun(10, func() { _ = s.Emit(0, 1) }); n != 0 {
		t.Errorf("Emit allocates %v times", n)
	}
}
