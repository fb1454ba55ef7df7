// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const repository = "../../.."

// A name stays the same from run to run, and a key when lines move.
func TestNamesAreStable(t *testing.T) {
	text := "void f()\n{\n    if (a < b) g(); x = a < b;\n    if (a < b) g(); x = a < b;\n}"
	before := glslMutants("f.glsl", text)
	after := glslMutants("f.glsl", "// moved\n"+text)
	var names []string
	for i, m := range before {
		names = append(names, m.String())
		if n := after[i]; n.Line != m.Line+1 || n.Source != m.Source || n.Nth != m.Nth || n.Operator != m.Operator {
			t.Errorf("a line further down %v is %v", m, n)
		}
	}
	want := []string{
		"f.glsl:3:9 negate", "f.glsl:3:11 boundary", "f.glsl:3:16 drop", "f.glsl:3:27 boundary",
		"f.glsl:4:9 negate", "f.glsl:4:11 boundary", "f.glsl:4:16 drop", "f.glsl:4:27 boundary",
	}
	slices.Sort(names)
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("names: got %q, want %q", names, want)
	}
	if m := before[slices.IndexFunc(before, func(m Mutant) bool { return m.String() == "f.glsl:4:27 boundary" })]; m.Nth != 4 {
		t.Errorf("%v is number %d of equal lines, want 4", m, m.Nth)
	}
}

func TestSampleIsSpreadAndStable(t *testing.T) {
	all, err := mutantsOf(repository, "compact")
	if err != nil {
		t.Fatal(err)
	}
	some := sample(all, 80, "1")
	if again := sample(all, 80, "1"); !reflect.DeepEqual(some, again) {
		t.Error("the same seed gave another sample")
	}
	if other := sample(all, 80, "2"); reflect.DeepEqual(some, other) {
		t.Error("another seed gave the same sample")
	}
	files, kinds, had := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, m := range all {
		had[m.File] = true
	}
	for _, m := range some {
		files[m.File]++
		kinds[m.Operator]++
	}
	if len(files) < len(had)*9/10 || len(kinds) != len(operators) {
		t.Errorf("80 mutants are of %d files of %d, %d operators of %d", len(files), len(had), len(kinds), len(operators))
	}
}

func TestPackagesHaveTheirShaders(t *testing.T) {
	for pkg, want := range map[string][]string{
		"compact": {"shaders/compact/keep.glsl", "shaders/compact/tile.glsl", "shaders/lib/lanes.glsl#vote", "shaders/lib/sync.glsl"},
		"scan":    {"shaders/scan/tile.glsl", "shaders/lib/look_back.glsl#look_back", "shaders/lib/sink.glsl#words", "shaders/lib/operator.glsl#arithmetic"},
		"radix":   {"shaders/radix/tile.glsl", "shaders/lib/match.glsl", "shaders/radix/keys_pack.comp.glsl"},
	} {
		files, err := shaderFiles(repository, pkg)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range want {
			file, part, _ := strings.Cut(file, "#")
			if !files[file][part] {
				t.Errorf("%s lacks %s#%s", pkg, file, part)
			}
		}
		for file := range files {
			if !strings.HasPrefix(file, "shaders/"+pkg+"/") && !strings.HasPrefix(file, "shaders/lib/") {
				t.Errorf("%s has %s", pkg, file)
			}
		}
	}
	// Parts that a package does not use are none of its.
	if files, err := shaderFiles(repository, "radix"); err != nil || files["shaders/lib/look_back.glsl"]["items"] || files["shaders/lib/lanes.glsl"]["bits"] {
		t.Errorf("radix: got %v, %v", files, err)
	}
	// Kernels that only an example uses are none of the package's.
	files, err := shaderFiles(repository, "particles")
	for file := range files {
		if strings.Contains(file, "fluid") {
			t.Errorf("particles has %s", file)
		}
	}
	if err != nil || len(files) == 0 {
		t.Errorf("particles: got %v, %v", files, err)
	}
	if files, err := shaderFiles(repository, "particles/examples/sph"); err != nil || files["particles/examples/sph/shaders/fluid_drop.vert.glsl"] == nil {
		t.Errorf("sph: got %v, %v", files, err)
	}
	if files, err := shaderFiles(repository, "hair/strands"); err != nil || files != nil {
		t.Errorf("hair/strands: got %v, %v, want none", files, err)
	}
}

