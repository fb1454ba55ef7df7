// SPDX-License-Identifier: MIT

package scene

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

// The block of the GLSL has the members of Frame, in its order and of its types. std140 puts no
// space between mat4s and vec4s, so Go's layout is the same.
func TestFrameBlockMatchesGLSL(t *testing.T) {
	text, err := os.ReadFile("../../../shaders/hair/frame.glsl")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "uniform Frame {")
	block, _, closed := strings.Cut(block, "\n};")
	if !closed {
		t.Fatal("frame.glsl has no block Frame")
	}
	member := regexp.MustCompile(`(?m)^\s*(\w+) (\w+)(\[\d+\])?;`)
	var want []string
	for _, m := range member.FindAllStringSubmatch(block, -1) {
		want = append(want, m[1]+" "+m[2]+m[3])
	}
	names := map[reflect.Type]string{reflect.TypeFor[mgl32.Vec4](): "vec4", reflect.TypeFor[mgl32.Mat4](): "mat4"}
	var got []string
	size := uintptr(0)
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Frame]()) {
		of, count := f.Type, ""
		if names[of] == "" {
			of, count = f.Type.Elem(), fmt.Sprintf("[%d]", f.Type.Len())
		}
		got = append(got, names[of]+" "+snake(f.Name)+count)
		size += f.Type.Size()
	}
	if !slices.Equal(got, want) {
		t.Errorf("Go has %v, GLSL %v", got, want)
	}
	if size != unsafe.Sizeof(Frame{}) {
		t.Errorf("the members have %d bytes, the struct %d", size, unsafe.Sizeof(Frame{}))
	}
}

// snake is GLSL's form of a name: view_projection for ViewProjection.
func snake(name string) string {
	var out strings.Builder
	for i, c := range name {
		if unicode.IsUpper(c) && i > 0 {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(c))
	}
	return out.String()
}
