// SPDX-License-Identifier: MIT

package theme

import (
	"math"
	"testing"
)

// Text has a contrast of at least 4.5, and parts of controls and graphs at least 3 (WCAG 2.1, 1.4.3
// and 1.4.11).
func TestColorsHaveContrast(t *testing.T) {
	white := Color{255, 255, 255, 255}
	plate := Plate.Over(white)
	for _, c := range []struct {
		what      string
		on, below Color
		least     float64
	}{
		{"text on chrome", Text, Chrome, 4.5}, {"text on a panel", Text, Panel, 4.5}, {"text on a field", Text, Field, 4.5},
		{"text on a heading", Text, Section, 4.5}, {"text under the cursor", Text, Hover, 4.5}, {"text pressed", Text, Pressed, 4.5},
		{"text on a list", Text, Popup, 4.5}, {"text on a plate over white", Text, plate, 4.5},
		{"dim on chrome", Dim, Chrome, 4.5}, {"dim on a panel", Dim, Panel, 4.5}, {"dim on a field", Dim, Field, 4.5},
		{"dim on a heading", Dim, Section, 4.5}, {"dim on a list", Dim, Popup, 4.5}, {"dim on a plate over white", Dim, plate, 4.5},
		{"dim under the cursor", Dim, Hover, 4.5},
		{"accent on chrome", Accent, Chrome, 4.5}, {"accent on a panel", Accent, Panel, 4.5}, {"accent on a field", Accent, Field, 4.5},
		{"text on the accent", OnAccent, Accent, 4.5}, {"text on the held accent", OnAccent, Active, 4.5},
		{"the chosen line of a list", Accent, Popup, 3}, {"the target on its plate", Warning, OnStage, 4.5},
		{"warning on chrome", Warning, Chrome, 4.5}, {"good on a panel", Good, Panel, 4.5}, {"warning on a panel", Warning, Panel, 4.5},
		{"error on a panel", Error, Panel, 4.5}, {"error on a plate over white", Error, plate, 4.5},
		{"focus on a panel", Focus, Panel, 3}, {"focus on a field", Focus, Field, 3}, {"focus on chrome", Focus, Chrome, 3},
		{"outline on a panel", Outline, Panel, 3}, {"outline on a field", Outline, Field, 3}, {"disabled on a panel", Disabled, Panel, 3},
	} {
		if got := Contrast(c.on, c.below); got < c.least {
			t.Errorf("%s: %.2f, want %v", c.what, got, c.least)
		}
	}
	seen := map[Color]string{Others: "others"}
	for name, c := range stages {
		if was, twice := seen[c]; twice {
			t.Errorf("%s has the colour of %s", name, was)
		}
		seen[c] = name
	}
	for c, name := range seen {
		if on, below := Contrast(OnStage, c), Contrast(c, Panel); on < 4.5 || below < 3 {
			t.Errorf("the bar of %s: its text has %.2f, the bar on a panel %.2f", name, on, below)
		}
	}
}

// The ratios of the design's table, which other tools computed.
func TestContrastIsThatOfWCAG(t *testing.T) {
	for _, c := range []struct {
		a, b Color
		want float64
	}{
		{hex(0xFFFFFF), hex(0x000000), 21}, {hex(0x767676), hex(0xFFFFFF), 4.54},
		{Text, Panel, 13.8}, {Text, Pressed, 7.8}, {Dim, Field, 6.2}, {Accent, Panel, 7.8}, {Focus, Panel, 7.8},
		{Error, Panel, 7.4}, {Outline, Panel, 4.3}, {Text, Plate.Over(hex(0xFFFFFF)), 9.4},
	} {
		if got := Contrast(c.a, c.b); math.Abs(got-c.want) > 0.1 || got != Contrast(c.b, c.a) {
			t.Errorf("%v on %v: %.2f, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestTextSizesAreWholePixels(t *testing.T) {
	for _, c := range []struct{ scale, body, small float32 }{{1, 15, 13}, {1.25, 19, 16}, {1.5, 23, 20}, {2, 30, 26}, {3, 45, 39}} {
		if b, s := TextSize(Body, c.scale), TextSize(Small, c.scale); b != c.body || s != c.small {
			t.Errorf("at scale %v: %v and %v, want %v and %v", c.scale, b, s, c.body, c.small)
		}
	}
}
