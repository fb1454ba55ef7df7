// SPDX-License-Identifier: MIT

//go:build !headless

package main

import (
	"image/png"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/combgl/comb/viewer/internal/viewertest"
)

// The window opens with the comparison of -compare, and its screenshot shows it.
func TestWindowWipes(t *testing.T) {
	viewertest.NeedX(t)
	dir, file, program := t.TempDir(), viewertest.Wig(t), quickViewer(t)
	out, err := exec.Command(program, "-head", "none", "-transparency", "blend", "-size", "160x90", "-compare", "exact", "-close-after", "2", "-o", dir+"/a.png", file).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "dB") || !strings.Contains(string(out), "wrote") {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := os.Open(dir + "/a.png")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	for y := range 90 {
		if r, g, b, _ := img.At(80, y).RGBA(); min(r, g, b) != 0xFFFF {
			t.Fatalf("the wipe's line is %x %x %x in row %d", r, g, b, y)
		}
	}
}
