// SPDX-License-Identifier: MIT

package plot

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/internal/atomicfile"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Draw writes a PNG and an SVG of each chart of the rows into a folder and returns the paths. All
// rows must be of one device. No file is left half written.
func Draw(dir string, rows []result.Row) ([]string, error) {
	all, err := Charts(rows)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, c := range all {
		for _, format := range []struct {
			ending string
			write  func(Chart, io.Writer) error
		}{{".png", Chart.writePNG}, {".svg", Chart.writeSVG}} {
			path := filepath.Join(dir, c.Name+format.ending)
			if err := atomicfile.Write(path, func(w io.Writer) error { return format.write(c, w) }); err != nil {
				return files, fmt.Errorf("plot: %w", err)
			}
			files = append(files, path)
		}
	}
	return files, nil
}

const (
	width  = 800 // points
	height = 440
)

func (c Chart) height() float64 {
	switch c.Kind {
	case Dots:
		return max(300, 110+17*float64(len(c.Labels)))
	case Stack:
		return max(300, 150+50*float64(len(c.Labels)), 90+16*float64(len(c.Series)))
	}
	return max(height, 90+16*float64(len(c.Series)))
}

func (c Chart) writePNG(w io.Writer) error {
	img := vgimg.NewWith(vgimg.UseWH(vg.Points(width), vg.Points(c.height())), vgimg.UseDPI(144))
	if err := c.draw(draw.New(img)); err != nil {
		return err
	}
	_, err := vgimg.PngCanvas{Canvas: img}.WriteTo(w)
	return err
}

// writeSVG adds a title and a description for readers that cannot see the chart, and names fonts as
// wide as Liberation Sans for systems that lack it.
func (c Chart) writeSVG(w io.Writer) error {
	svg := vgsvg.NewWith(vgsvg.UseWH(vg.Points(width), vg.Points(c.height())))
	if err := c.draw(draw.New(svg)); err != nil {
		return err
	}
	var out bytes.Buffer
	if _, err := svg.WriteTo(&out); err != nil {
		return err
	}
	text := strings.ReplaceAll(out.String(), "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;")
	start := strings.Index(text, "<svg")
	if start < 0 {
		return errors.New("an SVG without <svg>")
	}
	end := start + strings.IndexByte(text[start:], '>') + 1
	_, err := fmt.Fprintf(w, "%s\n<title>%s</title>\n<desc>%s</desc>%s", text[:end],
		html.EscapeString(c.Title), html.EscapeString(c.Caption+" "+c.Source), text[end:])
	return err
}

// sans is the typeface of every text.
func sans(f *font.Font, size float64) {
	*f = font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
}

// draw draws the chart, with the legend in a column of its own beside it.
func (c Chart) draw(canvas draw.Canvas) error {
	p, legend := plot.New(), plot.NewLegend()
	p.Title.Text = c.Title + "\n" + c.Caption + "\n" + c.Source
	p.Title.Padding = vg.Points(10)
	sans(&p.Title.TextStyle.Font, 12)
	sans(&legend.TextStyle.Font, 11)
	legend.Top, legend.Left, legend.Padding, legend.ThumbnailWidth = true, true, vg.Points(4), vg.Points(26)
	for _, a := range []struct {
		axis *plot.Axis
		is   Axis
	}{{&p.X, c.X}, {&p.Y, c.Y}} {
		sans(&a.axis.Label.TextStyle.Font, 11)
		sans(&a.axis.Tick.Label.Font, 10)
		a.axis.Label.Text = a.is.Label
		a.axis.Tick.Marker = plot.TickerFunc(func(low, high float64) []plot.Tick { return a.is.ticks(low, high) })
		if a.is.Log {
			a.axis.Scale = plot.LogScale{}
		}
	}
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = color.Gray{225}, color.Gray{225}
	p.Add(lines)
	var err error
	if c.Kind == Bars || c.Kind == Stack {
		err = c.bars(p, &legend)
	} else {
		err = c.marks(p, &legend)
	}
	if err != nil {
		return err
	}
	column := vg.Points(40)
	for _, s := range c.Series {
		column = max(column, legend.TextStyle.Width(s.Name)+vg.Points(48))
	}
	canvas.FillPolygon(color.White, []vg.Point{canvas.Min, {X: canvas.Max.X, Y: canvas.Min.Y}, canvas.Max, {X: canvas.Min.X, Y: canvas.Max.Y}})
	inner := draw.Crop(canvas, vg.Points(10), -vg.Points(10), vg.Points(8), -vg.Points(8))
	p.Draw(draw.Crop(inner, 0, -column, 0, 0))
	legend.Draw(draw.Crop(inner, inner.Max.X-inner.Min.X-column+vg.Points(10), 0, 0, -vg.Points(44)))
	return nil
}

