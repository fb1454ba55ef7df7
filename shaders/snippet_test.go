// SPDX-License-Identifier: MIT

package shaders

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/internal/errkind"
)

func TestSnippetMacrosAreUndefined(t *testing.T) {
	const kernel = "first\n#include <S>\n\n// behind\nlast\n"
	for _, c := range []struct{ what, text, undefined string }{
		{"none", "int x; // #define A\n/* #define B\n#define C */ int y;", ""},
		{"a keyword", "#define if while", "if"},
		{"with parameters", "#define f(x) (x)\nint y;", "f"},
		{"by continued lines", "#de\\\nfine AB\\\nC 5\nint y;", "ABC"},
		{"behind comments", "/* x */ # /*\n*/ define /**/ A/**/5", "A"},
		{"in a comment that a continued line makes longer", "// x \\\n#define A\n#define B", "B"},
		{"a comment's mark in a comment", "// /*\n#define A\n/* // */\n#define B", "A B"},
		{"other ends of lines", "int x;\r#define A\r\n#define B", "A B"},
		{"in parts that are left out", "#if 0\n#define A\n#else\n#define A 1\n#endif", "A"},
		{"the snippet ends it itself", "#define A\n#undef A", "A"},
		{"comb's own names", "#ifndef SIZE\n#define SIZE 5\n#endif\n#define SPAN 3", "SPAN"},
		{"names that the compiler refuses", "#define GL_mine", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			src, err := Assemble(Request{File: "a", FS: tree("a", "#define ONES 1\n"+kernel), Constants: Constants{"SIZE": 4}, Slots: map[string]Snippet{"S": {Text: c.text}}})
			if err != nil {
				t.Errorf("%s: %v", c.what, err)
				return
			}
			_, ended, _ := strings.Cut(src.Text, "\n#line 1\n")
			ended, _, _ = strings.Cut(ended, "#line ")
			got := strings.Fields(strings.ReplaceAll(ended, "#undef ", ""))
			if strings.Join(got, " ") != c.undefined {
				t.Errorf("%s: the assembler ends %q, want %q in\n%s", c.what, got, c.undefined, src.Text)
			}
			if err := numbered(src, map[string]string{"a": "#define ONES 1\n" + kernel}); err != nil {
				t.Errorf("%s: %v in\n%s", c.what, err, src.Text)
			}
		})
	}
}

