// SPDX-License-Identifier: MIT

package strands

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// big is a set whose numbers have digits, as those of hair have.
func big(strands, each int, arrays bool) *Set {
	s := &Set{Unit: 1, DefaultThickness: 1e-4, DefaultOpacity: 1, DefaultColor: plainColor}
	for i := range strands {
		sin, cos := math.Sincos(float64(i) * 0.7)
		for k := range each {
			s.Points = append(s.Points, mgl32.Vec3{0.1 * float32(sin), 1.7 - 0.31*float32(k)/float32(each), 0.1 * float32(cos)})
		}
	}
	if s.First = evenFirst(strands, each); arrays {
		for i := range s.Points {
			s.Thickness = append(s.Thickness, 1e-4)
			s.Opacity = append(s.Opacity, 0.5)
			s.Color = append(s.Color, mgl32.Vec3{float32(i%7) / 8, 0.5, 0.25})
		}
	}
	return s
}

// save puts bytes into a file of the test's.
func save(t testing.TB, name string, write func(io.Writer) error) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path
}

// columns is a .npy file in Fortran order, of doubles.
func columns(s *Set, strands, each int) []byte {
	words := fmt.Sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%d, %d, 3), }\n", strands, each)
	var data []byte
	for a := range 3 {
		for k := range each {
			for i := range strands {
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(float64(s.Points[i*each+k][a])))
			}
		}
	}
	return npy(words, data)
}

// Nothing is allocated that the file has not shown to be there, and nothing twice: all that is ever
// allocated, with what has been freed, is within twice the file and a MiB.
func TestMemoryIsWithinTwiceTheFile(t *testing.T) {
	const strands, each = 20_000, 16
	bare, full := big(strands, each, false), big(strands, each, true)
	for name, write := range map[string]func(io.Writer) error{
		"a.hair": func(w io.Writer) error { return Write(w, Hair, full, WriteOptions{}) },
		"b.hair": func(w io.Writer) error { return Write(w, Hair, bare, WriteOptions{}) },
		"a.data": func(w io.Writer) error { return Write(w, Data, bare, WriteOptions{}) },
		"a.npy":  func(w io.Writer) error { return Write(w, NPY, bare, WriteOptions{}) },
		"a.ply":  func(w io.Writer) error { return Write(w, PLY, full, WriteOptions{}) },
		"b.ply":  func(w io.Writer) error { return Write(w, PLY, bare, WriteOptions{}) },
		"c.ply":  func(w io.Writer) error { _, err := w.Write(asciiPLY(bare, false)); return err },
		"d.ply":  func(w io.Writer) error { _, err := w.Write(asciiPLY(bare, true)); return err },
		"a.bin":  func(w io.Writer) error { _, err := w.Write(bin(bare)); return err },
		"a.obj":  func(w io.Writer) error { _, err := w.Write(obj(bare)); return err },
		"a.tfx":  func(w io.Writer) error { _, err := w.Write(tfx4(strands, each, true)); return err },
		"b.tfx":  func(w io.Writer) error { _, err := w.Write(tfx3(strands, each)); return err },
		"b.npy":  func(w io.Writer) error { _, err := w.Write(columns(bare, strands, each)); return err },
	} {
		t.Run(name, func(t *testing.T) {
			path := save(t, name, write)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			var before, now runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			peak, calls, last := uint64(0), 0, int64(0)
			s, err := Open(path, Options{Progress: func(read, size int64) error {
				if size != info.Size() || read <= last || read > size {
					t.Errorf("%s: %d of %d bytes after %d", name, read, size, last)
				}
				calls, last = calls+1, read
				runtime.ReadMemStats(&now)
				if now.HeapAlloc > before.HeapAlloc {
					peak = max(peak, now.HeapAlloc-before.HeapAlloc)
				}
				return nil
			}})
			runtime.ReadMemStats(&now)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if s.Strands() != strands || len(s.Points) != strands*each || (name[0] == 'a' && FormatOf(name) == Hair) != (s.Opacity != nil && FormatOf(name) == Hair) {
				t.Errorf("%s: %d strands of %d points", name, s.Strands(), len(s.Points))
			}
			allocated, most := now.TotalAlloc-before.TotalAlloc, uint64(2*info.Size()+memorySlack)
			t.Logf("%-7s %9d bytes; allocated in all %.2f times the file, at once %.2f", name, info.Size(), float64(allocated)/float64(info.Size()), float64(peak)/float64(info.Size()))
			if allocated > most || peak > most {
				t.Errorf("%s: %d bytes were allocated, %d at once, for a file of %d", name, allocated, peak, info.Size())
			}
			if calls < 3 || last != info.Size() {
				t.Errorf("%s: progress was reported %d times, up to %d of %d", name, calls, last, info.Size())
			}
		})
	}
}

// A million strands. The test logs the time, and does not fail because of it.
func TestReadMillionStrands(t *testing.T) {
	if testing.Short() {
		t.Skip("files of a million strands")
	}
	const strands, each = 1_000_000, 4
	for _, f := range []Format{Hair, Data} {
		t.Run(f.String(), func(t *testing.T) {
			path := save(t, "million"+f.String(), func(w io.Writer) error { return Write(w, f, big(strands, each, false), WriteOptions{}) })
			began, reported := time.Now(), 0
			s, err := Open(path, Options{Progress: func(int64, int64) error { reported++; return nil }})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v: %v", f, time.Since(began))
			if s.Strands() != strands || s.Segments() != strands*(each-1) || reported < 40 {
				t.Errorf("%d strands, %d segments, progress reported %d times", s.Strands(), s.Segments(), reported)
			}
		})
	}
}

func TestProgressCanStop(t *testing.T) {
	for _, f := range []Format{Hair, Data, NPY, PLY} {
		t.Run(f.String(), func(t *testing.T) {
			path := save(t, "a"+f.String(), func(w io.Writer) error { return Write(w, f, big(100_000, 4, false), WriteOptions{}) })
			calls := 0
			s, err := Open(path, Options{Progress: func(read, size int64) error {
				if calls++; calls == 2 {
					return context.Canceled
				}
				return nil
			}})
			if !errors.Is(err, context.Canceled) || s != nil || calls != 2 {
				t.Errorf("%v: %v after %d calls", f, err, calls)
			}
		})
	}
	// And of a stream, whose size is not known, at its end too.
	data := written(t, Data, even(10))
	_, err := Read(onlyReads{bytes.NewReader(data)}, Options{Progress: func(read, size int64) error {
		if read != int64(len(data)) || size != -1 {
			t.Errorf("%d of %d", read, size)
		}
		return context.Canceled
	}})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
