// SPDX-License-Identifier: MIT

package shaders

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/combgl/comb/internal/errkind"
)

// ErrSnippet is the kind of error for a caller's snippet that cannot be inserted. It belongs to
// gpu.ErrArgument and gpu.ErrShader.
var ErrSnippet = errkind.Reason(errors.Join(errkind.ErrArgument, errkind.ErrShader), "bad snippet of GLSL")

// macro is a #define of a caller's snippet.
type macro struct {
	name, body string
	owner      string // the snippet's name
}

// oneNewline replaces all line ends by "\n".
func oneNewline(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// controlAt returns the offset of the first control character that is no tab and no line end, or
// -1.
func controlAt(text string) int {
	return strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7F })
}

// foreignAt returns the offset of the first character that is not ASCII, or -1. GLSL allows such
// characters in comments only. Mesa 22 ends the text at U+2028.
func foreignAt(text string) int {
	return strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// logicalLine is a line as the preprocessor sees it: continuations are joined, and a comment is one
// space.
type logicalLine struct {
	number int // of its first line
	text   string
}

// logicalLines splits a text. Errors: a comment without an end, and a backslash at the very end;
// either would swallow the text that follows.
func logicalLines(text string) ([]logicalLine, error) {
	if end := strings.TrimSuffix(text, "\n"); strings.HasSuffix(end, "\\") {
		return nil, fmt.Errorf(":%d: the last line ends in a backslash", strings.Count(end, "\n")+1)
	}
	// code is the text without continuations, numbers the line of each byte.
	code, numbers := make([]byte, 0, len(text)), make([]int, 0, len(text))
	for i, n := 0, 1; i < len(text); i++ {
		if strings.HasPrefix(text[i:], "\\\n") {
			i, n = i+1, n+1
			continue
		}
		code, numbers = append(code, text[i]), append(numbers, n)
		if text[i] == '\n' {
			n++
		}
	}
	var all []logicalLine
	var line []byte
	first := 1
	for i := 0; i < len(code); i++ {
		switch pair := string(code[i:min(i+2, len(code))]); {
		case pair == "//":
			end := bytes.IndexByte(code[i:], '\n')
			if end < 0 {
				end = len(code) - i
			}
			i += end - 1 // the end of the line is next
		case pair == "/*":
			end := bytes.Index(code[i+2:], []byte("*/"))
			if end < 0 {
				return nil, fmt.Errorf(":%d: the comment has no end", numbers[i])
			}
			i += 2 + end + 1
			line = append(line, ' ')
		case code[i] == '\n':
			all = append(all, logicalLine{first, string(line)})
			line, first = line[:0], numbers[i]+1
		default:
			line = append(line, code[i])
		}
	}
	return append(all, logicalLine{first, string(line)}), nil
}

var (
	directive  = regexp.MustCompile(`^\s*#\s*(\w+)\s*(.*)$`)
	identifier = regexp.MustCompile(`[A-Za-z_]\w*`)
	extension  = regexp.MustCompile(`^(\w+)\s*:\s*(\w+)`)
)

// check refuses a caller's text that would change or break the kernel around it, and returns the
// macros that it defines. own reports whether a macro is comb's, reserved whether comb's kernels
// use a name for a uniform. Errors: ErrSnippet.
func check(name, text string, own, reserved func(string) bool) ([]macro, error) {
	refuse := func(format string, args ...any) ([]macro, error) {
		return nil, fmt.Errorf("%s%s: %w", name, fmt.Sprintf(format, args...), ErrSnippet)
	}
	if at := controlAt(text); at >= 0 {
		before := text[:at]
		return refuse(":%d: the control character %q in column %d", strings.Count(before, "\n")+1, text[at], at-strings.LastIndexByte(before, '\n'))
	}
	lines, err := logicalLines(text)
	if err != nil {
		return refuse("%v", err)
	}
	var macros []macro
	var open, braces []int // of each #if without an #endif so far: its line, and the braces open there
	branches := false
	found := declarations{reserved: reserved}
	for _, l := range lines {
		found.number = l.number
		if at := foreignAt(l.text); at >= 0 {
			r, _ := utf8.DecodeRuneInString(l.text[at:])
			return refuse(":%d: got the character %q outside of comments, want ASCII", l.number, r)
		}
		m := directive.FindStringSubmatch(l.text)
		if m == nil {
			if wrong := found.line(l.text); wrong != "" {
				return refuse(":%d: %s", l.number, wrong)
			}
			continue
		}
		what, rest := m[1], m[2]
		switch what {
		case "if", "ifdef", "ifndef":
			open, braces = append(open, l.number), append(braces, found.braces)
			branches = true
		case "else", "elif", "endif":
			if len(open) == 0 {
				return refuse(":%d: #%s without an #if", l.number, what)
			}
			if last := len(open) - 1; what == "endif" {
				open, braces = open[:last], braces[:last]
			} else {
				found.braces = braces[last] // each branch may open a function
			}
		case "define":
			if n := identifier.FindString(rest); n != "" && strings.HasPrefix(rest, n) {
				macros = append(macros, macro{n, rest[len(n):], name})
				found.define(n, rest[len(n):])
			}
		case "undef":
			if n := identifier.FindString(rest); own(n) {
				return refuse(":%d: #undef of %s, which is comb's", l.number, n)
			} else {
				delete(found.macros, n)
			}
		case "version", "line":
			return refuse(":%d: #%s, which comb writes", l.number, what)
		case "extension":
			if m := extension.FindStringSubmatch(rest); m != nil && (m[1] == "all" || m[2] == "disable") {
				return refuse(":%d: #extension %s, which comb's text may need", l.number, rest)
			}
		}
	}
	if len(open) > 0 {
		return refuse(":%d: the #if has no #endif", open[len(open)-1])
	}
	if wrong := found.unclosed(); wrong != "" && !branches { // each branch may close the same brace
		return refuse("%s", wrong)
	}
	return macros, nil
}

// inConstants returns the macros that the constants' texts use, directly or through other macros.
// Such a text is an operator's Identity.
func inConstants(macros []macro, c Constants) map[string]bool {
	used := map[string]bool{}
	var add func(text string)
	add = func(text string) {
		for _, name := range identifier.FindAllString(text, -1) {
			for _, m := range macros {
				if m.name == name && !used[name] {
					used[name] = true
					for _, m := range macros { // each branch of an #if may define the name
						if m.name == name {
							add(m.body)
						}
					}
				}
			}
		}
	}
	for _, v := range c {
		if text, ok := v.(string); ok {
			add(text)
		}
	}
	return used
}

// caller inserts a caller's snippet. Its macros hold in it, in the files that it includes, and in a
// caller's snippet that follows directly.
func (a *assembler) caller(s Snippet) error {
	text := oneNewline(s.Text)
	macros, err := check(s.Name, text, func(name string) bool { return a.macros[name] }, a.request.reserves)
	if err != nil {
		return err
	}
	a.callers++
	err = a.text(s.Name, "", text, false)
	a.callers--
	a.pending = append(a.pending, macros...)
	return err
}

// ownLine is called before a line of comb's own after a caller's snippet. It ends the snippet's
// macros. Those that constants use stay; comb's own text must not use their names.
func (a *assembler) ownLine(where, line string, number int) error {
	if len(a.pending) > 0 {
		used := inConstants(a.pending, a.request.Constants)
		a.out.WriteString("#line 1\n")
		done := map[string]bool{}
		for _, m := range a.pending {
			switch {
			case a.macros[m.name] || done[m.name] || strings.HasPrefix(m.name, "GL_"):
				// Compilers reject such a #define.
			case used[m.name]:
				a.kept = append(a.kept, m)
			default:
				fmt.Fprintf(&a.out, "#undef %s\n", m.name)
			}
			done[m.name] = true
		}
		a.pending = nil
		fmt.Fprintf(&a.out, "#line %d\n", number)
	}
	if len(a.kept) > 0 {
		code, _, _ := strings.Cut(line, "//")
		for _, name := range identifier.FindAllString(code, -1) {
			if i := slices.IndexFunc(a.kept, func(m macro) bool { return m.name == name }); i >= 0 {
				return fmt.Errorf("%s: got the macro %s, which an option uses, want a name that %s does not use: %w", a.kept[i].owner, name, where, ErrSnippet)
			}
		}
	}
	return nil
}
