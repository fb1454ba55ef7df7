// SPDX-License-Identifier: MIT

package scalp

import "math"

// field is nearly the distance to the surface, negative inside: that to a solid, and a spline that
// corrects it.
type field struct {
	solid  solid
	spline *spline
	low    vec // corner of the grid
	cell   float64
	cells  [3]int
	inset  float64
}

const (
	coarse  = 2  // cells of the first level along the longest side
	margin  = .1 // of the size, around the solid and the roots
	apart   = 1.2
	refits  = 3   // of each level
	presses = 24  // rounds that press the surface below roots
	deepest = 0.1 // of the size: a root that is farther below the surface does not press it in
)

// at is the value at a point.
func (f *field) at(p vec) float64 { return f.solid.distance(p) + f.spline.at(p) }

// slope is the gradient at a point.
func (f *field) slope(p vec) vec {
	e := f.cell / 16
	return vec{
		f.at(vec{p[0] + e, p[1], p[2]}) - f.at(vec{p[0] - e, p[1], p[2]}),
		f.at(vec{p[0], p[1] + e, p[2]}) - f.at(vec{p[0], p[1] - e, p[2]}),
		f.at(vec{p[0], p[1], p[2] + e}) - f.at(vec{p[0], p[1], p[2] - e}),
	}.Mul(0.5 / e)
}

// value is a value that the spline should have at a place.
type value struct {
	at     vec
	want   float64
	weight float64
}

// fit makes the field.
func fit(r *roots, o Options) *field {
	f := &field{solid: r.solidOf()}
	if o.Cells == 0 {
		o.Cells = usualCells
		if _, ok := f.solid.(*bust); ok {
			o.Cells = headCells
		}
	}
	r.sideBy(f.solid)
	low, high := f.solid.box()
	for _, p := range r.places {
		for a, v := range p.at {
			low[a], high[a] = min(low[a], v-r.cell), max(high[a], v+r.cell)
		}
	}
	for a := range 3 {
		low[a], high[a] = low[a]-margin*r.size, high[a]+margin*r.size
	}
	side := 0.0
	for a := range 3 {
		side = max(side, high[a]-low[a])
	}
	f.low, f.cell = low, side/float64(o.Cells)
	for a := range 3 {
		f.cells[a] = min(max(int(math.Ceil((high[a]-low[a])/f.cell)), 4), o.Cells)
	}
	f.inset = float64(o.Inset)
	if o.Inset == 0 {
		f.inset = r.size / 250
	}
	f.shape(r, side)
	f.press(r)
	return f
}

// shape fits the spline, from coarse to fine.
func (f *field) shape(r *roots, side float64) {
	off := max(r.cell, 2*f.cell)
	values := make([]value, 0, 3*len(r.places))
	want := func(p vec, height, weight float64) {
		values = append(values, value{p, f.inset + height - f.solid.distance(p), weight})
	}
	for _, p := range r.places {
		want(p.at, 0, 1)
		if p.sure {
			want(p.at.Add(p.normal.Mul(off)), off, 0.5)
			want(p.at.Sub(p.normal.Mul(off)), -off, 0.5)
		}
	}
	f.spline = newSpline(f.low, side/coarse, f.cells, f.cell)
	for level := 0; ; level++ {
		for range refits {
			f.spline.add(values)
		}
		next := f.spline.cell / 2
		if next < apart*max(r.cell, r.spacing) && level > 0 || next < 1.99*f.cell {
			return
		}
		f.spline = f.spline.finer()
	}
}

// press lowers the surface where roots are below it.
func (f *field) press(r *roots) {
	under := make([]value, 0, len(r.at))
	for range presses {
		under = under[:0]
		for _, p := range r.at {
			own := f.solid.distance(p)
			if v := own + f.spline.at(p); v < 0.9*f.inset && v > f.inset-deepest*r.size {
				under = append(under, value{p, f.inset - own, 1})
			}
		}
		if len(under) == 0 {
			return
		}
		f.spline.add(under)
	}
}
