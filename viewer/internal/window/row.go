// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/theme"
)

// Columns of a row in logical pixels: the label has a part of the width.
const (
	labelPart = 0.36
	boxWidth  = 56
	unitWidth = 30
	markWidth = 16
)

// columns are the places of a row's parts, from the left of the panel.
type columns struct{ label, middle, box, mark, unit float32 }

func (p *panels) columns() columns {
	w := imgui.ContentRegionAvail().X
	c := columns{label: float32(int(labelPart * w)), mark: w - p.px(markWidth)}
	c.unit = c.mark - p.px(unitWidth)
	c.box = c.unit - p.px(boxWidth)
	c.middle = c.box - p.px(theme.Inner) - c.label
	return c
}

// sameLine goes on in the same row, at a place from the left of the window.
func sameLine(x float32) {
	imgui.SameLineV(0, 0)
	imgui.SetCursorPosX(x)
}

// row draws a control, and changes its flag.
func (p *panels) row(v *view, c controls.Control) {
	c = v.within(c)
	text := p.text(v, c.Flag)
	name := c.Section + "/" + c.Label
	imgui.PushIDStr(name)
	why := c.Reason(v.o)
	slow := reloads[c.Flag] || setters[c.Flag] == nil || ofTables[c.Flag] // regrown, or a renderer made anew
	help, dim := c.Help(slow && c.Choices == nil && c.Toggle == [2]string{}, v.o.Given)
	if why != "" {
		help += "\n" + why
	}
	x, cols := imgui.CursorPosX(), p.columns()
	p.label(c.Label, cols.label, why != "")
	p.tip(help, dim)
	p.context1(v, c, text)
	sameLine(x + cols.label)
	imgui.BeginGroup()
	p.focused = false
	imgui.BeginDisabledV(why != "")
	if why != "" {
		imgui.PushStyleColorVec4(imgui.ColText, vec4(theme.Disabled))
		imgui.PushStyleColorVec4(imgui.ColSliderGrab, vec4(theme.Disabled))
	}
	switch wide := cols.mark - cols.label - p.px(theme.Inner); {
	case c.Color != nil:
		p.color(v, c, text, wide)
	case c.Choices != nil:
		p.choice(v, c, text, wide, func(choice string) { p.set(v, c, c.Choose(choice, text)) })
	case c.Toggle != [2]string{}:
		p.toggle(v, c, text)
	default:
		p.number(v, c, text, x, cols, slow)
	}
	if why != "" {
		imgui.PopStyleColorV(2)
	}
	imgui.EndDisabled()
	imgui.EndGroup()
	p.note(name)
	p.tip(help, dim)
	if p.focused && imgui.IsKeyPressedBool(imgui.KeyBackspace) && !imgui.CurrentIO().WantTextInput() {
		p.set(v, c, c.Reset(text))
	}
	if c.Changed(text) {
		sameLine(x + cols.mark)
		if p.mark("reset", "Differs from the default. Click to reset, or press Backspace in the row.") {
			p.set(v, c, c.Reset(text))
		}
		p.note(name + "/reset")
	}
	imgui.PopID()
}

// label draws the name of a row. A long one is small, and cut to a width.
func (p *panels) label(text string, width float32, disabled bool) {
	c := theme.Text
	if disabled {
		c = theme.Disabled
	}
	at := imgui.CursorScreenPos()
	imgui.PushItemFlag(imgui.ItemFlagsNoNav, true) // the keyboard goes to what can be changed
	defer imgui.PopItemFlag()
	imgui.InvisibleButton("label", imgui.NewVec2(width-p.px(theme.Inner), imgui.FrameHeight()))
	list, tall := imgui.WindowDrawList(), imgui.FrameHeight()
	size := float32(theme.Body)
	if imgui.CalcTextSize(text).X > width-p.px(4) {
		size = theme.Small
	}
	imgui.PushFont(p.regular, size)
	list.PushClipRectV(at, imgui.NewVec2(at.X+width-p.px(4), at.Y+tall), true)
	list.AddTextVec2(imgui.NewVec2(at.X, at.Y+float32(int((tall-imgui.TextLineHeight())/2))), ink(c), text)
	list.PopClipRect()
	imgui.PopFont()
}

