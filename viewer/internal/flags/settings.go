// SPDX-License-Identifier: MIT

package flags

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/boundedread"
)

// Settings is the content of a settings file. The window saves it, and the window and headless runs
// read it. It holds flags as the command line has them, so the same code saves and reads every
// flag, new ones too.
type Settings struct {
	Version int               `json:"comb_viewer"` // settingsVersion
	File    string            `json:"file,omitempty"`
	Flags   map[string]string `json:"flags"`
	Views   []string          `json:"views,omitempty"` // in the form of -camera

	// UsualLights are those that the window takes as the default of -lights, "" for the command
	// line's. No file has them.
	UsualLights string `json:"-"`

	path string
}

const settingsVersion = 1

// ReadSettings reads a regular file of at most boundedread.Limit bytes. Errors name it.
func ReadSettings(path string) (Settings, error) {
	s := Settings{path: path}
	data, err := boundedread.ReadFile(path, boundedread.Limit)
	if err != nil {
		var p *fs.PathError
		if errors.As(err, &p) {
			return s, fmt.Errorf("-settings %s: %w", path, p.Err)
		}
		return s, fmt.Errorf("-settings: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, fmt.Errorf("-settings %s: want saved settings, which are JSON: %w", path, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return s, fmt.Errorf("-settings %s: something follows the settings", path)
	}
	if s.Version != settingsVersion {
		return s, fmt.Errorf("-settings %s: \"comb_viewer\" is %d, this viewer reads %d", path, s.Version, settingsVersion)
	}
	for name := range s.Flags {
		switch _, known := flagUses[name]; {
		case !known:
			return s, fmt.Errorf("-settings %s: %q is not the name of a flag (names have no dash in front and no value behind)", path, name)
		case !Settable(name):
			return s, fmt.Errorf("-settings %s: -%s says nothing of an image and is no setting", path, name)
		}
	}
	for i, v := range s.Views {
		if _, err := ParseCamera(v); err != nil {
			return s, fmt.Errorf("-settings %s: view %d: %w", path, i+1, err)
		}
	}
	if s.File != "" && !filepath.IsAbs(s.File) {
		s.File = filepath.Join(filepath.Dir(path), s.File)
	}
	if head := s.Flags["head"]; isMesh(head) && !filepath.IsAbs(head) {
		s.Flags["head"] = filepath.Join(filepath.Dir(path), head)
	}
	return s, nil
}

// named adds the file's name to an error about a flag that the file has and the command line does
// not. Errors begin with the flag.
func (s Settings) named(err error, typed map[string]bool) error {
	if err == nil {
		return nil
	}
	first, _, _ := strings.Cut(err.Error(), " ")
	name := strings.TrimSuffix(strings.TrimPrefix(first, "-"), ":")
	if _, has := s.Flags[name]; has && !typed[name] {
		return fmt.Errorf("-settings %s: %w", s.path, err)
	}
	return err
}

// Args returns the settings as flags of a command line, without those of a groom beside a file.
func (s Settings) Args() (args []string) {
	for name, value := range s.Flags {
		if s.File == "" || !slices.Contains(ofGrooms, name) {
			args = append(args, "-"+name+"="+value)
		}
	}
	slices.Sort(args)
	return args
}

// Model returns the model's file as the end of a command line. It comes behind two dashes, so a
// name such as -stats=x is not read as a flag.
func (s Settings) Model() []string {
	if s.File == "" {
		return nil
	}
	return []string{"--", s.File}
}

// Write writes settings to a file. Paths in it, of the model and of a head, are relative to the
// file's folder.
func (s Settings) Write(path string) error {
	s.Version = settingsVersion
	if s.File != "" {
		s.File = near(path, s.File)
	}
	if head := s.Flags["head"]; isMesh(head) {
		s.Flags = maps.Clone(s.Flags)
		s.Flags["head"] = near(path, head)
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(s)
	})
}

// near returns the path of a file relative to the folder of another, or its absolute path.
func near(other, file string) string {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	folder, err := filepath.Abs(filepath.Dir(other))
	if err != nil {
		return absolute
	}
	if relative, err := filepath.Rel(folder, absolute); err == nil {
		return relative
	}
	return absolute
}
