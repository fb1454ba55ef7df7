// SPDX-License-Identifier: MIT

package imagediff

import (
	"image"
	"math"
)

// The constants of Wang and others, 2004: an 11x11 window of a Gaussian of 1.5 pixels, and what
// keeps the quotients from 0 where all is dark or flat.
const (
	ssimSigma  = 1.5
	ssimRadius = 5
	ssimC1     = (0.01 * 255) * (0.01 * 255)
	ssimC2     = (0.03 * 255) * (0.03 * 255)
)

// ssim is the structural similarity around each pixel, of the luminance of the values as shown. At
// the image's border the window is cut to the image.
func ssim(a, b *image.NRGBA) Map {
	window := make([]float64, 2*ssimRadius+1)
	sum := 0.0
	for i := range window {
		x := float64(i - ssimRadius)
		window[i] = math.Exp(-x * x / (2 * ssimSigma * ssimSigma))
		sum += window[i]
	}
	for i := range window {
		window[i] /= sum
	}
	la, lb := luma(a), luma(b)
	mean := func(m Map) Map { return m.filtered(window, window, inside) }
	ma, mb := mean(la), mean(lb)
	aa, bb, ab := mean(product(la, la)), mean(product(lb, lb)), mean(product(la, lb))
	out := la.like()
	for i := range out.Values {
		x, y := ma.Values[i], mb.Values[i]
		// Rounding may leave a variance below 0, and so a quotient past 1.
		vx, vy := max(aa.Values[i]-x*x, 0), max(bb.Values[i]-y*y, 0)
		vxy := ab.Values[i] - x*y
		out.Values[i] = min((2*x*y+ssimC1)*(2*vxy+ssimC2)/((x*x+y*y+ssimC1)*(vx+vy+ssimC2)), 1)
	}
	return out
}

// luma weighs the values as shown, with the weights of Rec. 709.
func luma(p *image.NRGBA) Map {
	m := newMap(p)
	each(p, func(i int, v []uint8) {
		m.Values[i] = 0.2126*float64(v[0]) + 0.7152*float64(v[1]) + 0.0722*float64(v[2])
	})
	return m
}

func product(a, b Map) Map {
	out := a.like()
	for i := range out.Values {
		out.Values[i] = a.Values[i] * b.Values[i]
	}
	return out
}
