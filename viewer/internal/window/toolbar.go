// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
)

// tool is a button of the toolbar.
type tool struct {
	label, key string
	tip        func(*view) string
	rank       int // those of a higher rank go to More first
	group      int // a line stands between groups
	on         func(*panels, *view) bool
	off        func(*view) string // why it is disabled, "" when it is not
	do         func(*panels, *view)
	menu       func(*panels, *view) // in place of do
}

func says(text string) func(*view) string { return func(*view) string { return text } }

// key returns what a key does.
func key(name string) func(*panels, *view) {
	return func(_ *panels, v *view) { v.act(name) }
}

// slotTool is a button of a look.
func slotTool(slot int, name string, rank int) tool {
	return tool{
		label: slotNames[slot], key: name, rank: rank, group: 2,
		tip: says("Click: show this look. Shift+click: keep the present look here, with Alt its camera too. Hold X: see the other one."),
		on:  func(_ *panels, v *view) bool { return v.shownSlot() == slot && v.slots[slot] != nil },
		do: func(_ *panels, v *view) {
			name, io := name, imgui.CurrentIO()
			if io.KeyShift() {
				name = "Shift+" + name
			}
			if io.KeyShift() && io.KeyAlt() {
				name = "Alt+" + name
			}
			v.act(name)
		},
	}
}

// tools are the buttons from left to right. Each has a key too.
var tools = []tool{
	{label: "Open", key: "Ctrl+O", rank: 0, tip: says("Open hair or saved settings. You can also drop a file on the window."), do: func(p *panels, _ *view) { p.filesOpen = true }},
	{label: "Frame", key: "F", rank: 1, group: 1, tip: says("Show all of the model."), do: key("F")},
	{label: "Views", key: "1 3 7, V, B", rank: 5, group: 1, tip: says("Front, right, top, back, and the views you kept."), menu: (*panels).viewsMenu},
	{label: "Turn", key: "Space", rank: 8, group: 1, tip: says("Turn the model once in 8 seconds."), do: key("Space"), on: func(_ *panels, v *view) bool { return v.turntable }},
	{label: "Compare", key: "W H C", rank: 2, group: 2, tip: says("Off, wipe, difference map, layers per pixel."), menu: (*panels).compareMenu, on: func(_ *panels, v *view) bool { return v.c.shows != nothing }},
	slotTool(0, "[", 9), // both have one rank
	slotTool(1, "]", 9),
	{label: "Swap", key: "X", rank: 10, group: 2, tip: says("Show the other one of the looks A and B."), do: func(_ *panels, v *view) { v.later(v.swapLook) }, off: func(v *view) string {
		if v.slots[0] == nil || v.slots[1] == nil {
			return storeLooks
		}
		return ""
	}},
	{label: "Undo", key: "Ctrl+Z", rank: 6, group: 3, do: key("Ctrl+Z"), tip: func(v *view) string { name, _ := v.edits.Names(); return "Undo: " + name + "." }, off: func(v *view) string {
		if name, _ := v.edits.Names(); name == "" {
			return "Nothing to undo."
		}
		return ""
	}},
	{label: "Redo", key: "Ctrl+Shift+Z", rank: 7, group: 3, do: key("Ctrl+Shift+Z"), tip: func(v *view) string { _, name := v.edits.Names(); return "Redo: " + name + "." }, off: func(v *view) string {
		if _, name := v.edits.Names(); name == "" {
			return "Nothing to redo."
		}
		return ""
	}},
	{label: "Image", key: "F12", rank: 3, group: 4, tip: imageTip, do: (*panels).imagePressed},
	{label: "Save", key: "Ctrl+S", rank: 4, group: 4, tip: func(v *view) string { return "Write the settings to " + v.settingsPath() + "." }, do: key("Ctrl+S")},
	{label: "Copy", key: "Ctrl+C", rank: 11, group: 4, tip: says("Copy the command line that draws this image."), do: key("Ctrl+C")},
}

// atRight are the buttons at the right end.
var atRight = []tool{
	{label: "?", key: "F1", tip: says("Keys and mouse."), do: key("F1"), on: func(p *panels, _ *view) bool { return p.help }},
	{label: "Menu", tip: says("Panels and the size of the interface."), menu: (*panels).mainMenu},
	{label: "Look", key: "N", tip: says("Show or hide the panel of the model's look."), do: key("N"), on: func(p *panels, _ *view) bool { return *p.lookOpen() }},
}

