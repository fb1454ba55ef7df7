// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// MaxParts is the largest number of parts of a segment.
const MaxParts = 1024

// Subdivide cuts each segment into this number of equal parts. A renderer that sorts whole segments
// gets a more exact order from shorter ones. Values of the points are interpolated. Errors:
// ErrLimit unless parts is 1 to MaxParts, and above 2^32 - 1 points in all.
func (s *Set) Subdivide(parts int) (*Set, error) {
	points := uint64(s.Segments())*uint64(max(parts, 0)) + uint64(s.Strands())
	switch {
	case parts < 1 || parts > MaxParts:
		return nil, fmt.Errorf("strands: Subdivide: got %d parts a segment, want 1 to %d: %w", parts, MaxParts, ErrLimit)
	case points > 1<<32-1:
		return nil, fmt.Errorf("strands: Subdivide: %d points of %q in %d parts a segment, want at most %d: %w", points, s.Name, parts, uint64(1<<32-1), ErrLimit)
	}
	out := *s
	out.First = make([]uint32, 1, len(s.First))
	for i := range s.Strands() {
		segments := s.First[i+1] - s.First[i] - 1
		out.First = append(out.First, out.First[i]+segments*uint32(parts)+1)
	}
	out.Points = subdivided(s, s.Points, parts, betweenVectors)
	out.Color = subdivided(s, s.Color, parts, betweenVectors)
	out.Thickness = subdivided(s, s.Thickness, parts, betweenNumbers)
	out.Opacity = subdivided(s, s.Opacity, parts, betweenNumbers)
	return &out, nil
}

// Interpolates between a and b, exact at both ends.
func betweenVectors(a, b mgl32.Vec3, t float32) mgl32.Vec3 {
	if t == 1 {
		return b
	}
	return a.Add(b.Sub(a).Mul(t))
}

func betweenNumbers(a, b, t float32) float32 {
	if t == 1 {
		return b
	}
	return a + t*(b-a)
}

// subdivided returns an array of point values with the interpolated ones; nil stays nil.
func subdivided[T any](s *Set, from []T, parts int, between func(a, b T, t float32) T) []T {
	if from == nil {
		return nil
	}
	to := make([]T, 0, s.Segments()*parts+s.Strands())
	for i := range s.Strands() {
		for p := s.First[i]; p+1 < s.First[i+1]; p++ {
			to = append(to, from[p]) // a copy, because an interpolation may round
			for k := 1; k < parts; k++ {
				to = append(to, between(from[p], from[p+1], float32(k)/float32(parts)))
			}
		}
		to = append(to, from[s.First[i+1]-1])
	}
	return to
}
