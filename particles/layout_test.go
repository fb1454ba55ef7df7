// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestNamesInGLSL(t *testing.T) {
	for in, want := range map[string]string{"Position": "position", "ID": "id", "UVRect": "uvRect", "age": "age", "X": "x", "MaxSpeed": "maxSpeed"} {
		if got := lowerFirst(in); got != want {
			t.Errorf("%s is %s, expected %s", in, got, want)
		}
	}
}

// Structs that std430 lays out as Go does.
func TestMatchingRecordLayouts(t *testing.T) {
	for _, c := range []struct {
		record any
		glsl   string
		stride int
	}{
		{struct{ ID uint32 }{}, "struct Particle {\n    uint id;\n};\n", 4},
		{struct {
			Position [3]float32
			Age      float32
			Velocity mgl32.Vec3
			Life     float32
		}{}, "struct Particle {\n    vec3 position;\n    float age;\n    vec3 velocity;\n    float life;\n};\n", 32},
		{struct {
			M    mgl32.Mat4
			At   [2]float32
			Kind [2]int32
			Rest [8]uint32 `glsl:"past"`
			_    [2]float32
			Back [3][2]float32
		}{}, "struct Particle {\n    mat4 m;\n    vec2 at;\n    ivec2 kind;\n    uint past[8];\n    uint unused4[2];\n    vec2 back[3];\n};\n", 144},
	} {
		t.Run(fmt.Sprint("stride=", c.stride), func(t *testing.T) {
			l, err := layoutOf("Record", reflect.TypeOf(c.record))
			if err != nil {
				t.Error(err)
				return
			}
			if got := l.declaration("Particle"); got != c.glsl || l.stride != c.stride {
				t.Errorf("%T has stride %d and is\n%s", c.record, l.stride, got)
			}
		})
	}
}

// Structs that std430 lays out differently, and the field that the error names.
func TestMismatchedRecordLayoutsAreRefused(t *testing.T) {
	for _, c := range []struct {
		record   any
		wantText string
	}{
		{struct {
			Age      float32
			Position [3]float32
		}{}, "field Position (position) begins at byte 4 in Go and 16 in std430: put 12 bytes before it, such as _ [3]uint32"},
		{struct {
			Position [3]float32
		}{}, "field Position ends at byte 12, and std430 gives a record 16: put 4 bytes behind it"},
		{struct{ Name string }{}, "field Name: string is none of"},
		{struct{ Wide float64 }{}, "field Wide: float64 is none of"},
		{struct{ Alive bool }{}, "field Alive: bool"},
		{struct{ Short uint16 }{}, "field Short: uint16"},
		{struct{ Past [4][3]float32 }{}, "field Past: an element of it takes 12 bytes in Go and 16 in std430"},
		{struct{ In struct{ X float32 } }{}, "field In: struct"},
		{struct{ A, B float32 }{}, ""},
		{struct {
			A float32
			B float32 `glsl:"a"`
		}{}, `fields A and B are both "a"`},
		{struct {
			A float32 `glsl:"gl_x"`
		}{}, `field A: "gl_x" cannot be a name`},
		{struct{ ID int32 }{}, "field ID is int32, want uint32 for the particle's number"},
		{struct{ ID [2]uint32 }{}, "field ID is [2]uint32, want uint32"},
		{struct{ Much [65]uint32 }{}, "has 260 bytes, want at most 256"},
		{struct{}{}, "no fields"},
		{3, "want a struct"},
		{nil, "want a struct"},
	} {
		t.Run("says="+c.wantText, func(t *testing.T) {
			_, err := layoutOf("Record", reflect.TypeOf(c.record))
			if c.wantText == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.Is(err, ErrLayout) || !strings.Contains(err.Error(), c.wantText) {
				t.Errorf("%T: %v, expected: %s", c.record, err, c.wantText)
			}
		})
	}
}

// Offsets of a struct in std140, computed by its rules.
func TestUniformLayoutIsStd140(t *testing.T) {
	type params struct {
		Drag    float32
		Wind    [3]float32
		Weights [2]uint32
		Table   [3][1]float32
		Spheres [2][4]float32
		Heights [5]float32
		Turn    mgl32.Mat4
		Last    int32
	}
	if _, err := newBlock(params{}); !errors.Is(err, ErrLayout) || !strings.Contains(err.Error(), "field Table") {
		t.Errorf("an array of arrays: %v", err)
	}
	type right struct {
		Drag    float32
		Wind    [3]float32
		Weights [2]uint32
		Spheres [2][4]float32
		Heights [5]float32
		Turn    mgl32.Mat4
		Last    int32
	}
	b, err := newBlock(&right{})
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, m := range b.moves {
		f := reflect.TypeOf(right{})
		for j := range f.NumField() {
			if int(f.Field(j).Offset) == m.from {
				at[f.Field(j).Name] = b.moves[i].to
			}
		}
	}
	want := map[string]int{"Drag": 0, "Wind": 16, "Weights": 32, "Spheres": 48, "Heights": 80, "Turn": 160, "Last": 224}
	if !reflect.DeepEqual(at, want) || len(b.packed) != 240 {
		t.Errorf("%v in %d bytes, expected %v in 240", at, len(b.packed), want)
	}
	if err := b.pack(&params{}); !errors.Is(err, ErrLayout) {
		t.Errorf("another struct: %v", err)
	}
	if err := b.pack(right{}); !errors.Is(err, ErrLayout) {
		t.Errorf("no pointer: %v", err)
	}
	v := right{Heights: [5]float32{4: 1.5}}
	if err := b.pack(&v); err != nil || b.packed[80+64+3] != 0x3F || b.packed[80+64+2] != 0xC0 {
		t.Errorf("%v, %v", err, b.packed[80:160])
	}
	filled := slices.Clone(b.packed)
	for _, c := range []struct {
		what   string
		sample any
		want   []byte
	}{
		{"a nil pointer", (*right)(nil), make([]byte, len(filled))}, {"a struct", v, filled},
		{"an empty struct", right{}, make([]byte, len(filled))}, {"a pointer", &v, filled},
	} {
		if b.begin(c.sample); !slices.Equal(b.packed, c.want) {
			t.Errorf("begun by %s: got %v, want %v", c.what, b.packed, c.want)
		}
	}
}
