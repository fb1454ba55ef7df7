// SPDX-License-Identifier: MIT

package printable

import (
	"strings"
	"testing"
	"unicode"
)

func TestLineEscapesControlCharacters(t *testing.T) {
	for in, want := range map[string]string{
		"":                            "",
		"wig.hair":                    "wig.hair",
		"größe 3 \\ \"x\" %d":         "größe 3 \\ \"x\" %d",
		"\u65e5\u672c.ply \ufffd":     "\u65e5\u672c.ply \ufffd",
		"a\x1b[2Jb":                   `a\x1b[2Jb`,
		"two\nlines\r\ttab\x00\x7f":   `two\nlines\r\ttab\x00\x7f`,
		"\u009b31m":                   `\u009b31m`,
		"txt\u202egpj.exe":            `txt\u202egpj.exe`,
		"\xff\xfe ok":                 `\xff\xfe ok`,
		"cut \xe6\x97":                `cut \xe6\x97`,
		"zero\u200bwidth\u2028\u00a0": `zero\u200bwidth\u2028\u00a0`,
	} {
		if got := Line(in); got != want {
			t.Errorf("Line(%q) is %q, want %q", in, got, want)
		}
	}
	if got := Linef("%s: %d", "a\nb", 3); got != `a\nb: 3` {
		t.Errorf("Linef: %q", got)
	}
}

func TestLinesKeepsLineEndsAndTabs(t *testing.T) {
	if got := Lines("a\tb\nc\x1b[0m\r\n"); got != "a\tb\nc\\x1b[0m\\r\n" {
		t.Errorf("%q", got)
	}
}

func FuzzLine(f *testing.F) {
	f.Add("a\x1b\xff\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		got := Line(s)
		for _, r := range got {
			if !unicode.IsPrint(r) {
				t.Fatalf("Line(%q) holds %q", s, r)
			}
		}
		if again := Line(got); again != got {
			t.Fatalf("Line(%q) is not stable: %q", s, again)
		}
		if strings.Contains(Lines(s), "\x1b") {
			t.Fatalf("Lines(%q)", s)
		}
	})
}
