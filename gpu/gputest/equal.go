// SPDX-License-Identifier: MIT

package gputest

import (
	"fmt"
	"strings"
	"testing"
)

// Equal fails the test when got and want differ. The text has the number of differences, the first
// one with up to 4 neighbours on each side, and the last one.
func Equal[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if text := difference(got, want); text != "" {
		t.Fatalf("%s: %s", what, text)
	}
}

// neighbours are the items that difference prints on each side of the first difference.
const neighbours = 4

// difference describes how got differs from want, "" when it does not.
func difference[T comparable](got, want []T) string {
	first, last, count := -1, -1, 0
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			if first < 0 {
				first = i
			}
			last = i
			count++
		}
	}
	var b strings.Builder
	switch {
	case count == 0 && len(got) == len(want):
		return ""
	case count == 0:
		first = min(len(got), len(want)) // the neighbourhood of the end
		fmt.Fprintf(&b, "%d items, want %d; the first %d are equal", len(got), len(want), first)
	default:
		if len(got) != len(want) {
			fmt.Fprintf(&b, "%d items, want %d; ", len(got), len(want))
		}
		fmt.Fprintf(&b, "item %d of %d is %v, want %v; %d of %d differ", first, len(got), got[first], want[first],
			count, min(len(got), len(want)))
		if count > 1 {
			fmt.Fprintf(&b, ", the last is item %d: %v, want %v", last, got[last], want[last])
		}
	}
	b.WriteString("\n      item  got  want")
	for i := max(0, first-neighbours); i < min(first+neighbours+1, max(len(got), len(want))); i++ {
		g, w := at(got, i), at(want, i)
		mark := " "
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			mark = ">"
		}
		fmt.Fprintf(&b, "\n  %s %6d  %s  %s", mark, i, g, w)
	}
	return b.String()
}

// at is an item as text, "none" behind the end.
func at[T any](s []T, i int) string {
	if i >= len(s) {
		return "none"
	}
	return fmt.Sprint(s[i])
}
