// SPDX-License-Identifier: MIT

package scatter

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// albedo is the integral of a scattering function over all directions of light.
func albedo(eye float64, azimuths, inclinations int, f func(Angles) float64) (sum float64) {
	for i := range inclinations {
		light := (float64(i)+0.5)/float64(inclinations)*math.Pi - math.Pi/2
		for j := range azimuths {
			azimuth := (float64(j) + 0.5) / float64(azimuths) * math.Pi // the other half is alike
			sum += f(Angles{light, eye, azimuth}) * math.Cos(light)
		}
	}
	return sum * 2 * math.Pi * math.Pi / float64(azimuths*inclinations)
}

// furnace returns the albedo by paths, whose lobes along and around the hair are independent.
func (h Hair) furnace(eye, absorption float64) (parts [paths]float64) {
	const n = 200
	for i := range n {
		for path, a := range h.azimuthal(eye, (float64(i)+0.5)/n*math.Pi, absorption) {
			parts[path] += a * 2 * math.Pi / n
		}
	}
	for path, v := range h.variances() {
		parts[path] *= over(func(light float64) float64 { return longitudinal(v, light, eye+h.tilts()[path]) })
	}
	return parts
}

// The white furnace: hair without absorption is as bright as the light around it, so it is
// invisible. Without the longer paths, their share is missing.
func TestWhiteFurnace(t *testing.T) {
	for _, b := range []struct{ along, around float64 }{{0.05, 0.3}, {0.1, 0.1}, {0.3, 0.3}, {0.6, 0.6}, {1, 1}} {
		t.Run(fmt.Sprint("roughness=", b.along, ",azimuthal=", b.around), func(t *testing.T) {
			for _, tilt := range ordinary([]float64{0.035}, 0, 0.1) {
				t.Run(fmt.Sprint("tilt=", tilt), func(t *testing.T) {
					h := Defaults()
					h.Roughness, h.Azimuthal, h.Tilt = b.along, b.around, tilt
					for _, eye := range []float64{-1.3, 0, 0.7, 1.5} {
						t.Run(fmt.Sprint("eye=", eye), func(t *testing.T) {
							p := h.furnace(eye, 0)
							all := p[pathR] + p[pathTT] + p[pathTRT] + p[pathRest]
							if math.Abs(all-1) > 2e-4 {
								t.Errorf("roughness %v, tilt %v, eye %v: the albedo is %v", b, tilt, eye, all)
							}
							rest := 0.0
							h.overWidth(eye, func(p passage, share float64) { rest += share * p.attenuations(0)[pathRest] })
							if without := all - p[pathRest]; math.Abs(without-(1-rest)) > 2e-4 || rest < 0.003 || math.Abs(eye) < 1 && rest > 0.05 {
								t.Errorf("roughness %v, eye %v: without the rest the albedo is %v, the rest is %v", b, eye, without, rest)
							}
						})
					}
				})
			}
		})
	}
}

// The same for the functions that are called, which have it all in one.
func TestWhiteFurnaceOfDirectAndTables(t *testing.T) {
	for _, b := range ordinary([]float64{0.3, 0.7}, 0.2) {
		t.Run(fmt.Sprint("roughness=", b), func(t *testing.T) {
			h := Defaults()
			h.Roughness, h.Azimuthal = b, b
			tables := tablesOf(t, h)
			for _, eye := range []float64{0, 0.8, 1.3} {
				t.Run(fmt.Sprint("eye=", eye), func(t *testing.T) {
					if b == 0.3 {
						if a := albedo(eye, 32, 120, func(a Angles) float64 { return h.Direct(a, 0) }); math.Abs(a-1) > 1e-3 {
							t.Errorf("roughness %v, eye %v: the albedo is %v", b, eye, a)
						}
					}
					if a := albedo(eye, 128, 128, func(a Angles) float64 { return tables.Direct(a, RGB{})[0] }); math.Abs(a-1) > 4e-3 {
						t.Errorf("roughness %v, eye %v: by the tables the albedo is %v", b, eye, a)
					}
				})
			}
		})
	}
}

