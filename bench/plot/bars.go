// SPDX-License-Identifier: MIT

package plot

import (
	"image/color"
	"math"

	"github.com/combgl/comb/bench/result"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// barChart has bars that lie, one below the other, in groups.
type barChart struct {
	head
	label  string // of the axis
	groups []barGroup
	cannot []refusal
	limit  float64 // a line that no bar can be shorter than; 0 for none
	says   string  // what it is
}

type barGroup struct {
	title string
	bars  []bar
}

type bar struct {
	name      string
	us        float64
	low, high float64 // the quartiles, or zeros
	more      string  // beside the time
	ours      bool
}

// refusal is the reason why there is no bar.
type refusal struct{ name, why string }

// Points that a bar takes, with the room to the next, and the reason for none.
const (
	barHigh     = 16.0
	barMost     = 34.0
	refusalHigh = 14.0
)

const moreGap = vg.Length(6) // between a bar's time and what stands beside it

func (c *barChart) about() head { return c.head }

// height is that of the others, more for many bars, less for few.
func (c *barChart) height() float64 {
	rest := 126 + refusalHigh*float64(len(c.cannot))
	return max(rest+barHigh*float64(c.count()), min(high, rest+barMost*float64(c.count())))
}

// count is the number of lines that bars and titles take.
func (c *barChart) count() int {
	n := 0
	for _, g := range c.groups {
		n += len(g.bars)
		if g.title != "" {
			n++
		}
	}
	return n
}

// scale is from the value to the share of the width, with the ticks.
func (c *barChart) scale() (low, high float64, log bool) {
	low, high = math.Inf(1), 0
	for _, g := range c.groups {
		for _, b := range g.bars {
			low, high = min(low, b.us), max(high, b.us, b.high)
		}
	}
	if c.limit > 0 {
		low = min(low, c.limit)
	}
	if high/low > 30 {
		return low / 1.6, high, true
	}
	return 0, high, false
}

func (c *barChart) draw(canvas draw.Canvas) {
	area := c.head.paint(canvas)
	var names, values vg.Length
	for _, g := range c.groups {
		for _, b := range g.bars {
			names = max(names, boldLetters(tickSize, black).Width(b.name))
			values = max(values, letters(tickSize, black).Width(result.Micros(b.us))+moreGap+letters(tickSize, black).Width(b.more))
		}
	}
	for _, r := range c.cannot {
		names = max(names, letters(tickSize, black).Width(r.name))
	}
	low, high, log := c.scale()
	left, right := area.Min.X+names+vg.Points(10), area.Max.X-values-vg.Points(10)
	toX := func(v float64) vg.Length {
		share := (v - low) / (high - low)
		if log {
			share = math.Log(v/low) / math.Log(high/low)
		}
		return left + vg.Length(share)*(right-left)
	}
	area = c.reasons(area, left)
	top, bottom := area.Max.Y-vg.Points(4), area.Min.Y+vg.Points(36)
	if c.limit > 0 {
		top -= vg.Points(12)
	}
	c.axis(area, low, high, log, toX, bottom, top)

	each := min((top-bottom)/vg.Length(max(1, c.count())), vg.Points(barMost))
	c.each(top-each/2, each, func(b bar, y vg.Length) { b.draw(area, left, y, each*0.36, toX) }, nil)
	if c.limit > 0 { // over the bars, under their times
		x := toX(c.limit)
		area.StrokeLine2(draw.LineStyle{Color: black, Width: vg.Points(1.2), Dashes: []vg.Length{vg.Points(5), vg.Points(3)}}, x, bottom, x, top+vg.Points(4))
		area.FillText(letters(tickSize, black), vg.Point{X: x - vg.Points(2), Y: top + vg.Points(10)}, c.says+" "+result.Micros(c.limit))
	}
	c.each(top-each/2, each, func(b bar, y vg.Length) { b.tell(area, left, y, toX) }, func(title string, y vg.Length) {
		write(area, boldLetters(tickSize, black), vg.Point{X: area.Min.X, Y: y}, title)
	})
}

// each calls what is to be done with each bar and each title at their heights.
func (c *barChart) each(y, step vg.Length, one func(bar, vg.Length), titled func(string, vg.Length)) {
	for _, g := range c.groups {
		if g.title != "" {
			if titled != nil {
				titled(g.title, y)
			}
			y -= step
		}
		for _, b := range g.bars {
			one(b, y)
			y -= step
		}
	}
}

// reasons writes below what could not be done, and gives the room above.
func (c *barChart) reasons(area draw.Canvas, left vg.Length) draw.Canvas {
	if len(c.cannot) == 0 {
		return area
	}
	name := aligned(letters(tickSize, pale), text.XRight, middle)
	why := letters(captionSize+0.5, grey)
	y := area.Min.Y + vg.Points(8)
	for i := range c.cannot {
		r := c.cannot[len(c.cannot)-1-i]
		area.FillText(name, vg.Point{X: left - vg.Points(6), Y: y}, r.name)
		area.FillText(why, vg.Point{X: left + vg.Points(4), Y: y}, cut(why, r.why, area.Max.X-left-vg.Points(4)))
		y += vg.Points(refusalHigh)
	}
	return draw.Crop(area, 0, 0, y+vg.Points(2)-area.Min.Y, 0)
}

// axis draws the ticks and the grid.
func (c *barChart) axis(area draw.Canvas, low, high float64, log bool, toX func(float64) vg.Length, bottom, top vg.Length) {
	var ticks []plot.Tick
	label := c.label
	if log {
		ticks = logTicks(tickTime)(low, high)
		label += ", logarithmic"
	} else {
		ticks = evenTicks(tickTime)(low, high)
	}
	number := aligned(letters(tickSize, black), text.XCenter, middle)
	last := vg.Length(math.Inf(-1))
	for _, t := range ticks {
		x := toX(t.Value)
		if t.Label == "" || x-last < number.Width(t.Label)+vg.Points(10) {
			continue
		}
		last = x
		area.StrokeLine2(draw.LineStyle{Color: grid, Width: vg.Points(0.8)}, x, bottom, x, top)
		area.FillText(number, vg.Point{X: x, Y: bottom - vg.Points(8)}, t.Label)
	}
	area.StrokeLine2(draw.LineStyle{Color: pale, Width: vg.Points(0.8)}, toX(low), bottom, toX(high), bottom)
	centre := aligned(letters(labelSize, black), text.XCenter, middle)
	area.FillText(centre, vg.Point{X: (toX(low) + toX(high)) / 2, Y: area.Min.Y + vg.Points(8)}, label)
}

// whiskers are shown where there is something to see.
func (b bar) whiskers(toX func(float64) vg.Length) bool {
	return b.low > 0 && b.high > 0 && toX(b.high)-toX(b.low) > vg.Points(5)
}

func (b bar) draw(area draw.Canvas, left, y, half vg.Length, toX func(float64) vg.Length) {
	fill := color.RGBA{178, 190, 200, 255}
	if b.ours {
		fill = blue
	}
	area.FillPolygon(fill, rectangle(left, y-half, toX(b.us), y+half))
	if !b.whiskers(toX) {
		return
	}
	style := draw.LineStyle{Color: black, Width: vg.Points(1)}
	area.StrokeLine2(style, toX(b.low), y, toX(b.high), y)
	for _, x := range []vg.Length{toX(b.low), toX(b.high)} {
		area.StrokeLine2(style, x, y-vg.Points(2.5), x, y+vg.Points(2.5))
	}
}

// tell writes the name before a bar and the time behind it.
func (b bar) tell(area draw.Canvas, left, y vg.Length, toX func(float64) vg.Length) {
	name, past := letters(tickSize, black), toX(b.us)
	if b.ours {
		name = boldLetters(tickSize, black)
	}
	if b.whiskers(toX) {
		past = max(past, toX(b.high))
	}
	area.FillText(aligned(name, text.XRight, middle), vg.Point{X: left - vg.Points(6), Y: y}, b.name)
	at := vg.Point{X: past + vg.Points(5), Y: y}
	value := letters(tickSize, black)
	write(area, letters(tickSize, grey), vg.Point{X: at.X + value.Width(result.Micros(b.us)) + moreGap, Y: y}, b.more)
	write(area, value, at, result.Micros(b.us))
}
