// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Limits of Smooth.
const (
	MaxSmooth      = 180 // degrees
	MaxSmoothParts = 8   // of a segment
)

// UsualSmooth is an angle at which hair that fills an image shows no corners.
const UsualSmooth = 10

// Smooth returns the set with rounder strands. A curve goes through the points of each strand, and
// segments are cut where it bends, so that it turns by about this many degrees from one part to the
// next. All points stay, straight segments remain whole, and no segment gets more than
// MaxSmoothParts parts. Widths, opacities and colours between points are interpolated linearly.
// Errors: ErrOption unless degrees is above 0 and at most MaxSmooth; ErrLimit above 2^32 - 1 points
// in all; ErrSet.
//
// The curve is the centripetal Catmull-Rom spline, which makes neither loops nor cusps between two
// points (Yuksel, Schaefer and Keyser, "Parameterization and Applications of Catmull-Rom Curves",
// Computer-Aided Design 43, 2011, section 3).
func (s *Set) Smooth(degrees float32) (*Set, error) {
	if err := s.usable(); err != nil {
		return nil, fmt.Errorf("strands: Smooth: %w", err)
	}
	if !(degrees > 0 && degrees <= MaxSmooth) {
		return nil, fmt.Errorf("strands: Smooth: got %v degrees, want more than 0 and at most %d: %w", degrees, MaxSmooth, ErrOption)
	}
	parts := s.bends(float64(mgl32.DegToRad(degrees)))
	if parts == nil {
		out := *s
		return &out, nil
	}
	strand := 0
	out, err := s.cut(func(p uint32) int { return int(parts[p]) }, func(p uint32, t float32) mgl32.Vec3 {
		for p >= s.First[strand+1] {
			strand++
		}
		return s.curve(s.First[strand], p, s.First[strand+1]-1, float64(t))
	})
	if err != nil {
		return nil, fmt.Errorf("strands: Smooth: %v degrees: %w", degrees, err)
	}
	out.Origin.Segments = s.Segments()
	return out, nil
}

// bends returns into how many parts Smooth cuts the segment behind each point, or nil if all stay
// whole. A curve turns in a segment by half of what the polyline turns at its two ends. The first
// and the last segment of a strand bend at one end alone, so they are cut as if both ends turned.
func (s *Set) bends(limit float64) []uint8 {
	parts, cut := make([]uint8, len(s.Points)), false
	for i := range s.Strands() {
		first, last := s.First[i], s.First[i+1]-1
		before := -1.0 // at the first point
		for p := first; p < last; p++ {
			behind := max(before, 0) // at the last point
			if p+1 < last {
				behind = s.turn(p + 1)
			}
			if before < 0 {
				before = behind
			}
			n := math.Ceil((before + behind) / 2 / limit)
			parts[p] = uint8(min(max(n, 1), MaxSmoothParts))
			cut = cut || parts[p] > 1
			before = behind
		}
	}
	if !cut {
		return nil
	}
	return parts
}

// turn returns the angle between the segments before and behind a point, 0 to pi. Where one of them
// has no length it is 0.
func (s *Set) turn(p uint32) float64 {
	a, b := double(s.Points[p]).Sub(double(s.Points[p-1])), double(s.Points[p+1]).Sub(double(s.Points[p]))
	return math.Atan2(a.Cross(b).Len(), a.Dot(b))
}

// curve returns the curve's point at t, above 0 and below 1, in the segment behind point p of a
// strand. Where there is no neighbour, or none at another place, the segment is continued
// straight.
func (s *Set) curve(first, p, last uint32, t float64) mgl32.Vec3 {
	b, c := double(s.Points[p]), double(s.Points[p+1])
	a, d := b.Mul(2).Sub(c), c.Mul(2).Sub(b)
	if p > first && s.Points[p-1] != s.Points[p] {
		a = double(s.Points[p-1])
	}
	if p+1 < last && s.Points[p+2] != s.Points[p+1] {
		d = double(s.Points[p+2])
	}
	// Each knot is the square root of a length behind the one before (ibid., section 2).
	knotA := -math.Sqrt(b.Sub(a).Len())
	knotC := math.Sqrt(c.Sub(b).Len())
	knotD := knotC + math.Sqrt(d.Sub(c).Len())
	if knotC == 0 {
		return s.Points[p]
	}
	at := t * knotC
	ab, bc, cd := toward(a, b, knotA, 0, at), toward(b, c, 0, knotC, at), toward(c, d, knotC, knotD, at)
	point := toward(toward(ab, bc, knotA, knotC, at), toward(bc, cd, 0, knotD, at), 0, knotC, at)
	return mgl32.Vec3{float32(point[0]), float32(point[1]), float32(point[2])}
}

// toward returns the point at a knot of the line that has a and b at theirs.
func toward(a, b mgl64.Vec3, knotA, knotB, at float64) mgl64.Vec3 {
	return a.Add(b.Sub(a).Mul((at - knotA) / (knotB - knotA)))
}

func double(v mgl32.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}
