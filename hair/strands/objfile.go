// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-gl/mathgl/mgl32"
)

// blocks is a list that grows without copying.
type blocks[T any] struct {
	full [][]T
	n    int
}

const blockItems = 1 << 15

func (l *blocks[T]) add(v T) {
	if l.n%blockItems == 0 {
		// The first blocks are small, because most lists of a small file are.
		size := blockItems
		if l.n == 0 {
			size = 64
		}
		l.full = append(l.full, make([]T, 0, size))
	}
	last := len(l.full) - 1
	l.full[last] = append(l.full[last], v)
	l.n++
}

func (l *blocks[T]) at(i int) T { return l.full[i/blockItems][i%blockItems] }

// objFile is the part of an .obj file that has been read.
type objFile struct {
	in       *stream
	text     *text
	vertices blocks[mgl32.Vec3]
	colors   blocks[mgl32.Vec3] // if every vertex so far has one
	uses     blocks[uint32]     // vertices of the strands, one strand after another
	ends     blocks[uint32]     // ends of the strands in uses
	faces    int
}

// readOBJ reads the l lines. A line that begins where the last one ended continues its strand,
// because some programs write one line per segment.
func readOBJ(in *stream) (*Set, error) {
	o := &objFile{in: in, text: newText(in, 0, true)}
	for {
		word, err := o.text.first()
		if errors.Is(err, io.EOF) {
			return o.set()
		}
		switch {
		case err != nil:
		case string(word) == "v":
			err = o.vertex()
		case string(word) == "l":
			err = o.strand()
		case string(word) == "f":
			o.faces++
		}
		if err != nil {
			return nil, err
		}
	}
}

// vertex reads x y z, or x y z r g b. Of any other number of words it reads the first three.
func (o *objFile) vertex() error {
	var v [6]float32
	n := 0
	for ; n < 6; n++ {
		word, err := o.text.next()
		if err == nil && word == nil && n < 3 {
			_, err = o.text.must("a coordinate")
		}
		if err != nil {
			return err
		}
		if word == nil {
			break
		}
		if word, end := bytes.CutPrefix(word, []byte("#")); end || len(word) == 0 {
			if n < 3 {
				return o.text.errorf("a comment where a coordinate is expected")
			}
			break
		}
		if v[n], err = o.text.number("a coordinate", word); err != nil {
			return err
		}
	}
	if o.vertices.n == o.in.o.Limits.Points {
		return o.in.o.Limits.check(0, uint64(o.vertices.n)+1)
	}
	if n == 6 && o.colors.n == o.vertices.n {
		o.colors.add(mgl32.Vec3{v[3], v[4], v[5]})
	}
	o.vertices.add(mgl32.Vec3{v[0], v[1], v[2]})
	return o.checkMemory()
}

// strand reads an l line: indices of vertices, from 1 up or from -1 down. It skips what follows a
// slash.
func (o *objFile) strand() error {
	for n := 0; ; n++ {
		word, err := o.text.next()
		if err != nil {
			return err
		}
		if word == nil || word[0] == '#' {
			return o.checkMemory()
		}
		word, _, _ = bytes.Cut(word, []byte("/"))
		at, err := o.text.integer("a vertex of a line", word)
		if err != nil {
			return err
		}
		if at < 0 {
			at += int64(o.vertices.n) + 1
		}
		if at < 1 || at > int64(o.vertices.n) {
			return o.text.errorf("a line through vertex %s, there are %d so far", word, o.vertices.n)
		}
		use := uint32(at - 1)
		if n == 0 {
			if o.ends.n > 0 && o.uses.at(o.uses.n-1) == use {
				continue // it continues
			}
			if o.ends.n == o.in.o.Limits.Strands {
				return o.in.o.Limits.check(uint64(o.ends.n)+1, 0)
			}
			o.ends.add(0)
		}
		if o.uses.n == o.in.o.Limits.Points {
			return o.in.o.Limits.check(0, uint64(o.uses.n)+1)
		}
		o.uses.add(use)
		last := &o.ends.full[len(o.ends.full)-1]
		(*last)[len(*last)-1] = uint32(o.uses.n)
	}
}

// checkMemory checks the memory that is held now and that the set will need.
func (o *objFile) checkMemory() error {
	points, each := int64(o.uses.n), int64(12)
	if points == 0 {
		points = int64(o.vertices.n)
	}
	if o.colors.n > 0 && o.colors.n == o.vertices.n {
		each = 24
	}
	return o.in.checkMemory(each*points + 12*int64(o.vertices.n+o.colors.n) + 4*int64(o.uses.n) + 8*int64(o.ends.n))
}

// set gathers the points of the strands.
func (o *objFile) set() (*Set, error) {
	s := &Set{DefaultOpacity: 1, DefaultColor: plainColor}
	colored := o.colors.n > 0 && o.colors.n == o.vertices.n
	points, point := o.uses.n, func(i int) int { return int(o.uses.at(i)) }
	if o.uses.n == 0 {
		switch {
		case o.vertices.n == 0:
			return nil, o.text.errorf("the file ends without vertices (v) and strands (l)")
		case o.faces > 0:
			return nil, o.text.errorf("the file ends, a mesh of %d faces without strands (l)", o.faces)
		}
		points, point = o.vertices.n, func(i int) int { return i } // a list of vertices without l lines
	}
	s.Points = make([]mgl32.Vec3, points)
	for i := range s.Points {
		s.Points[i] = o.vertices.at(point(i))
	}
	if colored {
		s.Color = make([]mgl32.Vec3, points)
		for i := range s.Color {
			s.Color[i] = o.colors.at(point(i))
		}
	}
	if o.uses.n == 0 {
		var err error
		s.First, err = o.in.splitList(s.Points)
		return s, err
	}
	s.First = make([]uint32, 1, o.ends.n+1)
	for i := range o.ends.n {
		s.First = append(s.First, o.ends.at(i))
	}
	return s, nil
}
