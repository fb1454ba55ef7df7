// SPDX-License-Identifier: MIT

package grid

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/particles"
)

// walker is a particle that records its neighbours: their number, a hash of their indices, and the
// same for the records in its cells.
type walker struct {
	Position [3]float32
	ID       uint32
	Count    uint32
	Sum      uint32
	InOrder  uint32
	Cells    uint32
}

type reach struct{ Radius float32 }

const walkBirth = `void init(inout Particle p, Birth b) { p.position = uintBitsToFloat(uvec3(begin[3u * b.id], begin[3u * b.id + 1u], begin[3u * b.id + 2u])); }`

const walkFunctions = "layout(std430, binding = 12) readonly buffer Begin { uint begin[]; };\n"

const walkLife = `bool update(inout Particle p) {
    p.count = p.sum = p.inOrder = p.cells = 0u;
    forNeighbours(w, p.position, u.radius) {
        uint h = (w.index + 1u) * 0x9E3779B1u;
        p.inOrder = p.inOrder * 31u + w.index;
        p.sum += h ^ (h >> 15);
        if (w.index % 2u == 0u) continue;
        p.count++;
        if (length(w.apart) > u.radius * 1.001) p.count += 1000000u;
        if (gridRecord(w.slot) != w.index || gridPlace(w.slot) != p.position + w.apart && gridPlace(w.slot).z != 0.0) p.count += 1000u;
    }
    forCells(c, p.position, u.radius) p.cells++;
    forNeighbours(s, p.position, u.radius) {
        if (s.index == 3u) gridStop(s);
        else if (p.count == 0xFFFFFFFFu) p.count = 0u;
    }
    uint once = 0u; // break ends the walk, not only the range of cells
    forNeighbours(b, p.position, u.radius) {
        if (b.index % 2u == 0u) continue;
        once++;
        break;
    }
    forCells(d, p.position, u.radius) {
        once += 0x10000u;
        break;
    }
    if (once != (p.count > 0u ? 1u : 0u) + (p.cells > 0u ? 0x10000u : 0u)) p.count += 10000000u;
    return true;
}`

// bindBirths binds a buffer of the places that walkBirth reads.
func bindBirths(t *testing.T, dev *gpu.Device, places [][3]float32) *gpu.Buffer[uint32] {
	t.Helper()
	var words []uint32
	for _, p := range places {
		words = append(words, math.Float32bits(p[0]), math.Float32bits(p[1]), math.Float32bits(p[2]))
	}
	b, err := gpu.NewBufferFrom(dev, words)
	if err != nil {
		t.Fatal(err)
	}
	bindForTest(12, b.View())
	return b
}

