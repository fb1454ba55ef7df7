// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/boundedread"
)

// config is what the window keeps from run to run, in the folder comb of the user's configuration.
// It says nothing of an image.
type config struct {
	Look, Measure            bool
	LookWidth, MeasureHeight float32         `json:",omitempty"` // logical pixels; 0: the usual
	Zoom                     float32         // of the interface: 1 is the screen's scale
	Folded                   map[string]bool `json:",omitempty"` // sections and advanced rows, by name: open or not
	Blender                  bool            `json:",omitempty"` // the mouse as in Blender
	Calm                     bool            `json:",omitempty"` // reduce motion: the view does not glide
	Colors                   string          `json:",omitempty"` // the colour map of comparisons
	Frame                    bool            `json:",omitempty"` // show the border of the image

	Recent []string `json:",omitempty"` // the latest first

	path    string // "" keeps nothing
	changed bool
}

// recentKept is the number of files that the window lists.
const recentKept = 12

// The interface can have these sizes.
var zooms = [...]float32{0.75, 1, 1.25, 1.5, 2, 3}

func usualConfig() config {
	return config{Look: true, Zoom: 1, Folded: map[string]bool{}}
}

// configFolder is the viewer's folder in the user's configuration.
func configFolder() (string, error) {
	folder, err := os.UserConfigDir()
	return filepath.Join(folder, "comb"), err
}

// readConfig reads what was kept. A file that cannot be read counts as none.
func readConfig() config {
	c := usualConfig()
	folder, err := configFolder()
	if err != nil {
		return c
	}
	path := filepath.Join(folder, "window.json")
	if data, err := boundedread.ReadFile(path, 1<<20); err == nil {
		if json.Unmarshal(data, &c) != nil {
			c = usualConfig()
		}
	}
	if !slices.Contains(zooms[:], c.Zoom) {
		c.Zoom = 1
	}
	if c.Folded == nil {
		c.Folded = map[string]bool{}
	}
	c.Recent = c.Recent[:min(len(c.Recent), recentKept)]
	c.path = path
	return c
}

// write keeps the configuration, if it changed.
func (c *config) write() error {
	if !c.changed || c.path == "" {
		return nil
	}
	c.changed = false
	if err := os.MkdirAll(filepath.Dir(c.path), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(c.path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(c)
	})
}

// opened puts a file in front of the recent ones.
func (c *config) opened(path string) {
	full, err := filepath.Abs(path)
	if err != nil {
		return
	}
	c.Recent = slices.DeleteFunc(c.Recent, func(p string) bool { return p == full })
	c.Recent = slices.Insert(c.Recent, 0, full)
	c.Recent = c.Recent[:min(len(c.Recent), recentKept)]
	c.changed = true
}

// remembered puts a file in front of the recent ones.
func (v *view) remembered(path string) { v.ui.opened(path) }
