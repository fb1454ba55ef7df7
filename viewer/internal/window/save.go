// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"

	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/printable"
	"github.com/combgl/comb/viewer/internal/flags"
)

// settingsPath is the file that save writes.
func (v *view) settingsPath() string {
	if v.o.Run.Settings != "" {
		return v.o.Run.Settings
	}
	return "comb-settings.json"
}

// toSave are the settings with the present camera, size and motion.
func (v *view) toSave() flags.Settings {
	v.endGlide()
	s := flags.Settings{File: v.o.File, Flags: maps.Clone(v.o.Given), Views: v.o.Views}
	width, height := v.w.GetFramebufferSize()
	s.Flags["size"], s.Flags["camera"] = fmt.Sprintf("%dx%d", width, height), v.cameraText(v.whole())
	if v.s.Motion != nil {
		s.Flags["steps"] = strconv.Itoa(v.s.Steps())
	}
	return s
}

// keepAfterLoss writes the settings of a window whose device was lost to the user's configuration
// folder. It returns the error with their path.
func (v *view) keepAfterLoss(lost error) error {
	folder, err := configFolder()
	if err != nil {
		return lost
	}
	path := filepath.Join(folder, "after-reset.json")
	if os.MkdirAll(folder, 0o755) != nil || v.toSave().Write(path) != nil {
		return lost
	}
	return fmt.Errorf("viewer -settings %s shows it again: %w", path, lost)
}

// notSaved says that the settings were not written, and why.
func (v *view) notSaved(path string, err error) error {
	v.log.Line("%v", err)
	v.ui.fail(couldNotWrite(path, err))
	return nil
}

// save writes the settings to the file that they were read from, or to a new one.
func (v *view) save() error {
	path, s := v.settingsPath(), v.toSave()
	err := atomicfile.Check(path) // its reason is plainer
	if err == nil {
		err = s.Write(path)
	}
	if err != nil {
		return v.notSaved(path, err)
	}
	// From here on the camera is exactly that of the file.
	saved, err := flags.ParseCamera(s.Flags["camera"])
	if err != nil {
		return err
	}
	v.o.Camera, v.start = saved, saved
	v.place()
	v.o.Run.Settings = path
	v.remembered(path)
	v.log.Line("Wrote %s: viewer -settings %s shows this.", path, path)
	full := fullPath(path)
	v.ui.wrote(printable.Linef("Wrote %s. viewer -settings shows it again.", full), full)
	return nil
}
