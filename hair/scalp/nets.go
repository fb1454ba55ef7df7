// SPDX-License-Identifier: MIT

package scalp

import (
	"math"

	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/internal/cores"
	"github.com/go-gl/mathgl/mgl32"
)

// nets makes the mesh.
type nets struct {
	*grid
	vertex  []int32 // of a cell, at its first corner; -1 for none
	at      []vec
	indices []uint32 // each quad is two triangles: a b c, a c d
}

// relaxations is how often every vertex moves to the middle of its neighbours and back onto the
// surface.
const relaxations = 3

func mesh(f *field, r *roots) *groom.Head {
	n := &nets{grid: newGrid(f, r)}
	n.vertex = make([]int32, len(n.inside))
	for z := range f.cells[2] {
		for y := range f.cells[1] {
			for x := range f.cells[0] {
				n.cell(x, y, z)
			}
		}
	}
	n.each(1, n.edges)
	n.relax()
	return n.head(r)
}

// cell adds a vertex on the surface for a cell that the surface crosses.
func (n *nets) cell(x, y, z int) {
	i := n.grid.at(x, y, z)
	n.vertex[i] = -1
	inside := 0
	for k := range 8 {
		if n.inside[n.grid.at(x+k&1, y+k>>1&1, z+k>>2)] {
			inside++
		}
	}
	if inside == 0 || inside == 8 {
		return
	}
	low := n.place(x, y, z)
	p := n.onto(n.onto(low.Add(vec{0.5, 0.5, 0.5}.Mul(n.f.cell))))
	for a := range 3 { // a vertex outside its cell could flip a triangle
		p[a] = min(max(p[a], low[a]), low[a]+n.f.cell)
	}
	n.vertex[i] = int32(len(n.at))
	n.at = append(n.at, p)
}

// onto moves a point near the surface closer to it, by half a cell at most.
func (n *nets) onto(p vec) vec {
	e, here := n.f.cell/64, n.f.at(p)
	slope := vec{ // a rough one
		n.f.at(vec{p[0] + e, p[1], p[2]}) - here, n.f.at(vec{p[0], p[1] + e, p[2]}) - here, n.f.at(vec{p[0], p[1], p[2] + e}) - here,
	}.Mul(1 / e)
	steep := slope.Dot(slope)
	if !(steep > 0.01) {
		return p
	}
	step := slope.Mul(here / steep)
	if l := step.Len(); l > n.f.cell/2 {
		step = step.Mul(n.f.cell / 2 / l)
	}
	return p.Sub(step)
}

// edges adds a quad across each of the three edges up from a corner that the surface crosses.
func (n *nets) edges(x, y, z, i int) {
	step := [3]int{1, n.corners[0], n.corners[0] * n.corners[1]}
	for axis := range 3 {
		if n.inside[i] == n.inside[i+step[axis]] {
			continue
		}
		u, v := step[(axis+1)%3], step[(axis+2)%3]
		quad := [4]uint32{uint32(n.vertex[i-u-v]), uint32(n.vertex[i-v]), uint32(n.vertex[i]), uint32(n.vertex[i-u])}
		if !n.inside[i] {
			quad[1], quad[3] = quad[3], quad[1]
		}
		n.indices = append(n.indices, quad[0], quad[1], quad[2], quad[0], quad[2], quad[3])
	}
}

// relax evens out the triangles.
func (n *nets) relax() {
	sum, count := make([]vec, len(n.at)), make([]float64, len(n.at))
	for range relaxations {
		clear(sum)
		clear(count)
		for i := 0; i < len(n.indices); i += 6 {
			quad := [4]uint32{n.indices[i], n.indices[i+1], n.indices[i+2], n.indices[i+5]}
			for k, v := range quad {
				sum[v] = sum[v].Add(n.at[quad[(k+1)%4]]).Add(n.at[quad[(k+3)%4]])
				count[v] += 2
			}
		}
		n.every(func(i int) { n.at[i] = n.onto(sum[i].Mul(1 / count[i])) })
	}
}

// every calls do for all vertices, on all cores.
func (n *nets) every(do func(i int)) {
	cores.Each(len(n.at), 256, do)
}

