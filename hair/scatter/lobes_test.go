// SPDX-License-Identifier: MIT

package scatter

import (
	"fmt"
	"math"
	"testing"
)

// over integrates with weight cos over all inclinations.
func over(f func(inclination float64) float64) (sum float64) {
	const n = 4000
	for i := range n {
		a := (float64(i)+0.5)/n*math.Pi - math.Pi/2
		sum += f(a) * math.Cos(a) * math.Pi / n
	}
	return sum
}

var (
	roughs       = []float64{0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1}
	inclinations = []float64{-1.5, -1.1, -0.6, 0, 0.3, 0.9, 1.3, 1.5}
)

func TestBesselMatchesItsIntegral(t *testing.T) {
	for x := 1e-3; x < 1e5; x *= 1.7 {
		// exp(x (cos a - 1)) over half a turn; all of it lies within some widths of 0
		n, want := 4000, 0.0
		end := min(math.Pi, 14/math.Sqrt(x))
		for i := range n {
			a := (float64(i) + 0.5) / float64(n) * end
			want += math.Exp(x*(math.Cos(a)-1)) * end / float64(n) / math.Pi
		}
		if got := besselScaled(x); math.Abs(got/want-1) > 1e-7 {
			t.Errorf("I0(%v) exp(-%v) is %v, by its integral %v", x, x, got, want)
		}
	}
}

func TestLongitudinalLobesIntegrateToOneAndAreReciprocal(t *testing.T) {
	for _, b := range roughs {
		t.Run(fmt.Sprint("roughness=", b), func(t *testing.T) {
			h := Defaults()
			h.Roughness, h.Tilt = b, 0.2 // far enough to turn an eye past the pole
			for path, v := range h.variances() {
				for _, eye := range inclinations {
					whole := over(func(light float64) float64 { return longitudinal(v, light, eye+h.tilts()[path]) })
					if math.Abs(whole-1) > 1e-4 {
						t.Errorf("roughness %v, path %d, eye %v: the lobe holds %v", b, path, eye, whole)
					}
					for _, light := range inclinations {
						if a, b := longitudinal(v, light, eye), longitudinal(v, eye, light); math.Abs(a-b) > 1e-12*(a+b) {
							t.Errorf("light %v, eye %v: %v, exchanged %v", light, eye, a, b)
						}
					}
				}
			}
		})
	}
}

// Light that is not absorbed leaves the fibre: all of each ray, and of each lobe around the hair.
func TestAttenuationsAndAzimuthalLobesSumToOne(t *testing.T) {
	h := Defaults()
	for _, eye := range inclinations {
		for gamma := -1.5; gamma < 1.5; gamma += 0.1 {
			a := h.pass(eye, gamma).attenuations(0)
			if sum := a[0] + a[1] + a[2] + a[3]; math.Abs(sum-1) > 1e-12 {
				t.Errorf("eye %v, gamma %v: %v adds up to %v", eye, gamma, a, sum)
			}
		}
	}
	for _, b := range []float64{0.1, 0.3, 0.6, 1} {
		t.Run(fmt.Sprint("roughness=", b), func(t *testing.T) {
			h.Azimuthal = b
			const n = 3000
			sum, back := 0.0, 0.0
			for i := range n {
				a := (float64(i)+0.5)/n*2*math.Pi - math.Pi
				sum += around(h.logistic(), a) * 2 * math.Pi / n
				if math.Abs(wrapped(a+2)) < math.Pi/2 {
					back += around(h.logistic(), a) * 2 * math.Pi / n
				}
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Errorf("azimuthal roughness %v: the lobe holds %v", b, sum)
			}
			if got := turnedBack(h.logistic(), 2); math.Abs(got-back) > 2e-3 {
				t.Errorf("azimuthal roughness %v: %v of a lobe around 2 turns back, expected %v", b, got, back)
			}
		})
	}
}

// A mirror whose face leans towards the root by the tilt says where R goes: its normal is (-sin
// tilt, cos tilt).
func TestTiltMovesTheHighlightTowardsTheRoot(t *testing.T) {
	h := Defaults()
	h.Roughness, h.Tilt = 0.05, 0.05
	light := 0.3
	normal := [2]float64{-math.Sin(h.Tilt), math.Cos(h.Tilt)}
	in := [2]float64{math.Sin(light), math.Cos(light)}
	dot := in[0]*normal[0] + in[1]*normal[1]
	want := math.Asin(2*dot*normal[0] - in[0])
	best, at := 0.0, 0.0
	for eye := -1.0; eye < 1; eye += 1e-3 {
		if m := longitudinal(h.variances()[pathR], light, eye+h.tilts()[pathR]); m > best {
			best, at = m, eye
		}
	}
	if math.Abs(at-want) > 5e-3 {
		t.Errorf("R is brightest at %v, a mirror sends it to %v", at, want)
	}
	if tilt := h.tilts(); tilt[pathTT] >= 0 || tilt[pathTRT] >= tilt[pathTT] {
		t.Errorf("TT and TRT go to the tip, more and more: %v", tilt)
	}
}

// Light from behind goes through: TT is brightest straight on, R and TRT are not.
func TestTTIsBrightestStraightThrough(t *testing.T) {
	h := Defaults()
	on, back := h.azimuthal(0, math.Pi, 0), h.azimuthal(0, 0, 0)
	if on[pathTT] < 5*(on[pathR]+on[pathTRT]) || back[pathTT] > 0.1*on[pathTT] || back[pathTRT] < back[pathR] {
		t.Errorf("straight on %v, back %v", on, back)
	}
}
