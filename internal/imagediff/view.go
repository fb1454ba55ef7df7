// SPDX-License-Identifier: MIT

package imagediff

import (
	"image"
	"math"
)

// Errors is the largest absolute difference of the channels at each pixel, 0 to 1. Errors: ErrSize.
func Errors(img, reference *image.NRGBA) (Map, error) {
	if err := same(img, reference); err != nil {
		return Map{}, err
	}
	m := newMap(img)
	each(img, func(i int, a []uint8) {
		b := at(reference, i)
		for c := range 3 {
			m.Values[i] = max(m.Values[i], math.Abs(float64(a[c])-float64(b[c]))/255)
		}
	})
	return m, nil
}

// Difference is the image of absolute differences by channel, times gain. Errors: ErrSize.
func Difference(img, reference *image.NRGBA, gain float64) (*image.NRGBA, error) {
	if err := same(img, reference); err != nil {
		return nil, err
	}
	out := image.NewNRGBA(image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy()))
	each(img, func(i int, a []uint8) {
		b, to := at(reference, i), out.Pix[4*i:][:4]
		for c := range 3 {
			to[c] = toByte(math.Abs(float64(a[c])-float64(b[c])) * gain / 255)
		}
		to[3] = 255
	})
	return out, nil
}

// Heat is a map as an image: 0 is black, 1/gain and more is bright, in the colours of magma.
func Heat(m Map, gain float64) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, m.Width, m.Height))
	for i, v := range m.Values {
		c := heatColor(v * gain)
		copy(out.Pix[4*i:], c[:])
	}
	return out
}

// magma is every 16th colour, and the last, of the map of that name by Stéfan van der Walt and
// Nathaniel Smith (CC0): it grows evenly brighter to the eye.
var magma = [...]vec{
	{0.001462, 0.000466, 0.013866}, {0.039608, 0.031090, 0.133515}, {0.113094, 0.065492, 0.276784},
	{0.211718, 0.061992, 0.418647}, {0.316654, 0.071690, 0.485380}, {0.414709, 0.110431, 0.504662},
	{0.512831, 0.148179, 0.507648}, {0.613617, 0.181811, 0.498536}, {0.716387, 0.214982, 0.475290},
	{0.816914, 0.255895, 0.436461}, {0.904281, 0.319610, 0.388137}, {0.960949, 0.418323, 0.359630},
	{0.986700, 0.535582, 0.382210}, {0.996096, 0.653659, 0.446213}, {0.996898, 0.769591, 0.534892},
	{0.992440, 0.884330, 0.640099}, {0.987053, 0.991438, 0.749504},
}

// heatColor is the colour map magma at 0 to 1. A NaN counts as 0.
func heatColor(v float64) [4]uint8 {
	if !(v > 0) {
		v = 0
	}
	x := min(v, 1) * 255 / 16
	i := min(int(x), len(magma)-2)
	t := x - float64(i)
	if i == len(magma)-2 {
		t *= 16.0 / 15 // the last colour is the 256th, not the 257th
	}
	out := [4]uint8{3: 255}
	for c := range 3 {
		out[c] = toByte(magma[i][c] + t*(magma[i+1][c]-magma[i][c]))
	}
	return out
}

func toByte(v float64) uint8 { return uint8(math.Round(255 * min(max(v, 0), 1))) }

// Wipe is one image left of a line and another right of it: place is where the line stands, 0 to 1
// of the width. Errors: ErrSize.
func Wipe(left, right *image.NRGBA, place float64) (*image.NRGBA, error) {
	if err := same(left, right); err != nil {
		return nil, err
	}
	width, height := left.Rect.Dx(), left.Rect.Dy()
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	line := 0
	if place > 0 {
		line = int(math.Round(min(place, 1) * float64(width)))
	}
	for y := range height {
		to := out.Pix[y*out.Stride:][:4*width]
		copy(to, left.Pix[y*left.Stride:][:4*line])
		copy(to[4*line:], right.Pix[y*right.Stride:][4*line:4*width])
		if line > 0 && line < width {
			copy(to[4*line:], []uint8{255, 255, 255, 255})
		}
	}
	return out, nil
}
