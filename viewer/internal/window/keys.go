// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// Steps of keys: parts of a turn, of the image's height, and of the distance.
const (
	turnStep  = 0.1
	panStep   = 0.05
	dollyStep = 0.9
)

// keyActions are what keys do, by their names in flags.Keys.
var keyActions = map[string]func(*view) error{
	"F1":     func(v *view) error { v.ui.help = !v.ui.help; return nil },
	"P":      func(v *view) error { v.ui.shown = !v.ui.shown; return nil },
	"Ctrl+B": func(v *view) error { v.ui.shown = !v.ui.shown; return nil },
	"N":      func(v *view) error { v.ui.toggleLook(); return nil },
	"F9":     func(v *view) error { v.ui.toggleMeasure(); return nil },
	"F6":     func(v *view) error { v.ui.nextArea(); return nil },
	"F11":    (*view).fullScreen,

	"F":      func(v *view) error { return frames(v.camera.Azimuth, v.camera.Elevation)(v) },
	"Enter":  func(v *view) error { return v.goToCamera(v.start) },
	"1":      frames(0, 0),
	"3":      frames(math.Pi/2, 0),
	"7":      frames(0, math.Pi/2),
	"Ctrl+1": frames(math.Pi, 0),
	"Ctrl+3": frames(-math.Pi/2, 0),
	"Ctrl+7": frames(0, -math.Pi/2),

	"Left":        func(v *view) error { return v.arrow(-1, 0) },
	"Right":       func(v *view) error { return v.arrow(1, 0) },
	"Up":          func(v *view) error { return v.arrow(0, 1) },
	"Down":        func(v *view) error { return v.arrow(0, -1) },
	"Shift+Left":  func(v *view) error { v.pan(-panStep, 0); return nil },
	"Shift+Right": func(v *view) error { v.pan(panStep, 0); return nil },
	"Shift+Up":    func(v *view) error { v.pan(0, panStep); return nil },
	"Shift+Down":  func(v *view) error { v.pan(0, -panStep); return nil },
	"PgUp":        func(v *view) error { v.dolly(dollyStep); return nil },
	"PgDn":        func(v *view) error { v.dolly(1 / dollyStep); return nil },
	"Alt+Left":    (*view).cameraBefore,
	"Space":       func(v *view) error { v.turntable = !v.turntable; return nil },
	"V":           (*view).saveView,
	"B":           (*view).nextView,

	"Ctrl+Z":       (*view).undo,
	"Ctrl+Shift+Z": (*view).redo,
	"Ctrl+Y":       (*view).redo,
	"[":            func(v *view) error { return v.showLook(0) },
	"]":            func(v *view) error { return v.showLook(1) },
	"Shift+[":      func(v *view) error { return v.keepLook(0) },
	"Shift+]":      func(v *view) error { return v.keepLook(1) },
	"Alt+Shift+[":  func(v *view) error { return v.keepLookAndCamera(0) },
	"Alt+Shift+]":  func(v *view) error { return v.keepLookAndCamera(1) },
	"X":            (*view).peek,

	"T": (*view).nextMethod,
	"O": (*view).nextOrder,
	"K": (*view).nextBits,
	"L": func(v *view) error { return v.change("shadow", v.o.Light.Next().String()) },
	"M": func(v *view) error {
		return v.change("shading", hair.Shading((int(v.o.Appearance.Shading)+1)%len(hair.Shadings())).String())
	},
	"U": func(v *view) error {
		return v.change("tone", hair.ToneMap((int(v.o.Appearance.ToneMap)+1)%len(hair.ToneMaps())).String())
	},
	"+":       func(v *view) error { return v.expose(1.1) },
	"-":       func(v *view) error { return v.expose(1 / 1.1) },
	"E":       func(v *view) error { return v.expose(math.Sqrt2) },
	"Shift+E": func(v *view) error { return v.expose(1 / math.Sqrt2) },
	"A":       (*view).toggleWind,
	"Shift+L": (*view).toggleLights,
	"D":       (*view).toggleHead,
	"W":       func(v *view) error { return v.show(wipe) },
	"Shift+W": (*view).wipeLooks,
	"H":       func(v *view) error { return v.show(heat) },
	"C":       func(v *view) error { return v.show(layerCounts) },
	"G":       func(v *view) error { v.ui.openMeasure(); return v.countKeys() },
	"R":       func(v *view) error { v.full, v.held = v.level != pace.Full || v.drawing.stopped, false; return nil },

	"F5":        (*view).readAgain,
	"Ctrl+O":    func(v *view) error { v.ui.openFile(); return nil },
	"Ctrl+S":    (*view).save,
	"F2":        (*view).save,
	"F12":       func(v *view) error { return v.takeImage(".png") },
	"S":         func(v *view) error { return v.takeImage(".png") },
	"Ctrl+F12":  func(v *view) error { return v.takeImage(".exr") },
	"Shift+F12": func(v *view) error { v.ui.goToSection("Camera and image"); return nil },
	"Ctrl+C":    (*view).copyCommand,
	"Esc":       (*view).escape,
	quitKey:     func(v *view) error { v.w.SetShouldClose(true); return nil },
}

