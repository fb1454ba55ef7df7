// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
)

// small limits keep a fuzzer's files from being worth gigabytes.
var small = Limits{Strands: 1 << 12, Points: 1 << 14}

// judge holds what every reader promises: a set that is whole, or an error of ours and no use of the set.
func judge(t *testing.T, s *Set, err error) bool {
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

// fuzz reads what comes, from a file of known size and from a stream, and writes what was a set and reads it again.
func fuzz(f *testing.F, as Format, again Format) {
	for name, data := range files(f) {
		if as == Auto || FormatOf(name) == as {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o := Options{Format: as, Limits: small}
		s, err := Read(bytes.NewReader(data), o)
		read := judge(t, s, err)
		unsized, err := Read(struct{ io.Reader }{bytes.NewReader(data)}, o)
		if judge(t, unsized, err) != read || read && !reflect.DeepEqual(unsized, s) {
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

func FuzzReadHair(f *testing.F) { fuzz(f, Hair, Hair) }
func FuzzReadTFX(f *testing.F)  { fuzz(f, TFX, NPY) }
func FuzzReadData(f *testing.F) { fuzz(f, Data, Data) }
func FuzzReadBin(f *testing.F)  { fuzz(f, Bin, Data) }
func FuzzReadNPY(f *testing.F)  { fuzz(f, NPY, NPY) }
func FuzzReadPLY(f *testing.F)  { fuzz(f, PLY, PLY) }
func FuzzReadOBJ(f *testing.F)  { fuzz(f, OBJ, PLY) }
func FuzzReadAny(f *testing.F)  { fuzz(f, Auto, Hair) }
