// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// sharpest returns the largest turn at any point, in degrees.
func sharpest(s *Set) (most float64) {
	for i := range s.Strands() {
		for p := s.First[i] + 1; p+1 < s.First[i+1]; p++ {
			most = max(most, s.turn(p)*180/math.Pi)
		}
	}
	return most
}

// Points on a circle become a rounder circle: those that were there stay, and the new ones lie on
// it, in every part.
func TestSmoothRoundsACircle(t *testing.T) {
	const corners, corner = 7, 20.0
	s := &Set{First: []uint32{0, corners}, Unit: 1}
	for i := range corners {
		sin, cos := math.Sincos(float64(i) * corner * math.Pi / 180)
		s.Points = append(s.Points, mgl32.Vec3{float32(cos), float32(sin), 3})
	}
	for _, degrees := range []float32{10, 5, 3} {
		got, err := s.Smooth(degrees)
		if err != nil {
			t.Fatal(err)
		}
		if err := got.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Points {
			if !slices.Contains(got.Points, p) {
				t.Errorf("%v degrees: point %v is gone", degrees, p)
			}
		}
		if most := sharpest(got); most > 1.6*float64(degrees) {
			t.Errorf("%v degrees: a corner of %v is left", degrees, most)
		}
		for _, p := range got.Points {
			if r := math.Hypot(float64(p[0]), float64(p[1])); math.Abs(r-1) > 0.016 || p[2] != 3 {
				t.Errorf("%v degrees: %v lies at %v of the radius", degrees, p, r)
			}
		}
		if straight := math.Cos(corner / 2 * math.Pi / 180); straight > 1-0.012 {
			t.Fatalf("segments come no nearer to the middle than %v", straight)
		}
	}
	if coarse, err := s.Smooth(2 * corner); err != nil || !slices.Equal(coarse.Points, s.Points) {
		t.Errorf("corners below the angle: %d points, %v", len(coarse.Points), err)
	}
}

// Only segments beside a bend are cut, values lie evenly between those of their ends, and strands
// do not mix.
func TestSmoothCutsBesideBends(t *testing.T) {
	s := &Set{
		First: []uint32{0, 2, 7, 10}, Unit: 1,
		Points: []mgl32.Vec3{
			{5, 5, 5}, {6, 6, 6},
			{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0},
			{0, 0, 1}, {0, 0, 2}, {0, 0, 3},
		},
		Thickness: []float32{9, 9, 0, 1, 4, 8, 0, 7, 7, 7},
		Opacity:   []float32{1, 1, 0, 0, 0, 1, 1, 1, 1, 1},
		Color:     slices.Repeat([]mgl32.Vec3{{1, 0, 0}}, 10),
	}
	got, err := s.Smooth(22.5)
	if err != nil {
		t.Fatal(err)
	}
	if want := []uint32{0, 2, 9, 12}; !slices.Equal(got.First, want) {
		t.Fatalf("First is %v, want %v", got.First, want)
	}
	if want := []float32{9, 9, 0, 1, 2.5, 4, 6, 8, 0, 7, 7, 7}; !slices.Equal(got.Thickness, want) {
		t.Errorf("Thickness is %v, want %v", got.Thickness, want)
	}
	if got.Opacity[6] != 0.5 || got.Color[6] != s.Color[0] {
		t.Errorf("opacity %v and colour %v", got.Opacity[6], got.Color[6])
	}
	// Outside of the corner's chord, and the same from both sides.
	a, b := got.Points[4], got.Points[6]
	if a[1] >= 0 || b[0] <= 2 || math.Abs(float64(a[0]-(2-b[1]))) > 1e-6 || math.Abs(float64(a[1]+(b[0]-2))) > 1e-6 {
		t.Errorf("the new points are %v and %v", a, b)
	}
	if s.Points[2] != (mgl32.Vec3{}) || len(s.Points) != 10 {
		t.Error("the set itself changed")
	}
}

// No number of a folded or repeated point is lost, and a segment has at most MaxSmoothParts parts.
func TestSmoothOfFoldedAndRepeatedPoints(t *testing.T) {
	s := &Set{
		First: []uint32{0, 4, 9, 11}, Unit: 1,
		Points: []mgl32.Vec3{
			{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0},
			{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 0},
			{2, 2, 2}, {2, 2, 2},
		},
	}
	got, err := s.Smooth(0.001)
	if err != nil {
		t.Fatal(err)
	}
	if err := got.Validate(); err != nil {
		t.Fatal(err)
	}
	if want := []uint32{0, 3*MaxSmoothParts + 1, 3*MaxSmoothParts + 1 + 2*MaxSmoothParts + 3, 3*MaxSmoothParts + 1 + 2*MaxSmoothParts + 5}; !slices.Equal(got.First, want) {
		t.Errorf("First is %v, want %v", got.First, want)
	}
}

func TestSmoothAtItsLimits(t *testing.T) {
	s := &Set{First: []uint32{0, 3}, Unit: 1, Points: []mgl32.Vec3{{}, {1, 0, 0}, {1, 1, 0}}}
	smooth := func(degrees float32) error { _, err := s.Smooth(degrees); return err }
	checkLimits(t, []limit{
		{"the most degrees", smooth(MaxSmooth), nil},
		{"more than the most", smooth(above(MaxSmooth)), ErrOption},
		{"0 degrees", smooth(0), ErrOption},
		{"less than 0", smooth(below(0)), ErrOption},
		{"no number", smooth(float32(math.NaN())), ErrOption},
	})
	if same, err := (&Set{First: []uint32{0}, Unit: 1}).Smooth(UsualSmooth); err != nil || same.Strands() != 0 {
		t.Errorf("no strands: %v, %v", same, err)
	}
	if _, err := s.Smooth(0); !errors.Is(err, ErrOption) || err.Error() != "strands: Smooth: got 0 degrees, want more than 0 and at most 180: invalid option" {
		t.Errorf("the error is %v", err)
	}
}
