// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"strings"
)

// compare returns a line for each kernel that has no equal on the other side.
func compare(before, after []kernel) (lines []string) {
	gone, fresh := unmatched(before, after), unmatched(after, before)
	for _, k := range fresh {
		i := slices.IndexFunc(gone, func(other kernel) bool {
			return other.Kind == k.Kind && other.file() == k.file() && sameFills(other, k)
		})
		if i < 0 {
			i = slices.IndexFunc(gone, func(other kernel) bool { return other.Kind == k.Kind && other.file() == k.file() })
		}
		if i < 0 {
			lines = append(lines, k.file()+": only in the working tree")
			continue
		}
		lines = append(lines, k.file()+": "+firstDifference(gone[i].Text, k.Text))
		gone = slices.Delete(gone, i, i+1)
	}
	for _, k := range gone {
		lines = append(lines, k.file()+": only at the revision")
	}
	slices.Sort(lines)
	return lines
}

func sameFills(a, b kernel) bool {
	if len(a.Fills) != len(b.Fills) {
		return false
	}
	for slot, fill := range a.Fills {
		if b.Fills[slot] != fill {
			return false
		}
	}
	return true
}

// unmatched are the kernels that no other kernel equals.
func unmatched(kernels, others []kernel) (left []kernel) {
	has := map[string]bool{}
	for _, k := range others {
		has[k.identity()] = true
	}
	for _, k := range kernels {
		if !has[k.identity()] {
			left = append(left, k)
		}
	}
	return left
}

// identity is equal for kernels that differ by names and comments only.
func (k kernel) identity() string {
	return k.Kind + "\n" + strings.Join(canonical(tokens(k.Text)), " ")
}

// firstDifference describes the first token in which two kernels differ.
func firstDifference(before, after string) string {
	a, b := withConstants(tokens(before)), withConstants(tokens(after))
	x, y := canonical(a), canonical(b)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("token %d: %q, now %q", i, around(a, i), around(b, i))
		}
	}
	return fmt.Sprintf("%d tokens, now %d", len(x), len(y))
}

// around is token i with some of its neighbours.
func around(t []string, i int) string {
	return strings.ReplaceAll(strings.Join(t[max(0, i-6):min(len(t), i+7)], " "), "\n", "\\n")
}
