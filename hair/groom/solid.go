// SPDX-License-Identifier: MIT

package groom

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

type vec = mgl32.Vec3

// headDistance returns the signed distance to the bust in metres, negative inside. Far away it is a
// lower bound. The origin is the middle of the cranium, with y up and the face towards +z.
//
// It is a milliner's head: planes of brow, nose and jaw without eyes, lips or ears. Seams are wide,
// as a narrow one in a hollow catches its own shadow.
func headDistance(p vec) float32 {
	at := place{p[0], p[1], p[2]}
	side := place{root(at.x*at.x + 0.00006), at.y, at.z} // symmetric, without a crease in the middle
	return join(skull(at, side), trunk(at, side), 0.045)
}

// skull is the cranium and the face.
func skull(p, side place) float32 {
	d := ellipsoid(p, place{0, 0, -0.010}, place{0.0745, 0.088, 0.094})
	d = join(d, ellipsoid(p, place{0, -0.052, 0.026}, place{0.058, 0.074, 0.060}), 0.040)                     // face
	d = join(d, capsule(side, place{0.043, -0.068, 0.008}, place{0.012, -0.111, 0.058}, 0.016, 0.013), 0.046) // jaw
	d = join(d, ellipsoid(p, place{0, -0.110, 0.069}, place{0.020, 0.0155, 0.017}), 0.030)                    // chin
	d = join(d, ellipsoid(side, place{0.034, -0.049, 0.046}, place{0.027, 0.032, 0.030}), 0.036)              // cheeks
	d = join(d, capsule(side, place{0, 0.002, 0.076}, place{0.040, -0.003, 0.055}, 0.010, 0.010), 0.030)      // brows
	d = carve(d, ellipsoid(side, place{0.033, -0.024, 0.1000}, place{0.030, 0.0165, 0.019}), 0.015)           // eye hollows
	d = join(d, capsule(p, place{0, -0.004, 0.080}, place{0, -0.053, 0.1005}, 0.0060, 0.0100), 0.019)         // nose
	d = join(d, ellipsoid(p, place{0, -0.059, 0.083}, place{0.0165, 0.0075, 0.014}), 0.018)                   // its base
	d = join(d, ellipsoid(p, place{0, -0.082, 0.0735}, place{0.023, 0.014, 0.020}), 0.034)                    // muzzle
	return d
}

// trunk is the neck and the shoulders, cut like a bust.
func trunk(p, side place) float32 {
	d := capsule(p, place{0, -0.050, -0.030}, place{0, -0.190, -0.044}, 0.048, 0.053)
	torso := ellipsoid(p, place{0, -0.240, -0.048}, place{0.165, 0.050, 0.066})
	torso = join(torso, ellipsoid(side, place{0.118, -0.250, -0.045}, place{0.050, 0.050, 0.050}), 0.060)
	torso = join(torso, ellipsoid(p, place{0, -0.313, -0.025}, place{0.145, 0.115, 0.084}), 0.070)
	d = join(d, torso, 0.070)
	d = carve(d, -ellipsoid(p, place{0, -0.120, -0.030}, place{0.170, 0.230, 0.200}), 0.012)
	return carve(d, p.y+0.320, 0.008)
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

// Openness returns the share of the light from all around that reaches a point of a surface, by the
// distance to that surface (Quilez). In a hollow, points above the surface are nearer to its walls
// than to the point below them. Farther points count less. scale is 1 for a surface as large as the
// head of NewHead.
func Openness(p, normal mgl32.Vec3, scale float32, distance func(mgl32.Vec3) float32) float32 {
	closed, weight := float32(0), float32(1)
	for _, h := range [...]float32{0.004, 0.010, 0.022, 0.045, 0.080} {
		h *= scale
		closed += weight * max(h-distance(p.Add(normal.Mul(h))), 0) / h
		weight *= 0.75
	}
	return clamp(1-0.62*closed, 0.12, 1)
}

func openness(p, normal vec) float32 { return Openness(p, normal, 1, headDistance) }

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

// place is a point of the solids. The compiler keeps its fields in registers, but not an array such
// as vec.
type place struct{ x, y, z float32 }

func (a place) less(b place) place  { return place{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a place) over(b place) place  { return place{a.x / b.x, a.y / b.y, a.z / b.z} }
func (a place) dot(b place) float32 { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a place) length() float32     { return root(a.dot(a)) }

func ellipsoid(p, centre, radii place) float32 {
	a := p.less(centre).over(radii)
	k, l := a.length(), a.over(radii).length()
	if l < 1e-6 {
		return -min(radii.x, radii.y, radii.z)
	}
	return k * (k - 1) / l
}

// capsule is nearly the distance to a capsule from a to b, with radii ra and rb. The radius changes
// smoothly, because a kink in it would show as a line on the skin.
func capsule(p, a, b place, ra, rb float32) float32 {
	ab := b.less(a)
	t := clamp(p.less(a).dot(ab)/ab.dot(ab), 0, 1)
	nearest := place{a.x + ab.x*t, a.y + ab.y*t, a.z + ab.z*t}
	return p.less(nearest).length() - (ra + (rb-ra)*smooth(0, 1, t))
}

// join is the union of two solids with a seam rounded over k metres. carve subtracts the second
// from the first.
func join(a, b, k float32) float32 {
	if a > b {
		a, b = b, a
	}
	if b-a >= k {
		return a // away from the seam
	}
	h := (k - (b - a)) / k
	return a - h*h*h*k/6
}

func carve(a, b, k float32) float32 { return -join(-a, b, k) }

func root(v float32) float32             { return float32(math.Sqrt(float64(v))) }
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
