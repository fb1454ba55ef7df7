// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"fmt"
	"maps"
	"strconv"

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

// save writes the settings to the file that they were read from, or to a new one.
func (v *view) save() error {
	path := v.settingsPath()
	s := flags.Settings{File: v.o.File, Flags: maps.Clone(v.o.Given), Views: v.o.Views}
	width, height := v.w.GetFramebufferSize()
	s.Flags["size"], s.Flags["camera"] = fmt.Sprintf("%dx%d", width, height), v.cameraText(v.whole())
	if v.s.Motion != nil {
		s.Flags["steps"] = strconv.Itoa(v.s.Steps())
	}
	if err := s.Write(path); err != nil {
		return err
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
