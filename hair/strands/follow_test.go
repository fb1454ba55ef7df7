// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestTFXVersionsAndTheirArrays(t *testing.T) {
	s := must(t, tfx4(3, 4, true), Options{})
	if s.Strands() != 3 || s.Segments() != 9 || s.First[2] != 8 || s.Origin.Followers != 0 {
		t.Errorf("%d strands, %d segments, First %v", s.Strands(), s.Segments(), s.First)
	}
	// Thickness lies first, a float a strand; then four floats a point.
	if s.Thickness[5] != 1.0/256 || s.Points[1] != (mgl32.Vec3{7.0 / 256, 8.0 / 256, 9.0 / 256}) || len(s.Color) != 12 {
		t.Errorf("thickness %v, point %v", s.Thickness[5], s.Points[1])
	}
	s = must(t, tfx4(3, 4, false), Options{})
	if s.Thickness != nil || s.Color != nil || s.DefaultThickness == 0 {
		t.Errorf("positions alone: %+v", s)
	}
	s = must(t, tfx3(3, 4), Options{})
	if s.Points[1] != (mgl32.Vec3{3.0 / 256, 4.0 / 256, 5.0 / 256}) || s.Thickness[4] != 37.0/256 || s.Color[0] != (mgl32.Vec3{45.0 / 256, 46.0 / 256, 47.0 / 256}) || s.Origin.Followers != 5 {
		t.Errorf("version 3: %+v", s)
	}
	if !strings.Contains(s.Origin.String(), "asks for 5 hairs around each") {
		t.Errorf("%v", s.Origin)
	}
}

func TestFollowHairsStayNearGuides(t *testing.T) {
	const count, spread, tip = 7, 0.03, 2.0
	guides := must(t, tfx4(3, 8, true), Options{})
	grow := Options{Follow: Follow{Count: count, Spread: spread, Tip: tip, Seed: 3}}
	s := must(t, tfx4(3, 8, true), grow)
	if s.Strands() != 3*(count+1) || s.Origin.Guides != 3 || !strings.Contains(s.Origin.String(), "grown from 3 guides") {
		t.Fatalf("%d strands, %v", s.Strands(), s.Origin)
	}
	far := 0.0
	for i := range s.Strands() {
		guide := guides.Points[guides.First[i/(count+1)]:guides.First[i/(count+1)+1]]
		hair := s.Points[s.First[i]:s.First[i+1]]
		off := hair[0].Sub(guide[0])
		if own := i%(count+1) == 0; own != (off == mgl32.Vec3{}) {
			t.Errorf("hair %d is off its guide by %v", i, off)
		}
		far = max(far, float64(off.Len()))
		if along := guide[1].Sub(guide[0]).Normalize().Dot(off); math.Abs(float64(along)) > 1e-5 {
			t.Errorf("hair %d begins %v along its guide", i, along)
		}
		for k, p := range hair {
			want := guide[k].Add(off.Mul(1 + tip*float32(k)/7))
			if p.Sub(want).Len() > 1e-5 {
				t.Errorf("hair %d, point %d is %v, want %v", i, k, p, want)
			}
		}
		if s.Thickness[s.First[i]] != guides.Thickness[guides.First[i/(count+1)]] || s.Color[s.First[i]] != guides.Color[guides.First[i/(count+1)]] {
			t.Errorf("hair %d does not carry what its guide does", i)
		}
	}
	if far > spread || far < spread/2 {
		t.Errorf("the farthest root is %v m off, up to %v was asked for", far, spread)
	}
	again, other := must(t, tfx4(3, 8, true), grow), grow
	other.Follow.Seed++
	if !reflect.DeepEqual(again, s) || reflect.DeepEqual(must(t, tfx4(3, 8, true), other).Points, s.Points) {
		t.Error("the seed must decide, and alone")
	}
}

func TestFollowHairsKeepTotalWidth(t *testing.T) {
	few := must(t, written(t, Data, big(100, 4, false)), Options{})
	many := must(t, written(t, Data, big(100, 4, false)), Options{Follow: Follow{Count: 99}})
	if few.DefaultThickness != maxUsualWidth || math.Abs(float64(many.DefaultThickness)-7e-4) > 1e-7 {
		t.Errorf("widths of %v and %v m", few.DefaultThickness, many.DefaultThickness)
	}
	// A width from a file stays.
	reported := must(t, written(t, PLY, big(100, 4, false)), Options{Follow: Follow{Count: 99}})
	if reported.DefaultThickness != 1e-4 {
		t.Errorf("a width of %v", reported.DefaultThickness)
	}
	// No spread is a hundredth of the largest side, 0.2325 m here; strands without length have a
	// side all the same.
	low, high := many.Bounds()
	was, then := few.Bounds()
	if out := was.Sub(low).Add(high.Sub(then)); out.Len() == 0 || out.Len() > 0.02 {
		t.Errorf("the box grew by %v", out)
	}
	point := &Set{First: []uint32{0, 2}, Points: make([]mgl32.Vec3, 2), Unit: 1, DefaultOpacity: 1}
	grown, err := point.Grow(Follow{Count: 2, Spread: 1})
	if err != nil || grown.Validate() != nil || grown.Points[2] == grown.Points[4] {
		t.Errorf("%+v, %v", grown, err)
	}
	huge := &Set{First: []uint32{0, 2e6}, Points: make([]mgl32.Vec3, 2e6), Unit: 1}
	if _, err := huge.Grow(Follow{Count: MaxFollow}); !errors.Is(err, ErrLimit) {
		t.Error(err)
	}
	tight := Options{Limits: Limits{Points: 100}, Follow: Follow{Count: 9}}
	if _, err := Read(bytes.NewReader(tfx4(3, 4, true)), tight); !errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), "9 hairs around each") {
		t.Errorf("120 points within 100: %v", err)
	}
	if _, err := huge.Grow(Follow{Count: -2}); !errors.Is(err, ErrOption) {
		t.Error(err)
	}
}

