// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program vets and builds. A program that imports particles alone builds no window library.
func TestProgramBuilds(t *testing.T) {
	for _, args := range [][]string{{"vet", "."}, {"build", "-o", filepath.Join(t.TempDir(), "ownwindow"), "."}} {
		if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
			t.Errorf("go %v: %v\n%s", args, err, out)
		}
	}
	out, err := exec.Command("go", "list", "-deps", "github.com/combgl/comb/particles/draw").Output()
	if err != nil || strings.Contains(string(out), "glfw") || !strings.Contains(string(out), "comb/particles\n") {
		t.Errorf("particles/draw needs a window library (%v)", err)
	}
}

// It is short enough to be read as the README's example.
func TestProgramIsShort(t *testing.T) {
	text, err := os.ReadFile("main.go")
	if err != nil || strings.Count(string(text), "\n") > 80 {
		t.Errorf("%d lines, %v", strings.Count(string(text), "\n"), err)
	}
}
