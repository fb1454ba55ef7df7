// SPDX-License-Identifier: MIT

package groom

import (
	"fmt"
	"math"

	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/cores"
	"github.com/go-gl/mathgl/mgl32"
)

// New grows a set of o.Strands strands with o.Points points each, in metres, with a width and a
// colour at each point. It runs on all cores. 60,000 strands take about a second on two cores.
// Errors: ErrOptions.
func New(o Options) (*strands.Set, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("groom: New: %w", err)
	}
	all := o.guides()
	grid := newGrid(all)
	points := o.roots(o.Strands, kindRoot)
	s := &strands.Set{
		Name:             "groom",
		First:            make([]uint32, o.Strands+1),
		Points:           make([]mgl32.Vec3, o.Strands*o.Points),
		Thickness:        make([]float32, o.Strands*o.Points),
		Color:            make([]mgl32.Vec3, o.Strands*o.Points),
		DefaultThickness: o.Thickness,
		DefaultOpacity:   1,
		DefaultColor:     o.Root,
		Unit:             1,
	}
	for i := range s.First {
		s.First[i] = uint32(i * o.Points)
	}
	cores.Each(o.Strands, 256, func(i int) {
		r := newRandom(o.Seed, kindStrand, i)
		from, to := i*o.Points, (i+1)*o.Points
		side, fringe := o.parted(points[i]), o.fringed(points[i])
		g := &all[nearest(all, grid.near(points[i]), points[i], func(g *guide) bool { return alike(g, side, fringe) })]
		fine := young(points[i], &r)
		o.follow(s.Points[from:to], g, points[i], fine, &r)
		o.paint(s.Thickness[from:to], s.Color[from:to], g, fine, &r)
	})
	return s, nil
}

// follow computes a strand beside its guide. fine is how short it is, 0 to 1.
func (o Options) follow(out []mgl32.Vec3, g *guide, root vec, fine float32, r *random) {
	apart := root.Sub(g.root)
	stray := r.unit() < o.Stray
	clump, frizz := o.Clump, o.Frizz
	if stray {
		clump *= 0.25
		frizz = frizz*2.5 + 0.004*r.unit()
	}
	// Frizz is the sum of two slow waves per strand, in all three directions.
	var amplitude, phase, rate [2]vec
	for w := range 2 {
		for a := range 3 {
			amplitude[w][a] = frizz * r.normal() * [2]float32{1, 0.35}[w]
			phase[w][a] = 2 * math.Pi * r.unit()
			rate[w][a] = (6 + 5*r.unit()) * [2]float32{1, 3.1}[w]
		}
	}
	// Single hairs leave the surface of the hair.
	away := r.unit() < flyAways
	var off vec
	if away {
		clump = 0
		off = g.normal.Mul(0.5).Add(vec{r.signed(), 0.6 * r.signed(), r.signed()}).Mul(min(0.016, o.Length*0.1) * (0.4 + 0.6*r.unit()))
	}
	thick := 1 + 0.5*r.normal() // distance from the centre of the lock
	// No two hairs leave the scalp in one direction. Each lies in a layer of its own.
	lean := vec{r.normal(), r.normal(), r.normal()}.Mul(0.0011).Add(g.normal.Mul(o.Lift * 0.35 * r.unit()))
	// Locks end in layers, and the hairs of a lock not at one length either.
	lock := newRandom(o.Seed, kindLock+202, g.lock)
	layer := o.Variation * (1.1*lock.unit()*lock.unit() + 0.9*r.unit()*r.unit()*r.unit())
	cut := max(1-layer, 0.3)
	cut = min(cut, o.cutAt(g, r))
	settle := float32(0.14) // the share of the strand over which it leaves the scalp
	if fine > 0.15 {
		short := (0.040 - 0.030*fine) * (0.7 + 0.6*r.unit())
		cut = min(cut, short/(g.path[1].Sub(g.path[0]).Len()*float32(len(g.path)-1)))
		clump, settle = 0, 0.9
		for w := range amplitude {
			amplitude[w] = amplitude[w].Mul(min(1, 3*cut))
		}
	}
	last := float32(len(g.path) - 1)
	for k := range out {
		t := float32(k) / float32(len(out)-1)
		// A shorter strand ends earlier on the same path.
		at := t * cut * last
		i := min(int(at), len(g.path)-2)
		p := g.path[i].Add(g.path[i+1].Sub(g.path[i]).Mul(at - float32(i)))
		p = p.Add(apart.Mul((1 - clump*smooth(0.05, 0.95, t)) * (1 + (thick-1)*t)))
		p = p.Add(lean.Mul(smooth(0, settle, t)))
		p = p.Add(off.Mul(smooth(0.05, 0.8, t)))
		grow := smooth(0.02, 0.7, t)
		for w := range 2 {
			for a := range 3 {
				p[a] += grow * amplitude[w][a] * float32(math.Sin(float64(phase[w][a]+rate[w][a]*t)))
			}
		}
		if k == 0 {
			p = root
		} else {
			p = pushOut(p, 0.0008)
		}
		out[k] = p
	}
}

// flyAways is the share of strands that stand off from the others.
const flyAways = 0.025

// foreheadTop is the height of the hairline in the middle.
const foreheadTop = 0.050

// cutAt returns the share of a guide's path above the cut, with some millimetres of random
// deviation.
func (o Options) cutAt(g *guide, r *random) float32 {
	line := -o.Cut + 0.002*r.normal()
	switch {
	case g.fringe:
		aside := g.root[0] * g.root[0]
		line = foreheadTop - o.Fringe + 0.003*r.normal() - 9*aside - 1500*aside*aside // longer at the temples
		line = min(line, g.root[1]-0.012)
	case o.Cut == 0:
		return 1
	}
	for k := 1; k < len(g.path); k++ {
		a, b := g.path[k-1][1], g.path[k][1]
		if b < line && a >= line {
			return (float32(k-1) + (a-line)/(a-b)) / float32(len(g.path)-1)
		}
	}
	return 1
}

// grid finds the guides near a root without a search through all.
type grid struct {
	cells map[[3]int][]int
	all   []int
}

const gridCell = 0.012 // metres: guides are some 5 mm apart

func cellOf(p vec) [3]int {
	var c [3]int
	for a := range 3 {
		c[a] = int(math.Floor(float64(p[a] / gridCell)))
	}
	return c
}

func newGrid(all []guide) *grid {
	g := &grid{cells: map[[3]int][]int{}}
	for i := range all {
		g.all = append(g.all, i)
		c := cellOf(all[i].root)
		for x := -1; x <= 1; x++ {
			for y := -1; y <= 1; y++ {
				for z := -1; z <= 1; z++ {
					at := [3]int{c[0] + x, c[1] + y, c[2] + z}
					g.cells[at] = append(g.cells[at], i)
				}
			}
		}
	}
	return g
}

// near returns the guides in the cells around a point, or all guides if those cells are empty.
func (g *grid) near(p vec) []int {
	if list := g.cells[cellOf(p)]; len(list) > 0 {
		return list
	}
	return g.all
}