func TestMutantsLieInUsedParts(t *testing.T) {
	text := "// head\n#part a\nx\n#part b c // both\ny\n"
	for parts, want := range map[string][]bool{
		"":  {true, true, true, true, true, true},
		"a": {true, true, true, false, false, false},
		"c": {true, false, false, true, true, true},
	} {
		if got := inParts(text, map[string]bool{parts: true}); !slices.Equal(got, want) {
			t.Errorf("part %q: got %v, want %v", parts, got, want)
		}
	}
	all, err := mutantsOf(repository, "radix")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if m.File == "shaders/lib/look_back.glsl" && strings.Contains(m.Source, "PIECE_") {
			t.Errorf("%v: the sort does not use this part", m)
		}
	}
}

// Each mutant of a shader fits into the bytes that the file has in a test binary.
func TestMutantsFitTheBinary(t *testing.T) {
	for _, pkg := range packages {
		all, err := mutantsOf(repository, pkg)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			if !strings.HasSuffix(m.File, ".glsl") {
				continue
			}
			with, err := fit(m.Apply(), len(m.text))
			if err != nil {
				t.Errorf("%v: %v", m, err)
				continue
			}
			if len(with) != len(m.text) || strings.Count(with, "\n") != strings.Count(m.Apply(), "\n") {
				t.Errorf("%v: has %d bytes of %d, or lost a line", m, len(with), len(m.text))
			}
		}
	}
}

func TestTraceHookIsThere(t *testing.T) {
	text, err := os.ReadFile(repository + "/shaders/assemble.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), traceHook); n != 1 {
		t.Errorf("shaders/assemble.go holds %q %d times, want once", traceHook, n)
	}
}

