// SPDX-License-Identifier: MIT

package flags

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/scatter"
)

// horizon is the backdrop, and the light from all around, of an outdoor scene.
const horizon = "horizon"

// Appearance has the flags of shading, hair colour, exposure and tone mapping.
type Appearance struct {
	shading, Color, tone, Backdrop       string  // as given
	melanin, redness                     float64 // melanin below 0: not given
	roughness, azimuthal, Tilt, Exposure float64 // tilt in degrees; exposure 1 where it is automatic

	AutoExposure  bool
	FragmentLight bool

	Shading hair.Shading
	ToneMap hair.ToneMap
	Fibre   scatter.Hair
	Dye     *scatter.RGB // nil: the strands' own colours
}

func (l *Appearance) flags(f *flag.FlagSet) {
	d := scatter.Defaults()
	f.StringVar(&l.shading, "shading", hair.Shading(0).String(), "")
	f.BoolVar(&l.FragmentLight, "fragment-light", false, "")
	f.StringVar(&l.Color, "color", "", "")
	number[float64]{at: &l.melanin, most: 1, also: []float64{-1}}.define(f, "melanin", -1)
	number[float64]{at: &l.redness, most: 1}.define(f, "redness", 0)
	number[float64]{at: &l.roughness, least: 0.05, most: 1}.define(f, "roughness", d.Roughness)
	number[float64]{at: &l.azimuthal, least: 0.1, most: 1}.define(f, "azimuthal", d.Azimuthal)
	number[float64]{at: &l.Tilt, most: 11, unit: " degrees"}.define(f, "tilt", math.Round(d.Tilt*180/math.Pi*1e6)/1e6)
	l.Exposure = 1
	f.Var((*exposureFlag)(l), "exposure", "")
	f.StringVar(&l.tone, "tone", hair.ToneMap(0).String(), "")
	f.StringVar(&l.Backdrop, "backdrop", "studio", "")
}

// exposureFlag is the flag -exposure of an appearance: a number, or auto.
type exposureFlag Appearance

func (e *exposureFlag) String() string {
	switch {
	case e == nil:
		return ""
	case e.AutoExposure:
		return "auto"
	}
	return strconv.FormatFloat(e.Exposure, 'g', -1, 64)
}

func (e *exposureFlag) Set(text string) error {
	if e.Exposure, e.AutoExposure = 1, text == "auto"; e.AutoExposure {
		return nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0.01 && v <= 100) {
		return errors.New("a number from 0.01 to 100, or auto")
	}
	e.Exposure = v
	return nil
}

// parse validates the flags and parses their texts.
func (l *Appearance) parse() (err error) {
	if l.Shading, err = hair.ParseShading(l.shading); err != nil {
		return fmt.Errorf("-shading %q: want %s", l.shading, oneOf(hair.Shadings()))
	}
	if l.ToneMap, err = hair.ParseToneMap(l.tone); err != nil {
		return fmt.Errorf("-tone %q: want %s", l.tone, oneOf(hair.ToneMaps()))
	}
	d := scatter.Defaults()
	l.Fibre = d
	l.Fibre.Roughness, l.Fibre.Azimuthal = l.roughness, l.azimuthal
	if degrees := d.Tilt * 180 / math.Pi; math.Abs(l.Tilt-degrees) > 1e-6 {
		l.Fibre.Tilt = l.Tilt * math.Pi / 180
	}
	switch {
	case l.Backdrop != "studio" && l.Backdrop != horizon && l.Backdrop != "none":
		return fmt.Errorf("-backdrop %q: want studio, horizon or none", l.Backdrop)
	case l.melanin >= 0 && l.Color != "":
		return fmt.Errorf("-melanin %v: not with -color %s", l.melanin, l.Color)
	case l.redness != 0 && l.melanin < 0:
		return fmt.Errorf("-redness %v: only with -melanin", l.redness)
	}
	return l.parseColor()
}

// parseColor computes the absorption from the colour, or from melanin and redness.
func (l *Appearance) parseColor() error {
	var m scatter.Melanin
	var err error
	switch {
	case l.melanin >= 0:
		m = scatter.Pigment(l.melanin, l.redness)
	case l.Color == "":
		return nil
	case strings.HasPrefix(l.Color, "#"):
		code, ok := parseCode(l.Color)
		if !ok {
			return fmt.Errorf("-color %q: want #rrggbb, six digits from 0 to f", l.Color)
		}
		a := l.Fibre.Absorption(scatter.Seen(code[0], code[1], code[2]))
		l.Dye = &a
		return nil
	default:
		if m, err = scatter.Preset(l.Color); err != nil {
			return fmt.Errorf("-color %q: want #rrggbb, %s", l.Color, oneOf(scatter.Presets()))
		}
	}
	a, err := m.Absorption()
	l.Dye = &a
	return err
}

// parseCode reads #rrggbb.
func parseCode(text string) (rgb [3]uint8, ok bool) {
	code, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 24)
	return [3]uint8{uint8(code >> 16), uint8(code >> 8), uint8(code)}, err == nil && len(text) == 7 && text[0] == '#'
}

// ParseColor reads #rrggbb as parts from 0 to 1.
func ParseColor(text string) (rgb [3]float32, ok bool) {
	code, ok := parseCode(text)
	if ok {
		for i, part := range code {
			rgb[i] = float32(part) / 255
		}
	}
	return rgb, ok
}

// HairColor returns the display colour that the flags give all hair in even light. ok is false if
// each hair has its own; rgb is then brown.
func (l *Appearance) HairColor() (rgb [3]float32, ok bool) {
	if rgb, ok := ParseColor(l.Color); ok {
		return rgb, true
	}
	if l.Dye == nil {
		return [3]float32{0.45, 0.29, 0.17}, false
	}
	for i, part := range l.Fibre.Tint(*l.Dye).Shown() {
		rgb[i] = float32(min(max(part, 0), 1))
	}
	return rgb, true
}

// set writes the flags to a renderer's options.
func (l *Appearance) set(h *hair.Options) {
	h.Shading.Model, h.Shading.Fibre, h.Shading.Dye, h.Image.ToneMap = l.Shading, l.Fibre, l.Dye, l.ToneMap
	h.Shading.PerFragment = l.FragmentLight
	h.Image.Exposure, h.Image.NoBackdrop = float32(l.Exposure), l.Backdrop == "none"
	if l.Backdrop == horizon {
		h.Image.Backdrop = hair.HorizonBackdrop
	}
	h.Image.AutoExposure = l.AutoExposure
}
