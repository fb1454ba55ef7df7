// SPDX-License-Identifier: MIT

package main

import (
	"slices"

	"github.com/combgl/comb/bench/ladder"
)

// scale is how large a sweep may be.
type scale struct {
	software bool // on a CPU
	quick    bool // 30 seconds
}

// line is a part of a sweep: every combination of its axes. An axis that is empty the operation
// does not have.
type line struct {
	n, kept, record, bits, payload, workers, tile, height, heads []int
	dist, operator, element, motion                              []string
	fixed                                                        bool // n is no number of items that a flag may choose
}

// cells are the line's, in an order in which neighbours share as much of their input as can be.
func (l line) cells(op string) []cell {
	all := []cell{newCell(op, 0)}
	all = cross(all, l.record, func(c *cell, v int) { c.record = v })
	all = cross(all, l.element, func(c *cell, v string) { c.element = v })
	all = cross(all, l.operator, func(c *cell, v string) { c.operator = v })
	all = cross(all, l.dist, func(c *cell, v string) { c.dist = v })
	all = cross(all, l.bits, func(c *cell, v int) { c.bits = v })
	all = cross(all, l.tile, func(c *cell, v int) { c.tile = v })
	all = cross(all, l.n, func(c *cell, v int) { c.n = v })
	all = cross(all, l.heads, func(c *cell, v int) { c.heads = v })
	all = cross(all, l.height, func(c *cell, v int) { c.height = v })
	all = cross(all, l.motion, func(c *cell, v string) { c.dist = v })
	all = cross(all, l.kept, func(c *cell, v int) { c.kept = v })
	all = cross(all, l.payload, func(c *cell, v int) { c.payload = v })
	return cross(all, l.workers, func(c *cell, v int) { c.workers = v })
}

// cross is every cell with every value of an axis.
func cross[T any](all []cell, values []T, set func(*cell, T)) (out []cell) {
	if len(values) == 0 {
		return all
	}
	for _, c := range all {
		for _, v := range values {
			set(&c, v)
			out = append(out, c)
		}
	}
	return out
}

// asked are the axes that flags choose. What is empty was not given.
type asked struct {
	n, kept, record, bits, payload []int
	dist                           []string
}

// axis is an input that a flag chooses.
type axis struct {
	flag string
	of   func(l line) bool // the line has it
}

// axes are the inputs that were asked for.
func (a asked) axes() (all []axis) {
	for _, one := range inputAxes {
		if given := map[string]int{
			"n": len(a.n), "kept": len(a.kept), "records": len(a.record), "bits": len(a.bits), "payload": len(a.payload), "dist": len(a.dist),
		}; given[one.flag] > 0 {
			all = append(all, one)
		}
	}
	return all
}

var inputAxes = []axis{
	{"n", func(l line) bool { return !l.fixed }},
	{"kept", func(l line) bool { return len(l.kept) > 0 }},
	{"records", func(l line) bool { return len(l.record) > 0 }},
	{"bits", func(l line) bool { return len(l.bits) > 0 }},
	{"payload", func(l line) bool { return len(l.payload) > 0 }},
	{"dist", func(l line) bool { return len(l.dist) > 0 }},
}

// over is the sweep's lines with what was asked for in place of what is usual. Where n alone was
// given, or nothing, the lines beside the main one stay, of the n next to theirs; where any other
// axis was given, the main line has it all.
func (a asked) over(lines []line) []line {
	main := lines[0]
	narrowed := false
	number := func(axis *[]int, given []int) {
		if len(*axis) > 0 && len(given) > 0 {
			*axis, narrowed = given, true
		}
	}
	number(&main.kept, a.kept)
	number(&main.record, a.record)
	number(&main.bits, a.bits)
	number(&main.payload, a.payload)
	if len(main.dist) > 0 && len(a.dist) > 0 {
		// The others' distributions are none of this operation's.
		main.dist, narrowed = intersection(a.dist, distributions(lines)), true
		if len(main.dist) == 0 {
			return nil
		}
	}
	if len(a.n) > 0 && !main.fixed {
		main.n = a.n
	}
	if narrowed {
		return []line{main}
	}
	all := []line{main}
	for _, l := range lines[1:] {
		if len(a.n) > 0 {
			l.n = []int{nextTo(l.n[len(l.n)-1], a.n)}
		}
		all = append(all, l)
	}
	return all
}

// distributions are those that an operation with such lines has.
func distributions(lines []line) []string {
	if len(lines[0].kept) > 0 {
		return distNames(keeping)
	}
	return distNames(ordering)
}

func intersection(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return !slices.Contains(b, s) })
}

// nextTo is the largest given number that is not above n, or else the smallest.
func nextTo(n int, given []int) int {
	best := slices.Min(given)
	for _, g := range given {
		if g <= n {
			best = max(best, g)
		}
	}
	return best
}

// sizes are the usual numbers of items.
func (s scale) sizes() []int {
	return by(s, []int{1 << 10, 1 << 13, 1 << 16}, []int{1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20},
		[]int{1 << 12, 1 << 16, 1 << 20}, []int{1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24})
}

// by picks a value: quick on a CPU, a CPU's, quick on a GPU, a GPU's.
func by[T any](s scale, quickSoftware, software, quick, usual T) T {
	switch {
	case s.software && s.quick:
		return quickSoftware
	case s.software:
		return software
	case s.quick:
		return quick
	}
	return usual
}

// one is the n of the lines in which something else varies.
func (s scale) one() []int { return []int{by(s, 1<<16, 1<<18, 1<<20, 1<<22)} }

