// SPDX-License-Identifier: MIT

package scatter

import (
	"fmt"
	"math"
	"slices"
)

// Melanin is what colours hair: how much of each of its two kinds.
type Melanin struct {
	Eumelanin   float64 // brown to black
	Pheomelanin float64 // yellow to red
}

// The colours of absorption for one unit of each melanin, per radius of the fibre: d'Eon et al. 2011, section 6, as
// Pharr 2016 has them.
var (
	eumelanin   = RGB{0.419, 0.697, 1.37}
	pheomelanin = RGB{0.187, 0.4, 1.05}
)

// presets by name. Blond is Pharr's; his black of 8 and brown of 1.3 are nearly ink
// in the light that pictures have, so ours are less.
var presets = map[string]Melanin{
	"black": {Eumelanin: 4},
	"brown": {Eumelanin: 0.75, Pheomelanin: 0.1},
	"red":   {Eumelanin: 0.2, Pheomelanin: 1.1},
	"blond": {Eumelanin: 0.06, Pheomelanin: 0.12},
	"white": {Eumelanin: 0.001},
}

// Presets are the names that Preset knows, sorted.
func Presets() []string {
	names := make([]string, 0, len(presets))
	for name := range presets {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Preset is a colour of hair by name. Errors: ErrOptions.
func Preset(name string) (Melanin, error) {
	m, ok := presets[name]
	if !ok {
		return m, fmt.Errorf("no colour is called %q, there are %v: %w", name, Presets(), ErrOptions)
	}
	return m, nil
}

// Pigment is melanin by two handles from 0 to 1: how much in all, evenly to the eye, 1 for the blackest; and which part
// of it is pheomelanin. The scale is that of Cycles' hair: -log(1 - melanin), to 1e-4.
func Pigment(melanin, redness float64) Melanin {
	all := -math.Log(max(1e-4, min(1-melanin, 1)))
	return Melanin{Eumelanin: all * (1 - redness), Pheomelanin: all * redness}
}

// Absorption is how fast light fades in the fibre, per radius. Errors: ErrOptions for amounts below 0, above 100, or
// that are none.
func (m Melanin) Absorption() (a RGB, err error) {
	for _, amount := range []float64{m.Eumelanin, m.Pheomelanin} {
		if !(amount >= 0 && amount <= 100) {
			return a, fmt.Errorf("%v of a melanin, from 0 to 100 are possible: %w", amount, ErrOptions)
		}
	}
	for c := range a {
		a[c] = m.Eumelanin*eumelanin[c] + m.Pheomelanin*pheomelanin[c]
	}
	return a, nil
}

// darkest is the least that a tint may be: light turns to nothing in hair that is any darker.
const darkest = 1e-6

// Tint is the colour of much hair, in linear light from 0 to 1, that strands have in files and Kajiya and Kay's light is
// given: Chiang et al. 2016, equation 9, the other way round.
func (h Hair) Tint(absorption RGB) (tint RGB) {
	for c := range tint {
		tint[c] = math.Exp(-math.Sqrt(absorption[c]) * colorScale(h.Azimuthal))
	}
	return tint
}

// Absorption is that of fibres of which much looks like the tint: Chiang et al. 2016, equation 9, a fit to traced hair.
func (h Hair) Absorption(tint RGB) (a RGB) {
	for c := range a {
		a[c] = square(math.Log(max(darkest, min(tint[c], 1))) / colorScale(h.Azimuthal))
	}
	return a
}

// Ink is how dark hair of a tint is, whatever its hue: its lightness' logarithm, the square of which absorption is
// proportional to. Dyes follow it and not its square: files' darkest and lightest strands are further apart than the
// melanin of one head.
func (tint RGB) Ink() float64 {
	light := 0.2126*tint[0] + 0.7152*tint[1] + 0.0722*tint[2]
	return max(leastInk, -math.Log(max(darkest, min(light, 1))))
}

// A dyed hair gets from inkLow to inkHigh times the dye of the mean.
const (
	leastInk = 1e-2
	inkLow   = 0.5
	inkHigh  = 2
)

// Dyed is the absorption of a hair of that tint under a dye for hairs that have ink on the mean.
func (tint RGB) Dyed(dye RGB, ink float64) (a RGB) {
	part := max(inkLow, min(tint.Ink()/max(ink, leastInk), inkHigh))
	for c := range a {
		a[c] = dye[c] * part
	}
	return a
}

// Seen is the tint of a colour as screens show it, of 8 bits.
func Seen(red, green, blue uint8) (tint RGB) {
	for c, v := range [3]uint8{red, green, blue} {
		tint[c] = math.Pow(float64(v)/255, 2.2)
	}
	return tint
}

// Shown is a tint as strands.Set and files hold colours: display values, for a screen of gamma 2.2.
func (tint RGB) Shown() (shown RGB) {
	for c := range shown {
		shown[c] = math.Pow(max(0, tint[c]), 1/2.2)
	}
	return shown
}
