// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// tfx4 makes a file of that many strands, all arrays in it, thickness before the positions.
func tfx4(strands, each int, arrays bool) []byte {
	points := strands * each
	le := binary.LittleEndian
	head := le.AppendUint32(nil, math.Float32bits(4.1))
	head = le.AppendUint32(head, uint32(strands))
	head = le.AppendUint32(head, uint32(each))
	at := 4 * tfx4Words
	place := func(floats int) uint32 { p := at; at += 4 * floats; return uint32(p) }
	thickness := place(strands)
	position, strandUV, vertexUV, color := place(4*points), place(2*strands), place(2*points), place(4*points)
	for _, o := range []uint32{position, strandUV, vertexUV, thickness, color} {
		if !arrays && o != position {
			o = 0
		}
		head = le.AppendUint32(head, o)
	}
	head = append(head, make([]byte, 4*tfx4Words-len(head))...)
	for i := range (at - 4*tfx4Words) / 4 {
		head = le.AppendUint32(head, math.Float32bits(float32(i)/256))
	}
	return head
}

// tfx3 is the same of version 3: other words, three floats a position.
func tfx3(strands, each int) []byte {
	le, points := binary.LittleEndian, strands*each
	words := make([]uint32, tfx3Words)
	words[0], words[1], words[2], words[3] = math.Float32bits(3.1), uint32(strands), uint32(each), 5
	at := uint32(4 * tfx3Words)
	for _, a := range []struct{ word, floats int }{{36, 3 * points}, {37, strands}, {38, 2 * strands}, {39, 4 * points}, {40, strands}, {41, 2 * points}} {
		words[a.word] = at
		at += uint32(4 * a.floats)
	}
	var data []byte
	for _, w := range words {
		data = le.AppendUint32(data, w)
	}
	for i := range (int(at) - len(data)) / 4 {
		data = le.AppendUint32(data, math.Float32bits(float32(i)/256))
	}
	return data
}

// bin is a set as a .bin file.
func bin(s *Set) []byte {
	le := binary.LittleEndian
	data := le.AppendUint32(nil, uint32(s.Strands()))
	for i := range s.Strands() {
		data = le.AppendUint32(data, s.First[i+1]-s.First[i])
		for _, p := range s.Points[s.First[i]:s.First[i+1]] {
			for _, v := range append(p[:], 1, 0, 0, 7) {
				data = le.AppendUint32(data, math.Float32bits(v))
			}
		}
	}
	return data
}

// obj is a set as an .obj file of lines.
func obj(s *Set) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, "# strands\no hair")
	for _, p := range s.Points {
		fmt.Fprintf(&b, "v %v %v %v\n", p[0], p[1], p[2])
	}
	for i := range s.Strands() {
		fmt.Fprint(&b, "l")
		for p := s.First[i]; p < s.First[i+1]; p++ {
			fmt.Fprintf(&b, " %d/%d", p+1, p+1)
		}
		fmt.Fprintln(&b)
	}
	return b.Bytes()
}

// asciiPLY is a set as an ascii .ply file, with edges instead of a strand element if so wanted.
func asciiPLY(s *Set, edges bool) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "ply\nformat ascii 1.0\ncomment of a test\nelement vertex %d\nproperty double z\nproperty float x\nproperty float y\n", len(s.Points))
	fmt.Fprint(&b, "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty list uchar int neighbours\n")
	if edges {
		fmt.Fprintf(&b, "element edge %d\nproperty int vertex1\nproperty int vertex2\nend_header\n", s.Segments())
	} else {
		fmt.Fprintf(&b, "element strand %d\nproperty ushort nsegs\nend_header\n", s.Strands())
	}
	for i, p := range s.Points {
		fmt.Fprintf(&b, "%v %v\t%v 255 0 51  2 %d %d\r\n", p[2], p[0], p[1], i, i)
	}
	for i := range s.Strands() {
		if !edges {
			fmt.Fprintln(&b, s.First[i+1]-s.First[i]-1)
			continue
		}
		for p := s.First[i]; p+1 < s.First[i+1]; p++ {
			fmt.Fprintln(&b, p+1, p)
		}
	}
	return b.Bytes()
}

