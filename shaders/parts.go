// SPDX-License-Identifier: MIT

package shaders

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A family of alternatives may be one file. A line "#part NAME..." begins lines that belong to the
// parts of these names; those before the first such line belong to all. "compact/keep.glsl#flag" is
// that file's part flag. The other parts are left out of the text, with what they include and the
// slots that they open.
var partLine = regexp.MustCompile(`^#part((?: \w+)+)(?:\s*//.*)?$`)

// PartsOf are the names of a file's parts, in their order; none of a file that has no parts.
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

// inPart says of each line whether it belongs to a part; nil for a file without parts. Errors:
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
			return nil, fmt.Errorf("%w: %s:%d: write #part and names", ErrMissing, name, i+1)
		}
		inside = slices.Contains(strings.Fields(m[1]), part)
		found = found || inside
	}
	if !found {
		return nil, fmt.Errorf("%w: %q: the file's parts are %s", ErrMissing, name, strings.Join(PartsOf(strings.Join(lines, "\n")), ", "))
	}
	return in, nil
}
