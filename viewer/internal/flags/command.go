// SPDX-License-Identifier: MIT

package flags

import (
	"slices"
	"strings"
)

// Command returns the command line that draws an image of these settings without a window, for a
// POSIX shell. It has the flags that differ from their defaults and have an effect.
func (s Settings) Command(program, out string) string {
	words := []string{program, "-headless", "-o", out}
	usual := Defaults()
	o, _, err := parse(slices.Concat([]string{"-headless", "-o", out}, s.Args(), s.Model()))
	var names []string
	for name, text := range s.Flags {
		if text != usual[name] && (err != nil || o.Unused(name) == "") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		switch text := s.Flags[name]; text {
		case "true": // a switch takes no value
			words = append(words, "-"+name)
		case "false":
			words = append(words, "-"+name+"=false")
		default:
			words = append(words, "-"+name, text)
		}
	}
	words = append(words, s.Model()...)
	for i, word := range words {
		words[i] = quoted(word)
	}
	return strings.Join(words, " ")
}

// quoted returns a word as a POSIX shell reads it back.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:=+%@", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
