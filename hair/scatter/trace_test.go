// SPDX-License-Identifier: MIT

package scatter

import (
	"fmt"
	"math"
	"math/rand"
	"testing"
)

// traced is a path tracer's result for thick hair: fibres side by side, which a ray hits at random,
// 30 on average from front to back. It follows rays from an eye that looks straight at the hair
// until they leave. Their directions and weights give the effect of light from there. The tracer
// uses the lobes of the single fibre only.
type traced struct {
	all         float64 // of light from everywhere
	near, aside float64 // from less and from more than 45 degrees off, around the hair
	spread      float64 // mean square inclination of the light
}

func (h Hair) trace(absorption, eye float64, paths int) (sum traced) {
	const thickness, longest = 30, 2000
	r := rand.New(rand.NewSource(1))
	v, tilt, s := h.variances(), h.tilts(), h.logistic()
	for range paths {
		weight, inclination, azimuth, depth := 1.0, -eye, math.Pi, 0.0 // where the ray goes to
		for range longest {
			depth -= r.ExpFloat64() * math.Cos(azimuth)
			if depth < 0 || depth > thickness || weight < 1e-3 {
				break
			}
			back := -inclination // where it comes from
			p := h.pass(back, math.Asin(2*r.Float64()-1))
			a := p.attenuations(absorption)
			total := a[pathR] + a[pathTT] + a[pathTRT] + a[pathRest]
			weight *= total
			path, at := pathR, r.Float64()*total
			for ; path < pathRest && at > a[path]; path++ {
				at -= a[path]
			}
			inclination = drawLongitudinal(r, v[path], back+tilt[path])
			turn := 2 * math.Pi * r.Float64()
			if path < pathRest {
				turn = p.exit(path) + drawAround(r, s)
			}
			azimuth = wrapped(azimuth + math.Pi + turn)
		}
		if depth >= 0 {
			continue
		}
		sum.all += weight
		if math.Abs(azimuth) < math.Pi/4 {
			sum.near += weight
		} else {
			sum.aside += weight
		}
		sum.spread += weight * inclination * inclination
	}
	sum.spread /= sum.all
	for _, part := range []*float64{&sum.all, &sum.near, &sum.aside} {
		*part /= float64(paths)
	}
	return sum
}

// drawLongitudinal draws from longitudinal: d'Eon et al. 2013.
func drawLongitudinal(r *rand.Rand, v, eye float64) float64 {
	u := r.Float64()
	cos := 1 + v*math.Log(u+(1-u)*math.Exp(-2/v))
	sin := math.Sqrt(max(0, 1-cos*cos))
	return math.Asin(max(-1, min(1, -cos*math.Sin(eye)+sin*math.Cos(2*math.Pi*r.Float64())*math.Cos(eye))))
}

func drawAround(r *rand.Rand, s float64) float64 {
	for {
		u := r.Float64()
		if a := s * math.Log(u/(1-u)); math.Abs(a) <= math.Pi {
			return a
		}
	}
}

// thick is the result of the shader's model for the same hair: fibres at all depths, each seen and
// lit through the gaps of those in front.
func (t *Tables) thick(absorption float64) (sum traced) {
	const (
		azimuths, inclinations, depths = 12, 40, 24
		turn, step                     = math.Pi / 2 / azimuths, math.Pi / inclinations
	)
	for i := range azimuths {
		azimuth := (float64(i) + 0.5) * turn
		for j := range inclinations {
			light := (float64(j)+0.5)*step - math.Pi/2
			for k := range depths {
				depth := -math.Log(1 - (float64(k)+0.5)/depths)
				l := t.Light(Angles{Light: light, Azimuth: azimuth}, RGB{absorption, absorption, absorption}, math.Exp(-depth/math.Cos(azimuth)))[0]
				l *= 2 * turn * step * math.Cos(light) / depths
				sum.all += l
				if azimuth < math.Pi/4 {
					sum.near += l
				} else {
					sum.aside += l
				}
				sum.spread += l * light * light
			}
		}
	}
	sum.spread /= sum.all
	return sum
}

