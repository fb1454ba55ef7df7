// SPDX-License-Identifier: MIT

//go:build linux

package main

import (
	"debug/elf"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The headless viewer starts without any library of OpenGL, EGL or X: its help and -convert need
// none.
func TestHeadlessViewerStartsWithoutOpenGL(t *testing.T) {
	program := filepath.Join(t.TempDir(), "viewer")
	if out, err := exec.Command("go", "build", "-tags", "egl,headless", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	needed, err := f.ImportedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range needed {
		for _, heavy := range []string{"libEGL", "libGL", "libX", "libOpenGL", "libgbm"} {
			if strings.HasPrefix(name, heavy) {
				t.Errorf("it does not start without %s", name)
			}
		}
	}
}
