// SPDX-License-Identifier: MIT

package comb_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

// The program in README.md builds and runs as it is written, and prints what its last comment says.
func TestReadmeProgram(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(text), "```go\npackage main\n")
	program, _, found := strings.Cut(program, "```\n")
	_, want, commented := strings.Cut(program, "// waits: ")
	want, _, _ = strings.Cut(want, "\n")
	if !found || !commented {
		t.Fatal("README.md has no Go program with a comment that begins with \"waits: \"")
	}
	got, err := runSource(t, "package main\n"+program)
	if err != nil || got != want {
		t.Errorf("it prints %q (%v), README.md says %q", got, err, want)
	}
}

// runSource builds a program from a page, which must be formatted as gofmt does, and returns what
// it prints.
func runSource(t *testing.T, code string) (string, error) {
	t.Helper()
	folder := t.TempDir()
	source, binary := filepath.Join(folder, "main.go"), filepath.Join(folder, "program")
	if err := os.WriteFile(source, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gofmt", "-l", source).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt: %v, %s", err, out)
	}
	if out, err := exec.Command("go", "build", "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	gputest.Device(t) // skips where there is no OpenGL
	out, err := exec.Command(binary).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// The figures in README.md are those that the committed results make in docs/performance.md.
func TestReadmeFigures(t *testing.T) {
	columns := map[string]map[string]string{} // by heading and n
	for _, table := range tablesOf(t, "docs/performance.md") {
		for _, row := range table[1:] {
			for i, cell := range row {
				at := table[0][i]
				if columns[at] == nil {
					columns[at] = map[string]string{}
				}
				if _, twice := columns[at][row[0]]; !twice {
					columns[at][row[0]] = cell
				}
			}
		}
	}
	names := map[string]string{"compact, half kept": "compact, 50 % kept"}
	checked := 0
	for _, table := range tablesOf(t, "README.md") {
		if table[0][0] != "call" {
			continue
		}
		for _, row := range table[1:] {
			name := row[0]
			if other := names[name]; other != "" {
				name = other
			}
			for i := 1; i < len(row); i++ {
				n, _, _ := strings.Cut(table[0][i], " ")
				from := columns[name][n]
				if got := strings.TrimSuffix(row[i], ")"); got == "" || !strings.HasPrefix(from, got+" /") {
					t.Errorf("%s at %s is %q, docs/performance.md has %q", row[0], n, row[i], from)
				}
				checked++
			}
		}
	}
	if checked != 15 {
		t.Errorf("README.md has %d figures in its table of calls, want 15", checked)
	}
}

// tablesOf are the cells of a Markdown file's tables, the heading first.
func tablesOf(t *testing.T, path string) (tables [][][]string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	within := false
	for _, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "|") {
			within = false
			continue
		}
		var row []string
		for _, cell := range strings.Split(strings.Trim(line, "|"), "|") {
			row = append(row, strings.TrimSpace(cell))
		}
		if !within {
			tables = append(tables, nil)
			within = true
		}
		last := &tables[len(tables)-1]
		if !strings.HasPrefix(row[0], "---") {
			*last = append(*last, row)
		}
	}
	return tables
}

// Each row of the first table of docs/features.md has a row in the table of tests, which names a
// test and an example, or says in brackets why there is none. They are in that package.
func TestFeaturesNameTheirTests(t *testing.T) {
	var features, tested [][]string
	for _, table := range tablesOf(t, "docs/features.md") {
		switch {
		case len(table[0]) > 1 && table[0][1] == "comb" && features == nil:
			features = table[1:]
		case len(table[0]) == 3 && table[0][1] == "tests":
			tested = table[1:]
		}
	}
	features = slices.DeleteFunc(features, func(row []string) bool { return row[0] == "runs on" })
	for _, what := range rowsDiffer(underHeadings(tested), underHeadings(features)) {
		t.Errorf("docs/features.md: %s", what)
	}
	for _, row := range tested {
		for _, cell := range row[1:] {
			if heading := strings.HasPrefix(row[0], "**"); heading || strings.HasPrefix(cell, "(") {
				continue
			}
			if cell == "" {
				t.Errorf("%s: an empty cell", row[0])
			}
			pkg, names, _ := strings.Cut(cell, ": ")
			for _, name := range strings.Split(names, ", ") {
				if name = strings.Trim(name, "`"); name != "" && !declares(t, pkg, name) {
					t.Errorf("%s: package %s has no %s", row[0], pkg, name)
				}
			}
		}
	}
}

// underHeadings are the first cells of rows, each behind the heading that it stands under.
func underHeadings(rows [][]string) (names []string) {
	heading := ""
	for _, row := range rows {
		if strings.HasPrefix(row[0], "**") {
			heading = strings.Trim(row[0], "*") + ": "
		}
		names = append(names, heading+row[0])
	}
	return names
}

// rowsDiffer says how the rows of the table of tests differ from those of the features.
func rowsDiffer(got, want []string) (all []string) {
	for _, name := range want {
		if !slices.Contains(got, name) {
			all = append(all, fmt.Sprintf("%q has no row in the table of tests at the end", name))
		}
	}
	for _, name := range got {
		if !slices.Contains(want, name) {
			all = append(all, fmt.Sprintf("the table of tests has a row %q, the first table has none", name))
		}
	}
	if all != nil || slices.Equal(got, want) {
		return all
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return []string{fmt.Sprintf("row %d of the table of tests is %q, the first table has %q there", i+1, got[i], want[i])}
		}
	}
	return []string{fmt.Sprintf("the table of tests has %d rows, the first table %d", len(got), len(want))}
}

// A row that lacks its entry is named, and so is one that stands elsewhere.
func TestFeaturesDiffer(t *testing.T) {
	want := []string{"**scan**", "a", "**sort**", "a", "b"}
	for _, c := range []struct {
		got  []string
		want string
	}{
		{want, ""},
		{[]string{"**scan**", "a", "**sort**", "b"}, `"sort: a" has no row in the table of tests at the end`},
		{[]string{"**scan**", "a", "c", "**sort**", "a", "b"}, `the table of tests has a row "scan: c", the first table has none`},
		{[]string{"**scan**", "a", "**sort**", "b", "a"}, `row 4 of the table of tests is "sort: b", the first table has "sort: a" there`},
		{append(slices.Clone(want), "b"), "the table of tests has 6 rows, the first table 5"},
	} {
		rows := func(names []string) (rows [][]string) {
			for _, name := range names {
				rows = append(rows, []string{name})
			}
			return rows
		}
		if got := strings.Join(rowsDiffer(underHeadings(rows(c.got)), underHeadings(rows(want))), "; "); got != c.want {
			t.Errorf("%q: %s, want %s", c.got, got, c.want)
		}
	}
}

// declares reports whether a test file of a package declares a function.
func declares(t *testing.T, pkg, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pkg, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}
