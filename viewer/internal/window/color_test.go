// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/go-gl/glfw/v3.3/glfw"
)

func TestColorCodeIsTheInverseOfParseColor(t *testing.T) {
	for _, code := range []string{"#000000", "#ffffff", "#0180fe", "#c08040"} {
		if rgb, ok := flags.ParseColor(code); !ok || colorCode(rgb) != code {
			t.Errorf("%s is %v, %v, which is %s", code, rgb, ok, colorCode(rgb))
		}
	}
	for _, code := range []string{"", "#", "#12345", "#1234567", "c08040", "#12345g", "brown"} {
		if rgb, ok := flags.ParseColor(code); ok {
			t.Errorf("%q is %v", code, rgb)
		}
	}
	if code := colorCode([3]float32{-1, 2, 0.5}); code != "#00ff80" {
		t.Errorf("out of range: %s", code)
	}
}

// customColorIsPicked opens the picker by the list and by the square, drags in it and types a code.
func customColorIsPicked(h hand) error {
	v := h.v
	color := func() string { return v.o.Given["color"] }
	steps := func() (name string) { name, _ = v.edits.Names(); return name }
	var changed, again *image.NRGBA
	h.find("the colour that")
	return all(
		func() error { v.edits.Close(); return v.change("color", "") }, h.wait,
		func() error { return h.click("Hair/Colour") }, func() error { return h.click("Hair/Colour/" + customColor) },
		func() error {
			return unless(!h.noted("Hair/Colour/code").Empty() && color() == "", "no picker is open, or the colour is %q", color())
		},
		func() error {
			p := h.noted("Hair/Colour/picker")
			v.edits.Close()
			return h.press(float64(p.X+20), float64(p.Y+20), 60, 30, 0)
		},
		func() error {
			return unless(strings.HasPrefix(color(), "#") && v.ui.colorText == color() && steps() == "colour", "a drag sets %q, the code is %q, undo takes back %q", color(), v.ui.colorText, steps())
		},
		func() (err error) { changed, err = h.model(); return err }, v.rebuild,
		func() (err error) { again, err = h.model(); return err },
		func() error { return unless(bytes.Equal(changed.Pix, again.Pix), "a new renderer has another colour") },
		// The drag is one step.
		func() error { return h.key(glfw.KeyEscape, 0) }, func() error { return h.key(glfw.KeyZ, glfw.ModControl) },
		func() error { return unless(color() == "" && !popupOpen(), "after undo the colour is %q", color()) },
		func() error { return h.click("Hair/Colour/square") }, func() error { return h.click("Hair/Colour/code") },
		func() error { return h.write("20A0c0") }, func() error { return h.key(glfw.KeyEnter, 0) },
		func() error {
			return unless(color() == "#20a0c0", "the code gives %q, says %q", color(), v.ui.latest())
		},
		func() error { return h.click("Hair/Colour/code") },
		func() error { return h.write("blue") }, func() error { return h.key(glfw.KeyEnter, 0) },
		func() error {
			return unless(color() == "#20a0c0" && strings.Contains(v.ui.latest(), "#rrggbb"), "a wrong code gives %q, says %q", color(), v.ui.latest())
		},
		func() error { v.ui.dismiss(); return h.key(glfw.KeyEscape, 0) },
		// Melanin changes the same.
		func() error { return v.change("color", "", "melanin", "0.4", "redness", "0.5") },
		func() (err error) { changed, err = h.model(); return err }, v.rebuild,
		func() (err error) { again, err = h.model(); return err },
		func() error { return unless(bytes.Equal(changed.Pix, again.Pix), "a new renderer has other melanin") },
		func() error {
			h.find("")
			return v.change("melanin", "-1", "redness", "0")
		}, h.wait,
	)
}
