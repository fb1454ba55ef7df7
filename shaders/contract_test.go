// SPDX-License-Identifier: MIT

package shaders

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/combgl/comb/shaders/slots"
)

var openedSlot = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]+<([^>\n]*)>`)

// Every #include <SLOT> of every file has one contract, and every contract has that line in each
// file that it names.
func TestEverySlotHasAContract(t *testing.T) {
	known := map[string]int{}
	for _, c := range slots.All() {
		for _, opener := range c.Openers {
			known[c.Slot+" in "+opener]++
		}
	}
	opened := 0
	for name, path := range onDisk(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for piece, text := range piecesOf(t, name, string(text)) {
			for _, m := range openedSlot.FindAllStringSubmatch(text, -1) {
				opened++
				place := m[1] + " in " + piece
				if known[place] != 1 {
					t.Errorf("the slot %s has %d contracts in shaders/slots, want 1", place, known[place])
				}
				delete(known, place)
			}
		}
	}
	for place := range known {
		t.Errorf("shaders/slots has a contract for %s, and there is no such line", place)
	}
	if opened < 80 {
		t.Errorf("there are %d slots: the test looks at nothing", opened)
	}
}

// piecesOf are the texts of a file's parts, or the file's own, by name.
func piecesOf(t *testing.T, name, text string) map[string]string {
	t.Helper()
	parts := PartsOf(text)
	if parts == nil {
		return map[string]string{name: text}
	}
	lines := strings.Split(text, "\n")
	all := map[string]string{}
	for _, part := range parts {
		in, err := inPart(name, part, lines)
		if err != nil {
			t.Fatal(err)
		}
		var its []string
		for i, line := range lines {
			if in[i] {
				its = append(its, line)
			}
		}
		all[name+"#"+part] = strings.Join(its, "\n")
	}
	return all
}

func TestContractsParse(t *testing.T) {
	forms := regexp.MustCompile(`^(#define \w+(\([a-z, ]+\))?|struct \w+|const \w+ \w+|\w+ \w+\(((inout |out )?\w+ \w+(\[[^\]]+\])?(, )?)*\))$`)
	a := assembler{}
	for _, c := range slots.All() {
		if !strings.HasSuffix(c.Says, ".") || len(strings.Fields(c.Says)) > 35 || len(c.Openers) == 0 {
			t.Errorf("%s of %v: %q is no sentence of at most 35 words", c.Slot, c.Openers, c.Says)
		}
		for _, want := range c.Defines {
			if d := a.definition(want); !forms.MatchString(want) || d.head == "" || d.name == "" {
				t.Errorf("%s: %q is read as %+v", c.Slot, want, d)
			}
		}
	}
}

// A contract of this test's own, for the slot S of the file "kernel".
func withContract(t *testing.T, defines ...string) {
	t.Helper()
	place := [2]string{"S", "kernel"}
	contracts[place] = &slots.Contract{Slot: "S", Openers: []string{"kernel"}, Says: "A slot of this test.", Defines: defines}
	t.Cleanup(func() { delete(contracts, place) })
}