// quitKey closes the window, also while it is busy.
const quitKey = "Ctrl+Q"

// repeated has the keys that act again and again while they are held: small steps of the camera and
// of the exposure.
var repeated = map[string]bool{
	"Left": true, "Right": true, "Up": true, "Down": true, "Shift+Left": true, "Shift+Right": true, "Shift+Up": true, "Shift+Down": true,
	"PgUp": true, "PgDn": true, "+": true, "-": true, "E": true, "Shift+E": true,
}

// frames returns the action of a key that frames the model from a side.
func frames(azimuth, elevation float32) func(*view) error {
	return func(v *view) error {
		v.glides(viewTime, func() { v.frameModel(azimuth, elevation) })
		return nil
	}
}

// keyNames are GLFW's keys by the names in flags.Keys; letters and digits are their own.
var keyNames = map[glfw.Key]string{
	glfw.KeyEscape: "Esc", glfw.KeySpace: "Space", glfw.KeyEnter: "Enter", glfw.KeyKPEnter: "Enter",
	glfw.KeyLeft: "Left", glfw.KeyRight: "Right", glfw.KeyUp: "Up", glfw.KeyDown: "Down", glfw.KeyPageUp: "PgUp", glfw.KeyPageDown: "PgDn",
	glfw.KeyEqual: "+", glfw.KeyKPAdd: "+", glfw.KeyMinus: "-", glfw.KeyKPSubtract: "-", glfw.KeyLeftBracket: "[", glfw.KeyRightBracket: "]",
	glfw.KeyHome: "F", glfw.KeyKPDecimal: "F", glfw.KeyKP1: "1", glfw.KeyKP3: "3", glfw.KeyKP7: "7",
	glfw.KeySlash: "?",
}

// keyName is the name of a key with what is held beside it.
func keyName(key glfw.Key, mods glfw.ModifierKey) string {
	name := keyNames[key]
	switch {
	case key >= glfw.KeyA && key <= glfw.KeyZ || key >= glfw.Key0 && key <= glfw.Key9:
		name = string(rune(key))
	case key >= glfw.KeyF1 && key <= glfw.KeyF12:
		name = fmt.Sprintf("F%d", key-glfw.KeyF1+1)
	case name == "":
		return ""
	}
	shift := mods&glfw.ModShift != 0
	switch {
	case name == "?" && shift:
		return "F1"
	case name == "+": // which needs Shift on many keyboards
		shift = false
	}
	for _, m := range []struct {
		held bool
		text string
	}{{shift, "Shift+"}, {mods&glfw.ModAlt != 0, "Alt+"}, {mods&(glfw.ModControl|glfw.ModSuper) != 0, "Ctrl+"}} {
		if m.held {
			name = m.text + name
		}
	}
	return name
}

// press does what a key does. What the program cannot do is reported in the window, and it goes on.
func (v *view) press(key glfw.Key, mods glfw.ModifierKey) {
	name := keyName(key, mods)
	if keyActions[name] != nil && (!v.empty() || emptyKeys[name]) {
		v.ui.touched()
		v.act(name)
	}
}

