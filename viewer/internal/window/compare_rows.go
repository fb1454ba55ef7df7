// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/theme"
)

// list draws a row with a list. It returns the entry that was picked, -1 for none. why is why the
// row, or an entry, has no effect now.
func (p *panels) list(name, label, help, why string, entries []string, at int, off func(int) string) (picked int) {
	if !p.found(label, help, strings.Join(entries, " ")) {
		return -1
	}
	imgui.PushIDStr(name)
	defer imgui.PopID()
	picked = -1
	if why != "" {
		help += "\n" + why
	}
	x, cols := imgui.CursorPosX(), p.columns()
	p.label(label, cols.label, why != "")
	p.tip(help, "")
	sameLine(x + cols.label)
	imgui.BeginDisabledV(why != "")
	imgui.SetNextItemWidth(cols.mark - cols.label - p.px(theme.Inner))
	preview := ""
	if at >= 0 {
		preview = entries[at]
	}
	open := imgui.BeginCombo("##list", preview)
	if !open {
		p.note(name)
		p.tip(help, "")
	} else {
		for i, entry := range entries {
			reason := ""
			if off != nil {
				reason = off(i)
			}
			beginOff(reason != "")
			if selectable(entry, i == at) {
				picked = i
			}
			endOff()
			p.note(name + "/" + entry)
			p.tip(reason, "")
		}
		imgui.EndCombo()
	}
	imgui.EndDisabled()
	return picked
}

// modes are the comparisons by their names in the list.
var modes = []string{"off", "wipe", "difference map", "layers per pixel"}

// compareRows choose what is compared, and show the figures.
func (p *panels) compareRows(v *view) {
	c := &v.c
	if to := p.list("Compare/Mode", "Mode", "Wipe: both sides of a line. Difference map: how far each pixel is off. Layers: the hairs over each pixel.", "", modes, int(c.shows), nil); to >= 0 && against(to) != c.shows {
		what := against(to)
		if what == nothing {
			what = c.shows // shown again it ends
		}
		v.later(func() error { return v.show(what) })
	}
	why := ""
	if c.shows == layerCounts {
		why = "Layers are those of the present look."
	}
	sources := v.sources()
	var names []string
	for _, of := range sources {
		names = append(names, v.sourceName(of))
	}
	for i, label := range []string{"Left", "Right"} {
		help := "What the " + strings.ToLower(label) + " side shows: the present look, a stored one, or the present look by another method."
		at := slices.Index(sources, c.sides[i].of)
		if to := p.list("Compare/"+label, label, help, why, names, at, func(k int) string { return v.noSource(sources[k]) }); to >= 0 {
			v.later(func() error { return v.chooseSide(i, sources[to]) })
		}
	}
	if p.custom("Compare/Gain", "Gain", "×", "The difference map multiplies differences by this number.", &c.gain, 1, mostGain, "%.0f") {
		c.gain = min(max(c.gain, 1), mostGain)
		c.toFit = c.shows == heat
	}
	var maps []string
	for _, m := range colorMaps() {
		maps = append(maps, m.Name)
	}
	if to := p.list("Compare/Colours", "Colours", "Of the difference map and of the layers. The window stores the choice.", "", maps, slices.Index(maps, v.colorMap().Name), nil); to >= 0 {
		p.config.Colors, p.config.changed = maps[to], true
		c.toFit = true
	}
	p.figureRows(v)
}

// figureRows have the figures of the shown comparison.
func (p *panels) figureRows(v *view) {
	if !p.found("Figures: PSNR, SSIM, FLIP, worst, pixels off. Copy figures") {
		return
	}
	f := v.c.values
	if f == nil {
		switch v.c.shows {
		case wipe, heat:
			p.small(theme.Dim, "Figures come when the view rests.")
		case nothing:
			p.small(theme.Dim, "Choose a mode to compare both sides.")
		}
		return
	}
	for _, line := range figureLines(v) {
		p.pair(line[0], line[1])
	}
	if imgui.Button("Copy figures") {
		text := ""
		for _, line := range figureLines(v) {
			text += line[0] + ": " + line[1] + "\n"
		}
		imgui.SetClipboardText(text)
		v.notify("Figures copied.")
	}
	p.note("Compare/Copy figures")
}

// figureLines are the names and texts of the figures of the shown comparison.
func figureLines(v *view) [][2]string {
	f := v.c.values
	return [][2]string{
		{"Left", v.c.sides[0].name}, {"Right", v.c.sides[1].name},
		{"PSNR", fmt.Sprintf("%.1f dB", f.PSNR)}, {"SSIM", fmt.Sprintf("%.4f", f.SSIM)}, {"FLIP", fmt.Sprintf("%.4f", f.FLIP)},
		{"Worst", fmt.Sprintf("%.3f of 1", f.MaxError)}, {"Pixels off", fmt.Sprintf("%.2f %%", 100*f.PixelsOff)},
	}
}
