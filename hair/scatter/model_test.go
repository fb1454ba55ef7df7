// SPDX-License-Identifier: MIT

package scatter

import (
	"errors"
	"fmt"
	"math"
	"os"
	"testing"
)

// ordinary returns the cases of every run, and in a nightly run the others too.
func ordinary[T any](cases []T, nightly ...T) []T {
	if os.Getenv("COMB_NIGHTLY") == "" {
		return cases
	}
	return append(cases, nightly...)
}

var knownTables = map[Hair]*Tables{}

// tablesOf returns the tables of a fibre, computed once. Tests only read them.
func tablesOf(t *testing.T, h Hair) *Tables {
	t.Helper()
	if knownTables[h] == nil {
		tables, err := NewTables(h)
		if err != nil {
			t.Fatal(err)
		}
		knownTables[h] = tables
	}
	return knownTables[h]
}

func TestOptionsAreChecked(t *testing.T) {
	for what, change := range map[string]func(*Hair){
		"roughness 0":    func(h *Hair) { h.Roughness = 0 },
		"roughness NaN":  func(h *Hair) { h.Roughness = math.NaN() },
		"azimuthal 0.05": func(h *Hair) { h.Azimuthal = 0.05 },
		"azimuthal 1.1":  func(h *Hair) { h.Azimuthal = 1.1 },
		"tilt -0.1":      func(h *Hair) { h.Tilt = -0.1 },
		"index 1":        func(h *Hair) { h.Refraction = 1 },
		"index Inf":      func(h *Hair) { h.Refraction = math.Inf(1) },
		"density 2":      func(h *Hair) { h.Density = 2 },
	} {
		t.Run(what, func(t *testing.T) {
			h := Defaults()
			change(&h)
			if _, err := NewTables(h); !errors.Is(err, ErrOptions) {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	if err := Defaults().Validate(); err != nil {
		t.Error(err)
	}
	if _, err := Preset("green"); !errors.Is(err, ErrOptions) {
		t.Errorf("green: %v", err)
	}
	for _, m := range []Melanin{{-1, 0}, {0, math.NaN()}, {101, 0}} {
		if _, err := m.Absorption(); !errors.Is(err, ErrOptions) {
			t.Errorf("%v: %v", m, err)
		}
	}
}

// The colour of each preset fits its name, and colours convert to absorption and back.
func TestColours(t *testing.T) {
	h := Defaults()
	tints := map[string]RGB{}
	for _, name := range Presets() {
		m, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := m.Absorption()
		if err != nil {
			t.Fatal(err)
		}
		tint := h.Tint(a)
		if tint[0] < tint[1] || tint[1] < tint[2] {
			t.Errorf("%s is %v: melanin takes blue first, then green", name, tint)
		}
		for c, back := range h.Absorption(tint) {
			if tint[c] > darkest && math.Abs(back/a[c]-1) > 1e-9 {
				t.Errorf("%s: absorption %v became %v", name, a, h.Absorption(tint))
			}
		}
		tints[name] = tint
	}
	for _, order := range [][2]string{{"white", "blond"}, {"blond", "brown"}, {"brown", "black"}} {
		for c := range 3 {
			if tints[order[0]][c] <= tints[order[1]][c] {
				t.Errorf("%s is no lighter than %s: %v", order[0], order[1], tints)
			}
		}
	}
	if red, brown := tints["red"], tints["brown"]; red[0]/red[2] < brown[0]/brown[2] && red[0] < 2*brown[0] {
		t.Errorf("red is no redder than brown: %v", tints)
	}
	if white := tints["white"]; white[2] < 0.75 {
		t.Errorf("white is %v", white)
	}
	for _, tint := range []RGB{{}, {1, 1, 1}, {2, -1, 0.5}} {
		for _, a := range h.Absorption(tint) {
			if !(a >= 0 && a < 100) {
				t.Errorf("a tint of %v absorbs %v", tint, h.Absorption(tint))
			}
		}
	}
	if shown := (RGB{1, 0.21952, -1}).Shown(); math.Abs(shown[0]-1) > 1e-9 || math.Abs(shown[1]-0.5021) > 1e-3 || shown[2] != 0 {
		t.Errorf("shown %v", shown)
	}
}

// The error of the tables, and of colours without a table of their own, relative to the highest
// value.
func TestTablesMatchTheLobes(t *testing.T) {
	type kind struct{ azimuthal, limit float64 }
	for _, c := range ordinary([]kind{{0.1, 0.025}, {0.3, 0.006}, {1, 0.02}}, kind{0.2, 0.006}) {
		t.Run(fmt.Sprint("azimuthal=", c.azimuthal), func(t *testing.T) {
			h := Defaults()
			h.Azimuthal = c.azimuthal
			tables := tablesOf(t, h)
			peak, worst := 0.0, 0.0
			for _, absorption := range ordinary([]float64{0, 0.5, 8}, 0.1, 2) {
				for eye := 0.0; eye < math.Pi/2; eye += 0.19 {
					for azimuth := -3.1; azimuth < 3.2; azimuth += 0.21 {
						a := Angles{Eye: eye, Azimuth: azimuth}
						n, length, want := tables.lobes(0, a), tables.lobes(1, a), h.azimuthal(eye, azimuth, absorption)
						got, all := n[pathR], want[pathR]
						for path := pathTT; path < paths; path++ {
							got += n[path] * math.Exp(-absorption*length[path-1])
							all += want[path]
						}
						peak, worst = max(peak, all), max(worst, math.Abs(got-all))
					}
				}
			}
			t.Logf("azimuthal roughness %v: %.4f off, %.4f of the peak", c.azimuthal, worst, worst/peak)
			if worst > c.limit*peak {
				t.Errorf("azimuthal roughness %v: %.4f off, the peak is %.3f", c.azimuthal, worst, peak)
			}
		})
	}
}

// The mean of lobes over half a turn is the result for light from half a turn.
func TestTablesMatchTheMeanOverHalfATurn(t *testing.T) {
	h := Defaults()
	tables := tablesOf(t, h)
	for _, azimuth := range []float64{0, 0.5, 1.6, 2.8, math.Pi} {
		t.Run(fmt.Sprint("azimuth=", azimuth), func(t *testing.T) {
			const n = 200
			var want [paths]float64
			for i := range n {
				from := (float64(i)+0.5)/n*math.Pi - math.Pi/2
				for path, v := range h.azimuthal(0.6, azimuth+from, 0) {
					want[path] += v / n
				}
			}
			got := tables.lobes(2, Angles{Eye: 0.6, Azimuth: azimuth})
			want[pathTRT] += want[pathRest]
			for path := range pathRest {
				if math.Abs(got[path]-want[path]) > 2e-3 {
					t.Errorf("azimuth %v, path %d: %v, expected %v", azimuth, path, got[path], want[path])
				}
			}
		})
	}
}

// Fewer hairs on its way and less melanin make light brighter, on the mean over all eyes and lights
// that it has.
func TestBrightnessIsMonotone(t *testing.T) {
	h := Defaults()
	tables := tablesOf(t, h)
	mean := func(absorption, through float64) float64 {
		return albedo(0.3, 12, 24, func(a Angles) float64 {
			return tables.Light(a, RGB{absorption, absorption, absorption}, through)[0]
		})
	}
	for _, absorption := range []float64{0, 0.1, 1} {
		t.Run(fmt.Sprint("absorption=", absorption), func(t *testing.T) {
			last := 0.0
			for _, through := range []float64{0, 1e-6, 1e-3, 0.1, 0.4, 0.8, 1} {
				if m := mean(absorption, through); m < last {
					t.Errorf("absorption %v: %v with %v of the light, more with less of it: %v", absorption, m, through, last)
				} else {
					last = m
				}
			}
		})
	}
	for _, through := range []float64{0.001, 0.3, 1} {
		t.Run(fmt.Sprint("through=", through), func(t *testing.T) {
			last := math.Inf(1)
			for _, absorption := range []float64{0, 0.01, 0.1, 0.5, 2, 10, 1e6} {
				if m := mean(absorption, through); m > last {
					t.Errorf("%v of the light: %v at absorption %v, less with less of it: %v", through, m, absorption, last)
				} else {
					last = m
				}
			}
		})
	}
}

// The simpler models have the energy of dual scattering. In a thick pile, on the mean over
// directions of the eye, they are about as bright, from the front and from behind.
func TestModelsAreAsBrightAsDualScattering(t *testing.T) {
	h := Defaults()
	tables := tablesOf(t, h)
	for _, name := range Presets() {
		for _, azimuth := range []float64{0.3, 1.2, 2.8} {
			t.Run(fmt.Sprint(name, ",azimuth=", azimuth), func(t *testing.T) {
				absorption, _ := presets[name].Absorption()
				var full, single, kajiya RGB
				for k := range 12 {
					through := 1 - (float64(k)+0.5)/12
					for eye := -1.2; eye < 1.3; eye += 0.1 {
						a := Angles{Light: 0.3, Eye: eye, Azimuth: azimuth}
						for c := range full {
							full[c] += math.Cos(eye) * tables.Light(a, absorption, through)[c]
							single[c] += math.Cos(eye) * tables.Single(a, absorption, through)[c]
							kajiya[c] += math.Cos(eye) * tables.Kajiya(a, absorption, through)[c]
						}
					}
				}
				for c := range full {
					if share := single[c] / full[c]; math.Abs(share-1) > 0.25 {
						t.Errorf("colour %d is %.2f times as bright with broad lobes", c, share)
					}
					if share := kajiya[c] / full[c]; math.Abs(share-1) > 0.35 {
						t.Errorf("colour %d is %.2f times as bright after Kajiya and Kay", c, share)
					}
				}
			})
		}
	}
}

func TestHalf(t *testing.T) {
	for _, v := range []float64{0, 0x1p-24, 0x1p-14, 6e-5, 0.1, 0.9999, 1, 1.0004, 3.14159, 2047.9, 65504} {
		t.Run(fmt.Sprint("v=", v), func(t *testing.T) {
			if got := halved(half(v)); math.Abs(got-v) > v/2048+0x1p-25 {
				t.Errorf("%v became %v", v, got)
			}
		})
	}
	if half(1) != 0x3C00 || half(65504) != 0x7BFF || half(1e9) != 0x7BFF || half(0x1p-24) != 1 {
		t.Error("not the bits of half floats")
	}
}
