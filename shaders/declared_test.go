// SPDX-License-Identifier: MIT

package shaders

import (
	"errors"
	"fmt"
	"slices"
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

func TestFunctionsNamedAsBuiltinsAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"uint min(uint a, uint b) { return a; }":                         ":1: got a function min, want",
		"uint x;\nvoid barrier(){}":                                      ":2: got a function barrier",
		"uint atomicAdd(inout uint a, uint b) { return 0u; }":            ":1: got a function atomicAdd",
		"highp vec3\n/* far */\ncross\n(vec3 a, vec3 b);":                ":4: got a function cross",
		"uint[2] max(uint a) { return uint[2](a, a); }":                  ":1: got a function max",
		"struct Box { vec4 low; };\nBox min(Box a, Box b) { return a; }": ":2: got a function min",
		"void f() { { } }\nint findMSB(uint v) { return 0; }":            ":2: got a function findMSB",
		"uint subgroupAdd(uint v) { return v; }":                         ":1: got a function subgroupAdd",
		"#define F min\nuint F(uint a) { return a; }":                    ":2: got a function min",
		"#define BOTH uint min(uint a) { return a; }\nBOTH":              ":2: got a function min",
		"#define mi\\\nn\n#undef min\nuint min(uint a) { return a; }":    ":4: got a function min",
		"#if A\nvoid f() {\n#else\nvoid g() {\n#endif\n}\nint max() {}":  ":7: got a function max",
		"#ifdef A\nvoid f() {\n#endif\n#if B\n}\n#endif\nint max() {}":   ":7: got a function max",

		"uint least(uint a, uint b) { return min(a, b); }":                          "",
		"// uint min(uint a) {}\n/* uint max(uint a) {} */":                         "",
		"struct Box { float min, max; };\nfloat f(Box b) { return b.min + b.max; }": "",
		"float min; uint max[3]; const uint clamp = 3u;":                            "",
		"const uint most = min(3u, 4u), least = -max(1, 2), all[2] = { 1, 2 };":     "",
		"uint f(uint min) { float max = 3.0; return min + uint(max); }":             "",
		"#define MIN3(a, b, c) min(min(a, b), c)\nconst int x = MIN3(1, 2, 3);":     "",
		"#define min least\nuint min(uint a, uint b) { return a; }":                 "",
		"if (a) min(a, b); else min(b, a);\nreturn max(a, b);":                      "",
		"uint minimum(uint a) { return a; } float noise1(float x) { return x; }":    "",
		"layout(local_size_x = 1) in; layout(binding = 9) buffer B { uint b[]; };":  "",
		"#if A\n}}} uint f() { return min(1u, 2u); }\n#endif":                       "",
	} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) { refusedAs(t, text, want) })
	}
}

// comb's kernels call these.
func TestBuiltinsInclude(t *testing.T) {
	for _, name := range strings.Fields("min max clamp barrier memoryBarrierBuffer atomicCompSwap bitCount findLSB umulExtended subgroupExclusiveAdd ballotARB texelFetch imageStore") {
		if !builtins()[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

func TestOffsetUniform(t *testing.T) {
	for block, want := range map[string]string{"Src": "src_at", "DstKeys": "dst_keys_at", "Src4": "src4_at"} {
		if got := OffsetUniform(block); got != want {
			t.Errorf("%s: %s, want %s", block, got, want)
		}
	}
}

// Global finds what a text declares outside of functions, with its line, in any branch of an #if
// and behind macros.
func TestGlobal(t *testing.T) {
	for text, want := range map[string]int{
		"float side(float x) { return x; }":                                    1,
		"\nconst vec3 side = vec3(1.0);":                                       2,
		"struct side { int a; };":                                              1,
		"/* side */\nlayout(std430, binding = 8) buffer side { float b; } c;":  2,
		"#define D float side\n#if 0\nD;\n#endif":                              3,
		"float f(float side) { float other = side(1.0); int side; return 1; }": 0,
		"struct A { float side; }; // float side;":                             0,
		"const float a = 2.0 * side;":                                          0,
		"float sides;":                                                         0,
		"/* without an end\nfloat side;":                                       0,
	} {
		name, line := Global(text, func(name string) bool { return name == "side" })
		if line != want || (name == "side") != (want > 0) {
			t.Errorf("%q: got %q in line %d, want line %d", text, name, line, want)
		}
	}
}

func TestInterface(t *testing.T) {
	for text, want := range map[string][]string{
		"bool keep(float x) { return x > 1.0; }":                            nil,
		"// uniform float x;\n/* buffer B { */ bool buffered;":              nil,
		"uniform float limit; bool keep(float x) { return x > limit; }":     {"uniform limit"},
		"layout(location = 3) uniform vec2 a, b[2], c = vec2(1, 2); int d;": {"uniform a", "uniform b"},
		"uniform float[3] a;":                                                      {"uniform a"},
		"uniform float limit = 0.5;":                                               nil,
		"layout(std430) buffer; layout(std140) uniform;":                           nil,
		"layout(std430, binding = 8) readonly buffer Limits { float limit; } all;": {"storage block Limits"},
		"uniform Limits { float limit; } all; uniform\nsampler2D\nimage;":          {"uniform block Limits", "uniform image"},
		"#define U uniform\n#if 0\nU float x;\n#endif":                             {"uniform x"},
	} {
		var got []string
		for _, d := range Interface(text) {
			got = append(got, d.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestUnsetUniform(t *testing.T) {
	for text, want := range map[string]string{
		"float x;": "",
		"layout(binding = 2) uniform sampler2D image; uniform atomic_uint hits; uniform uimageBuffer to;": "",
		"uniform U { float x; } u; uniform float given = 1.0;":                                            "",
		"uniform sampler2DShadow map; uniform float image;":                                               "image",
		"uniform float given = 1.0, left;":                                                                "left",
		"layout(location = 3) uniform highp vec3 wide[2] ;":                                               "wide",
		"#define U uniform\nU mat4 turn;":                                                                 "turn",
	} {
		if got := UnsetUniform(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
