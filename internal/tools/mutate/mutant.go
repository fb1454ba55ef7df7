// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
)

// Mutant is one change of one file.
type Mutant struct {
	File     string `json:"file"` // relative to the repository
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Operator string `json:"operator"`
	Source   string `json:"source"` // the trimmed line that is changed
	Nth      int    `json:"nth"`    // counts equal lines with the same operator in the file, from 1

	At, End int    `json:"-"` // the bytes that are replaced
	With    string `json:"-"`
	Region  int    `json:"-"` // of GLSL: the conditional section, 0 outside of all
	text    string // the whole file, as it was when the mutants were made
}

// operators names each operator and says what it does.
var operators = map[string]string{
	"arith":    "+ for -, - for +, += for -=, -= for +=",
	"barrier":  "drop a barrier of the workgroup",
	"boundary": "< for <=, <= for <, > for >=, >= for >",
	"check":    "drop an early return",
	"coherent": "drop coherent",
	"drop":     "drop a call that is a statement",
	"equality": "== for !=, != for ==",
	"fence":    "drop a memory barrier",
	"last":     "end a loop one step early",
	"logic":    "&& for ||, || for &&",
	"minmax":   "min for max, max for min",
	"negate":   "negate the condition of an if",
	"offbyone": "+ 0 for + 1, - 0 for - 1",
	"swap":     "swap the operands of a combine",
}

func (m Mutant) String() string {
	return fmt.Sprintf("%s:%d:%d %s", m.File, m.Line, m.Column, m.Operator)
}

// Apply gives the file with the change.
func (m Mutant) Apply() string { return m.text[:m.At] + m.With + m.text[m.End:] }

// locate sets line, column, source line and occurrence of a file's mutants, and sorts them.
func locate(file, text string, all []Mutant) []Mutant {
	slices.SortFunc(all, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Operator, b.Operator))
	})
	seen := map[string]int{}
	for i := range all {
		m := &all[i]
		begin := strings.LastIndexByte(text[:m.At], '\n') + 1
		end := len(text)
		if n := strings.IndexByte(text[m.At:], '\n'); n >= 0 {
			end = m.At + n
		}
		m.File, m.text, m.Line, m.Column = file, text, strings.Count(text[:m.At], "\n")+1, m.At-begin+1
		m.Source = strings.TrimSpace(text[begin:end])
		seen[m.Operator+m.Source]++
		m.Nth = seen[m.Operator+m.Source]
	}
	return all
}

// sample takes n mutants, spread over files and operators. The choice depends only on the names and
// the seed.
func sample(all []Mutant, n int, seed string) []Mutant {
	if n >= len(all) {
		return all
	}
	rank := func(m Mutant) uint64 {
		h := fnv.New64a()
		fmt.Fprint(h, seed, m.File, m.Operator, m.Source, m.Nth)
		return h.Sum64()
	}
	left := slices.Clone(all)
	slices.SortFunc(left, func(a, b Mutant) int { return cmp.Compare(rank(a), rank(b)) })
	files, kinds := map[string]int{}, map[string]int{}
	var taken []Mutant
	for len(taken) < n {
		best, least := 0, 1<<30
		for i, m := range left {
			if used := files[m.File] + kinds[m.Operator]; used < least {
				best, least = i, used
			}
		}
		m := left[best]
		left = slices.Delete(left, best, best+1)
		files[m.File]++
		kinds[m.Operator]++
		taken = append(taken, m)
	}
	slices.SortFunc(taken, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.At, b.At), cmp.Compare(a.Operator, b.Operator))
	})
	return taken
}

// matching leaves the mutants whose names match.
func matching(all []Mutant, pattern *regexp.Regexp) []Mutant {
	return slices.DeleteFunc(slices.Clone(all), func(m Mutant) bool { return !pattern.MatchString(m.String()) })
}
