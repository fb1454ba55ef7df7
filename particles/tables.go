// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"math"
	"sort"

	"github.com/combgl/comb/gpu"
)

// Curve is a function of four values, such as a colour with alpha, over a life from 0 to 1. A curve
// named fade is vec4 fade(float t) in GLSL. It is baked into a table of 64 samples.
type Curve struct {
	Name string // the function in GLSL
	Keys []Key  // in ascending order of At; linear between keys, constant before the first and after the last
}

// Key is a point of a Curve.
type Key struct {
	At    float32    // 0 to 1
	Value [4]float32 // at At, finite
}

// validate returns what is wrong with the curve, or "".
func (c Curve) validate() string {
	if len(c.Keys) == 0 {
		return fmt.Sprintf("curve %q has no keys", c.Name)
	}
	for i, k := range c.Keys {
		if !(k.At >= 0 && k.At <= 1) || i > 0 && k.At < c.Keys[i-1].At {
			return fmt.Sprintf("curve %q: key %d is at %v, want 0 to 1 in ascending order", c.Name, i, k.At)
		}
		if v := k.Value; !finite([3]float32(v[:3])) || v[3]-v[3] != 0 {
			return fmt.Sprintf("curve %q: key %d has the value %v, want finite numbers", c.Name, i, v)
		}
	}
	return ""
}

// at returns the curve's value at t.
func (c Curve) at(t float32) [4]float32 {
	i := sort.Search(len(c.Keys), func(i int) bool { return c.Keys[i].At > t })
	if i == 0 {
		return c.Keys[0].Value
	}
	if i == len(c.Keys) {
		return c.Keys[i-1].Value
	}
	a, b := c.Keys[i-1], c.Keys[i]
	part := (t - a.At) / (b.At - a.At)
	var v [4]float32
	for j := range v {
		v[j] = a.Value[j] + part*(b.Value[j]-a.Value[j])
	}
	return v
}

func (c Curve) bake() (table [curveSamples][4]float32) {
	for i := range table {
		table[i] = c.at(float32(i) / (curveSamples - 1))
	}
	return table
}

// SetCurve replaces the keys of curve i for the next steps.
//
// Errors: gpu.ErrArgument if there is no curve i or keys are invalid; gpu.ErrWrongThread,
// gpu.ErrReleased.
func (s *System) SetCurve(i int, keys []Key) error {
	if err := s.live("SetCurve"); err != nil {
		return err
	}
	if i < 0 || i >= len(s.o.Curves) {
		return argument("SetCurve", "got curve %d, want one of the %d", i, len(s.o.Curves))
	}
	c := Curve{s.o.Curves[i].Name, keys}
	if what := c.validate(); what != "" {
		return argument("SetCurve", "%s", what)
	}
	table := c.bake()
	at, err := s.tables.Slice(i*curveSamples, (i+1)*curveSamples)
	if err != nil {
		return err
	}
	return gpu.Upload(s.d, at, table[:])
}

// Mesh is a set of triangles to emit from.
type Mesh struct {
	rows [][4]float32 // three per triangle; the first holds the share of the total area up to the triangle's end
}

// NewMesh makes a mesh. A triangle is three indices into positions, or three positions if indices
// is nil. Triangles without area are left out.
//
// Errors: gpu.ErrArgument if an index is out of range, a position is not finite, or no triangle has
// an area.
func NewMesh(positions [][3]float32, indices []uint32) (*Mesh, error) {
	if indices == nil {
		for i := range positions {
			indices = append(indices, uint32(i))
		}
	}
	if len(indices)%3 != 0 {
		return nil, argument("NewMesh", "got %d corners, want a multiple of 3", len(indices))
	}
	m := &Mesh{}
	var ends []float64
	total := 0.0
	for i := 0; i < len(indices); i += 3 {
		var c [3][3]float64
		for j := range c {
			at := indices[i+j]
			if int64(at) >= int64(len(positions)) {
				return nil, argument("NewMesh", "index %d is %d, want one below the %d positions", i+j, at, len(positions))
			}
			for a := range 3 {
				c[j][a] = float64(positions[at][a])
			}
		}
		area := area(c)
		if math.IsNaN(area) || math.IsInf(area, 0) {
			return nil, argument("NewMesh", "triangle %d has the area %v, want a finite one", i/3, area/2)
		}
		if area == 0 {
			continue
		}
		total += area
		ends = append(ends, total)
		for j := range c {
			m.rows = append(m.rows, [4]float32{float32(c[j][0]), float32(c[j][1]), float32(c[j][2])})
		}
	}
	if total == 0 {
		return nil, argument("NewMesh", "none of %d triangles has an area, want one", len(indices)/3)
	}
	for i, e := range ends {
		m.rows[3*i][3] = float32(e / total)
	}
	return m, nil
}

// area returns twice the area of a triangle.
func area(c [3][3]float64) float64 {
	var u, v [3]float64
	for a := range u {
		u[a], v[a] = c[1][a]-c[0][a], c[2][a]-c[0][a]
	}
	x, y, z := u[1]*v[2]-u[2]*v[1], u[2]*v[0]-u[0]*v[2], u[0]*v[1]-u[1]*v[0]
	return math.Sqrt(x*x + y*y + z*z)
}

func (m *Mesh) len() int {
	if m == nil {
		return 0
	}
	return len(m.rows) / 3
}

// makeTables uploads curves and mesh.
func (s *System) makeTables() (err error) {
	var rows [][4]float32
	for _, c := range s.o.Curves {
		table := c.bake()
		rows = append(rows, table[:]...)
	}
	if s.o.Mesh != nil {
		rows = append(rows, s.o.Mesh.rows...)
	}
	if len(rows) == 0 {
		return nil
	}
	if s.tables, err = gpu.NewBufferFrom(s.d, rows); err != nil {
		return fmt.Errorf("particles: New: tables: %w", err)
	}
	return nil
}