// More melanin takes more light, in every colour and from every inclination; it never makes any.
func TestEnergyFallsWithMelanin(t *testing.T) {
	h := Defaults()
	for _, eye := range []float64{0, 0.9, 1.4} {
		t.Run(fmt.Sprint("eye=", eye), func(t *testing.T) {
			last := RGB{2, 2, 2}
			amounts := ordinary([]float64{0, 0.3, 1.3, 30}, 0.05, 8)
			slices.Sort(amounts)
			for _, amount := range amounts {
				a, err := Melanin{Eumelanin: amount, Pheomelanin: amount / 4}.Absorption()
				if err != nil {
					t.Fatal(err)
				}
				for c := range a {
					p := h.furnace(eye, a[c])
					all := p[pathR] + p[pathTT] + p[pathTRT] + p[pathRest]
					if all >= last[c] || all > 1+2e-4 || all < p[pathR] {
						t.Errorf("eye %v, %v of melanin: the albedo is %v, with less melanin %v", eye, amount, all, last[c])
					}
					last[c] = all
				}
			}
		})
	}
}

// Light and eye are interchangeable if one mirrors the other. Otherwise attenuations use the eye's
// direction, which makes the furnace white; the error of an exchange falls with the width of the
// lobes.
func TestReciprocity(t *testing.T) {
	const n = 90
	for _, c := range []struct{ roughness, limit float64 }{{0.05, 0.006}, {0.1, 0.015}, {0.2, 0.03}, {0.3, 0.05}} {
		t.Run(fmt.Sprint("roughness=", c.roughness), func(t *testing.T) {
			h := Defaults()
			h.Roughness, h.Tilt = c.roughness, 0
			for _, absorption := range []float64{0, 0.2, 2} {
				t.Run(fmt.Sprint("absorption=", absorption), func(t *testing.T) {
					// The share of the light on each path, over all azimuths.
					var shares [n][paths]float64
					at := func(i int) float64 { return (float64(i)+0.5)/n*math.Pi - math.Pi/2 }
					for i := range shares {
						h.overWidth(at(i), func(p passage, share float64) {
							for path, a := range p.attenuations(absorption) {
								shares[i][path] += share * a
							}
						})
					}
					// Marschner's S, which is Direct by the cosine of the light's inclination, is
					// what should be exchanged.
					s := func(light, eye int) (sum float64) {
						for path, v := range h.variances() {
							sum += shares[eye][path] * longitudinal(v, at(light), at(eye))
						}
						return sum / math.Cos(at(light))
					}
					apart, all := 0.0, 0.0
					for i := range n {
						for j := range n {
							weight := square(math.Cos(at(i))) * square(math.Cos(at(j)))
							a, b := s(i, j), s(j, i)
							apart += weight * math.Abs(a-b)
							all += weight * (a + b)
						}
					}
					t.Logf("roughness %v, absorption %v: %.4f of the light changes", c.roughness, absorption, apart/all)
					if apart > c.limit*all {
						t.Errorf("roughness %v, absorption %v: %.4f of the light changes when light and eye change places", c.roughness, absorption, apart/all)
					}
				})
			}
		})
	}
	// Mirrored directions, and any azimuth: the same both ways.
	h := Defaults()
	h.Tilt = 0
	for _, a := range []Angles{{0.7, -0.7, 0.3}, {0.7, -0.7, 2}, {-1.2, 1.2, 3}, {0, 0, 1}} {
		if there, back := h.Direct(a, 0.3), h.Direct(Angles{a.Eye, a.Light, -a.Azimuth}, 0.3); math.Abs(there-back) > 1e-9 {
			t.Errorf("%+v: %v, exchanged %v", a, there, back)
		}
	}
}

func TestScatteringIsNeverNegative(t *testing.T) {
	for _, b := range ordinary([]float64{0.05, 1}, 0.3) {
		t.Run(fmt.Sprint("roughness=", b), func(t *testing.T) {
			h := Defaults()
			h.Roughness, h.Azimuthal, h.Tilt = b, max(b, 0.1), 0.1
			tables := tablesOf(t, h)
			for _, light := range inclinations {
				for _, eye := range inclinations {
					for azimuth := 0.0; azimuth < 3.2; azimuth += 0.9 {
						a := Angles{light, eye, azimuth}
						for _, absorption := range []RGB{{}, {0.01, 0.3, 2}, {10, 100, 1e9}} {
							for _, through := range []float64{-1, 0, 1e-3, 0.5, 7} {
								for _, l := range []RGB{tables.Light(a, absorption, through), tables.Single(a, absorption, through), tables.Kajiya(a, absorption, through)} {
									for _, v := range l {
										if !(v >= -1e-9 && v < 1e3) {
											t.Fatalf("%+v, absorption %v, through %v: %v", a, absorption, through, l)
										}
									}
								}
							}
						}
					}
				}
			}
		})
	}
}
