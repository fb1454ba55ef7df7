// SPDX-License-Identifier: MIT

package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// kinds are those that a compaction is held against.
var kinds = []struct {
	name string
	of   func(result.Match) result.Row
}{
	{"the order kept", func(m result.Match) result.Row { return m.Ordered }},
	{"the order lost", func(m result.Match) result.Row { return m.Unordered }},
	{"on the CPU", func(m result.Match) result.Row { return m.Host }},
}

// othersTable says how many times as long as comb's compaction the fastest of the other ways take.
func othersTable(good []result.Row, ns []int) string {
	kept := keptOf(result.BestOurs(good))
	at := map[[2]int]result.Match{}
	for _, m := range result.Matches(good) {
		if m.Ours.Usual() && m.Ours.Record() == 4 {
			at[[2]int{m.Ours.N, m.Ours.Kept}] = m
		}
	}
	head, rule, cpu := "| n |", "|---|", false
	lines := make([]string, len(ns))
	for _, kind := range kinds {
		cells, some := make([]string, len(ns)), false
		for i, n := range ns {
			var matches []result.Match
			for _, k := range kept {
				matches = append(matches, at[[2]int{n, k}])
			}
			cells[i] = timesAsLong(matches, kind.of)
			some = some || cells[i] != ""
		}
		if !some {
			continue
		}
		head, rule, cpu = head+" "+kind.name+" |", rule+"---|", kind.name == "on the CPU"
		for i := range lines {
			lines[i] += " " + cells[i] + " |"
		}
	}
	if head == "| n |" {
		return ""
	}
	about := "How many times as long as comb's compaction the fastest of the naive and classic ways take, with " + percents(kept) + " kept"
	if cpu {
		about += " (on the CPU: by the wall clock for both, with the data where it is worked on)"
	}
	text := "\n" + wrapped(about+":") + "\n" + head + "\n" + rule + "\n"
	for i, n := range ns {
		if strings.Trim(lines[i], " |") == "" {
			continue // nothing but comb's own was measured there
		}
		text += "| " + result.Amount(n) + " |" + lines[i] + "\n"
	}
	return text
}

// timesAsLong are the factors of a kind, and which ways they are of.
func timesAsLong(matches []result.Match, of func(result.Match) result.Row) string {
	var times, names []string
	for _, m := range matches {
		r := of(m)
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

// peerLines say how comb stands against CUB, losses and all.
func peerLines(good []result.Row, wall bool) string {
	var s strings.Builder
	all := result.AgainstPeer(good)
	for _, p := range all {
		fmt.Fprintf(&s, "- %s: %s\n", p.Op, peerWords(p))
	}
	if s.Len() == 0 || wall {
		return ""
	}
	about := "CUB's time over comb's, in all cells that CUB was measured in; above 1 comb is the faster"
	if slices.ContainsFunc(all, func(p result.Peers) bool { return p.Alone.Cells+p.Row.Cells > 0 }) {
		about += ". The first numbers are of held calls, then come the geometric means of calls alone and in a row"
	}
	text := wrapped(about+":") + "\n" + s.String()
	if line := besideCopies(good); line != "" {
		text += "\n" + wrapped(line)
	}
	return text
}

// farthest is the n from which on OpenGL's copy was seen to fall behind CUDA's between the same buffers, as its pages are small.
const farthest = 1 << 25

// besideCopies tells ratios of the largest n with both sides held against their own copy, "" where there are none that large.
func besideCopies(good []result.Row) string {
	copied := map[int]float64{}
	largest := 0
	for _, r := range good {
		if r.Op == "copy" && r.N >= farthest && r.Ratio() > 0 {
			copied[r.N], largest = r.Ratio(), max(largest, r.N)
		}
	}
	var parts []string
	for _, r := range result.BestOurs(good) {
		if r.N == largest && r.Op != "copy" && r.Ratio() > 0 {
			name := r.Op
			if r.Op == "sort" {
				name += " of " + r.KeyName()
			} else if r.Kept >= 0 {
				name += fmt.Sprintf(" of %d %%", r.Kept)
			}
			parts = append(parts, fmt.Sprintf("%s %.2f (%.2f)", name, r.Ratio()/copied[largest], r.Ratio()))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("At %s the copy's ratio is %.2f. With each side's time over its own copy's, and as they are: %s.",
		result.Amount(largest), copied[largest], strings.Join(parts, ", "))
}

func peerWords(p result.Peers) string {
	words := fmt.Sprintf("%.2f at %s.", p.Held.Mean, work(p.Best))
	if p.Held.Cells > 1 {
		words = fmt.Sprintf("%.2f to %.2f, geometric mean %.2f of %d cells; the worst at %s.",
			p.Worst.Ratio(), p.Best.Ratio(), p.Held.Mean, p.Held.Cells, work(p.Worst))
	}
	var others []string
	for _, way := range []struct {
		name string
		mean result.Mean
	}{{"alone", p.Alone}, {"in a row", p.Row}} {
		if way.mean.Cells == 0 {
			continue
		}
		text := fmt.Sprintf("%s %.2f", way.name, way.mean.Mean)
		if n := way.mean.Cells; n != p.Held.Cells {
			text += fmt.Sprintf(" (%d of them)", n)
		}
		others = append(others, text)
	}
	if text := strings.Join(others, ", "); text != "" {
		words += " " + strings.ToUpper(text[:1]) + text[1:] + "."
	}
	return words
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
	case "sort":
		words += ", " + r.KeyName()
	}
	if !r.Usual() {
		words += ", " + r.Dist
	}
	return words
}

// frameLine tells of the largest frame of hair.
func frameLine(good []result.Row) string {
	most := 0
	for _, r := range good {
		if r.Op == "hair" && r.Variant == "frame" {
			most = max(most, r.N)
		}
	}
	var stages []string
	frame := ""
	for _, r := range good {
		if r.Op != "hair" || r.N != most {
			continue
		}
		if r.Variant == "frame" {
			frame = result.Micros(r.Time())
			continue
		}
		stages = append(stages, r.Variant+" "+result.Micros(r.Time()))
	}
	if most == 0 {
		return ""
	}
	return fmt.Sprintf("A frame of %s segments of hair takes %s: %s.", result.Digits(most), frame, strings.Join(stages, ", "))
}
