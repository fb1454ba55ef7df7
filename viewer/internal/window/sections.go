// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/mathgl/mgl32"
)

// custom draws a row of a slider and a number box that is no single flag. It reports whether the
// number changed, and whether it is final: a slider changes at once, a box when it is left.
func (p *panels) custom(name, label, unit, help string, value *float64, least, most float64, format string) (changed bool) {
	if !p.found(label, help) {
		return false
	}
	imgui.PushIDStr(name)
	defer imgui.PopID()
	x, cols := imgui.CursorPosX(), p.columns()
	p.label(label, cols.label, false)
	p.tip(help, "")
	sameLine(x + cols.label)
	f := float32(*value)
	imgui.SetNextItemWidth(cols.middle)
	if imgui.SliderFloatV("##slider", &f, float32(least), float32(most), "", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput) {
		*value, changed = float64(f), true
	}
	p.note(name)
	p.tip(help, "")
	sameLine(x + cols.box)
	if held, ok := p.editing[name]; ok {
		f = float32(held)
	}
	imgui.SetNextItemWidth(p.px(boxWidth))
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.NewVec2(p.px(5), p.px(theme.FrameY)))
	if imgui.InputFloatV("##box", &f, 0, 0, format, imgui.InputTextFlagsAutoSelectAll) {
		p.editing[name] = float64(f)
	}
	imgui.PopStyleVar()
	if held, ok := p.editing[name]; ok && imgui.IsItemDeactivatedAfterEdit() {
		*value, changed = held, true
	}
	if !imgui.IsItemActive() {
		delete(p.editing, name)
	}
	if unit != "" {
		sameLine(x + cols.unit + p.px(3))
		p.unit(unit)
	}
	return changed
}

// pair draws a label and a text.
func (p *panels) pair(label, text string) {
	x, cols := imgui.CursorPosX(), p.columns()
	p.small(theme.Dim, label)
	sameLine(x + cols.label)
	imgui.PushTextWrapPosV(0) // at the edge of the panel
	p.small(theme.Text, text)
	imgui.PopTextWrapPos()
}

// modelRows are what the model is.
func (p *panels) modelRows(v *view) {
	low, high := v.s.Model.Bounds()
	size := high.Sub(low).Mul(100)
	for _, line := range [][2]string{
		{"Name", clipped(v.modelName(), 34)}, {"Drawn", thousands(v.s.Model.Strands()) + " strands, " + thousands(v.s.Model.Segments()) + " segments"},
		{"Size", fmt.Sprintf("%.3g × %.3g × %.3g cm", size[0], size[1], size[2])},
	} {
		if p.found(line[:]...) {
			p.pair(line[0], line[1])
		}
	}
	if v.o.File != "" && p.found("Reload: read the file again. Grow a head of hair") {
		if imgui.Button("Reload") {
			key("F5")(p, v)
		}
		p.tip("Read the file again.", "F5")
		imgui.SameLine()
		if imgui.Button("Grow a head of hair") {
			v.later(v.grow)
		}
		p.tip("Show the groom in place of the file.", "")
	}
}

// lightRows have a strength and a place for each light.
func (p *panels) lightRows(v *view) {
	lamps := v.lamps()
	follow := lightsFollow(lamps)
	if help := "The lights stay at the camera as it moves, and the shadows are computed again."; p.found("Turn with camera", help, "-lights") {
		x, cols := imgui.CursorPosX(), p.columns()
		p.label("Turn with camera", cols.label, false)
		p.tip(help, "Shift+L")
		sameLine(x + cols.label)
		if checkbox("##follow", &follow) {
			v.later(v.toggleLights)
		}
		p.note("Light/Turn with camera")
		p.tip(help, "Shift+L")
	}
	turned := 0.0
	if p.custom("Light/Rotate lights", "Rotate lights", "°", "Turn all lights around the model. Shift and a drag with the right button does it too.", &turned, -180, 180, "%.0f") {
		by := float32((turned - p.lightsTurned) * math.Pi / 180)
		p.lightsTurned = turned
		v.later(func() error { v.turnLights(by); return nil })
	} else if !imgui.IsMouseDown(imgui.MouseButtonLeft) {
		p.lightsTurned = 0
	}
	changed, drop := false, -1
	for i := range lamps {
		gone, moved := p.lightRow(v, i, &lamps[i])
		if changed = changed || moved; gone {
			drop = i
		}
	}
	if drop >= 0 {
		lamps, changed = slices.Delete(lamps, drop, drop+1), true
		v.later(func() error { v.solo = 0; return nil })
	}
	if len(lamps) < hair.MaxLights && p.found("Add a light -lights") && imgui.Button("Add a light") {
		lamps, changed = append(lamps, hair.Light{Direction: mgl32.Vec3{0, 0.7, 0.7}, AtCamera: lightsFollow(lamps), Strength: 1}), true
	}
	if changed {
		text := flags.LightsText(lamps)
		v.later(func() error { return v.change("lights", text) })
	}
}

