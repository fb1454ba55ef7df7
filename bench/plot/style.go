// SPDX-License-Identifier: MIT

package plot

import (
	"image/color"
	"math"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Colours that are told apart by the colour-blind too: Okabe and Ito's, and four of Tol's for long lists. Their yellow is
// too pale on white.
var (
	black = color.RGBA{30, 30, 30, 255}
	grey  = color.RGBA{110, 110, 110, 255}
	pale  = color.RGBA{150, 150, 150, 255}
	grid  = color.RGBA{228, 228, 228, 255}
	blue  = color.RGBA{0, 114, 178, 255}
	sky   = color.RGBA{86, 180, 233, 255}

	others = []color.RGBA{
		{213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {230, 159, 0, 255},
		{136, 34, 85, 255}, {51, 34, 136, 255}, {153, 153, 51, 255}, {17, 119, 51, 255},
	}
)

// Sizes of letters in points; a picture is 720 points wide, and is to be read at half its size.
const (
	titleSize   = 16
	labelSize   = 11
	tickSize    = 10.5
	captionSize = 9
)

// middle sets text so that its small letters are about its place: the font's own middle is lower.
const middle = text.YAlignment(-0.4)

// letters is a style of text, from its left end and its middle.
func letters(size float64, c color.Color) draw.TextStyle {
	return draw.TextStyle{
		Color: c, XAlign: draw.XLeft, YAlign: middle, Handler: plot.DefaultTextHandler,
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)},
	}
}

func boldLetters(size float64, c color.Color) draw.TextStyle {
	s := letters(size, c)
	s.Font.Weight = xfont.WeightBold
	return s
}

func aligned(s draw.TextStyle, x text.XAlignment, y text.YAlignment) draw.TextStyle {
	s.XAlign, s.YAlign = x, y
	return s
}

// look is how a line or a bar is told from the others.
type look struct {
	colour color.RGBA
	shape  int  // of the marks
	hollow bool // marks with a white middle: the order is lost
	dashed bool
	thick  bool
	bold   bool // in its name
	plain  bool // no marks
}

func (l look) stroke() draw.LineStyle {
	s := draw.LineStyle{Color: l.colour, Width: vg.Points(1.6)}
	if l.thick {
		s.Width = vg.Points(2.8)
	}
	if l.dashed {
		s.Dashes = []vg.Length{vg.Points(6), vg.Points(4)}
	}
	return s
}

// The marks' corners, on a circle of radius 1; none for the circle.
var shapes = [][]vg.Point{
	nil, corners(4, math.Pi/4, 1.15), corners(3, math.Pi/2, 1.25), corners(4, 0, 1.25), corners(3, -math.Pi/2, 1.25), corners(5, math.Pi/2, 1.15),
}

func corners(n int, turn, radius float64) []vg.Point {
	var all []vg.Point
	for i := range n {
		a := turn + 2*math.Pi*float64(i)/float64(n)
		all = append(all, vg.Point{X: vg.Length(radius * math.Cos(a)), Y: vg.Length(radius * math.Sin(a))})
	}
	return all
}

// mark draws a look's mark.
func (l look) mark(c draw.Canvas, at vg.Point, radius vg.Length) {
	if l.plain {
		return
	}
	var p vg.Path
	for i, corner := range shapes[l.shape%len(shapes)] {
		q := at.Add(corner.Scale(radius))
		if i == 0 {
			p.Move(q)
		} else {
			p.Line(q)
		}
	}
	if len(p) == 0 {
		p.Move(vg.Point{X: at.X + radius, Y: at.Y})
		p.Arc(at, radius, 0, 2*math.Pi)
	}
	p.Close()
	c.SetColor(l.colour)
	if l.hollow {
		c.SetColor(color.White)
	}
	c.Fill(p)
	c.SetLineStyle(draw.LineStyle{Color: l.colour, Width: vg.Points(1.4)})
	c.Stroke(p)
}

// swatch shows a look beside its name.
func (l look) swatch(c draw.Canvas, x, y, width vg.Length) {
	s := l.stroke()
	if l.dashed { // two dashes in the swatch
		s.Dashes = []vg.Length{width * 0.42, width * 0.16}
	}
	c.StrokeLine2(s, x, y, x+width, y)
	l.mark(c, vg.Point{X: x + width/2, Y: y}, vg.Points(3))
}

// head is what stands around every picture.
type head struct {
	name             string // of the file
	title, sub, foot string
}

const (
	wide   = 720 // points
	high   = 450
	margin = 16
)

// paint draws title and foot, and gives what is left between them.
func (h head) paint(c draw.Canvas) draw.Canvas {
	c.FillPolygon(color.White, rectangle(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y))
	left, y := c.Min.X+vg.Points(margin), c.Max.Y-vg.Points(22)
	c.FillText(boldLetters(titleSize, black), vg.Point{X: left, Y: y}, h.title)
	y -= vg.Points(10)
	room := c.Max.X - c.Min.X - vg.Points(2*margin)
	small := letters(labelSize, grey)
	for _, line := range wrap(small, h.sub, room) {
		y -= vg.Points(10)
		c.FillText(small, vg.Point{X: left, Y: y}, line)
		y -= vg.Points(4)
	}
	foot := letters(captionSize, grey)
	lines := balanced(foot, h.foot, room)
	low := c.Min.Y + vg.Points(14)
	for i := range lines {
		c.FillText(foot, vg.Point{X: left, Y: low}, lines[len(lines)-1-i])
		low += vg.Points(12)
	}
	return draw.Crop(c, vg.Points(margin), -vg.Points(margin), low-c.Min.Y, y-vg.Points(8)-c.Max.Y)
}

// wrap breaks a text into lines of at most a width.
func wrap(s draw.TextStyle, words string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(words) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && s.Width(longer) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// balanced is wrap, with no word left alone on the last line.
func balanced(s draw.TextStyle, words string, width vg.Length) []string {
	lines := wrap(s, words, width)
	for {
		width *= 0.95
		narrower := wrap(s, words, width)
		if len(lines) < 2 || len(narrower) > len(lines) || s.Width(lines[len(lines)-1]) > width/3 {
			return lines
		}
		lines = narrower
	}
}

// cut is the text as far as it fits a width.
func cut(s draw.TextStyle, words string, width vg.Length) string {
	if s.Width(words) <= width {
		return words
	}
	letters := []rune(words)
	for len(letters) > 0 && s.Width(strings.TrimSpace(string(letters))+"…") > width {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimSpace(string(letters)) + "…"
}

// write puts a text where grid lines may run, on a white ground.
func write(c draw.Canvas, s draw.TextStyle, at vg.Point, words string) {
	box := s.Rectangle(words)
	c.FillPolygon(color.White, rectangle(at.X+box.Min.X-1, at.Y+box.Min.Y, at.X+box.Max.X+1, at.Y+box.Max.Y))
	c.FillText(s, at, words)
}

func rectangle(x0, y0, x1, y1 vg.Length) []vg.Point {
	return []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}
