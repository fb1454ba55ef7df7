// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/measure"
	"github.com/combgl/comb/viewer/internal/theme"
)

// measure is the panel of times and counts.
func (p *panels) measure(v *view) {
	r := p.layout.Measure
	v.times.read()
	border := float32(0)
	if p.layout.Popup {
		border = p.px(1)
	}
	imgui.PushStyleVarFloat(imgui.StyleVarWindowBorderSize, border)
	p.begin("Measure", r, 0)
	imgui.PopStyleVar()
	p.splitter("measure edge", layout.Rect{X: r.X, Y: r.Y, W: r.W, H: p.px(4)}, func(_, dy float32) {
		p.config.MeasureHeight = (r.H - dy) / p.scale
	})
	imgui.AlignTextToFramePadding()
	imgui.PushFont(p.medium, theme.Body)
	imgui.TextUnformatted("Frame " + milliseconds(v.times.newest().wall))
	imgui.PopFont()
	imgui.SameLine()
	sorted := v.times.sorted()
	text := ""
	if v.o.Run.TargetMS > 0 {
		text = "target " + milliseconds(float32(v.o.Run.TargetMS)) + "   "
	}
	if n := len(sorted); n > 0 {
		text += fmt.Sprintf("median %s   slowest %s of %d", milliseconds(sorted[n/2]), milliseconds(sorted[n-1]), n)
	}
	imgui.AlignTextToFramePadding()
	imgui.SetCursorPosY(imgui.CursorPosY() + p.px(theme.Body-theme.Small)) // on one base line
	p.small(theme.Dim, text)
	choice, oneRow := p.counts.counted() && r.W < p.px(besideWidth), r.W > p.px(760)
	switch {
	case oneRow:
		imgui.SameLine()
	case choice:
		imgui.SameLine()
		p.plotChoice()
	}
	p.first(2)
	checkbox("Draw all the time", &v.live)
	p.note("Measure/Draw all the time")
	imgui.SameLine()
	if imgui.Button("Copy CSV") {
		imgui.SetClipboardText(csv(&v.times))
		v.notify("Times copied.")
	}
	imgui.SameLine()
	if imgui.Button("Count") {
		v.later(v.count)
	}
	p.note("Measure/Count")
	p.tip("Count what the latest frame drew, and the depth keys that it sorted. This waits for the GPU.", "G")
	if choice && oneRow {
		imgui.SameLine()
		p.plotChoice()
	}
	p.stages(v)
	p.plots(v)
	end()
}

