// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"

	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// overlap reports whether two rectangles have a common part.
func overlap(a, b layout.Rect) bool {
	return !a.Empty() && !b.Empty() && a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

// messagesLeaveTheFigures shows wide messages beside the figures of a comparison and the scale of
// its map.
func messagesLeaveTheFigures(h hand) error {
	v := h.v
	wide := "could not open long.hair: the file has fewer points than its header says, and nothing of it can be drawn. What was shown stays."
	for _, c := range []struct {
		width, height int
		key           glfw.Key
		drawer        bool
	}{{1280, 720, glfw.KeyW, false}, {640, 400, glfw.KeyH, false}, {640, 400, glfw.KeyC, true}} {
		v.ui.notify("")
		v.ui.drawers = [2]bool{c.drawer}
		err := h.resize(c.width, c.height)
		if err == nil {
			err = h.key(c.key, 0)
		}
		if err != nil {
			return err
		}
		v.ui.fail(wide)
		if err := h.wait(); err != nil {
			return err
		}
		v.ui.places = map[string]place{}
		if _, err := h.shot(); err != nil {
			return err
		}
		what := fmt.Sprintf("%dx%d after %v", c.width, c.height, c.key)
		message, figures, scale, free := h.noted("message 0"), h.noted("stage/figures"), h.noted("stage/scale"), v.ui.layout.Free
		if message.Empty() || figures.Empty() || scale.Empty() != (c.key == glfw.KeyW) {
			return fmt.Errorf("%s: the message lies in %v, the figures in %v, the scale in %v", what, message, figures, scale)
		}
		if overlap(message, figures) || overlap(message, scale) || overlap(figures, scale) {
			return fmt.Errorf("%s: a message in %v, figures in %v and a scale in %v lie over each other", what, message, figures, scale)
		}
		for _, r := range []layout.Rect{message, figures, scale} {
			if c.drawer && overlap(r, v.ui.layout.Look) || r.X < free.X || r.X+r.W > free.X+free.W {
				return fmt.Errorf("%s: %v leaves the free area %v, or lies over Look in %v", what, r, free, v.ui.layout.Look)
			}
		}
		if err := h.key(c.key, 0); err != nil { // the comparison ends
			return err
		}
	}
	v.ui.notify("")
	v.ui.drawers = [2]bool{}
	return h.wait()
}

// messagesLieOverNoPanel shows messages beside the popup Measure, the drawer Look and the docked
// panels.
func messagesLieOverNoPanel(h hand) error {
	v := h.v
	long := "could not open long.hair: the file has fewer points than its header says, and nothing of it can be drawn. What was shown stays."
	for _, c := range []struct {
		width, height int
		zoom          float32
		keys          []glfw.Key
		least         int // of the three messages, how many are shown
	}{
		{800, 600, 1, []glfw.Key{glfw.KeyF9}, 3},
		{800, 600, 1, []glfw.Key{glfw.KeyN}, 3},
		{480, 300, 1, []glfw.Key{glfw.KeyF9}, 1},
		{480, 300, 1, []glfw.Key{glfw.KeyN}, 1},
		{1280, 720, 2, []glfw.Key{glfw.KeyF9}, 1},
		{1280, 720, 2, []glfw.Key{glfw.KeyN, glfw.KeyF9}, 1},
		{1280, 720, 1, []glfw.Key{glfw.KeyF9}, 3},
	} {
		v.ui.notify("")
		v.ui.config.Zoom, v.ui.config.Measure, v.ui.drawers = c.zoom, false, [2]bool{}
		if err := h.resize(c.width, c.height); err != nil {
			return err
		}
		for _, key := range c.keys {
			if err := h.key(key, 0); err != nil {
				return err
			}
		}
		v.ui.offerAfter(long, "Try again", func() error { return nil })
		v.ui.fail("no such file")
		v.ui.notify("Times copied.")
		if err := h.wait(); err != nil {
			return err
		}
		v.ui.places = map[string]place{}
		if _, err := h.shot(); err != nil {
			return err
		}
		l, what := v.ui.layout, fmt.Sprintf("%dx%d at %v, %v", c.width, c.height, c.zoom, c.keys)
		var shown []layout.Rect
		for i := range v.ui.messages {
			m := h.noted(fmt.Sprintf("message %d", i))
			if m.Empty() {
				continue
			}
			for _, other := range append(shown, l.Look, l.Measure, l.Toolbar, l.Status) {
				if overlap(m, other) {
					return fmt.Errorf("%s: a message in %v lies over %v", what, m, other)
				}
			}
			if m.X < l.Free.X || m.X+m.W > l.Free.X+l.Free.W || m.Y < l.Free.Y {
				return fmt.Errorf("%s: a message in %v leaves the free area %v", what, m, l.Free)
			}
			shown = append(shown, m)
		}
		if n := len(shown); n < c.least || l.Popup && l.Measure.H < v.ui.px(leastPopup) {
			return fmt.Errorf("%s: %d messages, want %d or more; Measure in %v", what, n, c.least, l.Measure)
		}
	}
	v.ui.notify("")
	v.ui.config.Measure, v.ui.drawers = false, [2]bool{}
	return h.wait()
}