// mark draws the point of a row that differs from its default. It resets the row.
func (p *panels) mark(id, help string) bool {
	at, size := imgui.CursorScreenPos(), imgui.NewVec2(p.px(markWidth), imgui.FrameHeight())
	pressed := imgui.InvisibleButton(id, size)
	c := theme.Accent
	if imgui.IsItemHovered() {
		c = theme.Text
	}
	imgui.WindowDrawList().AddCircleFilled(imgui.NewVec2(at.X+size.X/2+p.px(2), at.Y+size.Y/2), p.px(3), ink(c))
	p.tip(help, "")
	return pressed
}

// context1 is the list that a right click on the label opens.
func (p *panels) context1(v *view, c controls.Control, text string) {
	if !imgui.BeginPopupContextItemV("context", imgui.PopupFlagsMouseButtonRight) {
		return
	}
	if imgui.MenuItemBool("Reset") {
		p.set(v, c, c.Reset(text))
	}
	flag := "-" + c.Flag + " " + p.own(v, c, text)
	if imgui.MenuItemBool("Copy " + flag) {
		imgui.SetClipboardText(flag)
	}
	if imgui.MenuItemBool("Paste the value") {
		p.set(v, c, pasted(c, imgui.ClipboardText(), text))
	}
	imgui.EndPopup()
}

// own is the text of a row's flag. A row of -groom has its own number alone.
func (p *panels) own(v *view, c controls.Control, text string) string {
	if c.Flag != "groom" {
		return text
	}
	value, _ := c.Number(text, v.o)
	return c.Text(value, "")
}

// pasted is the text of a row's flag with what was copied: a flag, or its text. A row of -groom
// takes its own number, also one as its box shows it, and keeps the other numbers.
func pasted(c controls.Control, copied, text string) string {
	copied = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(copied), "-"+c.Flag))
	if c.Flag != "groom" {
		return copied
	}
	if shown, err := strconv.ParseFloat(copied, 64); err == nil {
		return c.Text(c.Clamped(c.Flagged(shown)), text)
	}
	name, _, _ := strings.Cut(c.Text(c.Least, ""), "=")
	if changes, err := flags.ParseGroom(copied); err == nil {
		if value, ok := changes[name]; ok {
			return c.Text(float64(value), text)
		}
	}
	return copied // an error, or other numbers
}

// set changes a row's flag, between this frame and the next.
func (p *panels) set(v *view, c controls.Control, text string) {
	pairs := []string{c.Flag, text}
	for i := 0; i < len(c.Clears); i += 2 {
		if p.text(v, c.Clears[i]) != c.Clears[i+1] && c.Changed(text) {
			pairs = append(pairs, c.Clears[i], c.Clears[i+1])
		}
	}
	v.later(func() error { return v.change(pairs...) })
}

// choice is a list of choices, of which pick takes one.
func (p *panels) choice(v *view, c controls.Control, text string, width float32, pick func(string)) {
	name, _, _ := strings.Cut(text, ",") // of -env
	shown := c.Choices
	if c.Names != nil {
		shown = c.Names
	}
	preview := name
	if at := slices.Index(c.Choices, name); at >= 0 {
		preview = shown[at]
	}
	imgui.SetNextItemWidth(width)
	open := imgui.BeginCombo("##choice", preview)
	if !open {
		p.focused = p.focused || imgui.IsItemFocused()
	} else {
		for i, choice := range c.Choices {
			if selectable(shown[i], choice == name) {
				pick(choice)
			}
			p.note(c.Section + "/" + c.Label + "/" + shown[i])
			if choice == name && imgui.IsWindowAppearing() {
				imgui.SetItemDefaultFocus()
			}
		}
		imgui.EndCombo()
	}
}

func (p *panels) toggle(v *view, c controls.Control, text string) {
	on := text == c.Toggle[1]
	pressed := checkbox("##toggle", &on)
	p.focused = imgui.IsItemFocused()
	if !pressed {
		return
	}
	to := c.Toggle[0]
	if on {
		to = c.Toggle[1]
	}
	p.set(v, c, to)
}

