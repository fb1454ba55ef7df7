// SPDX-License-Identifier: MIT

package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// kinds names those that a compaction is held against, in the order of result.Match.Rivals.
var kinds = [...]string{"the order kept", "the order lost", "on the CPU"}

// othersTable says how many times as long as comb's compaction the fastest of the other ways take.
func othersTable(good []result.Row, ns []int) string {
	kept := keptOf(result.BestOurs(good))
	at := map[[2]int]result.Match{}
	for _, m := range result.Matches(good) {
		if m.Ours.Usual() && m.Ours.Record() == 4 {
			at[[2]int{m.Ours.N, m.Ours.Kept}] = m
		}
	}
	head, cpu := []string{"n"}, false
	lines := byN(nil, ns, nil)
	for kind, name := range kinds {
		cells, some := make([]string, len(ns)), false
		for i, n := range ns {
			var matches []result.Match
			for _, k := range kept {
				matches = append(matches, at[[2]int{n, k}])
			}
			cells[i] = timesAsLong(matches, kind)
			some = some || cells[i] != ""
		}
		if !some {
			continue
		}
		head, cpu = append(head, name), name == "on the CPU"
		for i := range lines {
			lines[i] = append(lines[i], cells[i])
		}
	}
	if len(head) == 1 {
		return ""
	}
	about := "The time of the fastest naive and classic methods over that of comb's compaction, with " + percents(kept) + " kept"
	if cpu {
		about += " (on the CPU: wall time of both, each with the data in its own memory)"
	}
	lines = slices.DeleteFunc(lines, func(l []string) bool { return strings.Join(l[1:], "") == "" }) // comb's own alone
	return "\n" + result.Wrapped("", about+":") + "\n" + markdown(head, lines)
}

// timesAsLong are the factors of a kind, and which ways they are of.
func timesAsLong(matches []result.Match, kind int) string {
	var times, names []string
	for _, m := range matches {
		r := m.Rivals()[kind]
		times = append(times, ratio(m.Ours.Speedup(r)))
		if r.Op != "" && !slices.Contains(names, r.Variant) {
			names = append(names, r.Variant)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(times, " / ") + " " + strings.Join(names, ", ")
}

func percents(kept []int) string {
	var all []string
	for _, k := range kept {
		all = append(all, fmt.Sprint(k))
	}
	return strings.Join(all, " / ") + " %"
}

// ratio writes a ratio with two places, or none where it is large; a dash for none.
func ratio(v float64) string {
	switch {
	case v <= 0:
		return "-"
	case v < 9.995:
		return fmt.Sprintf("%.2f", v)
	}
	return result.Figures(v)
}

// work names what a row did, but for the operation.
func work(r result.Row) string {
	words := result.Amount(r.N)
	switch r.Op {
	case "compact":
		words += fmt.Sprintf(", %d %% kept", r.Kept)
		if r.Record() != 4 {
			words += fmt.Sprintf(", %d-byte records", r.Record())
		}
	case "sort", "mergesort", "sort64", "sort128":
		words += ", " + r.KeyName()
	}
	if !r.Usual() {
		words += ", " + r.Dist
	}
	return words
}
