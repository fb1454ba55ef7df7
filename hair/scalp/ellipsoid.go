// SPDX-License-Identifier: MIT

package scalp

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// ellipsoid is a solid for roots that are not those of a head.
type ellipsoid struct {
	centre, radii vec
	turn          mgl64.Mat3 // from its axes to the set's
}

func ellipsoidOf(s *shape) *ellipsoid { return &ellipsoid{s.centre(), s.radii(), s.turn()} }

// grown is the same solid in metres: it moves the fit's origin to a point, and multiplies all
// lengths.
func (e *ellipsoid) grown(origin vec, by float64) *ellipsoid {
	return &ellipsoid{e.centre.Mul(by).Add(origin), e.radii.Mul(by), e.turn}
}

// bare is 0: hair may grow everywhere.
func (e *ellipsoid) bare(vec) float64 { return 0 }

// distance has Quilez' bound.
func (e *ellipsoid) distance(p vec) float64 {
	q := e.turn.Transpose().Mul3x1(p.Sub(e.centre))
	a := vec{q[0] / e.radii[0], q[1] / e.radii[1], q[2] / e.radii[2]}
	b := vec{a[0] / e.radii[0], a[1] / e.radii[1], a[2] / e.radii[2]}
	k, l := a.Len(), b.Len()
	if l < 1e-12/min(e.radii[0], e.radii[1], e.radii[2]) {
		return -min(e.radii[0], e.radii[1], e.radii[2])
	}
	return k * (k - 1) / l
}

func (e *ellipsoid) beside(p vec) (distance float64, normal vec) {
	q := e.turn.Transpose().Mul3x1(p.Sub(e.centre))
	for a := range q {
		q[a] /= e.radii[a] * e.radii[a]
	}
	return e.distance(p), direction(e.turn.Mul3x1(q))
}

func (e *ellipsoid) box() (low, high vec) {
	for a := range 3 {
		half := 0.0
		for k := range 3 {
			half += math.Pow(e.turn.At(a, k)*e.radii[k], 2)
		}
		low[a], high[a] = e.centre[a]-math.Sqrt(half), e.centre[a]+math.Sqrt(half)
	}
	return low, high
}