// files are the sample in every format and shape, each one that all readers' tests go through.
func files(t testing.TB) map[string][]byte {
	s := sample()
	return map[string][]byte{
		"a.hair": written(t, Hair, s), "a.tfx": tfx4(3, 4, true), "b.tfx": tfx3(3, 4), "a.data": written(t, Data, s),
		"a.bin": bin(s), "a.npy": written(t, NPY, even(5)), "a.ply": written(t, PLY, s), "b.ply": asciiPLY(s, false),
		"c.ply": asciiPLY(s, true), "a.obj": obj(s),
	}
}

func TestFormatsKeepTheArraysOfTheTable(t *testing.T) {
	for mix := range 8 {
		t.Run(fmt.Sprint("mix=", mix), func(t *testing.T) {
			roundTripsBut(t, someArrays(mix))
		})
	}
	roundTrips(t, even(5))
}

// roundTripsBut is roundTrips for strands of different lengths, which .npy refuses.
func roundTripsBut(t *testing.T, s *Set) {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, NPY, s, WriteOptions{}); !errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), "strand 1 has 3 points and strand 0 has 2") {
		t.Errorf(".npy of strands of different lengths: %v", err)
	}
	same, err := s.Resample(4)
	if err != nil {
		t.Fatal(err)
	}
	roundTrips(t, same)
	for _, f := range []Format{Hair, Data, PLY} {
		got := must(t, written(t, f, s), Options{Unit: s.Unit, Up: formats[f].up})
		if want := lossy(f, s); !reflect.DeepEqual(got.First, want.First) || !reflect.DeepEqual(got.Points, want.Points) ||
			!reflect.DeepEqual(got.Thickness, want.Thickness) || !reflect.DeepEqual(got.Opacity, want.Opacity) || !reflect.DeepEqual(got.Color, want.Color) {
			t.Errorf("%v: %+v", f, got)
		}
	}
}

func TestReadOnlyFormatsKeepAllArrays(t *testing.T) {
	s := sample()
	for name, data := range map[string][]byte{"a.bin": bin(s), "a.obj": obj(s), "b.ply": asciiPLY(s, false), "c.ply": asciiPLY(s, true)} {
		t.Run(name, func(t *testing.T) {
			got := must(t, data, Options{Unit: hairUnit, Up: UpY})
			if !reflect.DeepEqual(got.First, s.First) || !reflect.DeepEqual(got.Points, s.Points) {
				t.Errorf("%s: %+v", name, got)
			}
			want := plainColor
			if strings.HasSuffix(name, "ply") {
				want = mgl32.Vec3{1, 0, 0.2} // of all points
			}
			if got.Color != nil || got.DefaultColor != want {
				t.Errorf("%s: colours %v, else %v, want %v of all", name, got.Color, got.DefaultColor, want)
			}
		})
	}
}

func TestFormatsAreFoundByContent(t *testing.T) {
	for name, data := range files(t) {
		t.Run(name, func(t *testing.T) {
			want := FormatOf(name)
			for _, called := range []string{name, "wig", "wig.hair", "wig.xyz"} {
				t.Run("called="+called, func(t *testing.T) {
					path := filepath.Join(t.TempDir(), called)
					if err := os.WriteFile(path, data, 0o644); err != nil {
						t.Fatal(err)
					}
					s, err := Open(path, Options{})
					if err != nil || s.Origin.Format != want {
						t.Errorf("%s called %q: %v, %v", name, called, s, err)
					}
				})
			}
		})
	}
}

func TestUnknownFormatsAreRefused(t *testing.T) {
	all := ".hair, .tfx, .data, .bin, .npy, .ply, .obj"
	for name, c := range map[string]struct{ content, wantText string }{
		"a.hair":   {"Ogawa\xff\x00\x01", "Alembic"},
		"b.abc":    {"what", "Alembic"},
		"c.data":   {"\x89HDF\r\n\x1a\n", "HDF5"},
		"d.usd":    {"#usda 1.0\n", "USD"},
		"e.npz":    {"PK\x03\x04", "zip"},
		"f.fbx":    {"", "f.fbx: the file is empty"},
		"j.fbx":    {"\x01", "j.fbx: this is FBX by its name, which comb does not read. It reads .hair"},
		"g.xyz":    {"1 2 3\n", `"1 2 3\n"`},
		"h":        {"\x00\x01\x02", "neither"},
		"i.usda":   {"\x01", "USD"},
		"none.ply": {"absent", "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			if c.content != "absent" {
				if err := os.WriteFile(path, []byte(c.content), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			s, err := Open(path, Options{})
			if s != nil || err == nil || !strings.HasPrefix(err.Error(), path+": ") || strings.Count(err.Error(), path) != 1 || !strings.Contains(err.Error(), c.wantText) {
				t.Errorf("%s: %v", name, err)
			}
			if c.content == "" && (!errors.Is(err, ErrTruncated) || strings.Contains(err.Error(), ErrTruncated.Error())) {
				t.Errorf("%s: %v", name, err)
			}
			if (c.content != "absent" && c.content != "") && (!errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), all)) {
				t.Errorf("%s: %v does not list what there is", name, err)
			}
		})
	}
	dir := t.TempDir()
	if _, err := Open(dir, Options{}); err == nil || strings.Count(err.Error(), dir) != 1 {
		t.Errorf("a folder was read: %v", err)
	}
}

