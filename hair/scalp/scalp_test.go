// SPDX-License-Identifier: MIT

package scalp

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// The roots of each kind of set lie on the surface or a little outside it.
func TestRootsLieOnTheSurface(t *testing.T) {
	for _, c := range []struct {
		name   string
		roots  func() (roots, toward []vec)
		beyond float64 // the most that a root may be outside, in sizes of the roots
	}{
		{"cap", func() ([]vec, []vec) { return capOf(5000, 0.1) }, 0.02},
		{"whole ball", func() ([]vec, []vec) { return capOf(5000, -1) }, 0.02},
		{"12 roots", func() ([]vec, []vec) { return capOf(12, 0.1) }, 0.15},
		{"leaning hair", func() ([]vec, []vec) { r, n := capOf(5000, 0.1); return r, tangled(n) }, 0.02},
		{"inside out", func() ([]vec, []vec) { r, n := capOf(5000, 0.1); return r, reversed(n) }, 0.02},
		{"strip on a plane", func() ([]vec, []vec) { return sheet(1500, 0.3) }, 0.03},
		{"square on a plane", func() ([]vec, []vec) { return sheet(400, 0.02) }, 0.03},
		{"two roots", func() ([]vec, []vec) { return sheet(2, 0.3) }, 0.05},
		{"line", func() ([]vec, []vec) { r, n := sheet(40, 0.3); return inLine(r), n }, 0.03},
		{"strip with its roots turned in", func() ([]vec, []vec) { r, n := sheet(1500, 0.3); return r, reversed(n) }, 0.03},
		{"fur", func() ([]vec, []vec) { return body(6000) }, 0.05},
		{"fur, few roots", func() ([]vec, []vec) { return body(60) }, 0.2},
	} {
		t.Run(c.name, func(t *testing.T) {
			roots, toward := c.roots()
			s := grown(roots, toward, 0.05)
			o := Options{Cells: 48}
			h, err := New(s, o)
			if err != nil {
				t.Fatal(err)
			}
			checkMesh(t, h, true)
			g := gather(s)
			f := fit(g, o)
			lowest, highest := math.Inf(1), math.Inf(-1)
			for _, d := range heights(h, s, 120) {
				lowest, highest = min(lowest, d), max(highest, d)
			}
			t.Logf("%d triangles, roots from %.3f to %.3f of the size %.3g, cells of %.3f", len(h.Indices)/3, lowest/g.size, highest/g.size, g.size, f.cell/g.size)
			if lowest < -f.cell/10 || highest > c.beyond*g.size {
				t.Errorf("roots lie %.4g to %.4g m outside, want %.4g to %.4g", lowest, highest, -f.cell/10, c.beyond*g.size)
			}
		})
	}
}

