// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"
)

// The .hair header has 128 bytes, little-endian. The last 88 are free text.
const (
	hairHeaderBytes = 128
	hairWordsAt     = 40
	hairUnit        = 0.00254 // metres; published models are in tenths of an inch
	hairHasSegments = 1 << 0
	hairHasPoints   = 1 << 1
	hairHasWidth    = 1 << 2
	hairHasOpacity  = 1 << 3 // stored as transparency
	hairHasColor    = 1 << 4
	hairAllArrays   = 1<<5 - 1
)

// hairWords is the free text that writeHair writes and parseHairWords reads. Other programs ignore
// it.
const hairWords = "written by comb, unit %g m, up %s"

func readHair(in *stream) (*Set, error) {
	var header [hairHeaderBytes]byte
	if err := in.bytes("header", header[:]); err != nil {
		return nil, err
	}
	if magic := string(header[:4]); magic != "HAIR" && magic != "hair" {
		return nil, fmt.Errorf("a .hair file begins with HAIR or hair, this one with %q: %w", magic, ErrFormat)
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(header[4*i:]) }
	number := func(i int) float32 { return math.Float32frombits(word(i)) }
	strands, points, arrays := word(1), word(2), word(3)
	if turned := bits.ReverseBytes32(arrays); turned <= hairAllArrays && turned&hairHasPoints != 0 {
		return nil, fmt.Errorf("this .hair file is big-endian: byte 12 has the arrays as %#08x, want %#x. Write its numbers little-endian, the least byte first: %w", arrays, turned, ErrFormat)
	}
	if err := in.o.Limits.check(uint64(strands), uint64(points)); err != nil {
		return nil, err
	}
	if arrays&hairHasPoints == 0 {
		return nil, fmt.Errorf("a .hair file without an array of points: byte 12 is %#x, bit 1 is needed: %w", arrays, ErrFormat)
	}
	s := &Set{
		DefaultThickness: number(5),
		DefaultOpacity:   1 - number(6),
		DefaultColor:     mgl32.Vec3{number(7), number(8), number(9)},
	}
	s.Unit, s.Origin.Up = parseHairWords(header[hairWordsAt:])
	if err := in.hairArrays(s, int(strands), int(points), arrays, word(4)); err != nil {
		return nil, err
	}
	return s, nil
}

// parseHairWords reads the unit and the axis from the free text, if comb wrote it.
func parseHairWords(words []byte) (unit float32, up Up) {
	end := bytes.IndexByte(words, 0)
	if end < 0 {
		end = len(words)
	}
	var name string
	if n, _ := fmt.Sscanf(string(words[:end]), hairWords, &unit, &name); n != 2 || !(unit >= MinUnit && unit <= MaxUnit) {
		return 0, UpAuto
	}
	up, err := ParseUp(name)
	if err != nil {
		return 0, UpAuto
	}
	return unit, up
}

// hairArrays reads the arrays in the order of the format.
func (in *stream) hairArrays(s *Set, strands, points int, arrays, segments uint32) (err error) {
	if arrays&hairHasSegments != 0 {
		err = in.hairSegments(s, strands, points)
	} else {
		err = evenly(uint64(strands), uint64(points), uint64(segments)+1)
	}
	if err != nil {
		return err
	}
	if s.Points, err = in.vectorArray("points array", points, 12); err != nil {
		return err
	}
	if s.First == nil { // after the points have been read
		s.First = evenFirst(strands, int(segments)+1)
	}
	if arrays&hairHasWidth != 0 {
		if s.Thickness, err = in.floatArray("thickness array", points); err != nil {
			return err
		}
	}
	if arrays&hairHasOpacity != 0 {
		if s.Opacity, err = in.floatArray("transparency array", points); err != nil {
			return err
		}
		for i, t := range s.Opacity {
			s.Opacity[i] = 1 - t
		}
	}
	if arrays&hairHasColor != 0 {
		s.Color, err = in.vectorArray("colour array", points, 12)
	}
	return err
}

// hairSegments reads the number of segments of each strand, and checks that they add up to the
// number of points.
func (in *stream) hairSegments(s *Set, strands, points int) error {
	const what = "segments array"
	if err := in.needBytes(what, strands, 2); err != nil {
		return err
	}
	s.First = append(room[uint32](in, strands+1), 0)
	next := uint64(0)
	err := in.records(what, strands, 2, func(piece []byte) {
		for ; len(piece) >= 2; piece = piece[2:] {
			next += uint64(binary.LittleEndian.Uint16(piece)) + 1
			s.First = append(s.First, uint32(min(next, math.MaxUint32)))
		}
	})
	if err == nil && next != uint64(points) {
		err = fmt.Errorf("the segments array, from byte %d on, makes %d points, the header says %d: %w", hairHeaderBytes, next, points, ErrFormat)
	}
	return err
}

// evenly checks that strands of equal length add up to the number of points.
func evenly(strands, points, each uint64) error {
	switch {
	case each < 2:
		return fmt.Errorf("got %d points a strand, want at least 2: %w", each, ErrFormat)
	case strands*each != points: // within 64 bits
		return fmt.Errorf("%d strands of %d points have %d points, the header says %d: %w", strands, each, strands*each, points, ErrFormat)
	}
	return nil
}

// evenFirst returns First for strands of equal length.
func evenFirst(strands, each int) []uint32 {
	first := make([]uint32, strands+1)
	for i := range first {
		first[i] = uint32(i * each)
	}
	return first
}

func writeHair(e *encoder, s *Set) error {
	arrays := uint32(hairHasSegments | hairHasPoints)
	for _, a := range []struct {
		has bool
		bit uint32
	}{{s.Thickness != nil, hairHasWidth}, {s.Opacity != nil, hairHasOpacity}, {s.Color != nil, hairHasColor}} {
		if a.has {
			arrays |= a.bit
		}
	}
	for i := range s.Strands() {
		if segments := s.First[i+1] - s.First[i] - 1; segments > math.MaxUint16 {
			return fmt.Errorf("strand %d has %d segments, .hair holds %d: %w", i, segments, math.MaxUint16, ErrLimit)
		}
	}
	e.text("HAIR")
	e.word(uint32(s.Strands()))
	e.word(uint32(len(s.Points)))
	e.word(arrays)
	e.word(0)
	for _, v := range []float32{s.DefaultThickness * e.scale, 1 - s.DefaultOpacity, s.DefaultColor[0], s.DefaultColor[1], s.DefaultColor[2]} {
		e.float(v)
	}
	var words [hairHeaderBytes - hairWordsAt]byte
	copy(words[:], fmt.Sprintf(hairWords, e.unit, e.up))
	e.text(string(words[:]))
	for i := range s.Strands() {
		e.short(uint16(s.First[i+1] - s.First[i] - 1))
	}
	for _, p := range s.Points {
		e.vector(e.place(p))
	}
	for _, v := range s.Thickness {
		e.float(v * e.scale)
	}
	for _, v := range s.Opacity {
		e.float(1 - v)
	}
	for _, c := range s.Color {
		e.vector(c)
	}
	return nil
}
