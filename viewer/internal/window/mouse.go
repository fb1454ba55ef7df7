// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"math"
	"time"

	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"
)

// mouse is what the cursor does in the free area.
type mouse struct {
	x, y   float64
	held   glfw.MouseButton
	mods   glfw.ModifierKey // as the button was pressed
	down   bool             // a button was pressed in the free area
	line   bool             // it holds the line of a wipe
	moved  float64          // pixels since it was pressed
	when   time.Time        // of the latest click
	whenAt [2]float64
}

// A drag begins after dragAfter pixels. Clicks within doubleTime are a double click. A wipe's line
// is held from lineReach pixels, and a pivot found from pivotReach, of a screen of scale 1.
const (
	dragAfter  = 4
	doubleTime = 400 * time.Millisecond
	lineReach  = 8
	pivotReach = 10
)

func (v *view) listen() {
	redraw := func() { v.handle(func() { v.stale = true }) }
	v.w.SetRefreshCallback(func(*glfw.Window) { redraw() })
	v.w.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { redraw() })
	v.w.SetContentScaleCallback(func(*glfw.Window, float32, float32) { redraw() })
	v.w.SetDropCallback(func(_ *glfw.Window, paths []string) {
		v.handle(func() { v.later(func() error { v.drop(paths); return nil }) })
	})
	v.w.SetScrollCallback(func(_ *glfw.Window, dx, dy float64) {
		toCursor := v.w.GetKey(glfw.KeyLeftControl) == glfw.Press || v.w.GetKey(glfw.KeyRightControl) == glfw.Press
		v.handle(func() { v.onWheel(dx, dy, toCursor) })
	})
	v.w.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, action glfw.Action, mods glfw.ModifierKey) {
		v.handle(func() { v.onButton(b, action == glfw.Press, mods) })
	})
	v.w.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		if v.mouse.down || v.ui.holding() || v.ui.at(x, y) {
			v.handle(func() { v.onCursor(x, y) })
		} else { // over the image it changes nothing
			v.follow(func() { v.onCursor(x, y) })
		}
	})
	v.w.SetCharCallback(func(_ *glfw.Window, r rune) { v.charEvent(r) })
	v.w.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, mods glfw.ModifierKey) {
		if action == glfw.Repeat {
			if !v.typed.opening {
				v.handle(func() { v.onRepeat(key, mods) })
			}
			return
		}
		v.keyEvent(key, action == glfw.Press, mods)
	})
}

// keyEvent handles a key that is pressed or released. Esc ends a long frame that is being drawn,
// and does nothing else then, unless there is something open for it to close. Ctrl+Q ends the frame
// with the window.
func (v *view) keyEvent(key glfw.Key, down bool, mods glfw.ModifierKey) {
	if v.keeps(func() { v.keyEvent(key, down, mods) }) {
		return
	}
	if down {
		v.opens(key, mods)
	}
	switch {
	case v.drawing.asks && down && keyName(key, mods) == quitKey:
		v.w.SetShouldClose(true)
		return
	case v.drawing.asks && v.drawing.announced && down && key == glfw.KeyEscape && !v.ui.wantsEsc():
		v.cancelled.Store(true)
		return
	case down || v.peeked != nil:
		v.handle(func() { v.onKey(key, down, mods) })
		return
	}
	v.follow(func() { v.onKey(key, down, mods) })
}

func (v *view) charEvent(r rune) {
	if !v.keeps(func() { v.charEvent(r) }) {
		v.handle(func() { v.ui.char(r) })
	}
}

// onWheel moves the camera nearer or farther, to the place under the cursor or straight ahead.
func (v *view) onWheel(dx, dy float64, toCursor bool) {
	if v.busy || v.ui.wheel(dx, dy) || v.empty() {
		return
	}
	factor := float32(math.Pow(0.9, dy))
	if toCursor {
		at := v.fromMiddle()
		v.dollyTo(factor, at[0], at[1])
		return
	}
	v.dolly(factor)
}

func (v *view) onButton(b glfw.MouseButton, down bool, mods glfw.ModifierKey) {
	if v.busy && down { // a release ends what was held before
		return
	}
	v.edits.Close()
	if used := v.ui.button(b, down); !v.empty() {
		v.click(b, down, mods, used)
	}
}

func (v *view) onCursor(x, y float64) {
	dx, dy := x-v.mouse.x, y-v.mouse.y
	v.mouse.x, v.mouse.y = x, y
	if !v.busy && !v.ui.cursor(x, y) && !v.empty() {
		v.drag(dx, dy)
	}
}