// walk makes a particle at each place walk a grid of all of them.
func walk(t *testing.T, dev *gpu.Device, o Options, places [][3]float32, radius float32) []walker {
	t.Helper()
	o.Capacity, o.Stride, o.Place = len(places), 32, 0
	g := newGrid(t, dev, o)
	s, err := particles.New(dev, particles.Options{
		Capacity: len(places), Record: walker{}, Uniforms: reach{radius},
		Init: walkBirth, Update: walkLife, Functions: g.GLSL() + walkFunctions,
		Emitters: []particles.Emitter{{Bursts: []particles.Burst{{Count: len(places)}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	begin := bindBirths(t, dev, places)
	defer begin.Release()
	g.Bind()
	for range 2 { // in the first step all are born and walk an empty grid
		if err := s.Step(1); err != nil {
			t.Fatal(err)
		}
		if err := g.Build(s.Records(), s.Alive()); err != nil {
			t.Fatal(err)
		}
		g.Bind()
	}
	if err := s.Step(1); err != nil {
		t.Fatal(err)
	}
	all, err := particles.Read[walker](s)
	if err != nil || len(all) != len(places) {
		t.Fatalf("%d walkers, %v", len(all), err)
	}
	return all
}

// met is the result of a search through all pairs. Places are multiples of 1/64, so squares are
// exact.
func met(places [][3]float32, i int, radius float32, flat bool) (count, sum uint32) {
	for j, q := range places {
		d := float32(0)
		for c := range 3 {
			if flat && c == 2 {
				continue
			}
			x := q[c] - places[i][c]
			d += x * x
		}
		if d <= radius*radius {
			h := uint32(j+1) * 0x9E3779B1
			sum += h ^ h>>15
			count += uint32(j % 2)
		}
	}
	return count, sum
}

// lattice makes places of multiples of 1/64: some at the same place, some in clumps, some far
// outside, some none.
func lattice(n int, at float32) [][3]float32 {
	all := make([][3]float32, n)
	r := uint32(7)
	for i := range all {
		for c := range all[i] {
			r = r*1664525 + 1013904223
			all[i][c] = at + float32(int(r>>8)%256-128)/64
		}
		switch {
		case i%17 == 5:
			all[i] = all[i-1]
		case i%101 == 50:
			all[i][i%2] += float32(i%5-2) * 20
		case i%97 == 31:
			all[i][i%2] = float32(math.NaN())
		case i%97 == 32:
			all[i][i%2] = float32(math.Inf(1 - i%2*2))
		}
	}
	return all
}

// Walks find exactly the pairs that a search through all pairs finds, each once. The grids are
// boxes smaller than their records' extent, hashes with so few buckets that cells collide, and a
// single bucket. Radii are below and above a cell, and such that neighbours are exactly that far
// away and on the cells' edges. In a hash some are so large that the walk's rows of cells are more
// than the records, up to 2^62. Cells and buckets are constants of the kernels: an ordinary run
// takes boxes, hashes, flat ones and each kind of radius once.
func TestWalksFindAllPairs(t *testing.T) {
	dev := gputest.Device(t)
	many := gputest.InNightly(1500, 900)
	repeated := []int{1, 2, 3, 5, 7, 8, 11}
	for i, c := range []struct {
		o      Options
		n      int
		at     float32
		radius float32
	}{
		{Options{Cell: 0.375, Min: [3]float32{-2, -2, -2}, Max: [3]float32{2, 2, 2}}, many, 0, 0.375},
		{Options{Cell: 0.5, Min: [3]float32{-1, -1, -1}, Max: [3]float32{1, 0.5, 1}}, 700, 0, 0.25},
		{Options{Cell: 0.25, Min: [3]float32{-2, -2, -2}, Max: [3]float32{2, 2, 2}}, 700, 0, 0.625},
		{Options{Cell: 0.125, Min: [3]float32{998, 998, 998}, Max: [3]float32{1002, 1002, 1002}}, 700, 1000, 0.25},
		{Options{Cell: 0.25, Min: [3]float32{-2, -2, 0}, Max: [3]float32{2, 2, 0}, Flat: true}, 700, 0, 0.25},
		{Options{Cell: 0.375, Hashed: true}, many, 0, 0.375},
		{Options{Cell: 0.375, Hashed: true, Buckets: 7}, 700, 0, 0.375},
		{Options{Cell: 0.375, Hashed: true, Buckets: 2}, 300, 0, 0.5},
		{Options{Cell: 0.375, Hashed: true, Buckets: 1}, 500, 0, 0.375},
		{Options{Cell: 0.25, Hashed: true, Buckets: 64}, 700, 1000, 0.625},
		{Options{Cell: 0.25, Hashed: true, Flat: true, Buckets: 31}, 700, 0, 0.25},
		{Options{Cell: 0.25, Hashed: true, Flat: true}, 700, 0, 0},
		{Options{Cell: 0.015625, Hashed: true}, 500, 0, 1.25},
		{Options{Cell: 0.375, Hashed: true}, 500, 0, 1e15},
		{Options{Cell: 0.375, Hashed: true, Flat: true, Buckets: 1 << 16}, 300, 0, 100},
	} {
		if slices.Contains(repeated, i) && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("flat=%v,hashed=%v,cell=%v,n=%d,radius=%v", c.o.Flat, c.o.Hashed, c.o.Cell, c.n, c.radius), func(t *testing.T) {
			places := lattice(c.n, c.at)
			name := fmt.Sprintf("%+v, radius %v", c.o, c.radius)
			pairs := uint32(0)
			all := walk(t, dev, c.o, places, c.radius)
			for i, w := range all {
				count, sum := met(places, i, c.radius, c.o.Flat)
				if w.Count != count || w.Sum != sum {
					t.Errorf("%s: %d at %v met %d with sum %#x, expected %d, %#x", name, i, places[i], w.Count, w.Sum, count, sum)
					break
				}
				if w.Cells < w.Count {
					t.Errorf("%s: %d in the cells, %d near", name, w.Cells, w.Count)
				}
				pairs += count
			}
			if c.radius > 0 && pairs < uint32(c.n)/2 {
				t.Errorf("%s: %d pairs are too few to prove anything", name, pairs)
			}
			if !gputest.Share(i, 4) {
				return
			}
			again := walk(t, dev, c.o, places, c.radius)
			for i := range all {
				if again[i].InOrder != all[i].InOrder {
					t.Fatalf("%s: the second time %d met others, or in another order", name, i)
				}
			}
		})
	}
}

// A system that walks a grid that is not bound is refused, with what to call. So is one with the
// GLSL of two grids.
func TestUnboundGridIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	g := newGrid(t, dev, Options{Capacity: 10, Cell: 1, Hashed: true, Binding: gpu.UserBinding + 5})
	s, err := particles.New(dev, particles.Options{
		Capacity: 10, Record: walker{}, Functions: g.GLSL(),
		Init:   "void init(inout Particle p, Birth b) { p.position = b.position; }",
		Update: "bool update(inout Particle p) { forNeighbours(w, p.position, 1.0) p.count++; return true; }",
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if err := s.Step(1); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "where no buffer is bound, want one (glBindBufferRange; grid.Grid.Bind") {
		t.Error(err)
	}
	g.Bind()
	if err := s.Step(1); err != nil {
		t.Error(err)
	}
	two, err := particles.New(dev, particles.Options{
		Capacity: 10, Record: walker{}, Functions: g.GLSL() + newGrid(t, dev, Options{Capacity: 10, Cell: 2, Hashed: true}).GLSL(),
		Init: "void init(inout Particle p, Birth b) {}", Update: "bool update(inout Particle p) { return true; }",
	})
	if two != nil || !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "Functions, Init and Update have the GLSL of 2 grids, want one") {
		t.Errorf("a system with two grids: %v", err)
	}
}
