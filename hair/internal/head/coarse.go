// SPDX-License-Identifier: MIT

package head

import (
	"github.com/combgl/comb/hair/groom"
	"github.com/go-gl/mathgl/mgl32"
)

// CoarseCells is the number of cells of Coarse along the diagonal of a head's box. A draft shows a
// head some 100 pixels tall, so a cell is about two pixels.
const CoarseCells = 64

// Coarse is a head of fewer triangles for drafts. The vertices in each cell of a grid become one of
// them, the one nearest to their mean. So each vertex is moved by at most the diagonal of a cell,
// and a closed surface stays closed. Triangles with two corners in one cell go. The same head gives
// the same result every time. cells is at least 1. Source: Rossignac and Borrel, "Multi-resolution
// 3D approximations for rendering complex scenes", 1993.
func Coarse(h *groom.Head, cells int) *groom.Head {
	low, high := boxOf(h)
	side := max(high.Sub(low).Len()/float32(cells), 1e-6)
	type cell [3]int32
	type cluster struct {
		mean    mgl32.Vec3
		n       float32
		nearest uint32
		away    float32 // of the nearest from the mean
	}
	of := make([]uint32, len(h.Vertices)) // the cluster of each vertex
	numbers := map[cell]uint32{}
	var clusters []cluster
	for i, v := range h.Vertices {
		p := v.Sub(low).Mul(1 / side)
		at := cell{int32(p[0]), int32(p[1]), int32(p[2])}
		k, ok := numbers[at]
		if !ok {
			k = uint32(len(clusters))
			numbers[at] = k
			clusters = append(clusters, cluster{away: -1})
		}
		of[i] = k
		clusters[k].mean = clusters[k].mean.Add(v)
		clusters[k].n++
	}
	for i, v := range h.Vertices {
		c := &clusters[of[i]]
		if away := v.Sub(c.mean.Mul(1 / c.n)).Len(); c.away < 0 || away < c.away {
			c.nearest, c.away = uint32(i), away
		}
	}
	coarse := &groom.Head{}
	for _, c := range clusters {
		coarse.Vertices = append(coarse.Vertices, h.Vertices[c.nearest])
		coarse.Normals = append(coarse.Normals, h.Normals[c.nearest])
		coarse.Scalp = append(coarse.Scalp, h.Scalp[c.nearest])
		if h.Open != nil {
			coarse.Open = append(coarse.Open, h.Open[c.nearest])
		}
	}
	for i := 0; i+2 < len(h.Indices); i += 3 {
		a, b, c := of[h.Indices[i]], of[h.Indices[i+1]], of[h.Indices[i+2]]
		if a != b && b != c && c != a {
			coarse.Indices = append(coarse.Indices, a, b, c)
		}
	}
	return coarse
}

// boxOf is the box around a head.
func boxOf(h *groom.Head) (low, high mgl32.Vec3) {
	if len(h.Vertices) == 0 {
		return low, high
	}
	low, high = h.Vertices[0], h.Vertices[0]
	for _, v := range h.Vertices {
		for k := range v {
			low[k], high[k] = min(low[k], v[k]), max(high[k], v[k])
		}
	}
	return low, high
}
