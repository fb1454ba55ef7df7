// SPDX-License-Identifier: MIT

// Package printable escapes control characters, so that file names, strings of drivers and the
// contents of foreign files cannot control a terminal.
package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns s as one line of visible characters. It keeps printable characters, without quotes,
// and writes every other one as an escape sequence of Go. Examples are "\x1b" for escape, "\n" for
// the end of a line, "\u202e" for a character that reverses the text after it, and "\xff" for a
// byte that is not UTF-8.
func Line(s string) string { return escape(s, unicode.IsPrint) }

// Lines is Line for text of several lines: line ends and tabs stay.
func Lines(s string) string {
	return escape(s, func(r rune) bool { return r == '\n' || r == '\t' || unicode.IsPrint(r) })
}

// Linef is Line of what fmt.Sprintf returns.
func Linef(format string, args ...any) string { return Line(fmt.Sprintf(format, args...)) }

// escape writes those characters of s as they are for which keep is true.
func escape(s string, keep func(rune) bool) string {
	bad := func(i int, r rune) bool {
		if r == utf8.RuneError {
			_, size := utf8.DecodeRuneInString(s[i:])
			return size == 1 // a byte that is no UTF-8
		}
		return !keep(r)
	}
	first := -1
	for i, r := range s {
		if bad(i, r) {
			first = i
			break
		}
	}
	if first < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:first])
	for i := first; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if part := s[i : i+size]; bad(i, r) {
			quoted := strconv.QuoteToASCII(part)
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(part)
		}
		i += size
	}
	return b.String()
}
