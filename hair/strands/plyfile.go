// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"
)

// rows calls use with the numbers of some columns of each row; column -1 gives 0.
func (p *plyFile) rows(e *plyElement, columns []int, use func(row []float64) error) error {
	row := make([]float64, len(columns))
	switch size := e.row(); {
	case p.order == nil:
		return p.asciiRows(e, columns, row, use)
	case size > 0 && size <= pieceBytes:
		return p.evenRows(e, size, columns, row, use)
	}
	return p.listRows(e, columns, row, use)
}

// evenRows reads rows of equal size.
func (p *plyFile) evenRows(e *plyElement, size int, columns []int, row []float64, use func([]float64) error) error {
	offsets := make([]int, len(e.properties))
	for i := range offsets[1:] {
		offsets[i+1] = offsets[i] + e.properties[i].kind.size
	}
	var failed error
	err := p.in.records(e.name+" element", e.count, size, func(piece []byte) {
		for ; len(piece) >= size && failed == nil; piece = piece[size:] {
			for i, c := range columns {
				if c >= 0 {
					row[i] = e.properties[c].kind.value(piece[offsets[c]:], p.order)
				}
			}
			failed = use(row)
		}
	})
	if err != nil {
		return err
	}
	return failed
}

// listRows reads rows number by number and skips lists.
func (p *plyFile) listRows(e *plyElement, columns []int, row []float64, use func([]float64) error) error {
	var number [8]byte
	what := e.name + " element"
	for range e.count {
		for i, property := range e.properties {
			kind := property.kind
			if property.list {
				kind = property.count
			}
			b := number[:kind.size]
			if err := p.in.bytes(what, b); err != nil {
				return err
			}
			v := kind.value(b, p.order)
			if property.list {
				if v < 0 {
					return fmt.Errorf("byte %d: a list of %v items in the %s: %w", p.in.at(), v, what, ErrFormat)
				}
				if err := p.in.skipTo("end of a list", p.in.at()+int64(v)*int64(property.kind.size)); err != nil {
					return err
				}
				continue
			}
			for k, c := range columns {
				if c == i {
					row[k] = v
				}
			}
		}
		if err := use(row); err != nil {
			return err
		}
	}
	return nil
}

// asciiRows reads one row per line and skips empty lines.
func (p *plyFile) asciiRows(e *plyElement, columns []int, row []float64, use func([]float64) error) error {
	for k := range e.count {
		word, err := p.text.first()
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("line %d, in the %s element: it has %d rows, the header says %d: %w", p.text.line, e.name, k, e.count, ErrTruncated)
		}
		for i := 0; i < len(e.properties) && err == nil; i++ {
			if i > 0 {
				if word, err = p.text.must(e.properties[i].name); err != nil {
					break
				}
			}
			err = p.asciiValue(e.properties[i], i, word, columns, row)
		}
		if err != nil {
			return err
		}
		switch extra, err := p.text.next(); {
		case err != nil:
			return err
		case extra != nil:
			return p.text.errorf("%q follows the properties of a %s", extra, e.name)
		}
		if err := use(row); err != nil {
			return fmt.Errorf("line %d: %w", p.text.line, err)
		}
	}
	return nil
}

// asciiValue stores a property's value in its column, and skips a list.
func (p *plyFile) asciiValue(property plyProperty, i int, word []byte, columns []int, row []float64) (err error) {
	var v float64
	switch {
	case property.list:
		n, err := p.text.integer("the length of "+property.name, word)
		for ; n > 0 && err == nil; n-- {
			_, err = p.text.must(property.name)
		}
		return err
	case property.kind.float:
		var f float32
		f, err = p.text.number(property.name, word)
		v = float64(f)
	default:
		var n int64
		n, err = p.text.integer(property.name, word)
		v = float64(n)
	}
	for k, c := range columns {
		if c == i {
			row[k] = v
		}
	}
	return err
}

// least is the smallest number of bytes of a row.
func (p *plyFile) least(e *plyElement) int {
	switch size := e.row(); {
	case p.order == nil:
		return 2*len(e.properties) - 1
	case size > 0:
		return size
	}
	return len(e.properties)
}

