// SPDX-License-Identifier: MIT

package shaders

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
)

func TestRegisteredFilesAreFoundByFolder(t *testing.T) {
	Register("registered", tree("x.glsl", "x", "deep/y.glsl", "y"))
	defer delete(files, "registered")
	for name, want := range map[string]string{"registered/x.glsl": "x", "registered/deep/y.glsl": "y"} {
		if got, err := fs.ReadFile(files, name); string(got) != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		f, err := files.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"registered/z.glsl", "nowhere/x.glsl", "registered", "x.glsl"} {
		if _, err := fs.ReadFile(files, name); err == nil {
			t.Errorf("%s is read", name)
		}
	}
	if _, err := files.Open("nowhere/x.glsl"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	_, err := Assemble(Request{File: "nowhere/x.glsl"})
	if !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), `registers the folder "nowhere"`) {
		t.Error(err)
	}
	if _, err := Assemble(Request{File: "registered/z.glsl"}); !errors.Is(err, ErrMissing) || strings.Contains(err.Error(), "registers") {
		t.Error(err)
	}
	for _, folder := range []string{"registered", "a/b"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("the folder %q is taken", folder)
				}
			}()
			Register(folder, tree())
		}()
	}
}