func TestSurvivorsAreRead(t *testing.T) {
	all, err := parseSurvivors("# comment\n\nq:a/*.glsl boundary\n*\nOf q.\n\na/*.glsl boundary\n  x < y || z\n  Equal by\n  construction.\n\nb.go check #2\n*\nWhy.\n\nc.go drop\n*.g()\nAn end.\n")
	if err != nil {
		t.Fatal(err)
	}
	m := Mutant{File: "a/f.glsl", Operator: "boundary", Source: "x < y || z", Nth: 3}
	if e := explain(all, "p", m); e == nil || e.reason != "Equal by construction." {
		t.Errorf("%v: got %v", m, e)
	}
	if e := explain(all, "q", m); e == nil || e.reason != "Of q." {
		t.Errorf("%v in q: got %v", m, e)
	}
	if e := explain(all, "p", Mutant{File: "c.go", Operator: "drop", Source: "d.f.g()"}); e == nil || e.reason != "An end." {
		t.Errorf("a line by its end: got %v", e)
	}
	for name, m := range map[string]Mutant{
		"end":      {File: "c.go", Operator: "drop", Source: "d.g() // h"},
		"operator": {File: "a/f.glsl", Operator: "logic", Source: "x < y || z"},
		"line":     {File: "a/f.glsl", Operator: "boundary", Source: "x < y"},
		"file":     {File: "a/b/f.glsl", Operator: "boundary", Source: "x < y || z"},
		"number":   {File: "b.go", Operator: "check", Nth: 1},
	} {
		if e := explain(all, "p", m); e != nil {
			t.Errorf("another %s is explained by %q", name, e.reason)
		}
	}
	for _, bad := range []string{"a.go\nx\nWhy.", "a.go check\nx", "a.go check #x\nx\nWhy."} {
		if _, err := parseSurvivors(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
	if _, err := parseSurvivors(survivorsText); err != nil {
		t.Error(err)
	}
}

func TestCoverageIsRead(t *testing.T) {
	got := blocks("mode: set\n" + module + "/scan/a.go:3.5,7.2 4 1\n" + module + "/scan/a.go:9.1,9.9 1 0\n")
	r := reach{Blocks: got, Shaders: map[string]bool{"lib/sync.glsl": true}}
	for _, c := range []struct {
		m    Mutant
		sees bool
	}{
		{Mutant{File: "scan/a.go", Line: 3, Column: 5}, true},
		{Mutant{File: "scan/a.go", Line: 5, Column: 1}, true},
		{Mutant{File: "scan/a.go", Line: 8, Column: 3}, true}, // in no block
		{Mutant{File: "scan/a.go", Line: 9, Column: 3}, false},
		{Mutant{File: "scan/a.go", Line: 9, Column: 1}, false},
		{Mutant{File: "scan/b.go", Line: 5, Column: 1}, false},
		{Mutant{File: "shaders/lib/sync.glsl"}, true},
		{Mutant{File: "shaders/lib/lanes.glsl"}, false},
	} {
		if r.sees(c.m) != c.sees {
			t.Errorf("%v: sees is %v, want %v", c.m, !c.sees, c.sees)
		}
	}
}

// The inputs of a baseline besides the test binary.
func TestSettings(t *testing.T) {
	env := []string{"LP_NATIVE_VECTOR_WIDTH=256", "HOME=/", "COMB_LANES=khr", "COMB_MUTATE_TRACE=x"}
	if got, want := settings([]string{"sh", "run"}, env), "COMB_LANES=khr\nLP_NATIVE_VECTOR_WIDTH=256\nsh\nrun"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if settings(nil, env[:1]) == settings(nil, env[1:]) {
		t.Error("another width has the same settings")
	}
}

func TestBlame(t *testing.T) {
	for output, want := range map[string]outcome{
		"=== RUN\n--- FAIL: TestA (0.1s)\n    --- FAIL: TestA/b":   {Result: killed, By: "TestA"},
		"panic: index out of range":                                {Result: killed, By: "crash: panic: index out of range"},
		"--- FAIL: TestA\n scan/a.glsl does not compile\nerror: x": {Result: invalid},
	} {
		r := runner{kills: map[string]int{}}
		if got := r.blame(result{io.EOF, output}); got != want {
			t.Errorf("%q: got %v, want %v", output, got, want)
		}
	}
	r := runner{kills: map[string]int{}}
	if got := r.blame(result{errTimeout, ""}); got.Result != killed || got.By != "timeout" {
		t.Errorf("timeout: got %v", got)
	}
}

func TestTailKeepsBothEnds(t *testing.T) {
	var out tail
	for range 5 {
		_, _ = out.Write([]byte(strings.Repeat("x", tailBytes)))
	}
	_, _ = out.Write([]byte("end"))
	if s := out.String(); !strings.HasSuffix(s, "xend") || len(s) > 4*tailBytes {
		t.Errorf("kept %d bytes", len(s))
	}
}

func TestParse(t *testing.T) {
	o, err := parse([]string{"-run", "sync", "./scan/"}, io.Discard)
	if err != nil || !slices.Equal(o.packages, []string{"scan"}) || o.run.String() != "sync" {
		t.Errorf("got %+v, %v", o, err)
	}
	if o, err = parse(nil, io.Discard); err != nil || !slices.Equal(o.packages, packages) || o.n != 40 {
		t.Errorf("no arguments: got %+v, %v", o, err)
	}
	for _, bad := range [][]string{{"-n", "0"}, {"-run", "("}, {"-no"}} {
		if _, err := parse(bad, io.Discard); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	all := []Mutant{{File: "a"}, {File: "b"}}
	if got := matching(all, regexp.MustCompile("^b:")); len(got) != 1 || got[0].File != "b" {
		t.Errorf("-run ^b: gave %v", got)
	}
}

// Each mutant is tested once, whatever the number of jobs, and an error ends the run.
func TestJobsShareTheMutants(t *testing.T) {
	for _, jobs := range []int{1, 3, 9} {
		t.Run(fmt.Sprint("jobs=", jobs), func(t *testing.T) {
			r := runner{folder: t.TempDir()}
			all := make([]Mutant, 7)
			for i := range all {
				all[i] = Mutant{File: "a.go", Line: i + 1} // no test sees it
			}
			found := map[int]int{}
			err := r.testAll(all, []int{0, 2, 3, 6}, jobs, func(i int, o outcome) {
				found[i]++
				if o.Result != survived {
					t.Errorf("mutant %d: %v", i, o)
				}
			})
			if err != nil || len(found) != 4 || found[0]+found[2]+found[3]+found[6] != 4 {
				t.Errorf("found %v, %v", found, err)
			}
			if err := (&runner{folder: "/dev/null"}).testAll(all, []int{1}, jobs, func(int, outcome) {}); err == nil {
				t.Error("a folder that cannot be made is no error")
			}
		})
	}
}
