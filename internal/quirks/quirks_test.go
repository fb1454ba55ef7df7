// SPDX-License-Identifier: MIT

package quirks

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// page renders the tables of docs/drivers.md.
func page() string {
	var b strings.Builder
	row := func(cells ...string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	row("driver", "symptom", "workaround in code", "test", "upstream")
	b.WriteString("|---|---|---|---|---|\n")
	for _, q := range Wrong {
		row(q.Driver, q.Symptom, q.Workaround, q.Test, q.Upstream)
	}
	b.WriteString("\f")
	row("driver", "symptom", "workaround in code", "test", "measurement", "upstream")
	b.WriteString("|---|---|---|---|---|---|\n")
	for _, q := range Slow {
		row(q.Driver, q.Symptom, q.Workaround, q.Test, q.Note, q.Upstream)
	}
	b.WriteString("\f")
	row("driver", "symptom", "workaround in code", "test", "upstream")
	b.WriteString("|---|---|---|---|---|\n")
	for _, q := range Missing {
		row(q.Driver, q.Symptom, q.Workaround, q.Test, q.Upstream)
	}
	return b.String()
}

func TestDocsShowTheQuirks(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join(root, "docs/drivers.md"))
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, line := range strings.Split(string(doc), "\n") {
		if strings.HasPrefix(line, "|") {
			shown = append(shown, line)
		}
	}
	want := strings.Split(strings.TrimSpace(strings.ReplaceAll(page(), "\f", "")), "\n")
	for i, line := range want {
		if i >= len(shown) || shown[i] != line {
			t.Fatalf("row %d of docs/drivers.md differs, want\n%s", i, line)
		}
	}
	if len(shown) != len(want) {
		t.Errorf("docs/drivers.md has %d rows, want %d", len(shown), len(want))
	}
}

// goFiles calls f with each Go file of the repository.
func goFiles(t *testing.T, f func(path, text string)) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "out") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		files++
		f(filepath.ToSlash(strings.TrimPrefix(path, root+"/")), string(text))
		return err
	})
	if err != nil || files < 100 {
		t.Fatalf("%d Go files: %v", files, err)
	}
}

func TestQuirkTestsExist(t *testing.T) {
	tests := regexp.MustCompile("`(Test[A-Za-z0-9]+)`")
	missing := map[string]bool{}
	for _, q := range append(append(append([]Quirk{}, Wrong...), Slow...), Missing...) {
		if q.Driver == "" || q.Symptom == "" || q.Workaround == "" || q.Test == "" || q.Upstream == "" {
			t.Errorf("an empty cell: %+v", q)
		}
		for _, m := range tests.FindAllStringSubmatch(q.Test, -1) {
			missing[m[1]] = true
		}
		for _, file := range regexp.MustCompile(`[a-z/_]+_test\.go`).FindAllString(q.Test, -1) {
			if _, err := os.Stat(filepath.Join(root, file)); err != nil {
				t.Error(err)
			}
		}
	}
	goFiles(t, func(_, text string) {
		for name := range missing {
			if strings.Contains(text, "\nfunc "+name+"(") {
				delete(missing, name)
			}
		}
	})
	for name := range missing {
		t.Errorf("there is no %s", name)
	}
}

// drivers are names that only this package may hold in a string that code compares with another.
var drivers = regexp.MustCompile(`(?i)nvidia|\bmesa\b|llvmpipe|softpipe|lavapipe|swrast|\bzink|\bamd\b|radeon|\bintel\b|apple`)

// matchers are the functions of strings that compare with a part of a name.
var matchers = regexp.MustCompile(`^(Compare|Contains\w*|EqualFold|Has(Prefix|Suffix)|Index\w*)$`)

// mayCompare is the only file elsewhere that compares the name of a device: with the names in
// internal/kernel/tiles.json. The tiles are measured data of a device, and no workaround.
const mayCompare = "internal/kernel/tiles.go"

// pkgOf returns the name before the dot of the function that is called, or "".
func pkgOf(call *ast.CallExpr) string {
	if s, ok := call.Fun.(*ast.SelectorExpr); ok {
		if pkg, ok := s.X.(*ast.Ident); ok {
			return pkg.Name
		}
	}
	return ""
}

