// SPDX-License-Identifier: MIT

package shaders

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"
)

func tree(files ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		m[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return m
}

func TestAssembleIncludesOnceAndKeepsLineNumbers(t *testing.T) {
	src, err := Assemble(Request{
		File: "a",
		FS:   tree("a", "one\n#include \"b\"\n#include \"c\"\nfour\n", "b", "#include \"c\"\nb2\n", "c", "c1\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "#version 430 core\n#line 10001\none\n#line 20001\n#line 30001\nc1\n#line 20002\nb2\n#line 10003\n#line 10004\nfour\n"
	if src.Text != want {
		t.Errorf("got\n%s\nwant\n%s", src.Text, want)
	}
	if got := strings.Join(src.Names, " "); got != "(constants) a b c" {
		t.Errorf("names %s", got)
	}
}

func TestAssembleInjectsConstants(t *testing.T) {
	src, err := Assemble(Request{
		File: "a", FS: tree("a", "x"), Version: 450, Extensions: []string{"GL_X"},
		Constants: Constants{"U": uint32(math.MaxUint32), "I": -3, "F": float32(0.1), "B": true, "N": false, "S": "vec4(1.0)"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "#version 450 core\n#extension GL_X : require\n#define B 1\n#define F 1.000000015e-01\n#define I -3\n#define N 0\n#define S vec4(1.0)\n#define U 4294967295u\n"
	if !strings.HasPrefix(src.Text, want) {
		t.Errorf("got\n%s\nwant\n%s", src.Text, want)
	}
}

func TestAssembleRefuses(t *testing.T) {
	files := tree("a", "#include \"b\"\n", "b", "\n#include \"a\"", "gone", "x\n#include \"none\"", "odd", "#include none",
		"slot", "#include <S>", "twice", "#include <S>\n#include <S>", "plain", "x", "long", strings.Repeat("x\n", 10001))
	text := map[string]Snippet{"S": {Text: "y"}}
	for _, c := range []struct {
		name, wantText string
		request        Request
		want           error
	}{
		{"a cycle", "a -> b -> a", Request{File: "a"}, ErrCycle},
		{"a missing file", `"none", included by gone:2`, Request{File: "gone"}, ErrMissing},
		{"a missing kernel", `"zzz", included by the request`, Request{File: "zzz"}, ErrMissing},
		{"neither quotes nor brackets", "odd:1", Request{File: "odd"}, ErrMissing},
		{"too long a file", "10001 lines", Request{File: "long"}, ErrMissing},
		{"an empty slot", "slot:1: the request has no snippet for <S>", Request{File: "slot"}, ErrSlot},
		{"a slot used twice", "twice:2", Request{File: "twice", Slots: text}, ErrSlot},
		{"a slot inside itself", "<S> is included a second time", Request{File: "slot", Slots: map[string]Snippet{"S": {Text: "#include <S>"}}}, ErrSlot},
		{"a slot's file that is not there", `"none.glsl", included by slot:1`, Request{File: "slot", Slots: map[string]Snippet{"S": {File: "none.glsl"}}}, ErrMissing},
		{"a cycle through a snippet", "slot -> mine -> slot", Request{File: "slot", Slots: map[string]Snippet{"S": {Name: "mine", Text: "#include \"slot\""}}}, ErrCycle},
		{"a snippet's missing file", `included by mine:2`, Request{File: "slot", Slots: map[string]Snippet{"S": {Name: "mine", Text: "\n#include \"zzz\""}}}, ErrMissing},
		{"a snippet with no slot", "<S>", Request{File: "plain", Slots: text}, ErrSlot},
		{"a name in small letters", `"x"`, Request{File: "plain", Constants: Constants{"x": 1}}, ErrConstant},
		{"no number", "constant F: got NaN, want a finite number: bad constant", Request{File: "plain", Constants: Constants{"F": float32(math.NaN())}}, ErrConstant},
		{"minus infinity", "F", Request{File: "plain", Constants: Constants{"F": float32(math.Inf(-1))}}, ErrConstant},
		{"infinity", "F", Request{File: "plain", Constants: Constants{"F": float32(math.Inf(1))}}, ErrConstant},
		{"two lines", "S", Request{File: "plain", Constants: Constants{"S": "a\nb"}}, ErrConstant},
		{"a carriage return", "S", Request{File: "plain", Constants: Constants{"S": "a\rb"}}, ErrConstant},
		{"a name that begins with a digit", `"1A"`, Request{File: "plain", Constants: Constants{"1A": 1}}, ErrConstant},
		{"two lines in a name", `"A\nB"`, Request{File: "plain", Constants: Constants{"A\nB": 1}}, ErrConstant},
		{"a double", "float64", Request{File: "plain", Constants: Constants{"S": 1.5}}, ErrConstant},
		{"another type", "int64", Request{File: "plain", Constants: Constants{"S": int64(1)}}, ErrConstant},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.request.FS = files
			_, err := Assemble(c.request)
			if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.wantText) {
				t.Errorf("%s: %v, want %v with %q", c.name, err, c.want, c.wantText)
			}
		})
	}
}

func TestExplainNamesFileAndLine(t *testing.T) {
	src, err := Assemble(Request{
		File: "a", FS: tree("a", "one\n#include <S>\nthree", "b", "b1"),
		Slots: map[string]Snippet{"S": {Name: "mine.glsl", Text: "m1\n#include \"b\"\nm3"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for log, want := range map[string]string{
		"0:20003(5): error: x":           "mine.glsl:3: error: x\n    | m3",
		"0(10003) : error C1008: x":      "a:3 : error C1008: x\n    | three",
		"ERROR: 0:30001: x":              "ERROR: b:1: x\n    | b1",
		"0:2(1): error: x\x00\x00":       "(constants):2: error: x",
		"0:990001: far":                  "0:990001: far",
		"no place":                       "no place",
		"0:10001(1): a\n0:20001(1): b\n": "a:1: a\n    | one\nmine.glsl:1: b\n    | m1",
		"0:10001(1): a\n0:10001(7): b":   "a:1: a\n    | one\na:1: b", // quoted once
	} {
		if got := src.Explain(log); got != want {
			t.Errorf("%q: %q, want %q", log, got, want)
		}
	}
}

func FuzzAssemble(f *testing.F) {
	f.Add("#include \"b\"\n", "x", "#include <S>")
	f.Add("#include \"a\"", "#include \"a\"", "")
	f.Add("#include <S>\nend", "", "#define f(x) (x)\r/* \\\n*/ # define A\n")
	f.Fuzz(func(t *testing.T, a, b, s string) {
		src, err := Assemble(Request{
			File: "a", FS: tree("a", a, "b", b), Slots: map[string]Snippet{"S": {Text: s}},
		})
		if err != nil {
			return
		}
		if !strings.HasPrefix(src.Text, "#version 430 core\n") {
			t.Fatalf("assembled %q", src.Text)
		}
		if strings.Contains(a+b+s, "#line ") {
			return // a piece that counts for itself
		}
		if err := numbered(src, map[string]string{"a": a, "b": b, "<S>": s}); err != nil {
			t.Fatal(err)
		}
	})
}
