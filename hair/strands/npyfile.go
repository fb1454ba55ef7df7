// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

const npyMagic = "\x93NUMPY"

// npyHeader is a parsed header.
type npyHeader struct {
	order   binary.ByteOrder
	size    int // bytes of a float: 4 or 8
	fortran bool
	shape   []int
}

func readNPY(in *stream) (*Set, error) {
	h, err := in.npyHeader()
	if err != nil {
		return nil, err
	}
	axes := len(h.shape)
	if axes != 2 && axes != 3 || h.shape[axes-1] != 3 {
		return nil, fmt.Errorf("an array of shape %v, (strands, points, 3) is expected, or (points, 3): %w", h.shape, ErrFormat)
	}
	strands, each := 1, h.shape[0]
	if axes == 3 {
		strands, each = h.shape[0], h.shape[1]
	}
	if err := in.o.Limits.check(uint64(strands), uint64(strands)*uint64(each)); err != nil {
		return nil, err
	}
	s := &Set{DefaultOpacity: 1, DefaultColor: plainColor}
	if axes == 3 {
		if err := evenly(uint64(strands), uint64(strands)*uint64(each), uint64(each)); err != nil {
			return nil, err
		}
	}
	if h.fortran {
		err = in.npyColumns(s, h, strands, each)
	} else {
		err = in.npyRows(s, h, strands*each)
	}
	switch {
	case err != nil:
		return nil, err
	case axes == 3:
		s.First = evenFirst(strands, each)
	default:
		s.First, err = in.splitList(s.Points)
	}
	return s, err
}

func (h npyHeader) value(b []byte) float32 {
	if h.size == 8 {
		return float32(math.Float64frombits(h.order.Uint64(b)))
	}
	return math.Float32frombits(h.order.Uint32(b))
}

// npyRows reads points in C order: x, y, z of each point together.
func (in *stream) npyRows(s *Set, h npyHeader, points int) error {
	const what = "array"
	if err := in.needBytes(what, points, 3*h.size); err != nil {
		return err
	}
	s.Points = room[mgl32.Vec3](in, points)
	return in.records(what, points, 3*h.size, func(b []byte) {
		for ; len(b) >= 3*h.size; b = b[3*h.size:] {
			s.Points = append(s.Points, mgl32.Vec3{h.value(b), h.value(b[h.size:]), h.value(b[2*h.size:])})
		}
	})
}

// npyColumns reads points in Fortran order: all x, then all y, then all z, each by point and then
// by strand.
func (in *stream) npyColumns(s *Set, h npyHeader, strands, each int) error {
	const what = "array"
	points := strands * each
	if err := in.needBytes(what, 3*points, h.size); err != nil {
		return err
	}
	var waiting []float32 // used if the size of the file is unknown
	if in.src.size >= 0 {
		s.Points = make([]mgl32.Vec3, points)
	}
	axis, strand, point := 0, 0, 0
	put := func(v float32) {
		s.Points[strand*each+point][axis] = v
		if strand++; strand == strands {
			strand = 0
			if point++; point == each {
				point = 0
				axis++
			}
		}
	}
	err := in.records(what, 3*points, h.size, func(b []byte) {
		for ; len(b) >= h.size; b = b[h.size:] {
			if s.Points == nil {
				waiting = append(waiting, h.value(b))
			} else {
				put(h.value(b))
			}
		}
	})
	if err != nil || s.Points != nil {
		return err
	}
	s.Points = make([]mgl32.Vec3, points)
	for _, v := range waiting {
		put(v)
	}
	return nil
}

// npyMaxHeader is the largest size of a header in bytes. A few dozen are usual.
const npyMaxHeader = 1 << 16

// npyHeader reads the magic, the version and the Python dictionary after them.
func (in *stream) npyHeader() (h npyHeader, err error) {
	var head [12]byte
	if err := in.bytes("header", head[:10]); err != nil {
		return h, err
	}
	if string(head[:6]) != npyMagic {
		return h, fmt.Errorf("a .npy file begins with %q, this one with %q: %w", npyMagic, head[:6], ErrFormat)
	}
	length := uint32(binary.LittleEndian.Uint16(head[8:]))
	switch head[6] {
	case 1:
	case 2, 3:
		if err := in.bytes("header", head[10:]); err != nil {
			return h, err
		}
		length = binary.LittleEndian.Uint32(head[8:])
	default:
		return h, fmt.Errorf(".npy version %d.%d, 1 to 3 can be read: %w", head[6], head[7], ErrFormat)
	}
	if length > npyMaxHeader {
		return h, fmt.Errorf("a .npy header of %d bytes, at most %d: %w", length, npyMaxHeader, ErrLimit)
	}
	words := in.piece[:length]
	if err := in.bytes("header", words); err != nil {
		return h, err
	}
	if err := h.parse(words); err != nil {
		return h, fmt.Errorf("%w: in the .npy header %.200q", err, bytes.TrimSpace(words))
	}
	return h, nil
}

