// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/combgl/comb/viewer/internal/theme"
)

const bare = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoSavedSettings |
	imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoNav

// plateAt begins a plate under words on the image. x and y say which of its points lies at at.
func (p *panels) plateAt(name string, at, pivot imgui.Vec2, flags imgui.WindowFlags) {
	imgui.SetNextWindowPosV(at, imgui.CondAlways, pivot)
	imgui.PushStyleColorVec4(imgui.ColWindowBg, vec4(theme.Plate))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.NewVec2(p.px(10), p.px(5)))
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, p.px(theme.FrameRounding))
	imgui.BeginV(name, nil, bare|flags)
	imgui.PopStyleVarV(2)
	imgui.PopStyleColor()
}

// stage draws what lies over the free area: little, and at its edges.
func (p *panels) stage(v *view) {
	f := p.layout.Free
	margin := p.px(10)
	p.figures, p.scaled = 0, 0
	if p.works != "" {
		p.workPlate()
	}
	if p.shown && !p.layout.Popup {
		p.imageFrame(v)
		at := imgui.NewVec2(f.X+margin, f.Y+margin)
		at.Y += p.qualityChip(v, at)
		p.pivotCross(v)
		at.Y += p.soloChip(v, at)
		p.compared(v, at.Y)
		if low, high := v.s.Renderer.Bounds(); v.c.shows == nothing && p.works == "" && !sees(v.camera, low, high, f.W/f.H) {
			p.plateAt("away", imgui.NewVec2(f.X+f.W/2, f.Y+f.H/2), imgui.NewVec2(0.5, 0.5), imgui.WindowFlagsNoInputs)
			imgui.TextUnformatted("No hair in view. F shows all of it.")
			p.note("stage/away")
			imgui.End()
		}
		if f.W > p.px(300) && f.H > p.px(240) && !p.layout.Drawer {
			p.gizmo(v)
		}
		if p.hinted && v.o.File == "" && p.layout.Kind != layout.Small && !p.showsMessage() && p.works == "" {
			p.plateAt("hint", imgui.NewVec2(f.X+f.W/2, f.Y+f.H-margin), imgui.NewVec2(0.5, 1), imgui.WindowFlagsNoInputs)
			p.small(theme.Text, "Drop a hair file here, or open one with Ctrl+O")
			p.small(theme.Dim, ".hair .tfx .data .bin .npy .ply .obj, or settings .json")
			imgui.End()
		}
	}
	p.messageStack(v)
}

// workPlate says what the window works at, in the middle of the free area, over a moving stripe.
func (p *panels) workPlate() {
	f := p.layout.Free
	p.plateAt("works", imgui.NewVec2(f.X+f.W/2, f.Y+f.H/2), imgui.NewVec2(0.5, 0.5), imgui.WindowFlagsNoInputs)
	imgui.TextUnformatted(p.works)
	at, w := imgui.CursorScreenPos(), imgui.WindowWidth()-2*p.px(10)
	phase := float32(math.Mod(float64(time.Now().UnixMilli())/1500, 1))
	if p.calm() { // the seconds of the text show that it goes on
		phase = 0
	}
	imgui.Dummy(imgui.NewVec2(w, p.px(4)))
	p.note("stage/works")
	list := imgui.WindowDrawList()
	list.AddRectFilled(at, imgui.NewVec2(at.X+w, at.Y+p.px(3)), ink(theme.Field))
	list.AddRectFilled(imgui.NewVec2(at.X+w*0.75*phase, at.Y), imgui.NewVec2(at.X+w*(0.75*phase+0.25), at.Y+p.px(3)), ink(theme.Accent))
	imgui.End()
}

// fullTime is how long the window says that a full frame followed a preview.
const fullTime = time.Second

// qualityChip says how much of the full image is shown. A click draws all of it. It returns the
// height that it takes.
func (p *panels) qualityChip(v *view, at imgui.Vec2) (height float32) {
	text, flags := "", imgui.WindowFlags(imgui.WindowFlagsNoInputs)
	switch {
	case p.announces != "":
		text = p.announces
	case v.drawn != pace.Full:
		text, flags = v.quality(), 0
	case v.drawing.stopped:
		text, flags = "Stopped. R draws all", 0
	case v.c.shows == nothing && time.Since(v.fullAt) < fullTime:
		text, p.events = "Full", max(p.events, 1) // until it is gone
	}
	if text == "" {
		return 0
	}
	p.plateAt("quality", at, imgui.NewVec2(0, 0), flags)
	defer imgui.End()
	p.small(theme.Text, text)
	p.note("stage/quality")
	if flags == 0 {
		if imgui.IsItemClicked() {
			key("R")(p, v)
		}
		p.tip("Click: draw all of it now.", "R")
		if next := v.nextStep(); next > 0 {
			p.small(theme.Dim, "Next step: about "+roughly(next)+". Esc: stay here")
		}
	}
	return imgui.WindowHeight() + p.px(6)
}

