// SPDX-License-Identifier: MIT

package shaders

import (
	"regexp"
	"strings"
)

var (
	beforeNames = regexp.MustCompile(`(\w+)(?:\s*\[[^\]]*\])*\s+$|\]\s*$`)
	afterNames  = regexp.MustCompile(`^\s*\([^(){};]*(?:\([^(){};]*\)[^(){};]*)*\)\s*\{`)
)

// DefinesFunction reports whether a caller's text defines a function of this name: a type, the
// name, parameters and a body, outside of all braces. Operations refuse a function that they would
// not call, such as a map without a Record. Comments, directives and calls do not count. A
// definition between #if and #endif does not count either, because no condition is evaluated.
func DefinesFunction(glsl, name string) bool {
	if !strings.Contains(glsl, name) {
		return false
	}
	text := outside(unconditional(glsl))
	for _, at := range regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).FindAllStringIndex(text, -1) {
		before := beforeNames.FindStringSubmatch(text[:at[0]])
		if before != nil && before[1] != "return" && afterNames.MatchString(text[at[1]:]) {
			return true
		}
	}
	return false
}

// unconditional returns the text without comments, directives, and what lies between #if and
// #endif. Of a text that Assemble refuses because of its comments it returns "".
func unconditional(glsl string) string {
	lines, err := logicalLines(oneNewline(glsl))
	if err != nil {
		return ""
	}
	var kept strings.Builder
	depth := 0
	for _, l := range lines {
		m := directive.FindStringSubmatch(l.text)
		switch {
		case m == nil && depth == 0:
			kept.WriteString(l.text + "\n")
		case m == nil:
		case strings.HasPrefix(m[1], "if"): // and ifdef, ifndef
			depth++
		case m[1] == "endif":
			depth--
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
