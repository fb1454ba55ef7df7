// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"math"

	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/cores"
	"github.com/go-gl/mathgl/mgl32"
)

// Solid is the solid that strands stay out of: signed distances on a grid, in the axes of the head.
type Solid struct {
	low      mgl32.Vec3
	cell     float32
	size     [3]int // corners along each axis
	distance []float32
}

// MaxCorners is the largest number of corners of a Solid: 64 MiB.
const MaxCorners = 1 << 24

// NewSolid samples a signed distance at the corners of cells in a box from low to high. The
// distance is in metres and negative inside. Outside of the box there is no solid. For the head of
// package groom use groom.HeadBox, 0.004 and groom.HeadDistance. Several goroutines call distance
// at the same time. Errors: ErrOptions unless cell is above 0 and at most 1, the box has a cell,
// the grid has at most MaxCorners corners, and each distance is a finite number.
func NewSolid(low, high mgl32.Vec3, cell float32, distance func(mgl32.Vec3) float32) (*Solid, error) {
	if distance == nil {
		return nil, fmt.Errorf("motion: NewSolid: distance is nil, want a function: %w", ErrOptions)
	}
	s, err := newGrid("NewSolid", low, high, cell)
	if err != nil {
		return nil, err
	}
	row, layer := s.size[0], s.size[0]*s.size[1]
	cores.Each(len(s.distance), layer, func(i int) {
		s.distance[i] = distance(s.corner(i%row, i%layer/row, i/layer))
	})
	for i, d := range s.distance {
		if !(abs(d) <= math.MaxFloat32) {
			return nil, fmt.Errorf("motion: NewSolid: distance at %v is %v, want a finite number: %w", s.corner(i%row, i%layer/row, i/layer), d, ErrOptions)
		}
	}
	return s, nil
}

// newGrid returns a grid without distances.
func newGrid(what string, low, high mgl32.Vec3, cell float32) (*Solid, error) {
	s := &Solid{low: low, cell: cell}
	if !(cell > 0 && cell <= 1) {
		return nil, fmt.Errorf("motion: %s: cell is %v m, want above 0 and at most 1: %w", what, cell, ErrOptions)
	}
	corners := 1.0
	for a := range 3 {
		n := (high[a]-low[a])/cell + 1
		if corners *= float64(n); !(n >= 2 && corners <= MaxCorners) {
			return nil, fmt.Errorf("motion: %s: the box is from %v to %v with cells of %v m, want 2 corners a side and at most %d in all: %w", what, low, high, cell, MaxCorners, ErrOptions)
		}
		s.size[a] = int(n)
	}
	s.distance = make([]float32, s.size[0]*s.size[1]*s.size[2])
	return s, nil
}

func (s *Solid) at(x, y, z int) int { return (z*s.size[1]+y)*s.size[0] + x }

// corner is the place of a corner.
func (s *Solid) corner(x, y, z int) mgl32.Vec3 {
	return s.low.Add(mgl32.Vec3{float32(x), float32(y), float32(z)}.Mul(s.cell))
}

// Beside returns the solid with dents, so that the points of a set are outside of it and have that
// clearance, in metres, and so do the places inside its long segments that steps keep out.
// Otherwise the first step would push hair out that lies in the head, and change the style. It
// returns s itself if there is no such place, and if clearance is no number. The set must be one
// that Validate accepts.
func (s *Solid) Beside(set *strands.Set, clearance float32) *Solid {
	var raise []float32 // of the distance at each corner
	dent := func(place mgl32.Vec3) {
		cell, f, within := s.cellOf(place)
		if !within {
			return
		}
		more := clearance - s.between(cell, f)
		if !(more > 0) {
			return
		}
		if raise == nil {
			raise = make([]float32, len(s.distance))
		}
		for k := range 8 {
			c := s.at(cell[0]+k&1, cell[1]+k>>1&1, cell[2]+k>>2)
			raise[c] = max(raise[c], more)
		}
	}
	for strand := range set.Strands() {
		for i := set.First[strand]; i < set.First[strand+1]; i++ {
			p := set.Points[i].Mul(set.Unit)
			dent(p)
			if i == set.First[strand] {
				continue
			}
			before := set.Points[i-1].Mul(set.Unit)
			along := p.Sub(before)
			parts := partsOf(along.Len())
			for k := float32(1); k < parts; k++ {
				dent(before.Add(along.Mul(k / parts)))
			}
		}
	}
	if raise == nil {
		return s
	}
	s.spread(raise)
	for i, d := range s.distance {
		raise[i] += d
	}
	dented := *s
	dented.distance = raise
	return &dented
}

// dentSlope is how steep a dent is, along each axis. The gradient of the distance in a steep dent
// points along the surface, and a strand that is pushed that way is thrown off the head.
const dentSlope = 0.2

// spread raises each corner to within dentSlope of its neighbours.
func (s *Solid) spread(raise []float32) {
	step := [3]int{1, s.size[0], s.size[0] * s.size[1]}
	less := dentSlope * s.cell
	for i := range raise {
		for a := range 3 {
			if i/step[a]%s.size[a] > 0 {
				raise[i] = max(raise[i], raise[i-step[a]]-less)
			}
		}
	}
	for i := len(raise) - 1; i >= 0; i-- {
		for a := range 3 {
			if i/step[a]%s.size[a] < s.size[a]-1 {
				raise[i] = max(raise[i], raise[i+step[a]]-less)
			}
		}
	}
}

// cellOf returns the cell around a place, and the place in it from 0 to 1.
func (s *Solid) cellOf(place mgl32.Vec3) (cell [3]int, f mgl32.Vec3, within bool) {
	at := place.Sub(s.low).Mul(1 / s.cell)
	for a := range 3 {
		if !(at[a] >= 0 && at[a] < float32(s.size[a]-1)) {
			return cell, f, false
		}
		cell[a] = int(at[a])
		f[a] = at[a] - float32(cell[a])
	}
	return cell, f, true
}

// between is the distance in a cell, interpolated.
func (s *Solid) between(cell [3]int, f mgl32.Vec3) (sum float32) {
	for k := range 8 {
		part := float32(1)
		for a := range 3 {
			if k>>a&1 != 0 {
				part *= f[a]
			} else {
				part *= 1 - f[a]
			}
		}
		sum += part * s.distance[s.at(cell[0]+k&1, cell[1]+k>>1&1, cell[2]+k>>2)]
	}
	return sum
}
