// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"errors"
	"maps"
	"path/filepath"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/printable"
	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/flags"
)

// The window changes nothing but the texts of flags, and the parser of the command line reads them.
// So every change can be saved, and means the same headless.

// setters has the flags that a running renderer can change. Flags in reloads need other strands.
// All others need a new renderer.
var setters = map[string]func(*view) error{
	"order":   func(v *view) error { return v.s.Renderer.SetOrder(v.o.Order) },
	"keybits": func(v *view) error { return v.s.Renderer.SetKeyBits(v.o.KeyBits) },
	"exposure": func(v *view) error {
		return v.each(func(r *hair.Renderer) error {
			if err := r.SetExposure(float32(v.o.Appearance.Exposure)); err != nil {
				return err
			}
			return r.SetAutoExposure(v.o.Appearance.AutoExposure)
		})
	},
	"lod": func(v *view) error {
		return v.each(func(r *hair.Renderer) error { r.SetDetail(v.o.Shape.Detail); return nil })
	},
	"shadow": func(v *view) error {
		return v.each(func(r *hair.Renderer) error { return r.SetShadow(v.o.Light.Shadow) })
	},
	"shading": func(v *view) error {
		return v.each(func(r *hair.Renderer) error { return r.SetShading(v.o.Appearance.Shading) })
	},
	"tone": func(v *view) error {
		return v.each(func(r *hair.Renderer) error { return r.SetToneMap(v.o.Appearance.ToneMap) })
	},
	"color":     (*view).setFibre,
	"melanin":   (*view).setFibre,
	"redness":   (*view).setFibre,
	"roughness": (*view).setFibre,
	"azimuthal": (*view).setFibre,
	"tilt":      (*view).setFibre,
	"lights":    (*view).setLights,
	"env":       (*view).setLights,
	"wind":      (*view).setMotion,
	"gravity":   (*view).setMotion,
	"stiffness": (*view).setMotion,
	"camera":    func(v *view) error { v.place(); return nil },
	"size":      func(v *view) error { v.w.SetSize(v.o.Width, v.o.Height); return nil },
	"steps":     func(*view) error { return nil }, // for the start of the motion, which is over
}

// ofTables are setters that compute tables for some tenths of a second.
var ofTables = map[string]bool{"roughness": true, "azimuthal": true, "tilt": true}

var reloads = map[string]bool{
	"strands": true, "seed": true, "style": true, "groom": true, "width": true, "width-tip": true, "subdivide": true,
	"unit": true, "up": true, "points": true, "raw": true, "follow": true, "spread": true, "spread-tip": true, "smooth": true, "guides": true,
}

// change sets flags for the frames that follow. pairs are names and texts in turn. After an error
// nothing has changed.
func (v *view) change(pairs ...string) error {
	all := maps.Clone(v.o.Given)
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i]] = pairs[i+1]
	}
	return v.become(flags.Settings{File: v.o.File, Flags: all, UsualLights: v.fixedLights})
}

// changeUsed changes a flag, or says why that has no effect now.
func (v *view) changeUsed(name, text string) error {
	for _, c := range controls.All() {
		if why := c.Reason(v.o); c.Flag == name && why != "" {
			v.notify("%s", why)
			return nil
		}
	}
	return v.change(name, text)
}

// within returns a control whose range ends where the model's does: that of the strands of a file
// with all that it has.
func (v *view) within(c controls.Control) controls.Control {
	if c.Flag == "strands" && c.Of == controls.File {
		all := max(v.s.Origin.ChosenFrom, v.s.Model.Strands())
		c.Most, c.TypedMost = float64(all), float64(all)
	}
	return c
}

// become applies settings to the window, as a step that undo takes back.
func (v *view) become(s flags.Settings) error {
	before := v.settings()
	err := v.apply(s)
	if err == nil {
		v.record(before)
	}
	return err
}

func (v *view) apply(s flags.Settings) error {
	v.uncounted = 0
	fresh, err := s.Options()
	if err != nil {
		return err
	}
	// The flags of the run and the position of the camera stay.
	was := v.o
	o := fresh
	o.Run, o.Views = was.Run, was.Views
	if fresh.Given["size"] == was.Given["size"] {
		o.Width, o.Height = was.Width, was.Height
	}
	if fresh.Given["camera"] == was.Given["camera"] {
		o.Camera = was.Camera
	}
	alone := o
	alone.Run.Compared = false // a comparison draws one sample a pixel of any number
	if err := alone.Check(); err != nil {
		return err
	}
	changed := flags.Differing(was.Given, o.Given)
	reload, rebuild := o.File != was.File || !o.NoHead && o.Head != v.head, false
	for _, name := range changed {
		reload = reload || reloads[name]
		rebuild = rebuild || setters[name] == nil
	}
	usual := v.fixedLights
	v.o, v.fixedLights, v.stale, v.adaptation.cut = o, s.UsualLights, true, true
	switch {
	case reload:
		err = v.reload(o.File != was.File || o.Given["camera"] != was.Given["camera"])
	case rebuild:
		err = v.rebuild()
	}
	if !reload && err == nil {
		for _, name := range changed {
			if set := setters[name]; set != nil && err == nil {
				err = set(v)
			}
		}
	}
	if err != nil {
		v.o, v.fixedLights = was, usual
		for _, name := range changed {
			if set := setters[name]; set != nil && !reload && !errors.Is(err, gpu.ErrContextLost) {
				set(v) // the old value: it was valid before
			}
		}
	}
	return err
}