// head returns the mesh with its normals and shares.
func (n *nets) head(r *roots) *groom.Head {
	around := make([]vec, len(n.at)) // of the triangles, by their area
	for i := 0; i < len(n.indices); i += 3 {
		a, b, c := n.indices[i], n.indices[i+1], n.indices[i+2]
		across := n.at[b].Sub(n.at[a]).Cross(n.at[c].Sub(n.at[a]))
		for _, v := range [3]uint32{a, b, c} {
			around[v] = around[v].Add(across)
		}
	}
	h := &groom.Head{Indices: n.indices, Vertices: make([]mgl32.Vec3, len(n.at)), Normals: make([]mgl32.Vec3, len(n.at)),
		Scalp: make([]float32, len(n.at)), Open: make([]float32, len(n.at))}
	far := n.distances(r)
	wide := max(r.cell, n.f.cell)
	n.every(func(i int) {
		p := n.at[i]
		normal, mean := direction(n.f.slope(p)), direction(around[i])
		if normal.Dot(mean) < 0.5 {
			normal = mean
		}
		if normal == (vec{}) {
			normal = vec{0, 1, 0}
		}
		hairy := tint * (1 - smooth(0.6*wide, 1.8*wide, n.between(far, p)))
		h.Vertices[i], h.Normals[i] = narrow(p), narrow(normal)
		open := 1 - rooted*hairy/tint
		if b, ok := n.f.solid.(*bust); ok {
			open *= float64(groom.Openness(narrow(p), narrow(normal), float32(b.mean), func(q mgl32.Vec3) float32 { return float32(n.f.at(widen(q))) }))
		}
		h.Scalp[i], h.Open[i] = float32(hairy), float32(open)
	})
	return h
}

// tint is Head.Scalp where hair grows. Renderers tint with dark roots, and a file's hair may be
// light. rooted is the share of the light from all around that the roots take from the skin.
const (
	tint   = 0.6
	rooted = 0.5
)

func widen(p mgl32.Vec3) vec { return vec{float64(p[0]), float64(p[1]), float64(p[2])} }

func narrow(p vec) mgl32.Vec3 { return mgl32.Vec3{float32(p[0]), float32(p[1]), float32(p[2])} }

// distances returns nearly the distance of each corner to the nearest place: exact beside it, and
// then from corner to corner (a chamfer transform in two passes).
func (n *nets) distances(r *roots) []float32 {
	far := make([]float32, len(n.inside))
	for i := range far {
		far[i] = float32(math.Inf(1))
	}
	for i := range r.places {
		var at [3]int
		for a := range 3 {
			at[a] = min(max(int((r.places[i].at[a]-n.f.low[a])/n.f.cell), 0), n.f.cells[a]-1)
		}
		for k := range 8 {
			x, y, z := at[0]+k&1, at[1]+k>>1&1, at[2]+k>>2
			c := n.grid.at(x, y, z)
			far[c] = min(far[c], float32(n.place(x, y, z).Sub(r.places[i].at).Len()))
		}
	}
	pass := func(x, y, z, i, turn int) {
		for k := range 13 { // the neighbours before the corner
			dx, dy, dz := k%3-1, k/3%3-1, k/9-1
			x, y, z := x+turn*dx, y+turn*dy, z+turn*dz
			if x < 0 || y < 0 || z < 0 || x >= n.corners[0] || y >= n.corners[1] || z >= n.corners[2] {
				continue
			}
			step := float32(n.f.cell * math.Sqrt(float64(dx*dx+dy*dy+dz*dz)))
			far[i] = min(far[i], far[n.grid.at(x, y, z)]+step)
		}
	}
	n.each(0, func(x, y, z, i int) { pass(x, y, z, i, 1) })
	last := [3]int{n.corners[0] - 1, n.corners[1] - 1, n.corners[2] - 1}
	n.each(0, func(x, y, z, i int) {
		pass(last[0]-x, last[1]-y, last[2]-z, len(far)-1-i, -1)
	})
	return far
}

// between interpolates values of corners at a point.
func (n *nets) between(values []float32, p vec) float64 {
	var at [3]int
	var t vec
	for a := range 3 {
		u := min(max((p[a]-n.f.low[a])/n.f.cell, 0), float64(n.f.cells[a]))
		at[a] = min(int(u), n.f.cells[a]-1)
		t[a] = u - float64(at[a])
	}
	sum := 0.0
	for k := range 8 {
		w := 1.0
		for a, b := range [3]int{k & 1, k >> 1 & 1, k >> 2} {
			w *= 1 - t[a] + float64(b)*(2*t[a]-1)
		}
		sum += w * float64(values[n.grid.at(at[0]+k&1, at[1]+k>>1&1, at[2]+k>>2)])
	}
	return sum
}
