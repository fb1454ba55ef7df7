// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"strconv"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/theme"
)

// field is a part of the status line.
type field struct {
	text, tip string
	color     theme.Color
	section   string // of Look, that a click opens; "" for Measure
	rank      int    // those of a higher rank go first
}

// status draws the line at the bottom, and a graph of the latest frames at its right.
func (p *panels) status(v *view) {
	r := p.layout.Status
	imgui.PushStyleColorVec4(imgui.ColWindowBg, vec4(theme.Chrome))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.NewVec2(p.px(10), 0))
	imgui.PushFont(p.regular, theme.Small)
	p.begin("status", r, imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoScrollWithMouse|imgui.WindowFlagsNoNav)
	imgui.PopStyleVar()
	imgui.PopStyleColor()
	graph := sparkFrames * max(p.px(1), 1)
	fields := p.fields(v)
	room := r.W - 2*p.px(10) - graph - p.px(16)
	for rank := 9; rank > 0; rank-- { // the least needed first
		width := float32(0)
		for _, f := range fields {
			width += imgui.CalcTextSize(f.text).X + p.px(21)
		}
		if width <= room {
			break
		}
		for i := range fields {
			if fields[i].rank == rank && len(fields) > 1 {
				fields = append(fields[:i:i], fields[i+1:]...)
				break
			}
		}
	}
	for i, f := range fields {
		if i > 0 {
			imgui.SameLineV(0, 0)
			at := imgui.CursorScreenPos()
			x := at.X + p.px(10)
			imgui.WindowDrawList().AddLineV(imgui.NewVec2(x, r.Y+p.px(6)), imgui.NewVec2(x, r.Y+r.H-p.px(6)), ink(theme.Pressed), 1)
			imgui.SetCursorScreenPos(imgui.NewVec2(at.X+p.px(21), at.Y))
		}
		p.field(f, r.H)
	}
	imgui.SetCursorPos(imgui.NewVec2(r.W-p.px(10)-graph, 0))
	p.sparkline(v, graph, r.H)
	imgui.PopFont()
	end()
}

// field draws a text that can be clicked.
func (p *panels) field(f field, height float32) {
	at, size := imgui.CursorScreenPos(), imgui.CalcTextSize(f.text)
	pressed := imgui.InvisibleButton("field "+f.tip, imgui.NewVec2(size.X, height))
	color := f.color
	if imgui.IsItemHovered() {
		color = theme.Text
	}
	imgui.WindowDrawList().AddTextVec2(imgui.NewVec2(at.X, at.Y+(height-size.Y)/2), ink(color), f.text)
	p.note("status/" + f.tip)
	p.tip(f.tip, "")
	switch {
	case pressed && f.section == "":
		p.toggleMeasure()
	case pressed:
		p.goToSection(f.section)
	}
}

func (p *panels) fields(v *view) []field {
	strands := thousands(v.s.Model.Strands()) + " strands"
	if share := v.detail; share > 0 && share < 0.995 {
		strands = fmt.Sprintf("%s of %s", thousands(int(float32(v.s.Model.Strands())*share)), strands)
	}
	all := []field{
		{text: clipped(v.modelName(), 40), tip: "The model.", color: theme.Text, section: "Model", rank: 2},
		{text: strands, tip: "Strands that the latest frame draws, of all.", color: theme.Dim, section: "Model", rank: 1},
		{text: v.o.Transparency.String(), tip: "How hair over hair is blended.", color: theme.Dim, section: "Quality", rank: 3},
	}
	if v.o.Unused("keybits") == "" {
		all = append(all, field{text: strconv.Itoa(v.o.KeyBits) + " bits", tip: "Bits of depth to sort by.", color: theme.Dim, section: "Quality", rank: 6})
	}
	took := field{text: milliseconds(v.times.newest().wall), tip: "The latest frame, and the time that it may take while something moves. A click opens Measure.", color: theme.Text, rank: 0}
	if v.times.newest().wall == 0 {
		took.text = "first frame"
	} else if target := v.o.Run.TargetMS; target > 0 {
		took.text += ", target " + milliseconds(float32(target))
		if v.times.newest().wall > float32(target) {
			took.text, took.color = took.text+" (over)", theme.Warning
		}
	}
	if v.drawing.stopped {
		took.text, took.color, took.tip = "stopped", theme.Warning, "Esc stopped the latest frame. R draws it."
	}
	a := v.present()
	all = append(all, took, field{text: fmt.Sprintf("%d×%d", a.width, a.height), tip: "Pixels of the free area.", color: theme.Dim, section: "Camera and image", rank: 7})
	device := field{text: clipped(v.deviceName(), 40), tip: "What draws: " + v.d.Caps().Renderer + ".", color: theme.Dim, section: "Quality", rank: 8}
	if v.d.Caps().Software {
		device.text, device.color = "software", theme.Warning
		device.tip += " Expect seconds for a full frame."
	}
	return append(all, device)
}

// sparkFrames is how many frames the graph in the status line has. Each has whole pixels of the
// width: a narrower bar would cover the middle of no pixel, and be left out.
const sparkFrames = 60

// sparkline draws the latest frames as bars. A click opens Measure.
func (p *panels) sparkline(v *view, width, height float32) {
	at := imgui.CursorScreenPos()
	if imgui.InvisibleButton("sparkline", imgui.NewVec2(width, height)) {
		p.toggleMeasure()
	}
	p.note("status/sparkline")
	p.tip("The latest 60 frames. A click opens Measure.", "F9")
	most := max(v.times.most(), 0.1)
	list, bar := imgui.WindowDrawList(), width/sparkFrames
	for i := range sparkFrames {
		took := v.times.nth(timesKept - sparkFrames + i).wall
		if took <= 0 {
			continue
		}
		tall := max((height-p.px(8))*took/most, 1)
		x, y := at.X+float32(i)*bar, at.Y+height-p.px(4)
		list.AddRectFilled(imgui.NewVec2(x, y-tall), imgui.NewVec2(x+max(bar-1, 1), y), ink(theme.Accent))
	}
	list.AddLineV(imgui.NewVec2(at.X, at.Y+height-p.px(4)), imgui.NewVec2(at.X+width, at.Y+height-p.px(4)), ink(theme.Outline), 1)
}

// goToSection opens a section of Look.
func (p *panels) goToSection(name string) {
	p.config.Folded["section "+name], p.config.changed = true, true
	if !*p.lookOpen() {
		p.toggleLook()
	}
	p.goTo, p.search, p.events = name, "", settling
}

// modelName is the file's name, or the groom's style.
func (v *view) modelName() string {
	if v.o.File != "" {
		return base(v.o.File)
	}
	return "groom, " + p0(v)
}

func p0(v *view) string {
	if style, ok := v.o.Given["style"]; ok {
		return style
	}
	return "wavy"
}

func (v *view) deviceName() string { return v.d.Caps().Renderer }

// milliseconds is a time with three digits and a unit that suits it.
func milliseconds(ms float32) string {
	switch {
	case ms >= 10_000:
		return fmt.Sprintf("%.1f s", ms/1000)
	case ms >= 1000:
		return fmt.Sprintf("%.2f s", ms/1000)
	case ms >= 100:
		return fmt.Sprintf("%.0f ms", ms)
	case ms >= 10:
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.2f ms", ms)
}
