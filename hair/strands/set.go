// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"math"
	"sort"

	"github.com/combgl/comb/internal/errkind"
	"github.com/go-gl/mathgl/mgl32"
)

// Reasons for errors. Every error of this package wraps one of them and names the value and the
// limit, except errors of the system, of a reader or writer, and of Options.Progress. All are of
// the kind gpu.ErrArgument.
var (
	// ErrFormat means that a file is not of its format, or of a format that cannot be read.
	ErrFormat = errkind.Reason(errkind.ErrArgument, "wrong format")
	// ErrTruncated means that a file ends too early.
	ErrTruncated = errkind.Reason(errkind.ErrArgument, "the file ends too early")
	// ErrLimit means that a file or a result is larger than Limits, the format or a Set allow.
	ErrLimit = errkind.Reason(errkind.ErrArgument, "larger than allowed")
	// ErrSet means that the arrays of a Set contradict each other or hold invalid values.
	ErrSet = errkind.Reason(errkind.ErrArgument, "inconsistent set")
	// ErrOption means that an option is invalid, whatever the file.
	ErrOption = errkind.Reason(errkind.ErrArgument, "invalid option")
)

// Set is a set of strands in flat arrays. Strand s has the points First[s] to First[s+1]-1.
type Set struct {
	Name  string   // file name, or ""
	First []uint32 // first point of each strand, then the number of points: Strands()+1 values

	Points    []mgl32.Vec3 // in units of Unit metres, y up, face towards +z
	Thickness []float32    // diameter at each point, in the same unit; nil means DefaultThickness
	Opacity   []float32    // 0 to 1 at each point; nil means DefaultOpacity
	Color     []mgl32.Vec3 // display values 0 to 1 at each point; nil means DefaultColor

	DefaultThickness float32    // for points without Thickness
	DefaultOpacity   float32    // for points without Opacity
	DefaultColor     mgl32.Vec3 // for points without Color; hair.NewModel gives each strand its own pigment
	Unit             float32    // metres per unit

	Origin Origin // the file and how it was read
}

// Strands is the number of strands.
func (s *Set) Strands() int { return max(0, len(s.First)-1) }

// Segments is the number of segments of all strands: a strand of n points has n - 1.
func (s *Set) Segments() int { return len(s.Points) - s.Strands() }

// Bounds returns the corners of the box around all points; zeros for an empty set.
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

// MaxCoordinate is the largest size of a coordinate and of a width, in the set's unit and in
// metres. Up to it the squares of lengths are finite in float32.
const MaxCoordinate = 1e15

// Validate checks a set. It refuses strands out of order or of fewer than two points, arrays whose
// length differs from that of Points, numbers that are not finite, coordinates and widths beyond
// MaxCoordinate, widths below 0, and opacities outside 0 to 1. Errors: ErrSet, with the first
// mistake.
func (s *Set) Validate() error {
	if err := s.validate(); err != nil {
		return fmt.Errorf("strands: Validate: %w", err)
	}
	return nil
}

func (s *Set) validate() error {
	if err := s.usable(); err != nil {
		return err
	}
	if err := s.validatePoints(); err != nil {
		return err
	}
	return s.validateValues()
}

func (s *Set) validateShape() error {
	if s == nil {
		return fmt.Errorf("the set is nil: %w", ErrSet)
	}
	if len(s.First) == 0 || s.First[0] != 0 || int(s.First[len(s.First)-1]) != len(s.Points) {
		return fmt.Errorf("the array First must begin at 0 and end at the number of points, %d: %w", len(s.Points), ErrSet)
	}
	for i := range s.Strands() {
		if a, b := s.First[i], s.First[i+1]; b < a || b-a < 2 {
			return fmt.Errorf("strand %d has points %d to %d, want at least 2: %w", i, a, b, ErrSet)
		}
	}
	for _, array := range []struct {
		name string
		n    int
	}{{"Thickness", len(s.Thickness)}, {"Opacity", len(s.Opacity)}, {"Color", len(s.Color)}} {
		if array.n != 0 && array.n != len(s.Points) {
			return fmt.Errorf("%s has %d values for %d points: %w", array.name, array.n, len(s.Points), ErrSet)
		}
	}
	return nil
}

// usable checks all but the values of points: what a method that returns another set needs.
func (s *Set) usable() error {
	if err := s.validateShape(); err != nil {
		return err
	}
	if !(s.Unit > 0) || !finite(s.Unit) {
		return fmt.Errorf("a unit of %v metres, want a finite number above 0: %w", s.Unit, ErrSet)
	}
	return nil
}

// mostUnits is MaxCoordinate in the set's unit.
func (s *Set) mostUnits() float32 { return MaxCoordinate / max(s.Unit, 1) }

func (s *Set) validatePoints() error {
	most := s.mostUnits()
	for i, p := range s.Points {
		for _, v := range p {
			if !(v >= -most && v <= most) {
				strand := sort.Search(s.Strands(), func(k int) bool { return int(s.First[k+1]) > i })
				return fmt.Errorf("point %d, in strand %d, is %v, want finite numbers from %v to %v: %w", i, strand, p, -most, most, ErrSet)
			}
		}
	}
	return nil
}

// valueName names value i of the points in errors; -1 is the default.
func valueName(what string, i int) string {
	if i < 0 {
		return "the default " + what
	}
	return fmt.Sprintf("%s %d", what, i)
}

// validateValues checks the values of the points; index -1 is the default.
func (s *Set) validateValues() error {
	most := s.mostUnits()
	width := func(i int, v float32) error {
		if !(v >= 0 && v <= most) {
			return fmt.Errorf("%s is %v, want 0 to %v: %w", valueName("thickness", i), v, most, ErrSet)
		}
		return nil
	}
	opacity := func(i int, v float32) error {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("%s is %v, want 0 to 1 (in a .hair file 1 less the transparency): %w", valueName("opacity", i), v, ErrSet)
		}
		return nil
	}
	color := func(i int, c mgl32.Vec3) error {
		if !finite(c[:]...) {
			return fmt.Errorf("%s is %v, want finite numbers: %w", valueName("colour", i), c, ErrSet)
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

// each returns the first error of check, for the default and then for the values.
func each[T any](usual T, values []T, check func(int, T) error) error {
	if err := check(-1, usual); err != nil {
		return err
	}
	for i, v := range values {
		if err := check(i, v); err != nil {
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

// Subset returns a copy with n of the strands, in the same order and spread evenly over the set. It
// splits the set into n runs, and seed selects one strand of each. Errors: ErrLimit if n is below 1
// or above the number of strands; ErrSet.
func (s *Set) Subset(n int, seed uint64) (*Set, error) {
	if err := s.usable(); err != nil {
		return nil, fmt.Errorf("strands: Subset: %w", err)
	}
	total := s.Strands()
	if n < 1 || n > total {
		return nil, fmt.Errorf("strands: Subset: got %d strands of %q, want 1 to %d: %w", n, s.Name, total, ErrLimit)
	}
	out := *s
	out.First, out.Points, out.Thickness, out.Opacity, out.Color = []uint32{0}, nil, nil, nil, nil
	if out.Origin.ChosenFrom == 0 {
		out.Origin.ChosenFrom = total
	}
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

// mix is the finaliser of SplitMix64 (Steele et al., "Fast Splittable Pseudorandom Number
// Generators", OOPSLA 2014).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
