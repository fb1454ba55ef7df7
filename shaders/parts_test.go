// SPDX-License-Identifier: MIT

package shaders

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const family = "all\n#part one\n1a\n#include \"b\"\n#part two\n2a\n#include <S>\n#part one two // shared\nboth\n#part three\n3a"

func TestIncludePartOfFile(t *testing.T) {
	fs := tree("a", "first\n#include \"f#one\"\n#include \"f#two\"\n#include \"f#one\"\nlast", "f", family, "b", "b1")
	src, err := Assemble(Request{File: "a", FS: fs, Slots: map[string]Snippet{"S": {File: "f#three"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := "#version 430 core\n#line 10001\nfirst\n" +
		"#line 20001\nall\n#line 20003\n1a\n#line 30001\nb1\n#line 20005\n#line 20009\nboth\n#line 10003\n" +
		"#line 40001\nall\n#line 40006\n2a\n#line 50001\nall\n#line 50011\n3a\n#line 40008\n#line 40009\nboth\n#line 10004\n#line 10005\nlast\n"
	if src.Text != want {
		t.Errorf("got\n%s\nwant\n%s", src.Text, want)
	}
	if got := strings.Join(src.Names, " "); got != "(constants) a f#one b f#two f#three" {
		t.Errorf("names %s", got)
	}
	if got := src.Explain("0:20009(1): error"); got != "f#one:9: error\n    | both" {
		t.Error(got)
	}
}

func TestMissingPartsAreReported(t *testing.T) {
	for file, wantText := range map[string]string{
		"f#four": `got "f#four", want a part of the file: one, two, three: cannot include`, "f": `got "f", want a part of the file: one, two, three`,
		"b#one": `got "b#one", want a part of the file: `, "bad#one": "bad#one:2: got #part without names", "f#": `"f#"`,
	} {
		_, err := Assemble(Request{File: file, FS: tree("f", family, "b", "b1", "bad", "x\n#part\n")})
		if !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), wantText) {
			t.Errorf("%s: %v, want %q", file, err, wantText)
		}
	}
	if got := PartsOf(family); !slices.Equal(got, []string{"one", "two", "three"}) {
		t.Error(got)
	}
	// A caller's text has no parts: the driver refuses the line.
	src, err := Assemble(Request{File: "a", FS: tree("a", "#include <S>"), Slots: map[string]Snippet{"S": {Text: "x\n#part one\ny"}}})
	if err != nil || !strings.Contains(src.Text, "x\n#part one\ny\n") {
		t.Errorf("%v\n%s", err, src.Text)
	}
}

// Each part of a file in the repository has a line of its own, and each file with parts has more
// than one.
func TestFilesWithPartsHaveSeveral(t *testing.T) {
	families := 0
	for name, path := range onDisk(t) {
		data, err := os.ReadFile(filepath.FromSlash(path))
		if err != nil {
			t.Fatal(err)
		}
		parts := PartsOf(string(data))
		if parts == nil {
			continue
		}
		families++
		if len(parts) < 2 {
			t.Errorf("%s has only the part %s", name, parts[0])
		}
		for _, part := range parts {
			if _, err := inPart(name, part, strings.Split(string(data), "\n")); err != nil {
				t.Error(err)
			}
		}
	}
	if families == 0 {
		t.Error("no file has parts")
	}
}
