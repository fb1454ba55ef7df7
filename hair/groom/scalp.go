// SPDX-License-Identifier: MIT

package groom

import (
	"math"

	"github.com/combgl/comb/internal/cores"
	"github.com/go-gl/mathgl/mgl32"
)

var cranium = vec{0, -0.002, -0.010} // the centre for directions of roots

// hairline is the lowest elevation at which hair grows, seen from cranium, by the angle from the
// face (0) to the nape (180).
var hairline = [][2]float32{ // degrees from the face, degrees of elevation
	{0, 35}, {22, 36.5}, {42, 33}, {56, 22}, {69, 7}, {82, -4}, {96, -6}, {108, -16}, {122, -32}, {150, -40}, {180, -42},
}

// above returns the elevation in degrees of a direction from cranium above the hairline.
func above(toward vec) float32 {
	around := float32(math.Atan2(float64(abs(toward[0])), float64(toward[2]))) * 180 / math.Pi
	up := float32(math.Asin(float64(clamp(toward[1], -1, 1)))) * 180 / math.Pi
	for i := 1; i < len(hairline); i++ {
		a, b := hairline[i-1], hairline[i]
		if around <= b[0] {
			return up - (a[1] + (b[1]-a[1])*(around-a[0])/(b[0]-a[0]))
		}
	}
	return up - hairline[len(hairline)-1][1]
}

// AboveHairline returns how far a point of the head of NewHead is above the hairline, in degrees
// seen from the middle of the cranium. Below it, and on the neck, it is negative.
func AboveHairline(p mgl32.Vec3) float32 {
	return above(direction(p.Sub(cranium), vec{0, 1, 0}))
}

// grows reports whether hair grows in a direction. Roots get dense over a few millimetres.
func grows(toward vec, r *random) bool {
	jitter, thin := r.normal(), r.unit()
	return above(toward) > 1.6*jitter+hairlineDepth*thin*thin
}

// hairlineDepth is how far from the hairline short hairs grow among the others, in degrees.
const hairlineDepth = 6

// young returns how short and fine a hair is: 0 behind the hairline, up to 1 at it.
func young(root vec, r *random) float32 {
	at := above(direction(root.Sub(cranium), vec{0, 1, 0})) + 1.5*r.normal()
	return (1 - smooth(0, hairlineDepth, at)) * r.unit()
}

// rooted returns the share of the light from all around that the roots of hair leave at a point of
// the bust beside the hairline. Shadows of single hairs are too fine for the head's vertices.
func rooted(p vec) float32 {
	d := p.Sub(cranium)
	if d.Len() > 0.13 {
		return 1
	}
	return 1 - 0.5*smooth(-9, 2, above(direction(d, vec{0, 1, 0})))
}

// scalp returns how densely hair grows at a point of the bust, 0 to 1.
func scalp(p vec) float32 {
	d := p.Sub(cranium)
	if d.Len() > 0.13 {
		return 0 // neck and shoulders lie below the nape in the same direction
	}
	return 0.6 * smooth(-2, 9, above(direction(d, vec{0, 1, 0})))
}

// roots spreads n points evenly over the scalp: the points of the R2 sequence on the sphere that
// are on the scalp and beside the parting.
func (o Options) roots(n int, kind int) []vec {
	const a, b = 0.7548776662466927, 0.5698402909980532
	toward := make([]vec, 0, n)
	r := newRandom(o.Seed, kind, 0)
	u, v := float64(r.unit()), float64(r.unit())
	for i := 0; len(toward) < n; i++ {
		_, x := math.Modf(u + float64(i)*a)
		_, y := math.Modf(v + float64(i)*b)
		sin, cos := math.Sincos(2 * math.Pi * x)
		up := 2*y - 1
		flat := math.Sqrt(1 - up*up)
		t := vec{float32(flat * sin), float32(up), float32(flat * cos)}
		fray := newRandom(o.Seed, kind+1, i)
		if grows(t, &fray) {
			toward = append(toward, t)
		}
	}
	points := make([]vec, n)
	cores.Each(n, 1024, func(i int) {
		points[i] = onto(cranium, toward[i])
		if moved, bare := o.beside(points[i], kind, i); bare {
			points[i] = onto(cranium, direction(moved.Sub(cranium), toward[i]))
		}
	})
	return points
}

// bareLine is half the width of the bare line at the parting, in metres.
const bareLine = 0.0013

// beside moves a root off the line of the parting, which is bare from the forehead to the crown. It
// reports whether the root was there.
func (o Options) beside(root vec, kind, index int) (vec, bool) {
	width := bareLine * smooth(-0.05, -0.01, root[2]) * (1 - o.Coil) // coils cover the line
	line := o.partingAt(root)
	if root[1] < 0 || o.fringed(root) || abs(root[0]-line) >= width {
		return root, false
	}
	r := newRandom(o.Seed, kind+200, index)
	root[0] = line + o.parted(root)*width*(0.85+0.9*r.unit())
	return root, true
}

// parted returns the side of the parting on which a root lies: -1 or 1. The parting runs from the
// forehead to the crown, where it bends to the middle. Behind the crown the middle divides.
func (o Options) parted(root vec) float32 {
	if root[0] < o.partingAt(root) {
		return -1
	}
	return 1
}

// partingAt returns where the parting is beside a root, in metres towards +x. No comb draws it
// straight.
func (o Options) partingAt(root vec) float32 {
	z := float64(root[2])
	bend := 0.0007*math.Sin(z*310) + 0.0004*math.Sin(1+z*790)
	// Curls hide the line: those of both sides take turns along it.
	bend += 0.011 * float64(o.Coil) * math.Sin(z*240)
	return o.Parting*smooth(-0.06, 0.02, root[2]) + float32(bend)
}
