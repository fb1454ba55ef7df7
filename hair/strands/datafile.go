// SPDX-License-Identifier: MIT

package strands

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// .data and .bin are little-endian: the number of strands (int32), then for each strand its number
// of points (int32) and their records of floats. In .bin a normal and a label follow x, y and z;
// they are not kept.
const (
	dataRecord = 12
	binRecord  = 28
)

func readData(in *stream) (*Set, error) { return in.readCounted(Data, dataRecord) }
func readBin(in *stream) (*Set, error)  { return in.readCounted(Bin, binRecord) }

func (in *stream) readCounted(f Format, record int) (*Set, error) {
	strands, err := in.count("number of strands", in.o.Limits.Strands)
	if err != nil {
		return nil, err
	}
	if strands == 0 {
		return nil, fmt.Errorf("a %v file without strands, want 1 or more: %w", f, ErrFormat)
	}
	if err := in.needBytes("numbers of points", strands, 4); err != nil {
		return nil, err
	}
	s := &Set{DefaultOpacity: 1, DefaultColor: plainColor, First: append(room[uint32](in, strands+1), 0)}
	if in.src.size >= 0 { // the rest of the file is points, and a number for each strand
		left := (in.src.size - in.at() - 4*int64(strands)) / int64(record)
		s.Points = make([]mgl32.Vec3, 0, min(left, int64(in.o.Limits.Points)))
	}
	for i := range strands {
		points, err := in.count("number of points", in.o.Limits.Points-len(s.Points))
		if err != nil {
			return nil, fmt.Errorf("strand %d: %w", i, err)
		}
		if s.Points, err = in.vectors("points", s.Points, points, record); err != nil {
			return nil, fmt.Errorf("strand %d of %d points: %w", i, points, err)
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	// A file of the other format has another record size, so it does not end here.
	switch _, err := in.ReadByte(); {
	case err == nil:
		return nil, fmt.Errorf("bytes follow the last of %d strands, at byte %d: %w", strands, in.at()-1, ErrFormat)
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	return s, nil
}

// count reads an int32 from 0 to most.
func (in *stream) count(what string, most int) (int, error) {
	var word [4]byte
	at := in.at()
	if err := in.bytes(what, word[:]); err != nil {
		return 0, err
	}
	n := int32(binary.LittleEndian.Uint32(word[:]))
	switch {
	case n < 0:
		return 0, fmt.Errorf("the %s at byte %d is %d, want 0 or more: %w", what, at, n, ErrFormat)
	case int(n) > most:
		return 0, fmt.Errorf("the %s at byte %d is %d, want at most %d: %w", what, at, n, most, ErrLimit)
	}
	return int(n), nil
}

func writeData(e *encoder, s *Set) error {
	if s.Strands() > math.MaxInt32 || len(s.Points) > math.MaxInt32 {
		return fmt.Errorf("%d strands of %d points, .data counts to %d: %w", s.Strands(), len(s.Points), math.MaxInt32, ErrLimit)
	}
	e.word(uint32(s.Strands()))
	for i := range s.Strands() {
		a, b := s.First[i], s.First[i+1]
		e.word(b - a)
		for _, p := range s.Points[a:b] {
			e.vector(e.place(p))
		}
	}
	return nil
}
