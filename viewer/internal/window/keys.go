// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"cmp"
	"fmt"
	"math"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// keyActions are what keys do, by their names in keyHelp.
var keyActions = map[string]func(*view) error{
	"F1": func(v *view) error { v.ui.help = !v.ui.help; return nil },
	"P":  func(v *view) error { v.ui.shown = !v.ui.shown; return nil },
	"F":  func(v *view) error { v.frameModel(v.camera.Azimuth, v.camera.Elevation); return nil },
	"1":  func(v *view) error { v.frameModel(0, 0); return nil },
	"2":  func(v *view) error { v.frameModel(math.Pi/2, 0); return nil },
	"3":  func(v *view) error { v.frameModel(math.Pi, 0); return nil },

	"Left":  func(v *view) error { v.turn(-0.1, 0); return nil },
	"Right": func(v *view) error { v.turn(0.1, 0); return nil },
	"Up":    func(v *view) error { v.turn(0, 0.1); return nil },
	"Down":  func(v *view) error { v.turn(0, -0.1); return nil },
	"Space": func(v *view) error { v.turntable = !v.turntable; return nil },
	"V":     (*view).saveView,
	"B":     (*view).nextView,

	"T": (*view).nextMethod,
	"O": func(v *view) error {
		all := hair.Orders()
		return v.change("order", all[(int(v.o.Order)+1)%len(all)].String())
	},
	"K": (*view).nextBits,
	"L": func(v *view) error { return v.change("shadow", v.o.Light.Next().String()) },
	"M": func(v *view) error {
		return v.change("shading", hair.Shading((int(v.o.Appearance.Shading)+1)%len(hair.Shadings())).String())
	},
	"N": func(v *view) error {
		return v.change("tone", hair.ToneMap((int(v.o.Appearance.ToneMap)+1)%len(hair.ToneMaps())).String())
	},
	"+": func(v *view) error { return v.expose(1.1) },
	"-": func(v *view) error { return v.expose(1 / 1.1) },
	"A": (*view).toggleWind,
	"R": (*view).toggleLights,
	"D": (*view).toggleHead,
	"W": func(v *view) error { return v.show(wipe) },
	"H": func(v *view) error { return v.show(heat) },
	"C": func(v *view) error { return v.show(layerCounts) },
	"G": (*view).countKeys,
	"S": func(v *view) error { v.shoot = true; return nil },

	"F2":  (*view).save,
	"Esc": func(v *view) error { v.w.SetShouldClose(true); return nil },
}

// keyNames are GLFW's keys by the names in keyHelp; letters and digits are their own.
var keyNames = map[glfw.Key]string{
	glfw.KeyF1: "F1", glfw.KeyF2: "F2", glfw.KeyEscape: "Esc", glfw.KeySpace: "Space",
	glfw.KeyLeft: "Left", glfw.KeyRight: "Right", glfw.KeyUp: "Up", glfw.KeyDown: "Down",
	glfw.KeyEqual: "+", glfw.KeyKPAdd: "+", glfw.KeyMinus: "-", glfw.KeyKPSubtract: "-",
}

func keyName(key glfw.Key) string {
	if key >= glfw.KeyA && key <= glfw.KeyZ || key >= glfw.Key0 && key <= glfw.Key9 {
		return string(rune(key))
	}
	return keyNames[key]
}

// press does what a key does. What the program cannot do is reported in the window, and it goes on.
func (v *view) press(key glfw.Key) {
	if action := keyActions[keyName(key)]; action != nil {
		v.stale = true
		v.try(action(v))
	}
}

func (v *view) turn(azimuth, elevation float32) {
	v.camera.Azimuth += azimuth
	v.camera.Elevation = min(max(v.camera.Elevation+elevation, -math.Pi/2), math.Pi/2)
	v.stale = true
}

func (v *view) expose(factor float64) error {
	return v.change("exposure", fmt.Sprintf("%.4g", min(max(v.o.Appearance.Exposure*factor, 0.01), 100)))
}

func (v *view) toggleHead() error {
	if v.s.Head == nil {
		v.notify("there is no head")
		return nil
	}
	if v.o.NoHead {
		return v.change("head", cmp.Or(v.head, "on"))
	}
	return v.change("head", "none")
}

// saveView keeps the camera among the views that are saved with the settings.
func (v *view) saveView() error {
	v.o.Views = append(v.o.Views, v.cameraText())
	v.notify("view %d kept; F2 saves it with the settings", len(v.o.Views))
	return nil
}

func (v *view) nextView() error {
	if len(v.o.Views) == 0 {
		v.notify("there are no saved views: V keeps one")
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
	v.o.Camera = c
	v.place()
	return nil
}