func (v *view) onKey(key glfw.Key, down bool, mods glfw.ModifierKey) {
	if v.busy {
		switch {
		case key == glfw.KeyEscape:
			v.cancelled.Store(true)
		case down && keyName(key, mods) == quitKey:
			v.w.SetShouldClose(true)
		}
		return
	}
	if key == glfw.KeyX && !down {
		v.aside(v.unpeek)
	}
	if v.ui.key(key, down, mods) || !down {
		return
	}
	v.press(key, mods)
}

// onRepeat handles the repeats of a key that is held. The panels get all but those of Esc, which
// would close one thing after the other.
func (v *view) onRepeat(key glfw.Key, mods glfw.ModifierKey) {
	if v.busy || key == glfw.KeyEscape || v.ui.key(key, true, mods) {
		return
	}
	if repeated[keyName(key, mods)] {
		v.press(key, mods)
	}
}

// fromMiddle is the cursor in the free area: parts of its height from the middle, to the right and
// up.
func (v *view) fromMiddle() mgl32.Vec2 {
	f := v.free()
	return mgl32.Vec2{(float32(v.mouse.x) - f.X - f.W/2) / f.H, -(float32(v.mouse.y) - f.Y - f.H/2) / f.H}
}

// click follows a button. used reports that the panels have it.
func (v *view) click(b glfw.MouseButton, down bool, mods glfw.ModifierKey, used bool) {
	m := &v.mouse
	if !down {
		if m.down && b == m.held && m.moved < dragAfter && !m.line {
			v.clicked(b)
		}
		if b == m.held {
			m.down, m.line = false, false
		}
		return
	}
	if used || m.down {
		return
	}
	v.ui.touched()
	m.down, m.held, m.mods, m.moved = true, b, mods, 0
	m.line = b == glfw.MouseButtonLeft && v.overLine()
}

// clicked does what a click in the free area does: a double click, or one of the middle button,
// moves the pivot.
func (v *view) clicked(b glfw.MouseButton) {
	m := &v.mouse
	near := math.Hypot(m.x-m.whenAt[0], m.y-m.whenAt[1]) < dragAfter
	double := b == glfw.MouseButtonLeft && near && time.Since(m.when) < doubleTime
	m.when, m.whenAt = time.Now(), [2]float64{m.x, m.y}
	switch {
	case double && v.overLine():
		v.c.line, v.c.toFit, m.when = 0.5, true, time.Time{}
	case double || b == glfw.MouseButtonMiddle:
		m.when = time.Time{}
		at := v.fromMiddle()
		v.pivotTo(at[0], at[1], pivotReach*v.ui.size()/v.free().H)
	}
}

// drag moves the camera, the lights or the line of a wipe by a movement of the cursor.
func (v *view) drag(dx, dy float64) {
	m := &v.mouse
	if !m.down {
		return
	}
	if m.moved < dragAfter { // the first movement counts whole once it is a drag
		if m.moved += math.Hypot(dx, dy); m.moved < dragAfter {
			return
		}
	}
	f := v.free()
	x, y := float32(dx)/f.H, float32(dy)/f.H
	has := func(mod glfw.ModifierKey) bool { return m.mods&mod != 0 }
	left, right := m.held == glfw.MouseButtonLeft, m.held == glfw.MouseButtonRight
	blender := v.ui.blender() && m.held == glfw.MouseButtonMiddle
	switch {
	case m.line:
		v.moveLine(float32(dx) / f.W)
	case right && has(glfw.ModShift):
		v.turnLights(2 * math.Pi * x)
	case left && has(glfw.ModControl), right && has(glfw.ModAlt), blender && has(glfw.ModControl):
		v.dolly(float32(math.Exp(2 * float64(y))))
	case left && !has(glfw.ModShift), blender && !has(glfw.ModShift):
		v.turn(-2*math.Pi*x, math.Pi*y)
	default:
		v.pan(-x, y)
	}
}

// overLine reports whether the cursor is on the line of a wipe.
func (v *view) overLine() bool {
	if v.c.shows != wipe {
		return false
	}
	f := v.free()
	return math.Abs(v.mouse.x-float64(f.X)-v.c.line*float64(f.W)) <= lineReach*float64(v.ui.size())
}

// moveLine moves the line of a wipe by a part of the width.
func (v *view) moveLine(by float32) {
	v.c.line, v.c.toFit = min(max(v.c.line+float64(by), 0), 1), true
}

// turnLights turns all lights around the model. Those of the camera turn with it then.
func (v *view) turnLights(angle float32) {
	lamps := v.lamps()
	turn := mgl32.Rotate3DY(angle)
	for i := range lamps {
		lamps[i].Direction, lamps[i].Position = turn.Mul3x1(lamps[i].Direction), turn.Mul3x1(lamps[i].Position)
	}
	v.try(v.change("lights", flags.LightsText(lamps)))
}
