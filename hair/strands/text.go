// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// text reads lines word by word. It keeps one word in memory, however long a line is.
type text struct {
	in    *stream
	line  int // from 1
	word  []byte
	joins bool // a backslash at the end of a line joins it to the next (.obj)
	ended bool // the line has ended
	eof   bool
}

// maxWord is the longest word that can be a number.
const maxWord = 64

// newText starts after that many lines.
func newText(in *stream, lines int, joins bool) *text {
	return &text{in: in, line: lines, word: make([]byte, 0, maxWord+1), joins: joins, ended: true}
}

// first returns the first word of the next line that has one, or io.EOF.
func (t *text) first() ([]byte, error) {
	for !t.eof {
		if err := t.skipLine(); err != nil {
			return nil, err
		}
		t.ended = false
		t.line++
		if w, err := t.next(); w != nil || err != nil {
			return w, err
		}
	}
	return nil, io.EOF
}

// next returns the next word of the line, valid until the next call; nil at its end.
func (t *text) next() ([]byte, error) {
	t.word = t.word[:0]
	for !t.ended {
		b, err := t.in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			t.ended, t.eof = true, true
		case err != nil:
			return nil, err
		case b == '\n':
			t.ended = true
		case b == ' ' || b == '\t' || b == '\r' || b == '\v' || b == '\f' || b == '\\' && t.joins && t.joined():
			if len(t.word) > 0 {
				return t.word, nil
			}
		case len(t.word) <= maxWord: // one more byte shows that the word is longer
			t.word = append(t.word, b)
		}
	}
	if len(t.word) > 0 {
		return t.word, nil
	}
	return nil, nil
}

// joined skips a newline after a backslash, and reports whether there was one.
func (t *text) joined() bool {
	for n := 1; n <= 2; n++ {
		b, err := t.in.Peek(n)
		if err != nil || b[n-1] != '\n' && b[n-1] != '\r' {
			return false
		}
		if b[n-1] == '\n' {
			_, _ = t.in.Discard(n)
			t.line++
			return true
		}
	}
	return false
}

// skipLine skips the rest of the line.
func (t *text) skipLine() error {
	for !t.ended {
		b, err := t.in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			t.ended, t.eof = true, true
		case err != nil:
			return err
		case b == '\n':
			t.ended = true
		case b == '\\' && t.joins:
			t.joined()
		}
	}
	return nil
}

func (t *text) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %s: %w", t.line, fmt.Sprintf(format, args...), ErrFormat)
}

// must returns the next word of the line, or an error if there is none.
func (t *text) must(what string) ([]byte, error) {
	w, err := t.next()
	switch {
	case w != nil || err != nil:
		return w, err
	case t.eof:
		return nil, fmt.Errorf("line %d, byte %d, where %s is expected: %w", t.line, t.in.at(), what, ErrTruncated)
	}
	return nil, t.errorf("the line ends where %s is expected", what)
}

// number parses a word as a finite float32.
func (t *text) number(what string, w []byte) (float32, error) {
	v, err := strconv.ParseFloat(string(w), 32)
	if err != nil || len(w) > maxWord || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, t.errorf("%s is %q, a finite number is expected", what, w)
	}
	return float32(v), nil
}

// integer parses a word as an integer of at most 62 bits.
func (t *text) integer(what string, w []byte) (int64, error) {
	v, err := strconv.ParseInt(string(w), 10, 63)
	if err != nil || len(w) > maxWord {
		return 0, t.errorf("%s is %q, an integer is expected", what, w)
	}
	return v, nil
}
