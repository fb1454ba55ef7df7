// SPDX-License-Identifier: MIT

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// goMutants are all mutants of a Go file.
func goMutants(file, text string) ([]Mutant, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	g := golang{text: text, base: set.File(tree.Pos())}
	ast.Inspect(tree, g.visit)
	return locate(file, text, g.all), nil
}

type golang struct {
	text string
	base *token.File
	all  []Mutant
}

func (g *golang) put(operator string, from, to token.Pos, with string) {
	g.all = append(g.all, Mutant{Operator: operator, At: g.base.Offset(from), End: g.base.Offset(to), With: with})
}

func (g *golang) span(n ast.Node) string {
	return g.text[g.base.Offset(n.Pos()):g.base.Offset(n.End())]
}

// messages are calls that make error texts.
var messages = map[string]bool{
	"fmt.Errorf": true, "errors.New": true, "panic": true, "fmt.Sprintf": true, "fmt.Fprintf": true, "fmt.Sprint": true,
}

func (g *golang) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.FuncDecl:
		return n.Name.Name != "String" && n.Name.Name != "Error"
	case *ast.CallExpr:
		name := g.span(n.Fun)
		if messages[name] {
			return false
		}
		if (name == "min" || name == "max") && len(n.Args) > 1 {
			g.put("minmax", n.Fun.Pos(), n.Fun.End(), map[string]string{"min": "max", "max": "min"}[name])
		}
	case *ast.BinaryExpr:
		g.binary(n)
	case *ast.AssignStmt:
		if with := exchanges[n.Tok.String()]; n.Tok == token.ADD_ASSIGN && !isText(n.Rhs[0]) || n.Tok == token.SUB_ASSIGN {
			g.put(with[0], n.TokPos, n.TokPos+2, with[1])
		}
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok && !messages[g.span(call.Fun)] {
			g.put("drop", n.Pos(), n.End(), "")
		}
	case *ast.IfStmt:
		g.condition(n)
	case *ast.ForStmt:
		g.last(n)
	}
	return true
}

// isText reports whether an expression is plainly a string.
func isText(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.BasicLit:
		return x.Kind == token.STRING
	case *ast.BinaryExpr:
		return isText(x.X) || isText(x.Y)
	case *ast.ParenExpr:
		return isText(x.X)
	}
	return false
}

func (g *golang) binary(n *ast.BinaryExpr) {
	with, known := exchanges[n.Op.String()]
	if !known || n.Op == token.ADD && isText(n) {
		return
	}
	if one, ok := n.Y.(*ast.BasicLit); ok && one.Value == "1" && (n.Op == token.ADD || n.Op == token.SUB) {
		g.put("offbyone", one.Pos(), one.End(), "0")
		return
	}
	g.put(with[0], n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), with[1])
}

// condition drops the check of an if that returns at once, and negates any other. The operands stay
// used either way. An if that hands on err stays: few of these errors can be had in a test. Its !=
// is mutated instead.
func (g *golang) condition(n *ast.IfStmt) {
	cond := g.span(n.Cond)
	if len(n.Body.List) == 1 && n.Else == nil && cond != "err != nil" {
		switch n.Body.List[0].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			g.put("check", n.Cond.Pos(), n.Cond.End(), "false && ("+cond+")")
			return
		}
	}
	if b, ok := n.Cond.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		return
	}
	g.put("negate", n.Cond.Pos(), n.Cond.End(), "!("+cond+")")
}

// last ends a loop that counts up to an end a step early.
func (g *golang) last(n *ast.ForStmt) {
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.LSS {
		return
	}
	counter, step := g.span(cond.X), ""
	switch post := n.Post.(type) {
	case *ast.IncDecStmt:
		if post.Tok == token.INC && g.span(post.X) == counter {
			step = "1"
		}
	case *ast.AssignStmt:
		if post.Tok == token.ADD_ASSIGN && g.span(post.Lhs[0]) == counter {
			step = g.span(post.Rhs[0])
		}
	}
	if step != "" && !strings.Contains(counter, " ") {
		g.put("last", cond.X.Pos(), cond.X.End(), counter+"+"+step)
	}
}