func overItems(s scale) []line { return []line{{n: s.sizes()}} }

func emptyLines(scale) []line { return []line{{n: []int{1, 9}, fixed: true}} }

// fetchLines: the widths are variants.
func fetchLines(s scale) []line {
	return []line{{n: []int{by(s, 1<<16, 1<<20, 1<<22, 1<<24)}, workers: readers}}
}

func compactLines(s scale) []line {
	all := []int{0, 1, 10, 50, 90, 100}
	main := line{n: s.sizes(), kept: all, dist: []string{usualDist}, record: []int{4}}
	other := line{n: s.one(), kept: []int{50}, dist: distNames(keeping)[1:], record: []int{4}}
	large := line{n: []int{by(s, 1<<13, 1<<16, 1<<18, 1<<20)}, kept: []int{50}, dist: []string{usualDist}, record: []int{4, 8, 16, 32, 64}}
	if s.quick {
		main.kept, large.record = []int{50}, []int{4, 16, 64}
		return []line{main, {n: s.one(), kept: []int{1, 50, 100}, dist: main.dist, record: main.record}, other, large}
	}
	return []line{main, other, large}
}

func partitionLines(s scale) []line {
	return []line{{n: s.sizes(), kept: []int{1, 50, 100}, dist: []string{usualDist}}}
}

func ladderLines(s scale) []line {
	main := line{n: by(s, []int{1 << 10, 1 << 13, 1 << 16}, s.sizes(), s.sizes(), []int{1 << 12, 1 << 16, 1 << 20, 1 << 22, 1 << 24}),
		operator: []string{ladder.Sum.String()}, element: []string{ladder.F32.String()}}
	if s.quick {
		few := []int{1 << 10}
		return []line{main,
			{n: few, operator: []string{ladder.Mean.String()}, element: []string{ladder.Vec4.String()}},
			{n: few, operator: []string{ladder.Max.String()}, element: main.element},
		}
	}
	all := []string{ladder.Mean.String(), ladder.Sum.String(), ladder.Min.String(), ladder.Max.String()}
	each := line{n: []int{by(s, 0, 1<<16, 0, 1<<20)}, operator: all, element: []string{ladder.F32.String(), ladder.Vec4.String()}}
	return []line{main, each}
}

func tilesLines(s scale) []line {
	n := fullWidth * fullHeight
	if s.quick {
		n = quickWidth * quickHeight
	}
	return []line{{n: []int{n}, tile: []int{16, 32, 64}, fixed: true}}
}

func sortLines(s scale) []line {
	main := line{n: s.sizes(), bits: []int{16, 24, 32}, payload: []int{0, 4}, dist: []string{usualDist}}
	n := []int{by(s, 1<<13, 1<<16, 1<<20, 1<<20)}
	other := line{n: n, bits: []int{32}, payload: []int{0, 4}, dist: distNames(ordering)[1:]}
	if s.quick {
		main.bits = []int{32}
		return []line{main, {n: n, bits: []int{16, 24}, payload: []int{0, 4}, dist: main.dist}, other}
	}
	return []line{main, other}
}

func argsortLines(s scale) []line {
	return []line{{n: s.sizes(), bits: []int{16, 24, 32}, dist: []string{usualDist}}}
}

func wideLines(s scale) []line { return []line{{n: s.sizes(), payload: []int{0, 4}}} }

func resortLines(s scale) []line {
	n := []int{by(s, 1<<13, 1<<16, 1<<20, 1<<20)}
	return []line{
		{n: s.sizes(), bits: []int{32}, payload: []int{4}, dist: []string{usualDist}},
		{n: n, bits: []int{32}, payload: []int{4}, dist: distNames(ordering)[1:]},
	}
}

func topKLines(s scale) []line {
	lines := resortLines(s)
	for i := range lines {
		lines[i].payload = nil
	}
	return lines
}

func hairLines(s scale) []line {
	return []line{{n: by(s, []int{1 << 15}, []int{1 << 15, 1 << 16, 1 << 18}, []int{1 << 16, 1 << 20}, []int{1 << 16, 1 << 18, 1 << 20, 1 << 22})}}
}

// frameLines: one head of several sizes, then twelve heads. A strand has 31 segments.
func frameLines(s scale) []line {
	one := line{
		n:      by(s, []int{31_000}, []int{1 << 16}, []int{65_100, 1_860_000}, []int{65_100, 1_860_000, 4_200_004, 16_000_030}),
		height: by(s, []int{quickHeightSoftware}, []int{180}, []int{1080}, []int{720, 1080, 2160}),
		motion: by(s, []string{moving}, []string{moving, still}, []string{moving, still}, []string{moving, still}),
	}
	if s.quick {
		return []line{one}
	}
	twelve := line{n: []int{by(s, 0, 12*31_000, 0, 12*1_860_000)}, heads: []int{12}, height: []int{by(s, 0, 180, 0, 1080)}, motion: one.motion}
	return []line{one, twelve}
}

func fluidLines(s scale) []line {
	return []line{{n: by(s, []int{1 << 12}, []int{1 << 12, 1 << 14}, []int{1 << 16}, []int{1 << 16, 1 << 18, 1 << 20, 1 << 22})}}
}

func particlesLines(s scale) []line {
	return []line{{n: by(s, []int{1 << 12}, []int{1 << 12, 1 << 14, 1 << 16}, []int{1 << 16, 1 << 20}, []int{1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24})}}
}
