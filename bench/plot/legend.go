// SPDX-License-Identifier: MIT

package plot

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// legend stands in one row above a chart, or more where that is too narrow.
type legend struct {
	area draw.Canvas
	x, y vg.Length
}

func newLegend(area draw.Canvas) *legend {
	return &legend{area, area.Min.X, area.Max.Y - vg.Points(8)}
}

// place puts a name behind what mark draws, 14 points wide.
func (l *legend) place(name string, mark func(x, y vg.Length)) {
	style := letters(labelSize, black)
	width := style.Width(name) + vg.Points(36)
	if l.x+width > l.area.Max.X+vg.Points(16) && l.x > l.area.Min.X {
		l.x, l.y = l.area.Min.X, l.y-vg.Points(16)
	}
	mark(l.x, l.y)
	l.area.FillText(style, vg.Point{X: l.x + vg.Points(17), Y: l.y}, name)
	l.x += width
}

// box is place with a box of a colour.
func (l *legend) box(name string, c color.RGBA) {
	l.place(name, func(x, y vg.Length) {
		l.area.FillPolygon(c, rectangle(x, y-vg.Points(5), x+vg.Points(12), y+vg.Points(5)))
	})
}

// below is what the legend leaves of the area.
func (l *legend) below() draw.Canvas {
	return draw.Crop(l.area, 0, 0, 0, l.y-vg.Points(14)-l.area.Max.Y)
}