// Particles' Functions, Init and Update are in slots that follow each other.
func TestSnippetMacrosReachAdjacentSnippets(t *testing.T) {
	fs := tree("a", "#include <S>\n\n#include <T>\n#include \"b\"\n#include <U>\nlast", "b", "b1", "own", "#include <S>\nx\n")
	src, err := Assemble(Request{File: "a", FS: fs, Slots: map[string]Snippet{
		"S": {Text: "#define A\n#include \"b\"\ns"}, "T": {Text: "#define B\n#define A\nt"}, "U": {Text: "#define C\nu"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	// b is there already, so that no line of it parts T and U.
	if !strings.Contains(src.Text, "u\n#line 10006\n#line 1\n#undef A\n#undef B\n#undef C\n#line 10006\nlast\n") || strings.Count(src.Text, "#undef") != 3 {
		t.Error(src.Text)
	}
	src, err = Assemble(Request{File: "own", FS: fs, Slots: map[string]Snippet{"S": {Text: "#define A", Own: true}}})
	if err != nil || strings.Contains(src.Text, "#undef") {
		t.Errorf("%v: comb's own macros are ended:\n%s", err, src.Text)
	}
	if src.Explain("0:30001(1): error") != "0:30001(1): error" || src.Explain("0:10002(1): error: x") != "own:2: error: x\n    | x" {
		t.Error(src.Explain("0:10002(1): error: x"))
	}
}

// Options such as an operator's Identity become constants, and may use the caller's macros.
func TestMacrosUsedByConstantsStay(t *testing.T) {
	fs := tree("a", "#include <S>\nIDENTITY // far\nfloat n;")
	for text, want := range map[string]string{
		"#define BIG FAR\n#define FAR 9\n#define TWO 2": "#line 1\n#undef TWO\n#line 10002\nIDENTITY",
		"#define BIG n\n#define n 5":                    "a:3",
		"#define BIG BIGGER\n#define float int":         "#line 1\n#undef float\n#line 10002\nIDENTITY",
		"#define BIG 5\n#define IDENTITY BIG":           "#line 1\n#line 10002\nIDENTITY", // comb's own; the compiler refuses the second
	} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			src, err := Assemble(Request{File: "a", FS: fs, Constants: Constants{"IDENTITY": "(BIG)", "N": 1}, Slots: map[string]Snippet{"S": {Text: text}}})
			if !strings.Contains(src.Text+fmt.Sprint(err), want) || err != nil && !errors.Is(err, ErrSnippet) {
				t.Errorf("%q: no %q in: %v\n%s", text, want, err, src.Text)
			}
		})
	}
}

func TestBadSnippets(t *testing.T) {
	fs := tree("a", "#define OWN 1\n#include <S>\nlast")
	for text, want := range map[string]string{
		"a\x00":                            `:1: the control character '\x00' in column 2`,
		"a\r\nbc\x1b":                      `:2: the control character '\x1b' in column 3`,
		"\n\f":                             `:2: the control character '\f' in column 1`,
		"x\x7f":                            `:1: the control character '\x7f' in column 2`,
		"x\ny\u2028":                       `:2: got the character '\u2028' outside of comments, want ASCII`,
		"#define A \u00e9":                 `:1: got the character 'é'`,
		"a\xff":                            `:1: got the character`,
		"#if 1\n#else\nx":                  ":1: the #if has no #endif",
		"#ifdef A\n#endif\n\n#ifndef B\n":  ":4: the #if has no #endif",
		"x\n#endif\n#if 1":                 ":2: #endif without an #if",
		"#else":                            ":1: #else without an #if",
		"\n # elif 1":                      ":2: #elif without an #if",
		"#version 450":                     ":1: #version",
		"/*\n*/ #line 5":                   ":1: #line",
		"#extension all : warn":            ":1: #extension all : warn",
		"#extension GL_X:disable":          ":1: #extension GL_X:disable",
		"#undef OWN":                       ":1: #undef of OWN",
		"#if 0\n#undef SIZE\n#endif":       ":2: #undef of SIZE",
		"x\n\ny /* z\n":                    ":3: the comment has no end",
		"x\n// y \\\n":                     ":2: the last line ends in a backslash",
		"void f() {\n":                     ":1: the { has no }",
		"void f() {\nif (x) {\n}":          ":1: the { has no }",
		"int a;\n}":                        ":2: the } has no {",
		"\nfloat a = min(1, 2;\nfloat b;":  ":2: the ( has no )",
		"void f() {\na[1 = 2;\n}":          ":2: the [ has no ]",
		"#define B {\nvoid f() B":          ":2: the { has no }",
		"\\":                               ":1: the last line ends in a backslash",
		"x \\\n#undef y\n/* \\\n*/ #endif": ":3: #endif without an #if",
	} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			_, err := Assemble(Request{File: "a", FS: fs, Constants: Constants{"SIZE": 4}, Slots: map[string]Snippet{"S": {Name: "mine.glsl", Text: text}}})
			if !errors.Is(err, ErrSnippet) || !errors.Is(err, errkind.ErrArgument) || !errors.Is(err, errkind.ErrShader) || !strings.HasPrefix(fmt.Sprint(err), "mine.glsl"+want) {
				t.Errorf("%q: %v, want %q", text, err, want)
			}
		})
	}
	for _, text := range []string{
		"#pragma x", "#extension GL_X : require", "#error no", "#undef MINE", "#", "e // \u00e9\u2028\n/* \u00e9 */", "\t\r\n\r\n", "#if 1\n#elif 2\n#else\n#endif", "// #endif\n/* #if */", "a \\\n\n",
		"#ifdef A\nvoid f() {\n#else\nvoid g() {\n#endif\n}", "#if 0\n{\n#endif", "// {\n/* ( */ int a[2] = int[](1, 2);", "#define B {\nvoid f() B }",
	} {
		if _, err := Assemble(Request{File: "a", FS: fs, Slots: map[string]Snippet{"S": {Text: text}}}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