func readPLY(in *stream) (*Set, error) {
	s := &Set{DefaultOpacity: 1, DefaultColor: plainColor}
	p := &plyFile{in: in}
	if err := p.header(s); err != nil {
		return nil, err
	}
	p.text = newText(in, p.lines, false)
	var linked []uint64 // one bit per vertex: it has an edge to the next vertex
	for _, e := range p.elements {
		if err := in.needBytes(e.name+" element", e.count, p.least(e)); err != nil {
			return nil, err
		}
		var err error
		switch {
		case e.name == "vertex":
			err = p.vertices(e, s)
		case e.name == "strand":
			err = p.strands(e, s)
		case e.name == "edge" && s.First == nil:
			linked, err = p.edges(e, s)
		case e.name == "face" && e.count > 0 && s.First == nil && linked == nil:
			err = fmt.Errorf("a mesh of %d faces, no strands: %w", e.count, ErrFormat)
		default:
			err = p.rows(e, nil, func([]float64) error { return nil })
		}
		if err != nil {
			return nil, err
		}
	}
	if s.Points == nil {
		return nil, fmt.Errorf("a .ply file without vertices: %w", ErrFormat)
	}
	if s.First != nil {
		if last := s.First[len(s.First)-1]; int(last) != len(s.Points) {
			return nil, fmt.Errorf("the strand element makes %d points, there are %d vertices: %w", last, len(s.Points), ErrFormat)
		}
		return s, nil
	}
	if linked != nil && in.o.StrandPoints == 0 {
		s.First = chains(linked, len(s.Points))
		return s, in.o.Limits.check(uint64(s.Strands()), 0)
	}
	var err error
	s.First, err = in.splitList(s.Points)
	return s, err
}

// vertices reads points and their values.
func (p *plyFile) vertices(e *plyElement, s *Set) error {
	if s.Points != nil {
		return fmt.Errorf("two vertex elements: %w", ErrFormat)
	}
	if err := p.in.o.Limits.check(0, uint64(e.count)); err != nil {
		return err
	}
	columns := []int{
		e.column("x"), e.column("y"), e.column("z"),
		e.column("red", "r", "diffuse_red"), e.column("green", "g", "diffuse_green"), e.column("blue", "b", "diffuse_blue"),
		e.column("alpha", "a", "opacity"), e.column("thickness", "width", "diameter", "radius"),
	}
	for i, name := range []string{"x", "y", "z"} {
		if columns[i] < 0 || !e.properties[columns[i]].kind.float {
			return fmt.Errorf("the vertices have no property %s of type float or double: %w", name, ErrFormat)
		}
	}
	color := columns[3] >= 0 && columns[4] >= 0 && columns[5] >= 0
	scale := func(i int) float64 {
		if columns[i] < 0 {
			return 0
		}
		return 1 / e.properties[columns[i]].kind.most()
	}
	red, green, blue, alpha, width := scale(3), scale(4), scale(5), scale(6), 1.0
	if columns[7] >= 0 && e.properties[columns[7]].name == "radius" {
		width = 2
	}
	each := int64(12)
	for i, bytes := range map[int]int64{3: 12, 6: 4, 7: 4} {
		if columns[i] >= 0 {
			each += bytes
		}
	}
	if p.held = each * int64(e.count); p.in.src.size >= 0 {
		if err := p.in.checkMemory(p.held); err != nil {
			return err
		}
	}
	s.Points = room[mgl32.Vec3](p.in, e.count)
	if color {
		s.Color = room[mgl32.Vec3](p.in, e.count)
	}
	if columns[6] >= 0 {
		s.Opacity = room[float32](p.in, e.count)
	}
	if columns[7] >= 0 {
		s.Thickness = room[float32](p.in, e.count)
	}
	return p.rows(e, columns, func(v []float64) error {
		s.Points = append(s.Points, mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])})
		if color {
			s.Color = append(s.Color, mgl32.Vec3{float32(v[3] * red), float32(v[4] * green), float32(v[5] * blue)})
		}
		if s.Opacity != nil {
			s.Opacity = append(s.Opacity, float32(v[6]*alpha))
		}
		if s.Thickness != nil {
			s.Thickness = append(s.Thickness, float32(v[7]*width))
		}
		return nil
	})
}

