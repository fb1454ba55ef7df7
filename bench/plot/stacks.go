// SPDX-License-Identifier: MIT

package plot

import (
	"fmt"
	"image/color"
	"regexp"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// stackChart has bars made of parts, one for each n, and where one part hides the others the bars again without it.
type stackChart struct {
	head
	parts  []string
	stacks []stack
	most   int // the part that takes more than half of the last stack; -1 without one
}

type stack struct {
	name  string
	parts []float64 // microseconds, 0 where there is none
	whole float64   // of the frame, the parts and what lies between them; 0 if it was not measured
}

// frames draws where a frame's time goes.
func (b *book) frames() []picture {
	var all []picture
	add := func(name, title, items string, rows []result.Row) {
		c := &stackChart{head: head{name: name, title: title + ": where the time goes"}, most: -1}
		c.stack(rows, items)
		if len(c.parts) == 0 {
			return
		}
		c.sub = "Each stage from the end of the one before to its own."
		c.foot = b.clock(rows)
		all = append(all, c)
	}
	// Older results have frames of one image under the name of hair.
	for _, f := range []struct{ op, title, items string }{
		{"hair", "A frame of hair", "segments"}, {"particles", "A frame of particles", "particles"},
	} {
		add(f.op, f.title, f.items, slices.DeleteFunc(slices.Clone(b.op(f.op)), func(r result.Row) bool { return strings.HasPrefix(r.Variant, "naive") }))
	}
	rows := b.op("frame")
	type kind struct{ size, dist string }
	var kinds []kind
	for _, r := range rows {
		if k := (kind{pictureSize(r), r.Dist}); k.size != "" && !slices.Contains(kinds, k) && len(kinds) < mostFrames {
			kinds = append(kinds, k)
		}
	}
	for _, k := range kinds {
		about := map[string]string{"moving": "all moves", "still": "only the camera moves"}[k.dist]
		if about == "" {
			continue
		}
		add("frame-"+k.size+"-"+k.dist, "A frame of hair, "+k.size+", "+about, "segments",
			slices.DeleteFunc(slices.Clone(rows), func(r result.Row) bool { return kind{pictureSize(r), r.Dist} != k }))
	}
	return all
}

// mostFrames is how many images of frames there may be.
const mostFrames = 12

// pictureSize is the size of a frame's image, such as 1280x720; "" where the note says none.
func pictureSize(r result.Row) string { return sizes.FindString(r.Note) }

var sizes = regexp.MustCompile(`^\d{1,5}x\d{1,5}\b`)

// stack makes the stacks, the smallest n first.
func (c *stackChart) stack(rows []result.Row, items string) {
	wall := result.Wall(rows)
	rows = slices.DeleteFunc(slices.Clone(rows), func(r result.Row) bool { return r.By(wall) <= 0 }) // a stage has no wall time
	slices.SortStableFunc(rows, func(a, b result.Row) int { return a.N - b.N })
	for _, r := range rows {
		if r.Variant != "frame" && !slices.Contains(c.parts, r.Variant) {
			c.parts = append(c.parts, r.Variant)
		}
	}
	for _, r := range rows {
		name := result.Amount(r.N) + " " + items
		if k := len(c.stacks); k == 0 || c.stacks[k-1].name != name {
			c.stacks = append(c.stacks, stack{name: name, parts: make([]float64, len(c.parts))})
		}
		s := &c.stacks[len(c.stacks)-1]
		if r.Variant == "frame" {
			s.whole = r.By(wall)
		} else {
			s.parts[slices.Index(c.parts, r.Variant)] = r.By(wall)
		}
	}
	if len(c.stacks) == 0 {
		return
	}
	last := c.stacks[len(c.stacks)-1]
	for i, v := range last.parts {
		if v > last.sum(-1)/2 && len(c.parts) > 2 {
			c.most = i
		}
	}
}

// sum of the parts but one.
func (s stack) sum(without int) float64 {
	var all float64
	for i, v := range s.parts {
		if i != without {
			all += v
		}
	}
	return all
}

func (c *stackChart) about() head { return c.head }

func (c *stackChart) height() float64 {
	panels := 1
	if c.most >= 0 {
		panels = 2
	}
	return 130 + float64(panels)*(52+66*float64(len(c.stacks))+float64(len(c.stacks)*(c.lines()-1))*lineHeight)
}

const lineHeight = 12

// lines is how many lines the longest of the stacks' words take.
func (c *stackChart) lines() int {
	most := 1
	for _, s := range c.stacks {
		most = max(most, len(wrap(letters(tickSize, grey), s.tell(c.parts, -1), vg.Points(wide-2*margin))))
	}
	return most
}

func (c *stackChart) look(part int) color.RGBA {
	all := append(append([]color.RGBA{sky, blue}, others...), pale)
	return all[part%len(all)]
}

func (c *stackChart) draw(canvas draw.Canvas) {
	area := c.head.paint(canvas)
	l := newLegend(area)
	for i, name := range c.parts {
		l.box(name, c.look(i))
	}
	area = l.below()
	if c.most < 0 {
		c.panel(area, "", -1)
		return
	}
	half := (area.Max.Y - area.Min.Y) / 2
	c.panel(draw.Crop(area, 0, 0, half+vg.Points(4), 0), "all stages", -1)
	c.panel(draw.Crop(area, 0, 0, 0, -half-vg.Points(4)), "without "+c.parts[c.most], c.most)
}

// panel draws the stacks without one of the parts, on a scale of their own.
func (c *stackChart) panel(area draw.Canvas, title string, without int) {
	longest := 0.0
	for _, s := range c.stacks {
		longest = max(longest, s.sum(without))
		if without < 0 {
			longest = max(longest, s.whole)
		}
	}
	bold, small := boldLetters(labelSize, black), letters(tickSize, grey)
	top, bottom := area.Max.Y, area.Min.Y+vg.Points(20)
	if title != "" {
		area.FillText(bold, vg.Point{X: area.Min.X, Y: top - vg.Points(8)}, title)
		top -= vg.Points(18)
	}
	toX := func(v float64) vg.Length {
		return area.Min.X + vg.Length(v/longest)*(area.Max.X-area.Min.X-vg.Points(20))
	}
	number := aligned(letters(tickSize, black), text.XCenter, middle)
	for _, t := range evenTicks(tickTime)(0, longest) {
		x := toX(t.Value)
		area.StrokeLine2(draw.LineStyle{Color: grid, Width: vg.Points(0.8)}, x, bottom, x, top)
		if t.Value == 0 {
			t.Label, x = "0", x+vg.Points(3)
		}
		area.FillText(number, vg.Point{X: x, Y: bottom - vg.Points(9)}, t.Label)
	}
	more := vg.Points(float64(c.lines()-1) * lineHeight)
	each := min((top-bottom)/vg.Length(len(c.stacks)), vg.Points(70)+more)
	for k, s := range c.stacks {
		y := top - each*vg.Length(k)
		bar := each - more
		lines := wrap(small, s.tell(c.parts, without), area.Max.X-area.Min.X)
		for i, line := range lines { // the last above the bar
			write(area, small, vg.Point{X: area.Min.X, Y: y - more - bar*0.16 + vg.Points(float64((len(lines)-1-i)*lineHeight))}, line)
		}
		c.bar(area, s, without, y-more-bar*0.34, y-more-bar*0.86, toX)
	}
}

// tell writes what a stack is made of, so that parts too thin to see can be read.
func (s stack) tell(parts []string, without int) string {
	if without >= 0 {
		return s.name + ": " + result.Micros(s.sum(without))
	}
	words := s.name
	if s.whole > 0 {
		words += ", a frame " + result.Micros(s.whole)
	}
	var each []string
	for i, v := range s.parts {
		if v > 0 {
			each = append(each, parts[i]+" "+result.Micros(v))
		}
	}
	return words + ": " + strings.Join(each, ", ")
}

func (c *stackChart) bar(area draw.Canvas, s stack, without int, top, bottom vg.Length, toX func(float64) vg.Length) {
	at := 0.0
	for i, v := range s.parts {
		if i == without || v <= 0 {
			continue
		}
		x0, x1 := toX(at), toX(at+v)
		at += v
		area.FillPolygon(c.look(i), rectangle(x0, bottom, x1, top))
		if x1-x0 > vg.Points(4) { // a seam, for those who do not tell the colours apart
			area.StrokeLine2(draw.LineStyle{Color: color.White, Width: vg.Points(0.8)}, x1, bottom, x1, top)
		}
		c.name(area, i, v, x0, x1, (top+bottom)/2)
	}
	if without < 0 && s.whole > at*1.005 {
		x0, x1 := toX(at), toX(s.whole)
		area.FillPolygon(grid, rectangle(x0, bottom, x1, top))
		small := aligned(letters(captionSize, grey), text.XCenter, middle)
		if words := "between"; x1-x0 > small.Width(words)+vg.Points(4) {
			area.FillText(small, vg.Point{X: (x0 + x1) / 2, Y: (top + bottom) / 2}, words)
		}
	}
}

// name writes a part's name and time into it, as far as there is room.
func (c *stackChart) name(area draw.Canvas, part int, us float64, x0, x1, y vg.Length) {
	style := aligned(letters(tickSize, ink(c.look(part))), text.XCenter, middle)
	for _, words := range []string{fmt.Sprintf("%s %s", c.parts[part], result.Micros(us)), c.parts[part]} {
		if style.Width(words) < x1-x0-vg.Points(6) {
			area.FillText(style, vg.Point{X: (x0 + x1) / 2, Y: y}, words)
			return
		}
	}
}

// ink is what can be read on a colour.
func ink(on color.RGBA) color.RGBA {
	if 299*int(on.R)+587*int(on.G)+114*int(on.B) > 130_000 {
		return black
	}
	return color.RGBA{255, 255, 255, 255}
}
