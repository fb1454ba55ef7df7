// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/measure"
	"github.com/go-gl/mathgl/mgl32"
)

// more is what a panel has beside its rows of controls.
var more = map[string]func(*panels, *view){
	"Shadow and light": (*panels).lights,
	"Motion":           (*panels).rest,
}

// main is the window of all panels.
func (p *panels) main(v *view) {
	_, down := v.w.GetSize()
	imgui.SetNextWindowPosV(imgui.NewVec2(12*p.scale, 12*p.scale), imgui.CondFirstUseEver, imgui.NewVec2(0, 0))
	imgui.SetNextWindowSizeV(imgui.NewVec2(330*p.scale, min(float32(down)-24*p.scale, 640*p.scale)), imgui.CondFirstUseEver)
	if imgui.BeginV("comb", &p.shown, imgui.WindowFlagsNone) {
		p.buttons(v)
		for first := 0; first < len(p.rows); {
			name, end := p.rows[first].Panel, first
			for end < len(p.rows) && p.rows[end].Panel == name {
				end++
			}
			p.panel(v, name, p.rows[first:end], first == 0)
			first = end
		}
		p.statistics(v)
	}
	imgui.End()
}

// panel draws one that can be folded. A file has none for growing.
func (p *panels) panel(v *view, name string, rows []controls.Control, open bool) {
	flags := imgui.TreeNodeFlagsNone
	if open {
		flags = imgui.TreeNodeFlagsDefaultOpen
	}
	if name == "Groom" && v.o.File != "" || !imgui.CollapsingHeaderTreeNodeFlagsV(name, flags) {
		return
	}
	for _, c := range rows {
		if c.Flag != "head" || v.s.Head != nil {
			p.row(v, c)
		}
	}
	if do := more[name]; do != nil {
		do(p, v)
	}
}

func (p *panels) buttons(v *view) {
	for i, b := range []struct{ label, key string }{
		{"Screenshot", "S"}, {"Save settings", "F2"}, {"Help", "F1"},
		{"Turntable", "Space"}, {"Keep view", "V"}, {"Layers", "C"}, {"Wipe", "W"}, {"Heat", "H"},
	} {
		if i != 0 && i != 3 {
			imgui.SameLine()
		}
		if imgui.Button(b.label) {
			v.stale = true
			v.try(keyActions[b.key](v))
		}
	}
	for i := range v.o.Views {
		if i%8 != 0 {
			imgui.SameLine()
		}
		if imgui.Button(fmt.Sprintf("%d##view", i+1)) {
			v.try(v.goTo(i))
		}
	}
}

// text is what a flag says.
func (p *panels) text(v *view, flag string) string {
	if s, ok := v.o.Given[flag]; ok {
		return s
	}
	return p.defaults[flag]
}

// row draws a control, and changes its flag.
func (p *panels) row(v *view, c controls.Control) {
	text := p.text(v, c.Flag)
	id := c.Label + "##" + c.Panel
	imgui.SetNextItemWidth(170 * p.scale)
	switch {
	case c.Choices != nil:
		name, rest, scaled := strings.Cut(text, ",") // of -env
		at := int32(slices.Index(c.Choices, name))
		if imgui.ComboStrarr(id, &at, c.Choices, int32(len(c.Choices))) && at >= 0 {
			chosen := c.Choices[at]
			if scaled {
				chosen += "," + rest
			}
			v.try(v.change(c.Flag, chosen))
		}
	case c.Toggle != [2]string{}:
		on := text == c.Toggle[1] || c.Flag == "head" && !v.o.NoHead
		if imgui.Checkbox(id, &on) {
			to := c.Toggle[0]
			if on {
				to = c.Toggle[1]
			}
			if c.Flag == "head" { // which may be a file's
				v.try(v.toggleHead())
				return
			}
			v.try(v.change(c.Flag, to))
		}
	default:
		p.slider(v, c, id, text)
	}
}

func (p *panels) slider(v *view, c controls.Control, id, text string) {
	value, word := c.Number(text, v.o)
	if c.Word != "" {
		if imgui.Checkbox(c.Word+"##"+id, &word) {
			to := c.Word
			if !word {
				to = c.Text(c.Most, "")
			}
			v.try(v.change(c.Flag, to))
		}
		if word {
			imgui.SameLine()
			imgui.TextUnformatted(fmt.Sprintf("%.3f  %s", v.s.Renderer.Detail(), c.Label))
			return
		}
		imgui.SameLine()
		imgui.SetNextItemWidth(110 * p.scale)
	}
	if held, ok := p.editing[id]; ok {
		value = float64(held)
	}
	flags := imgui.SliderFlagsAlwaysClamp
	if c.Steep {
		flags |= imgui.SliderFlagsLogarithmic
	}
	f := float32(value)
	format := "%.3g"
	if c.Whole {
		format = "%.0f"
	}
	slow := reloads[c.Flag] || setters[c.Flag] == nil // regrown, or a renderer made anew, when the slider is let go
	moved := imgui.SliderFloatV(id, &f, float32(c.Least), float32(c.Most), format, flags)
	if moved {
		p.editing[id] = f
	}
	released := imgui.IsItemDeactivatedAfterEdit()
	if held, ok := p.editing[id]; ok && (released || moved && !slow) {
		v.try(v.change(c.Flag, c.Text(float64(held), p.text(v, c.Flag))))
	}
	if !imgui.IsItemActive() {
		delete(p.editing, id)
	}
}

