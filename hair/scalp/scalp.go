// SPDX-License-Identifier: MIT

package scalp

import (
	"fmt"
	"math"

	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/errkind"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Reasons for errors, of the kind gpu.ErrArgument.
var (
	// ErrOptions means that a field of Options is out of range.
	ErrOptions = errkind.Reason(errkind.ErrArgument, "option out of range")
	// ErrSet means that a set has no surface: no strands, all points at one place, or values that
	// are not finite.
	ErrSet = errkind.Reason(errkind.ErrArgument, "no surface under this set")
)

// Options configure New. The zero value is right.
type Options struct {
	Cells int     // cells of the grid along the longest side of the surface, MinCells to MaxCells; 0: 64, or 112 for a head
	Inset float32 // metres from the surface to the roots, up to MaxInset; 0: 1/250 of the size of the roots' box
}

// Limits of Options.
const (
	MinCells, MaxCells = 16, 160
	MaxInset           = 1
)

// The default of Options.Cells, also for a head.
const (
	usualCells = 64
	headCells  = 112
)

type vec = mgl64.Vec3

// New returns a closed mesh under the roots of a set, in metres: each edge has two triangles, and
// they are counter-clockwise seen from outside. The roots are outside, Options.Inset away on the
// mean, and none is more than a tenth of a cell below the surface. Roots that are far from all
// others do not count. Head.Scalp is 0.6 where hair grows and fades to 0 over a few distances of
// roots.
//
// Roots that lie like those of a head get the bust of package groom, moulded to them. The face may
// point to any side. If hair would lie in its shoulders, the bust ends at the neck. Other roots get
// a closed body.
//
// The hairs' first directions decide which side is outside. If the roots lie on a closed or a bent
// surface and most hairs point into its hollow, that surface decides. Without a bend and without a
// common direction the choice is arbitrary.
//
// Memory: some 100 bytes a root and 30 a cell of the grid.
// Errors: ErrOptions, ErrSet. All are returned before any work on the surface.
func New(s *strands.Set, o Options) (*groom.Head, error) {
	if err := check(s, o); err != nil {
		return nil, fmt.Errorf("scalp: New: %w", err)
	}
	r := gather(s)
	if !(r.size > 0) {
		return nil, fmt.Errorf("scalp: New: all points of %d strands are at %v, want hair of some length: %w", s.Strands(), s.Points[0], ErrSet)
	}
	f := fit(r, o)
	return mesh(f, r), nil
}

func check(s *strands.Set, o Options) error {
	switch {
	case o.Cells != 0 && (o.Cells < MinCells || o.Cells > MaxCells):
		return fmt.Errorf("Options.Cells is %d, want %d to %d, or 0: %w", o.Cells, MinCells, MaxCells, ErrOptions)
	case !(o.Inset >= 0 && o.Inset <= MaxInset):
		return fmt.Errorf("Options.Inset is %v metres, want 0 to %v: %w", o.Inset, float32(MaxInset), ErrOptions)
	case s == nil:
		return fmt.Errorf("the set is nil: %w", ErrSet)
	case s.Strands() == 0:
		return fmt.Errorf("the set has 0 strands, want 1 or more: %w", ErrSet)
	case !(s.Unit > 0) || math.IsInf(float64(s.Unit), 0):
		return fmt.Errorf("the set's unit is %v metres, want a finite number above 0: %w", s.Unit, ErrSet)
	}
	for i := range s.Strands() {
		a, b := s.First[i], s.First[i+1]
		if b <= a || int64(b) > int64(len(s.Points)) {
			return fmt.Errorf("strand %d has the points %d to %d of %d, want 1 or more: %w", i, a, b, len(s.Points), ErrSet)
		}
		for p := a; p < b; p++ {
			if !finite(s.Points[p]) {
				return fmt.Errorf("point %d, in strand %d, is %v, want finite numbers up to %v: %w", p, i, s.Points[p], float32(strands.MaxCoordinate), ErrSet)
			}
		}
	}
	return nil
}

func finite(p mgl32.Vec3) bool {
	for _, v := range p {
		if !(v >= -strands.MaxCoordinate && v <= strands.MaxCoordinate) {
			return false
		}
	}
	return true
}

// direction returns v with length 1, or zero if it has no direction.
func direction(v vec) vec {
	l := v.Len()
	if !(l > 1e-300) {
		return vec{}
	}
	return v.Mul(1 / l)
}

// smooth goes from 0 at a to 1 at b.
func smooth(a, b, v float64) float64 {
	t := min(max((v-a)/(b-a), 0), 1)
	return t * t * (3 - 2*t)
}