// quality is how much of the full image the latest frame has.
func (v *view) quality() string {
	q := pace.Levels[v.drawn]
	text := fmt.Sprintf("Preview, %.0f %% of hairs", 100*q.Share)
	if q.Scale < 1 {
		text += map[float32]string{0.75: ", 3/4 size", 0.5: ", 1/2 size", 0.25: ", 1/4 size"}[q.Scale]
	}
	if v.held {
		text = "Held at" + strings.TrimPrefix(text, "Preview,")
	}
	return text
}

// pivotCross marks the camera's target for a second after it was put on the hair.
func (p *panels) pivotCross(v *view) {
	if v.pivot.began.IsZero() || time.Since(v.pivot.began) > crossTime {
		return
	}
	p.events = max(p.events, 1) // until it is gone
	x, y, ok := project(v.pivot.at, v.camera)
	if !ok {
		return
	}
	f, list, r := p.layout.Free, imgui.BackgroundDrawList(), p.px(9)
	at := imgui.NewVec2(f.X+f.W/2+x*f.H, f.Y+f.H/2-y*f.H)
	for _, pass := range []struct {
		color theme.Color
		width float32
	}{{theme.Chrome, 4}, {theme.Accent, 2}} {
		list.AddLineV(imgui.NewVec2(at.X-r, at.Y), imgui.NewVec2(at.X+r, at.Y), ink(pass.color), p.px(pass.width))
		list.AddLineV(imgui.NewVec2(at.X, at.Y-r), imgui.NewVec2(at.X, at.Y+r), ink(pass.color), p.px(pass.width))
	}
}

// soloChip says that one light is shown alone. A click shows all. It returns the height that it
// takes.
func (p *panels) soloChip(v *view, at imgui.Vec2) (height float32) {
	if v.solo == 0 {
		return 0
	}
	p.plateAt("solo", at, imgui.NewVec2(0, 0), 0)
	defer imgui.End()
	p.small(theme.Text, fmt.Sprintf("Light %d alone", v.solo))
	if imgui.IsItemClicked() {
		v.later(func() error { return v.soloLight(v.solo) })
	}
	p.note("stage/solo")
	p.tip("Click: show all lights.", "Esc")
	return imgui.WindowHeight() + p.px(6)
}

// uncovered is the part of the free area that the drawer Look leaves.
func (p *panels) uncovered() layout.Rect {
	f := p.layout.Free
	if p.layout.Drawer {
		f.W -= p.layout.Look.W
	}
	return f
}

