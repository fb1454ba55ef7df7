// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"os"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
)

// welcomeWidth is the width of the card of the empty window, in logical pixels. The card lists
// recentShown files at most, and fewer in a window without room: it is welcomeHeight high without
// any. A window below lowHeight has the card at the top while messages are shown.
const (
	welcomeWidth  = 440
	welcomeHeight = 230
	lowHeight     = 480
	recentShown   = 5
)

// welcome draws a window without a model: a card that says how to open one.
func (p *panels) welcome(v *view, width, height int) {
	p.events = max(p.events-1, 0)
	p.frame(v.w, width, height, func(across, down float32) {
		p.layout = layout.Layout{Free: layout.Rect{W: across, H: down}}
		imgui.BackgroundDrawList().AddRectFilled(imgui.NewVec2(0, 0), imgui.NewVec2(across, down), ink(theme.Chrome))
		p.welcomeCard(v)
		p.messageStack(v)
		if p.help {
			p.helpWindow()
		}
	})
}

func (p *panels) welcomeCard(v *view) {
	f := p.layout.Free
	wide := min(p.px(welcomeWidth), f.W-p.px(24))
	at, pivot := imgui.NewVec2(f.X+f.W/2, f.Y+f.H/2), imgui.NewVec2(0.5, 0.5)
	if f.H < p.px(lowHeight) && p.showsMessage() { // above the messages
		at.Y, pivot.Y = f.Y+p.px(12), 0
	}
	imgui.SetNextWindowPosV(at, imgui.CondAlways, pivot)
	imgui.SetNextWindowSize(imgui.NewVec2(wide, 0))
	imgui.PushStyleColorVec4(imgui.ColWindowBg, vec4(theme.Panel))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.NewVec2(p.px(24), p.px(20)))
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, p.px(theme.PopupRounding))
	imgui.BeginV("welcome", nil, bare&^imgui.WindowFlagsNoNav|imgui.WindowFlagsNoBringToFrontOnFocus)
	imgui.PopStyleVarV(2)
	imgui.PopStyleColor()
	low, size := imgui.WindowPos(), imgui.WindowSize()
	p.dashes(layout.Rect{X: low.X, Y: low.Y, W: size.X, H: size.Y}.Inset(p.px(8)))

	imgui.PushFont(p.medium, theme.Body)
	p.centred("Drop a hair file here")
	imgui.PopFont()
	imgui.PushFont(p.regular, theme.Small)
	imgui.PushStyleColorVec4(imgui.ColText, vec4(theme.Dim))
	p.centred(strings.Join(kinds[:len(kinds)-1], " "))
	p.centred("or saved settings " + kinds[len(kinds)-1])
	imgui.PopStyleColor()
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(0, p.px(4)))

	const open, grow = "Open", "Grow a head of hair"
	inner := size.X - 2*p.px(24)
	pad, gap := 2*p.px(theme.FrameX), p.px(theme.ItemX)
	widths := [2]float32{imgui.CalcTextSize(open).X + pad, imgui.CalcTextSize(grow).X + pad}
	imgui.SetCursorPosX(p.px(24) + max(inner-widths[0]-widths[1]-gap, 0)/2)
	pressed := p.chip(open, true)
	p.note("welcome/" + open)
	p.tip("Open hair or saved settings by a path.", "Ctrl+O")
	if pressed {
		p.filesOpen = true
	}
	imgui.SameLine()
	if imgui.Button(grow) {
		v.later(v.grow)
	}
	p.note("welcome/" + grow)
	imgui.PushFont(p.regular, theme.Small)
	imgui.PushStyleColorVec4(imgui.ColText, vec4(theme.Dim))
	p.centred("Ctrl+O opens a path, F1 lists the keys")
	imgui.PopStyleColor()
	imgui.PopFont()
	p.recent(v)
	p.filesPopup(v, layout.Rect{X: low.X, Y: p.places["welcome/"+open].y, W: size.X, H: p.px(theme.Row + 4)})
	end()
}

// recent lists the latest files that are still there.
func (p *panels) recent(v *view) {
	shown, most := 0, min(int((p.layout.Free.H-p.px(welcomeHeight))/p.px(theme.Row)), recentShown)
	for _, path := range p.config.Recent {
		if _, err := os.Stat(path); err != nil || shown >= most {
			continue
		}
		if shown++; shown == 1 {
			imgui.Dummy(imgui.NewVec2(0, p.px(2)))
			imgui.Separator()
			p.small(theme.Dim, "Recent")
		}
		if imgui.SelectableBoolV(clipped(base(path), 48)+"##"+path, false, 0, imgui.NewVec2(0, 0)) {
			v.later(func() error { v.drop([]string{path}); return nil })
		}
		p.note("welcome/" + base(path))
		p.tip(path, "")
	}
}

// centred draws text in the middle of the window.
func (p *panels) centred(text string) {
	imgui.SetCursorPosX(max((imgui.WindowWidth()-imgui.CalcTextSize(text).X)/2, p.px(4)))
	imgui.TextUnformatted(text)
}

// dashes draws a rectangle of dashes: here files can be dropped.
func (p *panels) dashes(r layout.Rect) {
	list, long, thin := imgui.WindowDrawList(), p.px(6), p.px(1)
	for x := r.X; x < r.X+r.W; x += 2 * long {
		end := min(x+long, r.X+r.W)
		list.AddRectFilled(imgui.NewVec2(x, r.Y), imgui.NewVec2(end, r.Y+thin), ink(theme.Outline))
		list.AddRectFilled(imgui.NewVec2(x, r.Y+r.H-thin), imgui.NewVec2(end, r.Y+r.H), ink(theme.Outline))
	}
	for y := r.Y; y < r.Y+r.H; y += 2 * long {
		end := min(y+long, r.Y+r.H)
		list.AddRectFilled(imgui.NewVec2(r.X, y), imgui.NewVec2(r.X+thin, end), ink(theme.Outline))
		list.AddRectFilled(imgui.NewVec2(r.X+r.W-thin, y), imgui.NewVec2(r.X+r.W, end), ink(theme.Outline))
	}
}
