// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// sample is a set of three strands with every array.
func sample() *Set {
	s := &Set{
		First:            []uint32{0, 2, 5, 9},
		DefaultThickness: 0.5, DefaultOpacity: 0.75, DefaultColor: mgl32.Vec3{0.25, 0.5, 1},
		Unit: hairUnit,
	}
	for i := range 9 {
		f := float32(i)
		s.Points = append(s.Points, mgl32.Vec3{f, f * f, -f})
		s.Thickness = append(s.Thickness, f/8)
		s.Opacity = append(s.Opacity, f/8)
		s.Color = append(s.Color, mgl32.Vec3{f / 8, 0, 1})
	}
	return s
}

func written(t testing.TB, s *Set) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteHair(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestHairRoundTripWithEveryMixOfArrays(t *testing.T) {
	for mix := range 8 {
		s := sample()
		if mix&1 == 0 {
			s.Thickness = nil
		}
		if mix&2 == 0 {
			s.Opacity = nil
		}
		if mix&4 == 0 {
			s.Color = nil
		}
		data := written(t, s)
		for _, magic := range []string{"HAIR", "hair"} {
			copy(data, magic)
			got, err := ReadHair(bytes.NewReader(data), DefaultLimits())
			if err != nil {
				t.Fatalf("arrays %b: %v", mix, err)
			}
			if !reflect.DeepEqual(got, s) {
				t.Fatalf("arrays %b: read %+v, wrote %+v", mix, got, s)
			}
		}
	}
}

func TestHairWithOneSegmentCountForAll(t *testing.T) {
	s := sample()
	s.First = []uint32{0, 3, 6, 9}
	data := written(t, s)
	// Take the segments array out, and say 2 for all.
	data = append(data[:hairHeaderBytes:hairHeaderBytes], data[hairHeaderBytes+6:]...)
	binary.LittleEndian.PutUint32(data[12:], binary.LittleEndian.Uint32(data[12:])&^hairHasSegments)
	binary.LittleEndian.PutUint32(data[16:], 2)
	got, err := ReadHair(bytes.NewReader(data), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, s) {
		t.Fatalf("read %+v, want %+v", got, s)
	}
}

func TestFilesCutShortAnywhereAreTruncated(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		read func([]byte) (*Set, error)
	}{
		"hair": {written(t, sample()), readHair},
		"tfx":  {tfx(3, 4, true), readTFX},
	} {
		if _, err := c.read(c.data); err != nil {
			t.Fatalf("%s whole: %v", name, err)
		}
		for n := range len(c.data) {
			if s, err := c.read(c.data[:n]); !errors.Is(err, ErrTruncated) || s != nil {
				t.Fatalf("%s of %d of %d bytes: %v", name, n, len(c.data), err)
			}
		}
	}
}

func readHair(b []byte) (*Set, error) { return ReadHair(bytes.NewReader(b), DefaultLimits()) }
func readTFX(b []byte) (*Set, error)  { return ReadTFX(bytes.NewReader(b), DefaultLimits()) }

// tfx makes a file of that many strands, all arrays in it, thickness before the positions.
func tfx(strands, each int, arrays bool) []byte {
	points := strands * each
	le := binary.LittleEndian
	head := le.AppendUint32(nil, math.Float32bits(4.1))
	head = le.AppendUint32(head, uint32(strands))
	head = le.AppendUint32(head, uint32(each))
	at := tfxHeaderBytes
	place := func(floats int) uint32 { p := at; at += 4 * floats; return uint32(p) }
	thickness := place(points)
	position, strandUV, vertexUV, color := place(4*points), place(2*strands), place(2*points), place(4*points)
	for _, o := range []uint32{position, strandUV, vertexUV, thickness, color} {
		if !arrays && o != position {
			o = 0
		}
		head = le.AppendUint32(head, o)
	}
	head = append(head, make([]byte, tfxHeaderBytes-len(head))...)
	for i := range (at - tfxHeaderBytes) / 4 {
		head = le.AppendUint32(head, math.Float32bits(float32(i)/256))
	}
	return head
}

func TestTFXArraysInAnyOrder(t *testing.T) {
	s, err := readTFX(tfx(3, 4, true))
	if err != nil {
		t.Fatal(err)
	}
	if s.Strands() != 3 || s.Segments() != 9 || s.First[2] != 8 {
		t.Errorf("%d strands, %d segments, First %v", s.Strands(), s.Segments(), s.First)
	}
	if s.Thickness[5] != 5.0/256 || s.Points[1] != (mgl32.Vec3{16.0 / 256, 17.0 / 256, 18.0 / 256}) {
		t.Errorf("thickness %v, point %v", s.Thickness[5], s.Points[1])
	}
	s, err = readTFX(tfx(3, 4, false))
	if err != nil || s.Thickness != nil || s.Color != nil {
		t.Errorf("positions alone: %v, %v", s, err)
	}
}

// put returns a copy of data with a word replaced.
func put(data []byte, at int, word uint32) []byte {
	data = bytes.Clone(data)
	binary.LittleEndian.PutUint32(data[at:], word)
	return data
}

