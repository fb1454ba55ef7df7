// SPDX-License-Identifier: MIT

package grid

import (
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/particles"
)

// gridKeyOf puts a place with two infinities where Build puts it, and only a place with a NaN into
// no cell.
func TestKeyOfInfinities(t *testing.T) {
	dev := gputest.Device(t)
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	places := [][3]float32{{inf, -inf, 0}, {-inf, 0, inf}, {inf, inf, inf}, {3e38, 3e38, -3e38}, {0, nan, 0}, {inf, 0, nan}, {0.5, 0.5, 0.5}}
	for name, o := range map[string]Options{
		"box":       {Cell: 0.5, Min: [3]float32{-1, -1, -1}, Max: [3]float32{1, 1, 1}},
		"flat":      {Cell: 0.5, Min: [3]float32{-1, -1}, Max: [3]float32{1, 1}, Flat: true},
		"hash":      {Cell: 0.5, Hashed: true, Buckets: 50},
		"flat hash": {Cell: 0.5, Hashed: true, Flat: true, Buckets: 50},
	} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			o.Capacity = len(places)
			g := newGrid(t, dev, o)
			all := afterAStep(t, dev, g, places, particles.Options{
				Update: "bool update(inout Particle p) { p.sum = gridKeyOf(p.position); return true; }",
			})
			for i, p := range places {
				if want, _ := g.l.key(p); all[i].Sum != want {
					t.Errorf("the key of %v is %d, want %d", p, all[i].Sum, want)
				}
			}
		})
	}
}

// Sort.Key with the GLSL of the grid puts the records of a System into the grid's order.
func TestSortByKeyOfTheGrid(t *testing.T) {
	dev := gputest.Device(t)
	places := lattice(300, 0)
	for name, o := range map[string]Options{
		"box":  {Cell: 0.5, Min: [3]float32{-1, -1, -1}, Max: [3]float32{1, 1, 1}},
		"hash": {Cell: 0.5, Hashed: true, Buckets: 50},
	} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			o.Capacity, o.Stride = len(places), 32
			g := newGrid(t, dev, o)
			all := afterAStep(t, dev, g, places, particles.Options{
				Update: "bool update(inout Particle p) { return true; }",
				Sort: particles.Sort{
					By: particles.ByKey, Bits: g.KeyBits(), Gather: true,
					Key: g.GLSL() + "uint key(Particle p) { return gridKeyOf(p.position); }",
				},
			})
			for i, p := range g.l.build(places).places {
				if all[i].ID != p[3] {
					t.Fatalf("record %d is that of place %d, want %d", i, all[i].ID, p[3])
				}
			}
		})
	}
}

// afterAStep returns the walkers of a system that was born at the places, after its first step. o
// has its Update and Sort.
func afterAStep(t *testing.T, dev *gpu.Device, g *Grid, places [][3]float32, o particles.Options) []walker {
	t.Helper()
	o.Capacity, o.Record, o.Init, o.Functions = len(places), walker{}, walkBirth, g.GLSL()+walkFunctions
	o.Emitters = []particles.Emitter{{Bursts: []particles.Burst{{Count: len(places)}}}}
	s, err := particles.New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	begin := bindBirths(t, dev, places)
	defer begin.Release()
	g.Bind()
	if err := s.Step(1); err != nil {
		t.Fatal(err)
	}
	all, err := particles.Read[walker](s)
	if err != nil || len(all) != len(places) {
		t.Fatalf("%d records, %v", len(all), err)
	}
	return all
}
