// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/combgl/comb/internal/errkind"
	"github.com/go-gl/mathgl/mgl32"
)

// What readers and checks refuse. Every error wraps one of these and names the thing and the limit.
var (
	ErrFormat    = errors.New("strands: wrong format")
	ErrTruncated = errors.New("strands: the file ends too early")
	ErrLimit     = errors.New("strands: larger than allowed")
	ErrSet       = errkind.Reason(errkind.ErrArgument, "strands: inconsistent set")
	ErrOption    = errkind.Reason(errkind.ErrArgument, "strands: not possible") // what a caller asks for, whatever the file
)

// Set is a collection of strands over flat arrays.
type Set struct {
	Name  string
	First []uint32 // strands+1: strand s has the points First[s] to First[s+1]-1

	Points    []mgl32.Vec3 // in units of Unit metres
	Thickness []float32    // diameter at each point in the same unit; nil means DefaultThickness everywhere
	Opacity   []float32    // 0 to 1 at each point; nil means DefaultOpacity
	Color     []mgl32.Vec3 // display values 0 to 1 at each point; nil means DefaultColor

	DefaultThickness float32
	DefaultOpacity   float32
	DefaultColor     mgl32.Vec3
	Unit             float32 // metres

	Origin Origin // of a set that was read
}

// Strands is the number of strands.
func (s *Set) Strands() int { return max(0, len(s.First)-1) }

// Segments is the number of pieces between neighbouring points of all strands.
func (s *Set) Segments() int { return len(s.Points) - s.Strands() }

// Bounds is the box around all points; zero for an empty set.
func (s *Set) Bounds() (low, high mgl32.Vec3) {
	if len(s.Points) == 0 {
		return low, high
	}
	low, high = s.Points[0], s.Points[0]
	for _, p := range s.Points {
		for a, v := range p {
			low[a], high[a] = min(low[a], v), max(high[a], v)
		}
	}
	return low, high
}

// Validate says what is wrong with a set: strands out of order or of fewer than two points, arrays of another length
// than Points, numbers that are not finite, widths below 0, opacities outside 0 to 1. Errors: ErrSet.
func (s *Set) Validate() error {
	if err := s.validateShape(); err != nil {
		return err
	}
	if !(s.Unit > 0) || !finite(s.Unit) {
		return fmt.Errorf("%w: a unit of %v metres", ErrSet, s.Unit)
	}
	if err := s.validatePoints(); err != nil {
		return err
	}
	return s.validateValues()
}

func (s *Set) validateShape() error {
	if len(s.First) == 0 || s.First[0] != 0 || int(s.First[len(s.First)-1]) != len(s.Points) {
		return fmt.Errorf("%w: First must begin at 0 and end at the number of points, %d", ErrSet, len(s.Points))
	}
	for i := range s.Strands() {
		if a, b := s.First[i], s.First[i+1]; b < a || b-a < 2 {
			return fmt.Errorf("%w: strand %d has points %d to %d, at least 2 are needed", ErrSet, i, a, b)
		}
	}
	for _, array := range []struct {
		name string
		n    int
	}{{"Thickness", len(s.Thickness)}, {"Opacity", len(s.Opacity)}, {"Color", len(s.Color)}} {
		if array.n != 0 && array.n != len(s.Points) {
			return fmt.Errorf("%w: %s has %d values for %d points", ErrSet, array.name, array.n, len(s.Points))
		}
	}
	return nil
}

func (s *Set) validatePoints() error {
	for i := range s.Points {
		if !finite(s.Points[i][:]...) {
			strand := sort.Search(s.Strands(), func(k int) bool { return int(s.First[k+1]) > i })
			return fmt.Errorf("%w: point %d, in strand %d, is %v", ErrSet, i, strand, s.Points[i])
		}
	}
	return nil
}

// validateValues looks at what points carry; the place -1 is that of the default.
func (s *Set) validateValues() error {
	width := func(i int, v float32) error {
		if !finite(v) || v < 0 {
			return fmt.Errorf("%w: thickness %d is %v, from 0 up is possible", ErrSet, i, v)
		}
		return nil
	}
	opacity := func(i int, v float32) error {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("%w: opacity %d is %v, from 0 to 1 is possible", ErrSet, i, v)
		}
		return nil
	}
	color := func(i int, c mgl32.Vec3) error {
		if !finite(c[:]...) {
			return fmt.Errorf("%w: colour %d is %v", ErrSet, i, c)
		}
		return nil
	}
	if err := each(s.DefaultThickness, s.Thickness, width); err != nil {
		return err
	}
	if err := each(s.DefaultOpacity, s.Opacity, opacity); err != nil {
		return err
	}
	return each(s.DefaultColor, s.Color, color)
}

// each is what is wrong with the first value that is wrong.
func each[T any](usual T, values []T, wrong func(int, T) error) error {
	if err := wrong(-1, usual); err != nil {
		return err
	}
	for i, v := range values {
		if err := wrong(i, v); err != nil {
			return err
		}
	}
	return nil
}

func finite(values ...float32) bool {
	for _, v := range values {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return false
		}
	}
	return true
}

// Subset keeps n of the strands, spread evenly over the set and in its order; the seed decides which of each few.
// Errors: ErrLimit when n is below 1 or above the number of strands.
func (s *Set) Subset(n int, seed uint64) (*Set, error) {
	total := s.Strands()
	if n < 1 || n > total {
		return nil, fmt.Errorf("%w: %d strands of %q, which has %d", ErrLimit, n, s.Name, total)
	}
	out := *s
	out.First, out.Points, out.Thickness, out.Opacity, out.Color = []uint32{0}, nil, nil, nil, nil
	for i := range n {
		// One strand of each of n equal runs.
		from, to := i*total/n, (i+1)*total/n
		pick := from + int(mix(seed^uint64(i))%uint64(to-from))
		a, b := s.First[pick], s.First[pick+1]
		out.Points = append(out.Points, s.Points[a:b]...)
		out.Thickness = appendPart(out.Thickness, s.Thickness, a, b)
		out.Opacity = appendPart(out.Opacity, s.Opacity, a, b)
		out.Color = appendPart(out.Color, s.Color, a, b)
		out.First = append(out.First, uint32(len(out.Points)))
	}
	return &out, nil
}

func appendPart[T any](to, from []T, a, b uint32) []T {
	if from == nil {
		return to
	}
	return append(to, from[a:b]...)
}

// mix is the finaliser of SplitMix64.
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
