// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/scatter"
)

// look is what the flags say about the light in the hair, its colour, and what the picture makes of it.
type look struct {
	way, color, tone, backdrop           string  // as given
	melanin, redness                     float64 // melanin below 0: not given
	roughness, azimuthal, tilt, exposure float64 // tilt in degrees

	shading hair.Shading
	toneMap hair.ToneMap
	fibre   scatter.Hair
	dye     *scatter.RGB // nil: the strands' own colours
}

func (l *look) flags(f *flag.FlagSet) {
	d := scatter.Defaults()
	f.StringVar(&l.way, "shading", hair.Shading(0).String(), "")
	f.StringVar(&l.color, "color", "", "")
	f.Float64Var(&l.melanin, "melanin", -1, "")
	f.Float64Var(&l.redness, "redness", 0, "")
	f.Float64Var(&l.roughness, "roughness", d.Roughness, "")
	f.Float64Var(&l.azimuthal, "azimuthal", d.Azimuthal, "")
	f.Float64Var(&l.tilt, "tilt", math.Round(d.Tilt*180/math.Pi*1e6)/1e6, "")
	f.Float64Var(&l.exposure, "exposure", 1, "")
	f.StringVar(&l.tone, "tone", hair.ToneMap(0).String(), "")
	f.StringVar(&l.backdrop, "backdrop", "studio", "")
}

// parse checks what flags read.
func (l *look) parse() (err error) {
	if l.shading, err = hair.ParseShading(l.way); err != nil {
		return fmt.Errorf("-shading %q: one of %v", l.way, hair.Shadings())
	}
	if l.toneMap, err = hair.ParseToneMap(l.tone); err != nil {
		return fmt.Errorf("-tone %q: one of %v", l.tone, hair.ToneMaps())
	}
	d := scatter.Defaults()
	l.fibre = d
	l.fibre.Roughness, l.fibre.Azimuthal = l.roughness, l.azimuthal
	if degrees := d.Tilt * 180 / math.Pi; math.Abs(l.tilt-degrees) > 1e-6 {
		l.fibre.Tilt = l.tilt * math.Pi / 180
	}
	switch {
	case !(l.roughness >= 0.05 && l.roughness <= 1):
		return fmt.Errorf("-roughness %v: from 0.05 to 1", l.roughness)
	case !(l.azimuthal >= 0.1 && l.azimuthal <= 1):
		return fmt.Errorf("-azimuthal %v: from 0.1 to 1", l.azimuthal)
	case !(l.tilt >= 0 && l.tilt <= 11):
		return fmt.Errorf("-tilt %v: from 0 to 11 degrees", l.tilt)
	case !(l.exposure >= 0.01 && l.exposure <= 100):
		return fmt.Errorf("-exposure %v: from 0.01 to 100", l.exposure)
	case l.backdrop != "studio" && l.backdrop != "none":
		return fmt.Errorf("-backdrop %q: studio or none", l.backdrop)
	case l.melanin >= 0 && l.color != "":
		return fmt.Errorf("-melanin %v: not with -color %s", l.melanin, l.color)
	case l.melanin < 0 && l.melanin != -1 || !(l.melanin <= 1):
		return fmt.Errorf("-melanin %v: from 0 to 1", l.melanin)
	case !(l.redness >= 0 && l.redness <= 1):
		return fmt.Errorf("-redness %v: from 0 to 1", l.redness)
	case l.redness != 0 && l.melanin < 0:
		return fmt.Errorf("-redness %v: only with -melanin", l.redness)
	}
	return l.parseColor()
}

// parseColor finds the absorption that is asked for.
func (l *look) parseColor() error {
	var m scatter.Melanin
	var err error
	switch {
	case l.melanin >= 0:
		m = scatter.Pigment(l.melanin, l.redness)
	case l.color == "":
		return nil
	case strings.HasPrefix(l.color, "#"):
		code, err := strconv.ParseUint(l.color[1:], 16, 24)
		if err != nil || len(l.color) != 7 {
			return fmt.Errorf("-color %q: #rrggbb, six digits from 0 to f", l.color)
		}
		a := l.fibre.Absorption(scatter.Seen(uint8(code>>16), uint8(code>>8), uint8(code)))
		l.dye = &a
		return nil
	default:
		if m, err = scatter.Preset(l.color); err != nil {
			return fmt.Errorf("-color %q: #rrggbb or one of %v", l.color, scatter.Presets())
		}
	}
	a, err := m.Absorption()
	l.dye = &a
	return err
}

// set puts it into the renderer's options.
func (l *look) set(h *hair.Options) {
	h.Shading, h.Fibre, h.Dye, h.ToneMap = l.shading, l.fibre, l.dye, l.toneMap
	h.Exposure, h.Bare = float32(l.exposure), l.backdrop == "none"
}
