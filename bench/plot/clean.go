// SPDX-License-Identifier: MIT

package plot

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// cleaner is a picture that can leave out what has no place on its axes. clean is false where nothing is left.
type cleaner interface{ clean() bool }

// nameMost is how wide a name in a picture may be.
const nameMost = vg.Length(240)

// positive says that a value has a place on any axis.
func positive(v float64) bool { return v > 0 && !math.IsInf(v, 0) }

func (c *lineChart) clean() bool {
	on := func(a axis, v float64) bool {
		return !math.IsNaN(v) && !math.IsInf(v, 0) && (v > 0 || v == 0 && !a.log)
	}
	for i := range c.lines {
		l := &c.lines[i]
		l.points = slices.DeleteFunc(l.points, func(p point) bool { return !on(c.x, p.x) || !on(c.y, p.y) })
		for k := range l.points {
			if p := &l.points[k]; !positive(p.low) || !positive(p.high) {
				p.low, p.high = 0, 0
			}
		}
		l.name = cut(l.letters(), l.name, nameMost)
	}
	c.lines = slices.DeleteFunc(c.lines, func(l line) bool { return len(l.points) == 0 })
	if !positive(c.times) {
		c.right = nil
	}
	low, high := c.span(func(p point) []float64 { return []float64{p.y} })
	return len(c.lines) > 0 && (c.y.log || !c.y.zero || high > 0 && low >= 0)
}

func (c *barChart) clean() bool {
	for i := range c.groups {
		g := &c.groups[i]
		g.bars = slices.DeleteFunc(g.bars, func(b bar) bool { return !positive(b.us) })
		for k := range g.bars {
			b := &g.bars[k]
			b.name = shorter(b.name)
			if !positive(b.low) || !positive(b.high) {
				b.low, b.high = 0, 0
			}
		}
	}
	for i := range c.cannot {
		c.cannot[i].name = shorter(c.cannot[i].name)
	}
	c.groups = slices.DeleteFunc(c.groups, func(g barGroup) bool { return len(g.bars) == 0 })
	if !positive(c.limit) {
		c.limit = 0
	}
	return len(c.groups) > 0
}

func (c *columnChart) clean() bool {
	highest := 0.0
	for _, s := range c.series {
		for _, v := range s.values {
			highest = max(highest, v.us)
		}
	}
	return positive(highest)
}

func (c *stackChart) clean() bool {
	return slices.ContainsFunc(c.stacks, func(s stack) bool { return positive(s.sum(-1)) && positive(s.sum(c.most)) })
}

func shorter(name string) string { return cut(boldLetters(tickSize, black), name, nameMost) }
