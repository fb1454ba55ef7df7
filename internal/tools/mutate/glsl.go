// SPDX-License-Identifier: MIT

package main

import (
	"regexp"
	"strings"
)

// lexeme is a word, a number or an operator of GLSL.
type lexeme struct {
	text    string
	at, end int
	region  int // the section between two conditional lines; 0 outside of all
}

var (
	glslToken   = regexp.MustCompile(`^(?:[A-Za-z_]\w*|\d[\w.]*|<<=|>>=|[-+*/%<>=!&|^]=|&&|\|\||\^\^|<<|>>|\+\+|--|.)`)
	conditional = regexp.MustCompile(`^#\s*(if|ifdef|ifndef|elif|else|endif)\b`)
)

// tokens splits GLSL. It skips comments and the lines of the preprocessor with their continuations.
func tokens(text string) (all []lexeme) {
	region, regions, depth := 0, 0, 0
	for at := 0; at < len(text); {
		rest := text[at:]
		switch {
		case strings.HasPrefix(rest, "//"):
			at += lineEnd(rest)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return all
			}
			at += end + 4
		case rest[0] == '#':
			end := lineEnd(rest)
			for strings.HasSuffix(rest[:end], "\\") && end < len(rest) {
				end += 1 + lineEnd(rest[end+1:])
			}
			if m := conditional.FindStringSubmatch(rest); m != nil {
				switch m[1] {
				case "if", "ifdef", "ifndef":
					depth++
				case "endif":
					depth--
				}
				regions++
				if region = regions; depth == 0 {
					region = 0
				}
			}
			at += end
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			at++
		default:
			n := len(glslToken.FindString(rest))
			all = append(all, lexeme{rest[:n], at, at + n, region})
			at += n
		}
	}
	return all
}

