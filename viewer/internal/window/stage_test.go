// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"image"

	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// framedInTheFreeArea compares where hair is with the free area, in all kinds of layouts.
func framedInTheFreeArea(h hand) error {
	for _, c := range []struct {
		width, height int
		zoom          float32
		kind          layout.Kind
		free          layout.Rect
	}{
		{640, 400, 1, layout.Small, layout.Rect{X: 0, Y: 36, W: 640, H: 342}},
		{960, 600, 1, layout.Normal, layout.Rect{X: 0, Y: 40, W: 620, H: 536}},
		{1200, 700, 0.75, layout.Wide, layout.Rect{X: 0, Y: 30, W: 900, H: 652}},
		{1200, 760, 2, layout.Small, layout.Rect{X: 0, Y: 72, W: 1200, H: 644}},
	} {
		h.v.ui.config.Zoom = c.zoom
		if err := h.resize(c.width, c.height); err != nil {
			return err
		}
		img, err := h.model()
		if err != nil {
			return err
		}
		l := h.v.ui.layout
		if l.Kind != c.kind || l.Free != c.free || img.Rect.Dx() != int(c.free.W) || img.Rect.Dy() != int(c.free.H) {
			return fmt.Errorf("%dx%d at %v: %+v, image %v", c.width, c.height, c.zoom, l, img.Rect)
		}
		drawn := image.Rectangle{Min: img.Rect.Max}
		for y := range img.Rect.Dy() {
			for x := range img.Rect.Dx() {
				if p := img.NRGBAAt(x, y); int(p.R)+int(p.G)+int(p.B) > 24 {
					drawn.Min.X, drawn.Min.Y = min(drawn.Min.X, x), min(drawn.Min.Y, y)
					drawn.Max.X, drawn.Max.Y = max(drawn.Max.X, x), max(drawn.Max.Y, y)
				}
			}
		}
		inside := img.Rect.Inset(4)
		if !drawn.In(inside) || max(drawn.Dx()*4/img.Rect.Dx(), drawn.Dy()*4/img.Rect.Dy()) < 2 {
			return fmt.Errorf("%dx%d at %v: hair fills %v of %v", c.width, c.height, c.zoom, drawn, img.Rect)
		}
	}
	return nil
}

// nothingLiesOverASmallModel compares the window with the model: they differ at the gizmo alone,
// until N opens the drawer.
func nothingLiesOverASmallModel(h hand) error {
	if err := h.resize(640, 400); err != nil {
		return err
	}
	covered := func() (n int, err error) {
		model, err := h.model()
		if err != nil {
			return 0, err
		}
		img, err := h.shot()
		if err != nil {
			return 0, err
		}
		free, axes := h.v.ui.layout.Free, h.noted("stage/axes")
		for y := range model.Rect.Dy() {
			for x := range model.Rect.Dx() {
				if !axes.Holds(free.X+float32(x), free.Y+float32(y)) && img.NRGBAAt(x, y+int(free.Y)) != model.NRGBAAt(x, y) {
					n++
				}
			}
		}
		return n, nil
	}
	open, err := covered()
	if err != nil || open != 0 {
		return fmt.Errorf("%d pixels are covered: %w", open, err)
	}
	if err := h.key(glfw.KeyN, 0); err != nil {
		return err
	}
	drawer, err := covered()
	if err != nil || drawer < 60_000 || h.v.ui.layout.Look.W > 0.6*640 {
		return fmt.Errorf("the drawer covers %d pixels: %w", drawer, err)
	}
	if err := h.key(glfw.KeyEscape, 0); err != nil {
		return err
	}
	open, err = covered()
	return unless(err == nil && open == 0 && !h.v.w.ShouldClose(), "after Esc %d pixels are covered: %v", open, err)
}

// colorsAreThoseOfTheTheme looks at known places.
func colorsAreThoseOfTheTheme(h hand) error {
	img, err := h.shot()
	if err != nil {
		return err
	}
	l := h.v.ui.layout
	for _, c := range []struct {
		what string
		in   layout.Rect
		want theme.Color
		part float32
	}{
		{"toolbar", l.Toolbar, theme.Chrome, 0.6}, {"status line", l.Status, theme.Chrome, 0.6}, {"panel", l.Look, theme.Panel, 0.3},
		{"search field", h.noted("look/search"), theme.Field, 0.7}, {"heading", h.noted("look/Model"), theme.Section, 0.6},
		{"Look button", h.noted("toolbar/Look"), theme.Accent, 0.5}, {"slider's grab", h.noted("Hair/Roughness/slider"), theme.Accent, 0.02},
		{"text of a heading", h.noted("look/Model"), theme.Text, 0.0005}, {"text of a button", h.noted("toolbar/Frame"), theme.Text, 0.0005},
		{"disabled text", h.noted("toolbar/Swap"), theme.Disabled, 0.0005},
	} {
		if n := has(img, c.in, c.want); float32(n) < c.part*c.in.W*c.in.H || c.in.Empty() {
			return fmt.Errorf("%s: %d of %v pixels have the colour %v", c.what, n, c.in, c.want)
		}
	}
	return nil
}
