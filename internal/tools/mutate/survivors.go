// SPDX-License-Identifier: MIT

package main

import (
	_ "embed"
	"fmt"
	"path"
	"strconv"
	"strings"
)

//go:embed survivors.txt
var survivorsText string

// explanation is an entry of survivors.txt: why mutants survive.
type explanation struct {
	pkg                    string // the package whose tests are meant; "" is any
	file, operator, source string // file and operator may be patterns of path.Match; source "*END" is any line with that end
	nth                    int    // 0: each of equal lines
	reason                 string
	used                   bool
}

func (e *explanation) fits(pkg string, m Mutant) bool {
	if e.pkg != "" && e.pkg != pkg {
		return false
	}
	file, _ := path.Match(e.file, m.File)
	operator, _ := path.Match(e.operator, m.Operator)
	end, any := strings.CutPrefix(e.source, "*")
	source := e.source == m.Source || any && strings.HasSuffix(m.Source, end)
	return file && operator && source && (e.nth == 0 || e.nth == m.Nth)
}

// parseSurvivors reads entries with an empty line between them: "[PACKAGE:]FILE OPERATOR [#NTH]",
// the source line, the reason.
func parseSurvivors(text string) (all []*explanation, err error) {
	at := 0
	for _, block := range strings.Split(text, "\n\n") {
		first := at + 1
		at += strings.Count(block, "\n") + 2
		var lines []string
		for _, line := range strings.Split(block, "\n") {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
				lines = append(lines, line)
			}
		}
		if len(lines) == 0 {
			continue
		}
		head := strings.Fields(lines[0])
		if len(lines) < 3 || len(head) < 2 || len(head) > 3 {
			return nil, fmt.Errorf("survivors.txt:%d: want \"[PACKAGE:]FILE OPERATOR [#NTH]\", the source line and the reason", first)
		}
		e := &explanation{file: head[0], operator: head[1], source: lines[1], reason: strings.Join(lines[2:], " ")}
		if pkg, file, ok := strings.Cut(e.file, ":"); ok {
			e.pkg, e.file = pkg, file
		}
		if len(head) == 3 {
			if e.nth, err = strconv.Atoi(strings.TrimPrefix(head[2], "#")); err != nil {
				return nil, fmt.Errorf("survivors.txt:%d: %w", first, err)
			}
		}
		all = append(all, e)
	}
	return all, nil
}

// explain finds the entry that fits a mutant that survives a package's tests, or nil.
func explain(all []*explanation, pkg string, m Mutant) *explanation {
	for _, e := range all {
		if e.fits(pkg, m) {
			return e
		}
	}
	return nil
}
