// SPDX-License-Identifier: MIT

package scatter

import "math"

// kajiyaPath is the length of the path TRT in a fibre, in radii: the mean over its width.
const kajiyaPath = 3.6

// highlights returns the two highlights of Scheuermann 2004: of the surface and of the inner
// reflection. They are as bright and as wide as R and TRT on the mean over azimuths.
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

// broadLobes returns the lobes along the hair of Tables.broad: of light that hairs passed on, of
// light that came back after that, of light that came back, and of light that one hair passes.
func (t *Tables) broadLobes(a Angles, absorption RGB, through float64) [4]float64 {
	ahead, back, forward := 0.0, 0.0, 0.0
	for _, v := range absorption {
		m := t.mean(a.Eye, v)
		ahead, back, forward = ahead+m.forwardVar/3, back+m.backVar/3, forward+(1-m.lost-m.backward)/3
	}
	x := max(-math.Log(through)*forward, 1e-3)
	spread := ahead * x / -math.Expm1(-x)
	return [4]float64{
		longitudinal(ahead+spread, a.Light, a.Eye), longitudinal(back+spread, a.Light, a.Eye),
		longitudinal(back, a.Light, a.Eye), longitudinal(ahead, a.Light, a.Eye),
	}
}

// broad returns light between hairs as two broad lobes. Its energy is that of Forward and Back: of
// light that others passed on, a hair sends a part ahead and a part back, and the hairs behind add
// theirs. along is broadLobes.
func (t *Tables) broad(a Angles, absorption RGB, along [4]float64, through float64) (out RGB) {
	turned := 0.5 + 0.5*math.Cos(a.Azimuth)
	for c := range out {
		m := t.mean(a.Eye, absorption[c])
		more, forward := behind(m.lost, m.backward), 1-m.lost-m.backward
		part := math.Pow(through, 1-forward) - through
		own := forward*(1-turned)*along[0] + (m.backward+more)*turned*along[1]
		out[c] = t.Hair.Density * (part*own/math.Pi + through*more*max(0, math.Cos(a.Azimuth))/2*along[2])
	}
	return out
}

// Single returns Direct, and the light between hairs as two broad lobes: a simpler form of Light,
// with the same energy.
func (t *Tables) Single(a Angles, absorption RGB, through float64) (out RGB) {
	through = max(faintest, min(through, 1))
	direct, broad := t.Direct(a, absorption), t.broad(a, absorption, t.broadLobes(a, absorption, through), through)
	for c := range out {
		out[c] = through*direct[c] + broad[c]
	}
	return out
}

// Kajiya returns light after Kajiya and Kay 1989: two highlights, shifted after Scheuermann, "Hair
// Rendering and Shading", GDC 2004. The rest of a hair's light is a cosine to each side of it,
// after Goldman, "Fake Fur Rendering", SIGGRAPH 1997. Light between hairs is two broad lobes. It
// has the energy of Light, so that hair keeps its brightness and hue. It is the CPU twin of
// kajiyaLight in shaders/hair/shading.glsl.
func (t *Tables) Kajiya(a Angles, absorption RGB, through float64) (out RGB) {
	through = max(faintest, min(through, 1))
	sharpness, strength := t.Hair.highlights()
	tilt := t.Hair.tilts()
	shine := func(i, path int) float64 {
		return strength[i] * math.Pow(max(0, math.Cos(a.Light+a.Eye+tilt[path])), sharpness[i])
	}
	energy := func(i int) float64 { return strength[i] * 2 * math.Pi * math.Sqrt(2*math.Pi/(sharpness[i]+0.5)) }
	surface, inside := shine(0, pathR), shine(1, pathTRT)
	along := t.broadLobes(a, absorption, through)
	broad := t.broad(a, absorption, along, through)
	near, far := max(0, math.Cos(a.Azimuth)), max(0, -math.Cos(a.Azimuth))
	cosine := math.Sqrt(max(0, 0.5+0.5*(math.Sin(a.Light)*math.Sin(a.Eye)+math.Cos(a.Light)*math.Cos(a.Eye)*math.Cos(a.Azimuth))))
	around := 0.25 * math.Abs(math.Cos(a.Azimuth/2)) * fresnel(cosine, t.Hair.Refraction)
	for c := range out {
		m := t.mean(a.Eye, absorption[c])
		left := math.Exp(-absorption[c] * kajiyaPath)
		back, ahead := max(0, m.backward-energy(0)/2-left*energy(1)), max(0, 1-m.lost-m.backward-energy(0)/2)
		shines := surface*2*math.Pi*around/energy(0) + left*inside*math.Pi*near
		direct := shines + back/2*near*along[2] + ahead*0.6955*math.Pow(far, 2.5)*along[3]
		out[c] = through*direct + broad[c]
	}
	return out
}