func TestTruncatedFilesAreRefused(t *testing.T) {
	for name, data := range files(t) {
		t.Run(name, func(t *testing.T) {
			f := FormatOf(name)
			if _, err := readAs(f, data); err != nil {
				t.Fatalf("%s whole: %v", name, err)
			}
			// As a stream of no known size too: what a file promises is then not held against its
			// size.
			for _, unsized := range []bool{false, true} {
				t.Run(fmt.Sprint("unsized=", unsized), func(t *testing.T) {
					for n := range data {
						var r io.Reader = bytes.NewReader(data[:n])
						if unsized {
							r = struct{ io.Reader }{r}
						}
						s, err := Read(r, Options{Format: f})
						if name == "a.obj" || strings.HasSuffix(name, "b.ply") || name == "c.ply" {
							// Text has no length: a line may be one that was cut, or the last may
							// lack its newline alone.
							checkRead(t, s, err)
							continue
						}
						if !errors.Is(err, ErrTruncated) || s != nil {
							t.Fatalf("%s, %d of %d bytes: %v", name, n, len(data), err)
						}
					}
					var r io.Reader = struct{ io.Reader }{bytes.NewReader(data)}
					sized := must(t, data, Options{Format: f})
					if s, err := Read(r, Options{Format: f}); err != nil || !reflect.DeepEqual(s, sized) {
						t.Fatalf("%s from a stream: %v", name, err)
					}
				})
			}
		})
	}
}

func TestBadWriteOptionsAreRefused(t *testing.T) {
	dir := t.TempDir()
	for name, wantText := range map[string]string{"a.tfx": ".hair, .data, .npy, .ply", "a.obj": ".obj cannot be written", "a": "ending is none"} {
		t.Run(name, func(t *testing.T) {
			if err := Save(filepath.Join(dir, name), sample(), WriteOptions{}); !errors.Is(err, ErrOption) || !strings.Contains(err.Error(), wantText) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	if err := Save(filepath.Join(dir, "a.hair"), sample(), WriteOptions{Unit: -1}); !errors.Is(err, ErrOption) {
		t.Errorf("a unit below 0: %v", err)
	}
	long := &Set{First: []uint32{0, 65537}, Points: make([]mgl32.Vec3, 65537), Unit: 1, DefaultThickness: 1}
	if err := Save(filepath.Join(dir, "a.hair"), long, WriteOptions{}); !errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), "65536 segments") {
		t.Errorf("a strand of 65,536 segments: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
	same(t, must(t, written(t, PLY, long), Options{}), long)
	path := filepath.Join(dir, "new", "a.PLY")
	if err := Save(path, sample(), WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{})
	if err != nil || s.Name != "a.PLY" || s.Strands() != 3 {
		t.Errorf("%v, %v", s, err)
	}
}

func TestWriterErrorsAreReturned(t *testing.T) {
	broken := errors.New("the disk is full")
	for _, f := range []Format{Hair, Data, NPY, PLY} {
		t.Run(f.String(), func(t *testing.T) {
			for _, after := range []int{0, 1, 200 << 10} {
				t.Run(fmt.Sprint("after=", after), func(t *testing.T) {
					w := &brokenWriter{after: after, err: broken}
					if err := Write(w, f, even(20_000), WriteOptions{}); !errors.Is(err, broken) {
						t.Errorf("%v: %v", f, err)
					}
				})
			}
		})
	}
}

type brokenWriter struct {
	after int
	err   error
}

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.after -= len(p); w.after <= 0 {
		return 0, w.err
	}
	return len(p), nil
}
