// SPDX-License-Identifier: MIT

package strands

import "fmt"

// Options for Open and Read. The zero value determines everything from the file.
type Options struct {
	Format Format  // Auto: by content, then by name
	Unit   float32 // metres; 0: from the file or the format, else guessed by the size
	Up     Up      // UpAuto: from the file or the format, else guessed by how the hair hangs
	// StrandPoints is the number of points per strand, for lists of vertices that do not mark where
	// strands end (.ply, .npy, .obj). 0 finds it by the gaps between strands.
	StrandPoints int
	Follow       Follow // hairs to grow around each strand
	Limits       Limits // bounds on the file; zeros mean DefaultLimits

	// Progress is called with the number of bytes read, about once per MiB and at the end. size is
	// -1 if unknown. If it returns an error, reading stops and returns that error.
	Progress func(read, size int64) error
}

// Limits bound what a reader accepts. 0 means the value of DefaultLimits.
type Limits struct {
	Strands int   // strands of the file
	Points  int   // points of all strands
	Bytes   int64 // size of the file
}

// DefaultLimits returns 4 million strands, 256 million points and 16 GiB: several times the largest
// published models.
func DefaultLimits() Limits { return Limits{Strands: 4 << 20, Points: 256 << 20, Bytes: 16 << 30} }

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	if l.Strands <= 0 {
		l.Strands = d.Strands
	}
	if l.Points <= 0 {
		l.Points = d.Points
	}
	if l.Bytes <= 0 {
		l.Bytes = d.Bytes
	}
	// A Set has 32-bit indices.
	l.Strands, l.Points = min(l.Strands, 1<<31-1), min(l.Points, 1<<31-1)
	return l
}

func (l Limits) check(strands, points uint64) error {
	if strands > uint64(l.Strands) {
		return fmt.Errorf("%d strands, the limit is %d: %w", strands, l.Strands, ErrLimit)
	}
	if points > uint64(l.Points) {
		return fmt.Errorf("%d points, the limit is %d: %w", points, l.Points, ErrLimit)
	}
	return nil
}

func (o Options) check() error {
	switch {
	case o.Format < 0 || int(o.Format) >= len(formats):
		return fmt.Errorf("got %v, want one from Auto to OBJ: %w", o.Format, ErrOption)
	case o.Unit != 0 && !(o.Unit >= MinUnit && o.Unit <= MaxUnit):
		return fmt.Errorf("a unit of %v metres, want one from %v to %v: %w", o.Unit, float32(MinUnit), float32(MaxUnit), ErrOption)
	case o.Up < 0 || int(o.Up) >= len(turns):
		return fmt.Errorf("got up axis %d, want one from UpAuto to UpNegZ: %w", int(o.Up), ErrOption)
	case o.StrandPoints < 0 || o.StrandPoints == 1:
		return fmt.Errorf("got %d points a strand, want 0 or at least 2: %w", o.StrandPoints, ErrOption)
	}
	return o.Follow.check()
}
