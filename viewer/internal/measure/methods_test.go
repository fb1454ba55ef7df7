// SPDX-License-Identifier: MIT

package measure

import (
	"bytes"
	"strings"
	"testing"
)

// A way that cannot be drawn has a row that says why, and the others have theirs.
func TestPrintMethodsShowsErrors(t *testing.T) {
	var out bytes.Buffer
	printMethods(&out, []method{{Transparency: "foggy", Error: "too thick"}, {Transparency: "blend", Order: "sorted", KeyBits: 8, comparison: &comparison{}, ListLeftover: 7}})
	for _, wantText := range []string{"foggy", "too thick", "blend, sorted, 8 bits", "7 fragments had no place"} {
		if !strings.Contains(out.String(), wantText) {
			t.Errorf("lacks %q:\n%s", wantText, out.String())
		}
	}
}
