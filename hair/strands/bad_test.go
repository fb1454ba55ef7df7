// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// put returns a copy of data with a word replaced.
func put(data []byte, at int, word uint32) []byte {
	data = bytes.Clone(data)
	binary.LittleEndian.PutUint32(data[at:], word)
	return data
}

// header is a .ply file's, and what follows it.
func header(lines string, data ...any) []byte {
	return []byte("ply\nformat ascii 1.0\n" + lines + "end_header\n" + fmt.Sprint(data...))
}

// npy is a file with this dictionary.
func npy(words string, data []byte) []byte {
	file := append([]byte(npyMagic+"\x01\x00"), byte(len(words)), byte(len(words)>>8))
	return append(append(file, words...), data...)
}

const (
	xyz      = "property float x\nproperty float y\nproperty float z\n"
	fourPly  = "element vertex 4\n" + xyz
	fourRows = "0 0 0\n0 1 0\n5 0 0\n5 1 0\n"
)

// Every error names the mistake and its place.
func TestBadFilesAreNamed(t *testing.T) {
	s := sample()
	h, x, y, d := written(t, Hair, s), tfx4(3, 4, true), tfx3(3, 4), written(t, Data, s)
	nan := math.Float32bits(float32(math.NaN()))
	for _, c := range []struct {
		name     string
		err      error
		as       Format
		data     []byte
		wantText string
	}{
		{"other magic", ErrFormat, Hair, put(h, 0, 0x21212121), `"!!!!"`},
		{"absurd strands", ErrLimit, Hair, put(h, 4, 4_000_000_000), "4000000000 strands"},
		{"absurd points", ErrLimit, Hair, put(h, 8, 4_000_000_000), "4000000000 points"},
		{"no points", ErrFormat, Hair, put(h, 12, hairHasSegments), "byte 12"},
		{"big-endian", ErrFormat, Hair, put(h, 12, bits.ReverseBytes32(hairHasSegments|hairHasPoints|hairHasColor)), "big-endian: byte 12 has the arrays as 0x13000000, want 0x13"},
		{"big-endian counts", ErrFormat, Hair, put(put(h, 4, 0x03000000), 12, bits.ReverseBytes32(hairAllArrays)), "little-endian, the least byte first"},
		{"fewer points than segments make", ErrFormat, Hair, put(h, 8, 8), "makes 9 points, the header says 8"},
		{"no segments array and none for all", ErrFormat, Hair, put(put(h, 12, 2), 16, 0), "1 points a strand"},
		{"segments for all that do not add up", ErrFormat, Hair, put(put(h, 12, 2), 16, 1), "3 strands of 2 points have 6"},
		{"more than the file holds", ErrTruncated, Hair, put(put(h, 4, 1<<20), 8, 200<<20), "segments array: it takes 2097152 bytes"},
		{"a point that is no number", ErrSet, Hair, put(h, hairHeaderBytes+6, nan), "point 0, in strand 0"},
		{"a point too far away", ErrSet, Hair, put(h, hairHeaderBytes+6, math.Float32bits(1e16)), "point 0, in strand 0, is [1e+16"},
		{"transparency above 1", ErrSet, Hair, put(h, 24, math.Float32bits(3)), "the default opacity is -2"},

		{"another version", ErrFormat, TFX, put(x, 0, math.Float32bits(2)), "version 2, 3.x and 4.x"},
		{"NaN version", ErrFormat, TFX, put(x, 0, nan), "version NaN"},
		{"absurd strands", ErrLimit, TFX, put(x, 4, 4_000_000_000), "4000000000 strands"},
		{"no strands", ErrFormat, TFX, put(x, 4, 0), "without strands"},
		{"6 vertices a strand", ErrFormat, TFX, put(x, 8, 6), "6 vertices"},
		{"128 vertices a strand", ErrFormat, TFX, put(x, 8, 128), "128 vertices"},
		{"no positions", ErrFormat, TFX, put(x, 12, 0), "without positions"},
		{"positions over the header", ErrFormat, TFX, put(x, 12, 100), "byte 100"},
		{"positions over the header, version 3", ErrFormat, TFX, put(y, 4*36, 200), "byte 200"},
		{"more than the file holds", ErrTruncated, TFX, put(x, 4, 1<<20), "positions: it takes"},

		{"strands below 0", ErrFormat, Data, put(d, 0, 0xFFFFFFFF), "number of strands at byte 0 is -1"},
		{"absurd strands", ErrLimit, Data, put(d, 0, 1<<30), "number of strands at byte 0 is 1073741824"},
		{"no strands", ErrFormat, Data, put(d, 0, 0), "without strands"},
		{"points below 0", ErrFormat, Data, put(d, 4, 1<<31), "strand 0: the number of points at byte 4 is -2147483648, want 0 or more"},
		{"absurd points", ErrLimit, Data, put(d, 4, 1<<30), "byte 4 is 1073741824"},
		{"bytes behind the last strand", ErrFormat, Data, append(bytes.Clone(d), 1), "follow the last of 3 strands, at byte 124"},
		{".bin read as .data", ErrLimit, Data, bin(s), "strand 1"},
		{".data read as .bin", ErrLimit, Bin, d, "strand 1"},
		{"roots alone", ErrSet, Data, []byte{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "no strand of two points"},

		{"other magic", ErrFormat, NPY, []byte("\x93NUMPX\x01\x00\x00\x00"), "NUMPX"},
		{"version 4", ErrFormat, NPY, []byte(npyMagic + "\x04\x00\x00\x00"), "version 4.0"},
		{"half floats", ErrFormat, NPY, npy("{'descr': '<f2', 'fortran_order': False, 'shape': (2, 2, 3)}", nil), `"<f2", f4 and f8`},
		{"objects", ErrFormat, NPY, npy("{'descr': '|O', 'fortran_order': False, 'shape': (2, 2, 3)}", nil), "|O"},
		{"structures", ErrFormat, NPY, npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,)}", nil), "[('x'"},
		{"four axes", ErrFormat, NPY, npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 2, 3)}", nil), "[1 2 2 3]"},
		{"two numbers a point", ErrFormat, NPY, npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2, 2)}", nil), "(strands, points, 3) is expected"},
		{"no shape", ErrFormat, NPY, npy("{'descr': '<f4', 'fortran_order': False}", nil), "no shape"},
		{"shape twice", ErrFormat, NPY, npy("{'shape': (2, 2, 3), 'shape': (2, 2, 3)}", nil), "comes twice"},
		{"no dictionary", ErrFormat, NPY, npy("[1, 2]", nil), "no dictionary"},
		{"a key of its own", ErrFormat, NPY, npy("{'colour': 1}", nil), `"colour"`},
		{"a point a strand", ErrFormat, NPY, npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4000000, 1, 3)}", nil), "1 points a strand"},
		{"absurd strands", ErrLimit, NPY, npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2000000000, 1, 3)}", nil), "2000000000 strands"},
		{"more than the file holds", ErrTruncated, NPY, npy("{'descr': '<f4', 'fortran_order': True, 'shape': (1000000, 10, 3)}", []byte("1234")), "it takes"},

		{"other magic", ErrFormat, PLY, []byte("plx\n"), `"plx"`},
		{"no format", ErrFormat, PLY, []byte("ply\nend_header\n"), "line 2 of the header: the header ends without a format"},
		{"another format", ErrFormat, PLY, []byte("ply\nformat morse 1.0\n"), `"morse"`},
		{"another version", ErrFormat, PLY, []byte("ply\nformat ascii 2.0\n"), "version 1.0"},
		{"an unknown word", ErrFormat, PLY, header("elephant 3\n"), `line 3 of the header: "elephant"`},
		{"an unknown type", ErrFormat, PLY, header("element vertex 1\nproperty half x\n"), "no such property"},
		{"a property of nothing", ErrFormat, PLY, header("property float x\n"), "before any element"},
		{"a count that is none", ErrFormat, PLY, header("element vertex -1\n"), `"-1" of element "vertex"`},
		{"an endless line", ErrFormat, PLY, []byte("ply\ncomment " + strings.Repeat("x", 1<<17)), "bytes"},
		{"endless lines", ErrFormat, PLY, []byte("ply\n" + strings.Repeat("comment\n", 1001)), "1000 lines"},
		{"rows of nothing", ErrFormat, PLY, header("element vertex 2000000000\n"), "no properties"},
		{"no vertices", ErrFormat, PLY, header("element point 1\nproperty float x\n", "1\n"), "without vertices"},
		{"vertices twice", ErrFormat, PLY, header("element vertex 0\n" + xyz + "element vertex 0\n" + xyz), "two vertex elements"},
		{"more properties than are read", ErrFormat, PLY, header("element vertex 1\n" + strings.Repeat("property float w\n", plyMaxProperties+1)), "more than 256 properties"},
		{"no z", ErrFormat, PLY, header("element vertex 2\nproperty float x\nproperty float y\n", "1 2\n3 4\n"), "no property z"},
		{"x of bytes", ErrFormat, PLY, header("element vertex 2\nproperty uchar x\nproperty float y\nproperty float z\n", "1 2 3\n1 2 3\n"), "no property x of type float"},
		{"a mesh", ErrFormat, PLY, header(fourPly+"element face 1\nproperty list uchar int i\n", fourRows, "3 0 1 2\n"), "a mesh of 1 faces"},
		{"a word for a number", ErrFormat, PLY, header(fourPly, "0 0 0\n0 one 0\n1 0 0\n1 1 0\n"), `line 9: y is "one"`},
		{"an infinite number", ErrFormat, PLY, header(fourPly, "0 0 0\n0 0 Inf\n1 0 0\n1 1 0\n"), `line 9: z is "Inf"`},
		{"a short row", ErrFormat, PLY, header(fourPly, "0 0 0\n0 0\n1 0 0\n1 1 00\n"), "line 9: the line ends where z"},
		{"a long row", ErrFormat, PLY, header(fourPly, "0 0 0\n0 0 0 7\n1 0 0\n1 1 0\n"), `line 9: "7" follows`},
		{"no strand length", ErrFormat, PLY, header(fourPly, "0 0 0\n1 0 0\n2 0 0\n3 0 0\n"), "nothing marks where strands end"},
		{"strands that do not add up", ErrFormat, PLY, header(fourPly+"element strand 1\nproperty int nsegs\n", fourRows, "2\n"), "makes 3 points, there are 4"},
		{"segments below 0", ErrFormat, PLY, header(fourPly+"element strand 1\nproperty int nsegs\n", fourRows, "-2\n"), "line 14: strand 0 has -2 nsegs"},
		{"strands of nothing", ErrFormat, PLY, header(fourPly+"element strand 1\nproperty int x\n", fourRows, "2\n"), "no property nsegs"},
		{"an edge across", ErrFormat, PLY, header(fourPly+"element edge 1\nproperty int vertex1\nproperty int vertex2\n", fourRows, "0 2\n"), "edge 0 joins vertices 0 and 2"},
		{"an edge to nowhere", ErrFormat, PLY, header(fourPly+"element edge 1\nproperty int vertex1\nproperty int vertex2\n", fourRows, "3 4\n"), "neighbours of 4"},
		{"opacity above 1", ErrSet, PLY, header("element vertex 2\n"+xyz+"property float alpha\nelement strand 1\nproperty int nsegs\n", "0 0 0 1\n0 1 0 3\n1\n"), "opacity 1 is 3"},
		{"more than the file holds", ErrTruncated, PLY, header("element vertex 200000000\n"+xyz, "0 0 0\n"), "vertex element: it takes"},

		{"nothing in it", ErrFormat, OBJ, []byte("# nothing\n"), "without vertices"},
		{"a mesh", ErrFormat, OBJ, []byte("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n"), "a mesh of 1 faces"},
		{"a word for a number", ErrFormat, OBJ, []byte("v 0 0 zero\n"), `line 1: a coordinate is "zero"`},
		{"a vertex cut short", ErrFormat, OBJ, []byte("v 0 0\nl 1\n"), "line 1: the line ends where a coordinate"},
		{"a comment in a vertex", ErrFormat, OBJ, []byte("v 0 0 # 0\n"), "line 1: a comment"},
		{"a line to nowhere", ErrFormat, OBJ, []byte("v 0 0 0\nl 1 2\n"), "line 2: a line through vertex 2, there are 1 so far"},
		{"a line back to nowhere", ErrFormat, OBJ, []byte("v 0 0 0\nl -1 -2\n"), "vertex -2"},
		{"vertex 0", ErrFormat, OBJ, []byte("v 0 0 0\nl 0 1\n"), "vertex 0"},
		{"a line through words", ErrFormat, OBJ, []byte("v 0 0 0\nl a b\n"), `"a", an integer`},
		{"a number too long", ErrFormat, OBJ, []byte("v 0." + strings.Repeat("0", 100) + " 0 0\n"), "a finite number"},
		{"points alone", ErrFormat, OBJ, []byte("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\n"), "nothing marks where strands end"},
		{"a few words that name many points", ErrLimit, OBJ, append([]byte("v 0 0 0\nl"), bytes.Repeat([]byte(" 1"), 1<<18)...), "bytes of points and strands"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := readAs(c.as, c.data)
			if !errors.Is(err, c.err) || !strings.Contains(fmt.Sprint(err), c.wantText) || strings.Contains(fmt.Sprint(err), "\n") {
				t.Errorf("%v, %s: %v, want %v with %q", c.as, c.name, err, c.err, c.wantText)
			}
			if s != nil {
				t.Errorf("%v, %s: a set came with the error", c.as, c.name)
			}
		})
	}
}

