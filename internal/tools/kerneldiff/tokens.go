// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	comment   = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
	directive = regexp.MustCompile(`^[ \t]*#[ \t]*line\b`)
	token     = regexp.MustCompile(`[A-Za-z_]\w*|\d[\w.]*|\.\d[\w.]*|<<=|>>=|&&|\|\||\^\^|[-+*/%&|^=!<>]=|\+\+|--|<<|>>|\S`)
	word      = regexp.MustCompile(`^[A-Za-z_]\w*$`)
)

// tokens splits GLSL into tokens without comments. A directive ends with a "\n" token.
func tokens(text string) (all []string) {
	text = strings.ReplaceAll(comment.ReplaceAllString(text, " "), "\\\n", " ")
	for line := range strings.Lines(text) {
		if directive.MatchString(line) {
			continue
		}
		found := token.FindAllString(line, -1)
		all = append(all, found...)
		if len(found) > 0 && found[0] == "#" {
			all = append(all, "\n")
		}
	}
	return all
}

// canonical replaces the identifiers that a kernel declares by numbers, in the order of their first
// occurrence. All other tokens stay. Macros that are numbers are replaced by their text first: Go
// injects them in the order of their names.
func canonical(t []string) []string {
	t = withConstants(t)
	own, numbers := declared(t), map[string]string{}
	out := slices.Clone(t)
	for i, name := range t {
		if !own[name] {
			continue
		}
		if numbers[name] == "" {
			numbers[name] = fmt.Sprintf("$%d", len(numbers))
		}
		out[i] = numbers[name]
	}
	return out
}

// withConstants replaces macros of numbers by their text, and drops their definitions. It keeps
// those whose existence a directive tests.
func withConstants(t []string) (out []string) {
	values := map[string][]string{}
	for i := 0; i+3 < len(t); i++ {
		if t[i] != "#" || t[i+1] != "define" {
			continue
		}
		end := i + 3
		for end < len(t) && t[end] != "\n" {
			end++
		}
		if body := t[i+3 : end]; len(body) > 0 && !slices.ContainsFunc(body, word.MatchString) {
			values[t[i+2]] = body
		}
	}
	for i, name := range t {
		if i > 0 && slices.Contains([]string{"ifdef", "ifndef", "undef", "defined"}, t[i-1]) || i > 1 && t[i-2] == "defined" {
			delete(values, name)
		}
	}
	for i := 0; i < len(t); i++ {
		if t[i] == "#" && i+2 < len(t) && t[i+1] == "define" && values[t[i+2]] != nil {
			i += 3 + len(values[t[i+2]]) // the line's end too
			continue
		}
		if v := values[t[i]]; v != nil {
			out = append(out, v...)
		} else {
			out = append(out, t[i])
		}
	}
	return out
}

// qualifiers stand before a type. A name behind one is a type, or that of a block if a brace
// follows.
var qualifiers = strings.Fields(`const in out inout uniform buffer shared attribute varying coherent volatile restrict readonly
	writeonly flat smooth noperspective centroid sample patch invariant precise highp mediump lowp precision layout subroutine`)

// notTypes end an expression or begin a statement. A name behind one declares nothing.
var notTypes = strings.Fields(`return else do case discard break continue goto if for while switch`)

// directives are words that no type is.
var directives = strings.Fields(`define undef ifdef ifndef defined extension version pragma struct`)

// builtin are words of the language that no kernel declares.
var builtin = regexp.MustCompile(`^(gl_\w*|GL_\w*|void|bool|u?int|float|double|[biud]?vec[234]|d?mat[234](x[234])?|[iu]?(image|sampler|texture)\w*|atomic_uint|` +
	`define|undef|ifn?def|elif|endif|version|extension|pragma|error|enable|require|defined|true|false|struct|main|` +
	strings.Join(append(qualifiers, notTypes...), "|") + `)$`)

// declared are the identifiers that the text declares: variables, parameters, functions, structs,
// fields, blocks and macros. It may miss one, which then must keep its name. It never returns a
// built-in name that the text does not declare.
func declared(t []string) map[string]bool {
	own := map[string]bool{}
	at := func(i int) string {
		if i < 0 || i >= len(t) {
			return ""
		}
		return t[i]
	}
	declare := func(i int) {
		if word.MatchString(at(i)) && !builtin.MatchString(at(i)) {
			own[at(i)] = true
		}
	}
	inDirective := false
	for i := range t {
		switch before := at(i - 1); {
		case t[i] == "#":
			inDirective = true
		case t[i] == "\n":
			inDirective = false
		case before == "define" && at(i-2) == "#":
			declare(i)
			if at(i+1) == "(" {
				for k := i + 2; k < len(t) && at(k-1) != ")"; k += 2 { // its parameters
					declare(k)
				}
			}
		case !word.MatchString(t[i]):
		case before == "struct" || slices.Contains(qualifiers, before) && at(i+1) == "{":
			declare(i)
		case inDirective: // in a macro's text only a built-in type begins a declaration
			if isType(t, i-1) && builtin.MatchString(before) {
				declare(i)
			}
		case isType(t, i-1):
			declare(i)
			declareList(t, i, declare)
		}
	}
	return own
}

// isType reports whether a type ends at token i: a name that is no qualifier, or the brackets or
// the brace behind one.
func isType(t []string, i int) bool {
	if i < 0 {
		return false
	}
	if t[i] == "]" && i+1 < len(t) { // uint[4] x
		for i > 0 && t[i] != "[" {
			i--
		}
		i--
		return i >= 0 && builtin.MatchString(t[i]) && !slices.Contains(qualifiers, t[i])
	}
	if t[i] == "}" { // struct S { ... } x; and blocks with a name
		for depth := 0; i >= 0; i-- {
			switch t[i] {
			case "}":
				depth++
			case "{":
				depth--
			}
			if depth == 0 {
				break
			}
		}
		return i > 1 && word.MatchString(t[i-1]) && (t[i-2] == "struct" || slices.Contains(qualifiers, t[i-2]))
	}
	return word.MatchString(t[i]) && !slices.Contains(qualifiers, t[i]) && !slices.Contains(notTypes, t[i]) &&
		!slices.Contains(directives, t[i])
}

// declareList declares the further names of a list: uint a = f(1, 2), b, c[3].
func declareList(t []string, i int, declare func(int)) {
	depth := 0
	for k := i + 1; k+1 < len(t); k++ {
		switch t[k] {
		case "(", "[", "{":
			if depth == 0 && t[k] != "[" && k == i+1 {
				return // a function's parameters, or a block
			}
			depth++
		case ")", "]", "}":
			depth--
		case ";", "\n":
			return
		case ",":
			if depth == 0 && k+2 < len(t) && slices.Contains([]string{",", ";", "=", "["}, t[k+2]) {
				declare(k + 1)
			}
		}
		if depth < 0 {
			return
		}
	}
}
