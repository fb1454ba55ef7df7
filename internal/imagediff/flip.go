// SPDX-License-Identifier: MIT

package imagediff

import (
	"image"
	"math"
)

// pixelsPerDegree is FLIP's own default: a screen 0.7 m wide of 3840 pixels, seen from 0.7 m.
const pixelsPerDegree = 67

// The constants of FLIP (Andersson and others, 2020).
const (
	colorExponent   = 0.7   // of the distance between colours
	kneeFrom        = 0.4   // the part of the largest distance that is mapped
	kneeTo          = 0.95  // to this part of the errors
	featureWidth    = 0.082 // of edges and points, in degrees
	featureExponent = 0.5
)

// gaussianTerm is a term of a contrast sensitivity: a exp(-b f^2) over frequencies.
type gaussianTerm struct{ a, b float64 }

// sensitivity of the eye to the three planes of YCxCz.
var sensitivity = [3][]gaussianTerm{
	{{1, 0.0047}},
	{{1, 0.0053}},
	{{34.1, 0.04}, {13.5, 0.025}},
}

// widestTerm decides the size of all spatial filters.
const widestTerm = 0.04

// FLIP is the difference that people see when an image and its reference alternate, for each pixel
// from 0 (none) to 1, at 67 pixels a degree. It is symmetric. Errors: ErrSize.
func FLIP(img, reference *image.NRGBA) (Map, error) {
	if err := same(img, reference); err != nil {
		return Map{}, err
	}
	return flip(img, reference), nil
}

func flip(img, reference *image.NRGBA) Map {
	a, b := opponents(img), opponents(reference)
	out := colorDifference(a, b)
	features := featureDifference(a[0], b[0])
	for i, c := range out.Values {
		out.Values[i] = math.Pow(c, 1-features.Values[i])
	}
	return out
}

// colorDifference is the distance between the colours that the eye makes out, from 0 to 1.
func colorDifference(a, b [3]Map) Map {
	seenA, seenB := seen(a), seen(b)
	out := a[0].like()
	// The largest distance between colours of sRGB is that of green and blue.
	most := math.Pow(distance(hunted(lab(vec{0, 1, 0})), hunted(lab(vec{0, 0, 1}))), colorExponent)
	knee := kneeFrom * most
	rows(out.Height, func(from, to int) {
		for i := from * out.Width; i < to*out.Width; i++ {
			d := math.Pow(distance(perceived(seenA, i), perceived(seenB, i)), colorExponent)
			if d < knee {
				out.Values[i] = kneeTo / knee * d
			} else {
				out.Values[i] = min(kneeTo+(d-knee)/(most-knee)*(1-kneeTo), 1)
			}
		}
	})
	return out
}

// seen is an image after the eye's contrast sensitivity filter. A sum of Gaussians does not
// separate into rows and columns, but each of them does.
func seen(planes [3]Map) (out [3]Map) {
	radius := int(math.Ceil(3 * math.Sqrt(widestTerm/(2*math.Pi*math.Pi)) * pixelsPerDegree))
	for c, terms := range sensitivity {
		out[c] = planes[c].like()
		whole := 0.0
		for _, t := range terms {
			kernel, sum := make([]float64, 2*radius+1), 0.0
			for i := range kernel {
				x := float64(i-radius) / pixelsPerDegree
				kernel[i] = math.Exp(-math.Pi * math.Pi * x * x / t.b)
				sum += kernel[i]
			}
			weight := t.a * math.Sqrt(math.Pi/t.b)
			whole += weight * sum * sum
			part := planes[c].filtered(kernel, kernel, nearest)
			for i, v := range part.Values {
				out[c].Values[i] += weight * v
			}
		}
		for i := range out[c].Values {
			out[c].Values[i] /= whole
		}
	}
	return out
}

// perceived is a pixel of a filtered image in L*a*b*, less colourful where it is dark.
func perceived(planes [3]Map, i int) vec {
	rgb := light(vec{planes[0].Values[i], planes[1].Values[i], planes[2].Values[i]})
	for c := range rgb {
		rgb[c] = min(max(rgb[c], 0), 1)
	}
	return hunted(lab(rgb))
}

// hunted is Hunt's effect: colours look less colourful in less light.
func hunted(v vec) vec { return vec{v[0], 0.01 * v[0] * v[1], 0.01 * v[0] * v[2]} }

// distance is HyAB: city-block in lightness, Euclid in colour.
func distance(a, b vec) float64 {
	return math.Abs(a[0]-b[0]) + math.Hypot(a[1]-b[1], a[2]-b[2])
}

// featureDifference is how much stronger an edge or a point is in one image than in the other, from
// 0 to 1.
func featureDifference(a, b Map) Map {
	edgesA, pointsA := features(a)
	edgesB, pointsB := features(b)
	out := a.like()
	for i := range out.Values {
		d := max(math.Abs(edgesA.Values[i]-edgesB.Values[i]), math.Abs(pointsA.Values[i]-pointsB.Values[i]))
		out.Values[i] = min(math.Pow(d/math.Sqrt2, featureExponent), 1)
	}
	return out
}

// features are the strengths of edges and points: the lengths of the first and second derivatives
// of the luminance.
func features(luminance Map) (edges, points Map) {
	sigma := 0.5 * featureWidth * pixelsPerDegree
	radius := int(math.Ceil(3 * sigma))
	smooth, first, second := make([]float64, 2*radius+1), make([]float64, 2*radius+1), make([]float64, 2*radius+1)
	for i := range smooth {
		x := float64(i - radius)
		g := math.Exp(-x * x / (2 * sigma * sigma))
		smooth[i], first[i], second[i] = g, -x*g, (x*x/(sigma*sigma)-1)*g
	}
	balance(smooth)
	balance(first)
	balance(second)
	y := luminance.like()
	for i, v := range luminance.Values {
		y.Values[i] = (v + 16) / 116
	}
	strength := func(derivative []float64) Map {
		x, y := y.filtered(derivative, smooth, nearest), y.filtered(smooth, derivative, nearest)
		for i, v := range x.Values {
			x.Values[i] = math.Hypot(v, y.Values[i])
		}
		return x
	}
	return strength(first), strength(second)
}

// balance makes the positive weights add up to 1 and the negative ones to -1.
func balance(kernel []float64) {
	positive, negative := 0.0, 0.0
	for _, k := range kernel {
		positive += max(k, 0)
		negative -= min(k, 0)
	}
	for i, k := range kernel {
		if k > 0 {
			kernel[i] = k / positive
		} else if k < 0 {
			kernel[i] = k / negative
		}
	}
}
