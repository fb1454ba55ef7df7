// SPDX-License-Identifier: MIT

// Package defines finds functions in GLSL of the caller. Operations refuse a function that they
// would not call, such as a map without a Record.
package defines

import (
	"regexp"
	"strings"
)

var (
	comment     = regexp.MustCompile(`(?s)//(?:[^\n\\]|\\.)*|/\*.*?(?:\*/|$)`)
	condition   = regexp.MustCompile(`^[ \t]*#[ \t]*(if|endif)`)
	directive   = regexp.MustCompile(`^[ \t]*#`)
	beforeNames = regexp.MustCompile(`(\w+)(?:\s*\[[^\]]*\])*\s+$|\]\s*$`)
	afterNames  = regexp.MustCompile(`^\s*\([^(){};]*(?:\([^(){};]*\)[^(){};]*)*\)\s*\{`)
)

// Function reports whether a text defines a function of this name: a type, the name, parameters and
// a body, outside of all braces. Comments, directives and calls do not count. A definition between
// #if and #endif does not count either, because this package evaluates no condition.
func Function(glsl, name string) bool {
	if !strings.Contains(glsl, name) {
		return false
	}
	text := outside(plain(glsl))
	for _, at := range regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).FindAllStringIndex(text, -1) {
		before := beforeNames.FindStringSubmatch(text[:at[0]])
		if before != nil && before[1] != "return" && afterNames.MatchString(text[at[1]:]) {
			return true
		}
	}
	return false
}

// plain returns the text without comments, directives, and what lies between #if and #endif.
func plain(glsl string) string {
	glsl = strings.ReplaceAll(glsl, "\r\n", "\n")
	glsl = comment.ReplaceAllString(glsl, " ")
	glsl = strings.ReplaceAll(glsl, "\\\n", " ")
	var kept strings.Builder
	depth := 0
	for _, line := range strings.Split(glsl, "\n") {
		if m := condition.FindStringSubmatch(line); m != nil {
			if m[1] == "if" { // and ifdef, ifndef
				depth++
			} else {
				depth--
			}
		}
		if depth == 0 && !directive.MatchString(line) {
			kept.WriteString(line)
			kept.WriteByte('\n')
		}
	}
	return kept.String()
}

// outside returns the text without what lies between braces.
func outside(text string) string {
	var kept strings.Builder
	depth := 0
	for _, c := range text {
		if c == '}' && depth > 0 {
			depth--
		}
		if depth == 0 {
			kept.WriteRune(c)
		}
		if c == '{' {
			depth++
		}
	}
	return kept.String()
}
