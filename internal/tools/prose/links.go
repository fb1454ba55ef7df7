// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"strings"
	"unicode"
)

var (
	linked  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`^#{1,6}\s+(.*)$`)
)

// badLinks returns the relative links of a Markdown file that lead nowhere: to no file under root,
// or to no heading.
func badLinks(root, file string) (bad []string, err error) {
	text, err := os.ReadFile(path.Join(root, file))
	if err != nil {
		return nil, err
	}
	for _, l := range markdownLines(file, string(text)) {
		for _, m := range linked.FindAllStringSubmatch(codeSpan.ReplaceAllString(l.text, ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			if why := badLink(root, file, m[1]); why != "" {
				bad = append(bad, fmt.Sprintf("%s:%d: %s: %s", file, l.number, m[1], why))
			}
		}
	}
	return bad, nil
}

func badLink(root, file, link string) string {
	name, anchor, _ := strings.Cut(link, "#")
	to := file
	if name != "" {
		to = path.Join(path.Dir(file), name)
	}
	if strings.HasPrefix(to, "..") {
		return "it leads out of the repository"
	}
	if _, err := os.Stat(path.Join(root, to)); err != nil {
		return "there is no such file"
	}
	if anchor == "" || kindOf(to) != markdown {
		return ""
	}
	text, err := os.ReadFile(path.Join(root, to))
	if err != nil {
		return err.Error()
	}
	for _, l := range markdownLines(to, string(text)) {
		if m := heading.FindStringSubmatch(l.text); m != nil && anchorOf(m[1]) == anchor {
			return ""
		}
	}
	return "there is no such heading"
}

// anchorOf is the anchor that GitHub gives a heading.
func anchorOf(title string) string {
	title = target.ReplaceAllString(title, "]")
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(title)) {
		switch {
		case r == ' ' || r == '-':
			b.WriteByte('-')
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
			b.WriteRune(r)
		}
	}
	return b.String()
}
