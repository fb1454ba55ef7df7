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

// even is a set of strands of four points each, with no arrays beside them.
func even(strands int) *Set {
	s := &Set{First: []uint32{0}, Unit: 1, DefaultThickness: 0.25, DefaultOpacity: 1, DefaultColor: plainColor}
	for i := range strands {
		for k := range 4 {
			s.Points = append(s.Points, mgl32.Vec3{float32(i) / 8, 2 - float32(k)/16, float32(i%3) / 4})
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	return s
}

// written is a set as a file in its own unit.
func written(t testing.TB, f Format, s *Set) []byte {
	t.Helper()
	return writtenAs(t, f, s, WriteOptions{Unit: s.Unit})
}

func writtenAs(t testing.TB, f Format, s *Set, o WriteOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, s, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readAs reads a file of a format.
func readAs(f Format, data []byte) (*Set, error) {
	return Read(bytes.NewReader(data), Options{Format: f})
}

// must reads a file that must be right.
func must(t testing.TB, data []byte, o Options) *Set {
	t.Helper()
	s, err := Read(bytes.NewReader(data), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	return s
}

// plain is a set without word of where it comes from.
func plain(s *Set) *Set {
	c := *s
	c.Name, c.Origin = "", Origin{}
	return &c
}

func same(t *testing.T, got, want *Set) {
	t.Helper()
	if got, want := plain(got), plain(want); !reflect.DeepEqual(got, want) {
		t.Fatalf("read %.600s\nwant %.600s", fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want))
	}
}

// someArrays leaves out some of the sample's arrays.
func someArrays(mix int) *Set {
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
	return s
}

func TestHairWithEveryMixOfArraysAndBothMagics(t *testing.T) {
	for mix := range 8 {
		t.Run(fmt.Sprint("mix=", mix), func(t *testing.T) {
			s := someArrays(mix)
			data := written(t, Hair, s)
			for _, magic := range []string{"HAIR", "hair"} {
				t.Run(magic, func(t *testing.T) {
					copy(data, magic)
					same(t, must(t, data, Options{}), s)
				})
			}
		})
	}
}

func TestHairWithOneSegmentCountForAll(t *testing.T) {
	s := sample()
	s.First = []uint32{0, 3, 6, 9}
	data := written(t, Hair, s)
	// Take the segments array out, and say 2 for all.
	data = append(data[:hairHeaderBytes:hairHeaderBytes], data[hairHeaderBytes+6:]...)
	binary.LittleEndian.PutUint32(data[12:], binary.LittleEndian.Uint32(data[12:])&^hairHasSegments)
	binary.LittleEndian.PutUint32(data[16:], 2)
	same(t, must(t, data, Options{}), s)
}

func TestBadSetsAreRefused(t *testing.T) {
	for wantText, spoil := range map[string]func(*Set){
		"strand 1":                              func(s *Set) { s.First[2] = 3 },
		"First":                                 func(s *Set) { s.First[3] = 8 },
		"Color has 8":                           func(s *Set) { s.Color = s.Color[1:] },
		"unit of 0":                             func(s *Set) { s.Unit = 0 },
		"point 6, in strand 2":                  func(s *Set) { s.Points[6][1] = float32(math.Inf(1)) },
		"strand 2, is [0 -1e+16":                func(s *Set) { s.Points[6] = mgl32.Vec3{0, -1e16, 0} },
		"to 1e+13":                              func(s *Set) { s.Unit = 100; s.Points[6][2] = 2e13 },
		"thickness 4 is 1e+16, want 0 to 1e+15": func(s *Set) { s.Thickness[4] = 1e16 },
		"thickness 3":                           func(s *Set) { s.Thickness[3] = -1 },
		"the default thickness is -1":           func(s *Set) { s.DefaultThickness = -1 },
		"opacity 2":                             func(s *Set) { s.Opacity[2] = 1.5 },
		"colour 4":                              func(s *Set) { s.Color[4][0] = float32(math.NaN()) },
	} {
		t.Run(wantText, func(t *testing.T) {
			s := sample()
			spoil(s)
			var b bytes.Buffer
			for _, err := range []error{s.Validate(), Write(&b, Hair, s, WriteOptions{})} {
				if !errors.Is(err, ErrSet) || !bytes.Contains([]byte(err.Error()), []byte(wantText)) {
					t.Errorf("%v, want ErrSet with %q", err, wantText)
				}
			}
			if b.Len() > 0 {
				t.Errorf("%s: %d bytes were written", wantText, b.Len())
			}
		})
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
	if fewer, _ := a.Subset(10, 1); a.Origin.ChosenFrom != s.Strands() || fewer.Origin.ChosenFrom != s.Strands() {
		t.Errorf("the origins say %d and %d strands, want %d", a.Origin.ChosenFrom, fewer.Origin.ChosenFrom, s.Strands())
	}
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
		origin            string
	}{
		{"straight.hair", 10000, 150000, ".hair in 0.1in (as the format has it), z up (as the format has it)"},
		{"ratboy_mohawk.tfx", 2228, 69068, ".tfx in m (guessed), y up (as the format has it)"},
	} {
		t.Run(c.file, func(t *testing.T) {
			s, err := Open(filepath.Join(dir, c.file), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if s.Strands() != c.strands || s.Segments() != c.segments || s.Origin.String() != c.origin {
				t.Errorf("%s: %d strands, %d segments, %v", c.file, s.Strands(), s.Segments(), s.Origin)
			}
			low, high := s.Bounds()
			if c.file == "straight.hair" && (low[1] < -22.8 || high[1] < 63.6 || s.DefaultThickness != 0.1 || math.Abs(float64(s.DefaultOpacity)-0.6442) > 1e-3) {
				t.Errorf("%s: box %v to %v, thickness %v, opacity %v", c.file, low, high, s.DefaultThickness, s.DefaultOpacity)
			}
			roundTrips(t, s)
		})
	}
}

// roundTrips writes a set in each writable format, reads it back, and compares the values that the
// format keeps.
func roundTrips(t *testing.T, s *Set) {
	t.Helper()
	for f := Hair; int(f) < len(formats); f++ {
		if formats[f].write == nil {
			continue
		}
		got := must(t, written(t, f, s), Options{Unit: s.Unit, Up: formats[f].up})
		if got.Origin.Format != f {
			t.Errorf("written as %v, read as %v", f, got.Origin.Format)
		}
		if !reflect.DeepEqual(got.First, s.First) || !reflect.DeepEqual(got.Points, s.Points) {
			t.Errorf("%v: the strands differ", f)
		}
		want := lossy(f, s)
		if want.DefaultThickness == 0 {
			want.DefaultThickness = got.DefaultThickness // of their number
		}
		same(t, got, want)
	}
}

// lossy returns the values of a set that a format keeps: the table of the package as a program. A
// width of 0 stands for one that is not kept.
func lossy(f Format, s *Set) *Set {
	out := *s
	switch f {
	case PLY:
		level := func(v float32) float32 { return float32(math.Round(255*float64(v)) * (1.0 / 255)) }
		out.Opacity, out.Color = nil, nil
		for _, v := range s.Opacity {
			out.Opacity = append(out.Opacity, level(v))
		}
		for _, c := range s.Color {
			out.Color = append(out.Color, mgl32.Vec3{level(c[0]), level(c[1]), level(c[2])})
		}
	case Data, NPY:
		out.Thickness, out.Opacity, out.Color = nil, nil, nil
		out.DefaultThickness, out.DefaultOpacity, out.DefaultColor = 0, 1, plainColor
	case Hair: // 1 - (1 - x) rounds
		out.DefaultOpacity = 1 - (1 - s.DefaultOpacity)
		out.Opacity = nil
		for _, v := range s.Opacity {
			out.Opacity = append(out.Opacity, 1-(1-v))
		}
	}
	return &out
}
