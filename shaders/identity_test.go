// SPDX-License-Identifier: MIT

package shaders

import (
	"errors"
	"strings"
	"testing"
)

// Every change of a text changes its identity. The same request always has the same identity.
func TestIdentityChangesWithText(t *testing.T) {
	slot := func(file, name, text string) map[string]Snippet {
		return map[string]Snippet{"S": {file, name, text, false}}
	}
	requests := []Request{
		{File: "a"}, {File: "b"}, {File: "a", Version: 450}, {File: "a", Extensions: []string{"X"}}, {File: "a", Extensions: []string{"X", "Y"}}, {File: "a", Extensions: []string{"X Y"}},
		{File: "a", Constants: Constants{"N": 1}}, {File: "a", Constants: Constants{"N": uint32(1)}}, {File: "a", Constants: Constants{"N": "1 2"}}, {File: "a", Constants: Constants{"M": 1, "N": 2}},
		{File: "a", Slots: slot("f", "", "")}, {File: "a", Slots: slot("", "f", "")}, {File: "a", Slots: slot("", "", "f")}, {File: "a", Slots: slot("", "", "f\n")}, {File: "a", Slots: map[string]Snippet{"S": {Text: "f", Own: true}}},
		{File: "a", Slots: map[string]Snippet{"T": {File: "f"}}}, {File: "a", Slots: map[string]Snippet{"S": {File: "f"}, "T": {File: "f"}}},
	}
	seen := map[string]int{}
	for i, r := range requests {
		one, err := r.Identity()
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := r.Identity(); again != one {
			t.Errorf("request %d: another identity when asked again", i)
		}
		if before, ok := seen[one]; ok {
			t.Errorf("requests %d and %d have one identity", before, i)
		}
		seen[one] = i
	}
	if _, err := (Request{File: "a", Constants: Constants{"n": 1}}).Identity(); !errors.Is(err, ErrConstant) {
		t.Errorf("a constant's name: %v", err)
	}
	// Files that are not the embedded ones may change under a name.
	for _, text := range []string{"x", "y"} {
		one, err := Request{File: "a", FS: tree("a", text)}.Identity()
		if _, ok := seen[one]; err != nil || ok {
			t.Errorf("%q: %v, seen before: %v", text, err, ok)
		}
		seen[one] = len(seen)
	}
}

// An identity is of all folders that a text may come from.
func TestIncludedFolders(t *testing.T) {
	r := Request{File: "scan/x.comp.glsl", Slots: map[string]Snippet{
		"A": {File: "radix/y.glsl"}, "B": {Text: "int a;\n  #include \"hair/z.glsl\" // z\n#include <C>\n// \"grid/no\"\n"}, "C": {Name: "soak/no"},
	}}
	if got, want := strings.Join(r.included(), " "), "hair lib radix scan"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	if _, err := (Request{File: "nowhere/x.glsl"}).Identity(); !errors.Is(err, ErrMissing) {
		t.Error(err)
	}
	files["identity"] = tree("x.glsl", "x")
	defer delete(files, "identity")
	one, err := sumOf("lib")
	if other, err2 := sumOf("identity"); err != nil || err2 != nil || one == other {
		t.Error(one, other, err, err2)
	}
}
