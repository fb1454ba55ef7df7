// SPDX-License-Identifier: MIT

package main

import (
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"
)

type kind int

const (
	none kind = iota
	markdown
	golang
	glsl
	shell
)

func kindOf(file string) kind {
	switch path.Ext(file) {
	case ".md":
		return markdown
	case ".go":
		return golang
	case ".glsl":
		return glsl
	case ".sh":
		return shell
	}
	if path.Base(file) == "dev" {
		return shell
	}
	return none
}

// line is a line of prose.
type line struct {
	path    string
	number  int
	text    string // the prose, without comment marks
	columns int    // of the whole line; 0 if its width is not checked
	joins   bool   // it continues the paragraph of the line before
	message bool   // a text for people in a string of Go: only its words are checked
}

// prose returns the lines of prose in a file.
func prose(file, text string) []line {
	switch kindOf(file) {
	case markdown:
		return markdownLines(file, text)
	case golang:
		return append(goLines(file, text), messages(file, text)...)
	case glsl:
		return commentLines(file, text, "//")
	case shell:
		return commentLines(file, text, "#")
	}
	return nil
}

// columnsOf counts a tab as four columns.
func columnsOf(text string) int {
	return utf8.RuneCountInString(text) + 3*strings.Count(text, "\t")
}

var (
	generated = regexp.MustCompile(`^<!-- (/?)[a-zA-Z ]+ -->$`)
	newItem   = regexp.MustCompile(`^\s*([-*+]|\d+\.)\s|^#|^>|^\s*$|^!?\[[^]]*\]\([^)]*\)$`)
	lonelyURL = regexp.MustCompile(`^\s*([-*+>]\s+)?\S+$`)
)

// markdownLines leaves out code blocks, and what stands between the marks of a generated part.
// Tables and lines without a space cannot be wrapped, so their width is free.
func markdownLines(file, text string) (all []line) {
	fence, made := "", false
	joins := false
	for i, raw := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(raw)
		if m := generated.FindStringSubmatch(trimmed); m != nil {
			made = m[1] == ""
			joins = false
			continue
		}
		if fence == "" && (strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~")) {
			fence = trimmed[:3]
			joins = false
			continue
		}
		if fence != "" {
			if trimmed == fence {
				fence = ""
			}
			continue
		}
		if made {
			continue
		}
		l := line{path: file, number: i + 1, text: raw, columns: columnsOf(raw)}
		table := strings.HasPrefix(trimmed, "|")
		if table || lonelyURL.MatchString(raw) {
			l.columns = 0
		}
		l.joins = joins && !table && !newItem.MatchString(raw)
		all = append(all, l)
		joins = !table && trimmed != "" && !strings.HasPrefix(trimmed, "#")
	}
	return all
}

// goLines are the comments of a Go file, but for directives. The width of a line with code is
// gofmt's matter.
func goLines(file, text string) (all []line) {
	var s scanner.Scanner
	set := token.NewFileSet()
	f := set.AddFile(file, set.Base(), len(text))
	s.Init(f, []byte(text), nil, scanner.ScanComments)
	source := strings.Split(text, "\n")
	last := 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return all
		}
		if tok != token.COMMENT || strings.HasPrefix(lit, "//go:") {
			continue
		}
		first := set.Position(pos).Line
		for i, part := range strings.Split(lit, "\n") {
			raw := strings.TrimRight(source[first-1+i], "\r")
			comment := strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(part, "/*"), "*/"), "//")
			l := line{path: file, number: first + i, text: comment}
			if trimmed := strings.TrimSpace(raw); strings.HasPrefix(trimmed, "//") || i > 0 {
				l.columns = columnsOf(raw)
			}
			l.joins = l.columns > 0 && last == l.number-1 && joinsComment(comment)
			all = append(all, l)
			last = l.number
			if l.columns == 0 {
				last = 0
			}
		}
	}
}

// joinsComment reports whether a comment line continues a paragraph: it is no code and no list.
func joinsComment(comment string) bool {
	return strings.TrimSpace(comment) != "" && !strings.HasPrefix(comment, "\t") && !newItem.MatchString(comment)
}

// commentLines are comments to the end of the line.
func commentLines(file, text, mark string) (all []line) {
	last := 0
	for i, raw := range strings.Split(text, "\n") {
		at := strings.Index(raw, mark)
		whole := strings.HasPrefix(strings.TrimSpace(raw), mark)
		if at < 0 || mark == "#" && !whole || strings.HasPrefix(raw, "#!") {
			continue
		}
		l := line{path: file, number: i + 1, text: raw[at+len(mark):]}
		if whole {
			l.columns = columnsOf(raw)
			l.joins = last == i && joinsComment(l.text)
			last = i + 1
		}
		all = append(all, l)
	}
	return all
}

var (
	codeSpan = regexp.MustCompile("`[^`]*`")
	target   = regexp.MustCompile(`\]\([^)]*\)`)
	htmlTag  = regexp.MustCompile(`<[^>]*>`)
)

// plain is the text without code, link targets and tags: each stands for one word.
func plain(text string) string {
	text = codeSpan.ReplaceAllString(text, "code")
	text = target.ReplaceAllString(text, "]")
	return htmlTag.ReplaceAllString(text, "")
}
