// SPDX-License-Identifier: MIT

package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// besideLine is a line of the table of further operations.
type besideLine struct {
	name          string
	op            string
	bits, payload int // of sorts
}

var besideTable = []besideLine{
	{name: "partition, half kept, the rest reversed", op: "ends"},
	{name: "split to two arrays, half kept", op: "split"},
	{name: "first of each run (unique)", op: "unique"},
	{name: "reduction by key, runs of 8", op: "reducebykey"},
	{name: "scan by key, runs of 8", op: "scanbykey"},
	{name: "histogram of 65,536 bins", op: "manybins"},
	{name: "run-length decoding", op: "decode"},
	{name: "random order (shuffle)", op: "shuffle"},
	{name: "first 1,000 keys; CUB sorts all", op: "topk", bits: 32},
	{name: "sort, 64-bit keys", op: "sort64", bits: 64},
	{name: "sort, 64-bit keys + 4 bytes", op: "sort64", bits: 64, payload: 4},
	{name: "sort, 128-bit keys", op: "sort128", bits: 128},
	{name: "sort, 128-bit keys + 4 bytes", op: "sort128", bits: 128, payload: 4},
	{name: "merge sort, 32-bit keys", op: "mergesort", bits: 32},
	{name: "merge sort, 32-bit keys + 4 bytes", op: "mergesort", bits: 32, payload: 4},
	{name: "merge of two arrays", op: "merge"},
	{name: "union of two arrays", op: "union"},
	{name: "intersection of two arrays", op: "intersection"},
	{name: "difference of two arrays", op: "difference"},
	{name: "n searches among n items", op: "lowerbound"},
}

func (l besideLine) has(r result.Row) bool {
	return r.Op == l.op && r.Usual() && (r.Kept == 50 || r.Kept < 0) && max(r.KeyBits, 0) == l.bits && r.PayloadBytes == l.payload
}

func isBeside(r result.Row) bool {
	return slices.ContainsFunc(besideTable, func(l besideLine) bool { return l.op == r.Op })
}

// Beside is the text that Readme writes for docs/performance.md of the operations that Figures does
// not have.
func Beside(rows []result.Row) (string, error) {
	good, err := ofOneMachine(rows)
	if err != nil {
		return "", err
	}
	var lines []column
	best := result.BestOurs(good)
	for _, l := range besideTable {
		lines = append(lines, columnOf(l.name, best, l.has))
	}
	lines = slices.DeleteFunc(lines, empty)
	ns := sizesOf(lines)
	if len(ns) == 0 {
		return "", fmt.Errorf("page: there are no rows of further operations to show")
	}
	head := []string{"operation"}
	for _, n := range ns {
		head = append(head, result.Amount(n))
	}
	last := ns[len(ns)-1]
	var cells [][]string
	for _, c := range lines {
		line := []string{c.name}
		for _, n := range ns {
			line = append(line, besideCell(c.rows[n]))
		}
		cells = append(cells, append(line, bytesOverCopy(c.rows[last])))
	}
	var s strings.Builder
	s.WriteString("\n" + markdown(append(head, result.Amount(last)+", bytes over the copy's"), cells) + "\n")
	return s.String(), nil
}

// besideCell is a row's time, and the peer's over it in brackets: wall times where the peer waits
// for the CPU.
func besideCell(r result.Row) string {
	switch {
	case r.Op == "":
		return ""
	case r.Ratio() > 0:
		return fmt.Sprintf("%s (%s)", result.Figures(r.Time()), ratio(r.Ratio()))
	case r.RatioWall() > 0:
		return fmt.Sprintf("%s (wall %s)", result.Figures(r.Time()), ratio(r.RatioWall()))
	}
	return result.Figures(r.Time())
}

// bytesOverCopy is the rate of the bytes that an operation must move at least, over the copy's.
func bytesOverCopy(r result.Row) string {
	if r.Op == "" || r.OfCopy == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", r.OfCopy)
}

// bytesLine is a line of a table by n: bytesOverCopy of each column at its largest n.
func bytesLine(columns []column, ns []int) []string {
	last := ns[len(ns)-1]
	line := []string{result.Amount(last) + ", bytes over the copy's"}
	for _, c := range columns {
		line = append(line, bytesOverCopy(c.rows[last]))
	}
	return line
}
