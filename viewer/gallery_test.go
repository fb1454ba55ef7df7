// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/combgl/comb/viewer/internal/flags"
)

// The page of the gallery has the command of each image, and the viewer takes all of them.
func TestGalleryPageHasEveryCommand(t *testing.T) {
	list, err := exec.Command("sh", "gallery.sh", "-list").Output()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../docs/gallery.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(list)), "\n")
	if len(lines) != 72 {
		t.Errorf("%d images, want 72", len(lines))
	}
	for _, line := range lines {
		if !strings.Contains(string(page), line) {
			t.Errorf("docs/gallery.md lacks %s", line)
		}
		_, command, _ := strings.Cut(line, "`viewer ")
		command, _, _ = strings.Cut(command, "`")
		words := strings.Fields(strings.ReplaceAll(command, "'", ""))
		if _, err := flags.Parse(words); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if n := strings.Count(string(page), "`viewer -headless"); n != len(lines) {
		t.Errorf("docs/gallery.md has %d commands, gallery.sh %d", n, len(lines))
	}
}
