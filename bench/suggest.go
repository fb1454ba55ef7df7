// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
)

// unknown is the error of a name that is none of those that are known. It suggests the nearest, or
// else lists them all.
func unknown(name string, known []string) error {
	if like := suggest(name, known); like != "" {
		return fmt.Errorf("%q is unknown, did you mean %s?", name, like)
	}
	return fmt.Errorf("%q is none of %s", name, strings.Join(known, ", "))
}

// suggest returns the known name that is nearest to a mistyped one, or "" if none is near. Near is
// one change in a word of up to 3 letters, two in one of up to 7, else three.
func suggest(name string, known []string) (best string) {
	most := 3
	switch {
	case len(name) <= 3:
		most = 1
	case len(name) <= 7:
		most = 2
	}
	for _, k := range known {
		if d := changes(strings.ToLower(name), k); d <= most {
			best, most = k, d-1
		}
	}
	return best
}

// changes is the least number of letters to insert, delete or replace that makes b of a, where two
// neighbours that swap places are one change (Damerau and Levenshtein's distance, without changes
// between the two).
func changes(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replaced := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			rows[i][j] = min(replaced, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
