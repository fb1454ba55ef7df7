// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files and tests that the book names exist. docs/slots.md is made from the code, and names
// files as includes do.
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
	for _, file := range paths {
		if kindOf(file) != markdown || strings.HasPrefix(file, "bench/") || file == "docs/slots.md" {
			continue
		}
		bad, err := badNames(".", file, tests)
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
		"gpu/a.go": "", "shaders/lib/b.glsl": "",
		"a.md": "gpu/a.go (gpu/a.go) `lib/b.glsl`, out/c.json and [x](gpu/none.go)\n`gpu/b.go` | shaders/c.glsl\n`TestA` `TestB`\n```\ngpu/d.go\n```\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	bad, err := badNames(root, "a.md", map[string]bool{"TestA": true})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a.md:2: there is no file gpu/b.go", "a.md:2: there is no file shaders/c.glsl", "a.md:3: there is no test TestB"}
	if strings.Join(bad, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", bad, want)
	}
}