// toolbar draws the buttons in one row. Those that do not fit go to the list More.
func (p *panels) toolbar(v *view) {
	r := p.layout.Toolbar
	imgui.PushStyleColorVec4(imgui.ColWindowBg, vec4(theme.Chrome))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.NewVec2(p.px(8), (r.H-p.px(theme.Row))/2))
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.NewVec2(p.px(4), p.px(theme.ItemY)))
	p.begin("toolbar", r, imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoScrollWithMouse)
	imgui.PopStyleVarV(2)
	imgui.PopStyleColor()

	right := float32(0)
	for _, t := range atRight {
		right += p.toolWidth(t) + p.px(4)
	}
	kept := p.keptTools(r.W - 2*p.px(8) - right)
	p.first(0)
	for i, t := range kept {
		if i > 0 {
			p.beside(t.group != kept[i-1].group)
		}
		p.tool(v, t)
	}
	if len(kept) < len(tools) {
		p.beside(false)
		p.tool(v, tool{label: "More", tip: says("What the window has no room for."), menu: func(p *panels, v *view) { p.moreMenu(v, kept) }})
	}
	imgui.SetCursorPos(imgui.NewVec2(r.W-p.px(8)-right+p.px(4), (r.H-p.px(theme.Row))/2))
	for i, t := range atRight {
		if i > 0 {
			imgui.SameLineV(0, p.px(4))
		}
		p.tool(v, t)
	}
	p.filesPopup(v, r)
	end()
}

// keptTools are the tools that fit into a width, in their order.
func (p *panels) keptTools(room float32) []tool {
	byRank := slices.Clone(tools)
	slices.SortStableFunc(byRank, func(a, b tool) int { return a.rank - b.rank })
	widths := make([]float32, len(byRank))
	for i, t := range byRank {
		widths[i] = p.toolWidth(t) + p.px(5) // with a part of the lines between groups
	}
	n := layout.Fitting(widths, p.px(4), room, p.toolWidth(tool{label: "More", menu: (*panels).mainMenu}))
	byRank = byRank[:together(byRank, n)]
	return slices.DeleteFunc(slices.Clone(tools), func(t tool) bool {
		return !slices.ContainsFunc(byRank, func(k tool) bool { return k.label == t.label })
	})
}

// together is n, or fewer where the first n tools would end within a rank: A and B go together.
func together(byRank []tool, n int) int {
	for n > 0 && n < len(byRank) && byRank[n-1].rank == byRank[n].rank {
		n--
	}
	return n
}

func (p *panels) toolWidth(t tool) float32 {
	w := imgui.CalcTextSize(t.label).X + 2*p.px(theme.FrameX)
	if t.menu != nil {
		w += p.px(14)
	}
	return max(w, p.px(theme.Row))
}

// beside goes on in the same row, behind a line between groups.
func (p *panels) beside(line bool) {
	imgui.SameLineV(0, p.px(4))
	if !line {
		return
	}
	at := imgui.CursorScreenPos()
	imgui.WindowDrawList().AddLineV(imgui.NewVec2(at.X+p.px(4), at.Y+p.px(4)), imgui.NewVec2(at.X+p.px(4), at.Y+p.px(theme.Row-4)), ink(theme.Line), 1)
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+p.px(9), at.Y))
}

// tool draws a button. One that is on has the accent's colour.
func (p *panels) tool(v *view, t tool) {
	on, why := t.on != nil && t.on(p, v), ""
	if t.off != nil {
		why = t.off(v)
	}
	colorsPushed := int32(1)
	switch {
	case why != "":
		imgui.PushStyleColorVec4(imgui.ColText, vec4(theme.Disabled))
		imgui.PushStyleColorVec4(imgui.ColButton, vec4(theme.Chrome))
		colorsPushed = 2
	case on:
		imgui.PushStyleColorVec4(imgui.ColText, vec4(theme.OnAccent))
		imgui.PushStyleColorVec4(imgui.ColButton, vec4(theme.Accent))
		imgui.PushStyleColorVec4(imgui.ColButtonHovered, vec4(theme.Active))
		imgui.PushStyleColorVec4(imgui.ColButtonActive, vec4(theme.Active))
		colorsPushed = 4
	default:
		imgui.PushStyleColorVec4(imgui.ColButton, vec4(theme.Chrome))
		if t.menu != nil {
			imgui.PushStyleColorVec4(imgui.ColButton, vec4(theme.Field))
			colorsPushed++
		}
	}
	size := imgui.NewVec2(p.toolWidth(t), p.px(theme.Row))
	label := t.label + "###" + t.label
	if t.menu != nil { // the text at the left, an arrow at the right
		imgui.PushStyleVarVec2(imgui.StyleVarButtonTextAlign, imgui.NewVec2(0, 0.5))
	}
	imgui.BeginDisabledV(why != "")
	pressed := imgui.ButtonV(label, size)
	imgui.EndDisabled()
	if t.menu != nil {
		imgui.PopStyleVar()
		c := theme.Dim
		if on {
			c = theme.OnAccent
		}
		p.arrow(c)
	}
	imgui.PopStyleColorV(colorsPushed)
	p.note("toolbar/" + t.label)
	text := why
	if text == "" && t.tip != nil {
		text = t.tip(v)
	}
	p.tip(text, t.key)
	switch {
	case !pressed:
	case t.menu != nil:
		imgui.OpenPopupStrV(t.label, 0)
	default:
		t.do(p, v)
	}
	if t.menu != nil {
		// Below the button, within the window: also after the size of the interface was chosen.
		low, size, all := imgui.ItemRectMin(), p.menuSize[t.label], imgui.CurrentIO().DisplaySize()
		at := imgui.NewVec2(max(min(low.X, all.X-size.X), 0), max(min(low.Y+p.px(theme.Row)+p.px(2), all.Y-size.Y), 0))
		imgui.SetNextWindowPosV(at, imgui.CondAlways, imgui.NewVec2(0, 0))
		if imgui.BeginPopupV(t.label, imgui.WindowFlagsNoMove) {
			t.menu(p, v)
			if now := imgui.WindowSize(); now != p.menuSize[t.label] { // its place is right one frame later
				p.menuSize[t.label], p.events = now, max(p.events, 2)
			}
			at := imgui.WindowPos()
			p.places["list/"+t.label] = place{at.X, at.Y, p.menuSize[t.label].X, p.menuSize[t.label].Y}
			imgui.EndPopup()
		}
	}
}

