// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// limit is a call at a limit, where it works, or beyond it.
type limit struct {
	what string
	err  error // the result of the call
	want error
}

func checkLimits(t *testing.T, all []limit) {
	t.Helper()
	for _, l := range all {
		if !errors.Is(l.err, l.want) {
			t.Errorf("%s: got %v, want %v", l.what, l.err, l.want)
		}
	}
}

func below(v float32) float32 { return math.Nextafter32(v, -math.MaxFloat32) }
func above(v float32) float32 { return math.Nextafter32(v, math.MaxFloat32) }

func TestOptionsAtTheirLimits(t *testing.T) {
	checkLimits(t, []limit{
		{"the last format", Options{Format: OBJ}.check(), nil},
		{"the format behind it", Options{Format: OBJ + 1}.check(), ErrOption},
		{"format -1", Options{Format: -1}.check(), ErrOption},
		{"the last axis", Options{Up: UpNegZ}.check(), nil},
		{"the axis behind it", Options{Up: UpNegZ + 1}.check(), ErrOption},
		{"axis -1", Options{Up: -1}.check(), ErrOption},
		{"the least unit", Options{Unit: MinUnit}.check(), nil},
		{"a smaller unit", Options{Unit: below(MinUnit)}.check(), ErrOption},
		{"the largest unit", Options{Unit: MaxUnit}.check(), nil},
		{"a larger unit", Options{Unit: above(MaxUnit)}.check(), ErrOption},
		{"2 points a strand", Options{StrandPoints: 2}.check(), nil},
		{"1 point a strand", Options{StrandPoints: 1}.check(), ErrOption},
		{"-1 points a strand", Options{StrandPoints: -1}.check(), ErrOption},
		{"the most hairs around a guide", Follow{Count: MaxFollow}.check(), nil},
		{"one more", Follow{Count: MaxFollow + 1}.check(), ErrOption},
		{"the largest spread", Follow{Spread: MaxSpread}.check(), nil},
		{"a larger spread", Follow{Spread: above(MaxSpread)}.check(), ErrOption},
		{"a spread below 0", Follow{Spread: below(0)}.check(), ErrOption},
		{"the largest tip", Follow{Tip: MaxTip}.check(), nil},
		{"a larger tip", Follow{Tip: above(MaxTip)}.check(), ErrOption},
		{"a tip below 0", Follow{Tip: below(0)}.check(), ErrOption},
		{"as many strands and points as allowed", Limits{Strands: 3, Points: 7}.check(3, 7), nil},
		{"a strand more", Limits{Strands: 3, Points: 7}.check(4, 7), ErrLimit},
		{"a point more", Limits{Strands: 3, Points: 7}.check(3, 8), ErrLimit},
	})
	if got := (Limits{}).orDefault(); got != DefaultLimits() {
		t.Errorf("no limits: got %+v, want %+v", got, DefaultLimits())
	}
	if got, want := (Limits{1, 1, 1}).orDefault(), (Limits{1, 1, 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := (Limits{-1, -1, -1}).orDefault(), DefaultLimits(); got != want {
		t.Errorf("limits below 0: got %+v, want %+v", got, want)
	}
	most := Limits{Strands: math.MaxInt, Points: math.MaxInt, Bytes: math.MaxInt64}
	if got, want := most.orDefault(), (Limits{math.MaxInt32, math.MaxInt32, math.MaxInt64}); got != want {
		t.Errorf("the largest limits: got %+v, want %+v", got, want)
	}
}

func TestOperationsAtTheirLimits(t *testing.T) {
	s := &Set{First: []uint32{0, 2}, Points: []mgl32.Vec3{{}, {1, 0, 0}}, Unit: 1}
	wide := func(w Widths) error { _, err := s.WithWidths(w); return err }
	cut := func(parts int) error { _, err := s.Subdivide(parts); return err }
	resampled := func(points int) error { _, err := s.Resample(points); return err }
	subset := func(n int) error { _, err := s.Subset(n, 0); return err }
	checkLimits(t, []limit{
		{"the widest hairs", wide(Widths{Root: maxWidth}), nil},
		{"wider hairs", wide(Widths{Root: above(maxWidth)}), ErrOption},
		{"hairs of no width", wide(Widths{Root: below(0)}), ErrOption},
		{"the largest part", wide(Widths{Profile: []float32{0, 1000}}), nil},
		{"a larger part", wide(Widths{Profile: []float32{above(1000)}}), ErrOption},
		{"a part below 0", wide(Widths{Profile: []float32{below(0)}}), ErrOption},
		{"1 part", cut(1), nil},
		{"no parts", cut(0), ErrLimit},
		{"the most parts", cut(MaxParts), nil},
		{"a part more", cut(MaxParts + 1), ErrLimit},
		{"2 points", resampled(2), nil},
		{"1 point", resampled(1), ErrOption},
		{"-1 points", resampled(-1), ErrOption},
		{"the most points", resampled(MaxStrandPoints), nil},
		{"a point more", resampled(MaxStrandPoints + 1), ErrOption},
		{"a subset of all", subset(1), nil},
		{"a subset of more", subset(2), ErrLimit},
		{"a subset of none", subset(0), ErrLimit},
	})
	many := even(65537)
	if _, err := many.Resample(MaxStrandPoints); !errors.Is(err, ErrLimit) {
		t.Errorf("2^32 + 2^16 points: got %v, want %v", err, ErrLimit)
	}
}

// The units that headers and comments may give.
func TestUnitsInFilesAtTheirLimits(t *testing.T) {
	for _, c := range []struct {
		unit  float32
		taken bool
	}{{MinUnit, true}, {below(MinUnit), false}, {MaxUnit, true}, {above(MaxUnit), false}} {
		want := float32(0)
		if c.taken {
			want = c.unit
		}
		if got, _ := parseHairWords(fmt.Appendf(nil, hairWords+"\x00", c.unit, "z")); got != want {
			t.Errorf(".hair says %v: got %v, want %v", c.unit, got, want)
		}
		var s Set
		if parsePLYComment(&s, []string{"comb", "unit", fmt.Sprint(c.unit)}); s.Unit != want {
			t.Errorf(".ply says %v: got %v, want %v", c.unit, s.Unit, want)
		}
	}
}

func TestNumbersAtTheLengthLimit(t *testing.T) {
	in, err := newStream(bytes.NewReader(nil), Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := newText(in, 0, false)
	for length, fine := range map[int]bool{maxWord: true, maxWord + 1: false} {
		word := []byte(strings.Repeat("0", length-1) + "7")
		if v, err := at.number("it", word); (err == nil) != fine || fine && v != 7 {
			t.Errorf("a number of %d bytes: got %v, %v", length, v, err)
		}
		if v, err := at.integer("it", word); (err == nil) != fine || fine && v != 7 {
			t.Errorf("an integer of %d bytes: got %v, %v", length, v, err)
		}
	}
	for _, word := range []string{"nan", "inf", "-inf", "1e39", "", "x"} {
		if v, err := at.number("it", []byte(word)); !errors.Is(err, ErrFormat) {
			t.Errorf("%q: got %v, %v", word, v, err)
		}
	}
}

func TestUsualWidths(t *testing.T) {
	for strands, want := range map[int]float64{1: maxUsualWidth, 1000: maxUsualWidth, 10_000: 7e-4, headHairs: hairWidth, 1 << 22: hairWidth} {
		if got := usualWidth(strands); math.Abs(float64(got)-want) > 1e-9 {
			t.Errorf("%d strands: got %v, want %v", strands, got, want)
		}
	}
	if got, want := Taper(0.5), []float32{1, 1, 0.85, 0.5}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("a taper: got %v, want %v", got, want)
	}
}

// Lists of points whose strands are as short and as few as can be found.
func TestShortestListsOfPoints(t *testing.T) {
	row := func(strands, each int) (points []mgl32.Vec3) {
		for s := range strands {
			for p := range each {
				points = append(points, mgl32.Vec3{float32(100 * s), float32(p), 0})
			}
		}
		return points
	}
	for _, c := range []struct{ strands, each, want int }{
		{1, 3, 0}, {1, 4, 0}, {2, 2, 2}, {2, 3, 3}, {3, 2, 2}, {3, 3, 3}, {5, 7, 7}, {7, 5, 5}, {2, 50, 50}, {50, 2, 2}, {1, 100, 0},
	} {
		if got := strandPoints(row(c.strands, c.each)); got != c.want {
			t.Errorf("%d strands of %d points: found %d, want %d", c.strands, c.each, got, c.want)
		}
	}
}

func TestErrorsNameThePointAndItsStrand(t *testing.T) {
	for at, strand := range []int{0, 0, 1, 1, 1, 2, 2} {
		s := &Set{First: []uint32{0, 2, 5, 7}, Points: make([]mgl32.Vec3, 7), Unit: 1}
		s.Points[at][1] = float32(math.Inf(1))
		want := fmt.Sprintf("point %d, in strand %d,", at, strand)
		if err := s.Validate(); !errors.Is(err, ErrSet) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
