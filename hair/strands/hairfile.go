// SPDX-License-Identifier: MIT

package strands

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// The .hair header: 128 bytes, little-endian.
const (
	hairHeaderBytes = 128
	hairUnit        = 0.00254 // metres: the published models are in tenths of an inch
	hairHasSegments = 1 << 0
	hairHasPoints   = 1 << 1
	hairHasWidth    = 1 << 2
	hairHasOpacity  = 1 << 3 // as transparency
	hairHasColor    = 1 << 4
)

// ReadHair reads a .hair file. Errors: ErrFormat, ErrTruncated, ErrLimit, ErrSet.
func ReadHair(r io.Reader, limits Limits) (*Set, error) {
	in := newStream(r)
	var header [hairHeaderBytes]byte
	if err := in.bytes("header", header[:]); err != nil {
		return nil, err
	}
	if magic := string(header[:4]); magic != "HAIR" && magic != "hair" {
		return nil, fmt.Errorf("%w: a .hair file begins with HAIR, this one with %q", ErrFormat, magic)
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(header[4*i:]) }
	number := func(i int) float32 { return math.Float32frombits(word(i)) }
	strands, points, arrays := word(1), word(2), word(3)
	if err := limits.check(uint64(strands), uint64(points)); err != nil {
		return nil, err
	}
	if arrays&hairHasPoints == 0 {
		return nil, fmt.Errorf("%w: a .hair file without an array of points", ErrFormat)
	}
	s := &Set{
		DefaultThickness: number(5),
		DefaultOpacity:   1 - number(6),
		DefaultColor:     mgl32.Vec3{number(7), number(8), number(9)},
		Unit:             hairUnit,
	}
	if err := in.hairArrays(s, int(strands), int(points), arrays, word(4)); err != nil {
		return nil, err
	}
	return s.checked()
}

// hairArrays reads the arrays in the order that the format gives them.
func (in *stream) hairArrays(s *Set, strands, points int, arrays, segments uint32) (err error) {
	var each []uint16
	if arrays&hairHasSegments != 0 {
		if each, err = in.shorts("segments array", strands); err != nil {
			return err
		}
	}
	if s.First, err = firsts(strands, points, each, segments); err != nil {
		return err
	}
	xyz, err := in.floats("points array", 3*points)
	if err != nil {
		return err
	}
	s.Points = make([]mgl32.Vec3, points)
	for i := range s.Points {
		s.Points[i] = mgl32.Vec3{-xyz[3*i], xyz[3*i+2], xyz[3*i+1]}
	}
	if arrays&hairHasWidth != 0 {
		if s.Thickness, err = in.floats("thickness array", points); err != nil {
			return err
		}
	}
	if arrays&hairHasOpacity != 0 {
		if s.Opacity, err = in.floats("transparency array", points); err != nil {
			return err
		}
		for i, t := range s.Opacity {
			s.Opacity[i] = 1 - t
		}
	}
	if arrays&hairHasColor != 0 {
		rgb, err := in.floats("colour array", 3*points)
		if err != nil {
			return err
		}
		s.Color = make([]mgl32.Vec3, points)
		for i := range s.Color {
			s.Color[i] = mgl32.Vec3(rgb[3*i : 3*i+3])
		}
	}
	return nil
}

// firsts turns segment counts, one for all or one each, into first points, and checks that they add up.
func firsts(strands, points int, each []uint16, all uint32) ([]uint32, error) {
	if each == nil && (uint64(all)+1)*uint64(strands) != uint64(points) {
		return nil, fmt.Errorf("%w: %d strands of %d segments have %d points, the header says %d", ErrFormat, strands, all, (uint64(all)+1)*uint64(strands), points)
	}
	first := make([]uint32, 1, min(strands, points)+1)
	next := uint64(0)
	for i := range strands {
		segments := uint64(all)
		if each != nil {
			segments = uint64(each[i])
		}
		if segments == 0 {
			return nil, fmt.Errorf("%w: strand %d has no segments", ErrFormat, i)
		}
		next += segments + 1
		if next > uint64(points) {
			break
		}
		first = append(first, uint32(next))
	}
	if next != uint64(points) {
		return nil, fmt.Errorf("%w: the segments array makes %d points or more, the header says %d", ErrFormat, next, points)
	}
	return first, nil
}

// WriteHair writes a set as a .hair file, with the arrays that it has. A strand may have at most 65,535 segments.
// The points are scaled to the format's unit. Errors: ErrSet, ErrLimit, and what w says.
func WriteHair(w io.Writer, s *Set) error {
	if err := s.Validate(); err != nil {
		return err
	}
	scale := s.Unit / hairUnit
	arrays := uint32(hairHasSegments | hairHasPoints)
	for _, a := range []struct {
		has bool
		bit uint32
	}{{s.Thickness != nil, hairHasWidth}, {s.Opacity != nil, hairHasOpacity}, {s.Color != nil, hairHasColor}} {
		if a.has {
			arrays |= a.bit
		}
	}
	out := make([]byte, 0, 1<<16)
	out = append(out, "HAIR"...)
	le := binary.LittleEndian
	out = le.AppendUint32(out, uint32(s.Strands()))
	out = le.AppendUint32(out, uint32(len(s.Points)))
	out = le.AppendUint32(out, arrays)
	out = le.AppendUint32(out, 0)
	float := func(v float32) { out = le.AppendUint32(out, math.Float32bits(v)) }
	for _, v := range []float32{s.DefaultThickness * scale, 1 - s.DefaultOpacity, s.DefaultColor[0], s.DefaultColor[1], s.DefaultColor[2]} {
		float(v)
	}
	out = append(out, make([]byte, hairHeaderBytes-len(out))...)
	copy(out[40:], "written by comb")
	var err error
	flush := func() {
		if err == nil && len(out) > 1<<15 {
			_, err = w.Write(out)
			out = out[:0]
		}
	}
	for i := range s.Strands() {
		segments := s.First[i+1] - s.First[i] - 1
		if segments > math.MaxUint16 {
			return fmt.Errorf("%w: strand %d has %d segments, the format holds %d", ErrLimit, i, segments, math.MaxUint16)
		}
		out = le.AppendUint16(out, uint16(segments))
		flush()
	}
	for _, p := range s.Points {
		for _, v := range []float32{-p[0] * scale, p[2] * scale, p[1] * scale} {
			float(v)
		}
		flush()
	}
	for _, v := range s.Thickness {
		float(v * scale)
		flush()
	}
	for _, v := range s.Opacity {
		float(1 - v)
		flush()
	}
	for _, c := range s.Color {
		for _, v := range c {
			float(v)
		}
		flush()
	}
	if err == nil {
		_, err = w.Write(out)
	}
	return err
}
