// SPDX-License-Identifier: MIT

package imagediff

import (
	"image"
	"math"
)

// vec is a colour in some space.
type vec [3]float64

// linear turns a value as shown into light.
var linear = func() (table [256]float64) {
	for i := range table {
		c := float64(i) / 255
		if c <= 0.04045 {
			table[i] = c / 12.92
		} else {
			table[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return table
}()

// toXYZ and toRGB go between the light of sRGB and CIE XYZ over that of white (D65), so that white
// is 1, 1, 1.
var toXYZ, toRGB = matrices()

// matrices follow from the chromaticities of sRGB's primaries and of D65.
func matrices() (to, back [3]vec) {
	chromaticities := [3][2]float64{{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}}
	white := xyz(0.31271, 0.32902)
	var primaries [3]vec // columns
	for i, c := range chromaticities {
		primaries[i] = xyz(c[0], c[1])
	}
	columns := [3]vec{}
	for row := range 3 {
		for column := range 3 {
			columns[row][column] = primaries[column][row]
		}
	}
	scale := apply(inverse(columns), white)
	for row := range 3 {
		for column := range 3 {
			to[row][column] = columns[row][column] * scale[column] / white[row]
		}
	}
	return to, inverse(to)
}

// xyz is a chromaticity at luminance 1.
func xyz(x, y float64) vec { return vec{x / y, 1, (1 - x - y) / y} }

func apply(m [3]vec, v vec) (out vec) {
	for row := range 3 {
		out[row] = m[row][0]*v[0] + m[row][1]*v[1] + m[row][2]*v[2]
	}
	return out
}

func inverse(m [3]vec) (out [3]vec) {
	minor := func(r, c int) float64 {
		a, b, x, y := (r+1)%3, (r+2)%3, (c+1)%3, (c+2)%3
		return m[a][x]*m[b][y] - m[a][y]*m[b][x]
	}
	determinant := m[0][0]*minor(0, 0) + m[0][1]*minor(0, 1) + m[0][2]*minor(0, 2)
	for r := range 3 {
		for c := range 3 {
			out[c][r] = minor(r, c) / determinant
		}
	}
	return out
}

// opponent is YCxCz: luminance, red against green, yellow against blue, linear in light.
func opponent(rgb vec) vec {
	v := apply(toXYZ, rgb)
	return vec{116*v[1] - 16, 500 * (v[0] - v[1]), 200 * (v[1] - v[2])}
}

// light undoes opponent.
func light(o vec) vec {
	y := (o[0] + 16) / 116
	return apply(toRGB, vec{y + o[1]/500, y, y - o[2]/200})
}

// lab is CIE L*a*b*.
func lab(rgb vec) vec {
	const delta = 6.0 / 29
	f := func(t float64) float64 {
		if t > delta*delta*delta {
			return math.Cbrt(t)
		}
		return t/(3*delta*delta) + 4.0/29
	}
	v := apply(toXYZ, rgb)
	return vec{116*f(v[1]) - 16, 500 * (f(v[0]) - f(v[1])), 200 * (f(v[1]) - f(v[2]))}
}

// opponents are the three planes of an image in YCxCz.
func opponents(p *image.NRGBA) (out [3]Map) {
	for c := range out {
		out[c] = newMap(p)
	}
	each(p, func(i int, v []uint8) {
		for c, x := range opponent(vec{linear[v[0]], linear[v[1]], linear[v[2]]}) {
			out[c].Values[i] = x
		}
	})
	return out
}