// try shows an error as a message in the window. A lost context goes to v.err, which ends the
// window.
func (v *view) try(err error) {
	switch {
	case err == nil:
	case errors.Is(err, gpu.ErrContextLost):
		v.err = err
	case errors.Is(err, errStopped):
		v.notify("Stopped. What was shown stays.")
	default:
		err = flags.Named(err)
		v.log.Line("%v", err)
		v.ui.fail(printable.Linef("%v", err))
	}
}

// each calls do with the renderer, and with those of a comparison that draw the present look.
func (v *view) each(do func(*hair.Renderer) error) error {
	if err := do(v.s.Renderer); err != nil {
		return err
	}
	copySet(&v.s.Options, v.rendererOptions(v.o))
	for i := range v.c.sides {
		s := &v.c.sides[i]
		if s.renderer == nil || slotOf(s.of) >= 0 {
			continue
		}
		if err := do(s.renderer); err != nil {
			return err
		}
		copySet(&s.made, v.s.Options)
	}
	return nil
}

// copySet copies the options that the setters of each change. All others need a new renderer, and
// stay as the renderer was made.
func copySet(to *hair.Options, from hair.Options) {
	to.Shading.Model, to.Shading.Fibre, to.Shading.Dye = from.Shading.Model, from.Shading.Fibre, from.Shading.Dye
	to.Image.ToneMap, to.Image.Exposure, to.Image.AutoExposure = from.Image.ToneMap, from.Image.Exposure, from.Image.AutoExposure
	to.Strands.Detail = from.Strands.Detail
	to.Light.Shadow, to.Light.Lights, to.Light.Environment = from.Light.Shadow, from.Light.Lights, from.Light.Environment
}

// setFibre changes how hair scatters light, and its colour.
func (v *view) setFibre() error {
	return v.each(func(r *hair.Renderer) error { return r.SetFibre(v.o.Appearance.Fibre, v.o.Appearance.Dye) })
}

func (v *view) setLights() error {
	return v.each(func(r *hair.Renderer) error { return r.SetLights(v.lit(), v.environment()) })
}

// reload reads the file or grows the groom anew.
func (v *view) reload(frame bool) error {
	set, head, err := v.load(v.o)
	if err != nil {
		return err
	}
	s, err := v.openScene(v.o, set, head)
	if err != nil {
		return err
	}
	v.s.Release()
	v.c.forgetSides() // they draw the old strands
	v.s, v.set, v.head, v.solo = s, set, v.o.Head, 0
	if frame {
		v.place()
	}
	v.title()
	return nil
}

// exchange shows another model from its own view and with the default lights of that view, unless
// others were given. It is one step, from the settings before.
func (v *view) exchange(before, s flags.Settings) error {
	was := v.o.Camera
	v.o.Camera = flags.Whole
	defer func(was bool) { v.unrecorded = was }(v.unrecorded)
	v.unrecorded = true // the lights are part of the step
	err := v.become(s)
	if err == nil {
		err = v.fixLights()
	}
	if err != nil {
		v.o.Camera = was
		return err
	}
	v.unrecorded = false
	v.record(before)
	v.edits.Close()
	return nil
}

// drop shows the file that was dropped on the window: hair, or settings. For any other file it
// shows a message, and the window continues.
func (v *view) drop(paths []string) {
	v.stale = true
	if len(paths) == 0 {
		return
	}
	was, path := v.o, paths[0]
	s, err := v.settingsOf(path)
	if err != nil {
		v.couldNotOpen(path, err)
		return
	}
	if strings.EqualFold(filepath.Ext(path), ".json") {
		v.o.Run.Settings, v.o.Views, v.savedView = path, s.Views, 0
	}
	if v.empty() {
		if err := v.choose(s); err != nil {
			v.o = was
			v.couldNotOpen(path, err)
		}
		return
	}
	before := v.settings()
	before.Views, before.File = was.Views, was.File
	if err := v.exchange(before, s); err != nil {
		v.o = was
		v.couldNotOpen(path, err)
		return
	}
	for i := len(paths) - 1; i >= 0; i-- { // the first in front
		v.remembered(paths[i])
	}
	v.notify("%s: %s strands", filepath.Base(path), thousands(v.s.Model.Strands()))
	if len(paths) > 1 {
		v.notify("This is the first of %d files. Open lists the others.", len(paths))
	}
}

// couldNotOpen says why a file is not shown, and offers to read it again.
func (v *view) couldNotOpen(path string, err error) {
	if errors.Is(err, gpu.ErrContextLost) || errors.Is(err, errStopped) {
		v.try(err)
		return
	}
	err = flags.Named(err)
	v.log.Line("%v", err)
	cause := err.Error()
	for _, known := range []string{"-settings ", "-settings: ", "stat ", "open ", path + ": "} {
		cause = strings.TrimPrefix(cause, known)
	}
	cause = strings.TrimSuffix(cause, ": "+strands.ErrFormat.Error()) // the text says what it is
	text := printable.Linef("Could not open %s: %s.", filepath.Base(path), cause)
	if !v.empty() {
		text += " What was shown stays."
	}
	v.ui.offerAfter(text, "Try again", func() error {
		v.drop([]string{path})
		return nil
	})
}
