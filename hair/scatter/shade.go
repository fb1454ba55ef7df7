// SPDX-License-Identifier: MIT

package scatter

import "math"

// RGB is a value for red, green and blue light.
type RGB [3]float64

// texel is what a sampler with linear filtering returns; x and y are in texels from the centre of the first.
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

// lobes looks up a layer of Lobes.
func (t *Tables) lobes(layer int, a Angles) [4]float64 {
	azimuth := math.Abs(wrapped(a.Azimuth))
	return texel(t.Lobes, LobeColumns, LobeRows, layer, azimuth/math.Pi*(LobeColumns-1), math.Abs(math.Cos(a.Eye))*(LobeRows-1))
}

// mean is a row of Means for one colour.
type mean struct{ lost, backward, forwardVar, backVar float64 }

func (t *Tables) mean(inclination, absorption float64) mean {
	m := texel(t.Means, MeanColumns, MeanRows, 0, math.Cos(inclination)*(MeanColumns-1), absorption/(1+absorption)*(MeanRows-1))
	return mean{m[0], m[1], m[2], m[3]}
}

// Direct is Hair.Direct by the tables. CPU twin of scatterDirect in shaders/hair/scatter.glsl, as the methods below are
// of their namesakes.
func (t *Tables) Direct(a Angles, absorption RGB) (out RGB) {
	n, length := t.lobes(0, a), t.lobes(1, a)
	v, tilt := t.Hair.variances(), t.Hair.tilts()
	var along [ways]float64
	for way := range ways {
		along[way] = longitudinal(v[way], a.Light, a.Eye+tilt[way])
	}
	for c := range out {
		out[c] = along[wayR] * n[wayR]
		for way := wayTT; way < ways; way++ {
			out[c] += along[way] * n[way] * math.Exp(-absorption[c]*length[way-1])
		}
	}
	return out
}

// Back is what light that reaches a hair makes of the hairs behind it, as if they were the hair's: the local multiple
// scattering of Zinke et al. 2008, section 4.2. Theirs is even over half a turn; in the slabs that the tests trace it falls
// off like the cosine. Here and in Forward the eye's inclination stands for the light's, which narrow lobes mirror, so that
// a shader looks the means up once for all lights.
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

// faintest is the least part of the light that a shadow is taken to let through, and the least that a half float holds:
// 17 hairs behind each other.
const faintest = 0x1p-24

// Forward is the radiance by light that other hairs scattered forward on its way: the global multiple scattering of
// Zinke et al. 2008, section 4.1, and what the hairs behind make of it. through is the part of the light that meets no
// other hair, as shadows have it.
//
// Hairs that stand by chance, n on the mean, let exp(-n) through, so n is -log(through). Had each let forward pass, the
// light would be exp(-n) sum (n forward)^k / k! = through^(1-forward); what met none of them is not part of Forward.
// through is from faintest to 1. Of the rest, n forward / (1 - exp(-n forward)) is the mean number of hairs that were met.
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
	var along [wayRest]float64
	for way := range wayRest {
		along[way] = longitudinal(v[way]+spread, a.Light, a.Eye+tilt[way])
	}
	back := t.back(a, absorption, spread, (1+math.Cos(a.Azimuth))/(2*math.Pi))
	for c := range out {
		own := along[wayR]*n[0] + along[wayTT]*n[1]*math.Exp(-absorption[c]*n[3]) + along[wayTRT]*n[2]*math.Exp(-absorption[c]*late)
		out[c] = t.Hair.Density * part[c] * (own + back[c])
	}
	return out
}

// Light is all of it: what leaves towards the eye for each unit of irradiance across the beam of a light of which the
// part through arrives unmet.
func (t *Tables) Light(a Angles, absorption RGB, through float64) (out RGB) {
	through = max(faintest, min(through, 1))
	direct, back, forward := t.Direct(a, absorption), t.Back(a, absorption), t.Forward(a, absorption, through)
	for c := range out {
		out[c] = through*(direct[c]+back[c]) + forward[c]
	}
	return out
}

// Ambient is the radiance of a hair among others under light of radiance 1 from everywhere, of which the part open
// meets no other hair. What the others scatter fades as in Kubelka and Munk's piles, exp(-fading n) behind n hairs; on the
// mean over the hairs that are seen of a thick pile, which goes with exp(-n), it is what the pile sends back.
func (t *Tables) Ambient(eye float64, absorption RGB, open float64) (out RGB) {
	for c := range out {
		m := t.mean(eye, absorption[c])
		fading := math.Sqrt(m.lost * (m.lost + 2*m.backward))
		out[c] = pile(m.lost, m.backward) * (1 + fading) * math.Pow(max(open, faintest), fading)
	}
	return out
}
