// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"

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
// and the grid at most MaxCorners corners.
func NewSolid(low, high mgl32.Vec3, cell float32, distance func(mgl32.Vec3) float32) (*Solid, error) {
	s := &Solid{low: low, cell: cell}
	if !(cell > 0 && cell <= 1) {
		return nil, fmt.Errorf("motion: NewSolid: cell is %v m, want above 0 and at most 1: %w", cell, ErrOptions)
	}
	corners := 1.0
	for a := range 3 {
		n := (high[a]-low[a])/cell + 1
		if corners *= float64(n); !(n >= 2 && corners <= MaxCorners) {
			return nil, fmt.Errorf("motion: NewSolid: the box is from %v to %v with cells of %v m, want 2 corners a side and at most %d in all: %w", low, high, cell, MaxCorners, ErrOptions)
		}
		s.size[a] = int(n)
	}
	s.distance = make([]float32, s.size[0]*s.size[1]*s.size[2])
	layer := s.size[0] * s.size[1]
	cores.Each(len(s.distance), layer, func(i int) {
		at := mgl32.Vec3{float32(i % s.size[0]), float32(i % layer / s.size[0]), float32(i / layer)}
		s.distance[i] = distance(low.Add(at.Mul(cell)))
	})
	return s, nil
}
