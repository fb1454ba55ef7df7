// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"errors"
	"fmt"
	"image"
	"math"
	"time"

	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// hand uses a window as a person does, without the X server: its events go where GLFW's do.
type hand struct{ v *view }

// wait draws as the loop does, until nothing more is due. Frames are full.
func (h hand) wait() error {
	v := h.v
	for range 2 * settling {
		v.catchUp()
		width, height := v.w.GetFramebufferSize()
		v.level = pace.Full
		switch {
		case v.err != nil:
			return v.err
		case v.stale || v.shoot:
			if err := v.draw(width, height); err != nil {
				return err
			}
		default:
			if err := v.touch(width, height); err != nil {
				return err
			}
		}
	}
	return nil
}

// place is the middle of a part of the panels.
func (h hand) place(name string) (x, y float64, err error) {
	p, ok := h.v.ui.places[name]
	if !ok {
		return 0, 0, fmt.Errorf("%s is not in the window", name)
	}
	return float64(p.x + p.width/2), float64(p.y + p.height/2), nil
}

// press moves the cursor, and presses and releases the left button. In between it moves by dx and
// dy.
func (h hand) press(x, y, dx, dy float64, mods glfw.ModifierKey) error {
	h.v.onCursor(x, y)
	err := h.wait()
	h.v.onButton(glfw.MouseButtonLeft, true, mods)
	err = errors.Join(err, h.wait())
	if dx != 0 || dy != 0 {
		h.v.onCursor(x+dx/2, y+dy/2)
		h.v.onCursor(x+dx, y+dy)
		err = errors.Join(err, h.wait())
	}
	h.v.onButton(glfw.MouseButtonLeft, false, mods)
	return errors.Join(err, h.wait())
}

// click clicks a part of the panels.
func (h hand) click(name string) error {
	x, y, err := h.place(name)
	if err != nil {
		return err
	}
	return h.press(x, y, 0, 0, 0)
}

// slide clicks a slider at a part of its width.
func (h hand) slide(name string, part float64) error {
	p, ok := h.v.ui.places[name+"/slider"]
	if !ok {
		return fmt.Errorf("%s has no slider", name)
	}
	return h.press(float64(p.x)+part*float64(p.width), float64(p.y+p.height/2), 0, 0, 0)
}

// key presses and releases a key, and then what was held beside it.
func (h hand) key(key glfw.Key, mods glfw.ModifierKey) error {
	h.v.onKey(key, true, mods)
	err := h.wait()
	h.v.onKey(key, false, mods)
	for _, m := range modifiers {
		if mods&m.mod != 0 {
			h.v.onKey(m.left, false, mods)
			mods &^= m.mod
		}
	}
	return errors.Join(err, h.wait())
}

// write types a text.
func (h hand) write(text string) error {
	for _, r := range text {
		h.v.ui.char(r)
	}
	return h.wait()
}

// find searches the controls.
func (h hand) find(text string) {
	h.v.ui.search, h.v.ui.events, h.v.ui.places = text, settling, map[string]place{}
}

// resize gives the window a size and waits until it has it.
func (h hand) resize(width, height int) error {
	h.v.w.SetSize(width, height)
	for range 200 {
		glfw.WaitEventsTimeout(0.01)
		if w, now := h.v.w.GetFramebufferSize(); w == width && now == height {
			h.v.stale = true
			return h.wait()
		}
	}
	w, now := h.v.w.GetFramebufferSize()
	return fmt.Errorf("the window is %dx%d, want %dx%d", w, now, width, height)
}

// shown is what the window shows now.
func (h hand) shown() (*image.NRGBA, error) {
	width, height := h.v.w.GetFramebufferSize()
	return framebuffer.Read(h.v.d, 0, width, height)
}

// shot is what the window shows after a new frame.
func (h hand) shot() (*image.NRGBA, error) {
	h.v.stale = true
	h.v.catchUp()
	h.v.level = pace.Full
	width, height := h.v.w.GetFramebufferSize()
	if err := h.v.drawOnce(width, height); err != nil {
		return nil, err
	}
	h.v.overlay(width, height)
	return h.shown()
}

// model is the image of the model alone.
func (h hand) model() (*image.NRGBA, error) {
	if _, err := h.shot(); err != nil {
		return nil, err
	}
	return framebuffer.Read(h.v.d, h.v.still.ID, h.v.still.Width, h.v.still.Height)
}

// has says how many pixels of a rectangle have a colour, to 2 of 255.
func has(img *image.NRGBA, r layout.Rect, c theme.Color) (n int) {
	for y := int(r.Y); y < int(r.Y+r.H); y++ {
		for x := int(r.X); x < int(r.X+r.W); x++ {
			p := img.NRGBAAt(x, y)
			near := func(a, b uint8) bool { return math.Abs(float64(a)-float64(b)) <= 2 }
			if near(p.R, c.R) && near(p.G, c.G) && near(p.B, c.B) {
				n++
			}
		}
	}
	return n
}

// noted is the rectangle of a part of the panels.
func (h hand) noted(name string) layout.Rect {
	p := h.v.ui.places[name]
	return layout.Rect{X: p.x, Y: p.y, W: p.width, H: p.height}
}

// all runs checks in turn, and names the one that fails.
func all(checks ...func() error) error {
	for i, check := range checks {
		if err := check(); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

// unless returns an error if something is not as it must be.
func unless(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// over is a moment long before.
func over(t time.Time) time.Time { return t.Add(-time.Hour) }