// lights has a strength and a place for each.
func (p *panels) lights(v *view) {
	lamps := v.lamps()
	if follow := lightsFollow(lamps); imgui.Checkbox("turn with the camera", &follow) {
		v.try(v.toggleLights())
		return
	}
	changed, drop := false, -1
	for i := range lamps {
		l := &lamps[i]
		kind := "sun"
		switch {
		case l.AtCamera:
			kind = "camera"
		case l.Point:
			kind = "point"
		}
		imgui.PushIDInt(int32(i))
		imgui.AlignTextToFramePadding()
		imgui.TextUnformatted(fmt.Sprintf("light %d (%s)", i+1, kind))
		imgui.SameLine()
		if imgui.Button("remove") {
			drop = i
		}
		imgui.SetNextItemWidth(170 * p.scale)
		changed = imgui.SliderFloatV("strength", &l.Strength, 0, 10, "%.2f", imgui.SliderFlagsAlwaysClamp) || changed
		if !l.Point {
			around, up := float32(math.Atan2(float64(l.Direction[0]), float64(l.Direction[2]))*180/math.Pi), float32(0)
			up = float32(math.Asin(float64(l.Direction.Normalize()[1])) * 180 / math.Pi)
			imgui.SetNextItemWidth(170 * p.scale)
			turned := imgui.SliderFloatV("around", &around, -180, 180, "%.0f deg", imgui.SliderFlagsAlwaysClamp)
			imgui.SetNextItemWidth(170 * p.scale)
			turned = imgui.SliderFloatV("up", &up, -89, 89, "%.0f deg", imgui.SliderFlagsAlwaysClamp) || turned
			if turned {
				sa, ca := math.Sincos(float64(around) * math.Pi / 180)
				se, ce := math.Sincos(float64(up) * math.Pi / 180)
				l.Direction = mgl32.Vec3{float32(sa * ce), float32(se), float32(ca * ce)}
				changed = true
			}
		}
		imgui.PopID()
	}
	if drop >= 0 {
		lamps, changed = slices.Delete(lamps, drop, drop+1), true
	}
	if len(lamps) < hair.MaxLights && imgui.Button("add a light") {
		lamps, changed = append(lamps, hair.Light{Direction: mgl32.Vec3{0, 0.7, 0.7}, AtCamera: true, Strength: 1}), true
	}
	if changed {
		v.try(v.change("lights", flags.LightsText(lamps)))
	}
}

// rest starts the motion anew.
func (p *panels) rest(v *view) {
	if v.s.Motion != nil && imgui.Button("back to the style") {
		v.try(v.backToStyle())
	}
}

// statistics are times, counts and the histogram of keys.
func (p *panels) statistics(v *view) {
	if imgui.CollapsingHeaderTreeNodeFlagsV("Times", imgui.TreeNodeFlagsDefaultOpen) {
		v.times.read()
		imgui.Checkbox("draw all the time", &v.live)
		size := imgui.NewVec2(150*p.scale, 44*p.scale)
		for _, h := range []struct {
			name string
			h    *history
		}{{"frame", &v.times.wall}, {"GPU", &v.times.gpu}} {
			most := h.h.most()
			imgui.PlotLinesFloatPtrV(fmt.Sprintf("%s, to %.1f ms", h.name, most), &h.h.at[0], timesKept, int32(h.h.next),
				fmt.Sprintf("%.2f ms", h.h.latest()), 0, max(most, 0.1)*1.05, size, 4)
		}
		for _, s := range v.times.latest {
			part := float32(0)
			if total := v.times.gpu.latest(); total > 0 {
				part = float32(measure.Milliseconds(s.Time)) / total
			}
			imgui.ProgressBarV(part, imgui.NewVec2(120*p.scale, 0), fmt.Sprintf("%.3f ms", measure.Milliseconds(s.Time)))
			imgui.SameLine()
			imgui.TextUnformatted(s.Name)
		}
	}
	if imgui.CollapsingHeaderTreeNodeFlagsV("Counts", imgui.TreeNodeFlagsDefaultOpen) {
		imgui.TextUnformatted(fmt.Sprintf("%d strands, %d segments", v.s.Model.Strands(), v.s.Model.Segments()))
		imgui.TextUnformatted(fmt.Sprintf("detail %.3f, step %d of motion", v.s.Renderer.Detail(), v.s.Steps()))
		if imgui.Button("count what was drawn") { // reads back, so only when asked
			d, err := v.s.Renderer.Inspect()
			if v.try(err); err == nil {
				v.notify("%d segments expanded, %d drawn; %d outside, %d hidden, %d too small; %d neighbours out of order", d.Expanded, d.Segments, d.Outside, d.Hidden, d.Small, d.Inversions)
			}
		}
		imgui.SameLine()
		if imgui.Button("keys") {
			v.try(v.countKeys())
		}
		if len(p.keys) > 0 {
			imgui.PlotHistogramFloatPtrV("##keys", &p.keys[0], int32(len(p.keys)), 0, p.keysOf, 0, slices.Max(p.keys), imgui.NewVec2(290*p.scale, 70*p.scale), 4)
		}
	}
}

// histogram shows counts of keys, the nearest first.
func (p *panels) histogram(counts []uint32, bits int) {
	p.keys = p.keys[:0]
	filled := 0
	for _, n := range counts {
		p.keys = append(p.keys, float32(n))
		if n > 0 {
			filled++
		}
	}
	p.keysOf = fmt.Sprintf("keys of %d bits: %d of %d bins hold any", bits, filled, len(counts))
	p.events = settle
}
