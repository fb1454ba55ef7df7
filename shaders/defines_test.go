// SPDX-License-Identifier: MIT

package shaders

import "testing"

func TestDefinesFunction(t *testing.T) {
	for text, want := range map[string]bool{
		"": false,
		"float map(float v, uint i) { return v * 2.0; }":                            true,
		"float map(float v, uint i){return v;}":                                     true,
		"float\nmap\n(float v,\n uint i)\n{\n return v;\n}":                         true,
		"float combine(float a, float b) { return a + b; }\nBox map(R r) { }":       true,
		"struct R { float v; };\nhighp float map(R r, uint i) { return r.v; }":      true,
		"float[2] map(R r) { return float[2](r.v, 0.0); }":                          true,
		"float map(float v[2], uint i) /* body */ { return v[0]; }":                 true,
		"float /* of it */ map(float v) { return v; }":                              true,
		"float map(const in float v) // as it is\n{ return v; }":                    true,
		"#define N 2\nfloat map(float v) { return v; }":                             true,
		"#if 0\n#endif\nfloat map(float v) { return v; }":                           true,
		"float map(float v) { return v; }\r\n":                                      true,
		"// float map(float v) { return v; }":                                       false,
		"// goes on \\\nfloat map(float v) { return v; }":                           false,
		"/* float map(float v) { return v; } */":                                    false,
		"/* float map(float v) { return v; }":                                       false,
		"float map(float v);":                                                       false, // a prototype alone
		"float remap(float v) { return v; }":                                        false,
		"float maps(float v) { return v; }":                                         false,
		"float map_of(float v) { return v; }":                                       false,
		"float x = map(1.0);\nfloat f() { return 1.0; }":                            false,
		"float f(float v) { return map(v); }\nfloat g() { return 1.0; }":            false,
		"float f(float map) { return map; }":                                        false,
		"float f(float v) { float map = v; if (map > 1.0) { v = map; } return v; }": false,
		"struct R { float map; };\nfloat f(R r) { return r.map; }":                  false,
		"uniform float map;\nfloat f() { return map; }":                             false,
		"#define map(v) f(v) {\nfloat f(float v) { return v; }":                     false,
		"#define map(v) \\\n  float map(float v) { return v; }":                     false,
		"#ifdef OLD\nfloat map(float v) { return v; }\n#endif":                      false,
		"#if 1\n# if 0\n# endif\nfloat map(float v) { return v; }\n#endif\n":        false,
	} {
		if got := DefinesFunction(text, "map"); got != want {
			t.Errorf("DefinesFunction(%q) is %v, want %v", text, got, want)
		}
	}
	if DefinesFunction("float map(float v) { return v; }", "finish") {
		t.Error("a function of another name counts")
	}
}
