// SPDX-License-Identifier: MIT

package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// way is one of the three ways to time a call on both sides, an index of result.Row.Ratios.
type way int

var wayNames = [3]string{"queued", "in a row", "wall"}

var wayAbouts = [3]string{
	"Queued is the GPU time of a call that is enqueued while the GPU is busy.",
	"In a row is the GPU time of many such calls divided by their number.",
	"Wall is the wall time from a call to its result on the CPU, with an idle GPU before.",
}

// waysOf are the ways that some of the rows have a ratio of.
func waysOf(rows []result.Row) (all []way) {
	for w := range wayNames {
		if slices.ContainsFunc(rows, func(r result.Row) bool { return r.Ratios()[w] > 0 }) {
			all = append(all, way(w))
		}
	}
	return all
}

// joined writes the texts of the ways with slashes between them.
func joined(texts [3]string, ways []way) string {
	var some []string
	for _, w := range ways {
		some = append(some, texts[w])
	}
	return strings.Join(some, " / ")
}

// wayWords say what the ratios are, behind "the time of CUB over comb's, ".
func wayWords(ways []way) string {
	text := joined(wayNames, ways) + "; above 1 comb is the faster."
	for _, w := range ways {
		text += " " + wayAbouts[w]
	}
	return text
}

// ratios writes those of the ways; "" where there is none.
func ratios(of [3]float64, ways []way) string {
	if !slices.ContainsFunc(ways, func(w way) bool { return of[w] > 0 }) {
		return ""
	}
	return joined([3]string{ratio(of[0]), ratio(of[1]), ratio(of[2])}, ways)
}

// besideLines are lines for the n at which each side's time is compared with its own copy's.
func besideLines(columns []column, ns []int, copies map[int][3]float64, ways []way) [][]string {
	ns = slices.DeleteFunc(slices.Clone(ns), func(n int) bool { _, ok := copies[n]; return !ok })
	lines := byN(columns, ns, func(r result.Row) string { return besideCopy(r, copies, ways) })
	for _, l := range lines {
		l[0] += ", each side's time over its own copy's"
	}
	return lines
}

// besideCopy are a row's ratios with each side's time over that of its own copy.
func besideCopy(r result.Row, copies map[int][3]float64, ways []way) string {
	if r.Op == "copy" {
		return ""
	}
	return ratios(result.Beside(r.Ratios(), copies[r.N]), ways)
}

// meansTable has the geometric means of the ratios of each operation, losses and all.
func meansTable(good []result.Row, ways []way) string {
	all := result.AgainstPeer(good)
	if len(all) == 0 || len(ways) == 0 {
		return ""
	}
	far := slices.ContainsFunc(all, func(p result.Peers) bool { return p.Far })
	enqueue := slices.ContainsFunc(all, func(p result.Peers) bool { return p.Enqueue.Cells > 0 })
	head := []string{"", "cells"}
	for _, w := range ways {
		head = append(head, wayNames[w])
	}
	about := "CUB's time over comb's in all cells that both have: the geometric mean, and in brackets the least and the most."
	if far {
		head = append(head, joined(wayNames, ways)+", over copies")
		about += " Over copies: means of the same cells, with each side's time over its own copy's from " + result.Amount(result.Farthest) + " items on."
	}
	if enqueue {
		head = append(head, "CPU time to enqueue")
	}
	mean := func(m result.Mean) string {
		switch m.Cells {
		case 0:
			return ""
		case 1:
			return ratio(m.Mean)
		}
		return fmt.Sprintf("%s (%s to %s)", ratio(m.Mean), ratio(m.Least), ratio(m.Most))
	}
	var lines [][]string
	for _, p := range all {
		cells, line := 0, []string{p.Op, ""}
		var beside [3]float64
		for _, w := range ways {
			cells = max(cells, p.Timings[w].Cells)
			line = append(line, mean(p.Timings[w]))
			beside[w] = p.Beside[w].Mean
		}
		line[1] = fmt.Sprint(cells)
		if far {
			text := ""
			if p.Far && p.Op != "copy" {
				text = ratios(beside, ways)
			}
			line = append(line, text)
		}
		if enqueue {
			line = append(line, mean(p.Enqueue))
		}
		lines = append(lines, line)
	}
	return "\n" + result.Wrapped("", about) + "\n" + markdown(head, lines)
}

// hostSize is the n at which the CPU's part of a call is shown.
const hostSize = 1 << 16

