// SPDX-License-Identifier: MIT

package scalp

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// The fit works in units of the size, around the mean of the places. It minimizes the mean square
// of distances and of the differences of normals. The other terms decide what the roots leave open,
// such as the radius under roots on a plane. The weights are by trial on heads, strips and planes.
const (
	fitted      = 512 // places, at most
	tried       = 128 // places for the first fits of a head
	bareShare   = 0.3 // for a place where no hair grows
	usualRadius = 0.7
	normalShare = 0.15
	unsure      = 0.3 // of the weight, for a normal that is the direction of the hairs
	roundShare  = 0.06
	radiusShare = 0.04
	turnShare   = 0.06
	leastRadius = 0.25
	mostRadius  = 2.5
	rounds      = 40
	robust      = 0.1  // the distance from which a place counts less
	bent        = 0.05 // the variance of the normals from which the places have a hollow
	crowned     = 0.25 // how far the mean normal of a head's roots points up
)

// solid is the surface where no hair grows.
type solid interface {
	distance(p vec) float64                      // nearly that of a point to the surface, negative inside
	beside(p vec) (distance float64, normal vec) // and the direction outwards at a point near it
	bare(p vec) float64                          // how far a point of the surface lies from where hair may grow
	box() (low, high vec)                        // the corners of a box around it
}

// shape has the unknowns of a fit: the centre, the logarithms of the radii, and the axis of the
// rotation times its angle.
type shape [9]float64

func (s *shape) centre() vec { return vec{s[0], s[1], s[2]} }

func (s *shape) radii() (r vec) {
	for a := range r {
		r[a] = math.Exp(min(max(s[3+a], math.Log(leastRadius)), math.Log(mostRadius)))
	}
	return r
}

func (s *shape) turn() mgl64.Mat3 {
	axis := vec{s[6], s[7], s[8]}
	if angle := axis.Len(); angle > 1e-9 {
		return mgl64.HomogRotate3D(angle, axis.Mul(1/angle)).Mat3()
	}
	return mgl64.Ident3()
}

// model is what a fit varies: the solid of a shape, and how little its radii differ and how little
// it turns.
type model struct {
	solid func(*shape) solid
	round float64
	turn  vec
}

// solidOf fits the bust of a head, if the roots lie like those of a head, and otherwise an
// ellipsoid. It turns all normals around if they point into the hollow of the surface that the
// places form.
func (r *roots) solidOf() solid {
	var mean vec
	for i := range r.places {
		mean = mean.Add(r.places[i].at.Mul(1 / float64(len(r.places))))
	}
	few := func(n int) (some []place) {
		step := (len(r.places) + n - 1) / n
		for i := 0; i < len(r.places); i += step {
			p := r.places[i]
			p.at = p.at.Sub(mean).Mul(1 / r.size)
			some = append(some, p)
		}
		return some
	}
	some := few(fitted)
	radius, facing, bend, inward := ball(some)
	if inward {
		for i := range r.places {
			r.places[i].normal = r.places[i].normal.Mul(-1)
		}
		some = few(fitted)
	}
	start := shape{}
	for a := range 3 {
		start[a], start[3+a] = -radius*facing[a], math.Log(radius)
	}
	if facing[1] > crowned && bend > bent {
		if b, ok := bustOf(start, few(tried), some); ok {
			b = b.grown(mean, r.size)
			b.fitShoulders(r.hair)
			return b
		}
	}
	best, _ := descend(start, some, model{func(s *shape) solid { return ellipsoidOf(s) }, roundShare, vec{turnShare, turnShare, turnShare}}, rounds)
	return ellipsoidOf(&best).grown(mean, r.size)
}

