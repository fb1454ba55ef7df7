// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// MaxParts is the largest number of parts of a segment.
const MaxParts = 1024

// Subdivide cuts each segment into this number of equal parts. A renderer that sorts whole segments
// gets a more exact order from shorter ones. Values of the points are interpolated. Errors:
// ErrLimit unless parts is 1 to MaxParts, and above 2^32 - 1 points in all; ErrSet.
func (s *Set) Subdivide(parts int) (*Set, error) {
	if err := s.usable(); err != nil {
		return nil, fmt.Errorf("strands: Subdivide: %w", err)
	}
	if parts < 1 || parts > MaxParts {
		return nil, fmt.Errorf("strands: Subdivide: got %d parts a segment, want 1 to %d: %w", parts, MaxParts, ErrLimit)
	}
	out, err := s.cut(func(uint32) int { return parts }, func(p uint32, t float32) mgl32.Vec3 {
		return betweenVectors(s.Points[p], s.Points[p+1], t)
	})
	if err != nil {
		return nil, fmt.Errorf("strands: Subdivide: %d parts a segment: %w", parts, err)
	}
	return out, nil
}

// cut returns the set with more points. The segment behind point p gets partsOf(p) parts, and
// pointAt gives the points at t between 0 and 1. Points of s stay where they are. All other values
// are interpolated. Errors: ErrLimit above 2^32 - 1 points.
func (s *Set) cut(partsOf func(p uint32) int, pointAt func(p uint32, t float32) mgl32.Vec3) (*Set, error) {
	out := *s
	out.First = make([]uint32, 1, len(s.First))
	total := uint64(0)
	for i := range s.Strands() {
		for p := s.First[i]; p+1 < s.First[i+1]; p++ {
			total += uint64(partsOf(p))
		}
		total++
		out.First = append(out.First, uint32(total))
	}
	if total > math.MaxUint32 {
		return nil, fmt.Errorf("%d points of %q, want at most %d: %w", total, s.Name, uint32(math.MaxUint32), ErrLimit)
	}
	out.Points, out.Thickness, out.Opacity, out.Color = make([]mgl32.Vec3, 0, total), like(s.Thickness, total), like(s.Opacity, total), like(s.Color, total)
	for i := range s.Strands() {
		last := s.First[i+1] - 1
		for p := s.First[i]; p < last; p++ {
			out.appendPoint(s, p)
			parts := partsOf(p)
			for k := 1; k < parts; k++ {
				t := float32(k) / float32(parts)
				out.appendBetween(s, p, t, pointAt(p, t))
			}
		}
		out.appendPoint(s, last)
	}
	return &out, nil
}

// appendPoint appends point p of another set.
func (s *Set) appendPoint(from *Set, p uint32) {
	s.Points = append(s.Points, from.Points[p])
	s.Thickness = appendPart(s.Thickness, from.Thickness, p, p+1)
	s.Opacity = appendPart(s.Opacity, from.Opacity, p, p+1)
	s.Color = appendPart(s.Color, from.Color, p, p+1)
}

// appendBetween appends a point with the values of another set at t between points p and p + 1.
func (s *Set) appendBetween(from *Set, p uint32, t float32, at mgl32.Vec3) {
	s.Points = append(s.Points, at)
	if from.Thickness != nil {
		s.Thickness = append(s.Thickness, betweenNumbers(from.Thickness[p], from.Thickness[p+1], t))
	}
	if from.Opacity != nil {
		s.Opacity = append(s.Opacity, betweenNumbers(from.Opacity[p], from.Opacity[p+1], t))
	}
	if from.Color != nil {
		s.Color = append(s.Color, betweenVectors(from.Color[p], from.Color[p+1], t))
	}
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
