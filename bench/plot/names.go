// SPDX-License-Identifier: MIT

package plot

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const nameHigh = 14 // points

// names writes each line's name: in a column beside the ends of those that reach the right edge, near its own end where a
// line stops before and there is room, else in the column too. A thin line leads to a name that had to move.
func (s *sheet) names() {
	var column, near []int
	places := map[int]vg.Point{}
	for i, path := range s.paths {
		last := path[len(path)-1]
		if last.X < s.end-vg.Points(40) {
			if at, ok := s.nearPlace(i, last); ok {
				near, places[i] = append(near, i), at
				continue
			}
		}
		column = append(column, i)
	}
	slices.SortStableFunc(column, func(a, b int) int {
		return int(1000 * (s.lastY(a) - s.lastY(b)))
	})
	var want []float64
	for _, i := range column {
		want = append(want, float64(s.lastY(i)))
	}
	low, high := float64(s.canvas.Min.Y)+nameHigh/2, float64(s.canvas.Max.Y)-nameHigh/2
	for k, y := range spreadOut(want, min(nameHigh, (high-low)/float64(max(1, len(column)-1))), low, high) {
		s.nameAt(column[k], vg.Length(y))
	}
	for _, i := range near { // over the leads to the column
		box := s.box(i, places[i])
		s.canvas.FillPolygon(color.White, rectangle(box.Min.X, box.Min.Y, box.Max.X, box.Max.Y))
		s.write(i, places[i].X, places[i].Y)
	}
}

func (s *sheet) lastY(i int) vg.Length { return s.paths[i][len(s.paths[i])-1].Y }

// nameAt writes a name in the column.
func (s *sheet) nameAt(i int, y vg.Length) {
	l, last := s.lines[i], s.paths[i][len(s.paths[i])-1]
	x, from := s.end+vg.Points(10), last.X+vg.Points(5)
	lead := draw.LineStyle{Color: l.colour, Width: vg.Points(0.7)}
	if from < s.end-vg.Points(30) { // it stopped well before the edge
		lead.Dashes = []vg.Length{vg.Points(1), vg.Points(2)}
		s.canvas.StrokeLine2(lead, from, last.Y, s.end-vg.Points(8), last.Y)
		from = s.end - vg.Points(8)
	}
	s.canvas.StrokeLine2(lead, from, last.Y, x-vg.Points(2), y)
	s.write(i, x, y)
}

// write puts swatch and name from x on.
func (s *sheet) write(i int, x, y vg.Length) {
	s.lines[i].swatch(s.canvas, x, y, vg.Points(14))
	s.canvas.FillText(s.lines[i].letters(), vg.Point{X: x + vg.Points(18), Y: y}, s.lines[i].name)
}

// box is what a name takes from a place on.
func (s *sheet) box(i int, at vg.Point) vg.Rectangle {
	width := s.lines[i].letters().Width(s.lines[i].name) + vg.Points(20)
	return vg.Rectangle{Min: vg.Point{X: at.X - 2, Y: at.Y - nameHigh/2}, Max: vg.Point{X: at.X + width, Y: at.Y + nameHigh/2}}
}

// nearPlace finds a place for a name beside its line's end where nothing else is.
func (s *sheet) nearPlace(i int, last vg.Point) (vg.Point, bool) {
	half := -(s.box(i, last).Max.X - last.X) / 2
	for _, off := range []vg.Point{{X: 7, Y: 0}, {X: 5, Y: -11}, {X: 5, Y: 11}, {X: half, Y: -14}, {X: half, Y: 14}} {
		at := last.Add(off)
		box := s.box(i, at)
		if box.Max.X > s.end || box.Min.X < s.canvas.Min.X || box.Min.Y < s.canvas.Min.Y || box.Max.Y > s.canvas.Max.Y || !s.free(box, i) {
			continue
		}
		s.taken = append(s.taken, box)
		return at, true
	}
	return vg.Point{}, false
}

// free says that no line and no name is in the box. The last 8 points of its own line may touch it.
func (s *sheet) free(box vg.Rectangle, own int) bool {
	for _, t := range s.taken {
		if t.Min.X < box.Max.X && box.Min.X < t.Max.X && t.Min.Y < box.Max.Y && box.Min.Y < t.Max.Y {
			return false
		}
	}
	for i, path := range s.paths {
		if i == own && len(path) > 1 {
			path = slices.Clone(path)
			last := &path[len(path)-1]
			back := path[len(path)-2].Sub(*last)
			*last = last.Add(back.Scale(min(1, vg.Points(8)/vg.Length(math.Hypot(float64(back.X), float64(back.Y))))))
		}
		for k := 1; k < len(path); k++ {
			if crosses(path[k-1], path[k], box) {
				return false
			}
		}
	}
	return true
}

// crosses says that a line has a part in the box.
func crosses(a, b vg.Point, box vg.Rectangle) bool {
	const steps = 64
	for i := range steps + 1 {
		t := vg.Length(i) / steps
		x, y := a.X+(b.X-a.X)*t, a.Y+(b.Y-a.Y)*t
		if x >= box.Min.X && x <= box.Max.X && y >= box.Min.Y && y <= box.Max.Y {
			return true
		}
	}
	return false
}