// The same for published files, and for the hairs that AutoFollow grows around their guides.
func TestRootsOfPublishedFilesLieOnTheSurface(t *testing.T) {
	dir := os.Getenv("COMB_HAIR_DATA")
	if dir == "" {
		t.Skip("no published files here: set COMB_HAIR_DATA to a folder that has them")
	}
	for _, file := range []string{"straight.hair", "ratboy_mohawk.tfx"} {
		t.Run(file, func(t *testing.T) {
			s, err := strands.Open(filepath.Join(dir, file), strands.Options{Follow: strands.Follow{Count: strands.AutoFollow}})
			if err != nil {
				t.Fatal(err)
			}
			h, err := New(s, Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkMesh(t, h, true)
			g := gather(s)
			f := fit(g, Options{})
			for _, d := range heights(h, s, 200) {
				if d < -f.cell/10 || d > 0.04*g.size {
					t.Fatalf("a root is %v m above the surface, want %v to %v", d, -f.cell/10, 0.04*g.size)
				}
			}
		})
	}
}

// Under a cap is a head, and the same inside out.
func TestCapIsClosedLikeAHead(t *testing.T) {
	roots, normals := capOf(4000, 0)
	for name, toward := range map[string][]vec{"outwards": normals, "inside out": reversed(normals)} {
		t.Run(name, func(t *testing.T) {
			h, err := New(grown(roots, toward, 0.1), Options{Cells: 48})
			if err != nil {
				t.Fatal(err)
			}
			low, high := h.Vertices[0], h.Vertices[0]
			for _, v := range h.Vertices {
				for a := range 3 {
					low[a], high[a] = min(low[a], v[a]), max(high[a], v[a])
				}
			}
			if low[1] > -0.28 || low[1] < -0.45 || high[1] < 0.095 || high[1] > 0.101 {
				t.Errorf("the head reaches from %v to %v up, want a bust of some 40 cm", low[1], high[1])
			}
			hairy := 0
			for i, v := range h.Vertices {
				if h.Scalp[i] > 0 {
					hairy++
				}
				if v[1] < -0.06 && h.Scalp[i] > 0 || v[1] > 0.03 && h.Scalp[i] < 0.5 {
					t.Fatalf("the scalp at %v is %v", v, h.Scalp[i])
				}
			}
			if hairy == 0 {
				t.Error("no hair grows")
			}
		})
	}
}

// The waist of a body is not bridged by the ellipsoid around it.
func TestFurKeepsItsWaist(t *testing.T) {
	roots, normals := body(6000)
	h, err := New(grown(roots, normals, 0.02), Options{})
	if err != nil {
		t.Fatal(err)
	}
	waist := float32(0)
	for _, v := range h.Vertices {
		if v[2] > -0.004 && v[2] < 0.004 {
			waist = max(waist, mgl32.Vec2{v[0], v[1]}.Len())
		}
	}
	if want := float32(0.2 * 0.2); waist < 0.9*want || waist > 1.05*want {
		t.Errorf("the waist has a radius of %v m, want %v", waist, want)
	}
}

// Sets that hardly have a surface get a closed one all the same.
func TestOddSetsGetAClosedMesh(t *testing.T) {
	cloud := func(n int, side float64) (roots, toward []vec) {
		x := uint64(1)
		random := func() float64 {
			x = x*6364136223846793005 + 1442695040888963407
			return float64(x>>11) / (1 << 53)
		}
		for range n {
			roots = append(roots, vec{random(), random(), random()}.Mul(side))
			toward = append(toward, direction(vec{random() - 0.5, random() - 0.5, random() - 0.5}))
		}
		return roots, toward
	}
	one := []vec{{0.01, 0.02, 0.03}}
	cap, normals := capOf(2000, 0.1)
	for _, c := range []struct {
		name          string
		roots, toward []vec
		unit          float32
	}{
		{"one root", one, []vec{{0, 1, 0}}, 1},
		{"100 roots at one place", repeated(one[0], 100), repeated(vec{0, 1, 0}, 100), 1},
		{"two roots", []vec{{0, 0, 0}, {0.1, 0, 0}}, repeated(vec{0, 1, 0}, 2), 1},
		{"a cloud", nil, nil, 1}, {"a small cloud", nil, nil, 1e-6}, {"a large cloud", nil, nil, 1e6},
		{"no directions", cap, repeated(vec{}, len(cap)), 1},
		{"directions that cancel", append(append([]vec{}, cap...), cap...), append(append([]vec{}, normals...), reversed(normals)...), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.roots == nil {
				c.roots, c.toward = cloud(3000, 0.2)
			}
			s := grown(c.roots, c.toward, 0.1)
			s.Unit = c.unit
			h, err := New(s, Options{Cells: 32})
			if err != nil {
				t.Fatal(err)
			}
			checkMesh(t, h, !strings.Contains(c.name, "cloud"))
		})
	}
}

// A root far away neither stretches the surface nor dents it.
func TestOutlierDoesNotCount(t *testing.T) {
	roots, normals := capOf(3000, 0.1)
	want, err := New(grown(roots, normals, 0.1), Options{Cells: 32})
	if err != nil {
		t.Fatal(err)
	}
	roots, normals = append(roots, vec{3, 0, 0}), append(normals, vec{0, 1, 0})
	got, err := New(grown(roots, normals, 0.1), Options{Cells: 32})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("a root at 3 m changes the surface")
	}
	// One inside, at the middle of the head, is no spike either.
	roots[len(roots)-1] = vec{0, 0, 0}
	if got, err = New(grown(roots, normals, 0.1), Options{Cells: 32}); err != nil {
		t.Fatal(err)
	}
	checkMesh(t, got, true)
	for _, v := range got.Vertices {
		if v.Len() < 0.05 {
			t.Fatalf("a vertex at %v: the root in the middle dents the surface", v)
		}
	}
}

func TestSameBitsOnEachRun(t *testing.T) {
	roots, normals := body(3000)
	s := grown(roots, tangled(normals), 0.1)
	want, err := New(s, Options{Cells: 32})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if got, err := New(s, Options{Cells: 32}); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("another run gives another mesh: %v", err)
		}
	}
}

