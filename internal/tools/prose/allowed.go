// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/combgl/comb/internal/atomicfile"
)

// counts are the findings of a file.
type counts struct{ columns, words int }

// ledger has the counts of each file with any.
type ledger map[string]counts

func countOf(all []finding) ledger {
	l := ledger{}
	for _, f := range all {
		c := l[f.path]
		if f.word {
			c.words++
		} else {
			c.columns++
		}
		l[f.path] = c
	}
	return l
}

func (l ledger) sum() (s counts) {
	for _, c := range l {
		s.columns += c.columns
		s.words += c.words
	}
	return s
}

// readAllowed reads lines of a path, its long lines and its words. Without a file it returns nil.
func readAllowed(path string) (ledger, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	l := ledger{}
	number := 0
	for row := range strings.Lines(string(text)) {
		number++
		if row = strings.TrimSpace(row); row == "" || strings.HasPrefix(row, "#") {
			continue
		}
		var name string
		var c counts
		if n, err := fmt.Sscanf(row, "%s %d %d", &name, &c.columns, &c.words); n != 3 || err != nil || c.columns < 0 || c.words < 0 {
			return nil, fmt.Errorf("%s:%d: got %q, want a path, its long lines and its words", path, number, row)
		}
		if _, twice := l[name]; twice {
			return nil, fmt.Errorf("%s:%d: %s is there twice", path, number, name)
		}
		l[name] = c
	}
	return l, nil
}

// compare prints the findings of the files that have more than is allowed. Such files are an error.
func (now ledger) compare(w io.Writer, allowed ledger, all []finding) error {
	worse, better := 0, 0
	for _, path := range slices.Sorted(maps.Keys(now)) {
		n, most := now[path], allowed[path]
		for _, c := range []struct {
			word    bool
			n, most int
		}{{false, n.columns, most.columns}, {true, n.words, most.words}} {
			if c.n <= c.most {
				continue
			}
			worse++
			fmt.Fprintf(w, "%s: %d findings, %d are allowed:\n", path, c.n, c.most)
			for _, f := range all {
				if f.path == path && f.word == c.word {
					fmt.Fprintf(w, "    %s\n", f)
				}
			}
		}
	}
	for path, most := range allowed {
		if n := now[path]; n.columns < most.columns || n.words < most.words {
			better++
		}
	}
	if better > 0 {
		fmt.Fprintf(w, "note: %d files have fewer findings than allowed: go run ./internal/tools/prose -update\n", better)
	}
	if worse > 0 {
		return fmt.Errorf("%d counts are above internal/tools/prose/allowed.txt; docs/style.md has the rules", worse)
	}
	return nil
}

const allowedHead = `# The lines over 100 columns and the words of words.txt that each file may have: path, lines, words.
# A file that is not here may have none. "go run ./internal/tools/prose -update" writes this file.
# It refuses if a sum would rise. To start again after a change of words.txt, delete the file first.
`

// update writes the counts. Findings may move from file to file, but their sum may not
// rise, unless there was no file.
func (now ledger) update(w io.Writer, path string, allowed ledger) error {
	is, was := now.sum(), allowed.sum()
	if allowed != nil && (is.columns > was.columns || is.words > was.words) {
		return fmt.Errorf("%d long lines and %d words, want at most %d and %d: mend some first", is.columns, is.words, was.columns, was.words)
	}
	err := atomicfile.Write(path, func(to io.Writer) error {
		if _, err := io.WriteString(to, allowedHead); err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(now)) {
			if _, err := fmt.Fprintf(to, "%s %d %d\n", name, now[name].columns, now[name].words); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		fmt.Fprintf(w, "%s: %d long lines (%d before), %d words (%d before)\n", path, is.columns, was.columns, is.words, was.words)
	}
	return err
}
