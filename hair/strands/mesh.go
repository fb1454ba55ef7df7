// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// Mesh is a mesh of triangles, such as a head for a set of strands.
type Mesh struct {
	Vertices []mgl32.Vec3 // in the units and with the axes of the file
	Normals  []mgl32.Vec3 // outwards, of length 1, one for each vertex
	Indices  []uint32     // three per triangle, counter-clockwise seen from outside
	Dropped  int          // triangles without area, left out
}

// Limits of a mesh.
const (
	MaxMeshVertices  = 1 << 22
	MaxMeshTriangles = 1 << 23
	MaxMeshBytes     = 1 << 30
)

// OpenMesh reads the faces of an .obj file. Polygons become triangles around their first corner.
// Without a normal at each corner the normals are smooth: the mean of a vertex's triangles, by
// area. Groups, materials and texture coordinates are not kept. Memory is at most some 16 times
// the size of the file. Errors begin with the path. They are ErrFormat, ErrTruncated, ErrLimit or
// errors of the system.
func OpenMesh(path string) (*Mesh, error) {
	m, err := openMesh(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, withoutPath(err))
	}
	return m, nil
}

func openMesh(path string) (*Mesh, error) {
	if ending := filepath.Ext(path); !strings.EqualFold(ending, ".obj") {
		return nil, fmt.Errorf("a mesh with the ending %q, want .obj: %w", ending, ErrFormat)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readMesh(f)
}

// ReadMesh reads what OpenMesh reads, from a stream. Errors: those of OpenMesh, without a path, and
// of r.
func ReadMesh(r io.Reader) (*Mesh, error) {
	m, err := readMesh(r)
	if err != nil {
		return nil, fmt.Errorf("strands: ReadMesh: %w", err)
	}
	return m, nil
}

// PlaceLike scales and rotates the mesh from the units and axes of a set's file to metres with y
// up, as a renderer shows the set. For a set that was not read from a file it changes nothing.
func (m *Mesh) PlaceLike(s *Set) {
	o := s.Origin
	if o.Format == Auto || o.Up == UpAuto {
		return
	}
	t := turnOf(o.Format, o.Up)
	for i, p := range m.Vertices {
		m.Vertices[i] = t.apply(p).Mul(o.Unit)
		m.Normals[i] = t.apply(m.Normals[i])
	}
}

// objMesh is the part of an .obj mesh that has been read. A corner is a vertex and its normal, both
// from 1 up, and 0 for no normal.
type objMesh struct {
	text              *text
	vertices, normals blocks[mgl32.Vec3]
	corners           blocks[[2]uint32]
}

func readMesh(r io.Reader) (*Mesh, error) {
	in, err := newStream(r, Options{Limits: Limits{Bytes: MaxMeshBytes}})
	if err != nil {
		return nil, err
	}
	o := &objMesh{text: newText(in, 0, true)}
	for {
		word, err := o.text.first()
		if errors.Is(err, io.EOF) {
			return o.mesh()
		}
		switch {
		case err != nil:
		case string(word) == "v":
			err = o.vector("a vertex", &o.vertices)
		case string(word) == "vn":
			err = o.vector("a normal", &o.normals)
		case string(word) == "f":
			err = o.face()
		}
		if err != nil {
			return nil, err
		}
	}
}

// vector reads three numbers. It skips what follows, such as a colour.
func (o *objMesh) vector(what string, to *blocks[mgl32.Vec3]) error {
	var v mgl32.Vec3
	for a := range v {
		word, err := o.text.must("a coordinate of " + what)
		if err != nil {
			return err
		}
		if v[a], err = o.text.number("a coordinate of "+what, word); err != nil {
			return err
		}
	}
	if to.n == MaxMeshVertices {
		return fmt.Errorf("line %d: %s more than the limit of %d: %w", o.text.line, what, MaxMeshVertices, ErrLimit)
	}
	to.add(v)
	return nil
}

// face reads the corners of a polygon: v, v/vt, v//vn or v/vt/vn, from 1 up or from -1 down.
func (o *objMesh) face() error {
	var first, before [2]uint32
	for n := 0; ; n++ {
		word, err := o.text.next()
		if err != nil {
			return err
		}
		if word == nil || word[0] == '#' {
			if n < 3 {
				return o.text.errorf("a face of %d corners, want at least 3", n)
			}
			return nil
		}
		corner, err := o.corner(string(word))
		if err != nil {
			return err
		}
		if n == 0 {
			first = corner
		}
		if n >= 2 {
			if o.corners.n == 3*MaxMeshTriangles {
				return fmt.Errorf("line %d: a triangle more than the limit of %d: %w", o.text.line, MaxMeshTriangles, ErrLimit)
			}
			o.corners.add(first)
			o.corners.add(before)
			o.corners.add(corner)
		}
		before = corner
	}
}

func (o *objMesh) corner(word string) (at [2]uint32, err error) {
	parts := strings.Split(word, "/")
	if len(parts) > 3 {
		return at, o.text.errorf("a corner of a face is %q, want v, v/vt, v//vn or v/vt/vn", word)
	}
	if at[0], err = o.index("vertex", parts[0], o.vertices.n); err == nil && len(parts) == 3 && parts[2] != "" {
		at[1], err = o.index("normal", parts[2], o.normals.n)
	}
	return at, err
}

// index returns the index of a vertex or a normal, from 1 up.
func (o *objMesh) index(what, word string, count int) (uint32, error) {
	at, err := o.text.integer("the "+what+" of a corner", []byte(word))
	if err != nil {
		return 0, err
	}
	if at < 0 {
		at += int64(count) + 1
	}
	if at < 1 || at > int64(count) {
		return 0, o.text.errorf("a corner at %s %s, there are %d so far", what, word, count)
	}
	return uint32(at), nil
}

// mesh joins the corners of a vertex that have one normal.
func (o *objMesh) mesh() (*Mesh, error) {
	if o.corners.n == 0 {
		return nil, o.text.errorf("the file ends without faces (f)")
	}
	own := true
	for i := range o.corners.n {
		own = own && o.corners.at(i)[1] != 0
	}
	m := &Mesh{Indices: make([]uint32, 0, o.corners.n)}
	seen := map[[2]uint32]uint32{}
	index := func(corner [2]uint32) uint32 {
		if !own {
			corner[1] = 0
		}
		at, ok := seen[corner]
		if !ok {
			at = uint32(len(m.Vertices))
			seen[corner] = at
			m.Vertices = append(m.Vertices, o.vertices.at(int(corner[0]-1)))
			normal := mgl32.Vec3{}
			if own {
				normal = o.normals.at(int(corner[1] - 1))
			}
			m.Normals = append(m.Normals, normal)
		}
		return at
	}
	for i := 0; i < o.corners.n; i += 3 {
		var at [3]uint32
		var p [3]mgl32.Vec3
		for k := range at {
			at[k] = index(o.corners.at(i + k))
			p[k] = m.Vertices[at[k]]
		}
		across := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
		if l := across.Len(); !(l > 0) || !finite(across[:]...) {
			m.Dropped++
			continue
		}
		m.Indices = append(m.Indices, at[:]...)
		for _, v := range at {
			if !own {
				m.Normals[v] = m.Normals[v].Add(across)
			}
		}
	}
	if len(m.Indices) == 0 {
		return nil, o.text.errorf("the file ends, and none of %d triangles has an area", m.Dropped)
	}
	for i, n := range m.Normals {
		m.Normals[i] = unit(n)
	}
	return m, nil
}

// unit returns v with length 1. A vector without a direction becomes +y.
func unit(v mgl32.Vec3) mgl32.Vec3 {
	largest := max(v[0], -v[0], v[1], -v[1], v[2], -v[2])
	if !(largest > 0) || !finite(v[:]...) {
		return mgl32.Vec3{0, 1, 0}
	}
	v = mgl32.Vec3{v[0] / largest, v[1] / largest, v[2] / largest} // squares of small numbers are 0
	return v.Mul(1 / v.Len())
}
