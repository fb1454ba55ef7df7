// SPDX-License-Identifier: MIT

package scatter

import "math"

// kajiyaDiffuse makes thick hair in Kajiya and Kay's model about as bright from the front as with
// Tables.Light, although the model has no light between hairs.
const kajiyaDiffuse = 0.6

// highlights returns the two highlights of Scheuermann 2004: of the surface and of the inner
// reflection. They are as bright and as wide as R and TRT, regardless of the azimuth.
func (h Hair) highlights() (sharpness, strength [2]float64) {
	v := h.variances()
	h.overWidth(0, func(p passage, share float64) {
		a := p.attenuations(0)
		strength[0] += share * a[pathR]
		strength[1] += share * a[pathTRT]
	})
	for i, path := range [2]int{pathR, pathTRT} {
		sharpness[i] = 1 / v[path]
		strength[i] *= math.Sqrt((sharpness[i]+0.5)/(2*math.Pi)) / (2 * math.Pi) // cos^n integrates to sqrt(2 pi / (n + 1/2)), nearly
	}
	return sharpness, strength
}

// Kajiya is the fast alternative to Light: Kajiya and Kay 1989, with two shifted highlights after
// Scheuermann, "Hair Rendering and Shading", GDC 2004. It does not conserve energy. CPU twin of
// shaders/hair/shading.glsl.
func (h Hair) Kajiya(a Angles, tint RGB, through float64) (out RGB) {
	through = max(0, min(through, 1))
	sharpness, strength := h.highlights()
	tilt := h.tilts()
	shine := func(i, path int) float64 {
		return strength[i] * math.Pow(max(0, math.Cos(a.Light+a.Eye+tilt[path])), sharpness[i])
	}
	surface, inside := shine(0, pathR), shine(1, pathTRT)
	for c := range out {
		out[c] = through * (surface + tint[c]*(inside+kajiyaDiffuse*math.Cos(a.Light)))
	}
	return out
}
