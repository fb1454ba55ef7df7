// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Steps go on in the order of Reorder, with newborns last, as the twin's do whose particles are put
// into that order.
func TestReorder(t *testing.T) {
	dev := gputest.Device(t)
	for _, by := range []Criterion{Unsorted, ByDepth} {
		o := moteOptions(3000)
		o.Emitters = []Emitter{{Rate: 6100}}
		o.Sort.By = by
		s, w := newSystem(t, dev, o), newTwin(o)
		for step := range 8 {
			if err := s.Step(1.0 / 30); err != nil {
				t.Fatal(err)
			}
			w.run(1.0/30, 0)
			w.check(t, s)
			n := len(w.alive)
			order, was := make([]uint32, o.Capacity), slices.Clone(w.alive)
			for i := range order {
				order[i] = 1 << 31 // behind Alive, where nothing is read
			}
			for i := range n {
				order[i] = uint32((i*7 + step) % n)
				if n%7 == 0 {
					order[i] = uint32(n - 1 - i)
				}
				w.alive[i] = was[order[i]]
			}
			if err := s.Reorder(gputest.Words(t, dev, order).View()); err != nil {
				t.Fatal(err)
			}
			w.check(t, s)
			if _, ok := s.Order(); ok {
				t.Error("there is an order of the records as they were")
			}
		}
	}
}

func TestReorderRefuses(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(100)
	s := newSystem(t, dev, o)
	good := gputest.Words(t, dev, make([]uint32, 100)).View()
	short, err := good.Slice(0, 396)
	if err != nil {
		t.Fatal(err)
	}
	own, err := s.records[s.front].Slice(0, 100)
	if err != nil {
		t.Fatal(err)
	}
	next, err := s.records[1-s.front].Slice(0, 100)
	if err != nil {
		t.Fatal(err)
	}
	floats, err := gpu.NewBuffer[float32](dev, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer floats.Release()
	o.Slots = true
	slots := newSystem(t, dev, o)
	for _, c := range []struct {
		about string
		s     *System
		order gpu.View
		want  error
		text  string
	}{
		{"too short", s, short, gpu.ErrView, "order holds 99 items of 4 bytes, want 100"},
		{"floats", s, floats.View(), gpu.ErrView, "order is a view of a Buffer of float32, want items of u32"},
		{"no view", s, gpu.View{}, gpu.ErrView, "order is the zero View, want a view of a buffer"},
		{"its own records", s, own, gpu.ErrOverlap, "order and the records share bytes"},
		{"its next records", s, next, gpu.ErrOverlap, "order and the records share bytes"},
		{"slots", slots, good, gpu.ErrArgument, "the system has Slots"},
		{"none", nil, good, gpu.ErrReleased, "the System"},
	} {
		if err := c.s.Reorder(c.order); !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), "particles: Reorder: "+c.text) {
			t.Errorf("%s: %v, want %v: %s", c.about, err, c.want, c.text)
		}
	}
	gone := s
	gone.Release()
	if err := gone.Reorder(good); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("released: %v", err)
	}
}