// number is a slider without text, a box for the number, and the unit. A word that may stand in
// place of the number has a check box.
func (p *panels) number(v *view, c controls.Control, text string, x float32, cols columns, slow bool) {
	value, word := c.Number(text, v.o)
	if c.Word != "" {
		own := word
		if checkbox(c.WordName, &own) {
			to := c.Word
			if !own {
				to = c.Text(value, "")
			}
			p.set(v, c, to)
		}
		if word {
			if c.Flag == "lod" {
				imgui.SameLine()
				imgui.AlignTextToFramePadding()
				colored(theme.Dim, c.Format(c.Shown(float64(v.detail)))+" % now")
			}
			return
		}
		imgui.SameLineV(0, p.px(theme.Inner))
		if room := x + cols.box - p.px(theme.Inner) - imgui.CursorPosX(); room > p.px(30) {
			cols.middle = room
		} else {
			cols.middle = 0
		}
	}
	name := c.Section + "/" + c.Label
	if held, ok := p.editing[name]; ok {
		value = held
	}
	if cols.middle > 0 {
		kind := imgui.SliderFlagsAlwaysClamp | imgui.SliderFlagsNoInput
		least, most := c.Shown(c.Least), c.Shown(c.Most)
		if c.Steep && least > 0 {
			kind |= imgui.SliderFlagsLogarithmic
		}
		f := float32(min(max(c.Shown(value), least), most))
		imgui.SetNextItemWidth(cols.middle)
		moved := imgui.SliderFloatV("##slider", &f, float32(least), float32(most), "", kind)
		p.note(name + "/slider")
		if p.edited(v, c, name, text, float64(f), moved, !slow) {
			value = c.Flagged(float64(f))
		}
		sameLine(x + cols.box)
	}
	typed := float32(c.Shown(value))
	imgui.SetNextItemWidth(p.px(boxWidth))
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.NewVec2(p.px(5), p.px(theme.FrameY)))
	moved := imgui.InputFloatV("##box", &typed, 0, 0, "%."+digits(c, value)+"f", imgui.InputTextFlagsAutoSelectAll)
	imgui.PopStyleVar()
	p.edited(v, c, name+"/box", text, float64(typed), moved, false)
	switch {
	case c.Flag == "seed":
		p.newSeed(v, c, x+cols.unit+p.px(4), x+cols.mark-p.px(theme.Inner))
	case c.Unit != "":
		sameLine(x + cols.unit + p.px(3))
		p.unit(c.Unit)
	}
}

// newSeed is the button that takes another seed, in place of a unit. It shows a die.
func (p *panels) newSeed(v *view, c controls.Control, left, right float32) {
	sameLine(left)
	if imgui.ButtonV("##New", imgui.NewVec2(right-left, 0)) {
		p.set(v, c, controls.NewSeed(v.o.Seed, rand.IntN))
	}
	p.note(c.Section + "/" + c.Label + "/New")
	low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
	list, x, y, half := imgui.WindowDrawList(), (low.X+high.X)/2, (low.Y+high.Y)/2, p.px(7)
	list.AddRectV(imgui.NewVec2(x-half, y-half), imgui.NewVec2(x+half, y+half), ink(theme.Text), p.px(3), 0, p.px(1.25))
	for _, pip := range []float32{-1, 0, 1} {
		list.AddCircleFilled(imgui.NewVec2(x+pip*p.px(3.5), y+pip*p.px(3.5)), p.px(1.5), ink(theme.Text))
	}
	p.tip("Take another seed by chance.", "-"+c.Flag)
}

// unit draws the small dim text behind a number.
func (p *panels) unit(text string) {
	at := imgui.CursorScreenPos()
	imgui.PushFont(p.regular, theme.Small)
	imgui.WindowDrawList().AddTextVec2(imgui.NewVec2(at.X, at.Y+(imgui.FrameHeight()-imgui.TextLineHeight())/2+p.px(1)), ink(theme.Dim), text)
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(1, 1))
}

// digits is the number of digits behind the point that a row's number has.
func digits(c controls.Control, value float64) string {
	s := c.Format(c.Shown(value))
	if _, part, ok := strings.Cut(s, "."); ok && !strings.Contains(s, "e") {
		return strconv.Itoa(len(part))
	}
	return "0"
}

// edited follows the item before, which shows a number. A change is in effect at once, or when the
// item is left.
func (p *panels) edited(v *view, c controls.Control, name, text string, shown float64, moved, atOnce bool) bool {
	p.focused = p.focused || imgui.IsItemFocused()
	if moved {
		p.editing[name] = c.Flagged(shown)
	}
	if held, ok := p.editing[name]; ok && (imgui.IsItemDeactivatedAfterEdit() || moved && atOnce) {
		p.set(v, c, c.Text(c.Clamped(held), text))
	}
	if !imgui.IsItemActive() {
		delete(p.editing, name)
	}
	return moved
}