// hostTable has the CPU's time to enqueue a call and the wall time to its result, comb's and the
// peer's.
func hostTable(columns []column) string {
	var lines [][]string
	for _, c := range columns {
		r, ok := c.rows[hostSize]
		if !ok || r.RatioEnqueue() <= 0 || r.RatioWall() <= 0 || r.Ratio() <= 0 {
			continue
		}
		line := []string{c.name}
		for _, v := range []float64{r.GPU, r.Peer, r.Wall, r.PeerWall, r.Enqueue, r.PeerEnqueue} {
			line = append(line, result.Figures(v))
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return ""
	}
	return "\n" + result.Wrapped("", "A call of "+result.Amount(hostSize)+" items in microseconds: queued GPU time, wall time to a result, CPU time to enqueue it without a wait:") +
		"\n" + markdown([]string{"", "GPU, comb", "CUB", "wall, comb", "CUB", "enqueue, comb", "CUB"}, lines)
}

// Against is the text that Readme writes for bench/README.md: every cell that has a peer.
func Against(rows []result.Row) (string, error) {
	good, err := ofOneMachine(rows)
	if err != nil {
		return "", err
	}
	lines, sides := comparedLines(good)
	ways := waysOf(good)
	if len(ways) == 0 {
		return "", fmt.Errorf("page: there is no row with a peer's time to compare")
	}
	some := map[int]bool{}
	for _, c := range lines {
		for n := range c.rows {
			some[n] = true
		}
	}
	ns := slices.Sorted(maps.Keys(some))
	compared := len(result.Filter(good, result.Row.Compared))
	copies := result.Copies(good)
	var s strings.Builder
	s.WriteString("\n" + result.Wrapped("", fmt.Sprintf("The results have %d rows, each checked, medians of %s calls; %d of them have a row of CUB's. In each cell: CUB's time over comb's, %s",
		len(good), calls(good), compared, wayWords(ways))) + "\n")
	head := []string{""}
	for _, n := range ns {
		head = append(head, result.Amount(n))
		if _, ok := copies[n]; ok {
			head = append(head, result.Amount(n)+", each over its copy")
		}
	}
	var cells [][]string
	for _, c := range lines {
		line := []string{c.name}
		for _, n := range ns {
			text, beside := "", ""
			if r, ok := c.rows[n]; ok {
				text, beside = ratios(r.Ratios(), ways), besideCopy(r, copies, ways)
			}
			line = append(line, text)
			if _, ok := copies[n]; ok {
				line = append(line, beside)
			}
		}
		cells = append(cells, line)
	}
	s.WriteString(markdown(head, cells))
	if len(sides) > 0 {
		var lines [][]string
		for _, r := range sides {
			lines = append(lines, []string{kindOf(r) + " at " + result.Amount(r.N), result.Figures(r.Time()), ratios(r.Ratios(), ways)})
		}
		s.WriteString("\n" + markdown([]string{"at one n", "comb, us", joined(wayNames, ways)}, lines))
	}
	s.WriteString(meansTable(good, ways))
	s.WriteString("\n")
	return s.String(), nil
}

// comparedLines are the kinds of work that have a peer: those of several n, and the rows of those
// of one n.
func comparedLines(good []result.Row) (lines []column, sides []result.Row) {
	var all []column
	rows := result.Filter(good, result.Row.Compared, func(r result.Row) bool {
		return r.Ours() || r.Op == "copy" || r.Op == "empty" || r.Op == "hair-chain"
	})
	best := map[result.Cell]result.Row{}
	for _, r := range rows {
		if b, ok := best[r.Cell()]; !ok || r.Speedup(b) > 1 {
			best[r.Cell()] = r
		}
	}
	for _, r := range sorted(rows) {
		r = best[r.Cell()]
		c := result.FindOrAdd(&all, func(c column) bool { return c.name == kindOf(r) }, column{kindOf(r), map[int]result.Row{}})
		c.rows[r.N] = r
	}
	for _, c := range all {
		if len(c.rows) > 1 && !strings.HasPrefix(c.name, "empty") && !strings.HasPrefix(c.name, "hair") {
			lines = append(lines, c)
			continue
		}
		for _, r := range sorted(rows) {
			if kindOf(r) == c.name && best[r.Cell()] == r {
				sides = append(sides, r)
			}
		}
	}
	return lines, sides
}

// kindOf names a row's work without its n.
func kindOf(r result.Row) string {
	words := r.Op
	if r.Operator != "" {
		words += ", " + r.Operator + " of " + r.Element
	}
	words += strings.TrimPrefix(work(r), result.Amount(r.N))
	if slices.Contains([]string{"partition", "ends", "split"}, r.Op) {
		words += fmt.Sprintf(", %d %% first", r.Kept)
	}
	return words
}

// sorted puts rows of the same work together, in the order in which works and variants first
// appear.
func sorted(rows []result.Row) []result.Row {
	of := func(r result.Row) result.Cell {
		c := r.Cell()
		c.N = 0
		return c
	}
	place := map[result.Cell]int{}
	for i, work := range result.Distinct(rows, of) {
		place[work] = i
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b result.Row) int { return place[of(a)] - place[of(b)] })
	return rows
}
