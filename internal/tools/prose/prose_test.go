// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func found(file, text string) (all []string) {
	for _, f := range findings(prose(file, text), words) {
		all = append(all, f.String())
	}
	return all
}

func TestFindings(t *testing.T) {
	wide := strings.Repeat("word ", 21)
	for name, c := range map[string]struct {
		file, text string
		want       []string
	}{
		"good":                 {"a.md", "A kernel publishes its sum.\n", nil},
		"word":                 {"a.md", "A\ntile tells it.\n", []string{`a.md:2: "tells"`}},
		"phrase":               {"a.md", "It gives way to it.\n", []string{`a.md:1: "gives way"`}},
		"part of a word":       {"a.md", "A storyteller lends nothing.\n", []string{`a.md:1: "lends"`}},
		"code":                 {"a.md", "`gpu.ReduceThenScan` is a name.\n```\nit tells\n```\n~~~go\ntold\n~~~\nend\n", nil},
		"link":                 {"a.md", "[this](tell.md) is a link\n", nil},
		"generated":            {"a.md", "<!-- figures -->\nit tells\n<!-- /figures -->\nit told\n", []string{`a.md:4: "told"`}},
		"wide":                 {"a.md", wide + "\n", []string{"a.md:1: 105 columns"}},
		"wide table":           {"a.md", "| " + wide + " |\n", nil},
		"word of a table":      {"a.md", "| it tells |\n", []string{`a.md:1: "tells"`}},
		"wide address":         {"a.md", "- https://" + strings.Repeat("a", 100) + "\n", nil},
		"wide comment":         {"a.go", "package a\n\n// " + wide + "\n", []string{"a.go:3: 108 columns"}},
		"wide code":            {"a.go", "package a\n\nvar a = `" + wide + "` // tells\n", []string{`a.go:3: "tells"`}},
		"string":               {"a.go", "package a\n\nvar a = \"// tells\"\n", nil},
		"error":                {"a.go", "package a\n\nvar a = errors.New(\"it \" +\n\t\"tells\")\n", []string{`a.go:4: "tells"`}},
		"error with a format":  {"a.go", "package a\n\nvar a = fmt.Errorf(\"%s tells: %w\", \"told\", b)\n", []string{`a.go:3: "tells"`}},
		"wide error":           {"a.go", "package a\n\nvar a = errors.New(\"" + wide + "\")\n", nil},
		"flag":                 {"a.go", "package a\n\nvar a = flag.Bool(\"tells\", false, \"knows it\")\n", []string{`a.go:3: "knows"`}},
		"flag of a set":        {"a.go", "package a\n\nfunc b() { f.IntVar(&a, \"a\", 1, \"asks\"); f.Func(\"a\", \"told\", func(string) error { return nil }) }\n", []string{`a.go:3: "asks"`, `a.go:3: "told"`}},
		"usage":                {"a.go", "package a\n\nconst usage = `one\ntwo tells`\n\nfunc help() string { return \"told\" }\n", []string{`a.go:4: "tells"`, `a.go:6: "told"`}},
		"other call":           {"a.go", "package a\n\nvar a = log.Print(\"tells\")\n", nil},
		"tabs":                 {"a.go", "package a\n\nfunc a() {\n\t" + "// " + strings.Repeat("a", 94) + "\n}\n", []string{"a.go:4: 101 columns"}},
		"block comment":        {"a.go", "package a\n\n/* one\ntwo tells\n*/\n", []string{`a.go:4: "tells"`}},
		"directive":            {"a.go", "package a\n\n//go:generate tells\n", nil},
		"shader":               {"a.glsl", "// fine\nint a; // it hears\n", []string{`a.glsl:2: "hears"`}},
		"script":               {"a.sh", "#!/bin/sh tells\n# tells\necho tells\n", []string{`a.sh:2: "tells"`}},
		"runes and not bytes":  {"a.md", strings.Repeat("µ ", 50) + "\n", nil},
		"other kinds of files": {"a.json", "tells", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := found(c.file, c.text)
			if len(got) != len(c.want) {
				t.Fatalf("got %q, want %q", got, c.want)
			}
			for i, want := range c.want {
				if !strings.HasPrefix(got[i], want) {
					t.Errorf("got %q, want %q", got[i], want)
				}
			}
		})
	}
}