// strands reads the number of segments of each strand.
func (p *plyFile) strands(e *plyElement, s *Set) error {
	if s.First != nil {
		return fmt.Errorf("two strand elements: %w", ErrFormat)
	}
	if err := p.in.o.Limits.check(uint64(e.count), 0); err != nil {
		return err
	}
	column, more := e.column("nsegs", "segments"), 1.0
	if column < 0 {
		column, more = e.column("npoints", "points", "vertex_count"), 0
	}
	if column < 0 {
		return fmt.Errorf("the strands have no property nsegs: %w", ErrFormat)
	}
	if p.in.src.size >= 0 {
		if err := p.in.checkMemory(p.held + 4*int64(e.count)); err != nil {
			return err
		}
	}
	s.First = append(room[uint32](p.in, e.count+1), 0)
	next := 0.0
	return p.rows(e, []int{column}, func(v []float64) error {
		n := v[0] + more
		if !(n >= 0 && next+n <= float64(p.in.o.Limits.Points)) || n != math.Trunc(n) {
			return fmt.Errorf("strand %d has %v %s: %w", len(s.First)-1, v[0], e.properties[column].name, ErrFormat)
		}
		next += n
		s.First = append(s.First, uint32(next))
		return nil
	})
}

// edges reads which vertices are connected. Only neighbours in the list may be.
func (p *plyFile) edges(e *plyElement, s *Set) (linked []uint64, err error) {
	columns := []int{e.column("vertex1"), e.column("vertex2")}
	if columns[0] < 0 || columns[1] < 0 {
		return nil, fmt.Errorf("the edges have no properties vertex1 and vertex2: %w", ErrFormat)
	}
	if s.Points == nil {
		return nil, fmt.Errorf("edges before their vertices: %w", ErrFormat)
	}
	linked = make([]uint64, len(s.Points)/64+1)
	k := 0
	return linked, p.rows(e, columns, func(v []float64) error {
		a, b := min(v[0], v[1]), max(v[0], v[1])
		if !(a >= 0 && b < float64(len(s.Points))) || a != math.Trunc(a) || b != a+1 {
			return fmt.Errorf("edge %d joins vertices %v and %v; neighbours of %d are expected: %w", k, v[0], v[1], len(s.Points), ErrFormat)
		}
		linked[int(a)/64] |= 1 << (int(a) % 64)
		k++
		return nil
	})
}

// chains returns the runs of connected points.
func chains(linked []uint64, points int) []uint32 {
	n := points - 1
	for _, w := range linked {
		n -= bits.OnesCount64(w)
	}
	first := append(make([]uint32, 0, n+2), 0)
	for i := range points {
		if i+1 == points || linked[i/64]>>(i%64)&1 == 0 {
			first = append(first, uint32(i+1))
		}
	}
	return first
}

func writePLY(e *encoder, s *Set) error {
	e.text("ply\nformat binary_little_endian 1.0\ncomment written by comb\n")
	c := s.DefaultColor
	e.text(fmt.Sprintf("comment comb unit %v m\ncomment comb up %v .\n", e.unit, e.up))
	e.text(fmt.Sprintf("comment comb thickness %v .\ncomment comb opacity %v .\ncomment comb color %v %v %v\n", s.DefaultThickness*e.scale, s.DefaultOpacity, c[0], c[1], c[2]))
	e.text(fmt.Sprintf("element vertex %d\nproperty float x\nproperty float y\nproperty float z\n", len(s.Points)))
	if s.Color != nil {
		e.text("property uchar red\nproperty uchar green\nproperty uchar blue\n")
	}
	if s.Opacity != nil {
		e.text("property uchar alpha\n")
	}
	if s.Thickness != nil {
		e.text("property float thickness\n")
	}
	kind, put := "ushort", func(n uint32) { e.short(uint16(n)) } // the type that other programs expect
	for i := range s.Strands() {
		if s.First[i+1]-s.First[i]-1 > math.MaxUint16 {
			kind, put = "uint", e.word
		}
	}
	e.text(fmt.Sprintf("element strand %d\nproperty %s nsegs\nend_header\n", s.Strands(), kind))
	level := func(v float32) { e.byte(uint8(math.Round(255 * float64(min(max(v, 0), 1))))) }
	for i, p := range s.Points {
		e.vector(e.place(p))
		if s.Color != nil {
			level(s.Color[i][0])
			level(s.Color[i][1])
			level(s.Color[i][2])
		}
		if s.Opacity != nil {
			level(s.Opacity[i])
		}
		if s.Thickness != nil {
			e.float(s.Thickness[i] * e.scale)
		}
	}
	for i := range s.Strands() {
		put(s.First[i+1] - s.First[i] - 1)
	}
	return nil
}
