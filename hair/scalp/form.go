// SPDX-License-Identifier: MIT

package scalp

// form is the surface where no hair grows: an ellipsoid, and for a head a neck below it.
type form struct {
	ellipsoid
	top, bottom  vec     // of the neck, where its radius is 0: none
	radius, seam float64 // of the neck, and how far its seam is rounded
}

// neck adds a neck below the ellipsoid, a little behind its middle, and cut at its bottom.
func (f *form) neck() {
	across := (f.radii[0] + f.radii[2]) / 2
	low, high := f.box()
	down := (high[1] - low[1]) / 2
	f.radius, f.seam = 0.56*across, 0.8*across
	f.top = f.centre.Add(vec{0, -0.2 * down, -0.22 * across})
	f.bottom = f.centre.Add(vec{0, -1.5 * down, -0.34 * across})
}

// distance is nearly the distance of a point to the surface, negative inside.
func (f *form) distance(p vec) float64 {
	d := f.ellipsoid.distance(p)
	if f.radius == 0 {
		return d
	}
	along := f.bottom.Sub(f.top)
	t := min(max(p.Sub(f.top).Dot(along)/along.Dot(along), 0), 1.2)
	neck := p.Sub(f.top.Add(along.Mul(t))).Len() - f.radius
	neck = -join(-neck, p[1]-f.bottom[1], 0.6*f.radius)
	return join(d, neck, f.seam)
}

// box returns the corners of a box around it.
func (f *form) box() (low, high vec) {
	low, high = f.ellipsoid.box()
	if f.radius == 0 {
		return low, high
	}
	bottom := min(low[1], f.bottom[1])
	for _, p := range [2]vec{f.top, f.bottom} {
		for a, v := range p {
			low[a], high[a] = min(low[a], v-f.radius), max(high[a], v+f.radius)
		}
	}
	low[1] = bottom
	return low, high
}

// sideBy orients the normals of places near the form: outwards.
func (r *roots) sideBy(f *form) {
	const near, along = 0.1, 0.3
	for i := range r.places {
		p := &r.places[i]
		if d := f.ellipsoid.distance(p.at); !p.planar || d > near*r.size || d < -near*r.size {
			continue
		}
		side := p.normal.Dot(f.normal(p.at))
		if side < 0 {
			p.normal = p.normal.Mul(-1)
		}
		p.sure = p.sure || side > along || side < -along
	}
}

// join is the union of two solids with a seam rounded over k metres (Quilez). With both signs
// changed it is the part that they share.
func join(a, b, k float64) float64 {
	h := max(k-max(a-b, b-a), 0) / k
	return min(a, b) - h*h*h*k/6
}
