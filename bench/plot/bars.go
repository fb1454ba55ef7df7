// SPDX-License-Identifier: MIT

package plot

import (
	"image/color"
	"math"

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
	limit  float64 // a line that no bar can be shorter than; 0 for none
	says   string  // what it is
}

type barGroup struct {
	title string
	bars  []bar
}

// bar is a time, or the reason why there is none.
type bar struct {
	name      string
	us        float64
	low, high float64 // the quartiles, or zeros
	more      string  // beside the time
	ours      bool
	why       string
}

const barHigh = 16.0 // points that a bar takes, with the room to the next

func (c *barChart) about() head { return c.head }

// height grows with the bars.
func (c *barChart) height() float64 { return max(high, 112+barHigh*float64(c.count())) }

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
			if b.us > 0 {
				low, high = min(low, b.us), max(high, b.us, b.high)
			}
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
	name := letters(tickSize, black)
	var names, values vg.Length
	for _, g := range c.groups {
		for _, b := range g.bars {
			names = max(names, boldLetters(tickSize, black).Width(b.name))
			if b.us > 0 {
				values = max(values, name.Width(micros(b.us)+b.more))
			}
		}
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
	top, bottom := area.Max.Y-vg.Points(8), area.Min.Y+vg.Points(36)
	c.axis(area, low, high, log, toX, bottom, top)

	each := min((top-bottom)/vg.Length(max(1, c.count())), vg.Points(26))
	y := top - each/2
	for _, g := range c.groups {
		if g.title != "" {
			area.FillText(boldLetters(tickSize, black), vg.Point{X: area.Min.X, Y: y}, g.title)
			y -= each
		}
		for _, b := range g.bars {
			b.draw(area, left, y, each, toX)
			y -= each
		}
	}
}

// axis draws the ticks, the grid, and the limit.
func (c *barChart) axis(area draw.Canvas, low, high float64, log bool, toX func(float64) vg.Length, bottom, top vg.Length) {
	var ticks []plot.Tick
	label := c.label
	if log {
		ticks = logTicks(tickTime)(low, high)
		label += ", logarithmic"
	} else {
		ticks = evenTicks(tickTime)(low, high)
	}
	number := aligned(letters(tickSize, black), text.XCenter, text.YCenter)
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
	centre := aligned(letters(labelSize, black), text.XCenter, text.YCenter)
	area.FillText(centre, vg.Point{X: (toX(low) + toX(high)) / 2, Y: area.Min.Y + vg.Points(8)}, label)
	if c.limit > 0 {
		x := toX(c.limit)
		area.StrokeLine2(draw.LineStyle{Color: grey, Width: vg.Points(1.2), Dashes: []vg.Length{vg.Points(5), vg.Points(3)}}, x, bottom, x, top+vg.Points(2))
		area.FillText(letters(captionSize+0.5, grey), vg.Point{X: x - vg.Points(2), Y: top + vg.Points(7)}, c.says)
	}
}

func (b bar) draw(area draw.Canvas, left, y, each vg.Length, toX func(float64) vg.Length) {
	name, fill := letters(tickSize, black), color.RGBA{178, 190, 200, 255}
	switch {
	case b.ours:
		name, fill = boldLetters(tickSize, black), blue
	case b.us <= 0:
		name = letters(tickSize, pale)
	}
	name = aligned(name, text.XRight, text.YCenter)
	area.FillText(name, vg.Point{X: left - vg.Points(6), Y: y + vg.Points(1)}, b.name)
	if b.us <= 0 {
		why := letters(captionSize+0.5, pale)
		area.FillText(why, vg.Point{X: left + vg.Points(6), Y: y + vg.Points(1)}, cut(why, b.why, area.Max.X-left-vg.Points(6)))
		return
	}
	end, half := toX(b.us), each*0.36
	area.FillPolygon(fill, rectangle(left, y-half, end, y+half))
	past := end
	if b.low > 0 && b.high > 0 && toX(b.high)-toX(b.low) > vg.Points(5) {
		style := draw.LineStyle{Color: black, Width: vg.Points(1)}
		area.StrokeLine2(style, toX(b.low), y, toX(b.high), y)
		for _, x := range []vg.Length{toX(b.low), toX(b.high)} {
			area.StrokeLine2(style, x, y-vg.Points(2.5), x, y+vg.Points(2.5))
		}
		past = max(end, toX(b.high))
	}
	at := vg.Point{X: past + vg.Points(5), Y: y + vg.Points(1)}
	value := letters(tickSize, black)
	area.FillText(value, at, micros(b.us))
	at.X += value.Width(micros(b.us))
	area.FillText(letters(tickSize, grey), at, b.more)
}