func (p *panels) lightRow(v *view, i int, l *hair.Light) (gone, changed bool) {
	name := fmt.Sprintf("Light/Light %d", i+1)
	if !p.found(fmt.Sprintf("Light %d -lights: camera, sun, point. Colour, color, solo, remove, strength, around, up, X, Y, Z", i+1)) {
		return false, false
	}
	p.finding.within = true
	defer func() { p.finding.within = false }()
	imgui.PushIDStr(name)
	defer imgui.PopID()
	imgui.Separator()
	x := imgui.CursorPosX()
	imgui.AlignTextToFramePadding()
	colored(theme.Text, fmt.Sprintf("Light %d", i+1))
	cols := p.columns()
	sameLine(x + cols.label)
	imgui.SetNextItemWidth(p.px(86))
	if imgui.BeginCombo("##kind", lightName(*l)) {
		for _, kind := range []string{"camera", "sun", "point"} {
			if selectable(kind, kind == lightName(*l)) && kind != lightName(*l) {
				*l, changed = v.lightAs(*l, kind), true
			}
		}
		imgui.EndCombo()
	}
	p.note(name + "/kind")
	p.tip("Camera: moves with you. Sun: fixed. Point: has a place.", "")
	rgb := [3]float32(l.Color)
	if l.Color == (mgl32.Vec3{}) {
		rgb = [3]float32{1, 1, 1}
	}
	imgui.SameLine()
	if imgui.ColorEdit3V("##color", &rgb, imgui.ColorEditFlagsNoInputs|imgui.ColorEditFlagsNoLabel|imgui.ColorEditFlagsNoTooltip) {
		l.Color, changed = mgl32.Vec3(rgb), true
	}
	p.tip("The light's colour.", "")
	imgui.SetCursorPosX(x + cols.label)
	if p.chip("Solo", v.solo == i+1) {
		v.later(func() error { return v.soloLight(i + 1) })
	}
	p.note(name + "/Solo")
	p.tip("Show this light alone, without the others and the surroundings. It is not saved.", "")
	imgui.SameLine()
	gone = imgui.Button("Remove")
	p.note(name + "/Remove")
	strength := float64(l.Strength)
	if p.custom(name+"/Strength", "Strength", "×", "How bright the light is.", &strength, 0, 10, "%.2f") {
		l.Strength, changed = float32(max(strength, 0)), true
	}
	if l.Point {
		for axis, label := range []string{"X", "Y", "Z"} {
			at := float64(l.Position[axis] * 100)
			if p.custom(name+"/"+label, label, "cm", "Where the light is.", &at, -200, 200, "%.1f") {
				l.Position[axis], changed = float32(at/100), true
			}
		}
		return gone, changed
	}
	around := math.Atan2(float64(l.Direction[0]), float64(l.Direction[2])) * 180 / math.Pi
	up := math.Asin(min(max(float64(l.Direction.Normalize()[1]), -1), 1)) * 180 / math.Pi
	turned := p.custom(name+"/Around", "Around", "°", "Where the light stands, around the model. 0 is the front.", &around, -180, 180, "%.0f")
	turned = p.custom(name+"/Up", "Up", "°", "How high the light stands.", &up, -89, 89, "%.0f") || turned
	if turned {
		sa, ca := math.Sincos(around * math.Pi / 180)
		se, ce := math.Sincos(up * math.Pi / 180)
		l.Direction = mgl32.Vec3{float32(sa * ce), float32(se), float32(ca * ce)}
	}
	return gone, changed || turned
}

// targets are the times of a frame that the list offers, in milliseconds.
var targets = []struct {
	label string
	ms    int
}{{"off: full frames alone", 0}, {"120 fps, 8 ms", 8}, {"60 fps, 17 ms", 17}, {"30 fps, 33 ms", 33}, {"24 fps, 42 ms", 42}, {"10 fps, 100 ms", 100}}

// qualityRows have the target of the previews.
func (p *panels) qualityRows(v *view) {
	help := "While something moves, draw fewer hairs and pixels, so that a frame takes so long. The full frame follows."
	if !p.found("Frame target", help, "-target-ms", "preview") {
		return
	}
	x, cols := imgui.CursorPosX(), p.columns()
	p.label("Frame target", cols.label, false)
	p.tip(help, "-target-ms")
	sameLine(x + cols.label)
	imgui.SetNextItemWidth(cols.mark - cols.label - p.px(theme.Inner))
	shown := fmt.Sprintf("%d ms", v.o.Run.TargetMS)
	for _, t := range targets {
		if t.ms == v.o.Run.TargetMS {
			shown = t.label
		}
	}
	if imgui.BeginCombo("##target", shown) {
		for _, t := range targets {
			if selectable(t.label, t.ms == v.o.Run.TargetMS) {
				v.later(func() error { v.o.Run.TargetMS = t.ms; v.setPace(); return nil })
			}
		}
		imgui.EndCombo()
	}
	p.note("Quality/Frame target")
	p.tip(help, "-target-ms")
}

// motionRows stop and start the motion.
func (p *panels) motionRows(v *view) {
	if !p.found("Pause. Go on. Step. Back to the style") {
		return
	}
	if v.s.Motion == nil {
		p.small(theme.Dim, "Set Wind, or press A, to move the hair.")
		return
	}
	label := "Pause"
	if v.paused {
		label = "Go on"
	}
	if imgui.Button(label) {
		v.later(func() error { v.paused, v.movedAt = !v.paused, time.Time{}; return nil })
	}
	imgui.SameLine()
	if imgui.Button("Step") {
		v.later(func() error { v.paused, v.stepOnce = true, true; return nil })
	}
	p.tip("Move the hair by 1/30 s.", "")
	imgui.SameLine()
	if imgui.Button("Back to the style") {
		v.later(v.backToStyle)
	}
	rate := float64(max(v.s.Motion.Options().Rate, 1))
	p.small(theme.Dim, fmt.Sprintf("step %d, %.1f s", v.s.Steps(), float64(v.s.Steps())/rate))
}
