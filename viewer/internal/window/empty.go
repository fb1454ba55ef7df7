// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"path/filepath"
	"strings"

	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// emptyKeys are the keys of a window without a model.
var emptyKeys = map[string]bool{"F1": true, "F11": true, "Ctrl+O": true, "Esc": true, "Ctrl+Q": true}

// empty reports whether the window has no model: Esc ended the reading of the first one.
func (v *view) empty() bool { return v.s == nil }

// waitForModel shows the empty window until a model was chosen. It returns false if the window was
// closed.
func (v *view) waitForModel() bool {
	v.ui.shown, v.stale, v.chosen = v.o.Run.CloseAfter == 0, true, false
	v.w.SetTitle("comb: drop a hair file here")
	for {
		v.emptyFrame()
		if v.ctx.Err() != nil || v.w.ShouldClose() || v.chosen {
			return v.chosen && !v.w.ShouldClose()
		}
		glfw.WaitEventsTimeout(v.patience())
	}
}

// emptyFrame does what is queued, and draws the empty window if something changed.
func (v *view) emptyFrame() {
	v.catchUp()
	width, height := v.w.GetFramebufferSize()
	if width == 0 || height == 0 || !v.stale && !v.ui.wants() {
		return
	}
	v.ui.welcome(v, width, height)
	v.writeTyped()
	if v.stale { // new words have their place one frame later
		v.ui.settle()
	}
	v.stale = false
	v.w.SwapBuffers()
}

// choose makes the options of the empty window those of settings. The model is read next.
func (v *view) choose(s flags.Settings) error {
	o, err := s.Options()
	if err != nil {
		return err
	}
	if err := o.Check(); err != nil {
		return err
	}
	if o.Given["size"] != v.o.Given["size"] {
		v.w.SetSize(o.Width, o.Height)
	}
	o.Run, o.Views = v.o.Run, s.Views
	v.o, v.chosen = o, true
	return nil
}

// grow shows the groom in place of a file.
func (v *view) grow() error {
	s := v.settings()
	s.File = ""
	for _, name := range append([]string{"strands", "camera", "steps", "head"}, flags.OfFiles...) {
		delete(s.Flags, name)
	}
	v.forgetLights(s.Flags)
	if v.empty() {
		v.o.Camera = flags.Whole
		return v.choose(s)
	}
	return v.exchange(v.settings(), s)
}

// settingsOf returns the settings of a file that was chosen: hair with the present flags, or saved
// settings.
func (v *view) settingsOf(path string) (flags.Settings, error) {
	if strings.EqualFold(filepath.Ext(path), ".json") {
		s, err := flags.ReadSettings(path)
		s.UsualLights = v.fixedLights
		return s, err
	}
	s := v.settings()
	s.File = path
	// The flags of another model do not apply to this one.
	for _, name := range append([]string{"head", "groom", "style", "strands", "camera", "steps"}, flags.OfFiles...) {
		delete(s.Flags, name)
	}
	v.forgetLights(s.Flags)
	return s, nil
}
