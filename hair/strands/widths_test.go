// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestWidthsGoFromRootToTipByLength(t *testing.T) {
	// The points of the first strand lie at 0, 1/4, 3/4 and 1 of its length; the second has no
	// length.
	s := &Set{First: []uint32{0, 4, 6}, Unit: 0.1, DefaultThickness: 2,
		Points: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {4, 0, 0}, {7, 7, 7}, {7, 7, 7}}}
	got, err := s.WithWidths(Widths{Profile: []float32{1, 0.5, 0}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float32{2, 1.5, 0.5, 0, 2, 2} {
		if math.Abs(float64(got.Thickness[i]-want)) > 1e-6 {
			t.Errorf("point %d is %v wide, want %v", i, got.Thickness[i], want)
		}
	}
	if s.Thickness != nil {
		t.Error("the set itself is changed")
	}
	got, err = got.WithWidths(Widths{Root: 0.001, Profile: []float32{0.5}})
	if err != nil || math.Abs(float64(got.Thickness[3])-0.005) > 1e-7 {
		t.Errorf("%v, %v", got.Thickness, err)
	}
	if got, err = s.WithWidths(Widths{Root: 0.0007}); err != nil || got.Thickness != nil || math.Abs(float64(got.DefaultThickness)-0.007) > 1e-7 {
		t.Errorf("%v, %v, %v", got.Thickness, got.DefaultThickness, err)
	}
	if taper := Taper(0.2); taper[0] != 1 || taper[len(taper)-1] != 0.2 {
		t.Errorf("%v", taper)
	}
}

// A set that Validate refuses must not stop the program: the length of its strand overflows.
func TestWidthsOfAStrandWithoutALimit(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, far := range []float32{1e20, 3e38, inf} {
		s := &Set{First: []uint32{0, 3}, Unit: 1, DefaultThickness: 2, Points: []mgl32.Vec3{{}, {far}, {0, 1}}}
		got, err := s.WithWidths(Widths{Profile: Taper(UsualTip)})
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range got.Thickness {
			if !(w >= 0 && w <= 2) {
				t.Errorf("a coordinate of %v: point %d is %v wide, want 0 to 2", far, i, w)
			}
		}
	}
}

func TestBadWidthsAreRefused(t *testing.T) {
	s := &Set{First: []uint32{0, 2}, Unit: 1, Points: make([]mgl32.Vec3, 2)}
	nan := float32(math.NaN())
	for _, w := range []Widths{{Root: -1}, {Root: nan}, {Root: 11}, {Profile: []float32{1, nan}}, {Profile: []float32{-1}}} {
		if _, err := s.WithWidths(w); !errors.Is(err, ErrOption) {
			t.Errorf("%+v: %v", w, err)
		}
	}
}
