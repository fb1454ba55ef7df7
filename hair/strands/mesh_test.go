// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// pyramid has a square base that is one face, and corners counted from both ends.
const pyramid = `# a pyramid
o tent
v -1 0 -1
v -1 0 1 0.5 0.5 0.5
v 1 0 1
v 1 0 -1
f 4 3 2 1
v 0 1 0
f 1/7 2/7 5/7
f -4 -3 -1
f 3 4 5 # a side
f 4 1 \
  5
`

func TestMeshOfFaces(t *testing.T) {
	m, err := ReadMesh(strings.NewReader(pyramid))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Vertices) != 5 || len(m.Indices) != 3*6 || m.Dropped != 0 {
		t.Fatalf("%d vertices, %d indices, %d dropped", len(m.Vertices), len(m.Indices), m.Dropped)
	}
	checkMesh(t, m)
	for i, n := range m.Normals {
		p := m.Vertices[i]
		if p == (mgl32.Vec3{0, 1, 0}) && n.Sub(mgl32.Vec3{0, 1, 0}).Len() > 1e-6 {
			t.Errorf("the normal at the tip is %v", n)
		}
		if n.Dot(p.Sub(mgl32.Vec3{0, 0.3, 0})) <= 0 {
			t.Errorf("the normal at %v is %v, want outwards", p, n)
		}
	}
}

// A vertex with two normals becomes two. Normals count only if every corner has one.
func TestMeshKeepsItsNormals(t *testing.T) {
	const sheet = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvn 0 0 2\nvn 0 3 0\n"
	m, err := ReadMesh(strings.NewReader(sheet + "f 1//1 2//1 3//1\nf 3//2 2/1/2 4//2\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Vertices) != 6 || m.Normals[0] != (mgl32.Vec3{0, 0, 1}) || m.Normals[5] != (mgl32.Vec3{0, 1, 0}) {
		t.Errorf("%v, %v", m.Vertices, m.Normals)
	}
	if m, err = ReadMesh(strings.NewReader(sheet + "f 1//1 2//1 3//1\nf 3//2 2 4//2\nf 1 1 2\n")); err != nil {
		t.Fatal(err)
	}
	if len(m.Vertices) != 4 || m.Normals[3] != (mgl32.Vec3{0, 0, 1}) || m.Dropped != 1 {
		t.Errorf("%v, %v, %d dropped", m.Vertices, m.Normals, m.Dropped)
	}
}

func TestMeshErrors(t *testing.T) {
	const three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
	for text, want := range map[string]error{
		"":                              ErrFormat,
		three:                           ErrFormat,
		three + "l 1 2 3\n":             ErrFormat,
		three + "f 1 2\n":               ErrFormat,
		three + "f 1 2 4\n":             ErrFormat,
		three + "f 0 1 2\n":             ErrFormat,
		three + "f -4 1 2\n":            ErrFormat,
		three + "f 1 2 x\n":             ErrFormat,
		three + "f 1//1 2//1 3//1\n":    ErrFormat,
		three + "f 1/1/1/1 2 3\n":       ErrFormat,
		three + "f 1 1 2\n":             ErrFormat,
		"v 0 0\n":                       ErrFormat,
		"v 0 0 nan\n":                   ErrFormat,
		"v 0 0 1e39\n":                  ErrFormat,
		"v 0 0":                         ErrTruncated,
		three + "vn 1 0\nf 1 2 3\n":     ErrFormat,
		three + "f 99999999999999999 1": ErrFormat,
	} {
		if m, err := ReadMesh(strings.NewReader(text)); !errors.Is(err, want) || m != nil {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	for name, want := range map[string]error{"none.obj": os.ErrNotExist, "head.stl": ErrFormat} {
		path := filepath.Join(t.TempDir(), name)
		if _, err := OpenMesh(path); !errors.Is(err, want) || !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMeshIsPlacedLikeTheHair(t *testing.T) {
	m := &Mesh{Vertices: []mgl32.Vec3{{1, 2, 3}}, Normals: []mgl32.Vec3{{0, 0, 1}}}
	m.PlaceLike(&Set{Origin: Origin{Format: PLY, Unit: 0.01, Up: UpZ}})
	if d := m.Vertices[0].Sub(mgl32.Vec3{0.01, 0.03, -0.02}).Len(); d > 1e-7 || m.Normals[0] != (mgl32.Vec3{0, 1, 0}) {
		t.Errorf("%v, %v", m.Vertices, m.Normals)
	}
	before := m.Vertices[0]
	m.PlaceLike(&Set{Unit: 1})
	if m.Vertices[0] != before {
		t.Errorf("grown hair moves a mesh to %v", m.Vertices[0])
	}
}

// checkMesh holds what every mesh promises.
func checkMesh(t *testing.T, m *Mesh) {
	t.Helper()
	if len(m.Indices) == 0 || len(m.Indices)%3 != 0 || len(m.Normals) != len(m.Vertices) {
		t.Fatalf("%d indices, %d normals, %d vertices", len(m.Indices), len(m.Normals), len(m.Vertices))
	}
	for _, i := range m.Indices {
		if int(i) >= len(m.Vertices) {
			t.Fatalf("vertex %d of %d", i, len(m.Vertices))
		}
	}
	for i, n := range m.Normals {
		if l := float64(n.Len()); !(math.Abs(l-1) < 1e-3) || !finite(m.Vertices[i][:]...) {
			t.Fatalf("vertex %d: %v with normal %v", i, m.Vertices[i], n)
		}
	}
}

func FuzzReadMesh(f *testing.F) {
	f.Add([]byte(pyramid))
	f.Add([]byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1/1/1 2//1 -1//-1\n"))
	f.Add([]byte("v 1e-38 0 0\nv 0 1e38 0\nv 0 0 -1e38\nf 1 2 3\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ReadMesh(bytes.NewReader(data))
		again, unsized := ReadMesh(struct{ io.Reader }{bytes.NewReader(data)})
		if (err == nil) != (unsized == nil) || !reflect.DeepEqual(m, again) {
			t.Fatalf("read as a file: %v; as a stream: %v", err, unsized)
		}
		if err == nil {
			checkMesh(t, m)
			return
		}
		if !errors.Is(err, ErrFormat) && !errors.Is(err, ErrTruncated) && !errors.Is(err, ErrLimit) {
			t.Fatalf("an error of no kind: %v", err)
		}
	})
}
