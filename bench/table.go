// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// tableWidth is how wide the table may be.
const tableWidth = 100

// tableHead has a column for each number of line.
const tableHead = "%-19s %7s %-19s %7s %7s %4s %7s %4s %5s %4s %4s"

// printer shows rows as they come, an operation at a time.
type printer struct {
	out     io.Writer
	abouts  map[string]string // of operations
	check   bool              // PASS, FAIL and NONE alone
	op      string
	remarks map[string]bool
	forms   []string // those with a letter: A, B, ...
}

func (b *benchmark) newTable() *printer {
	t := &printer{out: b.lines(), check: b.o.check, abouts: map[string]string{}, remarks: map[string]bool{}}
	for _, o := range b.table {
		t.abouts[o.name] = o.about
	}
	return t
}

func (t *printer) add(r result.Row) {
	if t.check {
		fmt.Fprintln(t.out, checked(r))
		return
	}
	if r.Op != t.op {
		if t.op != "" {
			fmt.Fprintln(t.out)
		}
		t.op = r.Op
		fmt.Fprintln(t.out, strings.TrimSpace(fmt.Sprintf("%s  %s", r.Op, t.abouts[r.Op])))
		fmt.Fprintf(t.out, tableHead+"\n", "variant", "n", "input", "us", "least", "+-%", "wall us", "reps", "GB/s", "copy", "peer")
	}
	known := len(t.forms)
	fmt.Fprintln(t.out, strings.TrimRight(t.line(r), " "))
	if len(t.forms) > known {
		fmt.Fprintf(t.out, "  %s  the form of this call: %s\n", t.letter(r.Form), r.Form)
	}
	if r.Memory > 0 && r.Variant == wholeFrame {
		fmt.Fprintf(t.out, "  it takes about %s of video memory; its stages follow\n", gibibytes(r.Memory))
	}
}

// line is the row in the table.
func (t *printer) line(r result.Row) string {
	start := fmt.Sprintf("%-19s %7s %-19s", cut(r.Variant, 19), count(r.N), cut(r.Input(), 19))
	if !r.Checked {
		why := r.Note
		if r.Failed() {
			why = "WRONG: " + strings.TrimPrefix(r.Note, "failed: ")
		}
		return cut(strings.TrimRight(start, " ")+"  "+why, tableWidth)
	}
	if r.Time() == 0 {
		return start
	}
	return fmt.Sprintf("%s %7s %7s %4s %7s %4d %5s %4s %4s %s", start, figure(r.Time()), figure(r.Least()), spread(r), figure(r.Wall), r.Samples, rate(r.GBs), ratio(r.OfCopy), ratio(r.Ratio()), t.marks(r))
}

// spread is half the distance between the quartiles, or "-" where both are the same sample.
func spread(r result.Row) string {
	if r.Samples < 3 {
		return "-"
	}
	low, high := r.Spread()
	return percent((high - low) / 2 / r.Time())
}

// The marks behind a row.
const (
	byWall    = "w"
	unordered = "o"
)

func (t *printer) marks(r result.Row) (marks string) {
	if !r.Reliable {
		marks += byWall
	}
	if r.Note == orderLost {
		marks += unordered
	}
	for _, m := range marks {
		t.remarks[string(m)] = true
	}
	return marks + t.letter(r.Form)
}

// letter stands for a form, as a row has no room for its name beside that of the variant. The first
// row of a form is followed by a line that explains the letter.
func (t *printer) letter(form string) string {
	if form == "" {
		return ""
	}
	i := slices.Index(t.forms, form)
	if i < 0 {
		i = len(t.forms)
		t.forms = append(t.forms, form)
	}
	return string(rune('A' + min(i, 25)))
}

// end explains the marks that were seen.
func (t *printer) end() {
	if len(t.remarks) == 0 {
		return
	}
	fmt.Fprintln(t.out)
	if t.remarks[byWall] {
		fmt.Fprintln(t.out, "w  by the wall clock: done by the CPU, or the GPU's clock is not reliable here")
	}
	if t.remarks[unordered] {
		fmt.Fprintln(t.out, "o  the order is lost")
	}
}

// figure is a number of microseconds in at most 7 letters.
func figure(us float64) string {
	switch {
	case us <= 0:
		return "-"
	case us < 99.95:
		return fmt.Sprintf("%.1f", us)
	case us < 1e7:
		return fmt.Sprintf("%.0f", us)
	}
	return fmt.Sprintf("%.0fs", us/1e6)
}

func percent(part float64) string {
	if part >= 9.995 {
		return ">999"
	}
	return fmt.Sprintf("%.0f", 100*part)
}

func rate(gbs float64) string {
	switch {
	case gbs <= 0:
		return "-"
	case gbs < 9.995:
		return fmt.Sprintf("%.2f", gbs)
	}
	return fmt.Sprintf("%.0f", gbs)
}

func ratio(r float64) string {
	switch {
	case r <= 0:
		return "-"
	case r >= 99.5:
		return fmt.Sprintf("%.0f", min(r, 9999))
	case r >= 9.995:
		return fmt.Sprintf("%.1f", r)
	}
	return fmt.Sprintf("%.2f", r)
}

func cut(s string, width int) string {
	if len(s) <= width {
		return s
	}
	return s[:width-1] + "~"
}

// checked is the line of -check.
func checked(r result.Row) string {
	word, why := "PASS", ""
	switch {
	case r.Failed():
		word, why = "FAIL", "  "+strings.TrimPrefix(r.Note, "failed: ")
	case !r.Checked:
		word, why = "NONE", "  "+r.Note
	}
	return strings.TrimRight(fmt.Sprintf("%s  %s %s n=%d %s", word, r.Op, r.Label(), r.N, r.Input()), " ") + why
}

// versus sums up how comb stands beside the peer, where there is one.
func versus(out io.Writer, rows []result.Row) {
	all := result.AgainstPeer(rows)
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(out, "\nThe peer's time over comb's, so above 1 comb is the faster; geometric means by the way a call is timed:\n")
	fmt.Fprintf(out, "%-10s %5s %6s %6s %5s %7s  %s\n", "operation", "cells", "queued", "in row", "wall", "enqueue", "worst; best queued")
	for _, v := range all {
		cells := max(v.Timings[0].Cells, v.Timings[1].Cells, v.Timings[2].Cells)
		line := fmt.Sprintf("%-10s %5d %6s %6s %5s %7s", v.Op, cells, ratio(v.Timings[0].Mean), ratio(v.Timings[1].Mean), ratio(v.Timings[2].Mean), ratio(v.Enqueue.Mean))
		if v.Worst.Op != "" {
			line += fmt.Sprintf("  %.2f %s; %.2f %s", v.Worst.Ratio(), place(v.Worst), v.Best.Ratio(), place(v.Best))
		}
		fmt.Fprintln(out, cut(line, tableWidth))
	}
}

func place(r result.Row) string {
	return strings.TrimSpace(fmt.Sprintf("at n = %s %s", count(r.N), r.Input()))
}
