// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

// small limits keep a fuzzer's files from being worth gigabytes.
var small = Limits{Strands: 1 << 12, Points: 1 << 14}

// checkRead tests the promise of every reader: a set that is whole, or one of the package's errors
// and no use of the set.
func checkRead(t *testing.T, s *Set, err error) bool {
	t.Helper()
	if err == nil {
		if err := s.Validate(); err != nil {
			t.Fatalf("read without an error, and then: %v", err)
		}
		return true
	}
	if s != nil {
		t.Fatalf("a set came with the error %v", err)
	}
	for _, known := range []error{ErrFormat, ErrTruncated, ErrLimit, ErrSet} {
		if errors.Is(err, known) {
			return false
		}
	}
	t.Fatalf("an error of no kind: %v", err)
	return false
}

// Every byte of every format, changed in a few ways. A set that is read is valid, and a refusal is
// an error of this package.
func TestCorruptFilesAreReadOrRefused(t *testing.T) {
	for name, data := range files(t) {
		t.Run(name, func(t *testing.T) {
			read := 0
			for at := range data {
				for _, b := range []byte{0, 0xFF, data[at] + 1, data[at] ^ 0x80, ' ', '\n', '9'} {
					changed := bytes.Clone(data)
					changed[at] = b
					s, err := Read(bytes.NewReader(changed), Options{Format: FormatOf(name), Limits: small})
					if checkRead(t, s, err) {
						read++
					}
				}
			}
			if read == 0 || read == 7*len(data) {
				t.Errorf("%s: %d of %d changed files could be read", name, read, 7*len(data))
			}
		})
	}
}

// fuzz reads the bytes from a file of known size and from a stream. It writes a set that was read,
// and reads it again.
func fuzz(f *testing.F, as Format, again Format) {
	for name, data := range files(f) {
		if as == Auto || FormatOf(name) == as {
			f.Add(data)
		}
	}
	for _, data := range more() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o := Options{Format: as, Limits: small}
		s, err := Read(bytes.NewReader(data), o)
		read := checkRead(t, s, err)
		unsized, err := Read(struct{ io.Reader }{bytes.NewReader(data)}, o)
		if checkRead(t, unsized, err) != read || read && !reflect.DeepEqual(unsized, s) {
			t.Fatalf("read as a file: %v; as a stream: %v, %v", s, unsized, err)
		}
		if !read {
			return
		}
		var file bytes.Buffer
		if err := Write(&file, again, s, WriteOptions{Unit: s.Unit}); err != nil {
			if again == NPY && errors.Is(err, ErrLimit) || again == Hair && errors.Is(err, ErrLimit) {
				return // strands of different lengths, or too long
			}
			t.Fatalf("read and not writable: %v", err)
		}
		back, err := Read(&file, Options{Format: again, Unit: s.Unit, Up: formats[again].up})
		if err != nil {
			t.Fatalf("written and not readable: %v", err)
		}
		if !reflect.DeepEqual(back.First, s.First) || !reflect.DeepEqual(back.Points, s.Points) {
			t.Fatal("written and read, the strands differ")
		}
	})
}

// more are files that are none of the sample's, for readers that have more ways to go.
func more() [][]byte {
	return [][]byte{
		header(fourPly+"element face 1\nproperty list uchar int i\n", fourRows, "3 0 1 2\n"),
		header(fourPly+"element strand 2\nproperty int npoints\n", fourRows, "2\n2\n"),
		header(fourPly, fourRows),
		[]byte("ply\nformat binary_big_endian 1.0\nelement vertex 2\nproperty list uchar short a\n" + xyz + "property double radius\nelement edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n" + strings.Repeat("\x00", 58) + "\x01"),
		npy("{'descr': '>f8', 'fortran_order': True, 'shape': (2, 2, 3)}", make([]byte, 96)),
		npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 3)}", make([]byte, 48)),
		[]byte("v 0 0 0 1 1 1\nv 0 1 0 .5 0 1\nv 9 0 0 1 1 1\nv 9 1 0 1 1 1\nl -4 -3 \\\n -2/7 # c\nl 3 4//\nf 1 2 3\n"),
	}
}

func FuzzReadHair(f *testing.F) { fuzz(f, Hair, Hair) }
func FuzzReadTFX(f *testing.F)  { fuzz(f, TFX, NPY) }
func FuzzReadData(f *testing.F) { fuzz(f, Data, Data) }
func FuzzReadBin(f *testing.F)  { fuzz(f, Bin, Data) }
func FuzzReadNPY(f *testing.F)  { fuzz(f, NPY, NPY) }
func FuzzReadPLY(f *testing.F)  { fuzz(f, PLY, PLY) }
func FuzzReadOBJ(f *testing.F)  { fuzz(f, OBJ, PLY) }
func FuzzReadAny(f *testing.F)  { fuzz(f, Auto, Hair) }
