// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// MaxStrandPoints is the most points of a strand that Resample makes.
const MaxStrandPoints = 1 << 16

// Resample gives every strand as many points, evenly along it. What the points carry is interpolated. Ends stay where they
// are. Errors: ErrOption for fewer than 2 points a strand or more than MaxStrandPoints, ErrLimit for more than a set can hold.
func (s *Set) Resample(points int) (*Set, error) {
	total := uint64(max(points, 0)) * uint64(s.Strands())
	switch {
	case points < 2 || points > MaxStrandPoints:
		return nil, fmt.Errorf("%w: %d points a strand, from 2 to %d are possible", ErrOption, points, MaxStrandPoints)
	case total > math.MaxUint32:
		return nil, fmt.Errorf("%w: %d points of %q with %d a strand, at most %d", ErrLimit, total, s.Name, points, uint32(math.MaxUint32))
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
			out.Points = append(out.Points, betweenVectors(s.Points[p], s.Points[p+1], t))
			if s.Thickness != nil {
				out.Thickness = append(out.Thickness, betweenNumbers(s.Thickness[p], s.Thickness[p+1], t))
			}
			if s.Opacity != nil {
				out.Opacity = append(out.Opacity, betweenNumbers(s.Opacity[p], s.Opacity[p+1], t))
			}
			if s.Color != nil {
				out.Color = append(out.Color, betweenVectors(s.Color[p], s.Color[p+1], t))
			}
		}
	}
	return &out, nil
}

// step is the length of the segment behind point p.
func (s *Set) step(p uint32) float64 { return float64(s.Points[p+1].Sub(s.Points[p]).Len()) }

// like is room for n if there is such an array.
func like[T any](array []T, n uint64) []T {
	if array == nil {
		return nil
	}
	return make([]T, 0, n)
}
