// SPDX-License-Identifier: MIT

package groom

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

type vec = mgl32.Vec3

// headDistance returns the signed distance to the bust in metres, negative inside. Far away it is a
// lower bound. The origin is the middle of the cranium, with y up and the face towards +z.
func headDistance(p vec) float32 {
	side := vec{abs(p[0]), p[1], p[2]} // the head is symmetric
	d := ellipsoid(p, vec{0, 0, -0.010}, vec{0.0745, 0.088, 0.094})
	d = join(d, ellipsoid(p, vec{0, -0.052, 0.026}, vec{0.060, 0.076, 0.060}), 0.030)        // face
	d = join(d, ellipsoid(p, vec{0, -0.106, 0.058}, vec{0.027, 0.020, 0.022}), 0.032)        // chin
	d = join(d, ellipsoid(side, vec{0.034, -0.046, 0.058}, vec{0.022, 0.018, 0.020}), 0.024) // cheekbones
	d = join(d, ellipsoid(side, vec{0.021, -0.007, 0.075}, vec{0.022, 0.006, 0.010}), 0.024) // brows
	d = carve(d, ellipsoid(side, vec{0.030, -0.026, 0.094}, vec{0.016, 0.010, 0.014}), 0.012)
	d = join(d, ellipsoid(side, vec{0.029, -0.027, 0.072}, vec{0.0125, 0.0105, 0.0115}), 0.003)  // eyes
	d = join(d, capsule(p, vec{0, -0.016, 0.086}, vec{0, -0.050, 0.104}, 0.0060, 0.0095), 0.010) // nose
	d = join(d, ellipsoid(side, vec{0.008, -0.054, 0.093}, vec{0.007, 0.006, 0.008}), 0.006)
	d = join(d, ellipsoid(p, vec{0, -0.0750, 0.0850}, vec{0.0165, 0.0036, 0.0075}), 0.011) // lips
	d = join(d, ellipsoid(p, vec{0, -0.0840, 0.0840}, vec{0.0125, 0.0046, 0.0075}), 0.010)
	d = join(d, ellipsoid(side, vec{0.0765, -0.030, -0.006}, vec{0.0075, 0.030, 0.018}), 0.008)  // ears
	d = join(d, capsule(p, vec{0, -0.060, -0.030}, vec{0, -0.175, -0.040}, 0.049, 0.054), 0.030) // neck
	torso := ellipsoid(p, vec{0, -0.240, -0.048}, vec{0.165, 0.050, 0.066})
	torso = join(torso, ellipsoid(side, vec{0.138, -0.260, -0.045}, vec{0.046, 0.052, 0.052}), 0.05)
	torso = join(torso, ellipsoid(p, vec{0, -0.313, -0.025}, vec{0.160, 0.115, 0.086}), 0.06)
	d = join(d, torso, 0.050)
	return carve(d, p[1]+0.320, 0.012) // cut flat below the chest
}

// headNormal returns the direction away from the bust.
func headNormal(p vec) vec {
	const e = 0.0005
	g := vec{
		headDistance(vec{p[0] + e, p[1], p[2]}) - headDistance(vec{p[0] - e, p[1], p[2]}),
		headDistance(vec{p[0], p[1] + e, p[2]}) - headDistance(vec{p[0], p[1] - e, p[2]}),
		headDistance(vec{p[0], p[1], p[2] + e}) - headDistance(vec{p[0], p[1], p[2] - e}),
	}
	return direction(g, vec{0, 1, 0})
}

// pushOut moves a point to at least this distance from the bust.
func pushOut(p vec, distance float32) vec {
	for range 3 {
		d := headDistance(p)
		if d >= distance-1e-5 {
			break
		}
		p = p.Add(headNormal(p).Mul(distance - d))
	}
	return p
}

// onto returns the point of the surface in a direction from a point inside.
func onto(from, toward vec) vec {
	p := from
	for range 64 {
		d := headDistance(p)
		if abs(d) < 1e-6 {
			break
		}
		// Inside, d is negative and a bound: the step never passes the surface.
		p = p.Sub(toward.Mul(d))
	}
	return p
}

func ellipsoid(p, centre, radii vec) float32 {
	q := p.Sub(centre)
	a := vec{q[0] / radii[0], q[1] / radii[1], q[2] / radii[2]}
	b := vec{a[0] / radii[0], a[1] / radii[1], a[2] / radii[2]}
	k, l := a.Len(), b.Len()
	if l < 1e-6 {
		return -min(radii[0], radii[1], radii[2])
	}
	return k * (k - 1) / l
}

// capsule is the distance to a capsule from a to b, with radii ra and rb.
func capsule(p, a, b vec, ra, rb float32) float32 {
	ab := b.Sub(a)
	t := clamp(p.Sub(a).Dot(ab)/ab.Dot(ab), 0, 1)
	return p.Sub(a.Add(ab.Mul(t))).Len() - (ra + (rb-ra)*t)
}

// join is the union of two solids with a seam rounded over k metres. carve subtracts the second
// from the first.
func join(a, b, k float32) float32 {
	h := max(k-abs(a-b), 0) / k
	return min(a, b) - h*h*k/4
}

func carve(a, b, k float32) float32 { return -join(-a, b, k) }

func abs(v float32) float32              { return float32(math.Abs(float64(v))) }
func clamp(v, low, high float32) float32 { return min(max(v, low), high) }

// smooth goes from 0 at a to 1 at b.
func smooth(a, b, v float32) float32 {
	t := clamp((v-a)/(b-a), 0, 1)
	return t * t * (3 - 2*t)
}

// direction returns v with length 1, or otherwise if v is zero.
func direction(v, otherwise vec) vec {
	l := v.Len()
	if !(l > 1e-9) {
		return otherwise
	}
	return v.Mul(1 / l)
}