// stages draws one bar of the GPU's stages, and their names below.
func (p *panels) stages(v *view) {
	if len(v.times.latest) == 0 {
		text := "Times come after a few frames."
		if v.d.Caps().TimestampBits == 0 {
			text = "This driver does not time stages."
		}
		p.small(theme.Dim, text)
		return
	}
	stages := slices.Clone(v.times.latest)
	slices.SortStableFunc(stages, func(a, b gpu.Stage) int { return cmp.Compare(b.Time, a.Time) })
	total := float32(0)
	for _, s := range stages {
		total += float32(measure.Milliseconds(s.Time))
	}
	most := max(total, float32(v.o.Run.TargetMS)*1.25, 0.001)
	at, width, tall := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, p.px(22)
	list := imgui.WindowDrawList()
	imgui.PushFont(p.regular, theme.Small)
	// The target is a line with words, on a dark plate as stages are bright.
	target := float32(v.o.Run.TargetMS)
	words, line := "target "+milliseconds(target), at.X+float32(int(width*target/most))
	wide := imgui.CalcTextSize(words).X + p.px(14)
	plate := line - p.px(1)
	if plate+wide > at.X+width { // at its left
		plate = line + p.px(2) - wide
	}
	list.AddRectFilled(at, imgui.NewVec2(at.X+width, at.Y+tall), ink(theme.Section))
	x := at.X
	for _, s := range stages {
		w := width * float32(measure.Milliseconds(s.Time)) / most
		if w < 1 {
			continue
		}
		list.AddRectFilled(imgui.NewVec2(x, at.Y), imgui.NewVec2(x+w-1, at.Y+tall), ink(theme.Stage(stageName(s.Name))))
		label := s.Name + " " + milliseconds(float32(measure.Milliseconds(s.Time)))
		left, size := x+p.px(6), imgui.CalcTextSize(label)
		if target > 0 && plate < left+size.X+p.px(6) && left < plate+wide { // beside the plate
			left = plate + wide + p.px(6)
		}
		if left+size.X+p.px(6) <= x+w {
			list.AddTextVec2(imgui.NewVec2(left, at.Y+(tall-size.Y)/2), ink(theme.OnStage), label)
		}
		x += w
	}
	if target > 0 {
		list.AddRectFilled(imgui.NewVec2(plate, at.Y), imgui.NewVec2(plate+wide, at.Y+tall), ink(theme.OnStage))
		list.AddTextVec2(imgui.NewVec2(plate+p.px(7), at.Y+(tall-imgui.TextLineHeight())/2), ink(theme.Warning), words)
		for y := at.Y; y < at.Y+tall; y += p.px(6) {
			list.AddRectFilled(imgui.NewVec2(line, y), imgui.NewVec2(line+p.px(1), min(y+p.px(3), at.Y+tall)), ink(theme.Warning))
		}
		p.places["Measure/target"] = place{line, at.Y, p.px(1), tall}
	}
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(width, tall))
	p.note("Measure/stages")
	p.legend(stages, total, width)
}

// stageName is the first word of a stage's name, which its colour goes by.
func stageName(name string) string {
	first, _, _ := strings.Cut(name, " ")
	return first
}

// legend lists the stages by their time. Those without a share of a thousandth are left out.
func (p *panels) legend(stages []gpu.Stage, total, width float32) {
	imgui.PushFont(p.regular, theme.Small)
	used := float32(0)
	for i, s := range stages {
		ms := float32(measure.Milliseconds(s.Time))
		share := fmt.Sprintf("%.0f", 100*ms/max(total, 1e-6))
		if share == "0" {
			share = "<1"
		}
		text := fmt.Sprintf("%s %s, %s %%", s.Name, milliseconds(ms), share)
		w := imgui.CalcTextSize(text).X + p.px(30)
		if i > 0 && used+w <= width {
			imgui.SameLineV(0, p.px(14))
		} else {
			used = 0
		}
		used += w
		at := imgui.CursorScreenPos()
		h := imgui.TextLineHeight()
		imgui.WindowDrawList().AddRectFilled(imgui.NewVec2(at.X, at.Y+h*0.2), imgui.NewVec2(at.X+h*0.7, at.Y+h*0.9), ink(theme.Stage(stageName(s.Name))))
		imgui.Dummy(imgui.NewVec2(h*0.7, h))
		imgui.SameLineV(0, p.px(5))
		colored(theme.Text, text)
	}
	imgui.PopFont()
}

