// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"testing"
)

// words makes little-endian bytes: the words, then zeros up to a length.
func words(length int, values ...uint32) []byte {
	var data []byte
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, v)
	}
	return append(data, make([]byte, max(0, length-len(data)))...)
}

func TestFormatsAreDetectedAtTheirLimits(t *testing.T) {
	version := math.Float32bits
	// Whole with the records of both formats: strands of 1 and 6 points, or of 1 and 2.
	both := put(put(words(96, 2, 1), 20, 6), 36, 2)
	for _, c := range []struct {
		what, name string
		data       []byte
		want       Format
		err        error
	}{
		{"TFX 3.0", "", words(12, version(3), 1, 4), TFX, nil},
		{"TFX of 64 vertices", "", words(12, version(4), 1, 64), TFX, nil},
		{"TFX of 128 vertices", "", words(12, version(4), 1, 128), Auto, ErrFormat},
		{"TFX of 2 vertices", "", words(12, version(4), 1, 2), Auto, ErrFormat},
		{"TFX of 5 vertices", "", words(12, version(4), 1, 5), Auto, ErrFormat},
		{"TFX 2.9", "", words(12, version(2.9), 1, 4), Auto, ErrFormat},
		{"TFX 5.0", "", words(12, version(5), 1, 4), Auto, ErrFormat},
		{"TFX of 11 bytes", "", words(12, version(4), 1, 4)[:11], Auto, ErrFormat},
		{"one strand", "", words(8+12*2, 1, 2), Data, nil},
		{"one strand of one point", "", words(8+12, 1, 1), Data, nil},
		{"one strand, with normals", "", words(8+28*2, 1, 2), Bin, nil},
		{"a strand of no points", "", words(8, 1, 0), Auto, ErrFormat},
		{"a byte too many", "", words(8+12*2+1, 1, 2), Auto, ErrFormat},
		{"a strand too few", "", words(8+12*2, 2, 2), Auto, ErrFormat},
		{"3 bytes", "", words(4, 1)[:3], Auto, ErrFormat},
		{"7 bytes", "", words(8, 1, 2)[:7], Auto, ErrFormat},
		{"a long file's long strand", "", put(words(pieceBytes+1, 3, 2), 32, 1<<16), Data, nil},
		{"a long file's too long strand", "", put(words(pieceBytes+1, 3, 2), 32, 1<<16+1), Auto, ErrFormat},
		{"a long file of too many strands", "", put(words(pieceBytes+1, 1<<31, 2), 32, 1<<16), Auto, ErrFormat},
		{"both", "", both, Data, nil},
		{"both by name", "hair.bin", both, Bin, nil},
		{"neither by name", "hair.bin", words(8, 1, 0), Bin, nil},
		{"an ending within another", "hair.us", []byte("x"), Auto, ErrFormat},
		{"PLY of DOS", "", []byte("ply\r\n"), PLY, nil},
		{"a model behind comments", "", []byte("# o\n\n  # v\n v 1 2 3"), OBJ, nil},
		{"comments alone", "", []byte("# o\n\n"), Auto, ErrFormat},
		{"nothing", "", nil, Auto, ErrTruncated},
	} {
		t.Run(c.what, func(t *testing.T) {
			in, err := newStream(bytes.NewReader(c.data), Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := in.detect(c.name)
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("got %v, %v, want %v, %v", got, err, c.want, c.err)
			}
		})
	}
}

func TestFormatsThatKeepPointsAlone(t *testing.T) {
	for f := Format(-1); int(f) <= len(formats); f++ {
		if want := f == Data || f == Bin || f == NPY; f.Bare() != want {
			t.Errorf("%v: Bare is %v, want %v", f, f.Bare(), want)
		}
	}
}
