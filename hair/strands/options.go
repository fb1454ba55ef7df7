// SPDX-License-Identifier: MIT

package strands

import "fmt"

// Options say how a file is read. The zero value finds out what there is to find out.
type Options struct {
	Format       Format  // Auto: by content, then by name
	Unit         float32 // metres; 0: as the file or format says, or by the size
	Up           Up      // UpAuto: as the file or format says, or by how the hair hangs
	StrandPoints int     // points a strand, for lists of vertices that do not tell (.ply, .npy, .obj); 0: found
	Follow       Follow  // hairs to grow around each strand
	Limits       Limits

	// Progress hears how many bytes have been read, about once a MiB and at the end. size is -1 where it is not known.
	// An error from it ends the reading and is what the reading returns.
	Progress func(read, size int64) error
}

// Limits are what a reader accepts. A field that is 0 stands for DefaultLimits' one.
type Limits struct {
	Strands int
	Points  int
	Bytes   int64 // of the file
}

// DefaultLimits are 4 million strands, 256 million points and 16 GiB: several times the largest models published.
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
	// A set counts in 32 bits.
	l.Strands, l.Points = min(l.Strands, 1<<31-1), min(l.Points, 1<<31-1)
	return l
}

func (l Limits) check(strands, points uint64) error {
	if strands > uint64(l.Strands) {
		return fmt.Errorf("%w: %d strands, the limit is %d", ErrLimit, strands, l.Strands)
	}
	if points > uint64(l.Points) {
		return fmt.Errorf("%w: %d points, the limit is %d", ErrLimit, points, l.Points)
	}
	return nil
}

func (o Options) check() error {
	switch {
	case o.Format < 0 || int(o.Format) >= len(formats):
		return fmt.Errorf("%w: %v", ErrOption, o.Format)
	case o.Unit != 0 && !(o.Unit >= MinUnit && o.Unit <= MaxUnit):
		return fmt.Errorf("%w: a unit of %v metres, from %v to %v are possible", ErrOption, o.Unit, float32(MinUnit), float32(MaxUnit))
	case o.Up < 0 || int(o.Up) >= len(turns):
		return fmt.Errorf("%w: up axis %d", ErrOption, int(o.Up))
	case o.StrandPoints < 0 || o.StrandPoints == 1:
		return fmt.Errorf("%w: %d points a strand, at least 2 are needed", ErrOption, o.StrandPoints)
	}
	return o.Follow.check()
}
