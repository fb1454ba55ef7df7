// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// former are files that name identifiers which the code had before.
var former = map[string]bool{"CHANGELOG.md": true, "docs/style.md": true}

// others are identifiers of the libraries in docs/features.md.
var others = []string{"ReduceNonCommutative", "KeyValueSoaSorter", "DeviceTopK", "DeviceScan", "DeviceSegmentedSort"}

// The files, tests and identifiers that the book names exist. docs/slots.md is made from the code,
// and names files as includes do.
func TestNames(t *testing.T) {
	t.Chdir("../../..")
	paths, err := listed(nil)
	if err != nil {
		t.Fatal(err)
	}
	tests, err := testsOf(paths)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := identifiersOf(paths)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range others {
		ids.used[name] = true
	}
	for _, file := range paths {
		if kindOf(file) != markdown || strings.HasPrefix(file, "bench/") || file == "docs/slots.md" {
			continue
		}
		now := ids
		if former[file] {
			now = nil
		}
		bad, err := badNames(".", file, tests, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range bad {
			t.Error(b)
		}
	}
	if len(tests) < 100 {
		t.Errorf("found %d tests: the test checks nothing", len(tests))
	}
}

func TestBadNames(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"gpu/a.go":           "package gpu\n\n// Gone is gone.\ntype Inner struct{ In int }\ntype Thing struct{ Inner; Size int }\nfunc (Thing) Run() {}\nvar found = \"Src\"\n",
		"shaders/lib/b.glsl": "uint lookBack(); // looksFirst\n",
		"a.md": "gpu/a.go (gpu/a.go) `lib/b.glsl`, out/c.json and [x](gpu/none.go)\n`gpu/b.go` | shaders/c.glsl\n`TestA` `TestB`\n```\ngpu/d.go\n```\n" +
			"`gpu.Thing` `gpu.Gone` `Gone` `Src` `lookBack` `looksFirst` `glFoo` `some words` `a.md`\n" +
			"`Thing.Run` `(*Thing).Run()` `gpu.Thing.In` `Thing.Walk` `gpu.Thing.Fly`\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ids, err := identifiersOf([]string{filepath.Join(root, "gpu/a.go"), filepath.Join(root, "shaders/lib/b.glsl")})
	if err != nil {
		t.Fatal(err)
	}
	bad, err := badNames(root, "a.md", map[string]bool{"TestA": true}, ids)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a.md:2: there is no file gpu/b.go", "a.md:2: there is no file shaders/c.glsl", "a.md:3: there is no test TestB",
		"a.md:7: the code has no gpu.Gone", "a.md:7: the code has no Gone", "a.md:7: the code has no looksFirst",
		"a.md:8: the code has no Thing.Walk", "a.md:8: the code has no Thing.Fly"}
	if strings.Join(bad, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", bad, want)
	}
}
