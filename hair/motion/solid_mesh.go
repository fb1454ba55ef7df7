// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"math"
	"slices"

	"github.com/combgl/comb/internal/cores"
	"github.com/go-gl/mathgl/mgl32"
)

// NewMeshSolid returns the solid inside a mesh, such as a head of package scalp or one of a file.
// vertices are in metres; indices are three a triangle, of either winding. The mesh may have holes:
// what is inside is found along lines in three directions, and a line that leaves through a hole
// does not count. Errors: ErrOptions as for NewSolid, for the box of the mesh; and for a mesh
// without triangles, an index that has no vertex, or a coordinate that is not finite.
func NewMeshSolid(vertices []mgl32.Vec3, indices []uint32, cell float32) (*Solid, error) {
	if len(indices) < 3 || len(indices)%3 != 0 {
		return nil, fmt.Errorf("motion: NewMeshSolid: got %d indices, want three for each triangle: %w", len(indices), ErrOptions)
	}
	for _, v := range indices {
		if int(v) >= len(vertices) {
			return nil, fmt.Errorf("motion: NewMeshSolid: index %d of %d vertices, want 0 to %d: %w", v, len(vertices), len(vertices)-1, ErrOptions)
		}
	}
	low, high := vertices[indices[0]], vertices[indices[0]]
	for _, v := range indices {
		for a, x := range vertices[v] {
			if !(abs(x) < math.MaxFloat32) {
				return nil, fmt.Errorf("motion: NewMeshSolid: vertex %d is at %v, want finite numbers: %w", v, vertices[v], ErrOptions)
			}
			low[a], high[a] = min(low[a], x), max(high[a], x)
		}
	}
	room := mgl32.Vec3{1, 1, 1}.Mul(2 * cell)
	s, err := newGrid("NewMeshSolid", low.Sub(room), high.Add(room), cell)
	if err != nil {
		return nil, err
	}
	m := mesh{s, vertices, indices, make([]int32, len(s.distance))}
	m.nearest()
	m.inside()
	return s, nil
}

// mesh measures distances to triangles.
type mesh struct {
	*Solid
	vertices []mgl32.Vec3
	indices  []uint32
	near     []int32 // by corner: the nearest triangle, or -1
}

func (m *mesh) triangle(t int32) (a, b, c mgl32.Vec3) {
	return m.vertices[m.indices[3*t]], m.vertices[m.indices[3*t+1]], m.vertices[m.indices[3*t+2]]
}

// nearest finds the nearest triangle of each corner: exactly beside the triangles, then from corner
// to corner in eight sweeps. These may miss a triangle that is nearer by some hundredths.
func (m *mesh) nearest() {
	for i := range m.near {
		m.near[i], m.distance[i] = -1, float32(math.Inf(1))
	}
	for t := range int32(len(m.indices) / 3) {
		a, b, c := m.triangle(t)
		var from, to [3]int
		for k := range 3 {
			from[k] = max(int((min(a[k], b[k], c[k])-m.low[k])/m.cell)-1, 0)
			to[k] = min(int((max(a[k], b[k], c[k])-m.low[k])/m.cell)+2, m.size[k]-1)
		}
		for z := from[2]; z <= to[2]; z++ {
			for y := from[1]; y <= to[1]; y++ {
				for x := from[0]; x <= to[0]; x++ {
					m.offer(m.at(x, y, z), m.corner(x, y, z), t)
				}
			}
		}
	}
	for turn := range 8 {
		m.sweep(turn)
	}
}

// offer lets a corner have a triangle if that is nearer than the one it has.
func (m *mesh) offer(corner int, place mgl32.Vec3, t int32) {
	a, b, c := m.triangle(t)
	if d := toTriangle(place, a, b, c); d < m.distance[corner] {
		m.near[corner], m.distance[corner] = t, d
	}
}

// sweep offers each corner the triangles of its three neighbours before it, along or against each
// axis.
func (m *mesh) sweep(turn int) {
	step := [3]int{1, m.size[0], m.size[0] * m.size[1]}
	var at [3]int
	for i := range len(m.near) {
		c := 0
		for a, rest := 0, i; a < 3; a++ {
			at[a], rest = rest%m.size[a], rest/m.size[a]
			if turn>>a&1 != 0 {
				at[a] = m.size[a] - 1 - at[a]
			}
			c += at[a] * step[a]
		}
		place := m.corner(at[0], at[1], at[2])
		for a := range 3 {
			before, edge := c-step[a], at[a] == 0
			if turn>>a&1 != 0 {
				before, edge = c+step[a], at[a] == m.size[a]-1
			}
			if !edge && m.near[before] >= 0 && m.near[before] != m.near[c] {
				m.offer(c, place, m.near[before])
			}
		}
	}
}

