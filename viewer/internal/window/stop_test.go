// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"bytes"
	"errors"
	"strings"
	"time"

	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// escEndsALongFrame presses Esc, and another key before it, between two stages of an announced
// frame. The image of before stays, the window says why, and R draws the frame.
func escEndsALongFrame(h hand) error {
	v := h.v
	var before, now, full []uint8
	shown := func(pix *[]uint8) func() error {
		return func() error {
			img, err := framebuffer.Read(v.d, v.still.ID, v.still.Width, v.still.Height)
			if err == nil {
				*pix = img.Pix
			}
			return err
		}
	}
	asked := 0
	status := "status/Esc stopped the latest frame. R draws it."
	defer func() { v.drawing.poll = nil }()
	return all(
		h.wait, shown(&before),
		func() error {
			v.turn(0.3, 0)
			v.level, v.drawing.announced = pace.Full, true
			v.drawing.poll = func() {
				if asked++; asked == 3 {
					v.keyEvent(glfw.KeyF9, true, 0)
					v.keyEvent(glfw.KeyF9, false, 0)
					v.keyEvent(glfw.KeyEscape, true, 0)
				}
			}
			err := v.frame()
			v.drawing.poll = nil
			return unless(err == nil && asked == 3 && v.drawing.stopped && v.held && v.fresh, "asked %d times, %+v, held: %v, fresh: %v: %v", asked, v.drawing, v.held, v.fresh, err)
		},
		func() error {
			v.drawing.ended = over(v.drawing.ended)
			return unless(len(v.queue) == 1 && strings.HasPrefix(v.ui.latest(), "Stopped"), "%d keys wait; says %q", len(v.queue), v.ui.latest())
		},
		func() error { // F9 opens Measure, as it would have after the frame
			open := *v.ui.measureOpen()
			v.catchUp()
			defer func() { *v.ui.measureOpen() = open }()
			return unless(*v.ui.measureOpen() != open, "a key that was pressed in the frame is lost")
		},
		func() error {
			width, height := v.w.GetFramebufferSize()
			delete(v.ui.places, status)
			for range settling {
				v.overlay(width, height)
			}
			_, due := v.due(time.Now().Add(time.Hour))
			return unless(!h.noted(status).Empty() && !h.noted("stage/quality").Empty() && !due, "the window does not say that the frame was stopped; due: %v", due)
		},
		shown(&now), func() error { return unless(bytes.Equal(now, before), "another image is shown") },
		func() error {
			if err := keyActions["R"](v); err != nil {
				return err
			}
			level, err := v.step()
			return unless(level == pace.Full && err == nil && !v.drawing.stopped && !v.held, "R draws level %d: %v", level, err)
		},
		shown(&full),
		func() error { v.stale = true; return h.wait() },
		shown(&now), func() error {
			return unless(bytes.Equal(now, full) && !bytes.Equal(full, before), "the frame after a stopped one is not whole")
		},
		// A preview stays with what it has.
		func() error {
			v.drawn, v.detail, v.fresh, v.drawing.kept, v.drawing.stopped = 4, 0.5, true, true, true
			v.s.Renderer.SetDetail(1) // of the frame that is stopped
			err := v.keepShown(4)
			strands := v.ui.fields(v)[1].text
			return unless(err == nil && strings.HasPrefix(v.quality(), "Held at") && strings.HasPrefix(strands, "150 of 300"), "says %q, %q: %v", v.quality(), strands, err)
		},
		func() error { v.drawn, v.level, v.held, v.stale = pace.Full, pace.Full, false, true; return h.wait() },
		// Ctrl+Q ends the frame with the window.
		func() error {
			v.drawing.announced, asked = true, 0
			v.drawing.poll = func() {
				if asked++; asked == 2 {
					v.keyEvent(glfw.KeyQ, true, glfw.ModControl)
				}
			}
			err := v.frame()
			defer v.w.SetShouldClose(false)
			return unless(err == nil && v.w.ShouldClose() && v.drawing.stopped, "stopped: %v, closes: %v: %v", v.drawing.stopped, v.w.ShouldClose(), err)
		},
		func() error {
			v.busy = true
			v.onKey(glfw.KeyQ, true, glfw.ModControl)
			v.busy = false
			defer v.w.SetShouldClose(false)
			return unless(v.w.ShouldClose(), "a busy window does not close")
		},
		// A frame that nobody announced reads no events.
		func() error {
			asked = 0
			v.drawing.poll = func() { asked++ }
			err := v.frame()
			return unless(err == nil && asked == 0, "a frame that was not announced reads events %d times: %v", asked, err)
		},
		// Esc closes the help instead, after the frame.
		func() error {
			v.ui.help, v.drawing.announced = true, true
			v.drawing.poll = func() {
				v.drawing.poll = func() {}
				v.keyEvent(glfw.KeyEscape, true, 0)
			}
			err := v.frame()
			v.catchUp()
			return unless(err == nil && !v.drawing.stopped && !v.ui.help, "stopped: %v, help: %v: %v", v.drawing.stopped, v.ui.help, err)
		},
		func() error { v.drawing.poll = nil; v.turn(-0.3, 0); return h.wait() },
	)
}

