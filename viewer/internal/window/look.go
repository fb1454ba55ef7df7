// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
)

// more is what a section has beside the rows of flags. before puts it in front of them. draw calls
// found for each row. differs reports whether it differs from its default.
var more = map[string]struct {
	before  bool
	draw    func(*panels, *view)
	differs func(*view) bool
}{
	"Model":            {true, (*panels).modelRows, nil},
	"Light":            {false, (*panels).lightRows, (*view).lightsDiffer},
	"Camera and image": {false, (*panels).cameraRows, nil},
	"Quality":          {false, (*panels).qualityRows, nil},
	"Compare":          {false, (*panels).compareRows, nil},
	"Motion":           {false, (*panels).motionRows, nil},
}

// finding is the search in a section's rows that are no flag's.
type finding struct {
	section string
	rows    int  // that were found
	counts  bool // they are counted, and not drawn
	within  bool // a row that was found has several parts: all of them are drawn
}

// found reports whether a row of these words is drawn now: the search finds one of them, or the
// section's name.
func (p *panels) found(words ...string) bool {
	f := &p.finding
	if f.within {
		return true
	}
	if !p.matches(f.section + " " + strings.Join(words, " ")) {
		return false
	}
	f.rows++
	return !f.counts
}

// look is the panel of the model's look: sections of rows, and a search over all of them.
func (p *panels) look(v *view) {
	r := p.layout.Look
	p.begin("Look", r, 0)
	p.splitter("look edge", layout.Rect{X: r.X, Y: r.Y, W: p.px(4), H: r.H}, func(dx, _ float32) {
		p.config.LookWidth = (r.W - dx) / p.scale
	})
	imgui.SetNextItemWidth(-1)
	p.first(1)
	imgui.InputTextWithHint("##search", "Search controls", &p.search, 0, nil)
	p.note("look/search")
	if p.search == "" && !imgui.IsItemActive() { // it would lie over what is found
		p.tip("Show the rows whose name, flag or help has this text.", "Esc clears it")
	}
	if p.search != "" && imgui.IsItemDeactivated() && imgui.IsKeyPressedBool(imgui.KeyEscape) {
		p.search = ""
	}
	found := 0
	for _, name := range controls.Sections() {
		found += p.section(v, name)
	}
	if found == 0 {
		colored(theme.Dim, fmt.Sprintf("No control is called %q.", p.search))
	}
	end()
}

// matches reports whether a row is found by the search.
func (p *panels) matches(words string) bool {
	return p.search == "" || strings.Contains(strings.ToLower(words), strings.ToLower(strings.TrimSpace(p.search)))
}

// section draws one that can be folded, and returns the number of rows that it has.
func (p *panels) section(v *view, name string) (rows int) {
	var usual, advanced []controls.Control
	changed := false
	for _, c := range p.rows {
		if c.Section != name || !c.Shows(v.o) {
			continue
		}
		if !p.matches(c.Label + " -" + c.Flag + " " + c.Tip) {
			continue
		}
		changed = changed || c.Changed(p.text(v, c.Flag))
		if c.Advanced && p.search == "" {
			advanced = append(advanced, c)
		} else {
			usual = append(usual, c)
		}
	}
	extra, has := more[name]
	p.finding = finding{section: name}
	if has && p.search != "" {
		p.finding.counts = true
		extra.draw(p, v)
		p.finding.counts, has = false, p.finding.rows > 0
	}
	rows = len(usual) + len(advanced)
	if has {
		rows++
		changed = changed || extra.differs != nil && extra.differs(v)
	}
	if rows == 0 || !p.heading(v, name, changed) {
		return rows
	}
	if has && extra.before {
		extra.draw(p, v)
	}
	for _, c := range usual {
		p.row(v, c)
	}
	if has && !extra.before {
		extra.draw(p, v)
	}
	if len(advanced) > 0 && p.fold("advanced "+name, "Advanced", false) {
		for _, c := range advanced {
			p.row(v, c)
		}
	}
	imgui.Dummy(imgui.NewVec2(0, p.px(4)))
	return rows
}

// isOpen reports whether a fold is open.
func (p *panels) isOpen(key string, usual bool) bool {
	if open, ok := p.config.Folded[key]; ok {
		return open
	}
	return usual
}

