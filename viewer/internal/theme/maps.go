// SPDX-License-Identifier: MIT

package theme

import "math"

// Map is a colour map: colours at equal distances from 0 to 1.
type Map struct {
	Name  string
	Stops []Color
}

// Maps are the maps that the window offers beside magma, which package imagediff has. viridis and
// inferno are ten colours of the maps of those names by Stéfan van der Walt, Nathaniel Smith and
// Eric Firing (CC0). All grow brighter from 0 to 1.
var Maps = []Map{
	{"viridis", hexes(0x440154, 0x482878, 0x3E4A89, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6DCD59, 0xB4DE2C, 0xFDE725)},
	{"inferno", hexes(0x000004, 0x1B0C42, 0x4B0C6B, 0x781C6D, 0xA52C60, 0xCF4446, 0xED6925, 0xFB9A06, 0xF7D03C, 0xFCFFA4)},
	{"grey", hexes(0x000000, 0xFFFFFF)},
}

func hexes(codes ...uint32) (all []Color) {
	for _, code := range codes {
		all = append(all, hex(code))
	}
	return all
}

// At returns the colour at a place from 0 to 1. A NaN counts as 0.
func (m Map) At(place float64) Color {
	if !(place > 0) {
		place = 0
	}
	x := min(place, 1) * float64(len(m.Stops)-1)
	i := min(int(x), len(m.Stops)-2)
	t := x - float64(i)
	a, b := m.Stops[i], m.Stops[i+1]
	mix := func(from, to uint8) uint8 { return uint8(math.Round(float64(from)*(1-t) + float64(to)*t)) }
	return Color{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}