func TestContractViolationIsRefused(t *testing.T) {
	const function = "VALUE f(uint i, inout vec3 at, uint v[N])"
	for _, c := range []struct {
		want, fill string
		kept       bool
	}{
		{function, "VALUE f(uint i, inout vec3 at, uint v[N]) { return 0u; }", true},
		{function, "  VALUE  f (in uint other,\n  inout vec3 place, const uint w[N])\n{\n}", true},
		{function, "uint f(uint i, inout vec3 at, uint v[N]) { return 0u; }", true}, // VALUE is uint
		{function, "#define f(i, at, v) g(i)", true},
		{function, "#include \"own\"", true}, // included before, in front of the slot
		{function, "VALUE g(uint i, inout vec3 at, uint v[N]) { return f(i, at, v); }", false},
		{function, "VALUE f(uint i, inout vec3 at, uint v[N]);", false},
		{function, "// VALUE f(uint i, inout vec3 at, uint v[N]) {", false},
		{function, "VALUE f(uint i, vec3 at, uint v[N]) {}", false},
		{function, "VALUE f(uint i, inout vec3 at, uint v) {}", false},
		{function, "VALUE f(uint i, inout vec3 at) {}", false},
		{function, "int f(uint i, inout vec3 at, uint v[N]) {}", false},
		{"void f()", "void f() {}", true},
		{"void f()", "void f(uint i) {}", false},
		{"const uint SIZE", "const uint SIZE = 3u;", true},
		{"const uint SIZE", "#  define SIZE 3u", true},
		{"const uint SIZE", "uint SIZE = 3u;", false},
		{"struct S", "struct S {\n};", true},
		{"struct S", "S s;", false},
		{"#define KEY", "#define KEY uint", true},
		{"#define KEY", "#define KEYS uint", false},
		{"#define KEY(low, high)", "#define KEY(a, b) a", true},
		{"DECIDED DECIDE(uint i)", "bool keep(uint i) { return true; }", true}, // constants
		{"DECIDED DECIDE(uint i)", "uint keep(uint i) { return 1u; }", false},
	} {
		t.Run(c.want+" by "+c.fill, func(t *testing.T) {
			withContract(t, c.want)
			files := tree("kernel", "#include \"own\"\n#include <S>\n", "fill", c.fill+"\n", "own", "")
			if strings.Contains(c.fill, "own") {
				files = tree("kernel", "#include \"own\"\n#include <S>\n", "fill", c.fill+"\n", "own", c.want+" {}\n")
			}
			constants := Constants{"VALUE": "uint", "DECIDED": "bool", "DECIDE": "keep"}
			_, err := Assemble(Request{File: "kernel", FS: files, Constants: constants, Slots: map[string]Snippet{"S": {File: "fill"}}})
			if (err == nil) != c.kept || err != nil && !errors.Is(err, ErrSlot) {
				t.Errorf("%v, want it kept: %v", err, c.kept)
			}
			src, err := Assemble(Request{File: "kernel", FS: files, Constants: constants, Slots: map[string]Snippet{"S": {Name: "mine", Text: c.fill, Own: true}}})
			if noted := strings.Contains(src.Explain("no"), "\nmine, in slot <S> of kernel, does not define "); err != nil || noted == c.kept {
				t.Errorf("as a text: %v, noted: %v, want it kept: %v", err, noted, c.kept)
			}
		})
	}
}

func TestContractErrorNamesSlotAndFunction(t *testing.T) {
	withContract(t, "uint f(uint i)", "DECIDED DECIDE(uint i)")
	files := tree("kernel", "\n#include <S>\n", "fill", "uint f(uint i) { return 0u; }\n")
	_, err := Assemble(Request{File: "kernel", FS: files, Constants: Constants{"DECIDE": "part", "DECIDED": "uint"}, Slots: map[string]Snippet{"S": {File: "fill"}}})
	if want := "shaders: Assemble: fill, in slot <S> of kernel, does not define uint part(uint i): " + ErrSlot.Error(); fmt.Sprint(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A caller may define things in ways that no table lists, so the driver decides. Explain adds
// definitions whose names do not occur at all.
func TestExplainListsMissingDefinitions(t *testing.T) {
	for text, lacks := range map[string]bool{
		"bool keep(float x) { return true; }": false,
		"#define keep(x) true":                false,
		"#define K(x) k##x\nbool K(eep)();":   false,
		"#include \"mine\"":                   false,
		"bool keeps(uint i) { return true; }": true,
		"// keep\n/* keep */":                 true,
		"":                                    true,
	} {
		t.Run(text, func(t *testing.T) {
			withContract(t, "bool keep(uint i)")
			files := tree("kernel", "// keep\n#include <S>\n", "mine", "bool keep(uint i) { return true; }\n")
			src, err := Assemble(Request{File: "kernel", FS: files, Slots: map[string]Snippet{"S": {Name: "mine.glsl", Text: text}}})
			if err != nil {
				t.Fatal(err)
			}
			want := "0:990001: error"
			if lacks {
				want += "\nmine.glsl, in slot <S> of kernel, does not define bool keep(uint i)"
			}
			if got := src.Explain("0:990001: error"); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// The note has the caller's types in place of the names of constants.
func TestMissingDefinitionsHaveTheCallersTypes(t *testing.T) {
	withContract(t, "bool keep(RECORD r, out uint key)")
	src, err := Assemble(Request{File: "kernel", FS: tree("kernel", "#include <S>\n"), Constants: Constants{"RECORD": "Body"}, Slots: map[string]Snippet{"S": {Name: "mine", Text: "int x;"}}})
	if got := src.Explain("no"); err != nil || !strings.HasSuffix(got, "does not define bool keep(Body r, out uint key)") {
		t.Errorf("%v: %s", err, got)
	}
}
