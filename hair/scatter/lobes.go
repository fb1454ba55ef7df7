// SPDX-License-Identifier: MIT

package scatter

import "math"

// Angles are the directions to the light and to the eye, in radians. Inclinations are measured from
// the plane across the hair, positive towards its tip. Azimuth is the angle between both directions
// around the hair: 0 is back to the light.
type Angles struct {
	Light, Eye, Azimuth float64 // inclination of the light, of the eye, angle between them
}

// longitudinal returns M_p of d'Eon et al. 2011, equation 7, without the secant, which belongs to
// the measure. Its integral over light with weight cos(light) is 1 for every eye. csch(1/v) / 2v is
// 1 / v(exp(1/v) - exp(-1/v)). Exponents are combined so that nothing overflows for smooth hair,
// where Pharr's program uses logarithms.
func longitudinal(v, light, eye float64) float64 {
	sinL, cosL := math.Sincos(light)
	sinE, cosE := math.Sincos(eye)
	cosE = math.Abs(cosE) // a tilt can move an eye past the pole
	apart := square(cosL-cosE) + square(sinL+sinE)
	return math.Exp(-apart/(2*v)) * besselScaled(cosL*cosE/v) / (v * -math.Expm1(-2/v))
}

// besselScaled returns I0(x) exp(-x) for x >= 0: by the power series, for large x by Hankel's
// asymptotic series.
func besselScaled(x float64) float64 {
	sum, term := 1.0, 1.0
	if x < 15 {
		for k := 1.0; term > sum*1e-17; k++ {
			term *= x * x / (4 * k * k)
			sum += term
		}
		return sum * math.Exp(-x)
	}
	for k := 1.0; k < 20 && term > sum*1e-17; k++ {
		next := term * square(2*k-1) / (8 * k * x)
		if next > term {
			break
		}
		term = next
		sum += term
	}
	return sum / math.Sqrt(2*math.Pi*x)
}

// fresnel returns the reflectance of a dielectric for unpolarised light at this cosine.
func fresnel(cos, eta float64) float64 {
	inside := math.Sqrt(1 - (1-cos*cos)/(eta*eta))
	across := (cos - eta*inside) / (cos + eta*inside)
	along := (eta*cos - inside) / (eta*cos + inside)
	return (across*across + along*along) / 2
}

// passage describes the refraction of a ray that hits the fibre at an offset from its middle (sines
// of gamma, -1 to 1).
type passage struct {
	gammaOut, gammaIn float64 // outside and inside, around the hair
	reflected         float64 // at each hit of the surface
	length            float64 // of one crossing, in radii of the fibre
}

// pass refracts a ray. eta' is Bravais' index for the projection across the hair: Marschner et al.
// 2003, appendix B.
func (h Hair) pass(eye, gamma float64) passage {
	sin, cos := math.Sincos(eye)
	cos = max(math.Abs(cos), 1e-3)
	eta := math.Sqrt(square(h.Refraction)-sin*sin) / cos
	offset := math.Sin(gamma)
	gammaIn := math.Asin(offset / eta)
	return passage{
		gammaOut: gamma, gammaIn: gammaIn,
		reflected: fresnel(cos*math.Cos(gamma), h.Refraction),
		length:    2 * math.Cos(gammaIn) / math.Sqrt(1-square(sin/h.Refraction)),
	}
}

// attenuations returns A_p of Marschner et al. 2003, equation 9. Longer paths are the rest of the
// geometric series, so that all add up to 1 without absorption: Chiang et al. 2016, section 4.4.
func (p passage) attenuations(absorption float64) [paths]float64 {
	through := math.Exp(-absorption * p.length)
	f := p.reflected
	tt := square(1-f) * through
	trt := tt * f * through
	return [paths]float64{f, tt, trt, trt * f * through / (1 - f*through)}
}

// exit returns the azimuth at which a path leaves a smooth fibre: Marschner et al. 2003, equation
// 3.
func (p passage) exit(path int) float64 {
	return 2*float64(path)*p.gammaIn - 2*p.gammaOut + float64(path)*math.Pi
}

// wrapped returns an angle in -pi..pi.
func wrapped(a float64) float64 { return math.Remainder(a, 2*math.Pi) }

// around returns the density of the logistic distribution trimmed to a full turn: Chiang et al.
// 2016, section 4.3.
func around(s, azimuth float64) float64 {
	return aroundTrimmed(s, 1-2*below(s, -math.Pi), azimuth)
}

// aroundTrimmed is around, where kept is the share of the untrimmed distribution in a full turn.
func aroundTrimmed(s, kept, azimuth float64) float64 {
	e := math.Exp(-math.Abs(azimuth) / s)
	return e / (s * square(1+e)) / kept
}

// below returns the share of the untrimmed logistic distribution below an angle.
func below(s, angle float64) float64 { return 1 / (1 + math.Exp(-angle/s)) }

// rays returns the number of offsets for means over the width of a fibre. Offsets are even steps of
// gamma, so that several hit the distribution around the hair where it is narrow.
const rays = 256

// overWidth calls f with each passage and its share of the fibre's width. The shares add up to 1.
func (h Hair) overWidth(eye float64, f func(p passage, share float64)) {
	const step = math.Pi / rays
	for i := range rays {
		gamma := (float64(i)+0.5)*step - math.Pi/2
		f(h.pass(eye, gamma), math.Cos(gamma)*math.Sin(step/2))
	}
}

// azimuthal returns A_p N_p over the width of the fibre: d'Eon et al. 2011, equation 10. The
// integral over the azimuth is the share of the light on each path.
func (h Hair) azimuthal(eye, azimuth, absorption float64) (n [paths]float64) {
	s := h.logistic()
	h.overWidth(eye, func(p passage, share float64) {
		a := p.attenuations(absorption)
		for path := range pathRest {
			n[path] += share * a[path] * around(s, wrapped(azimuth-p.exit(path)))
		}
		n[pathRest] += share * a[pathRest] / (2 * math.Pi)
	})
	return n
}

// Direct returns the radiance towards the eye per unit of irradiance across the light's beam, as a
// mean over the fibre's width. It is the scattering function of Marschner et al. 2003, equation 1,
// times the cosine of the light's inclination. absorption is per radius of the fibre. The integral
// over all directions of light is the hair's albedo.
func (h Hair) Direct(a Angles, absorption float64) float64 {
	n := h.azimuthal(a.Eye, a.Azimuth, absorption)
	sum := 0.0
	v, tilt := h.variances(), h.tilts()
	for path := range paths {
		sum += longitudinal(v[path], a.Light, a.Eye+tilt[path]) * n[path]
	}
	return sum
}
