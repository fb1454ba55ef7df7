// SPDX-License-Identifier: MIT

package motion

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/combgl/comb/internal/cores"
	"github.com/go-gl/mathgl/mgl32"
)

// family is the strands that are simulated, the guides, and which of them each strand follows.
type family struct {
	guides []int   // strands, in ascending order
	of     []int   // by strand: the place in guides of the one that it follows
	off    float32 // the farthest that a strand's samples lie from those of its guide, in metres
}

// samples is the number of places along a strand, from its root to its tip, by which strands are
// compared.
const samples = 5

// A strand follows a guide only if their samples are so near to each other on the mean: a part of
// the strand's length, and a multiple of how far apart the roots of guides lie.
const (
	nearByLength  = 0.1
	nearBySpacing = 2
)

// outline is places along a strand, evenly by length.
type outline [samples]mgl32.Vec3

// outlinesOf returns the outlines of all strands of a set in the form of restOf.
func outlinesOf(first []uint32, rest [][4]float32) []outline {
	all := make([]outline, len(first)-1)
	for s := range all {
		begin, end := int(first[s]), int(first[s+1])
		p, passed := begin, float32(0)
		for k := range samples {
			want := rest[begin][3] * float32(k) / (samples - 1)
			for p+2 < end && passed+rest[p+1][3] < want {
				passed += rest[p+1][3]
				p++
			}
			t := min(max((want-passed)/max(rest[p+1][3], tiny), 0), 1)
			a := vec3(rest[p])
			all[s][k] = a.Add(vec3(rest[p+1]).Sub(a).Mul(t))
		}
	}
	return all
}

// apart is the mean square of the distances between two outlines.
func (o *outline) apart(other *outline) (mean float32) {
	for k := range samples {
		d := o[k].Sub(other[k])
		mean += d.Dot(d) / samples
	}
	return mean
}

// familyOf chooses so many guides, spread evenly over the roots; 0 or more than there are strands
// means all. Every other strand follows the guide near its root whose shape is most like its own. A
// strand that is like none of them is a guide too. It is pure.
func familyOf(first []uint32, rest [][4]float32, guides int) family {
	n := len(first) - 1
	if guides <= 0 || guides >= n {
		return everyOne(n)
	}
	outlines := outlinesOf(first, rest)
	order := alongRoots(outlines)
	guide := make([]bool, n)
	var radii []float32     // from a guide's root to the others of its run
	for k := range guides { // a run of strands for each
		from, to := k*n/guides, (k+1)*n/guides
		middle := order[(from+to)/2]
		guide[middle] = true
		reach := float32(0)
		for _, s := range order[from:to] {
			reach = max(reach, outlines[s][0].Sub(outlines[middle][0]).Len())
		}
		radii = append(radii, reach)
	}
	slices.Sort(radii)
	spacing := max(2*radii[len(radii)/2], tiny)
	near := newRootGrid(spacing)
	for s := range n {
		if guide[s] {
			near.add(outlines[s][0], s)
		}
	}
	leader := make([]int, n)
	follow := func(s int) {
		leader[s] = s
		most := nearByLength*rest[first[s]][3] + nearBySpacing*spacing
		best := most * most
		near.around(outlines[s][0], func(g int) {
			if d := outlines[s].apart(&outlines[g]); d < best {
				leader[s], best = g, d
			}
		})
	}
	cores.Each(n, 256, follow)
	for _, s := range order {
		if leader[s] == s && !guide[s] { // it is like none of them, but may be like one of these
			if follow(s); leader[s] == s {
				guide[s] = true
				near.add(outlines[s][0], s)
			}
		}
	}
	f := family{of: make([]int, n)}
	place := make([]int, n)
	for s := range n {
		if guide[s] {
			place[s] = len(f.guides)
			f.guides = append(f.guides, s)
		}
	}
	for s, g := range leader {
		f.of[s] = place[g]
		for k := range samples {
			f.off = max(f.off, outlines[s][k].Sub(outlines[g][k]).Len())
		}
	}
	return f
}

// everyOne is the family of n strands that are all guides.
func everyOne(n int) family {
	f := family{guides: make([]int, n)}
	for s := range f.guides {
		f.guides[s] = s
	}
	f.of = f.guides
	return f
}

// alongRoots returns the strands along a Z-order curve through their roots, so that strands beside
// each other in it have roots near each other.
func alongRoots(outlines []outline) []int {
	low, high := outlines[0][0], outlines[0][0]
	for i := range outlines {
		for a, v := range outlines[i][0] {
			low[a], high[a] = min(low[a], v), max(high[a], v)
		}
	}
	side := max(high[0]-low[0], high[1]-low[1], high[2]-low[2], tiny)
	const steps = 1 << 16
	codes, order := make([]uint64, len(outlines)), make([]int, len(outlines))
	for i := range outlines {
		order[i] = i
		for a, v := range outlines[i][0] {
			codes[i] |= spread(uint64(min(max((v-low[a])/side*steps, 0), steps-1))) << a
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(codes[a], codes[b]) })
	return order
}

// spread puts two zeros between the bits of a number.
func spread(v uint64) (out uint64) {
	for ; v != 0; v &= v - 1 {
		out |= 1 << (3 * bits.TrailingZeros64(v))
	}
	return out
}

// rootGrid finds the roots near a place.
type rootGrid struct {
	cell  float32
	roots map[[3]int32][]int
}

func newRootGrid(cell float32) rootGrid {
	return rootGrid{cell: cell, roots: map[[3]int32][]int{}}
}

func (g rootGrid) at(p mgl32.Vec3) (cell [3]int32) {
	for a, v := range p {
		cell[a] = int32(min(max(math.Floor(float64(v/g.cell)), math.MinInt32+1), math.MaxInt32-1))
	}
	return cell
}

func (g rootGrid) add(root mgl32.Vec3, strand int) {
	c := g.at(root)
	g.roots[c] = append(g.roots[c], strand)
}

// around calls do for the strands in the cells around a place, in the same order each time.
func (g rootGrid) around(p mgl32.Vec3, do func(strand int)) {
	c := g.at(p)
	for k := range 27 {
		for _, s := range g.roots[[3]int32{c[0] + int32(k%3) - 1, c[1] + int32(k/3%3) - 1, c[2] + int32(k/9) - 1}] {
			do(s)
		}
	}
}
