// SPDX-License-Identifier: MIT

package scalp

import (
	"math"
	"testing"

	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// grown returns a set of straight hairs of two points, in metres.
func grown(roots, toward []vec, length float64) *strands.Set {
	s := &strands.Set{First: []uint32{0}, Unit: 1}
	for i, r := range roots {
		s.Points = append(s.Points, narrow(r), narrow(r.Add(toward[i].Mul(length))))
		s.First = append(s.First, uint32(len(s.Points)))
	}
	return s
}

// spread returns n points of the R2 sequence (Roberts), from 0 to 1.
func spread(n int, do func(u, v float64)) {
	for i := range n {
		_, u := math.Modf(0.5 + float64(i)*0.7548776662466927)
		_, v := math.Modf(0.5 + float64(i)*0.5698402909980532)
		do(u, v)
	}
}

// capOf returns roots on the upper part of an ellipsoid of 8 x 10 x 9 cm, and the normals.
func capOf(n int, lowest float64) (roots, normals []vec) {
	spread(n, func(u, v float64) {
		up := lowest + (1-lowest)*v
		sin, cos := math.Sincos(2 * math.Pi * u)
		flat := math.Sqrt(1 - up*up)
		p := vec{flat * sin, up, flat * cos}
		roots = append(roots, vec{0.08 * p[0], 0.10 * p[1], 0.09 * p[2]})
		normals = append(normals, direction(vec{p[0] / 0.08, p[1] / 0.10, p[2] / 0.09}))
	})
	return roots, normals
}

// sheet returns roots on a plane, a strip with a length, with normals up.
func sheet(n int, length float64) (roots, normals []vec) {
	spread(n, func(u, v float64) {
		roots = append(roots, vec{0.02 * (u - 0.5), 0.1, length * (v - 0.5)})
		normals = append(normals, vec{0, 1, 0})
	})
	return roots, normals
}

// body returns roots all over two balls with a waist between them, as of an animal.
func body(n int) (roots, normals []vec) {
	spread(n, func(u, v float64) {
		z := 0.4 * (v - 0.5)
		r := func(z float64) float64 {
			return math.Sqrt(max(0.04-z*z, 0)) * (0.35 + 0.15*math.Cos(math.Pi*z/0.2+math.Pi))
		}
		slope := (r(z+1e-4) - r(z-1e-4)) / 2e-4
		sin, cos := math.Sincos(2 * math.Pi * u)
		roots = append(roots, vec{r(z) * cos, r(z) * sin, z})
		normals = append(normals, direction(vec{cos, sin, -slope}))
	})
	return roots, normals
}

// inLine moves roots onto a line.
func inLine(roots []vec) []vec {
	for i := range roots {
		roots[i][0] = 0
	}
	return roots
}

func reversed(normals []vec) (out []vec) {
	for _, n := range normals {
		out = append(out, n.Mul(-1))
	}
	return out
}

// tangled leans each hair far away from the normal.
func tangled(normals []vec) (out []vec) {
	for i, n := range normals {
		sin, cos := math.Sincos(float64(i))
		out = append(out, direction(n.Mul(0.4).Add(vec{sin, cos * sin, cos}.Mul(0.9))))
	}
	return out
}

// checkMesh tests that a mesh is closed, consistently oriented outwards, and of finite numbers.
// smooth: each normal is near those of its triangles.
func checkMesh(t *testing.T, h *groom.Head, smooth bool) {
	t.Helper()
	if len(h.Vertices) == 0 || len(h.Normals) != len(h.Vertices) || len(h.Scalp) != len(h.Vertices) || len(h.Open) != len(h.Vertices) {
		t.Fatalf("%d vertices, %d normals, %d and %d shares", len(h.Vertices), len(h.Normals), len(h.Scalp), len(h.Open))
	}
	edges := map[[2]uint32]int{}
	volume, against := 0.0, 0
	for i := 0; i < len(h.Indices); i += 3 {
		tri := h.Indices[i : i+3]
		for k, a := range tri {
			edges[[2]uint32{a, tri[(k+1)%3]}]++
		}
		a, b, c := h.Vertices[tri[0]], h.Vertices[tri[1]], h.Vertices[tri[2]]
		volume += float64(a.Dot(b.Cross(c))) / 6
		if b.Sub(a).Cross(c.Sub(a)).Dot(h.Normals[tri[0]]) < 0 {
			against++
		}
	}
	for e, n := range edges {
		if n != 1 || edges[[2]uint32{e[1], e[0]}] != 1 {
			t.Fatalf("edge %v has %d triangles on this side and %d on the other, want 1 and 1", e, n, edges[[2]uint32{e[1], e[0]}])
		}
	}
	if !(volume > 0) {
		t.Errorf("a volume of %v m3: the triangles face inwards", volume)
	}
	if smooth && against > len(h.Indices)/3/200 {
		t.Errorf("%d of %d triangles face against their normals", against, len(h.Indices)/3)
	}
	for i, v := range h.Vertices {
		n, scalp, open := h.Normals[i], h.Scalp[i], h.Open[i]
		if !finite(v) || !(math.Abs(float64(n.Len())-1) < 1e-4) || !(scalp >= 0 && scalp <= 1) || !(open >= 0.05 && open <= 1) {
			t.Fatalf("vertex %d: place %v, normal %v, scalp %v, open %v", i, v, n, scalp, open)
		}
	}
}

// heights returns the signed distances of some roots from the mesh, positive outside.
func heights(h *groom.Head, s *strands.Set, some int) (out []float64) {
	step := max(1, s.Strands()/some)
	for i := 0; i < s.Strands(); i += step {
		p := s.Points[s.First[i]].Mul(s.Unit)
		best, side := float32(math.Inf(1)), float32(1)
		for k := 0; k < len(h.Indices); k += 3 {
			a, b, c := h.Vertices[h.Indices[k]], h.Vertices[h.Indices[k+1]], h.Vertices[h.Indices[k+2]]
			if d := p.Sub(onTriangle(p, a, b, c)); d.Len() < best {
				best, side = d.Len(), 1
				if d.Dot(b.Sub(a).Cross(c.Sub(a))) < 0 {
					side = -1
				}
			}
		}
		out = append(out, float64(best*side))
	}
	return out
}

// onTriangle returns the point of a triangle nearest to p (Ericson, "Real-Time Collision
// Detection", 5.1.5).
func onTriangle(p, a, b, c mgl32.Vec3) mgl32.Vec3 {
	ab, ac, ap := b.Sub(a), c.Sub(a), p.Sub(a)
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return a
	}
	bp := p.Sub(b)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return b
	}
	vc := d1*d4 - d3*d2
	if vc <= 0 && d1 >= 0 && d3 <= 0 {
		return a.Add(ab.Mul(d1 / (d1 - d3)))
	}
	cp := p.Sub(c)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return c
	}
	vb := d5*d2 - d1*d6
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		return a.Add(ac.Mul(d2 / (d2 - d6)))
	}
	va := d3*d6 - d5*d4
	if va <= 0 && d4 >= d3 && d5 >= d6 {
		return b.Add(c.Sub(b).Mul((d4 - d3) / (d4 - d3 + d5 - d6)))
	}
	sum := va + vb + vc
	return a.Add(ab.Mul(vb / sum)).Add(ac.Mul(vc / sum))
}

func repeated(v vec, n int) (out []vec) {
	for range n {
		out = append(out, v)
	}
	return out
}
