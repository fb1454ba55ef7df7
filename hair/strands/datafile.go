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

// .data and .bin: int32 strands, then for each int32 points and so many records of floats, little-endian. In .bin
// x, y, z are followed by a normal and a label, which are not kept.
const (
	dataRecord = 12
	binRecord  = 28
)

func readData(in *stream) (*Set, error) { return in.counted(Data, dataRecord) }
func readBin(in *stream) (*Set, error)  { return in.counted(Bin, binRecord) }

func (in *stream) counted(f Format, record int) (*Set, error) {
	strands, err := in.count("number of strands", in.o.Limits.Strands)
	if err != nil {
		return nil, err
	}
	if strands == 0 {
		return nil, fmt.Errorf("%w: a %v file without strands", ErrFormat, f)
	}
	if err := in.enough("numbers of points", strands, 4); err != nil {
		return nil, err
	}
	s := &Set{DefaultOpacity: 1, DefaultColor: plainColor, First: append(room[uint32](in, strands+1), 0)}
	if in.src.size >= 0 { // what is left is points, all but the numbers of them
		left := (in.src.size - in.at() - 4*int64(strands)) / int64(record)
		s.Points = make([]mgl32.Vec3, 0, min(left, int64(in.o.Limits.Points)))
	}
	for i := range strands {
		points, err := in.count("number of points", in.o.Limits.Points-len(s.Points))
		if err != nil {
			return nil, fmt.Errorf("%w (strand %d)", err, i)
		}
		if s.Points, err = in.vectors("points", s.Points, points, record); err != nil {
			return nil, fmt.Errorf("%w (strand %d of %d points)", err, i, points)
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	// Read with the other format's records a file does not come out even.
	switch _, err := in.ReadByte(); {
	case err == nil:
		return nil, fmt.Errorf("%w: bytes follow the last of %d strands, at byte %d", ErrFormat, strands, in.at()-1)
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
		return 0, fmt.Errorf("%w: the %s at byte %d is %d, from 0 up is possible", ErrFormat, what, at, n)
	case int(n) > most:
		return 0, fmt.Errorf("%w: the %s at byte %d is %d, the limit leaves %d", ErrLimit, what, at, n, most)
	}
	return int(n), nil
}

func writeData(e *encoder, s *Set) error {
	if s.Strands() > math.MaxInt32 || len(s.Points) > math.MaxInt32 {
		return fmt.Errorf("%w: %d strands of %d points, .data counts to %d", ErrLimit, s.Strands(), len(s.Points), math.MaxInt32)
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
