// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// Strands of fewer than two points go, and all that the other points carry stays theirs.
func TestBaldStrandsAreDroppedWithTheirValues(t *testing.T) {
	made := func(first []uint32, points ...float32) *Set {
		s := &Set{First: first}
		for _, p := range points {
			s.Points = append(s.Points, mgl32.Vec3{p, p, p})
			s.Thickness = append(s.Thickness, p+0.1)
			s.Opacity = append(s.Opacity, p/16)
			s.Color = append(s.Color, mgl32.Vec3{0, p, 0})
		}
		return s
	}
	got := made([]uint32{0, 1, 3, 3, 6, 7, 9}, 0, 1, 2, 3, 4, 5, 6, 7, 8)
	want := made([]uint32{0, 2, 5, 7}, 1, 2, 3, 4, 5, 7, 8)
	if n := got.dropBald(false); n != 3 {
		t.Errorf("%d strands were dropped, want 3", n)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	whole := made([]uint32{0, 2, 4}, 1, 2, 3, 4)
	if n := whole.dropBald(false); n != 0 || !reflect.DeepEqual(whole, made([]uint32{0, 2, 4}, 1, 2, 3, 4)) {
		t.Errorf("of a set without bald strands %d were dropped: %+v", n, whole)
	}
}

// A reader's set whose strands end before they begin, or behind the points, is refused, also if a
// bald strand before them is dropped.
func TestStrandsOutsideThePointsAreRefused(t *testing.T) {
	for _, first := range [][]uint32{{0, 3, 1, 4}, {0, 1, 4, 2, 4}, {0, 1, 6, 4}, {0, 5}} {
		s := &Set{First: first, Points: make([]mgl32.Vec3, 4), Unit: 1}
		if err := s.finish(Options{}); !errors.Is(err, ErrSet) {
			t.Errorf("4 points, strands from %v: got %v, want %v", first, err, ErrSet)
		}
	}
}

// A colour that all points of a file have is the set's. If one point differs, all keep theirs.
func TestOneColorOfAllPointsIsTheSets(t *testing.T) {
	blond, brown := mgl32.Vec3{0.9, 0.7, 0.4}, mgl32.Vec3{0.4, 0.3, 0.2}
	for _, last := range []mgl32.Vec3{blond, brown} {
		s := &Set{First: []uint32{0, 2, 4}, DefaultColor: plainColor}
		for i := range 4 {
			s.Points = append(s.Points, mgl32.Vec3{float32(i), float32(i % 2), 0})
		}
		s.Color = []mgl32.Vec3{blond, blond, blond, last}
		if err := s.finish(Options{Unit: 1, Up: UpY}); err != nil {
			t.Fatal(err)
		}
		one := last == blond
		if (s.Color == nil) != one || one && s.DefaultColor != blond || !one && (s.DefaultColor != plainColor || s.Color[3] != brown) {
			t.Errorf("the last colour is %v: got %v, else %v", last, s.Color, s.DefaultColor)
		}
	}
}
