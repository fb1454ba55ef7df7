// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Colours that are told apart by the colour-blind too (Okabe and Ito, without their yellow: too pale on white).
var colours = []color.Color{
	color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 158, 115, 255},
	color.RGBA{204, 121, 167, 255}, color.RGBA{86, 180, 233, 255}, color.RGBA{230, 159, 0, 255},
}

var (
	grey  = color.RGBA{120, 120, 120, 255}
	light = color.RGBA{225, 225, 225, 255}
	glyph = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}}
)

// draw writes the picture as PNG.
func (c chart) draw(w io.Writer) error {
	p := plot.New()
	p.Title.Text = c.title
	p.Title.TextStyle.Font.Size = vg.Points(14)
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text, p.Y.Label.Text = "items", "microseconds, GPU clock"
	if c.wall {
		p.Y.Label.Text = "microseconds, wall clock"
	}
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Scale = plot.LogScale{}
		a.Label.TextStyle.Font.Size = vg.Points(12)
		a.Label.Padding = vg.Points(4)
		a.Tick.Label.Font.Size = vg.Points(11)
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.TickerFunc(powerTicks), plot.TickerFunc(timeTicks)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = light, light
	p.Add(grid)

	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.TextStyle.Font.Size = vg.Points(11)
	p.Legend.Padding = vg.Points(3)
	p.Legend.ThumbnailWidth = vg.Points(28)
	p.Legend.XOffs, p.Legend.YOffs = vg.Points(10), vg.Points(-26) // from the title, not from the axis
	if err := c.addLines(p); err != nil {
		return err
	}
	c.fit(p)

	canvas := vgimg.NewWith(vgimg.UseWH(9*vg.Inch, 6*vg.Inch), vgimg.UseDPI(120))
	p.Draw(draw.Crop(draw.New(canvas), vg.Points(10), vg.Points(-18), vg.Points(8), vg.Points(-8)))
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

func (c chart) addLines(p *plot.Plot) error {
	k := 0
	naive := 0
	for _, s := range c.series {
		xys := make(plotter.XYs, len(s.points))
		for i, q := range s.points {
			xys[i] = plotter.XY{X: float64(q.n), Y: q.us}
		}
		line, dots, err := plotter.NewLinePoints(xys)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		line.Width, dots.Radius = vg.Points(1.8), vg.Points(3)
		at := k
		switch {
		case s.copied:
			line.Color, line.Width, dots.Radius = grey, vg.Points(3), vg.Points(2)
		case s.naive: // in the colours of the lines that they are held against, but dashed
			at = naive
			naive++
			line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
		default:
			k++
		}
		if !s.copied {
			line.Color = colours[at%len(colours)]
		}
		dots.Color, dots.Shape = line.Color, glyph[at/len(colours)%len(glyph)]
		p.Add(line)
		if s.copied && len(s.points) > 1 { // one point makes no line: then its dot must show
			p.Legend.Add(s.name, line)
			continue
		}
		p.Add(dots)
		p.Legend.Add(s.name, line, dots)
	}
	return nil
}

// fit leaves room at the sides, and above the lines where the legend stands: over the left half.
func (c chart) fit(p *plot.Plot) {
	least, most := math.Inf(1), 0.0
	low, high := math.MaxInt, 0
	for _, s := range c.series {
		for _, q := range s.points {
			least, most = min(least, q.us), max(most, q.us)
			low, high = min(low, q.n), max(high, q.n)
		}
	}
	p.X.Min, p.X.Max = float64(low)/1.2, float64(high)*1.2
	left := least
	for _, s := range c.series {
		for _, q := range s.points {
			if float64(q.n) <= math.Sqrt(p.X.Min*p.X.Max)*1.1 {
				left = max(left, q.us)
			}
		}
	}
	p.Y.Min = least / 1.4
	legend := min(0.7, 0.06+0.037*float64(len(c.series))) // its share of the height
	height := max(1.04*math.Log(1.1*most/p.Y.Min), math.Log(1.1*left/p.Y.Min)/(1-legend))
	p.Y.Max = p.Y.Min * math.Exp(height)
}

// powerTicks marks powers of two, few enough to read.
func powerTicks(low, high float64) []plot.Tick {
	first, last := int(math.Ceil(math.Log2(low)-1e-9)), int(math.Floor(math.Log2(high)+1e-9))
	step := 1 + (last-first)/14
	var all []plot.Tick
	for e := first; e <= last; e += step {
		all = append(all, plot.Tick{Value: math.Exp2(float64(e)), Label: powerName(e)})
	}
	if len(all) == 0 { // one n that is no power of two
		all = append(all, plot.Tick{Value: math.Sqrt(low * high), Label: fmt.Sprintf("%.0f", math.Sqrt(low*high))})
	}
	return all
}

func powerName(e int) string {
	if e < 10 {
		return fmt.Sprint(1 << max(0, e))
	}
	return fmt.Sprintf("%d%s", 1<<(e%10), []string{"", "Ki", "Mi", "Gi"}[min(3, e/10)])
}

// timeTicks marks 1, 2 and 5 of each decade.
func timeTicks(low, high float64) []plot.Tick {
	var all []plot.Tick
	for e := math.Floor(math.Log10(low)); e <= math.Log10(high); e++ {
		for d := 1; d <= 9; d++ {
			v := float64(d) * math.Pow(10, e)
			if v < low || v > high {
				continue
			}
			t := plot.Tick{Value: v}
			if d == 1 || d == 2 || d == 5 {
				t.Label = fmt.Sprintf("%g", math.Round(v*1e6)/1e6)
			}
			all = append(all, t)
		}
	}
	return all
}