// inside makes distances negative inside. A line through corners along an axis enters and leaves at
// each triangle that it crosses. One that crosses an odd number of triangles passes through a hole.
// Of the other lines through a corner, most have it inside.
func (m *mesh) inside() {
	votes := make([]int8, len(m.distance))
	step := [3]int{1, m.size[0], m.size[0] * m.size[1]}
	for axis := range 3 {
		u, v := (axis+1)%3, (axis+2)%3
		rows := make([][]float32, m.size[u]*m.size[v]) // where the line of each place across the axis crosses triangles
		for t := range int32(len(m.indices) / 3) {
			m.cross(t, axis, rows)
		}
		cores.Each(len(rows), 16, func(row int) {
			if len(rows[row])%2 == 1 {
				return
			}
			slices.Sort(rows[row])
			crossed, first := 0, row%m.size[u]*step[u]+row/m.size[u]*step[v]
			for k := range m.size[axis] {
				for crossed < len(rows[row]) && rows[row][crossed] <= float32(k) {
					crossed++
				}
				votes[first+k*step[axis]] += int8(crossed%2*2 - 1)
			}
		})
	}
	for i, v := range votes {
		if v > 0 {
			m.distance[i] *= -1
		}
	}
}

// aside moves the lines off edges and vertices that have round coordinates, in cells.
const asideU, asideV = 1.234e-4, 0.789e-4

// cross adds where the lines along an axis cross a triangle, in cells from the first corner.
func (m *mesh) cross(t int32, axis int, rows [][]float32) {
	// Coordinates along the axis, and across.
	var p [3][3]float64
	axes := [3]int{axis, (axis + 1) % 3, (axis + 2) % 3}
	for k, v := range m.indices[3*t : 3*t+3] {
		for i, a := range axes {
			p[k][i] = float64(m.vertices[v][a]-m.low[a]) / float64(m.cell)
		}
		p[k][1], p[k][2] = p[k][1]-asideU, p[k][2]-asideV
	}
	from, to := [3]int{}, [3]int{}
	for i := 1; i < 3; i++ {
		from[i] = max(int(math.Ceil(min(p[0][i], p[1][i], p[2][i]))), 0)
		to[i] = min(int(math.Floor(max(p[0][i], p[1][i], p[2][i]))), m.size[axes[i]]-1)
	}
	for v := from[2]; v <= to[2]; v++ {
		for u := from[1]; u <= to[1]; u++ {
			// Twice the areas that the line's point makes with each edge, of one sign inside.
			var area [3]float64
			for k := range 3 {
				a, b := p[(k+1)%3], p[(k+2)%3]
				area[k] = (a[1]-float64(u))*(b[2]-float64(v)) - (b[1]-float64(u))*(a[2]-float64(v))
			}
			all := area[0] + area[1] + area[2]
			if all == 0 || area[0]*all < 0 || area[1]*all < 0 || area[2]*all < 0 {
				continue
			}
			row := v*m.size[axes[1]] + u
			rows[row] = append(rows[row], float32((area[0]*p[0][0]+area[1]*p[1][0]+area[2]*p[2][0])/all))
		}
	}
}

// toTriangle is the distance of a point from a triangle (Ericson, "Real-Time Collision Detection",
// 2005, section 5.1.5).
func toTriangle(p, a, b, c mgl32.Vec3) float32 {
	ab, ac, ap := b.Sub(a), c.Sub(a), p.Sub(a)
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return ap.Len()
	}
	bp := p.Sub(b)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return bp.Len()
	}
	cp := p.Sub(c)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return cp.Len()
	}
	if vc := d1*d4 - d3*d2; vc <= 0 && d1 >= 0 && d3 <= 0 {
		return ap.Sub(ab.Mul(d1 / max(d1-d3, tiny*tiny))).Len()
	}
	if vb := d5*d2 - d1*d6; vb <= 0 && d2 >= 0 && d6 <= 0 {
		return ap.Sub(ac.Mul(d2 / max(d2-d6, tiny*tiny))).Len()
	}
	if va := d3*d6 - d5*d4; va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		return bp.Sub(c.Sub(b).Mul((d4 - d3) / max(d4-d3+d5-d6, tiny*tiny))).Len()
	}
	return abs(direction(ab.Cross(ac)).Dot(ap))
}
