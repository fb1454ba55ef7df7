// SPDX-License-Identifier: MIT

package shaders

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// partLine matches the line "#part NAME...", which starts the lines of the parts with these names.
// Lines before the first such line belong to all parts. "compact/keep.glsl#flag" names the part
// flag of that file. The other parts are left out of the text, with their includes and slots. So a
// family of alternatives can be one file.
var partLine = regexp.MustCompile(`^#part((?: \w+)+)(?:\s*//.*)?$`)

// PartsOf returns the names of a file's parts in order; nil if the file has no parts.
func PartsOf(text string) (names []string) {
	for _, line := range strings.Split(text, "\n") {
		if m := partLine.FindStringSubmatch(line); m != nil {
			for _, name := range strings.Fields(m[1]) {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// inPart returns for each line whether it belongs to a part; nil for a file without parts. Errors:
// ErrMissing.
func inPart(name, part string, lines []string) ([]bool, error) {
	if part == "" && !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "#part") }) {
		return nil, nil
	}
	in := make([]bool, len(lines))
	inside, found := true, false
	for i, line := range lines {
		if !strings.HasPrefix(line, "#part") {
			in[i] = inside
			continue
		}
		m := partLine.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("shaders: Assemble: %s:%d: got #part without names, want #part NAME...: %w", name, i+1, ErrMissing)
		}
		inside = slices.Contains(strings.Fields(m[1]), part)
		found = found || inside
	}
	if !found {
		return nil, fmt.Errorf("shaders: Assemble: got %q, want a part of the file: %s: %w", name, strings.Join(PartsOf(strings.Join(lines, "\n")), ", "), ErrMissing)
	}
	return in, nil
}
