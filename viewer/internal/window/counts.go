// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"math"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/theme"
)

// counts are what Count read from the GPU.
type counts struct {
	keys      []float32 // of the depth keys in each bin, the nearest first
	text, tip string    // about the keys
	log       bool      // the histogram is logarithmic
	drawn     *hair.Drawn
	plot      int // that a narrow panel shows: one of plots
}

// plots are the parts of Measure below the stages. A panel of at least besideWidth logical pixels
// shows all beside each other.
var plots = [...]string{"History", "Keys", "Counts"}

const (
	historyPlot = iota
	keysPlot
	countsPlot

	besideWidth = 1100
)

// counted reports whether there is anything to show.
func (c *counts) counted() bool { return len(c.keys) > 0 || c.drawn != nil }

// plotChoice is the row of buttons that choose the plot of a narrow panel.
func (p *panels) plotChoice() {
	wide := -p.px(4)
	for _, name := range plots {
		wide += imgui.CalcTextSize(name).X + 2*p.px(theme.FrameX) + p.px(4)
	}
	imgui.SetCursorPosX(imgui.CursorPosX() + max(imgui.ContentRegionAvail().X-wide, 0)) // at the right
	for i, name := range plots {
		if i > 0 {
			imgui.SameLineV(0, p.px(4))
		}
		if p.chip(name, p.counts.plot == i) {
			p.counts.plot, p.events = i, settling
		}
		p.note("Measure/" + name)
	}
}

// plots draws the history, and what was counted.
func (p *panels) plots(v *view) {
	wide, gap := imgui.ContentRegionAvail().X, p.px(theme.ItemX)
	switch c := &p.counts; {
	case c.counted() && p.layout.Measure.W >= p.px(besideWidth):
		table := p.px(430)
		p.history(v, (wide-table)*0.55-gap)
		imgui.SameLine()
		p.histogramPlot((wide-table)*0.45 - gap)
		imgui.SameLine()
		p.countsTable(table)
	case c.counted() && c.plot == keysPlot:
		p.histogramPlot(wide)
	case c.counted() && c.plot == countsPlot:
		p.countsTable(wide)
	default:
		p.history(v, wide)
	}
}

// histogramPlot draws the counts of keys, the nearest at the left, and their mean. A click changes
// the scale.
func (p *panels) histogramPlot(width float32) {
	c, tall := &p.counts, p.plotHeight()
	at := imgui.CursorScreenPos()
	if imgui.InvisibleButton("keys", imgui.NewVec2(width, tall)) {
		c.log = !c.log
	}
	p.note("Measure/histogram")
	p.tip(c.tip, "Near at the left, dotted: the mean. A click changes between a linear and a logarithmic scale.")
	list := imgui.WindowDrawList()
	list.AddRectFilled(at, imgui.NewVec2(at.X+width, at.Y+tall), ink(theme.Section))
	if len(c.keys) == 0 {
		return
	}
	sum := float32(0)
	for _, n := range c.keys {
		sum += n
	}
	most := max(slices.Max(c.keys), 1)
	height := func(n float32) float32 {
		if c.log {
			return (tall - p.px(18)) * float32(math.Log1p(float64(n))/math.Log1p(float64(most)))
		}
		return (tall - p.px(18)) * n / most
	}
	bar, bottom := width/float32(len(c.keys)), at.Y+tall
	for i, n := range c.keys {
		if n > 0 {
			x := at.X + float32(i)*bar
			list.AddRectFilled(imgui.NewVec2(x, bottom-max(height(n), 1)), imgui.NewVec2(x+max(bar, 1), bottom), ink(theme.Accent))
		}
	}
	for x, y := at.X, bottom-height(sum/float32(len(c.keys))); x < at.X+width; x += p.px(8) {
		list.AddRectFilled(imgui.NewVec2(x, y), imgui.NewVec2(x+p.px(3), y+p.px(1)), ink(theme.Text))
	}
	text := c.text
	if c.log {
		text += ", logarithmic"
	}
	imgui.PushFont(p.regular, theme.Small)
	list.AddTextVec2(imgui.NewVec2(at.X+p.px(6), at.Y+p.px(2)), ink(theme.Dim), text)
	imgui.PopFont()
}

// countsTable lists what the frame drew that was counted.
func (p *panels) countsTable(width float32) {
	d := p.counts.drawn
	imgui.BeginGroup()
	defer imgui.EndGroup()
	imgui.PushFont(p.regular, theme.Small)
	defer imgui.PopFont()
	if d == nil {
		colored(theme.Dim, "Count shows what the latest frame drew.")
		return
	}
	columns := int32(min(max(width/p.px(210), 1), 3))
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.NewVec2(p.px(8), 0))
	defer imgui.PopStyleVar()
	if !imgui.BeginTableV("counts", 3*columns, 0, imgui.NewVec2(width, 0), 0) {
		return
	}
	for range columns {
		imgui.TableSetupColumnV("what", imgui.TableColumnFlagsWidthStretch, 1, 0)
		imgui.TableSetupColumnV("number", imgui.TableColumnFlagsWidthFixed, p.px(64), 0)
		imgui.TableSetupColumnV("share", imgui.TableColumnFlagsWidthFixed, p.px(52), 0)
	}
	for _, row := range []struct {
		what string
		n    int
		of   int
	}{ // of segments
		{"expanded", d.Expanded, 0}, {"drawn", d.Segments, d.Expanded}, {"outside", d.Outside, d.Expanded},
		{"hidden", d.Hidden, d.Expanded}, {"too small", d.Small, d.Expanded}, {"out of order", d.Inversions, d.Segments},
	} {
		imgui.TableNextColumn()
		colored(theme.Dim, row.what)
		imgui.TableNextColumn()
		p.atRight(thousands(row.n))
		imgui.TableNextColumn()
		if row.of > 0 {
			p.atRight(fmt.Sprintf("%.1f %%", 100*float64(row.n)/float64(row.of)))
		}
	}
	imgui.EndTable()
	p.note("Measure/counted")
}

// atRight draws text at the right end of a column.
func (p *panels) atRight(text string) {
	imgui.SetCursorPosX(imgui.CursorPosX() + max(imgui.ContentRegionAvail().X-imgui.CalcTextSize(text).X, 0))
	imgui.TextUnformatted(text)
}

// histogram takes the counts of keys, the nearest first.
func (p *panels) histogram(numbers []uint32, bits int) {
	c := &p.counts
	c.keys = c.keys[:0]
	filled, sum := 0, float32(0)
	for _, n := range numbers {
		c.keys = append(c.keys, float32(n))
		sum += float32(n)
		if n > 0 {
			filled++
		}
	}
	c.text = fmt.Sprintf("keys of %d bits, %d of %d bins", bits, filled, len(numbers))
	c.tip = fmt.Sprintf("Keys of %d bits: %d of %d bins hold any.", bits, filled, len(numbers))
	if len(c.keys) > 0 && slices.Max(c.keys) > sum/10 {
		c.text += ": many in few"
		c.tip += " Many are in few bins: try more key bits."
	}
	c.plot, p.events = keysPlot, settling
}

// count reads back what the latest frame drew, and its keys.
func (v *view) count() error {
	d, err := v.s.Renderer.Inspect()
	if err != nil {
		return err
	}
	v.ui.counts.drawn = &d
	return v.countKeys()
}
