// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestAxisTurnsAreRotations(t *testing.T) {
	all := append([]turn{hairTurn}, turns[UpX:]...)
	for i, turn := range all {
		x, y, z := turn.apply(mgl32.Vec3{1, 0, 0}), turn.apply(mgl32.Vec3{0, 1, 0}), turn.apply(mgl32.Vec3{0, 0, 1})
		if x.Cross(y) != z {
			t.Errorf("turn %d mirrors: %v, %v, %v", i, x, y, z)
		}
		p := mgl32.Vec3{1, 2, 3}
		if back := turn.back(turn.apply(p)); back != p {
			t.Errorf("turn %d and back is %v", i, back)
		}
	}
	for up, axis := range map[Up]mgl32.Vec3{UpX: {1, 0, 0}, UpY: {0, 1, 0}, UpZ: {0, 0, 1}, UpNegX: {-1, 0, 0}, UpNegY: {0, -1, 0}, UpNegZ: {0, 0, -1}} {
		t.Run(fmt.Sprint("up=", up), func(t *testing.T) {
			if got := turns[up].apply(axis); got != (mgl32.Vec3{0, 1, 0}) {
				t.Errorf("%v up is %v", up, got)
			}
		})
	}
	for _, c := range []struct {
		f    Format
		up   Up
		face mgl32.Vec3
	}{{Hair, UpZ, mgl32.Vec3{0, 1, 0}}, {PLY, UpZ, mgl32.Vec3{0, -1, 0}}, {PLY, UpY, mgl32.Vec3{0, 0, 1}}, {Bin, UpX, mgl32.Vec3{0, -1, 0}}, {NPY, UpNegY, mgl32.Vec3{0, 0, -1}}} {
		t.Run(fmt.Sprintf("%v/up=%v", c.f, c.up), func(t *testing.T) {
			if got := turnOf(c.f, c.up).apply(c.face); got != (mgl32.Vec3{0, 0, 1}) {
				t.Errorf("%v, %v up: the face looks towards %v", c.f, c.up, got)
			}
		})
	}
}

func TestEveryUnitAndAxisIsWrittenAndReadBack(t *testing.T) {
	s := even(5)
	for _, f := range []Format{Hair, Data, NPY, PLY} {
		t.Run(f.String(), func(t *testing.T) {
			for up := UpX; int(up) < len(turns); up++ {
				t.Run(fmt.Sprint("up=", up), func(t *testing.T) {
					for _, unit := range []float32{1, 0.5, 4} {
						t.Run(fmt.Sprint("unit=", unit), func(t *testing.T) { // powers of two: nothing rounds
							data := writtenAs(t, f, s, WriteOptions{Unit: unit, Up: up})
							o := Options{Unit: unit, Up: up}
							if !f.Bare() { // the file says
								o = Options{}
							}
							got := must(t, data, o)
							if got.Unit != unit || got.Origin.Up != up || got.Origin.Unit != unit {
								t.Errorf("%v written in %v, %v up, is read in %v", f, unit, up, got.Origin)
							}
							for i, p := range got.Points {
								if p.Mul(unit) != s.Points[i] {
									t.Fatalf("%v in %v, %v up: point %d is %v, was %v", f, unit, up, i, p.Mul(unit), s.Points[i])
								}
							}
							if !f.Bare() && got.DefaultThickness*unit != s.DefaultThickness {
								t.Errorf("%v in %v: widths of %v", f, unit, got.DefaultThickness)
							}
						})
					}
				})
			}
		})
	}
}

