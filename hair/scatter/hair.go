// SPDX-License-Identifier: MIT

package scatter

import (
	"fmt"
	"math"

	"github.com/combgl/comb/internal/errkind"
)

// ErrOptions is the reason for errors: a Hair or a colour out of range. It is of the kind
// gpu.ErrArgument.
var ErrOptions = errkind.Reason(errkind.ErrArgument, "option out of range")

// Hair describes the fibres of a head, without their colour.
type Hair struct {
	Roughness  float64 // along the hair, beta_m of Chiang, 0.05 to 1
	Azimuthal  float64 // around it, beta_n of Chiang: 0.1 to 1
	Tilt       float64 // of the cuticle's scales, radians: 0 to 0.2
	Refraction float64 // the index of refraction: 1.1 to 2
	Density    float64 // d_f and d_b of Zinke: weight of light scattered by other hairs, 0 to 1
}

// Defaults returns the values of human hair: scales of 3 degrees and an R lobe of 10 degrees, in
// the middle of the measurements of Marschner et al. 2003, and the refractive index of keratin.
// Zinke uses a density of 0.7. With 1, thick hair is as bright as path traced hair.
func Defaults() Hair {
	return Hair{Roughness: 0.2, Azimuthal: 0.3, Tilt: 3 * math.Pi / 180, Refraction: 1.55, Density: 1}
}

// Validate checks that all fields are in the range of the model and its tables. Errors: ErrOptions.
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
			return fmt.Errorf("scatter: got %s of %v, want %v to %v: %w", p.what, p.value, p.low, p.high, ErrOptions)
		}
	}
	return nil
}

// Paths of light: reflected by a fibre, transmitted, reflected once inside, and all longer ones.
const (
	pathR = iota
	pathTT
	pathTRT
	pathRest
	paths
)

// variances returns the variance of each path along the hair: Chiang et al. 2016, equation 7, and
// Marschner et al. 2003, table 1, for the ratios to that of R. Longer paths spread like TRT.
func (h Hair) variances() [paths]float64 {
	b := h.Roughness
	v := square(0.726*b + 0.812*b*b + 3.7*math.Pow(b, 20))
	return [paths]float64{v, v / 4, 4 * v, 4 * v}
}

// logistic returns the scale of the distribution around the hair: Chiang et al. 2016, equation 8.
// The factor makes a logistic distribution as wide as the Gaussian of the fit.
func (h Hair) logistic() float64 {
	b := h.Azimuthal
	return math.Sqrt(math.Pi/8) * (0.265*b + 1.194*b*b + 5.372*math.Pow(b, 22))
}

// tilts returns the angles that the scales add to the sum of both inclinations (root to tip is
// positive). A mirror that leans towards the root by Tilt reflects R towards the root by 2 Tilt;
// transmission bends the other way. Chiang et al. 2016, section 4.2, after Marschner, table 1,
// where TRT has three times the tilt instead of four.
func (h Hair) tilts() [paths]float64 {
	return [paths]float64{2 * h.Tilt, -h.Tilt, -4 * h.Tilt, 0}
}

// colorScale returns the divisor of Chiang et al. 2016, equation 9, which relates the colour of
// much hair to absorption.
func colorScale(azimuthal float64) float64 {
	b := azimuthal
	return 5.969 + b*(-0.215+b*(2.532+b*(-10.73+b*(5.574+b*0.245))))
}

func square(x float64) float64 { return x * x }
