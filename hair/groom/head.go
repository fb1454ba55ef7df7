// SPDX-License-Identifier: MIT

package groom

import "github.com/combgl/comb/internal/cores"

// Head is the bust under the hair: a closed triangle mesh in metres, counter-clockwise seen from
// outside.
type Head struct {
	Vertices []vec     // positions in metres
	Normals  []vec     // outwards, of length 1
	Scalp    []float32 // 0 on bare skin, 1 where hair grows: a renderer can tint the scalp between hairs
	Open     []float32 // share of the light from all around that the head itself lets through; nil: 1 everywhere
	Indices  []uint32  // three per triangle
}

// headCell is the cell of the grid for the mesh, in metres. The grid contains the bust with one
// cell to spare.
const headCell = 0.003

var (
	headLow  = vec{-0.162, -0.333, -0.135}
	headGrid = [3]int{108, 144, 84} // cells
)

// NewHead returns the mesh of the bust. It uses surface nets (Gibson 1998): one vertex in each cell
// that the surface crosses, and one quad across each edge that it crosses. Then the vertices move
// apart along the surface, so that triangles are about equally large. It takes about a second on
// one core.
func NewHead() *Head {
	n := nets{corner: make([]float32, (headGrid[0]+1)*(headGrid[1]+1)*(headGrid[2]+1)), vertex: map[int]uint32{}}
	n.corners()
	for z := range headGrid[2] {
		for y := range headGrid[1] {
			for x := range headGrid[0] {
				n.cell(x, y, z)
			}
		}
	}
	for z := 1; z < headGrid[2]; z++ {
		for y := 1; y < headGrid[1]; y++ {
			for x := 1; x < headGrid[0]; x++ {
				n.edges(x, y, z)
			}
		}
	}
	n.relax()
	n.finish()
	return &n.head
}

// relaxations is how often every vertex moves to the middle of its neighbours. Two leave no
// triangle whose plane is far from the normals of its corners.
const relaxations = 2

// relax evens out the triangles. Without it the vertices of two cells that the surface leaves at
// their common corner would lie on each other.
func (n *nets) relax() {
	h := &n.head
	sum, count := make([]vec, len(h.Vertices)), make([]float32, len(h.Vertices))
	for range relaxations {
		clear(sum)
		clear(count)
		for i := 0; i < len(h.Indices); i += 6 { // each quad is two triangles: a b c, a c d
			quad := [4]uint32{h.Indices[i], h.Indices[i+1], h.Indices[i+2], h.Indices[i+5]}
			for k, v := range quad {
				sum[v] = sum[v].Add(h.Vertices[quad[(k+1)%4]]).Add(h.Vertices[quad[(k+3)%4]])
				count[v] += 2
			}
		}
		n.each(func(i int) { h.Vertices[i] = toSurface(sum[i].Mul(1/count[i]), 1) })
	}
}

// finish computes what a vertex has besides its position.
func (n *nets) finish() {
	h := &n.head
	h.Normals, h.Scalp, h.Open = make([]vec, len(h.Vertices)), make([]float32, len(h.Vertices)), make([]float32, len(h.Vertices))
	n.each(func(i int) {
		p := h.Vertices[i]
		h.Normals[i], h.Scalp[i] = headNormal(p), scalp(p)
		h.Open[i] = openness(p, h.Normals[i]) * rooted(p)
	})
}

// each calls a function for all vertices, on all cores.
func (n *nets) each(do func(i int)) { cores.Each(len(n.head.Vertices), 512, do) }

// toSurface moves a point near the surface onto it.
func toSurface(p vec, steps int) vec {
	for range steps {
		step := headNormal(p).Mul(headDistance(p))
		if l := step.Len(); l > headCell/2 {
			step = step.Mul(headCell / 2 / l)
		}
		p = p.Sub(step)
	}
	return p
}

// nets is the state of NewHead.
type nets struct {
	corner []float32 // distance at each corner of the grid
	vertex map[int]uint32
	head   Head
}

func (n *nets) at(x, y, z int) int { return (z*(headGrid[1]+1)+y)*(headGrid[0]+1) + x }

// headBlock is the size of a block in corners. Only signs matter far from the surface, so a block
// whose centre is twice as far from it as from its own corners has the centre's distance. A test
// compares the signs with those of every corner's own distance.
const headBlock = 8

// corners fills the grid.
func (n *nets) corners() {
	cores.Each((headGrid[2]+headBlock)/headBlock, 1, func(k int) {
		for y := 0; y <= headGrid[1]; y += headBlock {
			for x := 0; x <= headGrid[0]; x += headBlock {
				n.block(x, y, k*headBlock)
			}
		}
	})
}

// block fills the corners of the block that begins at a corner.
func (n *nets) block(x0, y0, z0 int) {
	middle := n.place(x0, y0, z0).Add(vec{1, 1, 1}.Mul(headCell * (headBlock - 1) / 2))
	far := headDistance(middle)
	whole := abs(far) > 1.7321*headCell*(headBlock-1)
	for z := z0; z <= min(z0+headBlock-1, headGrid[2]); z++ {
		for y := y0; y <= min(y0+headBlock-1, headGrid[1]); y++ {
			for x := x0; x <= min(x0+headBlock-1, headGrid[0]); x++ {
				n.corner[n.at(x, y, z)] = far
				if !whole {
					n.corner[n.at(x, y, z)] = headDistance(n.place(x, y, z))
				}
			}
		}
	}
}

func (n *nets) place(x, y, z int) vec {
	return headLow.Add(vec{float32(x), float32(y), float32(z)}.Mul(headCell))
}

// cell adds a vertex on the surface for a cell that the surface crosses.
func (n *nets) cell(x, y, z int) {
	inside := 0
	for i := range 8 {
		if n.corner[n.at(x+i&1, y+i>>1&1, z+i>>2)] < 0 {
			inside++
		}
	}
	if inside == 0 || inside == 8 {
		return
	}
	p := toSurface(n.place(x, y, z).Add(vec{0.5, 0.5, 0.5}.Mul(headCell)), 2)
	// A vertex outside its cell could flip a triangle.
	low := n.place(x, y, z)
	for a := range 3 {
		p[a] = clamp(p[a], low[a], low[a]+headCell)
	}
	n.vertex[n.at(x, y, z)] = uint32(len(n.head.Vertices))
	n.head.Vertices = append(n.head.Vertices, p)
}

// edges adds a quad across each of the three edges up from a corner that the surface crosses.
func (n *nets) edges(x, y, z int) {
	from := n.corner[n.at(x, y, z)]
	for axis := range 3 {
		var step [3]int
		step[axis] = 1
		to := n.corner[n.at(x+step[0], y+step[1], z+step[2])]
		if (from < 0) == (to < 0) {
			continue
		}
		// The four cells around the edge, in turn.
		u, v := (axis+1)%3, (axis+2)%3
		var quad [4]uint32
		for i, back := range [4][2]int{{1, 1}, {0, 1}, {0, 0}, {1, 0}} {
			at := [3]int{x, y, z}
			at[u] -= back[0]
			at[v] -= back[1]
			quad[i] = n.vertex[n.at(at[0], at[1], at[2])]
		}
		if from >= 0 {
			quad[1], quad[3] = quad[3], quad[1]
		}
		n.head.Indices = append(n.head.Indices, quad[0], quad[1], quad[2], quad[0], quad[2], quad[3])
	}
}
