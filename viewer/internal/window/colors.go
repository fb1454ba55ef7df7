// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"image"
	"math"
	"slices"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/imagediff"
	"github.com/combgl/comb/viewer/internal/theme"
)

// magma is the map of package imagediff, in colours at equal distances.
var magma = func() theme.Map {
	m := imagediff.Map{Width: 17, Height: 1}
	for i := range m.Width {
		m.Values = append(m.Values, float64(i)/16)
	}
	img, out := imagediff.Heat(m, 1), theme.Map{Name: "magma"}
	for i := range m.Width {
		c := img.Pix[4*i:]
		out.Stops = append(out.Stops, theme.Color{R: c[0], G: c[1], B: c[2], A: 255})
	}
	return out
}()

// colorMaps are those that the section Compare offers.
func colorMaps() []theme.Map { return append([]theme.Map{magma}, theme.Maps...) }

// colorMap is the chosen one.
func (v *view) colorMap() theme.Map {
	all := colorMaps()
	return all[max(slices.IndexFunc(all, func(m theme.Map) bool { return m.Name == v.ui.colors() }), 0)]
}

// shown are the numbers behind a difference map or the layers, and what colour each has.
type shown struct {
	imagediff.Map
	place func(float64) float64 // in the colour map, from 0 to 1
	least float64               // numbers below it are black
}

// differenceShown are differences times a gain.
func differenceShown(m imagediff.Map, gain float64) shown {
	return shown{Map: m, place: func(v float64) float64 { return v * gain }}
}

// layersShown are counts on a logarithmic scale. A pixel without hair is black.
func layersShown(l hair.Layers) shown {
	s := shown{Map: imagediff.Map{Width: l.Width, Height: l.Height, Values: make([]float64, len(l.Counts))}, least: 1}
	for i, n := range l.Counts {
		s.Values[i] = float64(n)
	}
	scale := 1 / math.Log2(float64(max(l.Max(), 1))+1)
	s.place = func(v float64) float64 { return math.Log2(v+1) * scale }
	return s
}

// image paints the numbers.
func (s shown) image(m theme.Map) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, s.Width, s.Height))
	for i, v := range s.Values {
		p := out.Pix[4*i:][:4]
		p[3] = 255
		if v >= s.least {
			c := m.At(s.place(v))
			p[0], p[1], p[2] = c.R, c.G, c.B
		}
	}
	return out
}

// at returns the number at a pixel, from the top left.
func (s shown) at(x, y int) (v float64, ok bool) {
	if x < 0 || y < 0 || x >= s.Width || y >= s.Height {
		return 0, false
	}
	return s.Values[y*s.Width+x], true
}

// under returns the number of the shown map below the cursor, and its place in the colours.
func (v *view) under() (value, place float64, ok bool) {
	f, c := v.free(), &v.c
	if c.shown.place == nil || f.Empty() || !f.Holds(float32(v.mouse.x), float32(v.mouse.y)) {
		return 0, 0, false
	}
	x := int((float32(v.mouse.x) - f.X) / f.W * float32(c.shown.Width))
	y := int((float32(v.mouse.y) - f.Y) / f.H * float32(c.shown.Height))
	if value, ok = c.shown.at(x, y); !ok {
		return 0, 0, false
	}
	return value, min(max(c.shown.place(value), 0), 1), true
}
