// SPDX-License-Identifier: MIT

package page

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/internal/atomicfile"
)

// What Readme writes stands between these, each alone on its line.
const (
	begin = "<!-- figures -->"
	end   = "<!-- /figures -->"
)

// Readme rewrites the part of a Markdown file between the marks from rows of one device. Errors: the marks are not there
// once each, in their order; no row can be shown. Then the file is as it was.
func Readme(path string, rows []result.Row) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	from, to := onLine(text, begin), onLine(text, end)
	if from < 0 || to < 0 || to < from {
		return fmt.Errorf("page: %s: the figures go between a line %q and a line %q, each there once", path, begin, end)
	}
	part, err := Figures(rows)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.Write(text[:from+len(begin)])
	out.WriteString("\n" + part)
	out.Write(text[to:])
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(out.Bytes())
		return err
	})
}

// onLine finds the one line that is a mark; -1 when there is none, or more.
func onLine(text []byte, mark string) int {
	place, at := -1, 0
	for _, line := range bytes.SplitAfter(text, []byte("\n")) {
		if string(bytes.TrimRight(line, "\r\n")) == mark {
			if place >= 0 {
				return -1
			}
			place = at
		}
		at += len(line)
	}
	return place
}

// column is an operation in README's tables.
type column struct {
	name string
	rows map[int]result.Row // by n
}

// Figures is the text that Readme writes.
func Figures(rows []result.Row) (string, error) {
	good, err := ofOneMachine(rows)
	if err != nil {
		return "", err
	}
	columns := columnsOf(good)
	ns := sizesOf(columns)
	if len(ns) == 0 {
		return "", fmt.Errorf("page: there are no rows of copy, reduce, scan, compact or sort to show")
	}
	var shown []result.Row
	for _, c := range columns {
		for _, n := range ns {
			if r, ok := c.rows[n]; ok {
				shown = append(shown, r)
			}
		}
	}
	wall := result.Wall(shown)

	var s strings.Builder
	s.WriteString("\n" + wrapped(intro(shown, wall)) + "\n")
	table(&s, columns, ns, func(r result.Row) string {
		cell := result.Figures(r.By(wall))
		if ratio := r.Ratio(); ratio > 0 && !wall {
			cell += fmt.Sprintf(" (%.2f", ratio)
			if alone := r.RatioAlone(); alone > 0 {
				cell += fmt.Sprintf(" / %.2f", alone)
			}
			cell += ")"
		}
		return cell
	})
	s.WriteString("\nGB/s of what must be moved at least, and in brackets the share of what the copy of n words reaches:\n\n")
	table(&s, columns, ns, func(r result.Row) string {
		if r.Bytes <= 0 {
			return ""
		}
		cell := result.Figures(float64(r.Bytes) / r.By(wall) / 1e3)
		if r.Op != "copy" && r.OfCopy > 0 {
			cell += " (" + share(r.OfCopy) + ")"
		}
		return cell
	})
	s.WriteString(othersTable(good, ns))
	if text := peerLines(good, wall); text != "" {
		s.WriteString("\n" + text)
	}
	if text := frameLine(good); text != "" {
		s.WriteString("\n" + wrapped(text))
	}
	s.WriteString("\n")
	return s.String(), nil
}

func intro(rows []result.Row, wall bool) string {
	clock := "the GPU's clock"
	if wall {
		clock = "the wall clock, as the GPU's cannot be relied on there"
	}
	medians := "medians"
	if n := calls(rows); n != "" {
		medians += " of " + n
	}
	text := fmt.Sprintf("Microseconds a call on %s (OpenGL %s), %s by %s, each result checked against a plain loop.",
		result.ShortDevice(rows[0].Device), rows[0].Driver, medians, clock)
	if !wall && slices.ContainsFunc(rows, func(r result.Row) bool { return r.Ratio() > 0 }) {
		text += " In brackets: the time of NVIDIA's CUB on such a GPU over comb's; above 1 comb is the faster."
		if slices.ContainsFunc(rows, func(r result.Row) bool { return r.RatioAlone() > 0 }) {
			text += " First with CUB's launches held until all of a call is enqueued, then of a call that finds the GPU idle; comb's take as long either way."
		}
	}
	return text
}

