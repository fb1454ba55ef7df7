// SPDX-License-Identifier: MIT

package scalp

import (
	"math"
	"slices"

	"github.com/combgl/comb/internal/cores"
)

// grid has the field at the corners of its cells.
type grid struct {
	f       *field
	corners [3]int
	value   []float64
	inside  []bool
}

func (g *grid) at(x, y, z int) int { return (z*g.corners[1]+y)*g.corners[0] + x }

func (g *grid) place(x, y, z int) vec {
	return g.f.low.Add(vec{float64(x), float64(y), float64(z)}.Mul(g.f.cell))
}

// newGrid evaluates the field. The two outermost layers count as outside, so the surface is closed.
func newGrid(f *field, r *roots) *grid {
	g := &grid{f: f, corners: [3]int{f.cells[0] + 1, f.cells[1] + 1, f.cells[2] + 1}}
	n := g.corners[0] * g.corners[1] * g.corners[2]
	g.value, g.inside = make([]float64, n), make([]bool, n)
	cores.Each((g.corners[2]+block-1)/block, 1, func(k int) {
		for y := 0; y < g.corners[1]; y += block {
			for x := 0; x < g.corners[0]; x += block {
				g.block(x, y, k*block)
			}
		}
	})
	least, some := -1, false
	g.each(2, func(_, _, _, i int) { // meshes have edges from the second layer on
		g.inside[i] = g.value[i] < 0
		some = some || g.inside[i]
		if least < 0 || g.value[i] < g.value[least] {
			least = i
		}
	})
	if !some {
		g.inside[least] = true
	}
	for g.repair() {
	}
	g.dropIslands(r)
	g.fillHollows()
	return g
}

// block is the side of a block in corners. Only signs matter far from the surface. So all corners
// of a block have the value of its middle, if that is three times as far away as the corners.
const block = 4

// block evaluates the field in the block that begins at a corner.
func (g *grid) block(x0, y0, z0 int) {
	const half = float64(block-1) / 2
	far := g.f.at(g.place(x0, y0, z0).Add(vec{half, half, half}.Mul(g.f.cell)))
	whole := math.Abs(far) > 3*math.Sqrt(3)*half*g.f.cell
	for z := z0; z < min(z0+block, g.corners[2]); z++ {
		for y := y0; y < min(y0+block, g.corners[1]); y++ {
			for x := x0; x < min(x0+block, g.corners[0]); x++ {
				g.value[g.at(x, y, z)] = far
				if !whole {
					g.value[g.at(x, y, z)] = g.f.at(g.place(x, y, z))
				}
			}
		}
	}
}

// each calls do for the corners, without the outermost layers of a number.
func (g *grid) each(layers int, do func(x, y, z, i int)) {
	for z := layers; z < g.corners[2]-layers; z++ {
		for y := layers; y < g.corners[1]-layers; y++ {
			for x := layers; x < g.corners[0]-layers; x++ {
				do(x, y, z, g.at(x, y, z))
			}
		}
	}
}

// repair fills corners where two parts of the inside, or of the outside, would touch at an edge or
// a corner of the mesh alone. It reports whether there were any. Such a pattern has inside corners
// on opposite sides, so none lies in the two outermost layers.
func (g *grid) repair() (changed bool) {
	dx, dy, dz := 1, g.corners[0], g.corners[0]*g.corners[1]
	face := func(i, u, v int) {
		a, b, c, d := i, i+u, i+u+v, i+v
		if g.inside[a] != g.inside[c] || g.inside[b] != g.inside[d] || g.inside[a] == g.inside[b] {
			return
		}
		if g.inside[a] {
			a, c = b, d
		}
		if g.value[c] < g.value[a] {
			a = c
		}
		g.inside[a], changed = true, true
	}
	for z := range g.corners[2] - 1 {
		for y := range g.corners[1] - 1 {
			for x := range g.corners[0] - 1 {
				i := g.at(x, y, z)
				face(i, dx, dy)
				face(i, dy, dz)
				face(i, dz, dx)
				corner := [8]int{i, i + dx, i + dy, i + dx + dy, i + dz, i + dx + dz, i + dy + dz, i + dx + dy + dz}
				mask := 0
				for k, c := range corner {
					if g.inside[c] {
						mask |= 1 << k
					}
				}
				for k := range 4 {
					pair := 1<<k | 1<<(7-k)
					switch mask {
					case pair: // joined by the next round
						g.inside[corner[k^1]], changed = true, true
					case 255 ^ pair:
						g.inside[corner[k]], changed = true, true
					}
				}
			}
		}
	}
	return changed
}

// label numbers the connected parts of the corners that are inside, or outside, from 1 up.
func (g *grid) label(inside bool) (labels []int32, parts int) {
	labels = make([]int32, len(g.inside))
	step := [3]int{1, g.corners[0], g.corners[0] * g.corners[1]}
	var open []int32
	for i := range labels {
		if g.inside[i] != inside || labels[i] != 0 {
			continue
		}
		parts++
		labels[i] = int32(parts)
		open = append(open[:0], int32(i))
		for len(open) > 0 {
			at := int(open[len(open)-1])
			open = open[:len(open)-1]
			for a, s := range step {
				coordinate := at / s % g.corners[a]
				for _, next := range [2]int{at - s, at + s} {
					if next < at && coordinate == 0 || next > at && coordinate == g.corners[a]-1 {
						continue
					}
					if g.inside[next] == inside && labels[next] == 0 {
						labels[next] = int32(parts)
						open = append(open, int32(next))
					}
				}
			}
		}
	}
	return labels, parts
}

// dropIslands removes the parts of the inside that few roots lie on.
func (g *grid) dropIslands(r *roots) {
	labels, parts := g.label(true)
	if parts < 2 {
		return
	}
	on, size := make([]int, parts+1), make([]int, parts+1)
	for _, l := range labels {
		size[l]++
	}
	for i := range r.places {
		if l := g.nearest(r.places[i].at, labels); l > 0 {
			on[l] += r.places[i].count
		}
	}
	size[0] = 0
	if slices.Max(on) == 0 {
		copy(on, size)
	}
	const few = 0.02
	for i, l := range labels {
		if l > 0 && float64(on[l]) < few*float64(slices.Max(on)) {
			g.inside[i] = false
		}
	}
}

// nearest returns the label of the corner nearest to a point, of those up to two cells away that
// have one.
func (g *grid) nearest(p vec, labels []int32) (label int32) {
	var at [3]int
	for a := range 3 {
		at[a] = int(math.Round((p[a] - g.f.low[a]) / g.f.cell))
	}
	best := math.Inf(1)
	for z := max(at[2]-2, 0); z <= min(at[2]+2, g.corners[2]-1); z++ {
		for y := max(at[1]-2, 0); y <= min(at[1]+2, g.corners[1]-1); y++ {
			for x := max(at[0]-2, 0); x <= min(at[0]+2, g.corners[0]-1); x++ {
				if l := labels[g.at(x, y, z)]; l > 0 {
					if d := g.place(x, y, z).Sub(p).Len(); d < best {
						best, label = d, l
					}
				}
			}
		}
	}
	return label
}

// fillHollows fills the parts of the outside that the surface encloses.
func (g *grid) fillHollows() {
	labels, parts := g.label(false)
	if parts < 2 {
		return
	}
	for i, l := range labels {
		if l > 1 { // the first part has the grid's first corner
			g.inside[i] = true
		}
	}
}
