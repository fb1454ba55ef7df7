// SPDX-License-Identifier: MIT

package plot

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// lineChart has lines, each named at its end.
type lineChart struct {
	head
	x, y  axis
	right *axis // a second scale of y
	times float64
	lines []line
}

type axis struct {
	label string
	log   bool
	ticks plot.Ticker
	zero  bool // begins at zero
}

type line struct {
	name string
	look
	points []point
}

// point has the quartiles about y, or zeros.
type point struct{ x, y, low, high float64 }

func (c *lineChart) about() head     { return c.head }
func (c *lineChart) height() float64 { return high }

// span is the least and the most of the points by one of their coordinates.
func (c *lineChart) span(of func(point) []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, l := range c.lines {
		for _, p := range l.points {
			for _, v := range of(p) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low, high
}

// limits are the axes' ends: room about the lines.
func (c *lineChart) limits(p *plot.Plot) (lastX float64) {
	x0, x1 := c.span(func(q point) []float64 { return []float64{q.x} })
	y0, y1 := c.span(func(q point) []float64 {
		if q.high > 0 {
			return []float64{q.y, q.low, q.high}
		}
		return []float64{q.y}
	})
	p.X.Min, p.X.Max = x0, x1
	if c.x.log {
		room := max(1.05, math.Pow(x1/x0, 0.03))
		p.X.Min, p.X.Max = x0/room, x1*room
	} else {
		room := max(0.03*(x1-x0), 0.5)
		p.X.Min, p.X.Max = x0-room, x1+room
	}
	switch {
	case c.y.log:
		room := max(1.15, math.Pow(y1/y0, 0.06))
		p.Y.Min, p.Y.Max = y0/room, y1*room
	case c.y.zero:
		p.Y.Min, p.Y.Max = 0, y1*1.08
	default:
		room := 0.06 * (y1 - y0)
		p.Y.Min, p.Y.Max = y0-room, y1+room
	}
	return p.X.Max
}

func (c *lineChart) draw(canvas draw.Canvas) {
	inner := c.head.paint(canvas)
	p := plot.New()
	for _, a := range []struct {
		to   *plot.Axis
		from axis
	}{{&p.X, c.x}, {&p.Y, c.y}} {
		a.to.Tick.Label = aligned(letters(tickSize, black), a.to.Tick.Label.XAlign, a.to.Tick.Label.YAlign)
		a.to.Tick.Marker = a.from.ticks
		a.to.Tick.Color, a.to.LineStyle.Color = pale, pale
		a.to.Padding = 0
		if a.from.log {
			a.to.Scale = plot.LogScale{}
		}
	}
	lastX := c.limits(p)

	// The axes' labels: y's above it, where it can be read without turning the head; x's below.
	label := letters(labelSize, black)
	whole := inner
	inner = draw.Crop(inner, 0, 0, vg.Points(18), -vg.Points(22))
	whole.FillText(label, vg.Point{X: whole.Min.X, Y: whole.Max.Y - vg.Points(8)}, c.y.label)
	if c.right != nil {
		right := aligned(label, text.XRight, middle)
		whole.FillText(right, vg.Point{X: whole.Max.X, Y: whole.Max.Y - vg.Points(8)}, c.right.label)
		inner = draw.Crop(inner, 0, -vg.Points(40), 0, 0)
	}

	// Past the last n the axis runs on beneath the names.
	names := vg.Points(16) + c.widest() + vg.Points(20)
	area := p.DataCanvas(inner)
	share := float64(names / (area.Max.X - area.Min.X))
	if c.x.log {
		p.X.Max = p.X.Min * math.Pow(lastX/p.X.Min, 1/(1-share))
	} else {
		p.X.Max = p.X.Min + (lastX-p.X.Min)/(1-share)
	}
	marker := c.x.ticks
	p.X.Tick.Marker = plot.TickerFunc(func(low, _ float64) []plot.Tick { return marker.Ticks(low, lastX) })
	p.Draw(inner)
	s := c.sheet(p, inner, lastX)
	s.grid(p, lastX)
	s.paint()
	below := aligned(label, text.XCenter, middle)
	whole.FillText(below, vg.Point{X: (s.canvas.Min.X + s.end) / 2, Y: whole.Min.Y + vg.Points(8)}, c.x.label)
	if c.right != nil {
		s.scale(p)
	}
}

func (c *lineChart) widest() vg.Length {
	var most vg.Length
	for _, l := range c.lines {
		most = max(most, l.letters().Width(l.name))
	}
	return most
}

// letters are those of the line's name.
func (l line) letters() draw.TextStyle {
	if l.bold {
		return boldLetters(labelSize, black)
	}
	return letters(labelSize, black)
}

// sheet is a line chart's area, with the lines as places on it.
type sheet struct {
	*lineChart
	canvas draw.Canvas
	toX    func(float64) vg.Length
	toY    func(float64) vg.Length
	end    vg.Length // where the lines end and the names' column begins
	paths  [][]vg.Point
	taken  []vg.Rectangle // by names
}

func (c *lineChart) sheet(p *plot.Plot, inner draw.Canvas, lastX float64) *sheet {
	s := &sheet{lineChart: c, canvas: p.DataCanvas(inner)}
	s.toX, s.toY = p.Transforms(&s.canvas)
	s.end = s.toX(lastX)
	for _, l := range c.lines {
		var path []vg.Point
		for _, q := range l.points {
			path = append(path, vg.Point{X: s.toX(q.x), Y: s.toY(q.y)})
		}
		s.paths = append(s.paths, path)
	}
	return s
}

func (s *sheet) grid(p *plot.Plot, lastX float64) {
	style := draw.LineStyle{Color: grid, Width: vg.Points(0.8)}
	area := s.canvas
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if y := s.toY(t.Value); t.Label != "" && y > area.Min.Y+1 {
			area.StrokeLine2(style, area.Min.X, y, s.end, y)
		}
	}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, lastX) {
		if x := s.toX(t.Value); t.Label != "" && x > area.Min.X+1 {
			area.StrokeLine2(style, x, area.Min.Y, x, area.Max.Y)
		}
	}
}

