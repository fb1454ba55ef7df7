// SPDX-License-Identifier: MIT

package shaders

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// place matches the start of a driver's message: "0:17(5)" (Mesa), "0(17)" (NVIDIA) or "ERROR:
// 0:17:" (glslang). The numbers are the source string, which is always 0 here, the line, and
// sometimes the column.
var place = regexp.MustCompile(`^(\s*(?:(?:ERROR|WARNING):\s*)?)\d+(?::(\d+)(?:\(\d+\))?|\((\d+)\))`)

// Explain replaces the line numbers in a compiler's log by places in files, such as
// "compact/keep.glsl#user:17", and quotes the line below the first message about it. At the end it
// lists the definitions that slots require and their texts lack.
func (s Source) Explain(log string) string {
	lines := strings.Split(strings.TrimRight(log, "\x00 \r\n"), "\n")
	quoted := -1
	for i, line := range lines {
		m := place.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		number, err := strconv.Atoi(m[2] + m[3])
		if err != nil || number/piece >= len(s.Names) {
			continue
		}
		lines[i] = m[1] + s.Names[number/piece] + ":" + strconv.Itoa(number%piece) + line[len(m[0]):]
		if text, ok := s.line(number); ok && number != quoted {
			lines[i] += "\n    | " + strings.TrimSpace(text)
			quoted = number
		}
	}
	return strings.Join(append(lines, s.lacks...), "\n")
}

// Annotated returns the text for a reader. A comment in place of each #line names the file of the
// lines that follow, and the slot that the file fills.
func (s Source) Annotated() string {
	var out strings.Builder
	for _, line := range strings.Split(strings.TrimSuffix(s.Text, "\n"), "\n") {
		place, isMark := strings.CutPrefix(line, "#line ")
		number, err := strconv.Atoi(place)
		if !isMark || err != nil || number/piece >= len(s.Names) {
			out.WriteString(line + "\n")
			continue
		}
		n := number / piece
		fmt.Fprintf(&out, "// ---- %s:%d", s.Names[n], number%piece)
		if s.fills[n] != "" {
			fmt.Fprintf(&out, ", in slot <%s>", s.fills[n])
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// Fills returns the filled slots, each with the name of its file or snippet.
func (s Source) Fills() map[string]string {
	all := map[string]string{}
	for n, slot := range s.fills {
		if slot != "" {
			all[slot] = s.Names[n]
		}
	}
	return all
}

// HasCallers reports whether the source contains a caller's text.
func (s Source) HasCallers() bool { return slices.Contains(s.callers, true) }

// Callers returns the names of the callers' texts in the source, in order.
func (s Source) Callers() (names []string) {
	for n, caller := range s.callers {
		if caller && !slices.Contains(names, s.Names[n]) {
			names = append(names, s.Names[n])
		}
	}
	return names
}

// line returns the line with this compiler line number.
func (s Source) line(number int) (text string, ok bool) {
	at := 1
	for _, line := range strings.Split(s.Text, "\n") {
		if next, found := strings.CutPrefix(line, "#line "); found {
			if n, err := strconv.Atoi(next); err == nil {
				at = n
				continue
			}
		}
		if at == number {
			return line, true
		}
		at++
	}
	return "", false
}