func TestSentences(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		want       []int // words of each
	}{
		"two":            {"a.md", "One two three. Four\nfive six!\n", []int{3, 3}},
		"list":           {"a.md", "- one two\n- three\n  four five\n", []int{2, 3}},
		"paragraphs":     {"a.md", "# Title\none two\n\nthree\n", []int{1, 2, 1}},
		"decimal points": {"a.md", "It takes 1.5 us.\n", []int{4}},
		"et al.":         {"a.md", "Smith et al. 2025 show it.\n", []int{6}},
		"table":          {"a.md", "| one. | two. |\n", nil},
		"comments":       {"a.go", "package a\n\n// One two\n// three.\n//\n//\tcode here\nvar a int // four\n", []int{3, 2, 1}},
		"bold":           {"a.md", "**One two.** Three.\n", []int{2, 1}},
		"no words":       {"a.md", "- one -- two\n", []int{2}},
		"messages":       {"a.go", "package a\n\n// One two.\nvar a = errors.New(\"three four five\")\n", []int{2}},
	} {
		t.Run(name, func(t *testing.T) {
			got := sentences(prose(c.file, c.text))
			if len(got) != len(c.want) {
				t.Fatalf("got %+v, want %v words", got, c.want)
			}
			for i, want := range c.want {
				if got[i].words != want {
					t.Errorf("got %+v, want %d words", got[i], want)
				}
			}
		})
	}
	text := "First.\nSecond\n" + strings.Repeat("word ", maxWords) + ".\n"
	long := longSentences(prose("a.md", text))
	if len(long) != 1 || long[0].line != 2 || long[0].words != maxWords+1 {
		t.Errorf("got %+v, want one sentence of %d words in line 2", long, maxWords+1)
	}
}

func TestAllowed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "allowed.txt")
	one := finding{"a.md", 3, true, `"tells"`}
	wide := finding{"b.md", 1, false, "120 columns"}
	var out strings.Builder
	if err := countOf([]finding{one, one, wide}).update(&out, path, nil); err != nil {
		t.Fatal(err)
	}
	if err := countOf([]finding{one}).update(&out, path, ledger{}); err == nil {
		t.Error("a finding is added to an empty list")
	}
	allowed, err := readAllowed(path)
	if err != nil || allowed["a.md"] != (counts{0, 2}) || allowed["b.md"] != (counts{1, 0}) {
		t.Fatalf("got %v, %v", allowed, err)
	}
	for name, c := range map[string]struct {
		all     []finding
		bad     bool
		says    string
		updates bool
	}{
		"as many":   {[]finding{one, one, wide}, false, "", true},
		"fewer":     {[]finding{one}, false, "2 files have fewer", true},
		"more":      {[]finding{one, one, one, wide}, true, "a.md: 3 findings, 2 are allowed", false},
		"new file":  {[]finding{{"c.md", 1, true, `"told"`}}, true, `c.md:1: "told"`, true},
		"elsewhere": {[]finding{one, {"c.md", 1, true, `"told"`}, wide}, true, `c.md:1: "told"`, true},
		"other":     {[]finding{wide, wide}, true, "b.md: 2 findings", false},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			now := countOf(c.all)
			if err := now.compare(&out, allowed, c.all); (err != nil) != c.bad || !strings.Contains(out.String(), c.says) {
				t.Errorf("compare: %v\n%s", err, out.String())
			}
			to := filepath.Join(t.TempDir(), "allowed.txt")
			if err := now.update(&out, to, allowed); (err == nil) != c.updates {
				t.Errorf("update: %v", err)
			}
		})
	}
	for _, bad := range []string{"a.md 1\n", "a.md 1 x\n", "a.md -1 0\n", "a.md 1 1\na.md 1 1\n"} {
		if err := os.WriteFile(path, []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		if l, err := readAllowed(path); err == nil {
			t.Errorf("%q: got %v, want an error", bad, l)
		}
	}
}

func TestParseWordsPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a line without a tab did not panic")
		}
	}()
	parseWords("word\n")
}

// Every relative link of every Markdown file leads to a file and a heading.
func TestLinks(t *testing.T) {
	t.Chdir("../../..")
	paths, err := listed(nil)
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, file := range paths {
		if kindOf(file) != markdown {
			continue
		}
		files++
		bad, err := badLinks(".", file)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range bad {
			t.Error(b)
		}
	}
	if files < 5 {
		t.Errorf("found %d Markdown files: the test checks nothing", files)
	}
}

func TestBadLinks(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("b.md", "# A title, with `code`\n\n## Two-part\n```\n# not one\n```\n")
	write("a.md", "[1](b.md) [2](b.md#a-title-with-code) [3](#here) [4](https://no.where/x.md)\n# Here\n"+
		"[5](c.md)\n[6](b.md#no) [7](../x.md)\n`[8](c.md)`\n[9](b.md#two-part) [10](b.md#not-one)\n")
	bad, err := badLinks(root, "a.md")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a.md:3: c.md", "a.md:4: b.md#no", "a.md:4: ../x.md", "a.md:6: b.md#not-one"}
	if len(bad) != len(want) {
		t.Fatalf("got %q, want %q", bad, want)
	}
	for i := range want {
		if !strings.HasPrefix(bad[i], want[i]+": ") {
			t.Errorf("got %q, want %q", bad[i], want[i])
		}
	}
}
