// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// lawn is a square of n x n hairs a gap apart, in metres.
func lawn(n int, gap float32) *Set {
	s := &Set{First: []uint32{0}, Unit: 1, DefaultOpacity: 1}
	for i := range n * n {
		for k := range 4 {
			s.Points = append(s.Points, mgl32.Vec3{gap * float32(i%n), 0.02 * float32(k), gap * float32(i/n)})
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	s.Origin.widthUnset = true
	return s
}

func TestAutoFollowFillsUpToADensity(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func() *Set
		want int
	}{
		{"guides 6 mm apart", func() *Set { return lawn(20, 6e-3) }, 15},
		{"in centimetres", func() *Set { s := lawn(20, 0.6); s.Unit = 0.01; return s }, 15},
		{"dense hair", func() *Set { return lawn(40, 1.5e-3) }, 0},
		{"denser", func() *Set { return lawn(40, 1e-4) }, 0},
		{"a few guides", func() *Set { return lawn(3, 0.1) }, autoCount},
		{"one guide", func() *Set { return lawn(1, 0.1) }, 0},
		{"all roots at one place", func() *Set { return lawn(10, 0) }, 0},
		{"a file with widths", func() *Set { s := lawn(20, 6e-3); s.Origin.widthUnset = false; return s }, 0},
		{"a .tfx file with widths", func() *Set { s := lawn(20, 6e-3); s.Origin.widthUnset = false; s.Origin.Format = TFX; return s }, 15},
		{"a .tfx file that asks for some", func() *Set { s := lawn(20, 6e-3); s.Origin.Format, s.Origin.Followers = TFX, 4; return s }, 4},
		{"many guides", func() *Set { return lawn(150, 0.1) }, 0},
		{"a grown set", func() *Set { s := lawn(20, 6e-3); s.Origin.Guides = 100; return s }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.set()
			grown, err := s.Grow(Follow{Count: AutoFollow})
			if err != nil || grown.Validate() != nil {
				t.Fatal(err, grown.Validate())
			}
			if got := grown.Strands()/s.Strands() - 1; got < c.want-1 || got > c.want+1 || got != c.want && c.want == 0 {
				t.Errorf("%d hairs around each guide, want %d", got, c.want)
			}
			if grown.Strands() > autoStrands && grown.Strands() != s.Strands() {
				t.Errorf("%d strands, want at most %d", grown.Strands(), autoStrands)
			}
		})
	}
}

// Roots stay in the surface of the guides' roots, near their guide, and fill the gaps.
func TestAutoFollowStaysBetweenGuides(t *testing.T) {
	const gap = 6e-3
	s := lawn(20, gap)
	for i := range s.Points { // on a slope
		s.Points[i][1] += 0.5 * s.Points[i][0]
	}
	grown, err := s.Grow(Follow{Count: AutoFollow, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	all, moved := grown.Strands()/s.Strands(), 0
	for i := range grown.Strands() {
		p, guide := grown.Points[grown.First[i]:grown.First[i+1]], s.Points[s.First[i/all]:s.First[i/all+1]]
		off := p[0].Sub(guide[0])
		switch {
		case i%all == 0 && off.Len() != 0:
			t.Fatalf("guide %d moved by %v", i/all, off)
		case off.Len() > 2*gap:
			t.Fatalf("a root is %v m from its guide, the guides are %v apart", off.Len(), gap)
		case math.Abs(float64(p[0][1]-0.5*p[0][0])) > 1e-6:
			t.Fatalf("the root %v is off the slope", p[0])
		}
		if off.Len() > gap/4 {
			moved++
		}
		for k := range p {
			if p[k].Sub(guide[k]).Sub(off).Len() > 1e-6 {
				t.Fatalf("hair %d has not the shape of its guide", i)
			}
		}
	}
	if moved < grown.Strands()/3 {
		t.Errorf("%d of %d roots are a quarter of a gap from their guide", moved, grown.Strands())
	}
	again, err := s.Grow(Follow{Count: AutoFollow, Seed: 2})
	if err != nil || !slices.Equal(again.Points, grown.Points) {
		t.Errorf("another run gives other hairs: %v", err)
	}
	wide, err := s.Grow(Follow{Count: AutoFollow, Spread: 0.5})
	if err != nil || slices.Equal(wide.Points, grown.Points) || wide.Strands() != grown.Strands() {
		t.Errorf("a spread of one's own: %v", err)
	}
}

// The reader keeps its limits, and Open grows what Grow does.
func TestAutoFollowWhileReading(t *testing.T) {
	auto := Options{Follow: Follow{Count: AutoFollow}}
	s := must(t, tfx3(3, 4), auto)
	if s.Origin.Guides != 3 || s.Strands() != 3*6 {
		t.Errorf("%d strands of %d guides, want the 5 hairs around each that the file asks for", s.Strands(), s.Origin.Guides)
	}
	auto.Limits.Strands = 9
	if s = must(t, tfx3(3, 4), auto); s.Strands() != 9 {
		t.Errorf("%d strands within a limit of 9", s.Strands())
	}
	auto.Follow.Count = -2
	if _, err := Read(strings.NewReader(""), auto); !errors.Is(err, ErrOption) || !strings.Contains(err.Error(), "-2") {
		t.Error(err)
	}
}

func TestTapers(t *testing.T) {
	s := lawn(2, 1)
	s.DefaultThickness = 1
	if s.Tapers() {
		t.Error("one width for all tapers")
	}
	thin, err := s.WithWidths(Widths{Profile: Taper(UsualTip)})
	if err != nil || !thin.Tapers() {
		t.Errorf("tapered hair does not: %v", err)
	}
	s.Thickness = make([]float32, len(s.Points))
	for i := range s.Strands() { // a width for each strand
		for p := s.First[i]; p < s.First[i+1]; p++ {
			s.Thickness[p] = float32(i)
		}
	}
	if s.Tapers() {
		t.Error("hairs of different widths taper")
	}
}
