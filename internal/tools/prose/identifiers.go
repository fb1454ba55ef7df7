// SPDX-License-Identifier: MIT

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
)

// nameSet maps a package or a type to the names that it has.
type nameSet map[string]map[string]bool

func (s nameSet) put(of, name string) {
	if s[of] == nil {
		s[of] = map[string]bool{}
	}
	s[of][name] = true
}

// identifiers are the names in the code, outside of comments.
type identifiers struct {
	used     map[string]bool // all identifiers of Go and GLSL
	packages nameSet         // top-level declarations of each package
	members  nameSet         // fields, methods and embedded types of each type, by its name alone
	embedded nameSet         // the types that each type embeds
}

var identifier = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// identifiersOf reads the Go and GLSL files among the paths.
func identifiersOf(paths []string) (*identifiers, error) {
	ids := &identifiers{map[string]bool{}, nameSet{}, nameSet{}, nameSet{}}
	for _, p := range paths {
		kind := kindOf(p)
		if kind != golang && kind != glsl {
			continue
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		if kind == glsl {
			for l := range strings.Lines(string(text)) {
				code, _, _ := strings.Cut(l, "//")
				ids.use(code)
			}
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		ids.addGo(f)
	}
	return ids, nil
}

func (ids *identifiers) use(text string) {
	for _, w := range identifier.FindAllString(text, -1) {
		ids.used[w] = true
	}
}

func (ids *identifiers) addGo(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			ids.used[n.Name] = true
		case *ast.BasicLit:
			// Names of GLSL stand in strings: of one word, or as a text in back quotes.
			if n.Kind == token.STRING && (n.Value[0] == '`' || !strings.Contains(n.Value, " ")) {
				ids.use(n.Value)
			}
		}
		return true
	})
	pkg := strings.TrimSuffix(f.Name.Name, "_test")
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				ids.packages.put(pkg, d.Name.Name)
			} else {
				ids.members.put(typeName(d.Recv.List[0].Type), d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				ids.addSpec(pkg, s)
			}
		}
	}
}

func (ids *identifiers) addSpec(pkg string, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, n := range s.Names {
			ids.packages.put(pkg, n.Name)
		}
	case *ast.TypeSpec:
		name := s.Name.Name
		ids.packages.put(pkg, name)
		var fields *ast.FieldList
		switch t := s.Type.(type) {
		case *ast.StructType:
			fields = t.Fields
		case *ast.InterfaceType:
			fields = t.Methods
		default:
			return
		}
		for _, f := range fields.List {
			for _, n := range f.Names {
				ids.members.put(name, n.Name)
			}
			if len(f.Names) == 0 {
				ids.members.put(name, typeName(f.Type))
				ids.embedded.put(name, typeName(f.Type))
			}
		}
	}
}

// typeName is the name of a type without its package, pointer and type arguments.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	}
	return ""
}

// span is a backticked Go reference: Name, pkg.Name, Type.Member, pkg.Type.Member or
// (*Type).Member, and perhaps a call's parentheses.
var span = regexp.MustCompile(`^\(?\*?([A-Za-z][A-Za-z0-9_]*)\)?((?:\.[A-Za-z][A-Za-z0-9_]*)*)(?:\(.*\))?$`)

// ours reports whether a lone word looks like a name of the code: exported, or in camel case. The
// names of OpenGL, EGL and C are not declared here.
var (
	ours    = regexp.MustCompile(`^([A-Z]|[a-z]+[0-9]*[A-Z])`)
	foreign = regexp.MustCompile(`^(gl|egl|cuda)[A-Z]|^(GL|EGL)_`)
)

// missing returns the part of a code span that the code does not have, or "". Spans that are no
// reference to the code are never missing.
func (ids *identifiers) missing(code string) string {
	m := span.FindStringSubmatch(code)
	if m == nil || foreign.MatchString(code) {
		return ""
	}
	first, rest := m[1], strings.Split(m[2], ".")[1:]
	if len(rest) == 0 {
		if ours.MatchString(first) && !ids.used[first] {
			return first
		}
		return ""
	}
	if names := ids.packages[first]; names != nil && first[0] >= 'a' {
		if ours.MatchString(rest[0]) && !names[rest[0]] {
			return first + "." + rest[0]
		}
		first, rest = rest[0], rest[1:]
	}
	if ids.members[first] == nil || len(rest) == 0 || rest[0] == "go" {
		return "" // a variable's field, or a file
	}
	if !ids.has(first, rest[0]) {
		return first + "." + rest[0]
	}
	return ""
}

// has reports whether a type, or a type that it embeds, has the member.
func (ids *identifiers) has(of, member string) bool {
	if ids.members[of][member] {
		return true
	}
	for e := range ids.embedded[of] {
		if ids.members[e][member] {
			return true
		}
	}
	return false
}
