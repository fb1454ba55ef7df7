// SPDX-License-Identifier: MIT

package strands

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"sort"

	"github.com/go-gl/mathgl/mgl32"
)

// The .tfx header of TressFX 4.x: 160 bytes, little-endian.
const (
	tfxHeaderBytes = 160
	// The format tells no unit. The models published with TressFX are about one unit across and are drawn with fibres
	// of some thousandths of it. One unit counts as one metre here; the picture depends only on the ratio.
	tfxUnit      = 1
	tfxThickness = 0.004
)

// ReadTFX reads a .tfx file: its guide strands. Errors: ErrFormat, ErrTruncated, ErrLimit, ErrSet.
func ReadTFX(r io.Reader, limits Limits) (*Set, error) {
	in := newStream(r)
	var header [tfxHeaderBytes]byte
	if err := in.bytes("header", header[:]); err != nil {
		return nil, err
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(header[4*i:]) }
	if version := math.Float32frombits(word(0)); !(version >= 4 && version < 5) {
		return nil, fmt.Errorf("%w: a .tfx file of version %v, 4.x can be read", ErrFormat, version)
	}
	strands, each := word(1), word(2)
	if each < 4 || each > 64 || bits.OnesCount32(each) != 1 {
		return nil, fmt.Errorf("%w: %d vertices a strand, a power of two from 4 to 64 is needed", ErrFormat, each)
	}
	points := uint64(strands) * uint64(each)
	if err := limits.check(uint64(strands), points); err != nil {
		return nil, err
	}
	if strands == 0 {
		return nil, fmt.Errorf("%w: a .tfx file without strands", ErrFormat)
	}
	s := &Set{
		DefaultThickness: tfxThickness,
		DefaultOpacity:   1,
		DefaultColor:     mgl32.Vec3{0.42, 0.28, 0.17},
		Unit:             tfxUnit,
	}
	offsets := tfxOffsets{position: word(3), strandUV: word(4), vertexUV: word(5), thickness: word(6), color: word(7)}
	if err := in.tfxArrays(s, int(strands), int(points), offsets); err != nil {
		return nil, err
	}
	s.First = make([]uint32, strands+1)
	for i := range s.First {
		s.First[i] = uint32(i) * each
	}
	return s.checked()
}

// tfxOffsets are absolute, in bytes; 0 says that there is no such array.
type tfxOffsets struct{ position, strandUV, vertexUV, thickness, color uint32 }

// tfxArrays reads the arrays that are kept, in the order in which they lie in the file.
func (in *stream) tfxArrays(s *Set, strands, points int, o tfxOffsets) error {
	if o.position == 0 {
		return fmt.Errorf("%w: a .tfx file without positions", ErrFormat)
	}
	arrays := []struct {
		name   string
		offset uint32
		floats int // in all
		keep   func([]float32)
	}{
		{"positions", o.position, 4 * points, func(f []float32) {
			s.Points = make([]mgl32.Vec3, points)
			for i := range s.Points {
				s.Points[i] = mgl32.Vec3(f[4*i : 4*i+3]) // the fourth is the inverse mass
			}
		}},
		{"strand UVs", o.strandUV, 2 * strands, nil},
		{"vertex UVs", o.vertexUV, 2 * points, nil},
		{"thickness", o.thickness, points, func(f []float32) { s.Thickness = f }},
		{"colours", o.color, 4 * points, func(f []float32) {
			s.Color = make([]mgl32.Vec3, points)
			for i := range s.Color {
				s.Color[i] = mgl32.Vec3(f[4*i : 4*i+3])
			}
		}},
	}
	sort.SliceStable(arrays, func(i, j int) bool { return arrays[i].offset < arrays[j].offset })
	for _, a := range arrays {
		if a.offset == 0 {
			continue
		}
		if int64(a.offset) < in.at {
			return fmt.Errorf("%w: the %s at byte %d lie over the header or another array, which ends at %d", ErrFormat, a.name, a.offset, in.at)
		}
		if err := in.skipTo(a.name, int64(a.offset)); err != nil {
			return err
		}
		values, err := in.floats(a.name, a.floats)
		if err != nil {
			return err
		}
		if a.keep != nil {
			a.keep(values)
		}
	}
	return nil
}