func (s *sheet) paint() {
	order := s.backToFront()
	for _, i := range order {
		s.canvas.StrokeLines(s.lines[i].stroke(), s.paths[i])
	}
	for _, i := range order {
		s.whiskers(s.lines[i])
		for _, q := range s.paths[i] {
			s.lines[i].mark(s.canvas, q, vg.Points(3.2))
		}
	}
	s.names()
}

// backToFront puts limits behind, thick lines in front of thin ones, and dashes, which hide little, before all.
func (s *sheet) backToFront() []int {
	var order []int
	for i := range s.lines {
		order = append(order, i)
	}
	rank := func(i int) int {
		switch l := s.lines[i]; {
		case l.dashed:
			return 3
		case l.plain:
			return 0
		case l.thick:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	return order
}

// whiskers show the quartiles where they are wider than the mark.
func (s *sheet) whiskers(l line) {
	style := draw.LineStyle{Color: l.colour, Width: vg.Points(1.1)}
	for _, q := range l.points {
		if q.low <= 0 || q.high <= 0 || l.plain {
			continue
		}
		x, a, b := s.toX(q.x), s.toY(q.low), s.toY(q.high)
		if b-a < vg.Points(8) {
			continue
		}
		s.canvas.StrokeLine2(style, x, a, x, b)
		for _, y := range []vg.Length{a, b} {
			s.canvas.StrokeLine2(style, x-vg.Points(3), y, x+vg.Points(3), y)
		}
	}
}

// scale draws the second scale at the right edge.
func (s *sheet) scale(p *plot.Plot) {
	area := s.canvas
	style := draw.LineStyle{Color: pale, Width: vg.Points(0.5)}
	x := area.Max.X
	area.StrokeLine2(style, x, area.Min.Y, x, area.Max.Y)
	number := letters(tickSize, black)
	for _, t := range s.right.ticks.Ticks(p.Y.Min*s.times, p.Y.Max*s.times) {
		y, long := s.toY(t.Value/s.times), vg.Points(4)
		if t.Label != "" {
			long = vg.Points(8)
			area.FillText(number, vg.Point{X: x + vg.Points(10), Y: y}, t.Label)
		}
		area.StrokeLine2(style, x, y, x+long, y)
	}
}
