// SPDX-License-Identifier: MIT

package shaders

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/internal/errkind"
)

// kernelWithUniforms has the uniforms workers and dst_at, and the block Totals without a uniform.
var kernelWithUniforms = tree("a", `uniform uint workers;
layout(std430, binding = 1) buffer Totals { uint totals[]; };
#include <S>
`, "b", "layout(binding = 0) buffer DstKeys { uint k[]; };\n// uniform uint gone;\n")

// refusedAs assembles the kernel with a caller's text and compares the error. want is "" for none.
func refusedAs(t *testing.T, text, want string) {
	t.Helper()
	_, err := Assemble(Request{File: "a", FS: kernelWithUniforms, Slots: map[string]Snippet{"S": {Name: "mine.glsl", Text: text}}})
	if want == "" {
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		return
	}
	if !errors.Is(err, ErrSnippet) || !errors.Is(err, errkind.ErrArgument) || !strings.Contains(fmt.Sprint(err), "mine.glsl"+want) {
		t.Errorf("%q: %v, want %q", text, err, want)
	}
}

func TestUniformsOfKernelsAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"uniform uint totals_at;":                             ":1: got the uniform totals_at, want",
		"\nuniform uint dst_keys_at = 3u;":                    ":2: got the uniform dst_keys_at",
		"uniform uint workers;":                               ":1: got the uniform workers",
		"uniform uint mine, workers;":                         ":1: got the uniform workers",
		"layout(location = 3) uniform highp uint workers[2];": ":1: got the uniform workers",
		"uniform\n  uint\n/* here */ workers\n;":              ":3: got the uniform workers",
		"uint mine; uniform uint workers;":                    ":1: got the uniform workers",
		"#define NAME workers\nuniform uint NAME;":            ":2: got the uniform workers",
		"#define PLAIN uniform uint\nPLAIN workers;":          ":2: got the uniform workers",
		"#define PLAIN(n) uniform uint n\nPLAIN(workers);":    ":2: got the uniform workers",
		"#define BOTH uniform uint workers;\nBOTH":            ":2: got the uniform workers",
		"#if 0\nuniform uint workers;\n#endif":                ":2: got the uniform workers",
		"uni\\\nform uint workers;":                           ":1: got the uniform workers",

		"uniform uint mine, worker, at, totals;":                        "",
		"uint workers;":                                                 "",
		"uniform uint gone;":                                            "",
		"uniform uint mine; uint workers;":                              "",
		"layout(std140) uniform Mine { uint workers; } my;":             "",
		"uint f() { uint totals_at = 0u; return workers + totals_at; }": "",
		"// uniform uint workers;\n/* uniform uint workers; */":         "",
		"#define workers mine\nuniform uint workers;":                   "",
		"#define workers workers2\nuniform uint workers2;":              "",
		"#define A B\n#define B A\nuniform uint A;":                     "",
	} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) { refusedAs(t, text, want) })
	}
	_, err := Assemble(Request{File: "b", FS: kernelWithUniforms})
	if err != nil {
		t.Fatal(err)
	}
	r := Request{FS: kernelWithUniforms, Slots: map[string]Snippet{"S": {Own: true, Text: "uniform uint made;\r\n"}, "T": {Text: "uniform uint callers;"}}}
	if !r.reserves("made") || r.reserves("callers") {
		t.Error("want the uniforms of comb's own texts reserved, and not those of a caller's")
	}
	_, err = Assemble(Request{File: "gpu/lanes_probe.comp.glsl", Slots: map[string]Snippet{"SIZE": {Name: "mine.glsl", Text: "uniform uint count_max;"}}})
	if !errors.Is(err, ErrSnippet) || !strings.Contains(err.Error(), "mine.glsl:1: got the uniform count_max") {
		t.Errorf("a uniform of lib: %v", err)
	}
}

func TestOffsetUniform(t *testing.T) {
	for block, want := range map[string]string{"Src": "src_at", "DstKeys": "dst_keys_at", "Src4": "src4_at"} {
		if got := OffsetUniform(block); got != want {
			t.Errorf("%s: %s, want %s", block, got, want)
		}
	}
}
