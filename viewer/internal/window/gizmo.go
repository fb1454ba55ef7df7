// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/mathgl/mgl32"
)

// ball is an end of an axis of the gizmo. A click looks from there.
type ball struct {
	axis               mgl32.Vec3
	letter             string
	color              theme.Color
	azimuth, elevation float32
}

var balls = []ball{
	{mgl32.Vec3{1, 0, 0}, "X", theme.Error, math.Pi / 2, 0}, {mgl32.Vec3{-1, 0, 0}, "", theme.Error, -math.Pi / 2, 0},
	{mgl32.Vec3{0, 1, 0}, "Y", theme.Good, 0, math.Pi / 2}, {mgl32.Vec3{0, -1, 0}, "", theme.Good, 0, -math.Pi / 2},
	{mgl32.Vec3{0, 0, 1}, "Z", theme.Focus, 0, 0}, {mgl32.Vec3{0, 0, -1}, "", theme.Focus, math.Pi, 0},
}

// gizmoSize is the gizmo's side in logical pixels.
const gizmoSize = 84

// gizmo draws the axes as the camera sees them, at the top right. A drag orbits.
func (p *panels) gizmo(v *view) {
	f, side := p.layout.Free, p.px(gizmoSize)
	imgui.SetNextWindowPosV(imgui.NewVec2(f.X+f.W-p.px(6), f.Y+p.px(6)), imgui.CondAlways, imgui.NewVec2(1, 0))
	imgui.PushStyleColorVec4(imgui.ColWindowBg, vec4(theme.Chrome.Alpha(0)))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.NewVec2(0, 0))
	imgui.BeginV("axes", nil, bare)
	imgui.PopStyleVar()
	imgui.PopStyleColor()
	at := imgui.CursorScreenPos()
	pressed := imgui.InvisibleButton("axes", imgui.NewVec2(side, side))
	p.note("stage/axes")
	hovered, held := imgui.IsItemHovered(), imgui.IsItemActive()
	middle, reach, r := imgui.NewVec2(at.X+side/2, at.Y+side/2), side*0.34, p.px(8)
	list := imgui.WindowDrawList()
	if hovered || held {
		list.AddCircleFilledV(middle, side/2, ink(theme.Plate), 0)
	}
	sideways, up, back := axes(v.camera)
	sorted := slices.Clone(balls)
	slices.SortFunc(sorted, func(a, b ball) int { return cmp.Compare(a.axis.Dot(back), b.axis.Dot(back)) })
	mouse, under := imgui.MousePos(), -1
	spots := make([]imgui.Vec2, len(sorted))
	for i, b := range sorted {
		spots[i] = imgui.NewVec2(middle.X+b.axis.Dot(sideways)*reach, middle.Y-b.axis.Dot(up)*reach)
		if hovered && math.Hypot(float64(mouse.X-spots[i].X), float64(mouse.Y-spots[i].Y)) <= float64(r) {
			under = i
		}
	}
	imgui.PushFont(p.medium, theme.Small)
	for i, b := range sorted {
		c := b.color
		if b.axis.Dot(back) < -0.01 { // behind the middle
			c = theme.Color{R: uint8(int(c.R) * 6 / 10), G: uint8(int(c.G) * 6 / 10), B: uint8(int(c.B) * 6 / 10), A: 255}
		}
		if b.letter != "" {
			list.AddLineV(middle, spots[i], ink(c), p.px(2))
		}
		if b.letter != "" || i == under {
			list.AddCircleFilledV(spots[i], r, ink(c), 0)
		} else {
			list.AddCircleFilledV(spots[i], r*0.8, ink(theme.Plate), 0)
			list.AddCircleV(spots[i], r*0.8, ink(c), 0, p.px(1.5))
		}
		if i == under {
			list.AddCircleV(spots[i], r+p.px(1), ink(theme.Text), 0, p.px(1.5))
		}
		if b.letter != "" {
			size := imgui.CalcTextSize(b.letter)
			list.AddTextVec2(imgui.NewVec2(spots[i].X-size.X/2, spots[i].Y-size.Y/2), ink(theme.OnAccent), b.letter)
		}
	}
	imgui.PopFont()
	if d := imgui.MouseDragDeltaV(imgui.MouseButtonLeft, 3); held && (d.X != 0 || d.Y != 0) {
		imgui.ResetMouseDragDelta()
		v.turn(-d.X*2*math.Pi/f.H*2, d.Y*math.Pi/f.H*2)
		p.orbiting = true
	} else if pressed && under >= 0 && !p.orbiting {
		v.lookAlong(sorted[under].azimuth, sorted[under].elevation)
	}
	if !held {
		p.orbiting = false
	}
	imgui.End()
	if p.orbiting || v.mouse.down {
		low, high := v.s.Renderer.Bounds()
		far := v.camera.Distance / hair.Fit(low, high, f.W/f.H).Distance
		p.plateAt("angles", imgui.NewVec2(f.X+f.W-p.px(6), f.Y+p.px(10)+side), imgui.NewVec2(1, 0), imgui.WindowFlagsNoInputs)
		p.small(theme.Text, fmt.Sprintf("%.0f°, %.0f° up, %.2f×", degrees(v.camera.Azimuth), degrees(v.camera.Elevation), far))
		p.note("stage/angles")
		imgui.End()
	}
}
