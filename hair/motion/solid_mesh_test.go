// SPDX-License-Identifier: MIT

package motion

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// bowl is a sphere of 5 cm as a mesh; open leaves out its bottom.
func bowl(open bool) (vertices []mgl32.Vec3, indices []uint32) {
	const rows, columns = 24, 48
	for r := range rows + 1 {
		up, flat := math.Sincos(math.Pi * (float64(r)/rows - 0.5))
		for c := range columns {
			sin, cos := math.Sincos(2 * math.Pi * float64(c) / columns)
			vertices = append(vertices, mgl32.Vec3{float32(flat * sin), float32(up), float32(flat * cos)}.Mul(0.05))
		}
	}
	at := func(r, c int) uint32 { return uint32(r*columns + c%columns) }
	for r := range rows {
		for c := range columns {
			if !open || r > 4 {
				indices = append(indices, at(r, c), at(r, c+1), at(r+1, c+1), at(r, c), at(r+1, c+1), at(r+1, c))
			}
		}
	}
	return vertices, indices
}

func TestMeshSolidIsTheDistanceToTheMesh(t *testing.T) {
	vertices, indices := bowl(false)
	s, err := NewMeshSolid(vertices, indices, 0.004)
	if err != nil {
		t.Fatal(err)
	}
	turned := make([]uint32, len(indices))
	for i := range indices {
		turned[i] = indices[len(indices)-1-i]
	}
	other, err := NewMeshSolid(vertices, turned, 0.004)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range s.distance {
		x, y, z := i%s.size[0], i/s.size[0]%s.size[1], i/(s.size[0]*s.size[1])
		// The mesh lies up to 0.2 mm within the sphere. Far away a nearer triangle may be missed.
		want := ball(s.corner(x, y, z))
		bound := 0.0003 + 0.04*max(abs(want)-0.004, 0)
		if !(abs(d-want) < bound) {
			t.Fatalf("at %v the distance is %v, want %v", s.corner(x, y, z), d, want)
		}
		if !(abs(other.distance[i]-d) < bound) {
			t.Fatalf("at %v the distance is %v with the other winding, want %v", s.corner(x, y, z), other.distance[i], d)
		}
	}
	if cell, f, within := s.cellOf(mgl32.Vec3{0.01, 0.02, -0.01}); !within || math.Abs(float64(s.between(cell, f)-ball(mgl32.Vec3{0.01, 0.02, -0.01}))) > 0.001 {
		t.Errorf("the distance between corners is %v", s.between(cell, f))
	}
}

// A hole on any side leaves the inside inside, also behind the hole.
func TestOpenMeshesHaveAnInside(t *testing.T) {
	upright, indices := bowl(true)
	for name, turn := range map[string]mgl32.Mat3{
		"below": mgl32.Ident3(), "above": mgl32.Rotate3DX(math.Pi), "aside": mgl32.Rotate3DZ(math.Pi / 2), "in front": mgl32.Rotate3DX(math.Pi / 2),
	} {
		t.Run(name, func(t *testing.T) {
			var vertices []mgl32.Vec3
			for _, v := range upright {
				vertices = append(vertices, turn.Mul3x1(v))
			}
			s, err := NewMeshSolid(vertices, indices, 0.004)
			if err != nil {
				t.Fatal(err)
			}
			for i, d := range s.distance {
				p := s.corner(i%s.size[0], i/s.size[0]%s.size[1], i/(s.size[0]*s.size[1]))
				up := turn.Transpose().Mul3x1(p)[1]
				if want := ball(p); abs(want) > 0.001 && up > -0.038 && (d < 0) != (want < 0) {
					t.Fatalf("at %v the distance is %v, and %v to the ball", p, d, want)
				}
			}
		})
	}
}

// The mesh of the groom's head has the inside that its distance has.
func TestMeshSolidOfTheHead(t *testing.T) {
	h := groom.NewHead()
	s, err := NewMeshSolid(h.Vertices, h.Indices, gputest.InNightly[float32](0.004, 0.01))
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range s.distance {
		p := s.corner(i%s.size[0], i/s.size[0]%s.size[1], i/(s.size[0]*s.size[1]))
		if want := groom.HeadDistance(p); abs(want) > 0.001 && (d < 0) != (want < 0) {
			t.Fatalf("at %v the distance is %v, and %v to the head", p, d, want)
		}
	}
}

