// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// MaxStrandPoints is the largest number of points per strand of Resample.
const MaxStrandPoints = 1 << 16

// Resample returns a set in which every strand has this number of points, evenly spaced along it.
// Values of the points are interpolated. Ends stay where they are. Errors: ErrOption unless points
// is 2 to MaxStrandPoints; ErrLimit above 2^32 - 1 points in all; ErrSet.
func (s *Set) Resample(points int) (*Set, error) {
	if err := s.usable(); err != nil {
		return nil, fmt.Errorf("strands: Resample: %w", err)
	}
	total := uint64(max(points, 0)) * uint64(s.Strands())
	switch {
	case points < 2 || points > MaxStrandPoints:
		return nil, fmt.Errorf("strands: Resample: got %d points a strand, want 2 to %d: %w", points, MaxStrandPoints, ErrOption)
	case total > math.MaxUint32:
		return nil, fmt.Errorf("strands: Resample: %d points of %q with %d a strand, want at most %d: %w", total, s.Name, points, uint32(math.MaxUint32), ErrLimit)
	}
	out := *s
	out.First = evenFirst(s.Strands(), points)
	out.Points = make([]mgl32.Vec3, 0, total)
	out.Thickness, out.Opacity, out.Color = like(s.Thickness, total), like(s.Opacity, total), like(s.Color, total)
	for i := range s.Strands() {
		first, last := s.First[i], s.First[i+1]-1
		length := 0.0
		for p := first; p < last; p++ {
			length += s.step(p)
		}
		p, passed, here := first, 0.0, s.step(first)
		for k := range points {
			want := length * float64(k) / float64(points-1)
			for p+1 < last && passed+here < want {
				passed += here
				p++
				here = s.step(p)
			}
			t := float32(0)
			if here > 0 {
				t = float32(min(max((want-passed)/here, 0), 1))
			}
			if k == points-1 {
				p, t = last-1, 1
			}
			out.appendBetween(s, p, t, betweenVectors(s.Points[p], s.Points[p+1], t))
		}
	}
	return &out, nil
}

// step is the length of the segment after point p.
func (s *Set) step(p uint32) float64 { return float64(s.Points[p+1].Sub(s.Points[p]).Len()) }

// like returns capacity for n values; nil stays nil.
func like[T any](array []T, n uint64) []T {
	if array == nil {
		return nil
	}
	return make([]T, 0, n)
}
