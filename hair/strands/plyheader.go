// SPDX-License-Identifier: MIT

package strands

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// plyKind is a type of numbers.
type plyKind struct {
	size   int
	float  bool
	signed bool
}

var plyKinds = map[string]plyKind{
	"char": {1, false, true}, "int8": {1, false, true}, "uchar": {1, false, false}, "uint8": {1, false, false},
	"short": {2, false, true}, "int16": {2, false, true}, "ushort": {2, false, false}, "uint16": {2, false, false},
	"int": {4, false, true}, "int32": {4, false, true}, "uint": {4, false, false}, "uint32": {4, false, false},
	"float": {4, true, true}, "float32": {4, true, true}, "double": {8, true, true}, "float64": {8, true, true},
}

// most is the integer that stands for 1.
func (k plyKind) most() float64 {
	if k.float {
		return 1
	}
	return float64(uint64(1)<<(8*k.size) - 1)
}

// value reads one number.
func (k plyKind) value(b []byte, order binary.ByteOrder) float64 {
	switch {
	case k.float && k.size == 8:
		return math.Float64frombits(order.Uint64(b))
	case k.float:
		return float64(math.Float32frombits(order.Uint32(b)))
	case k.size == 1 && k.signed:
		return float64(int8(b[0]))
	case k.size == 1:
		return float64(b[0])
	case k.size == 2 && k.signed:
		return float64(int16(order.Uint16(b)))
	case k.size == 2:
		return float64(order.Uint16(b))
	case k.signed:
		return float64(int32(order.Uint32(b)))
	}
	return float64(order.Uint32(b))
}

type plyProperty struct {
	name  string
	kind  plyKind
	list  bool
	count plyKind // type of a list's length
}

type plyElement struct {
	name       string
	count      int
	properties []plyProperty
}

// row is the size of a row in bytes, or 0 if lists make rows differ.
func (e *plyElement) row() (size int) {
	for _, p := range e.properties {
		if p.list {
			return 0
		}
		size += p.kind.size
	}
	return size
}

// column is the index of the first property with one of these names, or -1.
func (e *plyElement) column(names ...string) int {
	for _, name := range names {
		for i, p := range e.properties {
			if p.name == name && !p.list {
				return i
			}
		}
	}
	return -1
}

// plyFile is a .ply file whose header was read.
type plyFile struct {
	in       *stream
	order    binary.ByteOrder // nil: ascii
	lines    int              // lines of the header
	text     *text            // the rows of an ascii file
	held     int64            // bytes of memory for vertices
	elements []*plyElement
}

// Limits of a header.
const (
	plyMaxLines      = 1000
	plyMaxLine       = 1 << 12
	plyMaxProperties = 256
)

// header reads up to end_header, and the unit and axis in the comments.
func (p *plyFile) header(s *Set) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("line %d of the header: %s: %w", p.lines, fmt.Sprintf(format, args...), ErrFormat)
	}
	formatted := false
	for {
		raw, err := p.in.ReadSlice('\n')
		p.lines++
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("at byte %d, in the header: no end_header: %w", p.in.at(), ErrTruncated)
		}
		if err != nil || len(raw) > plyMaxLine || p.lines > plyMaxLines {
			if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
				return err
			}
			return fail("more than %d lines, or one of more than %d bytes", plyMaxLines, plyMaxLine)
		}
		line := strings.TrimRight(string(raw), "\r\n")
		word := strings.Fields(line)
		if p.lines == 1 {
			if line != "ply" {
				return fail("%.20q, \"ply\" is expected", line)
			}
			continue
		}
		if len(word) == 0 {
			continue
		}
		switch word[0] {
		case "comment", "obj_info":
			parsePLYComment(s, word[1:])
		case "format":
			if len(word) != 3 || word[2] != "1.0" {
				return fail("%.60q, format and version 1.0 are expected", line)
			}
			formatted = true
			switch word[1] {
			case "ascii":
			case "binary_little_endian":
				p.order = binary.LittleEndian
			case "binary_big_endian":
				p.order = binary.BigEndian
			default:
				return fail("format %.40q; ascii, binary_little_endian and binary_big_endian can be read", word[1])
			}
		case "element":
			if len(word) != 3 {
				return fail("%.60q, a name and a number are expected", line)
			}
			n, err := strconv.ParseUint(word[2], 10, 31)
			if err != nil {
				return fail("%.40q of element %.40q, a number up to %d is expected", word[2], word[1], math.MaxInt32)
			}
			p.elements = append(p.elements, &plyElement{name: word[1], count: int(n)})
		case "property":
			if len(p.elements) == 0 {
				return fail("a property before any element")
			}
			e := p.elements[len(p.elements)-1]
			if len(e.properties) == plyMaxProperties {
				return fail("more than %d properties", plyMaxProperties)
			}
			property, ok := plyPropertyOf(word[1:])
			if !ok {
				return fail("%.60q: no such property", line)
			}
			e.properties = append(e.properties, property)
		case "end_header":
			if !formatted {
				return fail("the header ends without a format")
			}
			for _, e := range p.elements {
				if len(e.properties) == 0 && e.count > 0 {
					return fail("element %.40q has no properties", e.name)
				}
			}
			return nil
		default:
			return fail("%.40q; format, comment, element, property or end_header is expected", word[0])
		}
	}
}

func plyPropertyOf(word []string) (p plyProperty, ok bool) {
	if len(word) == 4 && word[0] == "list" {
		count, known := plyKinds[word[1]]
		kind, alsoKnown := plyKinds[word[2]]
		return plyProperty{name: word[3], kind: kind, list: true, count: count}, known && alsoKnown && !count.float
	}
	if len(word) != 2 {
		return p, false
	}
	kind, ok := plyKinds[word[0]]
	return plyProperty{name: word[1], kind: kind}, ok
}

// parsePLYComment reads a comment of writePLY: "comb", a word for the fact, its values.
func parsePLYComment(s *Set, word []string) {
	if len(word) < 3 || word[0] != "comb" {
		return
	}
	var v [3]float32
	for i, w := range word[2:min(len(word), 5)] {
		f, err := strconv.ParseFloat(w, 32)
		if err == nil {
			v[i] = float32(f)
		}
	}
	switch word[1] {
	case "unit":
		if v[0] >= MinUnit && v[0] <= MaxUnit {
			s.Unit = v[0]
		}
	case "up":
		s.Origin.Up, _ = ParseUp(word[2])
	case "thickness":
		s.DefaultThickness = v[0]
	case "opacity":
		s.DefaultOpacity = v[0]
	case "color":
		s.DefaultColor = v
	}
}