func TestMeshSolidRefuses(t *testing.T) {
	vertices, indices := bowl(false)
	broken := append([]mgl32.Vec3{{float32(math.NaN()), 0, 0}}, vertices[1:]...)
	for _, c := range []struct {
		what     string
		vertices []mgl32.Vec3
		indices  []uint32
		cell     float32
		wantText string
	}{
		{"no triangle", vertices, nil, 0.01, "0 indices"},
		{"half a triangle", vertices, indices[:4], 0.01, "4 indices"},
		{"an index too large", vertices[:40], indices, 0.01, "of 40 vertices"},
		{"not a number", broken, indices, 0.01, "vertex 0"},
		{"no cell", vertices, indices, 0, "cell is 0"},
		{"too many cells", vertices, indices, 1e-5, "16777216"},
	} {
		if s, err := NewMeshSolid(c.vertices, c.indices, c.cell); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), c.wantText) || !strings.Contains(err.Error(), "NewMeshSolid") {
			t.Errorf("%s: %v, %v", c.what, s, err)
		}
	}
}

// Hair that lies in the head stays there in still air, and the rest of the head is as it was.
func TestBesideKeepsTheStyle(t *testing.T) {
	dev := gputest.Device(t)
	low, high := mgl32.Vec3{-0.06, -0.06, -0.06}, mgl32.Vec3{0.06, 0.06, 0.06}
	whole, err := NewSolid(low, high, 0.005, ball)
	if err != nil {
		t.Fatal(err)
	}
	set := &strands.Set{First: []uint32{0}, Unit: 1, DefaultOpacity: 1}
	for s := range 20 {
		for k := range 12 { // past the pole, down to 12 mm in the ball
			set.Points = append(set.Points, mgl32.Vec3{0.038 + 0.0005*float32(s), 0.055 - 0.01*float32(k), 0.001 * float32(s)})
		}
		set.First = append(set.First, uint32(len(set.Points)))
	}
	o := Defaults()
	dented := whole.Beside(set, o.Clearance)
	for _, p := range set.Points {
		if cell, f, within := dented.cellOf(p); within && dented.between(cell, f) < o.Clearance-1e-6 {
			t.Errorf("the point %v is %v from the dented solid, want %v", p, dented.between(cell, f), o.Clearance)
		}
	}
	if dented == whole || dented.distance[dented.at(2, 12, 12)] != whole.distance[whole.at(2, 12, 12)] {
		t.Error("the other side of the ball changed")
	}
	if again := dented.Beside(set, o.Clearance-1e-5); again != dented {
		t.Error("a solid with dents gets more of them")
	}
	off := func(solid *Solid) float32 {
		o.Solid = solid
		m := move(t, dev, set, o)
		return farthest(m.after(60), restOf(set))
	}
	if kept, pushed := off(dented), off(whole); kept > 0.004 || pushed < 0.006 {
		t.Errorf("in still air a point moves by %v m beside dents, and by %v without them", kept, pushed)
	}
}

// In a dent the distance still rises away from the head. A strand that is pushed along the surface
// is thrown off the head.
func TestDentsRiseAwayFromTheHead(t *testing.T) {
	whole, err := NewSolid(mgl32.Vec3{-0.06, -0.06, -0.06}, mgl32.Vec3{0.06, 0.06, 0.06}, 0.002, ball)
	if err != nil {
		t.Fatal(err)
	}
	set := &strands.Set{First: []uint32{0}, Unit: 1, DefaultOpacity: 1}
	for s := range 40 { // spread over a side of the ball, up to 5 mm in it
		sin, cos := math.Sincos(float64(s) * 2.4)
		r := 0.004 * math.Sqrt(float64(s))
		for k := range 2 {
			p := mgl32.Vec3{0.05, float32(r * cos), float32(r * sin)}.Normalize()
			set.Points = append(set.Points, p.Mul(0.05-0.001*float32(s%5+k)))
		}
		set.First = append(set.First, uint32(len(set.Points)))
	}
	dented := whole.Beside(set, 0.001)
	twin := twin{params: params{turn: mgl32.Vec4{0, 0, 0, 1}, gridLow: dented.low.Vec4(1 / dented.cell)}, solid: dented.distance}
	for a, n := range dented.size {
		twin.gridSize[a] = uint32(n)
	}
	for s := range 4000 {
		sin, cos := math.Sincos(float64(s) * 2.4)
		r := 0.0005 * math.Sqrt(float64(s))
		out := mgl32.Vec3{0.05, float32(r * cos), float32(r * sin)}.Normalize()
		gradient, _ := twin.solidAt(out.Mul(0.0495))
		if rise := gradient.Dot(out) / gradient.Len(); !(rise > 0.85) {
			t.Fatalf("at %v the distance rises towards %v", out.Mul(0.0495), gradient)
		}
	}
}
