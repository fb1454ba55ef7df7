// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestSubdivide(t *testing.T) {
	s := &Set{
		First: []uint32{0, 2, 5}, Unit: 1, DefaultOpacity: 1,
		Points:    []mgl32.Vec3{{0, 0, 0}, {4, 0, 8}, {1, 1, 1}, {1, 3, 1}, {1, 3, 9}},
		Thickness: []float32{0, 2, 1, 1, 3},
		Color:     []mgl32.Vec3{{0, 0, 0}, {1, 0.5, 0}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}},
	}
	got, err := s.Subdivide(2)
	if err != nil {
		t.Fatal(err)
	}
	if err := got.Validate(); err != nil {
		t.Fatal(err)
	}
	if want := []uint32{0, 3, 8}; !slices.Equal(got.First, want) {
		t.Errorf("First is %v, want %v", got.First, want)
	}
	if want := []mgl32.Vec3{{0, 0, 0}, {2, 0, 4}, {4, 0, 8}, {1, 1, 1}, {1, 2, 1}, {1, 3, 1}, {1, 3, 5}, {1, 3, 9}}; !slices.Equal(got.Points, want) {
		t.Errorf("Points are %v, want %v", got.Points, want)
	}
	if want := []float32{0, 1, 2, 1, 1, 1, 2, 3}; !slices.Equal(got.Thickness, want) {
		t.Errorf("Thickness is %v, want %v", got.Thickness, want)
	}
	if got.Color[1] != (mgl32.Vec3{0.5, 0.25, 0}) || got.Opacity != nil || got.Segments() != 6 {
		t.Errorf("%+v", got)
	}
	if same, err := s.Subdivide(1); err != nil || !slices.Equal(same.Points, s.Points) || !slices.Equal(same.First, s.First) {
		t.Errorf("in one part: %+v, %v", same, err)
	}
	many := &Set{Name: "many", Unit: 1, First: []uint32{0, 5e6}, Points: make([]mgl32.Vec3, 5e6)}
	for parts, of := range map[int]*Set{0: s, -1: s, MaxParts + 1: s, MaxParts: many} {
		t.Run(fmt.Sprint("parts=", parts), func(t *testing.T) {
			if _, err := of.Subdivide(parts); !errors.Is(err, ErrLimit) {
				t.Errorf("%d parts: %v", parts, err)
			}
		})
	}
}