// arrow draws a triangle that points down, at the right of the button before.
func (p *panels) arrow(c theme.Color) {
	low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
	x, y, r := high.X-p.px(11), (low.Y+high.Y)/2, p.px(4)
	imgui.WindowDrawList().AddTriangleFilled(imgui.NewVec2(x-r, y-r/2), imgui.NewVec2(x+r, y-r/2), imgui.NewVec2(x, y+r*0.75), ink(c))
}

// item draws a row of a menu.
func (p *panels) item(label, key string, on bool) bool {
	pressed := imgui.MenuItemBoolV(label, key, on, true)
	p.note("menu/" + label)
	return pressed
}

func (p *panels) viewsMenu(v *view) {
	for _, m := range []struct{ label, key string }{{"Front", "1"}, {"Right", "3"}, {"Top", "7"}, {"Back", "Ctrl+1"}, {"Left", "Ctrl+3"}, {"Bottom", "Ctrl+7"}} {
		if p.item(m.label, m.key, false) {
			key(m.key)(p, v)
		}
	}
	imgui.Separator()
	if p.item("Keep this view", "V", false) {
		key("V")(p, v)
	}
	for i, text := range v.o.Views {
		if p.item(fmt.Sprintf("View %d: %s", i+1, shortCamera(text)), "", v.savedView == i+1) {
			v.later(func() error { return v.goTo(i) })
		}
	}
}

// shortCamera is a text of -camera with whole degrees and without the target.
func shortCamera(text string) string {
	parts := strings.Split(text, ",")
	if len(parts) < 3 {
		return text
	}
	var n [3]float64
	for i := range n {
		fmt.Sscan(parts[i], &n[i])
	}
	return fmt.Sprintf("%.0f°, %.0f° up, %.2g×", math.Remainder(n[0], 360), n[1], n[2])
}

func (p *panels) compareMenu(v *view) {
	show := func(what against) {
		v.later(func() error {
			if v.c.shows == what {
				return nil
			}
			return v.show(what)
		})
	}
	if p.item("Off", "Esc", v.c.shows == nothing) && v.c.shows != nothing {
		show := v.c.shows
		v.later(func() error { return v.show(show) })
	}
	for _, m := range []struct {
		label, key string
		what       against
	}{{"Wipe", "W", wipe}, {"Difference map", "H", heat}, {"Layers per pixel", "C", layerCounts}} {
		if p.item(m.label, m.key, v.c.shows == m.what) {
			show(m.what)
		}
	}
	imgui.Separator()
	if p.item("Wipe looks A and B", "Shift+W", v.c.before != nil && v.c.shows == wipe) {
		key("Shift+W")(p, v)
	}
	if p.item("Sides, gain, colours...", "", false) {
		p.goToSection("Compare")
	}
}

// chip is a small button of a choice.
func (p *panels) chip(label string, on bool) bool {
	if on {
		imgui.PushStyleColorVec4(imgui.ColText, vec4(theme.OnAccent))
		imgui.PushStyleColorVec4(imgui.ColButton, vec4(theme.Accent))
		imgui.PushStyleColorVec4(imgui.ColButtonHovered, vec4(theme.Active))
	}
	pressed := imgui.Button(label)
	if on {
		imgui.PopStyleColorV(3)
	}
	return pressed
}

// moreMenu lists the tools that are not in the row.
func (p *panels) moreMenu(v *view, kept []tool) {
	for _, t := range tools {
		if slices.ContainsFunc(kept, func(k tool) bool { return k.label == t.label }) {
			continue
		}
		if t.menu != nil {
			if imgui.BeginMenu(t.label) {
				t.menu(p, v)
				imgui.EndMenu()
			}
			continue
		}
		why := ""
		if t.off != nil {
			why = t.off(v)
		}
		beginOff(why != "")
		if imgui.MenuItemBoolV(t.label, t.key, t.on != nil && t.on(p, v), true) {
			t.do(p, v)
		}
		p.note("menu/" + t.label)
		endOff()
	}
}

func clipped(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// clippedFront is clipped, and keeps the end of a path.
func clippedFront(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return "…" + string(r[len(r)-most+1:])
	}
	return text
}

// degrees is an angle as the panels show it, from -180 to 180.
func degrees(radians float32) float64 {
	return math.Remainder(float64(radians)*180/math.Pi, 360)
}
