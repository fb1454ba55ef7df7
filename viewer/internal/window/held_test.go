// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"time"

	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// heldKeysActOnce repeats keys as a keyboard does. Steps of the camera are made again.
func heldKeysActOnce(h hand) error {
	v := h.v
	v.slots, v.slotCameras, v.slot = [2]*flags.Settings{}, [2]*flags.Camera{}, -1
	repeat := func(key glfw.Key, times int) func() error {
		return func() error {
			for range times {
				v.onRepeat(key, 0)
				v.catchUp()
			}
			return v.err
		}
	}
	x := func(down bool) func() error {
		return func() error { v.onKey(glfw.KeyX, down, 0); return h.wait() }
	}
	shows := func(slot int) func() error {
		return func() error {
			return unless(v.shownSlot() == slot && !v.stale, "look %d is marked, want %d; another frame is due: %v", v.shownSlot(), slot, v.stale)
		}
	}
	open, turned := *v.ui.lookOpen(), v.camera.Azimuth
	return all(
		func() error { v.onKey(glfw.KeyN, true, 0); return h.wait() }, repeat(glfw.KeyN, 3), func() error { v.onKey(glfw.KeyN, false, 0); return h.wait() },
		func() error { return unless(*v.ui.lookOpen() != open, "a held N shows and hides Look") },
		func() error { return h.key(glfw.KeyN, 0) },
		func() error { v.onKey(glfw.KeyRight, true, 0); v.catchUp(); return nil }, repeat(glfw.KeyRight, 3),
		func() error {
			v.onKey(glfw.KeyRight, false, 0)
			d := v.camera.Azimuth - turned - 4*turnStep
			return unless(max(d, -d) < 1e-4, "a held arrow turns by %v steps", (v.camera.Azimuth-turned)/turnStep)
		},
		func() error { v.frameModel(0, 0); return h.wait() },
		// A click with Shift stores a look, and draws nothing.
		func() error { return h.key(glfw.KeyLeftBracket, glfw.ModShift) }, func() error { return v.change("exposure", "3") },
		func() error {
			at := h.noted("toolbar/B")
			v.onKey(glfw.KeyLeftShift, true, 0)
			v.onCursor(float64(at.X+at.W/2), float64(at.Y+at.H/2))
			err := h.wait()
			v.onButton(glfw.MouseButtonLeft, true, glfw.ModShift)
			v.overlayTwice()
			v.onButton(glfw.MouseButtonLeft, false, glfw.ModShift)
			v.overlayTwice()
			v.catchUp()
			v.onKey(glfw.KeyLeftShift, false, 0)
			return unless(err == nil && v.slots[1] != nil && !v.stale, "B is kept: %v; another frame is due: %v: %v", v.slots[1] != nil, v.stale, err)
		},
		shows(1), x(true), shows(0), repeat(glfw.KeyX, 3), shows(0), x(false), shows(1),
		// The size of images is none of the view.
		func() error {
			v.aside(func() error { return v.setImageSize(64, 48) })
			v.catchUp()
			v.output = output{}
			return unless(!v.stale, "the size of images draws a frame")
		},
		// A wipe shows its other side without drawing both again.
		func() error { return h.key(glfw.KeyW, 0) },
		func() error { v.onKey(glfw.KeyX, true, 0); v.catchUp(); return nil }, repeat(glfw.KeyX, 3),
		func() error {
			return unless(v.c.peeks && !v.stale, "X: %v; another frame is due: %v", v.c.peeks, v.stale)
		},
		func() error { v.onKey(glfw.KeyX, false, 0); v.catchUp(); return nil },
		func() error {
			return unless(!v.c.peeks && !v.stale, "X stays: %v; another frame is due: %v", v.c.peeks, v.stale)
		},
		h.wait, func() error { return h.key(glfw.KeyW, 0) },
		func() error { return v.change("exposure", "1") }, h.wait,
	)
}

// overlayTwice draws the panels as often as an event needs.
func (v *view) overlayTwice() {
	width, height := v.w.GetFramebufferSize()
	for range 2 {
		v.overlay(width, height)
	}
}

// leftComparisonsAreGone changes from comparison to comparison. The image and the words of one are
// not shown for another.
func leftComparisonsAreGone(h hand) error {
	v := h.v
	width, height := v.w.GetFramebufferSize()
	defer func() { v.pace = pace.Pace{} }()
	announced := func(plates bool) func() error {
		return func() error {
			v.level = pace.Full
			delete(v.ui.places, "stage/left")
			v.announce(width, height)
			v.drawing.announced = false
			return unless(h.noted("stage/left").Empty() != plates, "the names of the sides are shown: %v", !plates)
		}
	}
	return all(
		func() error { return h.key(glfw.KeyC, 0) }, func() error { return unless(v.c.out != nil, "no layers") },
		func() error { return h.key(glfw.KeyC, 0) }, func() error { return unless(v.c.out == nil, "the layers stay") },
		func() error {
			v.pace = pace.Pace{Target: time.Millisecond}
			v.pace.Took(v.pace.Begin(pace.Full), time.Second)
			v.took, v.before = 2*time.Second, 2*time.Second
			one := v.takes()
			err := v.show(wipe)
			return unless(err == nil && v.takes() == 2*one, "one side takes %v, both %v: %v", one, v.takes(), err)
		},
		announced(false), h.wait, func() error { v.took, v.before = time.Second, time.Second; return nil }, announced(true),
		// The other side, shown alone, has its name below the announcement.
		func() error {
			v.c.peeks = true
			v.announce(width, height)
			v.c.peeks, v.drawing.announced = false, false
			chip, plate := h.noted("stage/quality"), h.noted("stage/right")
			return unless(!chip.Empty() && plate.Y > chip.Y+chip.H, "the name is at %v, the announcement at %v", plate, chip)
		},
		func() error {
			before := v.c.out
			err := v.show(heat)
			return unless(err == nil && v.c.out != before && v.c.shown.place != nil, "the map shows the wipe: %v", err)
		},
		h.wait, func() error { return v.show(layerCounts) }, func() error { return unless(v.c.out == nil, "the layers show the map") },
		h.wait, func() error { return h.key(glfw.KeyC, 0) },
		func() error { v.pace, v.took, v.before = pace.Pace{}, 0, 0; return h.wait() },
	)
}

// sparklineHasAllFrames looks for the bar of each frame in the status line.
func sparklineHasAllFrames(h hand) error {
	v := h.v
	if err := h.wait(); err != nil {
		return err
	}
	was := v.times
	defer func() { v.times = was }()
	for i := range v.times.at {
		v.times.at[i] = frameTime{wall: 10}
	}
	v.overlayTwice()
	img, err := h.shown()
	if err != nil {
		return err
	}
	at := h.noted("status/sparkline")
	bar := at.W / sparkFrames
	for i := range sparkFrames {
		r := layout.Rect{X: at.X + float32(i)*bar, Y: at.Y, W: max(bar, 1), H: at.H}
		if n := has(img, r, theme.Accent); n < int(at.H/2) {
			return unless(false, "frame %d of %d has %d pixels in %v", i, sparkFrames, n, r)
		}
	}
	return nil
}
