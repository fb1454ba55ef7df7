// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"bytes"
	"fmt"
	"image"
	"maps"

	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// soloShowsOneLight compares a light that is alone with the same light where there is no other.
func soloShowsOneLight(h hand) error {
	v := h.v
	var all3, alone, only, again *image.NRGBA
	see := func(out **image.NRGBA) func() error {
		return func() (err error) { *out, err = h.model(); return err }
	}
	before := maps.Clone(v.o.Given)
	lamps := v.lamps()
	h.find("solo")
	return all(
		func() error { return h.wait() }, see(&all3),
		func() error { return h.click("Light/Light 2/Solo") }, see(&alone),
		func() error {
			return unless(v.solo == 2 && maps.Equal(before, v.o.Given) && !h.noted("stage/solo").Empty(), "solo is %d, flags %v", v.solo, v.o.Given)
		},
		func() error { return unless(!bytes.Equal(all3.Pix, alone.Pix), "Solo shows nothing else") },
		// A new renderer shows it alone too.
		func() error { return v.rebuild() }, see(&again),
		func() error { return unless(bytes.Equal(alone.Pix, again.Pix), "a new renderer shows other lights") },
		func() error { return h.key(glfw.KeyEscape, 0) }, see(&again),
		func() error {
			return unless(v.solo == 0 && bytes.Equal(all3.Pix, again.Pix), "after Esc solo is %d", v.solo)
		},
		func() error { return v.change("lights", flags.LightsText(lamps[1:2]), "env", "none") }, see(&only),
		func() error { return unless(bytes.Equal(alone.Pix, only.Pix), "Solo is not the light alone") },
		func() error { return v.change("lights", before["lights"], "env", "studio") },
		func() error { return h.click("Light/Light 1/Solo") },
		func() error { return h.click("stage/solo") }, func() error { return unless(v.solo == 0, "a click on the chip leaves %d", v.solo) },
		func() error { h.find(""); return h.wait() },
	)
}

// seedHasTheColumns compares the row of Seed with another slider at three sizes.
func seedHasTheColumns(h hand) error {
	v, zoom := h.v, h.v.ui.config.Zoom
	for _, c := range []struct {
		width, height int
		zoom          float32
	}{{800, 600, 1}, {1280, 720, 1}, {1280, 720, 2}} {
		v.ui.config.Zoom, v.ui.drawers[0] = c.zoom, true
		if err := h.resize(c.width, c.height); err != nil {
			return err
		}
		h.find("r") // both sections
		if err := h.wait(); err != nil {
			return err
		}
		seed, other, button := h.noted("Model/Seed/slider"), h.noted("Hair/Roughness/slider"), h.noted("Model/Seed/New")
		right := v.ui.layout.Look.X + v.ui.layout.Look.W
		if seed.Empty() || seed.X != other.X || seed.W != other.W || button.X < seed.X+seed.W || button.X+button.W > right || button.H < 24*v.ui.scale {
			return fmt.Errorf("%dx%d at %v: the slider of Seed is in %v, that of Roughness in %v, New in %v", c.width, c.height, c.zoom, seed, other, button)
		}
	}
	v.ui.config.Zoom, v.ui.drawers[0] = zoom, false
	h.find("")
	return h.wait()
}

// newSeedGrowsOthers clicks New twice, and takes both seeds back.
func newSeedGrowsOthers(h hand) error {
	v := h.v
	h.find("seed")
	seed := v.o.Seed
	var second uint64
	return all(
		h.wait, func() error { return h.click("Model/Seed/New") }, func() error { second = v.o.Seed; return unless(second != seed, "the seed stays %d", seed) },
		func() error { v.edits.Close(); return h.click("Model/Seed/New") }, func() error { return unless(v.o.Seed != second, "the seed stays %d", second) },
		func() error { return h.key(glfw.KeyZ, glfw.ModControl) }, func() error { return unless(v.o.Seed == second, "undo gives the seed %d, want %d", v.o.Seed, second) },
		func() error { return h.key(glfw.KeyZ, glfw.ModControl) }, func() error { return unless(v.o.Seed == seed, "undo gives the seed %d, want %d", v.o.Seed, seed) },
		func() error { h.find(""); return h.wait() },
	)
}

// edgesMove drags the edges of Look and Measure.
func edgesMove(h hand) error {
	v := h.v
	var before, after layout.Layout
	return all(
		func() error { return h.key(glfw.KeyF9, 0) }, func() error { before = v.ui.layout; return nil },
		func() error { return h.press(float64(before.Look.X)+1, float64(before.Look.H)/2, -40, 0, 0) },
		func() error {
			return h.press(float64(before.Measure.W)/2, float64(before.Measure.Y)+1, 0, -30, 0)
		},
		func() error { after = v.ui.layout; return nil },
		func() error {
			return unless(after.Look.W == before.Look.W+40 && after.Measure.H == before.Measure.H+30, "Look is %v, was %v, Measure %v, was %v", after.Look, before.Look, after.Measure, before.Measure)
		},
		func() error {
			v.ui.config.LookWidth, v.ui.config.MeasureHeight = 0, 0
			return h.key(glfw.KeyF9, 0)
		},
	)
}