func TestLimitsOfTheCallerAreKept(t *testing.T) {
	for name, data := range files(t) {
		t.Run(name, func(t *testing.T) {
			// The sample has 9 points, the .tfx files 12, the .npy file 5 strands.
			for _, l := range []Limits{{Strands: 2}, {Points: 8}, {Bytes: int64(len(data)) - 1}} {
				t.Run(fmt.Sprintf("strands=%d,points=%d,bytes=%d", l.Strands, l.Points, l.Bytes), func(t *testing.T) {
					for _, unsized := range []bool{false, true} {
						t.Run(fmt.Sprint("unsized=", unsized), func(t *testing.T) {
							o := Options{Limits: l}
							var s *Set
							var err error
							if unsized {
								s, err = Read(struct{ onlyReads }{onlyReads{bytes.NewReader(data)}}, o)
							} else {
								s, err = Read(bytes.NewReader(data), o)
							}
							if !errors.Is(err, ErrLimit) || s != nil {
								t.Errorf("%s within %+v: %v", name, l, err)
							}
						})
					}
				})
			}
			s, err := Read(bytes.NewReader(data), Options{})
			if err != nil {
				t.Fatalf("%s without limits: %v", name, err)
			}
			if _, err := Read(bytes.NewReader(data), Options{Limits: Limits{Strands: s.Strands(), Points: len(s.Points), Bytes: int64(len(data))}}); err != nil {
				t.Errorf("%s at the limits: %v", name, err)
			}
		})
	}
}

