// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/theme"
)

// customColor is the name of the choice that opens the picker.
const customColor = "custom..."

// color is a list of colours, and a picker for another one.
func (p *panels) color(v *view, c controls.Control, text string, width float32) {
	name, side := c.Section+"/"+c.Label, imgui.FrameHeight()
	listed := c
	listed.Choices, listed.Names = append(slices.Clone(c.Choices), customColor), append(slices.Clone(c.Names), customColor)
	pick := false
	p.choice(v, listed, text, width-side-p.px(theme.Inner), func(choice string) {
		if pick = choice == customColor; !pick {
			p.set(v, c, c.Choose(choice, text))
		}
	})
	imgui.SameLineV(0, p.px(theme.Inner))
	rgb, ok := c.Color(v.o)
	at := imgui.CursorScreenPos()
	shown := imgui.NewVec4(rgb[0], rgb[1], rgb[2], 1)
	if !ok {
		shown = vec4(theme.Field)
	}
	if imgui.ColorButtonV("##square", shown, imgui.ColorEditFlagsNoTooltip|imgui.ColorEditFlagsNoDragDrop, imgui.NewVec2(side, side)) {
		pick = true
	}
	p.note(name + "/square")
	p.focused = p.focused || imgui.IsItemFocused()
	p.tip("Pick another colour.", "-"+c.Flag+" #rrggbb")
	list, inset := imgui.WindowDrawList(), p.px(6)
	if !ok { // a line across: no colour is given
		list.AddLineV(imgui.NewVec2(at.X+inset, at.Y+side-inset), imgui.NewVec2(at.X+side-inset, at.Y+inset), ink(theme.Outline), p.px(1.5))
	}
	if pick {
		p.colorHeld, p.colorText = rgb, colorCode(rgb)
		imgui.OpenPopupStr("picker")
	}
	imgui.SetNextWindowPosV(imgui.NewVec2(at.X+side, at.Y+side+p.px(4)), imgui.CondAppearing, imgui.NewVec2(1, 0))
	if imgui.BeginPopupV("picker", imgui.WindowFlagsNoMove) {
		p.picker(v, c, name)
		imgui.EndPopup()
	}
}

// picker changes a colour at once. A code is in effect when it is entered.
func (p *panels) picker(v *view, c controls.Control, name string) {
	imgui.SetNextItemWidth(p.px(220))
	if imgui.ColorPicker3V("##picker", &p.colorHeld, imgui.ColorEditFlagsNoSidePreview|imgui.ColorEditFlagsNoSmallPreview|imgui.ColorEditFlagsNoInputs|imgui.ColorEditFlagsNoLabel|imgui.ColorEditFlagsNoAlpha) {
		p.colorText = colorCode(p.colorHeld)
		p.set(v, c, p.colorText)
	}
	p.note(name + "/picker")
	imgui.AlignTextToFramePadding()
	colored(theme.Dim, "Code")
	imgui.SameLine()
	imgui.SetNextItemWidth(p.px(96))
	entered := imgui.InputTextWithHint("##code", "#rrggbb", &p.colorText, imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	p.note(name + "/code")
	if !entered {
		return
	}
	code := "#" + strings.ToLower(strings.TrimLeft(strings.TrimSpace(p.colorText), "#"))
	p.set(v, c, code)
	if rgb, ok := flags.ParseColor(code); ok {
		p.colorHeld, p.colorText = rgb, code
	}
}

// colorCode is the inverse of flags.ParseColor.
func colorCode(rgb [3]float32) string {
	code := "#"
	for _, part := range rgb {
		code += fmt.Sprintf("%02x", int(math.Round(float64(min(max(part, 0), 1))*255)))
	}
	return code
}