// Multiple scattering equals the path tracer's, within the bounds here for the approximations of
// Zinke and of this package.
func TestThickHairMatchesPathTracing(t *testing.T) {
	type kind struct{ roughness, azimuthal float64 }
	for _, c := range ordinary([]kind{{0.15, 0.2}, {0.5, 0.6}}, kind{0.3, 0.3}) {
		t.Run(fmt.Sprint("roughness=", c.roughness, ",azimuthal=", c.azimuthal), func(t *testing.T) {
			h := Defaults()
			h.Roughness, h.Azimuthal, h.Tilt = c.roughness, c.azimuthal, 0
			tables := tablesOf(t, h)
			for _, absorption := range ordinary([]float64{0.01, 0.1, 0.3, 4}, 0.03, 1) {
				t.Run(fmt.Sprint("absorption=", absorption), func(t *testing.T) {
					want, got := h.trace(absorption, 0, 6000), tables.thick(absorption)
					t.Logf("%v, absorption %v: %.3f, from near %.3f, from aside %.3f, spread %.2f; traced %.3f, %.3f, %.3f, %.2f; tint %.3f", c, absorption,
						got.all, got.near, got.aside, got.spread, want.all, want.near, want.aside, want.spread, h.Tint(RGB{absorption})[0])
					if off := got.all / want.all; off < 0.85 || off > 1.25 {
						t.Errorf("%v, absorption %v: thick hair has an albedo of %.3f, traced %.3f", c, absorption, got.all, want.all)
					}
					if off := got.near / want.near; off < 0.75 || off > 1.2 {
						t.Errorf("%v, absorption %v: light from near counts %.3f, traced %.3f", c, absorption, got.near, want.near)
					}
					if off := got.spread / want.spread; absorption < 1 && (off < 0.4 || off > 1.6) {
						t.Errorf("%v, absorption %v: light spreads by %.3f, traced %.3f", c, absorption, got.spread, want.spread)
					}
					// The colour of thick hair is also its tint, as files give colours.
					if tint := h.Tint(RGB{absorption})[0]; absorption <= 0.3 && math.Abs(tint-want.all) > 0.05 {
						t.Errorf("%v, absorption %v: the tint is %.3f, traced %.3f", c, absorption, tint, want.all)
					}
					// The mean over the hairs that are seen, of which a part exp(-n) has n in
					// front.
					ambient := 0.0
					for k := range 400 {
						ambient += tables.Ambient(0, RGB{absorption}, (float64(k)+0.5)/400)[0] / 400
					}
					if pile := tables.Ambient(0, RGB{absorption}, 1)[0]; pile < ambient {
						t.Errorf("absorption %v: in the open a hair is %.3f, thick hair %.3f", absorption, pile, ambient)
					}
					if off := ambient / want.all; off < 0.95 || off > 1.5 {
						t.Errorf("%v, absorption %v: under light from everywhere %.3f, traced %.3f", c, absorption, ambient, want.all)
					}
				})
			}
		})
	}
}

// Thick hair without absorption reflects all light; a slab of 30 hairs transmits some.
func TestThickWhiteHairReflectsAllLight(t *testing.T) {
	h := Defaults()
	tables := tablesOf(t, h)
	for _, eye := range []float64{0, 0.5, 1, 1.4} {
		t.Run(fmt.Sprint("eye=", eye), func(t *testing.T) {
			if a := tables.Ambient(eye, RGB{}, 1e-3); a[0] < 0.98 || a[0] > 1 {
				t.Errorf("white hair at %v under white light is %v", eye, a[0])
			}
		})
	}
	// Toward the eye from a light of its own: the sum over all lights.
	got, traced := tables.thick(0), h.trace(0, 0, 1500)
	if got.all < 0.85 || got.all > 1.02 || traced.all < 0.8 {
		t.Errorf("thick white hair has an albedo of %.3f; traced, 30 hairs thick, %.3f", got.all, traced.all)
	}
	black, _ := presets["black"].Absorption()
	for c, a := range tables.Ambient(0, black, 0.5) {
		if a > 0.03 {
			t.Errorf("thick black hair is %v in colour %d", a, c)
		}
	}
}
