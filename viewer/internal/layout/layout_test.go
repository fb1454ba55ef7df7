// SPDX-License-Identifier: MIT

package layout

import "testing"

// The parts fill the window and do not overlap. Only a drawer and a popup lie over the free area.
func TestPartsDoNotOverlap(t *testing.T) {
	for _, size := range [][2]float32{{480, 300}, {640, 400}, {899, 700}, {900, 479}, {900, 480}, {1280, 720}, {1599, 900}, {1600, 900}, {3840, 2160}} {
		for _, scale := range []float32{1, 1.25, 1.5, 2, 3} {
			for _, open := range []Open{{}, {Look: true}, {Measure: true}, {Look: true, Measure: true}, {Look: true, Measure: true, LookWidth: 5000, MeasureHeight: 5000}, {Look: true, Measure: true, LookWidth: 1, MeasureHeight: 1}} {
				w, h := size[0], size[1]
				l := Of(w, h, scale, open)
				area := l.Free.W * l.Free.H
				docked := []Rect{l.Free, l.Toolbar, l.Status}
				if !l.Drawer {
					docked = append(docked, l.Look)
				}
				if !l.Popup {
					docked = append(docked, l.Measure)
				}
				sum := float32(0)
				for i, a := range docked {
					sum += a.W * a.H
					if a.X < 0 || a.Y < 0 || a.X+a.W > w || a.Y+a.H > h || a.W < 0 || a.H < 0 {
						t.Errorf("%v at %v, %+v: %v leaves the window", size, scale, open, a)
					}
					for _, b := range docked[:i] {
						if !a.Empty() && !b.Empty() && a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
							t.Errorf("%v at %v, %+v: %v lies over %v", size, scale, open, a, b)
						}
					}
				}
				if sum != w*h || l.Free.Empty() || l.Kind != Small && area < w*h/8 {
					t.Errorf("%v at %v, %+v: the parts have %v of %v pixels, the model %v", size, scale, open, sum, w*h, area)
				}
				if l.Drawer && l.Look.W > 0.6*w+1 {
					t.Errorf("%v at %v: the drawer is %v wide", size, scale, l.Look.W)
				}
			}
		}
	}
}

func TestFreeAreaHasItsSize(t *testing.T) {
	for _, c := range []struct {
		w, h, scale float32
		open        Open
		kind        Kind
		want        Rect
	}{
		{1280, 720, 1, Open{Look: true}, Normal, Rect{0, 40, 940, 656}},
		{640, 400, 1, Open{}, Small, Rect{0, 36, 640, 342}},
		{640, 400, 1, Open{Look: true, Measure: true}, Small, Rect{0, 36, 640, 342}},
		{3840, 2160, 2, Open{Look: true, Measure: true}, Wide, Rect{0, 80, 3040, 1672}},
		{1280, 720, 1, Open{Look: true, LookWidth: 500}, Normal, Rect{0, 40, 780, 656}},
		{899, 700, 1, Open{}, Small, Rect{0, 36, 899, 642}},
		{900, 700, 1, Open{}, Normal, Rect{0, 40, 900, 636}},
		{1, 1, 1, Open{Look: true, Measure: true}, Small, Rect{0, 0, 1, 1}},
		{32, 320, 1, Open{Look: true}, Small, Rect{0, 0, 32, 320}},
	} {
		if l := Of(c.w, c.h, c.scale, c.open); l.Free != c.want || l.Kind != c.kind {
			t.Errorf("%vx%v at %v: kind %v, free %v, want %v", c.w, c.h, c.scale, l.Kind, l.Free, c.want)
		}
	}
}

// The popup Measure ends above the messages. They may leave no room for it.
func TestPopupEndsAboveMessages(t *testing.T) {
	for _, size := range [][2]float32{{480, 300}, {640, 360}, {800, 600}} {
		for _, messages := range []float32{0, 10, 45, 160, 1000} {
			for _, scale := range []float32{1, 1.5, 2} {
				l := Of(size[0]*scale, size[1]*scale, scale, Open{Measure: true, Messages: messages})
				bottom, free := l.Measure.Y+l.Measure.H, l.Free.Y+l.Free.H
				if !l.Popup || l.Measure.H < 0 || l.Measure.H > 0 && bottom > free-messages*scale+1 {
					t.Errorf("%v at %v: Measure ends at %v, %v px of messages begin at %v", size, scale, bottom, messages, free-messages*scale)
				}
				if messages < 50 && l.Measure.H < 120*scale {
					t.Errorf("%v at %v: Measure is %v high beside %v px of messages", size, scale, l.Measure.H, messages)
				}
			}
		}
	}
}

func TestPixelsBeginAtTheBottom(t *testing.T) {
	r := Rect{10, 40, 100, 50}
	if x, y, w, h := r.Pixels(200, 100, 200, 100); x != 10 || y != 10 || w != 100 || h != 50 {
		t.Error(x, y, w, h)
	}
	if x, y, w, h := r.Pixels(200, 100, 400, 200); x != 20 || y != 20 || w != 200 || h != 100 {
		t.Error(x, y, w, h)
	}
	if _, _, w, h := (Rect{}).Pixels(0, 0, 0, 0); w != 1 || h != 1 {
		t.Error(w, h)
	}
}

func TestToolbarKeepsWhatFits(t *testing.T) {
	widths := []float32{50, 60, 70}
	for _, c := range []struct {
		room float32
		want int
	}{{196, 3}, {195, 2}, {166, 2}, {165, 1}, {98, 1}, {97, 0}, {1, 0}} {
		if got := Fitting(widths, 8, c.room, 40); got != c.want {
			t.Errorf("%d of %v fit into %v, want %d", got, widths, c.room, c.want)
		}
	}
}
