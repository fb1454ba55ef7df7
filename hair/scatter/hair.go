// SPDX-License-Identifier: MIT

package scatter

import (
	"fmt"
	"math"

	"github.com/combgl/comb/internal/errkind"
)

// ErrOptions is for a Hair that cannot be, or a colour that no hair has.
var ErrOptions = errkind.Reason(errkind.ErrArgument, "scatter: bad options")

// Hair says how the fibres of a head scatter light, all but their colour.
type Hair struct {
	Roughness  float64 // along the hair, beta_m of Chiang: 0.05 to 1
	Azimuthal  float64 // around it, beta_n of Chiang: 0.1 to 1
	Tilt       float64 // of the cuticle's scales, radians: 0 to 0.2
	Refraction float64 // the index of refraction: 1.1 to 2
	Density    float64 // d_f and d_b of Zinke: the part of what other hairs scatter that counts, 0 to 1
}

// Defaults are human hair: scales of 3 degrees and R's lobe 10 degrees wide, in the middle of what Marschner et al. 2003
// measured; keratin's index. Zinke takes a density of 0.7; with
// ours of 1, thick hair is as bright as traced.
func Defaults() Hair {
	return Hair{Roughness: 0.2, Azimuthal: 0.3, Tilt: 3 * math.Pi / 180, Refraction: 1.55, Density: 1}
}

// Validate refuses what the model or its tables were not made for. Errors: ErrOptions.
func (h Hair) Validate() error {
	for _, p := range []struct {
		what             string
		value, low, high float64
	}{
		{"a roughness", h.Roughness, 0.05, 1},
		{"an azimuthal roughness", h.Azimuthal, 0.1, 1},
		{"a tilt in radians", h.Tilt, 0, 0.2},
		{"an index of refraction", h.Refraction, 1.1, 2},
		{"a density", h.Density, 0, 1},
	} {
		if !(p.value >= p.low && p.value <= p.high) {
			return fmt.Errorf("%s of %v, from %v to %v are possible: %w", p.what, p.value, p.low, p.high, ErrOptions)
		}
	}
	return nil
}

// The ways of light through a fibre: off it, through it, back out by a reflection inside, and all longer ones.
const (
	wayR = iota
	wayTT
	wayTRT
	wayRest
	ways
)

// variances of the ways along the hair: Chiang et al. 2016, equation 7, and Marschner et al. 2003, table 1, for how the
// others follow from R's. What is left over spreads like TRT.
func (h Hair) variances() [ways]float64 {
	b := h.Roughness
	v := square(0.726*b + 0.812*b*b + 3.7*math.Pow(b, 20))
	return [ways]float64{v, v / 4, 4 * v, 4 * v}
}

// logistic is the scale of the spread around the hair: Chiang et al. 2016, equation 8. The factor makes a logistic
// distribution as wide as the Gaussian that the fit was made for.
func (h Hair) logistic() float64 {
	b := h.Azimuthal
	return math.Sqrt(math.Pi/8) * (0.265*b + 1.194*b*b + 5.372*math.Pow(b, 22))
}

// tilts is what the scales add to the sum of both inclinations (root to tip is positive): a mirror that leans towards
// the root by Tilt sends R so much more to the root; a passage bends the other way. Chiang et al. 2016, section 4.2,
// after Marschner, table 1, where TRT has three times the tilt and not four.
func (h Hair) tilts() [ways]float64 {
	return [ways]float64{2 * h.Tilt, -h.Tilt, -4 * h.Tilt, 0}
}

// colorScale is the divisor of Chiang et al. 2016, equation 9, which turns the colour of much hair into absorption.
func colorScale(azimuthal float64) float64 {
	b := azimuthal
	return 5.969 + b*(-0.215+b*(2.532+b*(-10.73+b*(5.574+b*0.245))))
}

func square(x float64) float64 { return x * x }