type onlyReads struct{ r *bytes.Reader }

func (o onlyReads) Read(p []byte) (int, error) { return o.r.Read(p) }

func TestHeaderCountsDoNotAllocate(t *testing.T) {
	h := put(put(written(t, Hair, sample()), 4, 1<<20), 8, 200<<20)
	for name, data := range map[string][]byte{
		"a.hair": h[:200], "a.tfx": put(tfx4(3, 64, true), 4, 1<<20), "a.data": put(written(t, Data, sample()), 0, 1<<20),
		"a.bin": put(bin(sample()), 0, 1<<20),
		"a.npy": npy("{'descr': '<f4', 'fortran_order': True, 'shape': (1000000, 100, 3)}", []byte("1234")),
		"b.npy": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 100, 3)}", []byte("1234")),
		"a.ply": header("element vertex 200000000\n"+xyz, "0 0 0\n"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, unsized := range []bool{false, true} {
				t.Run(fmt.Sprint("unsized=", unsized), func(t *testing.T) {
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					o := Options{Format: FormatOf(name)}
					var err error
					if unsized {
						_, err = Read(onlyReads{bytes.NewReader(data)}, o)
					} else {
						_, err = Read(bytes.NewReader(data), o)
					}
					runtime.ReadMemStats(&after)
					if !errors.Is(err, ErrTruncated) {
						t.Errorf("%s, %d bytes that promise millions: %v", name, len(data), err)
					}
					if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
						t.Errorf("%s: %d bytes were allocated for a file of %d", name, grown, len(data))
					}
				})
			}
		})
	}
}