// history draws the latest frames: bars of the GPU, a line of the wall clock, the target.
func (p *panels) history(v *view, width float32) {
	tall := p.plotHeight()
	at := imgui.CursorScreenPos()
	imgui.InvisibleButton("history", imgui.NewVec2(width, tall))
	p.note("Measure/history")
	list := imgui.WindowDrawList()
	list.AddRectFilled(at, imgui.NewVec2(at.X+width, at.Y+tall), ink(theme.Section))
	most := max(v.times.most(), float32(v.o.Run.TargetMS), 0.1) * 1.1
	bar := width / timesKept
	y := func(ms float32) float32 { return at.Y + tall - tall*ms/most }
	before, under := imgui.NewVec2(0, 0), -1
	if imgui.IsItemHovered() {
		under = min(max(int((imgui.MousePos().X-at.X)/bar), 0), timesKept-1)
	}
	for i := range timesKept {
		x := at.X + float32(i)*bar
		f := v.times.nth(i)
		low, high := imgui.NewVec2(x, y(f.gpu)), imgui.NewVec2(x+max(bar-1, 1), at.Y+tall)
		switch {
		case i == under:
			list.AddRectFilled(imgui.NewVec2(x, at.Y), high, ink(theme.Pressed))
			list.AddRectFilled(low, high, ink(theme.Text))
		case f.gpu > 0 && f.preview && bar >= 3: // hollow
			list.AddRect(low, high, ink(theme.Outline))
		case f.gpu > 0:
			list.AddRectFilled(low, high, ink(theme.Outline))
		}
		if f.wall > 0 {
			now := imgui.NewVec2(x+bar/2, y(f.wall))
			if before.X > 0 {
				list.AddLineV(before, now, ink(theme.Accent), p.px(1))
			}
			before = now
		}
	}
	words := "to " + milliseconds(most) + ": line wall clock, bars GPU, hollow ones previews"
	if target := float32(v.o.Run.TargetMS); target > 0 {
		words += ", dashed the target"
		for x := at.X; x < at.X+width; x += p.px(8) {
			list.AddRectFilled(imgui.NewVec2(x, y(target)), imgui.NewVec2(x+p.px(4), y(target)+p.px(1)), ink(theme.Warning))
		}
	}
	imgui.PushFont(p.regular, theme.Small)
	low, size := imgui.NewVec2(at.X+p.px(6), at.Y+p.px(2)), imgui.CalcTextSize(words)
	list.AddRectFilled(imgui.NewVec2(at.X, at.Y), imgui.NewVec2(low.X+size.X+p.px(6), low.Y+size.Y), ink(theme.Section)) // lines may lie there
	list.AddTextVec2(low, ink(theme.Dim), words)
	imgui.PopFont()
	if under >= 0 && v.times.nth(under).wall > 0 && imgui.BeginTooltip() {
		text, dim := v.times.nth(under).text(timesKept - 1 - under)
		imgui.TextUnformatted(text)
		p.small(theme.Dim, dim)
		p.note("Measure/frame")
		imgui.EndTooltip()
	}
}

// text is what the history says of a frame.
func (f frameTime) text(ago int) (text, dim string) {
	text = fmt.Sprintf("%d frames ago", ago)
	switch ago {
	case 0:
		text = "The latest frame"
	case 1:
		text = "The frame before"
	}
	if f.preview {
		text += ", a preview"
	}
	text += ": " + milliseconds(f.wall)
	switch {
	case f.gpu == 0 && ago > len(times{}.timers): // a comparison's, or one that the GPU was late with
		return text, "Its stages were not timed."
	case f.gpu == 0:
		return text, "Times of its stages come some frames later."
	}
	return text, fmt.Sprintf("GPU %s, most of it %s, %s", milliseconds(f.gpu), f.slowest, milliseconds(f.slowestMS))
}

// plotHeight is the height of a plot: what is left of the panel.
func (p *panels) plotHeight() float32 {
	tall := imgui.ContentRegionAvail().Y - p.px(theme.ItemY+2) // with the item of end
	return max(tall, p.px(32))
}

// csv has a line for each of the latest frames, and one for each stage of the newest.
func csv(t *times) string {
	var b strings.Builder
	b.WriteString("frames ago,wall ms,gpu ms,preview,slowest stage,its ms\n")
	for i := range timesKept {
		if f := t.nth(i); f.wall > 0 {
			fmt.Fprintf(&b, "%d,%.4f,%.4f,%v,%s,%.4f\n", timesKept-1-i, f.wall, f.gpu, f.preview, f.slowest, f.slowestMS)
		}
	}
	b.WriteString("stage,ms\n")
	for _, s := range t.latest {
		fmt.Fprintf(&b, "%s,%.4f\n", s.Name, measure.Milliseconds(s.Time))
	}
	return b.String()
}