func TestBadFilesAreNamed(t *testing.T) {
	h, x := written(t, sample()), tfx(3, 4, true)
	nan := math.Float32bits(float32(math.NaN()))
	for _, c := range []struct {
		name string
		err  error
		read func([]byte) (*Set, error)
		data []byte
		says string
	}{
		{"other magic", ErrFormat, readHair, put(h, 0, 0x21212121), `"!!!!"`},
		{"absurd strands", ErrLimit, readHair, put(h, 4, 4_000_000_000), "4000000000 strands"},
		{"absurd points", ErrLimit, readHair, put(h, 8, 4_000_000_000), "4000000000 points"},
		{"no points", ErrFormat, readHair, put(h, 12, hairHasSegments), "without an array of points"},
		{"fewer points than segments make", ErrFormat, readHair, put(h, 8, 8), "says 8"},
		{"a strand without segments", ErrFormat, readHair, put(h, hairHeaderBytes, 0), "strand 0 has no segments"},
		{"a point that is no number", ErrSet, readHair, put(h, hairHeaderBytes+6, nan), "point 0"},
		{"transparency above 1", ErrSet, readHair, put(h, 24, math.Float32bits(3)), "opacity"},
		{"another version", ErrFormat, readTFX, put(x, 0, math.Float32bits(3)), "version 3"},
		{"NaN version", ErrFormat, readTFX, put(x, 0, nan), "version"},
		{"absurd strands", ErrLimit, readTFX, put(x, 4, 4_000_000_000), "4000000000 strands"},
		{"no strands", ErrFormat, readTFX, put(x, 4, 0), "without strands"},
		{"6 vertices a strand", ErrFormat, readTFX, put(x, 8, 6), "6 vertices"},
		{"128 vertices a strand", ErrFormat, readTFX, put(x, 8, 128), "128 vertices"},
		{"no positions", ErrFormat, readTFX, put(x, 12, 0), "without positions"},
		{"positions over the header", ErrFormat, readTFX, put(x, 12, 100), "byte 100"},
	} {
		s, err := c.read(c.data)
		if !errors.Is(err, c.err) || !strings.Contains(fmt.Sprint(err), c.says) {
			t.Errorf("%s: %v, want %v with %q", c.name, err, c.err, c.says)
		}
		if s != nil {
			t.Errorf("%s: a set came with the error", c.name)
		}
	}
}

func TestHeadersDoNotAllocate(t *testing.T) {
	promise := put(put(written(t, sample()), 4, 1<<20), 8, 200<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := readHair(promise[:200]); err == nil {
		t.Fatal("200 bytes that promise 200 million points were read")
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
		t.Errorf("%d bytes were allocated for a file of 200", grown)
	}
}

func TestOpenNamesThePath(t *testing.T) {
	for _, path := range []string{"none.hair", "model.obj", "none.tfx"} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("Open(%q): %v", path, err)
		}
	}
}

func TestSubsetIsSpreadAndSeeded(t *testing.T) {
	s := &Set{First: []uint32{0}, Unit: 1}
	for i := range 1000 {
		s.Points = append(s.Points, mgl32.Vec3{float32(i)}, mgl32.Vec3{float32(i), 1})
		s.First = append(s.First, uint32(len(s.Points)))
	}
	a, err := s.Subset(100, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Validate(); err != nil || a.Strands() != 100 {
		t.Fatalf("%d strands, %v", a.Strands(), err)
	}
	for i := range 100 {
		if x := int(a.Points[2*i][0]); x/10 != i {
			t.Fatalf("strand %d is number %d of the set", i, x)
		}
	}
	b, _ := s.Subset(100, 2)
	again, _ := s.Subset(100, 1)
	if reflect.DeepEqual(a, b) || !reflect.DeepEqual(a, again) {
		t.Error("the seed must decide, and alone")
	}
	for _, n := range []int{0, -1, 1001} {
		if _, err := s.Subset(n, 0); !errors.Is(err, ErrLimit) {
			t.Errorf("Subset(%d): %v", n, err)
		}
	}
}

// dataFolder is where real files lie, when there is such a place: they are not ours to publish.
func dataFolder(t *testing.T) string {
	for _, dir := range []string{os.Getenv("COMB_HAIR_DATA"), "../../../shared/hair-data"} {
		if _, err := os.Stat(filepath.Join(dir, "straight.hair")); dir != "" && err == nil {
			return dir
		}
	}
	t.Skip("no straight.hair here: set COMB_HAIR_DATA to a folder that has it")
	return ""
}

func TestRealFiles(t *testing.T) {
	dir := dataFolder(t)
	for _, c := range []struct {
		file              string
		strands, segments int
	}{{"straight.hair", 10000, 150000}, {"ratboy_mohawk.tfx", 2228, 69068}} {
		s, err := Open(filepath.Join(dir, c.file))
		if err != nil {
			t.Fatal(err)
		}
		if s.Strands() != c.strands || s.Segments() != c.segments {
			t.Errorf("%s: %d strands, %d segments", c.file, s.Strands(), s.Segments())
		}
		low, high := s.Bounds()
		if c.file == "straight.hair" && (low[1] < -22.8 || high[1] < 63.6 || s.DefaultThickness != 0.1 || math.Abs(float64(s.DefaultOpacity)-0.6442) > 1e-3) {
			t.Errorf("%s: box %v to %v, thickness %v, opacity %v", c.file, low, high, s.DefaultThickness, s.DefaultOpacity)
		}
	}
}

func ExampleReadHair() {
	var file bytes.Buffer
	set := &Set{
		First:  []uint32{0, 3},
		Points: []mgl32.Vec3{{0, 0, 0}, {0, 1, 0}, {0, 2, 1}},
		Unit:   0.00254, DefaultThickness: 0.1, DefaultOpacity: 1,
	}
	if err := WriteHair(&file, set); err != nil {
		fmt.Println(err)
	}
	read, err := ReadHair(&file, DefaultLimits())
	fmt.Println(read.Strands(), read.Segments(), read.Points[2], err)
	// Output: 1 2 [0 2 1] <nil>
}