// hanging is a file whose hairs hang down along an axis, so far.
func hanging(t *testing.T, f Format, down mgl32.Vec3, size float32) []byte {
	s := &Set{First: []uint32{0}, Unit: 1, DefaultOpacity: 1}
	for i := range 40 {
		sin, cos := math.Sincos(float64(i))
		root := mgl32.Vec3{0.1 * float32(sin), 0.1 * float32(cos), 0.05 * float32(sin*cos)}
		for k := range 10 {
			s.Points = append(s.Points, root.Add(down.Mul(float32(k)/9)).Mul(size))
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	if f == Bin {
		return bin(s)
	}
	return writtenAs(t, f, s, WriteOptions{Unit: 1, Up: UpY})
}

func TestUnitIsGuessedFromSize(t *testing.T) {
	for unit, size := range map[float32]float32{1: 1, 0.01: 100, 0.001: 1000} {
		t.Run(fmt.Sprint("unit=", unit), func(t *testing.T) {
			for _, f := range []Format{Data, Bin, NPY} {
				t.Run(f.String(), func(t *testing.T) {
					s := must(t, hanging(t, f, mgl32.Vec3{0, -0.3, 0}, size), Options{})
					if s.Unit != unit || s.Origin.UnitBy != ByGuess || s.Origin.Up != UpY {
						t.Errorf("%v of %v times a metre: %v", f, size, s.Origin)
					}
					width := s.DefaultThickness * s.Unit
					if width < 0.0039 || width > 0.0041 { // 40 hairs stand for a head's
						t.Errorf("a width of %v m", width)
					}
				})
			}
		})
	}
	s := must(t, hanging(t, Data, mgl32.Vec3{0, -0.3, 0}, 1), Options{Unit: 0.02})
	if s.Unit != 0.02 || s.Origin.UnitBy != ByOption {
		t.Errorf("asked for 0.02 m: %v", s.Origin)
	}
}

func TestUpIsGuessedFromHangingHair(t *testing.T) {
	for _, c := range []struct {
		f    Format
		down mgl32.Vec3
		up   Up
	}{
		{NPY, mgl32.Vec3{0, -0.3, 0}, UpY},
		{NPY, mgl32.Vec3{0, 0, -0.3}, UpZ},
		{NPY, mgl32.Vec3{0, 0.3, 0}, UpNegY},
		{NPY, mgl32.Vec3{-0.3, 0, 0.02}, UpX},
		{NPY, mgl32.Vec3{0.3, 0.02, 0}, UpNegX},
		{NPY, mgl32.Vec3{0, 0, 0.3}, UpNegZ},
		{NPY, mgl32.Vec3{0, -0.02, -0.1}, UpY}, // swept back, not hanging: too short
		{NPY, mgl32.Vec3{0, -0.15, -0.3}, UpY}, // down as well as back
		{Bin, mgl32.Vec3{-0.08, 0.01, 0}, UpX}, // scans have the orientation of the scanner
		{Data, mgl32.Vec3{0, 0, -0.3}, UpY},    // the format's
	} {
		t.Run(fmt.Sprintf("%v/down=%v", c.f, c.down), func(t *testing.T) {
			if s := must(t, hanging(t, c.f, c.down, 1), Options{}); s.Origin.Up != c.up {
				t.Errorf("%v, hanging along %v: %v", c.f, c.down, s.Origin)
			}
		})
	}
	s := must(t, hanging(t, NPY, mgl32.Vec3{0, 0, -0.3}, 1), Options{Up: UpY})
	if s.Origin.Up != UpY || s.Origin.UpBy != ByOption {
		t.Errorf("asked for y: %v", s.Origin)
	}
}

// A .hair file of another program, in metres and y up, is not taken for one of a model of
// millimetres.
func TestUnitAndAxisOfForeignHairFilesAreGuessed(t *testing.T) {
	file := written(t, Hair, sample())
	copy(file[hairWordsAt:hairHeaderBytes], make([]byte, hairHeaderBytes-hairWordsAt)) // comb's words
	if s := must(t, file, Options{}); s.Unit != hairUnit || s.Origin.UnitBy != ByFormat || s.Origin.Up != UpZ || s.Origin.UpBy != ByFormat {
		t.Errorf("%v", s.Origin)
	}
	metres := even(5)
	file = writtenAs(t, Hair, metres, WriteOptions{Unit: 1, Up: UpY})
	copy(file[hairWordsAt:hairHeaderBytes], make([]byte, hairHeaderBytes-hairWordsAt))
	if s := must(t, file, Options{}); s.Unit != 1 || s.Origin.UnitBy != ByGuess || s.Origin.Up != UpY || s.Origin.UpBy != ByGuess {
		t.Errorf("%v", s.Origin)
	} else if !reflect.DeepEqual(s.Points, metres.Points) {
		t.Error("the points differ")
	}
	// Words that are not comb's, or not what it writes, count for nothing.
	for _, words := range []string{"made by hand", "written by comb, unit 0 m, up z", "written by comb, unit 1 m, up q", "written by comb, unit 1e9 m, up z"} {
		copy(file[hairWordsAt:hairHeaderBytes], append([]byte(words), make([]byte, 60)...))
		if s := must(t, file, Options{}); s.Origin.UnitBy == ByFile {
			t.Errorf("%q: %v", words, s.Origin)
		}
	}
}

func TestUnitAndAxisNames(t *testing.T) {
	for name, want := range map[string]float32{"m": 1, "cm": 0.01, "mm": 0.001, "in": 0.0254, "0.1in": 0.00254, "0.3": 0.3, "0.000001": MinUnit, "1000": MaxUnit} {
		t.Run(name, func(t *testing.T) {
			got, err := ParseUnit(name)
			if err != nil || got != want {
				t.Errorf("%s is %v, %v", name, got, err)
			}
			if back, err := ParseUnit(UnitName(got)); name[len(name)-1] > '9' && (err != nil || back != got) {
				t.Errorf("%s: %v, %v", UnitName(got), back, err)
			}
		})
	}
	for _, name := range []string{"", "ft", "0", "-1", "NaN", "1e9", "Inf", "0.00000099", "1000.1"} {
		if _, err := ParseUnit(name); !errors.Is(err, ErrOption) {
			t.Errorf("%q: %v", name, err)
		}
	}
	for u := UpAuto; int(u) < len(turns); u++ {
		if got, err := ParseUp(u.String()); err != nil || got != u {
			t.Errorf("%v: %v, %v", u, got, err)
		}
	}
	if _, err := ParseUp("w"); !errors.Is(err, ErrOption) {
		t.Error(err)
	}
	if Up(9).String() == "" || Format(99).String() == "" || By(-1).String() == "" || (Origin{}).String() == "" {
		t.Error("no words for what there is not")
	}
}

func TestRootsWithoutHairAreDropped(t *testing.T) {
	s := sample()
	s.Thickness, s.Opacity, s.Color = nil, nil, nil
	le := written(t, Data, s)
	// A root between the first and the second strand, and strands that got lost to arithmetic at
	// the end.
	nan := math.Float32bits(float32(math.NaN()))
	file := append([]byte{6, 0, 0, 0}, le[4:4+4+24]...)
	file = append(file, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	file = append(file, le[4+4+24:]...)
	file = append(file, put(le[4:4+4+24], 16, nan)...)
	file = append(file, 0, 0, 0, 0)
	got := must(t, file, Options{Format: Data, Unit: hairUnit})
	if got.Origin.Dropped != 3 || !reflect.DeepEqual(got.First, s.First) || !reflect.DeepEqual(got.Points, s.Points) {
		t.Errorf("%d left out: %+v", got.Origin.Dropped, got)
	}
	// With all that points carry.
	full := sample()
	full.First = []uint32{0, 2, 5, 8, 9} // the last point a root
	var b bytes.Buffer
	e := &encoder{w: &b, unit: hairUnit, up: UpZ, scale: 1, turn: hairTurn}
	if err := writeHair(e, full); err != nil {
		t.Fatal(err)
	}
	e.flush()
	got = must(t, b.Bytes(), Options{})
	if got.Origin.Dropped != 1 || got.Strands() != 3 || len(got.Points) != 8 || len(got.Thickness) != 8 || len(got.Opacity) != 8 || len(got.Color) != 8 || got.Thickness[7] != full.Thickness[7] {
		t.Errorf("%+v", got)
	}
}
