// SPDX-License-Identifier: MIT

package imagediff

import (
	"image"
	"math"
	"testing"
)

func flipMean(t *testing.T, a, b *image.NRGBA) float64 {
	t.Helper()
	m, err := FLIP(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return m.Mean(all(a))
}

// Flat images have no edges, and filters do not change them, so their error is the distance of two
// colours. Black and white are known to be 0.967 apart; green and blue have the largest distance.
func TestFLIPOfFlatImages(t *testing.T) {
	for _, c := range []struct {
		name       string
		a, b       *image.NRGBA
		want, near float64
	}{
		{"the same", flat(30, 20, 80, 120, 7), flat(30, 20, 80, 120, 7), 0, 0},
		{"black and white", flat(30, 20, 0, 0, 0), flat(30, 20, 255, 255, 255), 0.9674, 1e-4},
		{"green and blue", flat(30, 20, 0, 255, 0), flat(30, 20, 0, 0, 255), 1, 1e-9},
	} {
		t.Run(c.name, func(t *testing.T) {
			if v := flipMean(t, c.a, c.b); !near(v, c.want, c.near) {
				t.Errorf("%s: %v, want %v", c.name, v, c.want)
			}
			if a, b := flipMean(t, c.a, c.b), flipMean(t, c.b, c.a); !near(a, b, 1e-12) {
				t.Errorf("%s: %v, the other way around %v", c.name, a, b)
			}
		})
	}
	// Two greys, by hand: their L*, to the power 0.7, below the knee.
	lightness := func(v uint8) float64 { return 116*math.Cbrt(linear[v]) - 16 }
	most := math.Pow(distance(hunted(lab(vec{0, 1, 0})), hunted(lab(vec{0, 0, 1}))), 0.7)
	want := 0.95 / (0.4 * most) * math.Pow(lightness(140)-lightness(120), 0.7)
	if v := flipMean(t, flat(9, 9, 120, 120, 120), flat(9, 9, 140, 140, 140)); !near(v, want, 1e-6) {
		t.Errorf("two greys: %v, want %v", v, want)
	}
}

// The properties in the paper: an edge or a dot that is missing in the other image counts more than
// its colour. A pattern too fine to be seen at this distance counts less.
func TestFLIPWeighsEdgesDotsAndPatterns(t *testing.T) {
	grey := flat(60, 60, 128, 128, 128)
	dot, pattern, pale := flat(60, 60, 128, 128, 128), flat(60, 60, 128, 128, 128), flat(60, 60, 128, 128, 128)
	copy(dot.Pix[dot.PixOffset(30, 30):], []uint8{255, 255, 255})
	for y := range 60 {
		for x := range 60 {
			// A chequered pattern of single pixels, with the light of the grey on the mean.
			v := uint8(128 + 3)
			if (x+y)%2 == 0 {
				v = 128 - 3
			}
			copy(pattern.Pix[pattern.PixOffset(x, y):], []uint8{v, v, v})
			copy(pale.Pix[pale.PixOffset(x, y):], []uint8{128 + 3, 128 + 3, 128 + 3})
		}
	}
	m, err := FLIP(dot, grey)
	if err != nil {
		t.Fatal(err)
	}
	if at, far := m.Values[30*60+30], m.Values[5*60+5]; at < 0.3 || far != 0 {
		t.Errorf("a white dot: %v where it is, %v far from it", at, far)
	}
	fine, even := flipMean(t, pattern, grey), flipMean(t, pale, grey)
	if fine > even/3 {
		t.Errorf("a pattern too fine to see: %v; the same difference evenly: %v", fine, even)
	}
	sharp, soft := flat(60, 60, 100, 100, 100), flat(60, 60, 100, 100, 100)
	for y := range 60 {
		for x := range 60 {
			ramp := uint8(100 + 40*min(max(float64(x-10)/40, 0), 1))
			copy(soft.Pix[soft.PixOffset(x, y):], []uint8{ramp, ramp, ramp})
			if x >= 30 {
				copy(sharp.Pix[sharp.PixOffset(x, y):], []uint8{140, 140, 140})
			}
		}
	}
	m, _ = FLIP(sharp, soft)
	plain := colorDifference(opponents(sharp), opponents(soft))
	if i := 30*60 + 30; m.Values[i] <= 1.2*plain.Values[i] {
		t.Errorf("at an edge: %v, its colours alone make %v", m.Values[i], plain.Values[i])
	}
}

// The spatial filters as the paper gives them: sums over a disc's square, without a separation.
func TestSpatialFiltersMatchPaper(t *testing.T) {
	p := noise(41, 37, 5)
	planes := opponents(p)
	got := seen(planes)
	for c, terms := range sensitivity {
		const radius = 10 // ceil(3 sqrt(0.04 / 2 pi^2) 67)
		sum, whole := 0.0, 0.0
		for dy := -radius; dy <= radius; dy++ {
			for dx := -radius; dx <= radius; dx++ {
				w := 0.0
				for _, term := range terms {
					r2 := float64(dx*dx+dy*dy) / (67 * 67)
					w += term.a * math.Sqrt(math.Pi/term.b) * math.Exp(-math.Pi*math.Pi*r2/term.b)
				}
				x, y := min(max(5+dx, 0), 40), min(max(30+dy, 0), 36)
				sum += w * planes[c].Values[y*41+x]
				whole += w
			}
		}
		if v := got[c].Values[30*41+5]; !near(v, sum/whole, 1e-9) {
			t.Errorf("plane %d: %v, want %v", c, v, sum/whole)
		}
	}
}

func TestColorSpaces(t *testing.T) {
	// The first row of sRGB's matrix as it is published, times white's X.
	for i, want := range []float64{0.4124, 0.3576, 0.1805} {
		if v := toXYZ[0][i] * 0.9505; !near(v, want, 2e-4) {
			t.Errorf("X of primary %d is %v, want %v", i, v, want)
		}
	}
	for _, rgb := range []vec{{1, 1, 1}, {0, 0, 0}, {0.2, 0.5, 0.9}} {
		back := light(opponent(rgb))
		for c := range 3 {
			if !near(back[c], rgb[c], 1e-12) {
				t.Errorf("%v comes back as %v", rgb, back)
			}
		}
	}
	// L*a*b* of sRGB's blue, a well-known one.
	if v := lab(vec{0, 0, 1}); !near(v[0], 32.30, 0.02) || !near(v[1], 79.19, 0.05) || !near(v[2], -107.86, 0.05) {
		t.Errorf("blue is %v in L*a*b*", v)
	}
}
