// SPDX-License-Identifier: MIT

package shaders

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// numbered follows the #line directives as a compiler does and holds every other line of the
// assembled text against the piece and the line that its number stands for.
func numbered(src Source, pieces map[string]string) error {
	number := 1
	for _, line := range strings.Split(strings.TrimSuffix(src.Text, "\n"), "\n") {
		if rest, ok := strings.CutPrefix(line, "#line "); ok {
			n, err := strconv.Atoi(rest)
			if err == nil && n%piece > 0 && n/piece < len(src.Names) { // else a piece's own directive
				number = n
				continue
			}
		}
		name := src.Names[min(number/piece, len(src.Names)-1)]
		if text, ok := pieces[name]; ok {
			lines := strings.Split(oneNewline(text), "\n")
			if at := number%piece - 1; at < 0 || at >= len(lines) || lines[at] != line {
				return fmt.Errorf("%q stands at %s:%d", line, name, number%piece)
			}
		}
		number++
	}
	return nil
}

func TestEveryLineMapsToItsSource(t *testing.T) {
	pieces := map[string]string{
		"a":    "a1\n#include \"b\"\na3\r\n  #  include <S> // with a remark\na5\n#include \"b\"\n#include <T>\na8",
		"b":    "b1\n#include \"c\"\nb3\n",
		"c":    "",
		"mine": "m1\n\n#include \"d\"\nm4",
		"d":    "#include \"c\"\nd2",
	}
	fs := tree("a", pieces["a"], "b", pieces["b"], "c", pieces["c"], "d", pieces["d"])
	src, err := Assemble(Request{File: "a", FS: fs, Slots: map[string]Snippet{
		"S": {Name: "mine", Text: pieces["mine"]},
		"T": {File: "c"}, // already there
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := numbered(src, pieces); err != nil {
		t.Errorf("%v in\n%s", err, src.Text)
	}
	if got := strings.Join(src.Names, " "); got != "(constants) a b c mine d" {
		t.Errorf("pieces %s", got)
	}
	for _, once := range []string{"a1", "a3", "a5", "a8", "b1", "b3", "m1", "m4", "d2"} {
		if strings.Count(src.Text, once+"\n") != 1 {
			t.Errorf("%s is there %d times", once, strings.Count(src.Text, once+"\n"))
		}
	}
}

func TestSlotFilledFromFile(t *testing.T) {
	fs := tree("a", "#include <S>\nend", "f", "f1\n#include <INNER>")
	src, err := Assemble(Request{File: "a", FS: fs, Slots: map[string]Snippet{"S": {File: "f", Text: "not this"}, "INNER": {Text: "inner"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := "#version 430 core\n#line 10001\n#line 20001\nf1\n#line 30001\ninner\n#line 20003\n#line 10002\nend\n"
	if src.Text != want || strings.Join(src.Names, " ") != "(constants) a f <INNER>" {
		t.Errorf("%v\n%s", src.Names, src.Text)
	}
}

func TestAssembleIsDeterministic(t *testing.T) {
	constants := Constants{}
	for i := range 50 {
		constants[fmt.Sprintf("C%d", i*7919%50)] = i
	}
	var first string
	for range 20 { // a map's order differs from one walk to the next
		src, err := Assemble(Request{
			File: "compact/compact_count.comp.glsl", FS: os.DirFS("."), Constants: constants,
			Slots: map[string]Snippet{"KEEP": {File: "compact/keep.glsl#user"}, "TILE": {File: "compact/tile.glsl#plain"}, "PREDICATE": {Text: "x"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = src.Text
		}
		if src.Text != first {
			t.Fatal("the same request gave another text")
		}
	}
}

func TestFileLengthLimit(t *testing.T) {
	for n, ok := range map[int]bool{piece - 2: true, piece - 1: false} {
		t.Run(fmt.Sprint("n=", n), func(t *testing.T) {
			src, err := Assemble(Request{File: "a", FS: tree("a", strings.Repeat("x\n", n))})
			if (err == nil) != ok {
				t.Errorf("%d lines: %v", n, err)
			}
			if ok && src.Explain(fmt.Sprintf("0:%d(1): error: x", piece+n)) != fmt.Sprintf("a:%d: error: x\n    | x", n) {
				t.Errorf("the last line of %d is not a's", n)
			}
		})
	}
}

// The reference compiler's own log, through both kinds of include and behind them.
func TestExplainReadsTheReferenceCompilersLog(t *testing.T) {
	if _, err := exec.LookPath("glslangValidator"); err != nil {
		if os.Getenv("COMB_VALIDATE") != "" {
			t.Fatal("COMB_VALIDATE is set and glslangValidator is missing")
		}
		t.Skip("glslangValidator is not installed")
	}
	fs := tree("a", "#include \"b\"\nlayout(local_size_x = 1) in;\n#include <S>\nvoid main() { A }\n", "b", "int b = 1;\nint c = B;\n")
	for _, c := range []struct {
		a, b, s, want string
	}{
		{"oops = 1;", "1", "int s;", "a:4: 'oops'"},
		{"", "oops", "int s;", "b:2: 'oops'"},
		{"", "1", "int s;\nint u =\n  oops;", "mine.glsl:3: 'oops'"},
	} {
		t.Run(fmt.Sprintf("%q", c.want), func(t *testing.T) {
			src, err := Assemble(Request{File: "a", FS: fs, Constants: Constants{"A": c.a, "B": c.b}, Slots: map[string]Snippet{"S": {Name: "mine.glsl", Text: c.s}}})
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "shader.comp")
			if err := os.WriteFile(file, []byte(src.Text), 0o644); err != nil {
				t.Fatal(err)
			}
			log, err := exec.Command("glslangValidator", file).CombinedOutput()
			if got := src.Explain(string(log)); err == nil || !strings.Contains(got, "ERROR: "+c.want) {
				t.Errorf("%v: want %q in\n%s", err, c.want, got)
			}
		})
	}
}