// comparisons returns the names of drivers that a Go file compares, as literals, and the fields
// Renderer and Vendor that it compares with anything. The name of a driver may stand in texts for
// people: in calls of fmt and errors, and in the words of a page. It is no operand of ==, no case,
// and no argument of package strings.
func comparisons(text string) (literals, fields []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		return nil, nil, err
	}
	var inspect func(e ast.Node, withFields bool)
	inspect = func(e ast.Node, withFields bool) {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if n.Kind == token.STRING && drivers.MatchString(n.Value) {
					literals = append(literals, n.Value)
				}
			case *ast.SelectorExpr:
				if name := n.Sel.Name; withFields && (name == "Renderer" || name == "Vendor") {
					fields = append(fields, name)
				}
			case *ast.CallExpr: // its result is compared; only package strings returns a part of a name
				inspect(n.Fun, false)
				for _, e := range n.Args {
					inspect(e, withFields && pkgOf(n) == "strings")
				}
				return false
			}
			return true
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				isNil := func(e ast.Expr) bool { name, ok := e.(*ast.Ident); return ok && name.Name == "nil" }
				inspect(n, !isNil(n.X) && !isNil(n.Y))
			}
		case *ast.SwitchStmt:
			if n.Tag != nil {
				inspect(n.Tag, true)
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				inspect(e, false)
			}
		case *ast.CallExpr:
			s, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				break
			}
			pkg, match := pkgOf(n), strings.HasPrefix(s.Sel.Name, "Match")
			if pkg != "strings" && pkg != "regexp" && !match {
				break
			}
			for _, e := range n.Args {
				inspect(e, match || pkg == "strings" && matchers.MatchString(s.Sel.Name))
			}
		case *ast.CompositeLit: // a list to search
			if a, ok := n.Type.(*ast.ArrayType); ok {
				if elem, ok := a.Elt.(*ast.Ident); ok && elem.Name == "string" {
					inspect(n, false)
				}
			}
		}
		return true
	})
	return literals, fields, nil
}

func TestOnlyQuirksComparesDrivers(t *testing.T) {
	used := false
	goFiles(t, func(path, text string) {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "internal/quirks/") {
			return
		}
		literals, fields, err := comparisons(text)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if path == mayCompare {
			used, fields = len(fields) > 0, nil
		}
		for _, name := range append(literals, fields...) {
			t.Errorf("%s compares the name of a driver, %s: internal/quirks is the place for it", path, name)
		}
	})
	if !used {
		t.Errorf("%s compares no name of a device, so it need not be an exception", mayCompare)
	}
}

func TestComparisonsAreFound(t *testing.T) {
	for code, want := range map[string]string{
		`_ = vendor == "Mesa"`:                                       "literal",
		`switch vendor { case "AMD": }`:                              "literal",
		`_ = strings.Contains(r, "llvmpipe")`:                        "literal",
		`_ = regexp.MustCompile("zink|mesa")`:                        "literal",
		`_ = []string{"Intel"}`:                                      "literal",
		`_ = strings.HasPrefix(c.Renderer, table.Device)`:            "field",
		`_ = strings.Contains(d.Caps().Renderer, name)`:              "field",
		`_ = strings.Contains(strings.ToLower(c.Renderer), name)`:    "field",
		`_ = name() == c.Renderer`:                                   "field",
		`_ = c.Vendor != name`:                                       "field",
		`switch c.Vendor { case name: }`:                             "field",
		`_ = names.MatchString(c.Renderer)`:                          "field",
		`_, _, _ = strings.Cut(c.Renderer, "/")`:                     "",
		`_ = quirks.Software(c.Renderer)`:                            "",
		`_ = quirks.SmallPages(c.Vendor) == true`:                    "",
		`_ = s.Renderer == nil`:                                      "",
		`fmt.Println("of NVIDIA", c.Renderer)`:                       "",
		`_ = fmt.Errorf("Mesa has no subgroups on %s", c.Renderer)`:  "",
		`if s.Renderer.Detail() == 1 { fmt.Println("full detail") }`: "",
	} {
		t.Run(code, func(t *testing.T) {
			literals, fields, err := comparisons("package p\nfunc f() {\n" + code + "\n}\n")
			if err != nil || len(literals) > 0 != (want == "literal") || len(fields) > 0 != (want == "field") {
				t.Errorf("literals %s, fields %s, %v; want %q", literals, fields, err, want)
			}
		})
	}
}

func TestSoftwareIsRecognised(t *testing.T) {
	for renderer, want := range map[string]bool{
		"llvmpipe (LLVM 15.0.6, 256 bits)": true, "zink Vulkan 1.4(llvmpipe (LLVM 19))": true, "softpipe": true, "SWRAST": true,
		"NVIDIA H200": false, "AMD Radeon RX 7900": false, "": false,
	} {
		t.Run(renderer, func(t *testing.T) {
			if Software(renderer) != want {
				t.Errorf("%q", renderer)
			}
		})
	}
}

func TestDriversByVendor(t *testing.T) {
	for vendor, want := range map[string]bool{"NVIDIA Corporation": true, "Mesa": false, "Mesa/X.org": false, "AMD": false, "": false} {
		if got := [...]bool{BarrierOrders(vendor), SmallPages(vendor), WaitersProgress(vendor, false), LanesAddInOrder(vendor)}; got != [...]bool{want, want, want, want} {
			t.Errorf("%q: %v, want %v", vendor, got, want)
		}
	}
	if WaitersProgress("NVIDIA look-alike", true) {
		t.Error("workgroups of a software renderer are taken to let others run")
	}
	for renderer, want := range map[string]bool{"zink Vulkan 1.4(llvmpipe (LLVM 19))": true, "llvmpipe": false, "NVIDIA H200": false} {
		if FlushBetweenDrawsAndKernels(renderer) != want {
			t.Errorf("%q: flush, want %v", renderer, want)
		}
	}
}