// imageStays has the keys that change panels and files alone, and those whose actions mark an image
// as stale. Other frames would replace the full one, which takes seconds in software. Without
// panels the whole window is drawn anew.
var imageStays = map[string]bool{
	"F1": true, "N": true, "F9": true, "F6": true, "V": true, "G": true, "R": true, "X": true,
	"Ctrl+O": true, "Ctrl+S": true, "F2": true, "Shift+F12": true, "Ctrl+C": true, "Esc": true,
}

// act does what a key does, between two frames.
func (v *view) act(name string) {
	v.later(func() error {
		v.endGlide()
		v.stays = imageStays[name] && v.ui.shown
		return keyActions[name](v)
	})
}

// arrow turns the camera by a step, or moves the line of a wipe that was clicked.
func (v *view) arrow(right, up float32) error {
	if v.c.shows == wipe && v.overLine() && right != 0 {
		v.moveLine(right * 0.01)
		return nil
	}
	v.turn(right*turnStep, up*turnStep)
	return nil
}

// escape ends what is open, the latest first.
func (v *view) escape() error {
	switch {
	case v.drawing.stopped && time.Since(v.drawing.ended) < escAfter: // pressed twice
	case v.ui.closeTop():
	case v.turntable:
		v.turntable = false
	case v.c.shows != nothing:
		return v.show(v.c.shows)
	case v.solo > 0:
		return v.soloLight(v.solo)
	case v.level != pace.Full && !v.held && v.pace.Unfinished():
		v.held, v.stays = true, true
		if v.ui.visible() { // without panels a message needs another frame
			v.notify("Held at this quality. R draws all.")
		}
	case time.Since(v.tookLong) < escAfter:
		v.notify("The frame was there before Esc.")
	default:
		v.notify("Ctrl+Q closes the window.")
	}
	return nil
}

func (v *view) expose(factor float64) error {
	now := v.o.Appearance.Exposure
	if v.o.Appearance.AutoExposure { // from what is shown
		auto, err := v.s.Renderer.ExposureFactor()
		if err != nil {
			return err
		}
		now *= float64(auto)
	}
	return v.change("exposure", fmt.Sprintf("%.4g", min(max(now*factor, 0.01), 100)))
}

func (v *view) toggleHead() error {
	switch {
	case v.o.NoHead:
		return v.change("head", cmp.Or(v.head, "on"))
	case v.s.Head == nil:
		v.notify("There is no head.")
		return nil
	}
	return v.change("head", "none")
}

// fullScreen fills the screen with the window, or gives it its place back.
func (v *view) fullScreen() error {
	if v.w.GetMonitor() != nil {
		v.w.SetMonitor(nil, v.windowed[0], v.windowed[1], v.windowed[2], v.windowed[3], 0)
		return nil
	}
	m := glfw.GetPrimaryMonitor()
	if m == nil {
		v.notify("No screen was found.")
		return nil
	}
	x, y := v.w.GetPos()
	w, h := v.w.GetSize()
	v.windowed = [4]int{x, y, w, h}
	mode := m.GetVideoMode()
	v.w.SetMonitor(m, 0, 0, mode.Width, mode.Height, mode.RefreshRate)
	return nil
}

// saveView keeps the camera among the views that are saved with the settings.
func (v *view) saveView() error {
	v.o.Views = append(v.o.Views, v.cameraText(v.whole()))
	v.notify("View %d kept. Ctrl+S saves it with the settings.", len(v.o.Views))
	return nil
}

func (v *view) nextView() error {
	if len(v.o.Views) == 0 {
		v.notify("There are no kept views: V keeps one.")
		return nil
	}
	return v.goTo(v.savedView % len(v.o.Views))
}

// goTo puts the camera where a saved view has it.
func (v *view) goTo(i int) error {
	v.savedView = i + 1
	c, err := flags.ParseCamera(v.o.Views[i])
	if err != nil {
		return err
	}
	return v.goToCamera(c)
}

// goToCamera puts the camera where -camera has it.
func (v *view) goToCamera(c flags.Camera) error {
	v.glides(viewTime, func() {
		v.remember()
		v.o.Camera = c
		v.place()
	})
	return nil
}