// wrapped breaks a text into lines as long as README's.
func wrapped(words string) string {
	var s strings.Builder
	at := 0
	for _, word := range strings.Fields(words) {
		if at > 0 && at+1+len(word) > 128 {
			s.WriteString("\n")
			at = 0
		} else if at > 0 {
			s.WriteString(" ")
			at++
		}
		s.WriteString(word)
		at += len(word)
	}
	return s.String() + "\n"
}

// calls tells of how many calls the medians are.
func calls(rows []result.Row) string {
	least, most := 0, 0
	for _, r := range rows {
		if r.Samples > 0 && (least == 0 || r.Samples < least) {
			least = r.Samples
		}
		most = max(most, r.Samples)
	}
	switch {
	case most == 0:
		return ""
	case least == most:
		return fmt.Sprint(most)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// columnsOf are the operations that there are rows of.
func columnsOf(good []result.Row) []column {
	best := result.BestOurs(good)
	var all []column
	add := func(name string, from []result.Row, pass func(result.Row) bool) {
		c := column{name, map[int]result.Row{}}
		for _, r := range from {
			if pass(r) {
				c.rows[r.N] = r
			}
		}
		if len(c.rows) > 0 {
			all = append(all, c)
		}
	}
	add("copy", good, func(r result.Row) bool { return r.Op == "copy" })
	for _, op := range []string{"reduce", "scan"} {
		add(op, best, func(r result.Row) bool { return r.Op == op })
	}
	for _, kept := range keptOf(best) {
		add(fmt.Sprintf("compact, %d %% kept", kept), best, func(r result.Row) bool {
			return r.Op == "compact" && r.Usual() && r.Record() == 4 && r.Kept == kept
		})
	}
	var keys []string
	count, most := map[string]int{}, 0
	for _, r := range best {
		if r.Op == "sort" && r.Usual() {
			if count[r.KeyName()]++; count[r.KeyName()] == 1 {
				keys = append(keys, r.KeyName())
			}
			most = max(most, count[r.KeyName()])
		}
	}
	for _, key := range keys {
		if 2*count[key] < most { // tried at a few n alone
			continue
		}
		add("sort, "+key, best, func(r result.Row) bool { return r.Op == "sort" && r.Usual() && r.KeyName() == key })
	}
	return all
}

// keptOf are the shares of items kept that README shows: little, half and all, or what there is.
func keptOf(rows []result.Row) []int {
	var all []int
	for _, r := range rows {
		if r.Op == "compact" && r.Usual() && r.Record() == 4 && !slices.Contains(all, r.Kept) {
			all = append(all, r.Kept)
		}
	}
	slices.Sort(all)
	var some []int
	for _, kept := range []int{1, 50, 100} {
		if slices.Contains(all, kept) {
			some = append(some, kept)
		}
	}
	if len(some) == 0 {
		some = all[:min(3, len(all))]
	}
	return some
}

// sizesOf are the n that half of the columns have, at most eight.
func sizesOf(columns []column) []int {
	count := map[int]int{}
	for _, c := range columns {
		for n := range c.rows {
			count[n]++
		}
	}
	var ns []int
	for n, k := range count {
		if 2*k >= len(columns) {
			ns = append(ns, n)
		}
	}
	slices.Sort(ns)
	for len(ns) > 8 { // every other one, and the largest
		var some []int
		for i := range ns {
			if (len(ns)-1-i)%2 == 0 {
				some = append(some, ns[i])
			}
		}
		ns = some
	}
	return ns
}

// table writes a table of n by columns.
func table(s *strings.Builder, columns []column, ns []int, cell func(result.Row) string) {
	s.WriteString("| n |")
	for _, c := range columns {
		s.WriteString(" " + c.name + " |")
	}
	s.WriteString("\n|---|" + strings.Repeat("---|", len(columns)) + "\n")
	for _, n := range ns {
		s.WriteString("| " + result.Amount(n) + " |")
		for _, c := range columns {
			text := ""
			if r, ok := c.rows[n]; ok {
				text = cell(r)
			}
			s.WriteString(" " + text + " |")
		}
		s.WriteString("\n")
	}
}

// ofOneMachine are the rows that may be shown; an error when there is none, or when they are of several devices.
func ofOneMachine(rows []result.Row) ([]result.Row, error) {
	good := result.Good(rows)
	if len(good) == 0 {
		return nil, fmt.Errorf("page: there is no row to show: none that was checked and timed")
	}
	if device, driver, one := result.Machine(rows); !one {
		return nil, fmt.Errorf("page: rows of %s %s among those of another device: show those of one at a time", device, driver)
	}
	return good, nil
}