func TestResample(t *testing.T) {
	s := &Set{
		First: []uint32{0, 2, 5, 8}, Unit: 1, DefaultOpacity: 1,
		Points:    []mgl32.Vec3{{0, 0, 0}, {4, 0, 0}, {0, 0, 0}, {0, 3, 0}, {0, 3, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
		Thickness: []float32{0, 2, 0, 3, 4, 1, 2, 3},
	}
	got, err := s.Resample(5)
	if err != nil {
		t.Fatal(err)
	}
	if err := got.Validate(); err != nil {
		t.Fatal(err)
	}
	want := []mgl32.Vec3{
		{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0},
		{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {0, 3, 1},
		{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1},
	}
	if !slices.Equal(got.First, []uint32{0, 5, 10, 15}) || !reflect.DeepEqual(got.Points, want) {
		t.Errorf("%v %v", got.First, got.Points)
	}
	if !slices.Equal(got.Thickness[:10], []float32{0, 0.5, 1, 1.5, 2, 0, 1, 2, 3, 4}) || got.Thickness[14] != 3 || got.Color != nil {
		t.Errorf("%v", got.Thickness)
	}
	// As many points as there are, evenly: nothing moves.
	line := even(3)
	if same, err := line.Resample(4); err != nil || !reflect.DeepEqual(same.Points, line.Points) {
		t.Errorf("%v, %v", same.Points, err)
	}
	for _, n := range []int{-1, 0, 1, MaxStrandPoints + 1} {
		if _, err := s.Resample(n); !errors.Is(err, ErrOption) {
			t.Errorf("%d points: %v", n, err)
		}
	}
	var b bytes.Buffer
	if err := Write(&b, NPY, got, WriteOptions{}); err != nil {
		t.Errorf("resampled and not writable as .npy: %v", err)
	}
}

// The place of the last point can round to one behind the end of the strand.
func TestResampleEndsAtTheLastPoint(t *testing.T) {
	s := &Set{First: []uint32{0, 3}, Unit: 1, Points: []mgl32.Vec3{{}, {1e6, 0, 0}, {1e6, 1e-4, 0}}}
	const points = 6
	length := s.step(0) + s.step(1)
	if end := length * (points - 1) / (points - 1); end <= length {
		t.Fatalf("the end rounds to %v, want more than the length, %v", end, length)
	}
	got, err := s.Resample(points)
	if err != nil {
		t.Fatal(err)
	}
	if got.Points[points-1] != s.Points[2] {
		t.Errorf("the last point is %v, want %v", got.Points[points-1], s.Points[2])
	}
}

// The points between have values between those of their neighbours, in every segment.
func TestResampleInterpolatesAllValues(t *testing.T) {
	s := &Set{
		First: []uint32{0, 3}, Unit: 1,
		Points:    []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {5, 0, 0}},
		Thickness: []float32{1, 2, 6},
		Opacity:   []float32{0.5, 0, 1},
		Color:     []mgl32.Vec3{{1, 0, 0}, {0, 0, 0}, {0, 1, 0}},
	}
	got, err := s.Resample(6)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		thickness, opacity float32
		color              mgl32.Vec3
	}{
		{1, 0.5, mgl32.Vec3{1, 0, 0}}, {2, 0, mgl32.Vec3{}}, {3, 0.25, mgl32.Vec3{0, 0.25, 0}},
		{4, 0.5, mgl32.Vec3{0, 0.5, 0}}, {5, 0.75, mgl32.Vec3{0, 0.75, 0}}, {6, 1, mgl32.Vec3{0, 1, 0}},
	} {
		if at := (mgl32.Vec3{float32(i), 0, 0}); got.Points[i] != at || got.Thickness[i] != want.thickness || got.Opacity[i] != want.opacity || got.Color[i] != want.color {
			t.Errorf("point %d is at %v: width %v, opacity %v, colour %v; want %v, %+v", i, got.Points[i], got.Thickness[i], got.Opacity[i], got.Color[i], at, want)
		}
	}
}
