// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// speck is a record of one word.
type speck struct{ ID uint32 }

func speckOptions(capacity int) Options {
	return Options{
		Record: speck{}, Capacity: capacity, Emitters: []Emitter{{}},
		Init:   "void init(inout Particle p, Birth b) { }",
		Update: "bool update(inout Particle p) { return true; }",
	}
}

// A block of padding alone would be one of no bytes.
func TestUniformsOfPaddingAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	o := speckOptions(10)
	o.Uniforms = struct{ _ [4]uint32 }{}
	s, err := New(dev, o)
	defer s.Release()
	if !errors.Is(err, ErrLayout) || !strings.Contains(err.Error(), "has no fields besides padding") {
		t.Error(err)
	}
}

// The list of slots has two words for each of Capacity, in one block: a small record has more room.
func TestLargestCapacityWithSlots(t *testing.T) {
	dev := gputest.Device(t)
	o := speckOptions(min(MaxCapacity, dev.Caps().MaxStorageBytes/4))
	o.Slots = true
	if _, err := New(dev, o); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "particles: New: Capacity is") {
		t.Error(err)
	}
	const bytes = 4 * 1000
	for _, c := range []struct {
		slots        bool
		stride, want int
	}{{false, 4, 1000}, {true, 4, 448}, {true, 16, 250}} {
		o.Slots = c.slots
		if got := o.mostRecords(c.stride, bytes); got != c.want {
			t.Errorf("slots %v: %d records of %d bytes in %d, want %d", c.slots, got, c.stride, bytes, c.want)
		}
	}
}

// A program may use its slices for the options of the next system.
func TestOptionsMayChangeAfterNew(t *testing.T) {
	dev := gputest.Device(t)
	o := speckOptions(100)
	o.Channels = []EventChannel{{Name: "sparks", Capacity: 10}}
	o.Curves = []Curve{{Name: "fade", Keys: []Key{{}}}}
	o.Emitters = []Emitter{{Bursts: []Burst{{Count: 3}}}}
	s := newSystem(t, dev, o)
	o.Emitters[0].Bursts[0].Count, o.Emitters[0].Rate = 50, 1000
	o.Channels[0], o.Curves[0].Name = EventChannel{Name: "ashes", Capacity: 90, ToHost: true}, "glow"
	if _, err := s.Source("sparks"); err != nil || s.EventCount(0).Max() != 10 {
		t.Errorf("%v, at most %d events, want 10", err, s.EventCount(0).Max())
	}
	if !strings.Contains(s.Declarations(2), "vec4 fade(") {
		t.Error("the curve has another name now")
	}
	if err := s.Step(0.1); err != nil {
		t.Error(err)
	}
	if n, err := s.StatsNow(); err != nil || n.Alive != 3 {
		t.Errorf("%d alive, want 3: %v", n.Alive, err)
	}
}

// Time that errors leave behind stays finite, so that a snapshot of it fits.
func TestTimeBehindStaysFinite(t *testing.T) {
	dev := gputest.Device(t)
	s := newSystem(t, dev, speckOptions(10))
	s.Emitter(0).Rate = -1
	for range 3 {
		if _, err := s.Advance(math.MaxFloat64); !errors.Is(err, gpu.ErrArgument) {
			t.Fatal(err)
		}
	}
	var saved bytes.Buffer
	if err := s.Snapshot(&saved); err != nil {
		t.Fatal(err)
	}
	if err := s.Restore(&saved); err != nil {
		t.Error(err)
	}
}
