// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// Points have a colour where the file has all three parts of it.
func TestPLYRefusesIncompleteColours(t *testing.T) {
	for parts, colored := range map[string]bool{
		"": false, "red": false, "green": false, "blue": false, "red green": false, "red blue": false, "green blue": false, "red green blue": true,
	} {
		lines, row, other := "element vertex 2\n"+xyz, "", ""
		for _, name := range strings.Fields(parts) {
			lines += "property float " + name + "\n"
			row += " 0.5"
			other += " 0.25"
		}
		data := header(lines+"element strand 1\nproperty int nsegs\n", fmt.Sprintf("0 0 0%s\n0 1 0%s\n1\n", row, other))
		s, err := Read(bytes.NewReader(data), Options{Format: PLY, Unit: 1})
		if err != nil || (s.Color != nil) != colored {
			t.Errorf("vertices with %q: got %+v, %v, colours are wanted: %v", parts, s, err, colored)
		}
	}
}

// The strands' points are within the limit together, not only each.
func TestPLYLimitCountsAllStrands(t *testing.T) {
	data := header("element vertex 6\n"+xyz+"element strand 2\nproperty int nsegs\n", "0 0 0\n0 1 0\n0 2 0\n5 0 0\n5 1 0\n5 2 0\n2\n2\n")
	if s, err := Read(bytes.NewReader(data), Options{Format: PLY, Unit: 1, Limits: Limits{Points: 6}}); err != nil || s.Strands() != 2 {
		t.Errorf("as many points as allowed: got %v, %v", s, err)
	}
	more := bytes.Replace(data, []byte("5 2 0\n2\n2\n"), []byte("5 2 0\n2\n3\n"), 1)
	if _, err := Read(bytes.NewReader(more), Options{Format: PLY, Unit: 1, Limits: Limits{Points: 6}}); err == nil || !strings.Contains(err.Error(), "strand 1 has 3 nsegs") {
		t.Errorf("a point more: got %v", err)
	}
}

// One byte of a strand in the file takes four of memory. A file of known size may not need more
// than twice its size.
func TestPLYMemoryIsWithinTwiceTheFile(t *testing.T) {
	const strands = 1 << 20
	data := fmt.Appendf(nil, "ply\nformat binary_little_endian 1.0\nelement strand %d\nproperty uchar nsegs\nelement vertex 2\n%send_header\n", strands, xyz)
	data = append(data, make([]byte, strands+24)...)
	_, err := Read(bytes.NewReader(data), Options{Format: PLY, Unit: 1})
	if want := "of points and strands from a file of"; !errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// Rows of numbers have equal sizes; lists make them differ.
func TestPLYRowSizeIsTheSumOfItsProperties(t *testing.T) {
	number := func(kind string) plyProperty { return plyProperty{kind: plyKinds[kind]} }
	e := plyElement{properties: []plyProperty{number("float"), number("double"), number("uchar"), number("short")}}
	if got, want := e.row(), 4+8+1+2; got != want {
		t.Errorf("a float, a double, a byte and a short: got %d bytes, want %d", got, want)
	}
	if e.properties[2].list = true; e.row() != 0 {
		t.Errorf("with a list: got %d bytes, want 0", e.row())
	}
}
