// SPDX-License-Identifier: MIT

package strands

import (
	"errors"
	"testing"
)

// sizes are the lengths of the writes.
type sizes []int

func (s *sizes) Write(p []byte) (int, error) {
	*s = append(*s, len(p))
	return len(p), nil
}

// Files are written in large pieces, whatever they are made of.
func TestFilesAreWrittenInLargePieces(t *testing.T) {
	for name, put := range map[string]func(*encoder){
		"bytes":  func(e *encoder) { e.byte(1) },
		"shorts": func(e *encoder) { e.short(1) },
		"words":  func(e *encoder) { e.word(1) },
		"texts":  func(e *encoder) { e.text("abc") },
	} {
		var written sizes
		e := &encoder{w: &written}
		for range 3 * pieceBytes / 2 {
			put(e)
		}
		e.flush()
		sum := 0
		for i, n := range written {
			if sum += n; i+1 < len(written) && (n < pieceBytes || n > pieceBytes+4) {
				t.Errorf("%s: piece %d of %d has %d bytes, want %d", name, i, len(written), n, pieceBytes)
			}
		}
		if last := written[len(written)-1]; last >= pieceBytes || sum < 3*pieceBytes/2 {
			t.Errorf("%s: %d bytes were written, %d of them last", name, sum, last)
		}
	}
}

func TestFormatsThatCanBeWritten(t *testing.T) {
	for f := Format(-1); int(f) <= len(formats); f++ {
		want := ErrOption
		if f == Hair || f == Data || f == NPY || f == PLY {
			want = nil
		}
		if err := Writable(f); !errors.Is(err, want) {
			t.Errorf("%v: got %v, want %v", f, err, want)
		}
	}
}