// heading draws the heading of a section, with a mark that resets its rows. It reports whether the
// section is open: while a search runs all are.
func (p *panels) heading(v *view, name string, changed bool) bool {
	key := "section " + name
	open := p.isOpen(key, name == "Model" || name == "Hair" || p.layout.Kind == layout.Wide && name == "Light")
	at, width := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	imgui.SetNextItemOpen(open || p.search != "")
	imgui.SetNextItemAllowOverlap()
	imgui.PushFont(p.medium, theme.Body)
	now := imgui.CollapsingHeaderTreeNodeFlagsV(name, 0)
	imgui.PopFont()
	p.note("look/" + name)
	if imgui.IsItemToggledOpen() && p.search == "" {
		p.config.Folded[key], p.config.changed = !open, true
	}
	if p.goTo == name {
		imgui.SetScrollHereYV(0)
		p.goTo = ""
	}
	if changed {
		after := imgui.CursorScreenPos()
		imgui.SetCursorScreenPos(imgui.NewVec2(at.X+width-p.px(markWidth), at.Y))
		if p.mark("reset "+name, "Reset all rows of "+name+" to their defaults.") {
			v.later(func() error { return v.resetSection(name) })
		}
		imgui.SetCursorScreenPos(after)
	}
	return now
}

// fold draws a line that opens and closes what is below it.
func (p *panels) fold(key, label string, usual bool) bool {
	open := p.isOpen(key, usual)
	imgui.SetNextItemOpen(open)
	imgui.PushStyleColorVec4(imgui.ColText, vec4(theme.Dim))
	now := imgui.TreeNodeExStrV(label+"##"+key, imgui.TreeNodeFlagsNoTreePushOnOpen|imgui.TreeNodeFlagsSpanAvailWidth)
	imgui.PopStyleColor()
	p.note("look/" + key)
	if imgui.IsItemToggledOpen() {
		p.config.Folded[key], p.config.changed = !open, true
	}
	return now
}

// resetSection sets all rows of a section to their defaults, as one step.
func (v *view) resetSection(name string) error {
	texts, order := map[string]string{}, []string{}
	for _, c := range v.ui.rows {
		if c.Section != name || !c.Shows(v.o) {
			continue
		}
		text, seen := texts[c.Flag]
		if !seen {
			text = v.ui.text(v, c.Flag)
			order = append(order, c.Flag)
		}
		texts[c.Flag] = c.Reset(text)
	}
	var pairs []string
	for _, flag := range order {
		if texts[flag] != v.ui.text(v, flag) {
			pairs = append(pairs, flag, texts[flag])
		}
	}
	if name == "Light" && v.lightsDiffer() {
		pairs = append(pairs, "lights", v.usualLights())
	}
	return v.change(pairs...)
}

// text is what a flag says.
func (p *panels) text(v *view, flag string) string {
	if s, ok := v.o.Given[flag]; ok && !(s == "" && flag == "env") {
		return s
	}
	return p.defaults[flag]
}

// splitter is an edge of a panel that can be moved. The panel does not scroll it: otherwise it
// would stay scrolled when its rows become fewer.
func (p *panels) splitter(name string, r layout.Rect, moved func(dx, dy float32)) {
	if p.layout.Kind == layout.Small {
		return
	}
	imgui.PushItemFlag(imgui.ItemFlagsNoNav, true)
	defer imgui.PopItemFlag()
	id, edge := imgui.IDStr(name), imgui.Rect{Min: imgui.NewVec2(r.X, r.Y), Max: imgui.NewVec2(r.X+r.W, r.Y+r.H)}
	imgui.InternalItemAdd(edge, id)
	var hovered, held bool
	imgui.InternalButtonBehavior(edge, id, &hovered, &held)
	if held {
		if d := imgui.CurrentIO().MouseDelta(); d.X != 0 || d.Y != 0 {
			moved(d.X, d.Y)
			p.config.changed, p.resized = true, true
		}
	}
	c := theme.Line
	if hovered || held {
		c = theme.Accent
	}
	thin := p.px(1)
	list := imgui.WindowDrawList()
	if r.H > r.W {
		list.AddRectFilled(imgui.NewVec2(r.X, r.Y), imgui.NewVec2(r.X+thin, r.Y+r.H), ink(c))
	} else {
		list.AddRectFilled(imgui.NewVec2(r.X, r.Y), imgui.NewVec2(r.X+r.W, r.Y+thin), ink(c))
	}
}
