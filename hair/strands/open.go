// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl32"
)

// Open reads a file. Errors name the path, and are ErrFormat, ErrTruncated, ErrLimit, ErrSet, ErrOption, or what the system or
// Options.Progress says.
func Open(path string, o Options) (*Set, error) {
	s, err := open(path, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, bare(err))
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

// bare is a system's error without the path, which comes in front.
func bare(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

// Read reads a file from a stream. Where the stream tells no size (it is no file and has no Len), memory can grow to more
// than twice what it holds. Errors: as Open's.
func Read(r io.Reader, o Options) (*Set, error) { return read(r, "", o) }

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
	if err := in.src.tell(); err != nil {
		return nil, err
	}
	s.Origin.Format = f
	if err := s.finish(in.o); err != nil {
		return nil, err
	}
	return s, nil
}

// What a file that does not tell is drawn with: brown hairs, opaque, and as wide together as the hairs of a head, as few
// strands stand for many. The width is within a hair's own and 4 mm.
var plainColor = mgl32.Vec3{0.42, 0.28, 0.17}

const (
	headHairs = 100_000
	hairWidth = HairWidth
	mostWidth = 4e-3
)

// finish makes a set in the file's numbers whole: strands that are none go, axes turn, what is missing gets a value.
func (s *Set) finish(o Options) error {
	scan := s.Origin.Format == Data || s.Origin.Format == Bin
	if s.Origin.Dropped = s.dropBald(scan); s.Strands() == 0 {
		return fmt.Errorf("%w: no strand of two points or more, of %d", ErrSet, s.Origin.Dropped)
	}
	if err := s.validateShape(); err != nil {
		return err
	}
	if err := s.validatePoints(); err != nil {
		return err
	}
	s.place(o)
	s.Origin.widthUnset = s.Thickness == nil && s.DefaultThickness == 0
	if s.Origin.widthUnset {
		s.DefaultThickness = usualWidth(s.Strands()) / s.Unit
	}
	if err := s.validateValues(); err != nil {
		return err
	}
	if o.Follow.Count == 0 {
		return nil
	}
	all := uint64(o.Follow.Count) + 1
	if err := o.Limits.check(uint64(s.Strands())*all, uint64(len(s.Points))*all); err != nil {
		return fmt.Errorf("%w, with %d hairs around each guide", err, o.Follow.Count)
	}
	grown, err := s.Grow(o.Follow)
	if err != nil {
		return err
	}
	*s = *grown
	return nil
}

func usualWidth(strands int) float32 {
	return float32(min(max(hairWidth*headHairs/float64(strands), hairWidth), mostWidth))
}

// dropBald takes out strands of fewer than two points, and with scan those with points that are not finite: data sets
// of scans mark roots without hair, and have some lost to arithmetic. It says how many went.
func (s *Set) dropBald(scan bool) int {
	kept, to := 0, uint32(0)
	for i := range s.Strands() {
		a, b := s.First[i], s.First[i+1]
		if b < a || int64(b) > int64(len(s.Points)) {
			return 0 // validateShape says what is wrong
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
		s.First[kept] = to // at or before what is read next
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
