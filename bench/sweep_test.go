// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func cellsOf(lines []line, op string) (all []cell) {
	for _, l := range lines {
		all = append(all, l.cells(op)...)
	}
	return all
}

func TestLinesAreCrossProducts(t *testing.T) {
	got := line{n: []int{1, 2}, kept: []int{10, 90}, dist: []string{"uniform"}, record: []int{4}}.cells("compact")
	var shown []string
	for _, c := range got {
		shown = append(shown, fmt.Sprintf("%d %d %s %d %d", c.n, c.kept, c.dist, c.record, c.bits))
	}
	want := []string{"1 10 uniform 4 -1", "1 90 uniform 4 -1", "2 10 uniform 4 -1", "2 90 uniform 4 -1"}
	if !slices.Equal(shown, want) {
		t.Errorf("%q, want %q", shown, want)
	}
}

func TestFlagsReplaceDefaults(t *testing.T) {
	lines := compactLines(scale{})
	if over := (asked{}).over(lines); len(over) != len(lines) {
		t.Errorf("nothing asked for: %d lines", len(over))
	}
	// n alone: the other lines stay, at the n next to theirs.
	over := asked{n: []int{1 << 10, 1 << 21, 1 << 23}}.over(lines)
	if len(over) != 3 || !slices.Equal(over[0].n, []int{1 << 10, 1 << 21, 1 << 23}) || over[1].n[0] != 1<<21 || over[2].n[0] != 1<<10 {
		t.Errorf("%+v", over)
	}
	// Another axis: what is given, crossed.
	over = asked{kept: []int{7}, record: []int{8, 16}}.over(lines)
	if got := cellsOf(over, "compact"); len(over) != 1 || len(got) != 2*len(scale{}.sizes()) || got[0].kept != 7 || got[0].record != 8 {
		t.Errorf("%+v", over)
	}
	// What an operation does not have is no matter of its own.
	if over := (asked{kept: []int{7}, bits: []int{8}, dist: []string{"sorted"}}).over(overItems(scale{})); len(over) != 1 || len(over[0].kept)+len(over[0].bits)+len(over[0].dist) > 0 {
		t.Errorf("scan: %+v", over)
	}
	if over := (asked{dist: []string{"sorted", "clustered"}}).over(lines); len(over) != 1 || !slices.Equal(over[0].dist, []string{"clustered"}) {
		t.Errorf("%+v", over)
	}
	if over := (asked{dist: []string{"sorted"}}).over(lines); over != nil {
		t.Errorf("%+v", over)
	}
	for _, fixed := range [][]line{emptyLines(scale{}), tilesLines(scale{})} {
		if over := (asked{n: []int{77}}).over(fixed); over[0].n[0] == 77 {
			t.Errorf("%+v", over)
		}
	}
}

// Whatever the scale, every usual operation has rows, within what a run can bear, and a quick sweep
// is a small one.
func TestEverySweep(t *testing.T) {
	count := func(t *testing.T, s scale) (rows int) {
		for _, o := range chosen(table, nil) {
			cells := o.steps(o.lines(s), choice(nil).of(o.variants()))
			if len(cells) == 0 && len(o.variants()) > 0 {
				t.Errorf("%+v: no row of %s", s, o.name)
			}
			for _, c := range cells {
				if c.n < 1 || c.words() > 1<<26 {
					t.Errorf("%+v: %+v", s, c.cell)
				}
			}
			rows += len(cells)
		}
		return rows
	}
	for _, software := range []bool{false, true} {
		t.Run(fmt.Sprint("software=", software), func(t *testing.T) {
			usual, quick := count(t, scale{software, false}), count(t, scale{software, true})
			if quick*2 > usual || usual > 1500 {
				t.Errorf("software %v: %d rows, quick %d", software, usual, quick)
			}
			t.Logf("software %v: %d rows, quick %d", software, usual, quick)
		})
	}
}

// The compaction's sweep has what its charts need: each n at each per cent, each distribution and
// each size of records.
func TestCompactSweepCoversCharts(t *testing.T) {
	for _, s := range []scale{{}, {software: true}, {quick: true}, {software: true, quick: true}} {
		t.Run(fmt.Sprintf("software=%v,quick=%v", s.software, s.quick), func(t *testing.T) {
			seen := map[string]bool{}
			for _, c := range cellsOf(compactLines(s), "compact") {
				seen[fmt.Sprint("n", c.n)], seen[fmt.Sprint("kept", c.kept)], seen[c.dist], seen[fmt.Sprint("record", c.record)] = true, true, true, true
			}
			want := "kept1 kept50 kept100 uniform clustered alternating record4 record16 record64"
			if !s.quick {
				want += " kept0 kept10 kept90 record8 record32"
			}
			for _, w := range append(strings.Fields(want), fmt.Sprint("n", s.sizes()[0])) {
				if !seen[w] {
					t.Errorf("%+v: no row of %s", s, w)
				}
			}
		})
	}
}

func TestStepsAreUnique(t *testing.T) {
	o := op{name: "compact"}
	lines := []line{{n: []int{8}, kept: []int{50, 1}}, {n: []int{8}, kept: []int{1, 100}}}
	steps := o.steps(lines, []variant{{name: "a"}, {name: "b", fetch: 64}})
	if len(steps) != 6 || steps[1].variant.name != "b" || steps[1].fetch != 64 || steps[2].kept != 1 || steps[2].fetch != none {
		t.Errorf("%+v", steps)
	}
}

func TestNeeds(t *testing.T) {
	plain, wide, pairs := newCell("scan", 1000), newCell("compact", 1000), newCell("sort", 500)
	wide.record, pairs.bits, pairs.payload = 64, 32, 4
	got := needsOf([]step{{cell: plain}, {cell: wide}, {cell: pairs}})
	if got != (needs{words: 16000, payload: 500, sorted: 500}) {
		t.Errorf("%+v", got)
	}
}

func TestGuardSkipsSlowCells(t *testing.T) {
	g := guard{}
	slow, quick := newCell("compact", 1<<16), newCell("compact", 1<<16)
	slow.variant, quick.variant = "one-thread", "auto"
	g.took(slow, 100_000)
	g.took(quick, 1000)
	slow.n, quick.n = 1<<20, 1<<20
	if why := g.tooLong(slow, 100e6); !strings.Contains(why, "1.6s") {
		t.Errorf("1.6 s a call: %q", why)
	}
	if why := g.tooLong(quick, 100e6) + g.tooLong(slow, 0); why != "" {
		t.Errorf("%q", why)
	}
	tiny := newCell("copy", 1) // 50 us are an overhead, not a thousand times that for a thousand items
	g.took(tiny, 50)
	tiny.n = 1 << 20
	if why := g.tooLong(tiny, 4e9); why != "" {
		t.Errorf("after one item: %q", why)
	}
	slow.kept = 50 // another input: nothing is known of it
	if why := g.tooLong(slow, 100e6); why != "" {
		t.Errorf("%q", why)
	}
}