func TestInsetIsKept(t *testing.T) {
	roots, normals := capOf(4000, -1)
	s := grown(roots, normals, 0.1)
	h, err := New(s, Options{Cells: 48, Inset: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range heights(h, s, 100) {
		if d < 0.008 || d > 0.013 {
			t.Fatalf("a root is %v m above the surface, want 0.01", d)
		}
	}
}

func TestErrorsNameTheValue(t *testing.T) {
	roots, normals := capOf(20, 0)
	good := func() *strands.Set { return grown(roots, normals, 0.1) }
	bad := func(change func(s *strands.Set)) *strands.Set {
		s := good()
		change(s)
		return s
	}
	nan := float32(math.NaN())
	for i, c := range []struct {
		s    *strands.Set
		o    Options
		want string
		kind error
	}{
		{nil, Options{}, "nil", ErrSet},
		{&strands.Set{Unit: 1}, Options{}, "0 strands, want 1", ErrSet},
		{good(), Options{Cells: 15}, "Cells is 15, want 16 to 160", ErrOptions},
		{good(), Options{Cells: 161}, "Cells is 161", ErrOptions},
		{good(), Options{Cells: -1}, "Cells is -1", ErrOptions},
		{good(), Options{Inset: -1}, "Inset is -1", ErrOptions},
		{good(), Options{Inset: nan}, "Inset is NaN", ErrOptions},
		{good(), Options{Inset: 2}, "Inset is 2 metres, want 0 to 1", ErrOptions},
		{bad(func(s *strands.Set) { s.Unit = 0 }), Options{}, "unit is 0", ErrSet},
		{bad(func(s *strands.Set) { s.Unit = float32(math.Inf(1)) }), Options{}, "unit is +Inf", ErrSet},
		{bad(func(s *strands.Set) { s.Points[4][1] = nan }), Options{}, "point 4, in strand 2", ErrSet},
		{bad(func(s *strands.Set) { s.Points[5][1] = 1e20 }), Options{}, "point 5, in strand 2", ErrSet},
		{bad(func(s *strands.Set) { s.First[3] = 1 }), Options{}, "strand 2 has the points 4 to 1", ErrSet},
		{bad(func(s *strands.Set) { s.First[20] = 99 }), Options{}, "strand 19 has the points 38 to 99 of 40", ErrSet},
		{grown(repeated(vec{1, 2, 3}, 5), repeated(vec{}, 5), 0), Options{}, "all points of 5 strands are at [1 2 3]", ErrSet},
	} {
		t.Run(fmt.Sprint(i, c.want), func(t *testing.T) {
			if _, err := New(c.s, c.o); !errors.Is(err, c.kind) || !strings.Contains(fmt.Sprint(err), c.want) || !strings.HasPrefix(fmt.Sprint(err), "scalp: New: ") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// Corners that touch at an edge or a corner alone are joined.
func TestRepairMakesAManifold(t *testing.T) {
	x := uint64(7)
	for round := range 20 {
		f := &field{solid: &ellipsoid{radii: vec{1, 1, 1}}, cell: 1, cells: [3]int{9, 8, 10}}
		g := &grid{f: f, corners: [3]int{10, 9, 11}}
		g.inside, g.value = make([]bool, 10*9*11), make([]float64, 10*9*11)
		g.each(2, func(_, _, _, i int) {
			x = x*6364136223846793005 + 1442695040888963407
			g.inside[i], g.value[i] = x>>62 == 0, float64(x>>40)
		})
		for g.repair() {
		}
		n := &nets{grid: g, vertex: make([]int32, len(g.inside))}
		next := int32(0)
		for z := range f.cells[2] {
			for y := range f.cells[1] {
				for x := range f.cells[0] {
					n.vertex[g.at(x, y, z)] = next // without its place
					next++
				}
			}
		}
		n.each(1, n.edges)
		edges := map[[2]uint32]int{}
		for i := 0; i < len(n.indices); i += 3 {
			for k := range 3 {
				edges[[2]uint32{n.indices[i+k], n.indices[i+(k+1)%3]}]++
			}
		}
		if len(edges) == 0 {
			t.Fatal("no edges")
		}
		for e, count := range edges {
			if count != 1 || edges[[2]uint32{e[1], e[0]}] != 1 {
				t.Fatalf("round %d: edge %v has %d and %d triangles", round, e, count, edges[[2]uint32{e[1], e[0]}])
			}
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for _, n := range []int{1000, 50_000, 500_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			roots, normals := capOf(n, 0.1)
			s := grown(roots, normals, 0.1)
			b.ReportAllocs()
			for range b.N {
				if _, err := New(s, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