// compared draws the words of a comparison: names at both sides of a wipe, from y on, the scale of
// a map, and the figures. Messages leave these two free.
func (p *panels) compared(v *view, y float32) {
	f := p.layout.Free
	switch {
	case v.c.out == nil: // the image is that of before
		return
	case v.c.shows == wipe:
		line := v.c.line
		if v.c.peeks {
			line = 0
		}
		x := f.X + float32(line)*f.W
		list := imgui.BackgroundDrawList()
		list.AddCircleFilledV(imgui.NewVec2(x, f.Y+f.H/2), p.px(14), ink(theme.Plate), 0)
		list.AddCircleV(imgui.NewVec2(x, f.Y+f.H/2), p.px(14), ink(theme.Text), 0, p.px(2))
		for _, side := range []float32{-1, 1} {
			middle, tip := f.Y+f.H/2, x+side*p.px(9)
			list.AddTriangleFilled(imgui.NewVec2(tip, middle), imgui.NewVec2(x+side*p.px(4), middle-p.px(5)), imgui.NewVec2(x+side*p.px(4), middle+p.px(5)), ink(theme.Text))
		}
		left, right := "Left: "+v.c.sides[0].name, "Right: "+v.c.sides[1].name
		if room := imgui.CalcTextSize(left).X + p.px(30); float32(line)*f.W > room {
			p.plateAt("left", imgui.NewVec2(x-p.px(10), y), imgui.NewVec2(1, 0), imgui.WindowFlagsNoInputs)
			p.small(theme.Text, left)
			p.note("stage/left")
			imgui.End()
		}
		if room := imgui.CalcTextSize(right).X + p.px(30); float32(1-line)*f.W > room {
			p.plateAt("right", imgui.NewVec2(x+p.px(10), y), imgui.NewVec2(0, 0), imgui.WindowFlagsNoInputs)
			p.small(theme.Text, right)
			p.note("stage/right")
			imgui.End()
		}
	case v.c.shows == heat:
		var ticks []string
		for i := range 5 {
			ticks = append(ticks, fmt.Sprintf("%.3g", float64(i)/4/v.c.gain))
		}
		if v.c.most > 1/v.c.gain {
			ticks[4] += " and more"
		}
		p.mapScale(v, fmt.Sprintf("difference ×%.3g", v.c.gain), ticks, "%.3g")
		if v.c.most < 0.001 {
			p.plateAt("same", imgui.NewVec2(f.X+f.W/2, f.Y+f.H/2), imgui.NewVec2(0.5, 0.5), imgui.WindowFlagsNoInputs)
			imgui.TextUnformatted("No differences above 0.1 %")
			imgui.End()
		}
	case v.c.shows == layerCounts:
		var ticks []string
		for i := range 5 {
			ticks = append(ticks, fmt.Sprintf("%.0f", math.Pow(v.c.most+1, float64(i)/4)-1))
		}
		p.mapScale(v, "layers, log", ticks, "%.0f")
	}
	if v.c.shows != nothing {
		figures := strings.TrimPrefix(v.c.figures, ", ")
		if figures == "" {
			figures = "Figures come when the view rests"
		}
		f := p.uncovered()
		p.plateAt("figures", imgui.NewVec2(f.X+f.W/2, f.Y+f.H-p.px(10)), imgui.NewVec2(0.5, 1), imgui.WindowFlagsNoInputs)
		imgui.PushTextWrapPosV(max(f.W-p.px(40), p.px(80)))
		p.small(theme.Text, figures)
		imgui.PopTextWrapPos()
		p.figures = p.notePlate("stage/figures").height + p.px(messageGap)
		imgui.End()
	}
}

// mapScale draws the colours of a map at the right of the free area, with five numbers and the one
// under the cursor.
func (p *panels) mapScale(v *view, title string, ticks []string, format string) {
	f := p.uncovered()
	colors := v.colorMap().Stops
	tall := min(p.px(200), f.H-p.px(110+gizmoSize)) // below the gizmo
	if tall < p.px(60) {
		return
	}
	p.plateAt("scale", imgui.NewVec2(f.X+f.W-p.px(10), f.Y+f.H-p.px(40)), imgui.NewVec2(1, 1), imgui.WindowFlagsNoInputs)
	p.small(theme.Text, title)
	at, wide := imgui.CursorScreenPos(), p.px(16)
	list := imgui.WindowDrawList()
	n := len(colors) - 1
	for i := range n {
		low, high := at.Y+tall*float32(n-i)/float32(n), at.Y+tall*float32(n-i-1)/float32(n)
		a, b := ink(colors[i]), ink(colors[i+1])
		list.AddRectFilledMultiColor(imgui.NewVec2(at.X, high), imgui.NewVec2(at.X+wide, low), b, b, a, a)
	}
	list.AddRectV(at, imgui.NewVec2(at.X+wide, at.Y+tall), ink(theme.Outline), 0, 0, 1)
	imgui.PushFont(p.regular, theme.Small)
	room := p.px(42)
	for i, tick := range ticks {
		room = max(room, imgui.CalcTextSize(tick).X)
		y := at.Y + tall*(1-float32(i)/float32(len(ticks)-1))
		list.AddLineV(imgui.NewVec2(at.X+wide, y), imgui.NewVec2(at.X+wide+p.px(4), y), ink(theme.Outline), 1)
		y = min(max(y-imgui.TextLineHeight()/2, at.Y-p.px(2)), at.Y+tall-imgui.TextLineHeight()+p.px(2))
		list.AddTextVec2(imgui.NewVec2(at.X+wide+p.px(8), y), ink(theme.Text), tick)
	}
	imgui.PopFont()
	value, place, ok := v.under()
	here := "here: none"
	if ok {
		here = "here: " + fmt.Sprintf(format, value)
		y := at.Y + tall*(1-float32(place))
		list.AddTriangleFilled(imgui.NewVec2(at.X+wide/2, y), imgui.NewVec2(at.X-p.px(6), y-p.px(5)), imgui.NewVec2(at.X-p.px(6), y+p.px(5)), ink(theme.Text))
	}
	imgui.Dummy(imgui.NewVec2(wide+p.px(8)+room, tall))
	p.small(theme.Text, here)
	p.note("stage/here")
	p.scaled = p.notePlate("stage/scale").width + p.px(10)
	imgui.End()
}