// marks draws lines with marks. Dots have marks alone, and the labels are on the y axis with the
// first at the top.
func (c Chart) marks(p *plot.Plot, legend *plot.Legend) error {
	for _, s := range c.Series {
		var at struct {
			plotter.XYs
			plotter.YErrors
		}
		for _, q := range s.Points {
			x, y := q.X, q.Y
			if c.Kind == Dots {
				x, y = q.Y, float64(len(c.Labels)-1)-q.X
			}
			at.XYs = append(at.XYs, plotter.XY{X: x, Y: y})
			bars := struct{ Low, High float64 }{}
			if q.Y-(q.Y-q.Low) > 0 { // a lower end that vanishes beside Y would be at 0
				bars.Low, bars.High = max(0, q.Y-q.Low), max(0, q.High-q.Y)
			}
			at.YErrors = append(at.YErrors, bars)
		}
		line, dots, err := plotter.NewLinePoints(at.XYs)
		if err != nil {
			return err
		}
		line.Color, line.Width = rgb(s.Color), vg.Points(1.5)
		dots.Color, dots.Radius, dots.Shape = line.Color, vg.Points(3.2), glyphs[s.Shape]
		if s.Color == blue && s.Role == Ours {
			line.Width = vg.Points(2.5)
		}
		if s.Role == Peer {
			line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
		}
		var parts []plot.Plotter
		if c.Kind == Lines || s.Role == Limit {
			parts = append(parts, line)
		}
		if s.Role != Limit && s.Role != Peer || len(s.Points) == 1 {
			parts = append(parts, dots)
		}
		var thumbs []plot.Thumbnailer
		for _, part := range parts {
			thumbs = append(thumbs, part.(plot.Thumbnailer))
		}
		if c.Kind == Lines && s.Role != Limit {
			whiskers, err := plotter.NewYErrorBars(at)
			if err != nil {
				return err
			}
			whiskers.Color, whiskers.CapWidth = line.Color, vg.Points(4)
			parts = append(parts, whiskers)
		}
		p.Add(parts...)
		legend.Add(s.Name, thumbs...)
	}
	if c.Kind == Dots {
		c.nominalY(p)
	}
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		switch _, log := a.Scale.(plot.LogScale); {
		case log:
			room := max(1.04, math.Pow(a.Max/a.Min, 0.04))
			a.Min, a.Max = a.Min/room, a.Max*room
		case a == &p.Y && c.Kind == Lines:
			a.Min, a.Max = 0, 1.06*a.Max
		case c.Kind == Lines:
			room := max(0.03*(a.Max-a.Min), 0.5)
			a.Min, a.Max = a.Min-room, a.Max+room
		}
	}
	return nil
}

// bars draws groups of standing bars, or for Stack one lying bar for each label.
func (c Chart) bars(p *plot.Plot, legend *plot.Legend) error {
	wide := vg.Points(0.8 * (width - 220) / float64(len(c.Labels)*len(c.Series)))
	if c.Kind == Stack {
		wide = vg.Points(min(26, 0.5*c.height()/float64(len(c.Labels))))
	}
	var last *plotter.BarChart
	for i, s := range c.Series {
		values := make(plotter.Values, len(c.Labels))
		for _, q := range s.Points {
			at := int(q.X)
			if c.Kind == Stack { // the first label at the top
				at = len(c.Labels) - 1 - at
			}
			values[at] = q.Y
		}
		bar, err := plotter.NewBarChart(values, wide)
		if err != nil {
			return err
		}
		bar.Color, bar.LineStyle.Color, bar.LineStyle.Width = rgb(s.Color), color.White, vg.Points(0.5)
		if c.Kind == Stack {
			bar.Horizontal = true
			if last != nil {
				bar.StackOn(last)
			}
			last = bar
		} else {
			bar.Offset = wide * vg.Length(float64(i)-float64(len(c.Series)-1)/2)
		}
		p.Add(bar)
		legend.Add(s.Name, bar)
	}
	if c.Kind == Bars {
		p.NominalX(c.Labels...)
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, float64(len(c.Labels))-0.5, 0, 1.05*p.Y.Max
		return nil
	}
	c.nominalY(p)
	p.X.Min = 0
	return nil
}

// nominalY puts the labels on the y axis, the first at the top.
func (c Chart) nominalY(p *plot.Plot) {
	labels := slices.Clone(c.Labels)
	slices.Reverse(labels)
	p.NominalY(labels...)
	p.Y.Min, p.Y.Max = -0.6, float64(len(labels))-0.4
}

var glyphs = [shapes]draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PlusGlyph{}, draw.CrossGlyph{},
}

func rgb(s string) color.Color {
	c := color.RGBA{A: 255}
	fmt.Sscanf(s, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	return c
}

// ticks are at round steps. On a logarithmic axis they are powers of two for items, and else 1, 2
// and 5 in each decade as far as there is room.
func (a Axis) ticks(low, high float64) (all []plot.Tick) {
	add := func(v float64) {
		t := plot.Tick{Value: v, Label: fmt.Sprintf("%.4g", v)}
		if a.Items || v >= 1000 && v < 1e9 {
			t.Label = result.Amount(int(math.Round(v)))
		}
		if v >= low && v <= high*(1+1e-9) && len(all) < 100 {
			all = append(all, t)
		}
	}
	base, steps := 10.0, []float64{1, 2, 5}
	if a.Items {
		base = 2
		if high > 500*low {
			base = 4
		}
	}
	decades := math.Log(high/low) / math.Log(base)
	switch {
	case a.Items || decades > 3:
		steps = steps[:1]
	case decades < 0.8:
		steps = []float64{1, 1.5, 2, 3, 4, 5, 6, 8}
	}
	if a.Log && low > 0 && decades > 0.3 {
		for e := math.Floor(math.Log(low) / math.Log(base)); e <= math.Log(high)/math.Log(base)+1e-9; e++ {
			for _, step := range steps {
				add(step * math.Pow(base, e))
			}
		}
		return all
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for (high-low)/step > 9 {
		step *= 2
	}
	for i := math.Ceil(low / step); i*step <= high && len(all) < 100 && step > 1e-12*high; i++ {
		add(i*step + 0) // no minus zero
	}
	if len(all) == 0 {
		add(low)
	}
	return all
}
