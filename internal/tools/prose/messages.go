// SPDX-License-Identifier: MIT

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

var (
	// flagCall is a function or method that defines a flag. The last argument is the usage text.
	flagCall = regexp.MustCompile(`^(Bool|Int|Int64|Uint|Uint64|Float64|String|Duration|Text)(Var)?$|^(Bool)?Func$|^Var$`)
	// flagSet is the receiver of such a call: package flag, or a variable of a flag.FlagSet.
	flagSet = regexp.MustCompile(`^(f|fs|flag|flags|set)$`)
	// usageName is a constant, a variable or a function with the usage text of a program.
	usageName = regexp.MustCompile(`(?i)^usage|usage$|^help|help$`)
)

// messages are the lines of the strings that a Go file shows to people: the texts of errors.New and
// fmt.Errorf, of flags, and of usage. A file with a syntax error has none.
func messages(file, text string) (all []line) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	add := func(e ast.Node) {
		ast.Inspect(e, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			first := set.Position(lit.Pos()).Line
			if lit.Value[0] == '`' {
				for i, l := range strings.Split(strings.Trim(lit.Value, "`"), "\n") {
					all = append(all, line{path: file, number: first + i, text: l, message: true})
				}
			} else if s, err := strconv.Unquote(lit.Value); err == nil {
				all = append(all, line{path: file, number: first, text: s, message: true})
			}
			return true
		})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if shown := shownArgument(n); shown != nil {
				add(shown)
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) && usageName.MatchString(name.Name) {
					add(n.Values[i])
					return false
				}
			}
		case *ast.FuncDecl:
			if usageName.MatchString(n.Name.Name) && n.Body != nil {
				add(n.Body)
				return false
			}
		}
		return true
	})
	return all
}

// shownArgument is the argument of a call that people read, or nil.
func shownArgument(call *ast.CallExpr) ast.Node {
	s, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	of, ok := s.X.(*ast.Ident)
	if !ok {
		return nil
	}
	switch name := s.Sel.Name; {
	case of.Name == "errors" && name == "New", of.Name == "fmt" && name == "Errorf":
		return call.Args[0]
	case flagSet.MatchString(of.Name) && flagCall.MatchString(name) && len(call.Args) >= 3:
		if _, ok := call.Args[len(call.Args)-1].(*ast.FuncLit); !ok {
			return call.Args[len(call.Args)-1]
		}
		return call.Args[len(call.Args)-2] // of Func(name, usage, fn)
	}
	return nil
}
