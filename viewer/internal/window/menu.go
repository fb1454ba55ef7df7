// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/theme"
)

// mainMenu is the list Menu of the toolbar.
func (p *panels) mainMenu(v *view) {
	if p.item("Look panel", "N", *p.lookOpen()) {
		p.toggleLook()
	}
	if p.item("Measure panel", "F9", *p.measureOpen()) {
		p.toggleMeasure()
	}
	if p.item("Hide all panels", "P", false) {
		key("P")(p, v)
	}
	if p.item("Full screen", "F11", v.w.GetMonitor() != nil) {
		key("F11")(p, v)
	}
	if p.item("Image frame", "", p.config.Frame) {
		p.config.Frame, p.config.changed = !p.config.Frame, true
	}
	p.tip("Show the border of the image that is written or saved.", "")
	imgui.Separator()
	p.small(theme.Dim, "Interface size")
	room, used := imgui.CurrentIO().DisplaySize().X-4*p.px(theme.WindowPadding), float32(0)
	for _, zoom := range zooms {
		label := fmt.Sprintf("%.0f %%", 100*zoom)
		wide := imgui.CalcTextSize(label).X + 2*p.px(theme.FrameX) + p.px(4)
		if used += wide; used > wide && used <= room {
			imgui.SameLineV(0, p.px(4))
		} else {
			used = wide
		}
		if p.chip(label, zoom == p.config.Zoom) {
			p.config.Zoom, p.config.changed, p.events = zoom, true, settling
		}
	}
	if p.item("Reset layout", "", false) {
		p.resetLayout()
	}
	p.tip("Give panels, sections and the interface their usual sizes.", "")
	imgui.Separator()
	if p.item("Mouse as in Blender", "", p.config.Blender) {
		p.config.Blender, p.config.changed = !p.config.Blender, true
	}
	if p.item("Reduce motion", "", p.config.Calm) {
		p.config.Calm, p.config.changed = !p.config.Calm, true
	}
	beginOff(len(p.messages) == 0)
	if imgui.BeginMenu("Messages") {
		p.messageList()
		imgui.EndMenu()
	}
	p.note("menu/Messages")
	endOff()
	imgui.Separator()
	if p.item("Close the window", "Ctrl+Q", false) {
		key("Ctrl+Q")(p, v)
	}
}

// messageList has the messages that are kept, the newest first.
func (p *panels) messageList() {
	const lines = 12
	n := len(p.messages)
	imgui.PushStyleColorVec4(imgui.ColChildBg, vec4(theme.Popup))
	imgui.BeginChildStrV("messages", imgui.NewVec2(min(p.px(440), 0.8*p.layout.Free.W), p.px(20)*float32(min(2*n, lines))), 0, 0)
	imgui.PopStyleColor()
	imgui.PushTextWrapPosV(0)
	for i := n - 1; i >= 0; i-- {
		m := p.messages[i]
		if m.bad {
			p.small(theme.Error, "Error")
			imgui.SameLine()
		}
		p.small(theme.Text, m.text)
		p.note("menu/message")
	}
	imgui.PopTextWrapPos()
	imgui.EndChild()
}

// resetLayout gives the window its usual layout. Other choices stay.
func (p *panels) resetLayout() {
	c, usual := &p.config, usualConfig()
	c.Look, c.Measure, c.LookWidth, c.MeasureHeight = usual.Look, usual.Measure, usual.LookWidth, usual.MeasureHeight
	c.Zoom, c.Folded, c.changed = usual.Zoom, usual.Folded, true
	p.drawers, p.events = [2]bool{}, settling
}