func TestOptionsOutOfRangeAreNamed(t *testing.T) {
	for wantText, o := range map[string]Options{
		"unit of -1":         {Unit: -1},
		"unit of NaN":        {Unit: float32(math.NaN())},
		"unit of 1e+06":      {Unit: 1e6},
		"up axis 7":          {Up: 7},
		"1 points a strand":  {StrandPoints: 1},
		"-3 points":          {StrandPoints: -3},
		"format 99":          {Format: 99},
		"-2 hairs around":    {Follow: Follow{Count: -2}},
		"spread NaN m":       {Follow: Follow{Spread: float32(math.NaN())}},
		"tip spread of -0.5": {Follow: Follow{Tip: -0.5}},
		"5000 hairs around":  {Follow: Follow{Count: 5000}},
		"from 1e-06 to 1000": {Unit: 1e-9},
	} {
		t.Run(wantText, func(t *testing.T) {
			if s, err := Read(bytes.NewReader(written(t, Hair, sample())), o); !errors.Is(err, ErrOption) || !strings.Contains(err.Error(), wantText) || s != nil {
				t.Errorf("%v, want %q", err, wantText)
			}
		})
	}
}

// Methods that return another set refuse one whose arrays contradict each other.
func TestMethodsRefuseSetsThatContradictThemselves(t *testing.T) {
	three := make([]mgl32.Vec3, 3)
	for wantText, s := range map[string]*Set{
		"the set is nil":                    nil,
		"the array First must begin at 0":   {Unit: 1, Points: three},
		"end at the number of points, 3":    {Unit: 1, Points: three, First: []uint32{0, 9}},
		"strand 1 has points 3 to 1":        {Unit: 1, Points: three, First: []uint32{0, 3, 1, 3}},
		"strand 0 has points 0 to 1":        {Unit: 1, Points: three, First: []uint32{0, 1, 3}},
		"Thickness has 1 values for 3":      {Unit: 1, Points: three, First: []uint32{0, 3}, Thickness: []float32{1}},
		"Color has 2 values for 3":          {Unit: 1, Points: three, First: []uint32{0, 3}, Color: three[:2]},
		"a unit of 0 metres, want a finite": {Points: three, First: []uint32{0, 3}},
	} {
		for name, call := range map[string]func() (*Set, error){
			"Smooth": func() (*Set, error) { return s.Smooth(10) }, "Resample": func() (*Set, error) { return s.Resample(4) },
			"Subset": func() (*Set, error) { return s.Subset(1, 1) }, "Subdivide": func() (*Set, error) { return s.Subdivide(2) },
			"Grow":       func() (*Set, error) { return s.Grow(Follow{Count: 2, Spread: 0.001}) },
			"WithWidths": func() (*Set, error) { return s.WithWidths(Widths{Root: 0.0001, Profile: Taper(0.5)}) },
			"Validate":   func() (*Set, error) { return nil, s.Validate() },
		} {
			if out, err := call(); out != nil || !errors.Is(err, ErrSet) || !strings.HasPrefix(fmt.Sprint(err), "strands: "+name+": ") || !strings.Contains(fmt.Sprint(err), wantText) {
				t.Errorf("%s: got %v, %v, want %q", name, out, err, wantText)
			}
		}
	}
}