// ball fits a sphere by its normals: places differ as the normals do, times the radius. It returns
// the radius, the mean normal outwards, the variance of the normals, and whether those given point
// inwards.
func ball(places []place) (radius float64, facing vec, bend float64, inward bool) {
	var middle vec
	weight := 0.0
	share := func(p place) float64 {
		if p.sure {
			return 1
		}
		return unsure
	}
	for _, p := range places {
		w := share(p)
		middle, facing, weight = middle.Add(p.at.Mul(w)), facing.Add(p.normal.Mul(w)), weight+w
	}
	middle, facing = middle.Mul(1/weight), facing.Mul(1/weight)
	both, spread := 0.0, 0.0
	for _, p := range places {
		w := share(p) / weight
		at, normal := p.at.Sub(middle), p.normal.Sub(facing)
		both, bend, spread = both+w*at.Dot(normal), bend+w*normal.Dot(normal), spread+w*at.Dot(at)
	}
	if bend > bent && both < -0.3*math.Sqrt(bend*spread) {
		both, facing, inward = -both, facing.Mul(-1), true
	}
	const ridge = 0.02
	radius = (both + ridge*usualRadius) / (bend + ridge)
	return min(max(radius, leastRadius), mostRadius), facing, bend, inward
}

// terms calls do with each term of the sum of squares.
func (s *shape) terms(places []place, m model, do func(float64)) {
	e := m.solid(s)
	scale := 1 / math.Sqrt(float64(len(places)))
	for i := range places {
		p := &places[i]
		d, normal := e.beside(p.at)
		if far := math.Abs(d); far > robust {
			d = math.Copysign(math.Sqrt(robust*(2*far-robust)), d) // Huber's loss
		}
		do(scale * d)
		do(scale * bareShare * e.bare(p.at))
		w := scale * normalShare
		if !p.sure {
			w *= unsure
		}
		n := normal.Sub(p.normal)
		do(w * n[0])
		do(w * n[1])
		do(w * n[2])
	}
	mean := (s[3] + s[4] + s[5]) / 3
	for a := range 3 {
		do(m.round * (s[3+a] - mean))
		do(m.turn[a] * s[6+a])
	}
	do(radiusShare * (mean - math.Log(usualRadius)))
}

// descend is the method of Levenberg and Marquardt, for a number of rounds. It returns the sum of
// squares too.
func descend(s shape, places []place, m model, rounds int) (shape, float64) {
	values := func(s shape, to []float64) ([]float64, float64) {
		to = to[:0]
		sum := 0.0
		s.terms(places, m, func(v float64) {
			to = append(to, v)
			sum += v * v
		})
		return to, sum
	}
	now, sum := values(s, nil)
	var next []float64
	var slopes [9][]float64
	for damping, round := 1e-3, 0; round < rounds && damping < 1e9; round++ {
		const step = 1e-5
		for k := range s {
			moved := s
			moved[k] += step
			slopes[k], _ = values(moved, slopes[k])
			for i := range slopes[k] {
				slopes[k][i] = (slopes[k][i] - now[i]) / step
			}
		}
		var m [9][10]float64
		for a := range 9 {
			for b := range 9 {
				m[a][b] = dot(slopes[a], slopes[b])
			}
			m[a][9] = -dot(slopes[a], now)
		}
		for ; damping < 1e9; damping *= 4 {
			damped := m
			for a := range 9 {
				damped[a][a] += damping * (m[a][a] + 1e-6)
			}
			moved := s
			for k, v := range solve(damped) {
				moved[k] += min(max(v, -0.5), 0.5)
			}
			var lower float64
			if next, lower = values(moved, next); lower < sum {
				gain := (sum - lower) / sum
				s, now, next, sum = moved, next, now, lower
				damping = max(damping/10, 1e-9)
				if gain < 1e-7 {
					return s, sum
				}
				break
			}
		}
	}
	return s, sum
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// solve solves a symmetric, positive definite system by elimination. The last column is the right
// side.
func solve(m [9][10]float64) (x [9]float64) {
	for i := range 9 {
		for k := i + 1; k < 9; k++ {
			f := m[k][i] / m[i][i]
			for c := i; c < 10; c++ {
				m[k][c] -= f * m[i][c]
			}
		}
	}
	for i := 8; i >= 0; i-- {
		x[i] = m[i][9]
		for k := i + 1; k < 9; k++ {
			x[i] -= m[i][k] * x[k]
		}
		x[i] /= m[i][i]
	}
	return x
}
