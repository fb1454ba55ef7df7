// SPDX-License-Identifier: MIT

package core

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/combgl/comb/shaders"
)

func TestGridOfCoversAndFits(t *testing.T) {
	for _, limit := range []int{1, 2, 7, 100} {
		t.Run(fmt.Sprint("limit=", limit), func(t *testing.T) {
			for groups := 0; groups <= limit*limit; groups++ {
				x, y := gridOf(groups, limit)
				if x*y < groups || x > limit || y > limit || (groups > 0 && x*y-groups >= y) {
					t.Fatalf("%d groups, limit %d: %d x %d", groups, limit, x, y)
				}
			}
		})
	}
}

func TestRecordsBack(t *testing.T) {
	for _, c := range []struct {
		offset, stride, alignment, back int
		ok                              bool
	}{
		{0, 12, 16, 0, true}, {12, 12, 16, 12, true}, {60, 12, 16, 12, true}, {4, 4, 256, 4, true},
		{4, 12, 16, 0, false}, {20, 24, 16, 0, false}, {256, 24, 256, 0, true},
	} {
		t.Run(fmt.Sprintf("offset=%d,stride=%d,alignment=%d", c.offset, c.stride, c.alignment), func(t *testing.T) {
			if back, ok := recordsBack(c.offset, c.stride, c.alignment); back != c.back || ok != c.ok {
				t.Errorf("%+v: %d, %v", c, back, ok)
			}
		})
	}
}

func TestMatchBindings(t *testing.T) {
	const text = "layout(std430) readonly buffer Removed { uint r[]; };\n// buffer Dst\n"
	files := fstest.MapFS{"k": {Data: []byte("#include <S>\n")}}
	callers, err := shaders.Assemble(shaders.Request{File: "k", FS: files, Slots: map[string]shaders.Snippet{"S": {Name: "mine.glsl", Text: text}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, wantText string
		want           []string
		found          map[string]int
		callers        string // the text for a source with GLSL of the caller; "" for none
	}{
		{"as listed", "", []string{"Src", "Dst"}, map[string]int{"Src": 0, "Dst": 1}, ""},
		{"the caller's beyond", "", []string{"Src"}, map[string]int{"Src": 0, "Mine": UserBinding}, ""},
		{"optional and unused", "", []string{"Src", "Records?"}, map[string]int{"Src": 0}, ""},
		{"swapped", `"Dst" at binding 0, want 1`, []string{"Src", "Dst"}, map[string]int{"Src": 1, "Dst": 0}, `"Dst" at binding 0, want another name`},
		{"optional and misplaced", `"Records" at binding 5`, []string{"Src", "Records?"}, map[string]int{"Src": 0, "Records": 5}, `"Records" at binding 5, want another name`},
		{"removed by the compiler", "", []string{"Src", "Removed"}, map[string]int{"Src": 0}, ""},
		{"wide", "", []string{"Src?", "Dst?"}, map[string]int{"Src4": 0, "Dst4": 1}, ""},
		{"wide and misplaced", `"Dst4" at binding 0`, []string{"Removed", "Dst?"}, map[string]int{"Dst4": 0}, `"Dst4" at binding 0, want another name`},
		{"unlisted, without a binding", `"Extra" at binding 0 that its Spec`, []string{"Src?"}, map[string]int{"Extra": 0}, `"Extra" at binding 0, which a block without layout(binding) has, want a binding from 8`},
		{"unlisted", `"Extra" at binding 3 that its Spec`, []string{"Src"}, map[string]int{"Src": 0, "Extra": 3}, `(mine.glsl): got a buffer "Extra" at binding 3, want a binding from 8 (gpu.UserBinding) on`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := matchBindings("k", shaders.Source{Text: text}, c.want, c.found); (err == nil) != (c.wantText == "") || err != nil && (!errors.Is(err, ErrBinding) || !strings.Contains(err.Error(), c.wantText)) {
				t.Errorf("%s: %v", c.name, err)
			}
			if err := matchBindings("k", callers, c.want, c.found); (err == nil) != (c.callers == "") || err != nil && (!errors.Is(err, ErrArgument) || !errors.Is(err, ErrShader) || errors.Is(err, ErrInternal) || !strings.Contains(err.Error(), c.callers)) {
				t.Errorf("%s, with GLSL of the caller: %v", c.name, err)
			}
		})
	}
	for _, src := range []shaders.Source{{Text: text}, callers} { // a kernel that lacks a buffer is a mistake of comb
		if err := matchBindings("k", src, []string{"Src", "Dst"}, map[string]int{"Src": 0}); !errors.Is(err, ErrBinding) || !strings.Contains(err.Error(), `"Dst"`) {
			t.Errorf("unused: %v", err)
		}
	}
}

func TestDeclaresUniform(t *testing.T) {
	const text = "uniform uint workers;\n  layout(location = 3) uniform  float\tlate; // uniform uint gone;\nuniform uint phase[4];\nuniform Block { uint inside; };\n"
	for name, want := range map[string]bool{
		"workers": true, "late": true, "phase[3]": true, "phase": true,
		"worker": false, "work.rs": false, "gone": false, "inside": false, "uint": false,
	} {
		t.Run(name, func(t *testing.T) {
			if got := declaresUniform(text, name); got != want {
				t.Errorf("%q: %v, want %v", name, got, want)
			}
		})
	}
}