// parse reads {'descr': '<f4', 'fortran_order': False, 'shape': (10, 20, 3), } in any order of its
// keys.
func (h *npyHeader) parse(words []byte) error {
	text := strings.TrimSpace(string(words))
	inner, open := strings.CutPrefix(text, "{")
	inner, closed := strings.CutSuffix(inner, "}")
	if !open || !closed {
		return fmt.Errorf("no dictionary in braces: %w", ErrFormat)
	}
	found := map[string]bool{}
	for inner = strings.TrimSpace(inner); inner != ""; {
		quoted, rest, ok := strings.Cut(inner, ":")
		key := strings.Trim(strings.TrimSpace(quoted), `'"`)
		if !ok || found[key] {
			return fmt.Errorf("%.40q is no key, or comes twice: %w", quoted, ErrFormat)
		}
		found[key] = true
		rest = strings.TrimSpace(rest)
		// A value ends at a comma, a tuple at its parenthesis.
		var value string
		if strings.HasPrefix(rest, "(") {
			if value, rest, ok = strings.Cut(rest[1:], ")"); !ok {
				return fmt.Errorf("%s has no end: %w", key, ErrFormat)
			}
			rest = strings.TrimPrefix(strings.TrimSpace(rest), ",")
		} else {
			value, rest, _ = strings.Cut(rest, ",")
		}
		if err := h.set(key, strings.TrimSpace(value)); err != nil {
			return err
		}
		inner = strings.TrimSpace(rest)
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !found[key] {
			return fmt.Errorf("no %s: %w", key, ErrFormat)
		}
	}
	return nil
}

func (h *npyHeader) set(key, value string) error {
	switch key {
	case "descr":
		kind := strings.Trim(value, `'"`)
		sizes := map[string]int{"f4": 4, "f8": 8}
		if kind == "" || sizes[kind[1:]] == 0 || !strings.ContainsAny(kind[:1], "<>=") {
			return fmt.Errorf("numbers of type %.20q, f4 and f8 can be read: %w", kind, ErrFormat)
		}
		h.size, h.order = sizes[kind[1:]], binary.ByteOrder(binary.LittleEndian)
		if kind[0] == '>' {
			h.order = binary.BigEndian
		}
	case "fortran_order":
		if value != "True" && value != "False" {
			return fmt.Errorf("fortran_order is %.20q, True or False is expected: %w", value, ErrFormat)
		}
		h.fortran = value == "True"
	case "shape":
		for _, word := range strings.Split(strings.TrimSuffix(value, ","), ",") {
			n, err := strconv.ParseUint(strings.TrimSpace(word), 10, 31)
			if err != nil || len(h.shape) == 4 {
				return fmt.Errorf("shape (%.60s): %w", value, ErrFormat)
			}
			h.shape = append(h.shape, int(n))
		}
	default:
		return fmt.Errorf("key %.40q: %w", key, ErrFormat)
	}
	return nil
}

func writeNPY(e *encoder, s *Set) error {
	each := uint32(0)
	for i := range s.Strands() {
		n := s.First[i+1] - s.First[i]
		if i > 0 && n != each {
			return fmt.Errorf("strand %d has %d points and strand 0 has %d; .npy holds strands of as many points: resample: %w", i, n, each, ErrLimit)
		}
		each = n
	}
	// Magic, version, length and dictionary together are a multiple of 64 bytes.
	words := fmt.Sprintf("{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d, 3), }", s.Strands(), each)
	words += strings.Repeat(" ", 63-(10+len(words))%64) + "\n"
	e.text(npyMagic + "\x01\x00")
	e.short(uint16(len(words)))
	e.text(words)
	for _, p := range s.Points {
		e.vector(e.place(p))
	}
	return nil
}
