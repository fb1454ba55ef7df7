// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"math"

	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// imageFrameIsTheImages compares the border in the window with the camera of the image.
func imageFrameIsTheImages(h hand) error {
	v := h.v
	menu := func(name string) func() error {
		return func() error {
			return all(func() error { return h.click("toolbar/Menu") }, func() error { return h.click(name) })
		}
	}
	framed := func(width, height int) func() error {
		return func() error {
			if err := v.setImageSize(width, height); err != nil {
				return err
			}
			for range 2 * settling {
				v.overlay(v.w.GetFramebufferSize())
			}
			text := v.cameraText(v.whole())
			if width > 0 {
				text = v.cameraText(v.present().aspect())
			}
			r, w, tall := v.imageBorder()
			camera, err := flags.ParseCamera(text)
			if err != nil {
				return err
			}
			low, high := v.s.Renderer.Bounds()
			c := camera.Of(low, high, float32(w)/float32(tall))
			right, up, _ := axes(v.camera)
			point := v.camera.Target.Add(right.Mul(0.02)).Add(up.Mul(-0.03))
			x, y, _ := project(point, v.camera)
			ix, iy, _ := project(point, c)
			f := v.free()
			dx := f.X + f.W/2 + x*f.H - (r.X + r.W/2 + ix*r.H)
			dy := f.Y + f.H/2 - y*f.H - (r.Y + r.H/2 - iy*r.H)
			return unless(math.Hypot(float64(dx), float64(dy)) < 0.5 && !h.noted("stage/frame").Empty(), "%dx%d: the border %v is off by %v, %v; a plate at %v", width, height, r, dx, dy, h.noted("stage/frame"))
		}
	}
	bright := func(want bool) func() error {
		return func() error {
			img, err := h.shot()
			if err != nil {
				return err
			}
			r, _, _ := v.imageBorder()
			f := v.free()
			n := has(img, layout.Rect{X: float32(int(r.X)) - 2, Y: f.Y + 0.6*f.H, W: 4, H: 0.3 * f.H}, theme.Text)
			return unless((n > int(0.2*f.H)) == want, "the border %v has %d bright pixels", r, n)
		}
	}
	return all(
		func() error { v.output = output{}; return h.wait() }, menu("menu/Image frame"),
		func() error { return unless(v.ui.config.Frame, "the menu shows no frame") },
		framed(0, 0), framed(300, 400), bright(true), framed(1920, 300), framed(64, 64),
		func() error { v.dolly(0.7); v.turn(0.3, 0.2); v.pan(0.1, 0); return h.wait() },
		framed(300, 400), framed(0, 0), framed(300, 400),
		menu("menu/Image frame"), bright(false),
		func() error { v.output = output{}; v.frameModel(0, 0); return h.wait() },
		// The list of messages.
		func() error {
			for i := range 3 {
				v.ui.notify(fmt.Sprint("message ", i))
			}
			return all(menu("menu/Messages"), func() error { return unless(!h.noted("menu/message").Empty(), "no messages are listed") },
				func() error { return h.key(glfw.KeyEscape, 0) })
		},
		// A click that comes between two drawings opens a list within the window, once nothing more
		// is due.
		func() error {
			clear(v.ui.menuSize)
			x, y, err := h.place("toolbar/Menu")
			if err != nil {
				return err
			}
			v.onCursor(x, y)
			v.onButton(glfw.MouseButtonLeft, true, 0)
			v.onButton(glfw.MouseButtonLeft, false, 0)
			drawn := 0
			for ; v.ui.wants() && drawn < 20; drawn++ {
				v.overlay(v.w.GetFramebufferSize())
			}
			at, w := h.noted("list/Menu"), float32(v.ui.layout.Toolbar.W)
			return unless(popupOpen() && drawn < 20 && at.W > 0 && at.X+at.W <= w, "after %d drawings the list is at %v of %v, open: %v", drawn, at, w, popupOpen())
		},
		func() error { return h.key(glfw.KeyEscape, 0) },
		// An open list stays within the window when the interface grows.
		func() error { return h.click("toolbar/Menu") },
		func() error {
			was := v.ui.config.Zoom
			v.ui.config.Zoom, v.ui.events = 2, settling
			err := h.wait()
			at, within := h.noted("list/Menu"), popupOpen()
			v.ui.config.Zoom, v.ui.events = was, settling
			w, tall := v.w.GetSize()
			return unless(err == nil && within && at.X >= 0 && at.Y >= 0 && at.X+at.W <= float32(w) && at.Y+at.H <= float32(tall), "the list is at %v, open: %v: %v", at, within, err)
		},
		h.wait, func() error { return h.key(glfw.KeyEscape, 0) },
		// Reset layout keeps what is no layout.
		func() error {
			c := &v.ui.config
			c.LookWidth, c.Measure, c.Blender = 300, true, true
			c.Folded["section Light"] = true
			v.ui.events = settling
			return all(h.wait, menu("menu/Reset layout"))
		},
		func() error {
			c := &v.ui.config
			defer func() { c.Blender, c.Zoom = false, 0.75 }()
			return unless(c.LookWidth == 0 && !c.Measure && c.Look && c.Zoom == 1 && len(c.Folded) == 0 && c.Blender && c.Calm, "the layout is %+v", *c)
		},
		h.wait,
	)
}
