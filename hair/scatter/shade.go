// SPDX-License-Identifier: MIT

package scatter

import "math"

// RGB is a value for red, green and blue light.
type RGB [3]float64

// texel returns the value of a sampler with linear filtering. x and y are in texels from the centre
// of the first.
func texel(texels []uint16, columns, rows, layer int, x, y float64) (v [4]float64) {
	x, y = max(0, min(x, float64(columns-1))), max(0, min(y, float64(rows-1)))
	left, low := min(int(x), columns-2), min(int(y), rows-2)
	x, y = x-float64(left), y-float64(low)
	for i := range v {
		at := func(dx, dy int) float64 {
			return halved(texels[4*((layer*rows+low+dy)*columns+left+dx)+i])
		}
		v[i] = (at(0, 0)*(1-x)+at(1, 0)*x)*(1-y) + (at(0, 1)*(1-x)+at(1, 1)*x)*y
	}
	return v
}

// lobes samples a layer of Lobes.
func (t *Tables) lobes(layer int, a Angles) [4]float64 {
	azimuth := math.Abs(wrapped(a.Azimuth))
	return texel(t.Lobes, LobeColumns, LobeRows, layer, azimuth/math.Pi*(LobeColumns-1), math.Abs(math.Cos(a.Eye))*(LobeRows-1))
}

// mean samples Means for one colour.
type mean struct{ lost, backward, forwardVar, backVar float64 }

func (t *Tables) mean(inclination, absorption float64) mean {
	m := texel(t.Means, MeanColumns, MeanRows, 0, math.Cos(inclination)*(MeanColumns-1), absorption/(1+absorption)*(MeanRows-1))
	return mean{m[0], m[1], m[2], m[3]}
}

// Direct is Hair.Direct with the tables. It is the CPU twin of scatterDirect in
// shaders/hair/scatter.glsl; the methods below are twins of the functions with their names.
func (t *Tables) Direct(a Angles, absorption RGB) (out RGB) {
	n, length := t.lobes(0, a), t.lobes(1, a)
	v, tilt := t.Hair.variances(), t.Hair.tilts()
	var along [paths]float64
	for path := range paths {
		along[path] = longitudinal(v[path], a.Light, a.Eye+tilt[path])
	}
	for c := range out {
		out[c] = along[pathR] * n[pathR]
		for path := pathTT; path < paths; path++ {
			out[c] += along[path] * n[path] * math.Exp(-absorption[c]*length[path-1])
		}
	}
	return out
}

// Back returns the light that a hair receives back from the hairs behind it: the local multiple
// scattering of Zinke et al. 2008, section 4.2. Theirs is uniform over half a turn. In the slabs
// that the tests trace it falls off like the cosine, as here. Back and Forward use the eye's
// inclination in place of the light's, which narrow lobes mirror. So a shader samples the means
// once for all lights.
func (t *Tables) Back(a Angles, absorption RGB) (out RGB) {
	return t.back(a, absorption, 0, max(0, math.Cos(a.Azimuth))/2)
}

func (t *Tables) back(a Angles, absorption RGB, extra, around float64) (out RGB) {
	spread := 0.0
	for c := range out {
		m := t.mean(a.Eye, absorption[c])
		out[c] = behind(m.lost, m.backward)
		spread += m.backVar / 3
	}
	along := longitudinal(spread+extra, a.Light, a.Eye)
	for c := range out {
		out[c] *= t.Hair.Density * around * along
	}
	return out
}

// faintest is the smallest share of light that a shadow passes, and the smallest half float: 17
// hairs behind each other.
const faintest = 0x1p-24

// Forward returns the radiance from light that other hairs scattered forward: the global multiple
// scattering of Zinke et al. 2008, section 4.1, and its reflection by the hairs behind. through is
// the share of the light that hits no other hair, from faintest to 1, as shadows give it.
//
// Randomly placed hairs, n on average, let exp(-n) through, so n is -log(through). If each passes
// the share forward, the light is exp(-n) sum (n forward)^k / k! = through^(1-forward). Light that
// hit none of them is not part of Forward. The rest hit n forward / (1 - exp(-n forward)) hairs on
// average.
func (t *Tables) Forward(a Angles, absorption RGB, through float64) (out RGB) {
	met := -math.Log(through)
	spread, part := 0.0, RGB{}
	forward := 0.0
	for c := range part {
		m := t.mean(a.Eye, absorption[c])
		part[c] = math.Exp(-met*(m.lost+m.backward)) - math.Exp(-met)
		spread += m.forwardVar / 3
		forward += (1 - m.lost - m.backward) / 3
	}
	x := max(met*forward, 1e-3)
	spread *= x / -math.Expm1(-x)

	n, late := t.lobes(2, a), t.lobes(1, a)[3]
	v, tilt := t.Hair.variances(), t.Hair.tilts()
	var along [pathRest]float64
	for path := range pathRest {
		along[path] = longitudinal(v[path]+spread, a.Light, a.Eye+tilt[path])
	}
	back := t.back(a, absorption, spread, (1+math.Cos(a.Azimuth))/(2*math.Pi))
	for c := range out {
		own := along[pathR]*n[0] + along[pathTT]*n[1]*math.Exp(-absorption[c]*n[3]) + along[pathTRT]*n[2]*math.Exp(-absorption[c]*late)
		out[c] = t.Hair.Density * part[c] * (own + back[c])
	}
	return out
}

// Light returns the sum of Direct, Back and Forward: the radiance towards the eye per unit of
// irradiance across the light's beam. through is the share of the light that hits no other hair.
func (t *Tables) Light(a Angles, absorption RGB, through float64) (out RGB) {
	through = max(faintest, min(through, 1))
	direct, back, forward := t.Direct(a, absorption), t.Back(a, absorption), t.Forward(a, absorption, through)
	for c := range out {
		out[c] = through*(direct[c]+back[c]) + forward[c]
	}
	return out
}

// Ambient returns the radiance of a hair under light of radiance 1 from all directions. The share
// open of that light hits no other hair. Light that the others scatter fades as in Kubelka and
// Munk's piles: exp(-fading n) behind n hairs. Its mean over the visible hairs of a thick pile,
// with weights exp(-n), is the light that the pile reflects.
func (t *Tables) Ambient(eye float64, absorption RGB, open float64) (out RGB) {
	for c := range out {
		m := t.mean(eye, absorption[c])
		fading := math.Sqrt(m.lost * (m.lost + 2*m.backward))
		out[c] = pile(m.lost, m.backward) * (1 + fading) * math.Pow(max(open, faintest), fading)
	}
	return out
}
