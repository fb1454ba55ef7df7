// SPDX-License-Identifier: MIT

package groom

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// styles are the styles of Style, the default first.
var styles = []struct {
	name string
	o    Options
}{
	{"wavy", Options{ // long, brown, parted at the side
		Strands: 60_000, Points: 32, Length: 0.38, Variation: 0.20, Parting: 0.022, Crown: 0.30,
		Curl: 0.0115, Wave: 0.105, Locks: 260, Noise: 0.005, Clump: 0.84, Frizz: 0.0016, Stray: 0.04, Lift: 0.012,
		Root: mgl32.Vec3{0.255, 0.165, 0.115}, Tip: mgl32.Vec3{0.52, 0.385, 0.275},
	}},
	{"straight", Options{ // long, dark, parted in the middle
		Strands: 60_000, Points: 32, Length: 0.40, Variation: 0.16, Parting: 0.0, Crown: 0.32,
		Curl: 0.0022, Wave: 0.24, Locks: 420, Noise: 0.004, Clump: 0.42, Frizz: 0.0007, Stray: 0.02, Lift: 0.008,
		Root: mgl32.Vec3{0.125, 0.085, 0.065}, Tip: mgl32.Vec3{0.20, 0.135, 0.10},
	}},
	{"curly", Options{ // shoulder-long, copper
		Strands: 45_000, Points: 96, Length: 0.25, Variation: 0.22, Parting: 0.026,
		Curl: 0.0085, Wave: 0.034, Coil: 1, Locks: 520, Hold: 0.22, Noise: 0.010, Clump: 0.90, Frizz: 0.0024, Stray: 0.04, Lift: 0.020,
		Root: mgl32.Vec3{0.30, 0.135, 0.070}, Tip: mgl32.Vec3{0.56, 0.285, 0.145},
	}},
	{"bob", Options{ // to the chin, blond, cut to one line, with a fringe
		Strands: 60_000, Points: 32, Length: 0.26, Variation: 0.03, Parting: 0.0, Cut: 0.108, Fringe: 0.042, Tuck: 0.5,
		Curl: 0.002, Wave: 0.20, Locks: 420, Noise: 0.002, Clump: 0.40, Frizz: 0.0007, Stray: 0.012, Lift: 0.006,
		Root: mgl32.Vec3{0.47, 0.36, 0.23}, Tip: mgl32.Vec3{0.74, 0.62, 0.43},
	}},
	{"short", Options{ // cropped, black, longer on top
		Strands: 60_000, Points: 20, Length: 0.075, Variation: 0.35, Parting: 0.055, Crown: 0.72,
		Curl: 0.003, Wave: 0.07, Locks: 600, Hold: 0.40, Noise: 0.005, Clump: 0.70, Frizz: 0.0016, Stray: 0.04, Lift: 0.004,
		Root: mgl32.Vec3{0.095, 0.075, 0.065}, Tip: mgl32.Vec3{0.17, 0.125, 0.10},
	}},
}

// Style returns the options of a style: one of Styles. Errors: ErrOptions for any other name.
func Style(name string) (Options, error) {
	for _, s := range styles {
		if s.name == name {
			o := s.o
			o.Seed, o.Thickness = 1, 0.00010
			return o, nil
		}
	}
	return Options{}, fmt.Errorf("groom: Style: got %q, want one of %v: %w", name, Styles(), ErrOptions)
}

// Styles returns the names of all styles, the default first.
func Styles() (names []string) {
	for _, s := range styles {
		names = append(names, s.name)
	}
	return names
}

// Defaults returns the options of the first style, wavy.
func Defaults() Options {
	o, _ := Style(styles[0].name)
	return o
}
