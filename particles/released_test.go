// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A System that is nil, zero or released refuses every call that can, and gives no views.
func TestInvalidSystemIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(100)
	o.Slots, o.Trail.Points, o.Elements = true, 3, true
	o.Emitters, o.Channels = []Emitter{{}}, []EventChannel{{Name: "sparks", Capacity: 10, ToHost: true}}
	o.Curves = []Curve{{Name: "fade", Keys: []Key{{}}}}
	released := newSystem(t, dev, o)
	steps(t, released, 2)
	released.Release()
	o = moteOptions(100)
	o.Cull, o.Elements, o.Emitters = "bool visible(Particle p) { return true; }", true, []Emitter{{}}
	culled := newSystem(t, dev, o)
	steps(t, culled, 2)
	culled.Release()
	for name, s := range map[string]*System{"nil": nil, "zero": {}, "released": released, "released, with Cull": culled} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			for call, err := range map[string]error{
				"Step":        s.Step(0.1),
				"Advance":     second(s.Advance(0.1)),
				"Emit":        s.Emit(0, 1),
				"Reset":       s.Reset(),
				"Reorder":     s.Reorder(gpu.View{}),
				"Restore":     s.Restore(bytes.NewReader(nil)),
				"Snapshot":    s.Snapshot(io.Discard),
				"SetCurve":    s.SetCurve(0, []Key{{}}),
				"SetUniforms": s.SetUniforms(&motion{}),
				"Source":      second(s.Source("sparks")),
				"StatsNow":    second(s.StatsNow()),
				"Read":        second(Read[mote](s)),
			} {
				if !errors.Is(err, gpu.ErrReleased) || !errors.Is(err, gpu.ErrArgument) {
					t.Errorf("%s: %s: %v", name, call, err)
				}
			}
			if _, _, err := s.Stats(); !errors.Is(err, gpu.ErrReleased) {
				t.Errorf("%s: Stats: %v", name, err)
			}
			if _, _, _, err := Events[mote](s, "sparks", nil); !errors.Is(err, gpu.ErrReleased) {
				t.Errorf("%s: Events: %v", name, err)
			}
			order, _ := s.Order()
			for call, v := range map[string]gpu.View{
				"Records": s.Records(), "Order": order, "DrawArgs": s.DrawArgs(), "ElementArgs": s.ElementArgs(), "DispatchArgs": s.DispatchArgs(),
				"Trails": s.Trails(), "TrailArgs": s.TrailArgs(), "Tables": s.Tables(), "EventRecords": s.EventRecords(0),
			} {
				if v.ID() != 0 || v.Size() != 0 {
					t.Errorf("%s: %s is a view of %d bytes", name, call, v.Size())
				}
			}
			for call, n := range map[string]gpu.Count{"Alive": s.Alive(), "Drawn": s.Drawn(), "EventCount": s.EventCount(0)} {
				if _, word := n.Word(); word || n.Max() != 0 {
					t.Errorf("%s: %s is up to %d", name, call, n.Max())
				}
			}
			s.SetCamera(Camera{})
			s.SetDepth(1, 1)
			s.SetTimer(nil)
			s.Pause(false)
			s.BindUniforms()
			_, _, _, _ = s.Declarations(8), s.VerticesPerItem(), s.TrailPoints(), s.DroppedSteps("sparks")
			_, _, _, _ = s.Time(), s.Steps(), s.Paused(), s.SortVariant()
			if s == nil && (s.Variant() != "" || s.GroupSize() != 0) {
				t.Errorf("%s: the variant is %q of %d invocations", name, s.Variant(), s.GroupSize())
			}
			s.Release()
		})
	}
}

func second[T any](_ T, err error) error { return err }

// A system whose emitter takes events of another is refused once that is released, before anything
// is enqueued.
func TestChildOfAReleasedParent(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(100)
	o.Emitters, o.Channels = []Emitter{{Rate: 600}}, []EventChannel{{Name: "sparks", Capacity: 10}}
	o.Update = "bool update(inout Particle p) { emit(sparks); return true; }"
	parent := newSystem(t, dev, o)
	from, err := parent.Source("sparks")
	if err != nil {
		t.Fatal(err)
	}
	made := Options{
		Capacity: 100, Record: ember{}, Emitters: []Emitter{{}, {Events: from}},
		Init:   "void init(inout Particle p, Birth b) { p.life = 9u; }",
		Update: "bool update(inout Particle p) { return true; }",
	}
	child := newSystem(t, dev, made)
	steps(t, parent, 1)
	steps(t, child, 1)
	before, err := child.StatsNow()
	if err != nil || before.Alive != 10 {
		t.Fatalf("%+v, %v", before, err)
	}
	parent.Release()
	for range 2 {
		if err := child.Step(0.1); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("Step after the parent's Release: %v", err)
		}
	}
	if n, err := child.Advance(0.1); n != 0 || !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("Advance after the parent's Release: %v", err)
	}
	if after, err := child.StatsNow(); err != nil || after != before || child.Steps() != 1 {
		t.Errorf("%+v, %v, expected %+v", after, err, before)
	}
	made.Emitters = []Emitter{{Count: gpu.CountAt(gpu.View{}, 5)}}
	if s, err := New(dev, made); s != nil || !errors.Is(err, gpu.ErrCount) {
		t.Errorf("New with a count without a word: %v", err)
	}
	word, err := gpu.NewBufferFrom(dev, []uint32{3})
	if err != nil {
		t.Fatal(err)
	}
	made.Emitters[0].Count = gpu.CountAt(word.View(), 5)
	counted := newSystem(t, dev, made)
	steps(t, counted, 1)
	word.Release()
	if err := counted.Step(0.1); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("Step after the Release of its count: %v", err)
	}
	if s, err := New(dev, made); s != nil || !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("New with a count that is released: %v", err)
	}
	for _, source := range []*EventSource{from, {}} {
		made.Emitters = []Emitter{{Events: source}}
		if s, err := New(dev, made); s != nil || !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("New with the events of a released system: %v", err)
		}
	}
}

// New names itself in the error for a Device that is none.
func TestNilDeviceIsRefused(t *testing.T) {
	for _, d := range []*gpu.Device{nil, {}} {
		if s, err := New(d, moteOptions(1)); s != nil || !errors.Is(err, gpu.ErrReleased) || !strings.HasPrefix(err.Error(), "particles: New: ") {
			t.Errorf("%v", err)
		}
	}
}
