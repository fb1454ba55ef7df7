// SPDX-License-Identifier: MIT

package scatter

import (
	"fmt"
	"math"
	"slices"
)

// Melanin is the amount of the two pigments of hair, each from 0 to 100.
type Melanin struct {
	Eumelanin   float64 // brown to black
	Pheomelanin float64 // yellow to red
}

// Absorption of one unit of each melanin, per radius of the fibre: d'Eon et al. 2011, section 6, as
// in Pharr 2016.
var (
	eumelanin   = RGB{0.419, 0.697, 1.37}
	pheomelanin = RGB{0.187, 0.4, 1.05}
)

// presets are amounts of melanin by name. Blond is Pharr's. His black of 8 and brown of 1.3 look
// nearly like ink in the light of typical images, so these have less.
var presets = map[string]Melanin{
	"black": {Eumelanin: 4},
	"brown": {Eumelanin: 0.75, Pheomelanin: 0.1},
	"red":   {Eumelanin: 0.2, Pheomelanin: 1.1},
	"blond": {Eumelanin: 0.06, Pheomelanin: 0.12},
	"white": {Eumelanin: 0.001},
}

// Presets returns the names of all presets, sorted.
func Presets() []string {
	names := make([]string, 0, len(presets))
	for name := range presets {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Preset returns the melanin of a hair colour: one of Presets. Errors: ErrOptions.
func Preset(name string) (Melanin, error) {
	m, ok := presets[name]
	if !ok {
		return m, fmt.Errorf("scatter: Preset: got %q, want one of %v: %w", name, Presets(), ErrOptions)
	}
	return m, nil
}

// Pigment returns melanin by two parameters from 0 to 1. melanin is the total amount on a
// perceptually even scale, 1 for black. redness is the share of pheomelanin. The scale is that of
// Cycles' hair: -log(1 - melanin), limited to 1e-4.
func Pigment(melanin, redness float64) Melanin {
	all := -math.Log(max(1e-4, min(1-melanin, 1)))
	return Melanin{Eumelanin: all * (1 - redness), Pheomelanin: all * redness}
}

// Absorption returns the absorption per radius of the fibre. Errors: ErrOptions unless both amounts
// are 0 to 100.
func (m Melanin) Absorption() (a RGB, err error) {
	for _, amount := range []float64{m.Eumelanin, m.Pheomelanin} {
		if !(amount >= 0 && amount <= 100) {
			return a, fmt.Errorf("scatter: Absorption: got %v of a melanin, want 0 to 100: %w", amount, ErrOptions)
		}
	}
	for c := range a {
		a[c] = m.Eumelanin*eumelanin[c] + m.Pheomelanin*pheomelanin[c]
	}
	return a, nil
}

// darkest is the smallest value of a tint. Darker hair would absorb all light.
const darkest = 1e-6

// Tint returns the colour of much hair with this absorption, linear from 0 to 1: the inverse of
// Chiang et al. 2016, equation 9. Files give it as the colour of strands, and Kajiya takes it.
func (h Hair) Tint(absorption RGB) (tint RGB) {
	for c := range tint {
		tint[c] = math.Exp(-math.Sqrt(absorption[c]) * colorScale(h.Azimuthal))
	}
	return tint
}

// Absorption returns the absorption of fibres of which much looks like the tint: Chiang et al.
// 2016, equation 9, a fit to path traced hair.
func (h Hair) Absorption(tint RGB) (a RGB) {
	for c := range a {
		a[c] = square(math.Log(max(darkest, min(tint[c], 1))) / colorScale(h.Azimuthal))
	}
	return a
}

// Ink returns how dark hair of a tint is, regardless of its hue: the negative logarithm of its
// lightness. Absorption is proportional to its square. Dyes scale with Ink itself, because the
// darkest and lightest strands of files are further apart than the melanin of one head.
func (tint RGB) Ink() float64 {
	light := 0.2126*tint[0] + 0.7152*tint[1] + 0.0722*tint[2]
	return max(leastInk, -math.Log(max(darkest, min(light, 1))))
}

// A dyed hair gets inkLow to inkHigh times the mean dye.
const (
	leastInk = 1e-2
	inkLow   = 0.5
	inkHigh  = 2
)

// Dyed returns the absorption of a hair of a tint under a dye, where ink is the mean of Ink over
// all hairs.
func (tint RGB) Dyed(dye RGB, ink float64) (a RGB) {
	part := max(inkLow, min(tint.Ink()/max(ink, leastInk), inkHigh))
	for c := range a {
		a[c] = dye[c] * part
	}
	return a
}

// Seen returns the tint of a display colour of 8 bits.
func Seen(red, green, blue uint8) (tint RGB) {
	for c, v := range [3]uint8{red, green, blue} {
		tint[c] = math.Pow(float64(v)/255, 2.2)
	}
	return tint
}

// Shown returns a tint as display values for gamma 2.2, as strands.Set and files hold colours.
func (tint RGB) Shown() (shown RGB) {
	for c := range shown {
		shown[c] = math.Pow(max(0, tint[c]), 1/2.2)
	}
	return shown
}
