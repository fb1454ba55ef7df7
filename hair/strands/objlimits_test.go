// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"strings"
	"testing"
)

// An .obj reader may hold twice the file and memorySlack at once, to the byte.
func TestOBJMemoryIsWithinTwiceTheFile(t *testing.T) {
	const many = 1 << 17
	for _, c := range []struct {
		what                         string
		vertices, colors, uses, ends int
		want                         int64
	}{
		{"vertices alone", many, 0, 0, 0, 24 * many},
		{"vertices and colours alone", many, many, 0, 0, 48 * many},
		{"a colour alone", many, 2, 0, 0, 24*many + 24},
		{"strands", many, 0, 2 * many, 10, 44*many + 80},
		{"strands with colours", many, many, 2 * many, 10, 80*many + 80},
		{"strands with a colour", many, 2, 2 * many, 10, 44*many + 24 + 80},
	} {
		for more, fits := range map[int64]bool{0: true, -1: false} {
			o := &objFile{in: &stream{src: &source{size: (c.want-memorySlack)/2 + more}}}
			o.vertices.n, o.colors.n, o.uses.n, o.ends.n = c.vertices, c.colors, c.uses, c.ends
			if err := o.checkMemory(); errors.Is(err, ErrLimit) == fits {
				t.Errorf("%s, %d bytes more than needed: got %v", c.what, more, err)
			}
		}
	}
}

func TestOBJStopsAtItsLimits(t *testing.T) {
	const file = "v 0 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nl 1 2\nl 3 4 1\n" // fewer vertices than points
	for _, c := range []struct {
		what  string
		most  Limits
		wants string // of the error; "" is none
	}{
		{"just enough", Limits{Strands: 2, Points: 5}, ""},
		{"a strand too many", Limits{Strands: 1, Points: 5}, "2 strands, the limit is 1"},
		{"a point too many", Limits{Strands: 2, Points: 4}, "5 points, the limit is 4"},
	} {
		s, err := Read(strings.NewReader(file), Options{Format: OBJ, Unit: 1, Limits: c.most})
		switch {
		case c.wants == "" && (err != nil || s.Strands() != 2 || len(s.Points) != 5):
			t.Errorf("%s: got %v, %v", c.what, s, err)
		case c.wants != "" && (!errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), c.wants)):
			t.Errorf("%s: got %v, want %q", c.what, err, c.wants)
		}
	}
	const unused = "v 0 0 0\nv 0 1 0\nv 1 0 0\nl 1 2\n"
	if _, err := Read(strings.NewReader(unused), Options{Format: OBJ, Unit: 1, Limits: Limits{Points: 2}}); !errors.Is(err, ErrLimit) {
		t.Errorf("a vertex too many, in no strand: got %v, want %v", err, ErrLimit)
	}
}
