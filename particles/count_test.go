// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// countedOptions are a system whose kernels use each of their bindings: an emitter with a Count, a
// sort, events, and arguments for elements.
func countedOptions(count gpu.Count) Options {
	o := moteOptions(1000)
	o.Emitters = []Emitter{{Count: count, Each: 2}}
	o.Sort, o.Elements = Sort{By: ByKey, Key: "uint key(Particle p) { return p.life; }"}, true
	o.Channels = []EventChannel{{Name: "sparks", Capacity: 10}}
	o.Update = moteEvents
	return o
}

// A count above its maximum is cut and reported, by the steps of both forms. The word is read each
// step, and a snapshot after such a step is a valid one.
func TestEmitterCountAboveItsMaximum(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct {
		name      string
		algorithm gpu.Algorithm
		slots     bool
	}{{"one pass", gpu.SinglePass, false}, {"two passes", gpu.ReduceThenScan, false}, {"slots", gpu.ReduceThenScan, true}} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			word := gputest.Words(t, dev, []uint32{0})
			o := countedOptions(gpu.CountAt(word.View(), 4))
			o.Algorithm, o.Slots = c.algorithm, c.slots
			s := newSystem(t, dev, o)
			if s.inOnePass() != (c.algorithm == gpu.SinglePass) {
				t.Fatalf("the variant is %s", s.Variant())
			}
			emitted := uint64(0)
			for _, n := range []uint32{3, 4, 5, 4, 1<<32 - 1, 0} {
				if err := gpu.Upload(dev, word.View(), []uint32{n}); err != nil {
					t.Fatal(err)
				}
				steps(t, s, 1)
				if err := dev.Check(); (n > 4) != errors.Is(err, gpu.ErrCount) || n <= 4 && err != nil {
					t.Errorf("a count of %d of at most 4: %v", n, err)
				}
				emitted += 2 * uint64(min(n, 4))
				if stats, err := s.StatsNow(); err != nil || stats.Emitted != emitted {
					t.Errorf("after a count of %d: %d emitted, want %d (%v)", n, stats.Emitted, emitted, err)
				}
				if err := s.Restore(bytes.NewReader(saved(t, s))); err != nil {
					t.Errorf("after a count of %d: %v", n, err)
				}
			}
		})
	}
}

// An emitter with the events of another system needs no check: that counts no more than its channel
// holds.
func TestEventCountStaysBelowItsMaximum(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(500)
	o.Emitters, o.Channels, o.Update = []Emitter{{Rate: 6000}}, []EventChannel{{Name: "sparks", Capacity: 3}}, moteEvents
	s := newSystem(t, dev, o)
	source, err := s.Source("sparks")
	if err != nil {
		t.Fatal(err)
	}
	child := newSystem(t, dev, Options{
		Capacity: 100, Record: ember{}, Emitters: []Emitter{{Events: source}},
		Init: "void init(inout Particle p, Birth b) {}", Update: "bool update(inout Particle p) { return true; }",
	})
	for range 5 {
		steps(t, s, 1)
		steps(t, child, 1)
	}
	if stats, err := s.StatsNow(); err != nil || stats.EventsOverflowed[0] == 0 {
		t.Errorf("%+v, %v: want events that overflow", stats, err)
	}
	if stats, err := child.StatsNow(); err != nil || stats.Emitted == 0 || stats.Emitted > 15 {
		t.Errorf("%+v, %v: want up to 3 a step", stats, err)
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
}

// No kernel of a step lists more buffers than a kernel may have.
func TestFaultTakesNoBindingBeyondTheLimit(t *testing.T) {
	for _, slots := range []bool{false, true} {
		o := countedOptions(gpu.CountAt(gpu.View{}, 4))
		o.Slots = slots
		o, record, err := o.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		x := text{o: &o, record: record, binding: 12, count: true}
		for _, a := range []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass} {
			if a == gpu.SinglePass && !o.takesOnePass() {
				if !slots {
					t.Error("a counted system without Slots takes no single pass")
				}
				continue
			}
			shape := gputest.Shapes()[0]
			shape.Algorithm = a
			faults := 0
			for _, spec := range x.specs(shapeFor(shape, record)) {
				if len(spec.Buffers) > gpu.UserBinding {
					t.Errorf("%s lists %d buffers, want at most %d", spec.File, len(spec.Buffers), gpu.UserBinding)
				}
				for _, name := range spec.Buffers {
					if name == "Fault" {
						faults++
					}
				}
			}
			if faults != 1 {
				t.Errorf("slots %v, %v: %d kernels have Fault, want 1", slots, a, faults)
			}
		}
	}
}
