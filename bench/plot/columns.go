// SPDX-License-Identifier: MIT

package plot

import (
	"fmt"
	"image/color"
	"slices"

	"github.com/combgl/comb/bench/result"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// columnChart has columns that stand, in groups.
type columnChart struct {
	head
	label  string
	groups []string
	series []columns
}

// columns are those of one colour, one for each group; zero where there is none.
type columns struct {
	name string
	look
	values []column
}

type column struct{ us, low, high, peer float64 }

func (c *columnChart) about() head     { return c.head }
func (c *columnChart) height() float64 { return high }

// distributions draws what the input, and the number of bits, do to a sort.
func (b *book) distributions() []picture {
	rows := b.op("sort")
	var all []picture
	add := func(c *columnChart, n int, rows []result.Row, group, series func(result.Row) string) {
		rows = result.BestOurs(slices.DeleteFunc(slices.Clone(rows), func(r result.Row) bool { return r.N != n }))
		c.label, c.sub = "time of a call", fmt.Sprintf("%s keys.", result.Amount(n))
		c.fill(rows, group, series)
		c.foot = b.foot(rows, peerNote(rows, result.Wall(rows)))
		all = append(all, c)
	}
	if n := fullest(ours(rows), func(r result.Row) int { return slices.Index(dists(rows), dist(r)) }); n > 0 {
		add(&columnChart{head: head{name: "sort-dist", title: "Radix sort: time by kind of input"}}, n, rows, dist, result.Row.KeyName)
	}
	usual := slices.DeleteFunc(slices.Clone(rows), func(r result.Row) bool { return !r.Usual() })
	slices.SortStableFunc(usual, func(a, b result.Row) int { return a.KeyBits - b.KeyBits })
	if n := fullest(ours(usual), func(r result.Row) int { return r.KeyBits }); n > 0 {
		add(&columnChart{head: head{name: "sort-bits", title: "Radix sort: time by bits of the key"}}, n, usual,
			func(r result.Row) string { return fmt.Sprintf("%d bits", r.KeyBits) },
			func(r result.Row) string {
				if r.PayloadBytes == 0 {
					return "keys alone"
				}
				return fmt.Sprintf("keys + %d bytes", r.PayloadBytes)
			})
	}
	return all
}

// fill sorts rows into groups and series. Series of one group alone make place where there are others.
func (c *columnChart) fill(rows []result.Row, group, series func(result.Row) string) {
	wall := result.Wall(rows)
	for _, r := range rows {
		if g := group(r); !slices.Contains(c.groups, g) {
			c.groups = append(c.groups, g)
		}
	}
	for _, r := range rows {
		name := series(r)
		i := slices.IndexFunc(c.series, func(s columns) bool { return s.name == name })
		if i < 0 {
			i = len(c.series)
			c.series = append(c.series, columns{name: name, values: make([]column, len(c.groups))})
		}
		v := value(r, wall, 0, func(us float64) float64 { return us })
		one := column{us: v.y, low: v.low, high: v.high}
		if !wall {
			one.peer = r.Peer
		}
		c.series[i].values[slices.Index(c.groups, group(r))] = one
	}
	lone := func(s columns) bool {
		n := 0
		for _, v := range s.values {
			if v.us > 0 {
				n++
			}
		}
		return n < 2
	}
	if some := slices.DeleteFunc(slices.Clone(c.series), lone); len(some) > 0 {
		c.series = some
	}
	for g := len(c.groups) - 1; g >= 0; g-- {
		if !slices.ContainsFunc(c.series, func(s columns) bool { return s.values[g].us > 0 }) {
			c.groups = slices.Delete(c.groups, g, g+1)
			for i := range c.series {
				c.series[i].values = slices.Delete(c.series[i].values, g, g+1)
			}
		}
	}
	for i := range c.series {
		c.series[i].colour = append([]color.RGBA{blue}, others...)[i%(1+len(others))]
	}
}

// dist names an input.
func dist(r result.Row) string {
	if r.Usual() {
		return "uniform"
	}
	return r.Dist
}

func dists(rows []result.Row) []string {
	var all []string
	for _, r := range rows {
		if d := dist(r); !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all
}

func (c *columnChart) draw(canvas draw.Canvas) {
	area := c.head.paint(canvas)
	area = c.legend(area)
	highest := 0.0
	for _, s := range c.series {
		for _, v := range s.values {
			highest = max(highest, v.us, v.high, v.peer)
		}
	}
	unit := 1.0 // of the numbers at the columns, which is that of the axis' larger ticks
	for highest >= 1000*unit {
		unit *= 1000
	}
	highest *= 1.1
	label := letters(labelSize, black)
	area.FillText(label, vg.Point{X: area.Min.X, Y: area.Max.Y - vg.Points(8)}, c.label)
	top, bottom := area.Max.Y-vg.Points(22), area.Min.Y+vg.Points(18)
	toY := func(v float64) vg.Length { return bottom + vg.Length(v/highest)*(top-bottom) }
	number := aligned(letters(tickSize, black), text.XRight, middle)
	ticks := evenTicks(tickTime)(0, highest)
	var wide vg.Length
	for _, t := range ticks {
		wide = max(wide, number.Width(t.Label))
	}
	left := area.Min.X + wide + vg.Points(8)
	for _, t := range ticks {
		y := toY(t.Value)
		area.StrokeLine2(draw.LineStyle{Color: grid, Width: vg.Points(0.8)}, left, y, area.Max.X, y)
		area.FillText(number, vg.Point{X: left - vg.Points(6), Y: y}, t.Label)
	}
	each := (area.Max.X - left) / vg.Length(len(c.groups))
	one := min(each*0.84/vg.Length(len(c.series)), vg.Points(64))
	centre := aligned(label, text.XCenter, middle)
	for g, name := range c.groups {
		mid := left + each*(vg.Length(g)+0.5)
		from := mid - one*vg.Length(len(c.series))/2
		area.FillText(centre, vg.Point{X: mid, Y: bottom - vg.Points(11)}, name)
		for i, s := range c.series {
			s.draw(area, s.values[g], from+one*vg.Length(i), one, toY, unit)
		}
	}
	area.StrokeLine2(draw.LineStyle{Color: pale, Width: vg.Points(0.8)}, left, bottom, area.Max.X, bottom)
}

// draw stands a column up, with its time above it where that fits, and the peer's time as a dashed line.
func (s columns) draw(area draw.Canvas, v column, x, wide vg.Length, toY func(float64) vg.Length, unit float64) {
	if v.us <= 0 {
		return
	}
	gap := wide * 0.06
	area.FillPolygon(s.colour, rectangle(x+gap, toY(0), x+wide-gap, toY(v.us)))
	above, inside := toY(v.us), false
	if v.low > 0 && toY(v.high)-toY(v.low) > vg.Points(5) {
		style, mid := draw.LineStyle{Color: black, Width: vg.Points(1)}, x+wide/2
		area.StrokeLine2(style, mid, toY(v.low), mid, toY(v.high))
		for _, y := range []float64{v.low, v.high} {
			area.StrokeLine2(style, mid-vg.Points(2.5), toY(y), mid+vg.Points(2.5), toY(y))
		}
		above = max(above, toY(v.high))
	}
	if v.peer > 0 {
		y := toY(v.peer)
		area.StrokeLine2(draw.LineStyle{Color: black, Width: vg.Points(1.8), Dashes: []vg.Length{vg.Points(4), vg.Points(2)}}, x, y, x+wide, y)
		inside = y > above-vg.Points(2) && y < above+vg.Points(14)
	}
	number := aligned(letters(captionSize, black), text.XCenter, text.YBottom)
	at := vg.Point{X: x + wide/2, Y: above + vg.Points(2)}
	if inside { // above it would be taken for the peer's
		number = aligned(letters(captionSize, ink(s.colour)), text.XCenter, text.YTop)
		at.Y = toY(v.us) - vg.Points(2)
		if v.low > 0 && above > toY(v.us) {
			at.Y = toY(v.low) - vg.Points(2)
		}
	}
	if toY(v.high) > toY(v.us)+vg.Points(14) { // at the whisker's end it would be taken for that
		number = aligned(letters(captionSize, ink(s.colour)), text.XCenter, text.YBottom)
		at.Y = toY(0) + vg.Points(3)
	}
	if number.Width(result.Figures(v.us/unit)) < wide {
		area.FillText(number, at, result.Figures(v.us/unit))
	}
}

// legend tells the series, and CUB's line where there is one.
func (c *columnChart) legend(area draw.Canvas) draw.Canvas {
	l := newLegend(area)
	peer := false
	for _, s := range c.series {
		l.box(s.name, s.colour)
		peer = peer || slices.ContainsFunc(s.values, func(v column) bool { return v.peer > 0 })
	}
	if peer {
		l.place("CUB", func(x, y vg.Length) {
			area.StrokeLine2(draw.LineStyle{Color: black, Width: vg.Points(1.8), Dashes: []vg.Length{vg.Points(4), vg.Points(2)}}, x, y, x+vg.Points(14), y)
		})
	}
	return l.below()
}
