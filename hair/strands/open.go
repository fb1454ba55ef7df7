// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl32"
)

// Open reads a file. Errors begin with the path. They are ErrFormat, ErrTruncated, ErrLimit,
// ErrSet, ErrOption, or errors of the system or of Options.Progress.
func Open(path string, o Options) (*Set, error) {
	s, err := open(path, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, withoutPath(err))
	}
	s.Name = filepath.Base(path)
	return s, nil
}

func open(path string, o Options) (*Set, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, path, o)
}

// withoutPath removes the path from a system's error, because Open puts it in front.
func withoutPath(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

// Read reads a file from a stream. If the stream's size is unknown (it is no file and has no Len),
// memory can grow to more than twice its size. Errors: those of Open, without a path, and of r.
func Read(r io.Reader, o Options) (*Set, error) {
	s, err := read(r, "", o)
	if err != nil {
		return nil, fmt.Errorf("strands: Read: %w", err)
	}
	return s, nil
}

func read(r io.Reader, name string, o Options) (*Set, error) {
	in, err := newStream(r, o)
	if err != nil {
		return nil, err
	}
	f := o.Format
	if f == Auto {
		if f, err = in.detect(name); err != nil {
			return nil, err
		}
	}
	s, err := formats[f].read(in)
	if err != nil {
		return nil, err
	}
	if err := in.src.report(); err != nil {
		return nil, err
	}
	s.Origin.Format = f
	if err := s.finish(in.o); err != nil {
		return nil, err
	}
	return s, nil
}

// Defaults for files without colours and widths: brown, opaque hairs. A set with few strands stands
// for a whole head, so all strands together are as wide as the hairs of a head. The width of one is
// between hairWidth and maxUsualWidth.
var plainColor = mgl32.Vec3{0.42, 0.28, 0.17}

const (
	headHairs     = 100_000
	hairWidth     = HairWidth
	maxUsualWidth = 4e-3
)

// finish completes a set that was read: it drops bald strands, rotates the axes, and sets missing
// values.
func (s *Set) finish(o Options) error {
	scan := s.Origin.Format == Data || s.Origin.Format == Bin
	if s.Origin.Dropped = s.dropBald(scan); s.Strands() == 0 {
		return fmt.Errorf("no strand of two points or more, of %d, want one: %w", s.Origin.Dropped, ErrSet)
	}
	if err := s.validateShape(); err != nil {
		return err
	}
	if err := s.validatePoints(); err != nil {
		return err
	}
	s.place(o)
	if err := s.validatePoints(); err != nil { // the unit is set now
		return err
	}
	s.Origin.widthUnset = s.Thickness == nil && s.DefaultThickness == 0
	if s.Origin.widthUnset {
		s.DefaultThickness = usualWidth(s.Strands()) / s.Unit
	}
	if err := s.validateValues(); err != nil {
		return err
	}
	s.dropOneColor()
	f := s.counted(o.Follow, o.Limits)
	if f.Count == 0 {
		return nil
	}
	all := uint64(f.Count) + 1
	if err := o.Limits.check(uint64(s.Strands())*all, uint64(len(s.Points))*all); err != nil {
		return fmt.Errorf("with %d hairs around each guide: %w", f.Count, err)
	}
	grown, err := s.grow(f, o.Follow.Count == AutoFollow && f.Spread == 0)
	if err != nil {
		return fmt.Errorf("strands: Grow: %w", err)
	}
	*s = *grown
	return nil
}

// dropOneColor makes a colour that all points have the set's DefaultColor. hair.NewModel lets hairs
// without colours of their own differ.
func (s *Set) dropOneColor() {
	for _, c := range s.Color {
		if c != s.Color[0] {
			return
		}
	}
	if s.Color != nil {
		s.DefaultColor, s.Color = s.Color[0], nil
	}
}

func usualWidth(strands int) float32 {
	return float32(min(max(hairWidth*headHairs/float64(strands), hairWidth), maxUsualWidth))
}

// dropBald removes strands of fewer than two points, and with scan those with points that are not
// finite. Data sets of scans mark roots without hair that way, and contain some NaNs. It returns
// how many it removed.
func (s *Set) dropBald(scan bool) int {
	kept, to := 0, uint32(0)
	for i := range s.Strands() {
		a, b := s.First[i], s.First[i+1]
		if b < a || int64(b) > int64(len(s.Points)) {
			return 0 // validateShape returns the error
		}
		if b-a < 2 || scan && !finitePoints(s.Points[a:b]) {
			continue
		}
		if to != a {
			copy(s.Points[to:], s.Points[a:b])
			movePart(s.Thickness, to, a, b)
			movePart(s.Opacity, to, a, b)
			movePart(s.Color, to, a, b)
		}
		to += b - a
		kept++
		s.First[kept] = to // at or before the next index that is read
	}
	dropped := s.Strands() - kept
	if dropped > 0 {
		s.First, s.Points = s.First[:kept+1], s.Points[:to]
		s.Thickness, s.Opacity, s.Color = cut(s.Thickness, to), cut(s.Opacity, to), cut(s.Color, to)
	}
	return dropped
}

func finitePoints(points []mgl32.Vec3) bool {
	for i := range points {
		if !finite(points[i][:]...) {
			return false
		}
	}
	return true
}

func movePart[T any](array []T, to, a, b uint32) {
	if array != nil {
		copy(array[to:], array[a:b])
	}
}

func cut[T any](array []T, n uint32) []T {
	if array == nil {
		return nil
	}
	return array[:n]
}
