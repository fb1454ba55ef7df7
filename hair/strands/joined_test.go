// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
)

// A backslash right before a line's end joins the next line to it, and no other does.
func TestContinuedLinesAreJoined(t *testing.T) {
	for _, c := range []struct {
		text  string
		lines [][]string
	}{
		{"a \\\nb\nc\n", [][]string{{"a", "b"}, {"c"}}},
		{"a \\\r\nb\nc", [][]string{{"a", "b"}, {"c"}}},
		{"a\\\nb", [][]string{{"a", "b"}}},
		{"a\\x\nb", [][]string{{"a\\x"}, {"b"}}},
		{"a\\\rx\nb", [][]string{{"a\\", "x"}, {"b"}}},
		{"a\\", [][]string{{"a\\"}}},
		{"a\\\r", [][]string{{"a\\"}}},
	} {
		in, err := newStream(bytes.NewReader([]byte(c.text)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var lines [][]string
		at := newText(in, 0, true)
		for {
			w, err := at.first()
			if errors.Is(err, io.EOF) {
				break
			}
			var line []string
			for ; w != nil && err == nil; w, err = at.next() {
				line = append(line, string(w))
			}
			if err != nil {
				t.Fatalf("%q: %v", c.text, err)
			}
			lines = append(lines, line)
		}
		if !slices.EqualFunc(lines, c.lines, slices.Equal[[]string]) {
			t.Errorf("%q: got lines %q, want %q", c.text, lines, c.lines)
		}
	}
}

// A line that is passed over takes the lines that are joined to it along.
func TestSkippedLinesIncludeTheirContinuations(t *testing.T) {
	in, err := newStream(bytes.NewReader([]byte("# a \\\n b \\\n c\nd\n")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := newText(in, 0, true)
	for _, want := range []string{"#", "d"} {
		if w, err := at.first(); err != nil || string(w) != want {
			t.Errorf("got %q, %v, want %q", w, err, want)
		}
	}
	if at.line != 4 {
		t.Errorf("the last line is number %d, want 4", at.line)
	}
}
