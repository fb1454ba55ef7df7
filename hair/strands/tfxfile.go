// SPDX-License-Identifier: MIT

package strands

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"sort"
)

// The .tfx headers are little-endian words. The first is a float, the version.
const (
	tfx3Words = 74
	tfx4Words = 40
)

// tfxArray is an array of a file. offset is absolute, in bytes; 0 means that the array is absent.
type tfxArray struct {
	name   string
	offset uint32
	read   func(name string) error
}

// readTFX reads the guide strands of TressFX 3.x and 4.x.
func readTFX(in *stream) (*Set, error) {
	var header [4 * tfx3Words]byte
	if err := in.bytes("header", header[:4*tfx4Words]); err != nil {
		return nil, err
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(header[4*i:]) }
	version := math.Float32frombits(word(0))
	if !(version >= 3 && version < 5) {
		return nil, fmt.Errorf("a .tfx file of version %v, 3.x and 4.x can be read: %w", version, ErrFormat)
	}
	if version < 4 {
		if err := in.bytes("header", header[4*tfx4Words:]); err != nil {
			return nil, err
		}
	}
	strands, each := word(1), word(2)
	if !tfxEach(each) {
		return nil, fmt.Errorf("%d vertices a strand at byte 8, want a power of two from 4 to 64: %w", each, ErrFormat)
	}
	points := uint64(strands) * uint64(each)
	if err := in.o.Limits.check(uint64(strands), points); err != nil {
		return nil, err
	}
	if strands == 0 {
		return nil, fmt.Errorf("a .tfx file without strands: %w", ErrFormat)
	}
	if err := in.needBytes("positions", int(points), 12); err != nil {
		return nil, err
	}
	s := &Set{DefaultOpacity: 1, DefaultColor: plainColor}
	if err := in.tfxArrays(s, version, int(strands), int(each), word); err != nil {
		return nil, err
	}
	s.First = evenFirst(int(strands), int(each))
	return s, nil
}

func tfxEach(each uint32) bool { return each >= 4 && each <= 64 && bits.OnesCount32(each) == 1 }

// tfxArrays reads the arrays in their order in the file.
func (in *stream) tfxArrays(s *Set, version float32, strands, each int, word func(int) uint32) error {
	points, positionBytes := strands*each, 16 // the fourth float is the inverse mass
	var width []float32                       // one per strand
	position, strandUV, vertexUV, thickness, color, guides := word(3), word(4), word(5), word(6), word(7), uint32(0)
	if version < 4 {
		positionBytes = 12
		position, thickness, strandUV, color, guides, vertexUV = word(36), word(37), word(38), word(39), word(40), word(41)
		s.Origin.Followers = int(min(word(3), math.MaxInt32))
	}
	if position == 0 {
		return fmt.Errorf("a .tfx file without positions: %w", ErrFormat)
	}
	// Arrays that are not kept are read too, so that a file which ends in its last array gives
	// ErrTruncated.
	pass := func(n, size int) func(string) error {
		return func(name string) error { return in.records(name, n, size, func([]byte) {}) }
	}
	arrays := []tfxArray{
		{"positions", position, func(name string) (err error) {
			s.Points, err = in.vectorArray(name, points, positionBytes)
			return err
		}},
		{"thickness", thickness, func(name string) (err error) {
			width, err = in.floatArray(name, strands)
			return err
		}},
		{"colours", color, func(name string) (err error) {
			s.Color, err = in.vectorArray(name, points, 16)
			return err
		}},
		{"strand UVs", strandUV, pass(strands, 8)},
		{"vertex UVs", vertexUV, pass(points, 8)},
		{"guides", guides, pass(strands, 4)},
	}
	sort.SliceStable(arrays, func(i, j int) bool { return arrays[i].offset < arrays[j].offset })
	for _, a := range arrays {
		if a.offset == 0 {
			continue
		}
		if at := in.at(); int64(a.offset) < at {
			return fmt.Errorf("the %s at byte %d lie over the header or another array, which ends at %d: %w", a.name, a.offset, at, ErrFormat)
		}
		if err := in.skipTo(a.name, int64(a.offset)); err != nil {
			return err
		}
		if err := a.read(a.name); err != nil {
			return err
		}
	}
	if width != nil {
		s.Thickness = make([]float32, 0, points)
		for _, w := range width {
			for range each {
				s.Thickness = append(s.Thickness, w)
			}
		}
	}
	return nil
}
