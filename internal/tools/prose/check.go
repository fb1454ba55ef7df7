// SPDX-License-Identifier: MIT

package main

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

const (
	maxColumns = 100
	maxWords   = 35
)

// finding is a line that fails.
type finding struct {
	path   string
	number int
	word   bool // a word of the list, not the width
	says   string
}

func (f finding) String() string { return fmt.Sprintf("%s:%d: %s", f.path, f.number, f.says) }

// rule is a word or a phrase that comb does not use, and what it uses instead.
type rule struct {
	found   *regexp.Regexp
	instead string
}

//go:embed words.txt
var wordsText string

var words = parseWords(wordsText)

// parseWords reads lines of a regular expression, a tab and the replacement. It panics on a bad
// one: a test reads them.
func parseWords(text string) (all []rule) {
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		pattern, instead, ok := strings.Cut(l, "\t")
		if !ok {
			panic(fmt.Sprintf("words.txt: got %q, want a pattern, a tab and a replacement", l))
		}
		all = append(all, rule{regexp.MustCompile(`\b(` + pattern + `)\b`), instead})
	}
	return all
}

func findings(lines []line, words []rule) (all []finding) {
	for _, l := range lines {
		if l.columns > maxColumns {
			all = append(all, finding{l.path, l.number, false, fmt.Sprintf("%d columns, want at most %d", l.columns, maxColumns)})
		}
		text := plain(l.text)
		for _, r := range words {
			for _, m := range r.found.FindAllString(text, -1) {
				all = append(all, finding{l.path, l.number, true, fmt.Sprintf("%q, want: %s", m, r.instead)})
			}
		}
	}
	return all
}

// sentence is a run of words up to a full stop.
type sentence struct {
	path  string
	line  int
	words int
	start string // its first words
}

var sentenceEnd = regexp.MustCompile(`[.!?]["')\]*_]*(\s+|$)`)

// shortened do not end a sentence.
var shortened = strings.NewReplacer("e.g. ", "e.g, ", "i.e. ", "i.e, ", "et al. ", "et al, ", " vs. ", " vs, ")

// sentences splits paragraphs. Tables and messages have none.
func sentences(lines []line) (all []sentence) {
	for i := 0; i < len(lines); {
		first := lines[i]
		if first.message {
			i++
			continue
		}
		paragraph := []string{first.text}
		starts := []int{first.number}
		for i++; i < len(lines) && lines[i].joins; i++ {
			paragraph = append(paragraph, lines[i].text)
			starts = append(starts, lines[i].number)
		}
		if strings.HasPrefix(strings.TrimSpace(first.text), "|") {
			continue
		}
		all = append(all, split(first.path, paragraph, starts)...)
	}
	return all
}

func split(path string, paragraph []string, numbers []int) (all []sentence) {
	text := ""
	var ends []int // of each line in text
	for _, l := range paragraph {
		text += shortened.Replace(plain(strings.TrimSpace(l))) + " "
		ends = append(ends, len(text))
	}
	at := 0
	add := func(end int) {
		fields := wordsIn(text[at:end])
		if len(fields) > 0 {
			n := 0
			for n < len(ends)-1 && ends[n] <= at {
				n++
			}
			all = append(all, sentence{path, numbers[n], len(fields), strings.Join(fields[:min(6, len(fields))], " ")})
		}
		at = end
	}
	for _, m := range sentenceEnd.FindAllStringIndex(text, -1) {
		add(m[1])
	}
	add(len(text))
	return all
}

// wordsIn returns the words that have a letter or a digit.
func wordsIn(text string) (all []string) {
	for _, w := range strings.Fields(text) {
		if strings.ContainsFunc(w, func(r rune) bool {
			return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
		}) {
			all = append(all, w)
		}
	}
	return all
}

func wordCount(text string) int { return len(wordsIn(text)) }

func longSentences(lines []line) (long []sentence) {
	for _, s := range sentences(lines) {
		if s.words > maxWords {
			long = append(long, s)
		}
	}
	return long
}
