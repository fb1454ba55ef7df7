// SPDX-License-Identifier: MIT

package head

import (
	"reflect"
	"testing"

	"github.com/combgl/comb/hair/groom"
	"github.com/go-gl/mathgl/mgl32"
)

// edges counts the triangles on one side of each edge, less those on the other side. In a closed
// surface all are 0.
func edges(h *groom.Head) map[[2]uint32]int {
	count := map[[2]uint32]int{}
	for i := 0; i+2 < len(h.Indices); i += 3 {
		for k := range 3 {
			a, b := h.Indices[i+k], h.Indices[i+(k+1)%3]
			if a < b {
				count[[2]uint32{a, b}]++
			} else {
				count[[2]uint32{b, a}]--
			}
		}
	}
	return count
}

func open(h *groom.Head) (n int) {
	for _, sides := range edges(h) {
		if sides != 0 {
			n++
		}
	}
	return n
}

// A coarse head has a sixth of the triangles or fewer, on vertices of the head that are near all
// others, and no holes.
func TestCoarseHeadStaysNearTheHead(t *testing.T) {
	h := groom.NewHead()
	c := Coarse(h, CoarseCells)
	if 6*len(c.Indices) > len(h.Indices) || len(c.Indices) < 1000 {
		t.Errorf("%d of %d triangles are left", len(c.Indices)/3, len(h.Indices)/3)
	}
	type vertex struct {
		place, normal mgl32.Vec3
		scalp, open   float32
	}
	whole := map[vertex]bool{}
	for i, v := range h.Vertices {
		whole[vertex{v, h.Normals[i], h.Scalp[i], h.Open[i]}] = true
	}
	low, high := boxOf(h)
	side := high.Sub(low).Len() / CoarseCells
	near := map[[3]int][]mgl32.Vec3{}
	at := func(v mgl32.Vec3) (k [3]int) {
		for a := range k {
			k[a] = int((v[a] - low[a]) / side)
		}
		return k
	}
	for i, v := range c.Vertices {
		if !whole[vertex{v, c.Normals[i], c.Scalp[i], c.Open[i]}] {
			t.Fatalf("vertex %d at %v is none of the head's", i, v)
		}
		near[at(v)] = append(near[at(v)], v)
	}
	for i, v := range h.Vertices {
		best := float32(1)
		for _, p := range near[at(v)] {
			best = min(best, p.Sub(v).Len())
		}
		if best > 1.75*side { // the diagonal of a cell is 1.73
			t.Fatalf("vertex %d is %v m from any that is left, a cell has %v m", i, best, side)
		}
	}
	if open(h) == 0 && open(c) != 0 {
		t.Errorf("%d edges are open, of the head none", open(c))
	}
	if !reflect.DeepEqual(c, Coarse(h, CoarseCells)) {
		t.Error("the second result differs from the first")
	}
}

func TestCoarseHeadOfAnySize(t *testing.T) {
	one := &groom.Head{Vertices: []mgl32.Vec3{{}, {1, 0, 0}, {0, 1, 0}}, Normals: make([]mgl32.Vec3, 3), Scalp: make([]float32, 3), Indices: []uint32{0, 1, 2}}
	if c := Coarse(one, CoarseCells); !reflect.DeepEqual(c, one) {
		t.Errorf("of a triangle larger than the cells: got %+v", c)
	}
	if c := Coarse(one, 1); len(c.Vertices) != 1 || len(c.Indices) != 0 {
		t.Errorf("of one cell: got %+v", c)
	}
	if c := Coarse(&groom.Head{}, CoarseCells); len(c.Vertices)+len(c.Indices) != 0 {
		t.Errorf("of an empty head: got %+v", c)
	}
	same := &groom.Head{Vertices: make([]mgl32.Vec3, 3), Normals: make([]mgl32.Vec3, 3), Scalp: make([]float32, 3), Indices: []uint32{0, 1, 2}}
	if c := Coarse(same, CoarseCells); len(c.Vertices) != 1 || len(c.Indices) != 0 {
		t.Errorf("of one place: got %+v", c)
	}
}