func lineEnd(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

func isName(s string) bool {
	return s != "" && (s[0] == '_' || s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z')
}

func isOperand(s string) bool {
	return isName(s) && s != "return" || s != "" && s[0] >= '0' && s[0] <= '9' || s == ")" || s == "]"
}

// exchanges are the operators that stand for one another.
var exchanges = map[string][2]string{
	"<": {"boundary", "<="}, "<=": {"boundary", "<"}, ">": {"boundary", ">="}, ">=": {"boundary", ">"},
	"==": {"equality", "!="}, "!=": {"equality", "=="}, "&&": {"logic", "||"}, "||": {"logic", "&&"},
	"+": {"arith", "-"}, "-": {"arith", "+"}, "+=": {"arith", "-="}, "-=": {"arith", "+="},
}

// glslMutants are all mutants of a shader file.
func glslMutants(file, text string) []Mutant {
	g := glsl{text: text, t: tokens(text)}
	for i := range g.t {
		g.token(i)
	}
	return locate(file, text, g.all)
}

type glsl struct {
	text string
	t    []lexeme
	all  []Mutant
}

func (g *glsl) word(i int) string {
	if i < 0 || i >= len(g.t) {
		return ""
	}
	return g.t[i].text
}

// put notes a mutant that replaces the tokens from i up to end.
func (g *glsl) put(operator string, i, end int, with string) {
	g.all = append(g.all, Mutant{Operator: operator, At: g.t[i].at, End: g.t[end-1].end, With: with, Region: g.t[i].region})
}

// closing is the index of the bracket that closes the one at i, or -1.
func (g *glsl) closing(i int) int {
	depth := 0
	for ; i < len(g.t); i++ {
		switch g.t[i].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// split gives where the parts begin that a separator at depth 0 splits tokens from..to into, and to
// + 1.
func (g *glsl) split(from, to int, by string) []int {
	begins, depth := []int{from}, 0
	for i := from; i < to; i++ {
		switch s := g.t[i].text; {
		case strings.Contains("([{", s):
			depth++
		case strings.Contains(")]}", s):
			depth--
		case s == by && depth == 0:
			begins = append(begins, i+1)
		}
	}
	return append(begins, to+1)
}

func (g *glsl) span(from, to int) string {
	if from >= to {
		return ""
	}
	return g.text[g.t[from].at:g.t[to-1].end]
}

func (g *glsl) token(i int) {
	s, before, after := g.word(i), g.word(i-1), g.word(i+1)
	switch exchange, known := exchanges[s]; {
	case known && (s == "+" || s == "-") && isOperand(before) && (after == "1u" || after == "1"):
		g.put("offbyone", i+1, i+2, "0"+after[1:])
	case known && isOperand(before):
		g.put(exchange[0], i, i+1, exchange[1])
	case s == "coherent":
		g.put("coherent", i, i+1, "")
	case (s == "min" || s == "max") && after == "(":
		g.put("minmax", i, i+1, map[string]string{"min": "max", "max": "min"}[s])
	case s == "if" && after == "(":
		g.negate(i + 1)
	case s == "for" && after == "(":
		g.last(i + 1)
	case isName(s) && after == "(" && !isName(before):
		g.call(i)
	case s == "combine" && after == "(" && before == "return":
		g.call(i)
	}
}

// negate changes the condition in the brackets at open, unless == or != at its top is changed
// already.
func (g *glsl) negate(open int) {
	end := g.closing(open)
	if end < 0 {
		return
	}
	single := true
	for _, by := range []string{"&&", "||"} {
		single = single && len(g.split(open+1, end, by)) == 2
	}
	if single && (len(g.split(open+1, end, "==")) > 2 || len(g.split(open+1, end, "!=")) > 2) {
		return
	}
	g.put("negate", open+1, end, "!("+g.span(open+1, end)+")")
}

// last ends the loop with the brackets at open a step early, where it counts up to an end.
func (g *glsl) last(open int) {
	end := g.closing(open)
	if end < 0 {
		return
	}
	parts := g.split(open+1, end, ";")
	if len(parts) != 4 || parts[2]-1-parts[1] < 3 {
		return
	}
	counter, step := g.word(parts[1]), ""
	if g.word(parts[1]+1) != "<" || len(g.split(parts[1], parts[2]-1, "&&")) > 2 {
		return
	}
	switch {
	case g.word(parts[2]) == counter && g.word(parts[2]+1) == "++":
		step = "1"
	case g.word(parts[2]) == counter && g.word(parts[2]+1) == "+=":
		step = g.span(parts[2]+2, end)
	default:
		return
	}
	if step == "1" && g.word(parts[1]-4) != "int" {
		step = "1u"
	}
	g.put("last", parts[1], parts[1]+1, counter+" + "+step)
}

// call mutates the call at i: dropped if it is a statement, operands swapped if it combines.
func (g *glsl) call(i int) {
	s, before := g.word(i), g.word(i-1)
	end := g.closing(i + 1)
	if end < 0 {
		return
	}
	if s == "combine" {
		if parts := g.split(i+2, end, ","); len(parts) == 3 {
			g.put("swap", i+2, end, g.span(parts[1], end)+", "+g.span(i+2, parts[1]-1))
		}
	}
	if g.word(end+1) != ";" || !strings.Contains("{};) else", before) || before == "" || s == "return" || g.inFor(i) {
		return
	}
	operator := "drop"
	switch {
	case s == "sync" || s == "barrier":
		operator = "barrier"
	case strings.HasPrefix(s, "memoryBarrier") || s == "groupMemoryBarrier":
		operator = "fence"
	}
	g.put(operator, i, end+1, "")
}

// inFor reports whether the token follows a semicolon in a for's brackets.
func (g *glsl) inFor(i int) bool {
	depth := 0
	for i--; i >= 0; i-- {
		switch g.t[i].text {
		case ")":
			depth++
		case "(":
			if depth--; depth < 0 {
				return g.word(i-1) == "for"
			}
		case "{", "}":
			return false
		}
	}
	return false
}
