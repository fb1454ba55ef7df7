// SPDX-License-Identifier: MIT

package flags

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/combgl/comb/hair/groom"
)

// The page of the gallery has the command of each image, and the viewer takes all of them.
func TestGalleryPageHasEveryCommand(t *testing.T) {
	list, err := exec.Command("sh", "../../gallery.sh", "-list").Output()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/gallery.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(list)), "\n")
	if want := 9 * (len(groom.Styles()) + 3); len(lines) != want {
		t.Errorf("%d images, want %d: nine of each style, and of two files, one of them also as it is", len(lines), want)
	}
	for _, line := range lines {
		if !strings.Contains(string(page), line) {
			t.Errorf("docs/gallery.md lacks %s", line)
		}
		_, command, _ := strings.Cut(line, "`viewer ")
		command, _, _ = strings.Cut(command, "`")
		words := strings.Fields(strings.ReplaceAll(command, "'", ""))
		if _, err := Parse(words); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if n := strings.Count(string(page), "`viewer -headless"); n != len(lines) {
		t.Errorf("docs/gallery.md has %d commands, gallery.sh %d", n, len(lines))
	}
}

// A new style has an image in the gallery, and a measured share of the strands that shade others.
func TestEveryStyleIsInTheGalleryAndMeasured(t *testing.T) {
	for _, style := range groom.Styles() {
		for _, c := range []struct{ path, has string }{
			{"../../gallery.sh", `(?m)^matrix ` + style + ` "-style ` + style + `[ "]`},
			{"../../../docs/gallery.md", `\(gallery/` + style + `\.jpg\)`},
			{"../../../docs/gallery/" + style + ".jpg", ""},
			{"../../../docs/decisions/28-a-share-of-the-strands-shades-others.md", `(?m)^\| ` + style + `[ ,]`},
		} {
			text, err := os.ReadFile(c.path)
			if err != nil {
				t.Errorf("the style %s: %v", style, err)
			} else if !regexp.MustCompile(c.has).Match(text) {
				t.Errorf("%s lacks the style %s: CONTRIBUTING.md has the steps", strings.TrimLeft(c.path, "./"), style)
			}
		}
	}
	for name, text := range map[string]string{"-h": Usage(), "-help-all": UsageAll()} {
		for _, style := range groom.Styles() {
			if !regexp.MustCompile(`-style NAME .*\b` + style + `\b`).MatchString(text) {
				t.Errorf("%s lacks the style %s", name, style)
			}
		}
	}
}