// inputEndsARefiningFrame presses a key in a frame that only shows the same image better. The image
// of before stays, and the key has its effect in the next frame. A movement of the cursor over the
// image changes nothing, and lets the frame end.
func inputEndsARefiningFrame(h hand) error {
	v := h.v
	asked := 0
	inFrame := func(events func()) func() {
		asked = 0
		return func() {
			if asked++; asked == 3 {
				events()
			}
		}
	}
	better := func(events func()) error {
		v.level, v.drawing.poll = pace.Full, inFrame(events)
		defer func() { v.drawing.poll = nil }()
		return v.frame()
	}
	azimuth := v.camera.Azimuth
	return all(
		func() error { v.held = false; return h.wait() },
		func() error { v.stale, v.level = true, pace.Fastest; return v.frame() },
		func() error {
			err := better(func() { v.keyEvent(glfw.KeyRight, true, 0) })
			return unless(err == nil && asked == 3 && v.drawn == pace.Fastest && v.fresh && !v.drawing.stopped && !v.held && !v.stale,
				"asked %d times, %+v, level %d, fresh: %v, held: %v, stale: %v: %v", asked, v.drawing, v.drawn, v.fresh, v.held, v.stale, err)
		},
		func() error {
			v.catchUp()
			return unless(v.stale && v.camera.Azimuth != azimuth, "the key that ended a frame is lost")
		},
		func() error { v.level = pace.Fastest; return v.frame() },
		func() error {
			err := better(func() {
				v.follow(func() { v.onCursor(20, 300) })
				v.keyEvent(glfw.KeyRight, false, 0)
			})
			return unless(err == nil && v.drawn == pace.Full && asked > 3, "a cursor over the image ends a frame: asked %d times, level %d: %v", asked, v.drawn, err)
		},
		func() error { v.turn(azimuth-v.camera.Azimuth, 0); v.fullAt = over(v.fullAt); return h.wait() },
	)
}

// inputEndsARefiningComparison presses a key while the second side of a comparison, or the layers,
// are drawn better. What is shown stays, and the key has its effect in the next frame.
func inputEndsARefiningComparison(h hand) error {
	return errors.Join(inputEndsBetter(h, wipe), inputEndsBetter(h, layerCounts))
}

func inputEndsBetter(h hand, what against) error {
	v := h.v
	asked, last, azimuth := 0, 0, v.camera.Azimuth
	var before []uint8
	better := func(at int) error {
		asked = 0
		v.level, v.drawing.poll = pace.Full, func() {
			if asked++; asked == at {
				v.keyEvent(glfw.KeyRight, true, 0)
				v.keyEvent(glfw.KeyRight, false, 0)
			}
		}
		defer func() { v.drawing.poll = nil }()
		return v.frame()
	}
	return all(
		func() error { v.held = false; return v.show(what) }, h.wait,
		func() error { v.stale, v.level = true, pace.Fastest; return v.frame() },
		func() error {
			err := better(0)
			last = asked
			return unless(err == nil && last > 3 && v.drawn == pace.Full && (what == layerCounts || last > 8 && v.c.mask != nil), "asked %d times, level %d: %v", last, v.drawn, err)
		},
		func() error { v.stale, v.level = true, pace.Fastest; return v.frame() },
		func() error { before = bytes.Clone(v.c.out.Pix); return nil },
		func() error {
			err := better(last - 1)
			return unless(err == nil && asked == last-1 && v.drawn == pace.Fastest && v.c.shows == what && !v.held && bytes.Equal(v.c.out.Pix, before),
				"asked %d times of %d, level %d, shows %v: %v", asked, last, v.drawn, v.c.shows, err)
		},
		func() error {
			v.catchUp()
			return unless(v.stale && v.camera.Azimuth != azimuth, "the key that ended a comparison is lost")
		},
		func() error { v.turn(azimuth-v.camera.Azimuth, 0); return v.show(what) },
		func() error { v.fullAt = over(v.fullAt); return h.wait() },
	)
}
