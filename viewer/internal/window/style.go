// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import "C"

import (
	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/glfw/v3.3/glfw"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
)

// vec4 is a colour as the library takes it.
func vec4(c theme.Color) imgui.Vec4 {
	return imgui.NewVec4(float32(c.R)/255, float32(c.G)/255, float32(c.B)/255, float32(c.A)/255)
}

// ink is a colour as draw lists take it.
func ink(c theme.Color) uint32 {
	return uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | uint32(c.A)<<24
}

// addFonts gives the library the fonts. It draws each size that is used from the outlines, so text
// is sharp at any scale.
func (p *panels) addFonts() {
	add := func(ttf []byte) *imgui.Font {
		// The atlas frees its copy.
		return imgui.CurrentIO().Fonts().AddFontFromMemoryTTF(uintptr(C.CBytes(ttf)), int32(len(ttf)))
	}
	p.regular, p.medium = add(goregular.TTF), add(gomedium.TTF)
}

// screenScale is the scale of the screen. It is 1 on systems where window coordinates are no
// pixels.
func screenScale(w *glfw.Window) float32 {
	sx, _ := w.GetContentScale()
	across, _ := w.GetSize()
	pixels, _ := w.GetFramebufferSize()
	if across > 0 && pixels > 0 {
		return max(sx*float32(across)/float32(pixels), 1)
	}
	return 1
}

// rescale sizes text and widgets by the scale of the screen and of the interface.
func (p *panels) rescale(w *glfw.Window) {
	scale := screenScale(w) * p.config.Zoom
	if scale == p.scale {
		return
	}
	style := imgui.CurrentStyle()
	if p.scale == 0 {
		p.scale = 1
		style.SetColors(colors())
	}
	style.ScaleAllSizes(scale / p.scale) // what is not set below
	p.scale = scale
	style.SetFontSizeBase(theme.Body)
	style.SetFontScaleDpi(scale)
	px, xy := p.px, func(x, y float32) imgui.Vec2 { return imgui.NewVec2(p.px(x), p.px(y)) }
	style.SetWindowPadding(xy(theme.WindowPadding, theme.WindowPadding))
	style.SetFramePadding(xy(theme.FrameX, theme.FrameY))
	style.SetItemSpacing(xy(theme.ItemX, theme.ItemY))
	style.SetItemInnerSpacing(xy(theme.Inner, theme.Inner))
	style.SetIndentSpacing(px(theme.Indent))
	style.SetScrollbarSize(px(theme.Scrollbar))
	style.SetScrollbarRounding(px(theme.FrameRounding))
	style.SetGrabMinSize(px(theme.GrabLength))
	style.SetFrameRounding(px(theme.FrameRounding))
	style.SetPopupRounding(px(theme.PopupRounding))
	style.SetGrabRounding(px(theme.GrabRounding))
	style.SetTabRounding(px(theme.FrameRounding))
	style.SetWindowRounding(0)
	style.SetChildRounding(0)
	style.SetWindowBorderSize(0)
	style.SetChildBorderSize(0)
	style.SetFrameBorderSize(0)
	style.SetPopupBorderSize(1)
	style.SetHoverDelayShort(theme.TooltipDelay)
	style.SetHoverDelayNormal(theme.TooltipDelay)
	style.SetDisabledAlpha(1) // disabled text has a colour of its own
	p.events = settling
}

// px is logical pixels in window coordinates, whole ones.
func (p *panels) px(logical float32) float32 {
	return float32(int(logical*p.scale + 0.5))
}

// colors is the table of the library's colours.
func colors() *[60]imgui.Vec4 {
	all := imgui.CurrentStyle().Colors()
	for c, roles := range map[theme.Color][]imgui.Col{
		theme.Chrome:            {imgui.ColMenuBarBg, imgui.ColTitleBg, imgui.ColTitleBgCollapsed, imgui.ColTab, imgui.ColTabDimmed},
		theme.Panel:             {imgui.ColWindowBg, imgui.ColScrollbarBg},
		theme.Section:           {imgui.ColHeader, imgui.ColTabSelected, imgui.ColTabDimmedSelected, imgui.ColTitleBgActive, imgui.ColTableHeaderBg},
		theme.Field:             {imgui.ColFrameBg, imgui.ColButton},
		theme.Hover:             {imgui.ColFrameBgHovered, imgui.ColButtonHovered, imgui.ColHeaderHovered, imgui.ColTabHovered, imgui.ColBorder, imgui.ColSeparator, imgui.ColTableBorderLight, imgui.ColTableBorderStrong},
		theme.Pressed:           {imgui.ColFrameBgActive, imgui.ColButtonActive, imgui.ColHeaderActive},
		theme.Popup:             {imgui.ColPopupBg},
		theme.Outline:           {imgui.ColScrollbarGrab, imgui.ColSeparatorHovered, imgui.ColResizeGrip},
		theme.Dim:               {imgui.ColTextDisabled, imgui.ColScrollbarGrabHovered, imgui.ColScrollbarGrabActive, imgui.ColResizeGripHovered},
		theme.Text:              {imgui.ColText, imgui.ColInputTextCursor},
		theme.Accent:            {imgui.ColSliderGrab, imgui.ColCheckMark, imgui.ColTabSelectedOverline, imgui.ColPlotLines, imgui.ColPlotHistogram, imgui.ColSeparatorActive, imgui.ColResizeGripActive},
		theme.Active:            {imgui.ColSliderGrabActive, imgui.ColPlotLinesHovered, imgui.ColPlotHistogramHovered},
		theme.Focus:             {imgui.ColNavCursor, imgui.ColTextLink},
		theme.Focus.Alpha(90):   {imgui.ColTextSelectedBg},
		theme.Chrome.Alpha(0):   {imgui.ColChildBg, imgui.ColBorderShadow, imgui.ColTableRowBg},
		theme.Chrome.Alpha(140): {imgui.ColModalWindowDimBg, imgui.ColNavWindowingDimBg},
	} {
		for _, role := range roles {
			all[role] = vec4(c)
		}
	}
	return &all
}

// small draws text of the small size in a colour.
func (p *panels) small(c theme.Color, text string) {
	imgui.PushFont(p.regular, theme.Small)
	imgui.PushStyleColorVec4(imgui.ColText, vec4(c))
	imgui.TextUnformatted(text)
	imgui.PopStyleColor()
	imgui.PopFont()
}

// colored draws text in a colour.
func colored(c theme.Color, text string) {
	imgui.PushStyleColorVec4(imgui.ColText, vec4(c))
	imgui.TextUnformatted(text)
	imgui.PopStyleColor()
}

// checkbox is that of the library with an outline, which shows an empty box too.
func checkbox(label string, on *bool) bool {
	imgui.PushStyleVarFloat(imgui.StyleVarFrameBorderSize, 1)
	imgui.PushStyleColorVec4(imgui.ColBorder, vec4(theme.Outline))
	pressed := imgui.Checkbox(label, on)
	imgui.PopStyleColor()
	imgui.PopStyleVar()
	return pressed
}

// selectable is a line of a list, and that of the library where it is not chosen. The chosen one
// has the accent's colour.
func selectable(label string, chosen bool) bool {
	if chosen {
		imgui.PushStyleColorVec4(imgui.ColText, vec4(theme.OnAccent))
		imgui.PushStyleColorVec4(imgui.ColHeader, vec4(theme.Accent))
		imgui.PushStyleColorVec4(imgui.ColHeaderHovered, vec4(theme.Active))
		imgui.PushStyleColorVec4(imgui.ColHeaderActive, vec4(theme.Active))
		defer imgui.PopStyleColorV(4)
	}
	return imgui.SelectableBoolV(label, chosen, 0, imgui.NewVec2(0, 0))
}

// beginOff begins items that are disabled, and grey, if off.
func beginOff(off bool) {
	c := theme.Text
	if off {
		c = theme.Disabled
	}
	imgui.BeginDisabledV(off)
	imgui.PushStyleColorVec4(imgui.ColText, vec4(c))
}

func endOff() {
	imgui.PopStyleColor()
	imgui.EndDisabled()
}

// tip gives the item before a tooltip: a sentence, and further lines in dim text.
func (p *panels) tip(text, dim string) {
	if !imgui.BeginItemTooltip() {
		return
	}
	imgui.PushTextWrapPosV(p.px(320))
	imgui.TextUnformatted(text)
	if dim != "" {
		p.small(theme.Dim, dim)
	}
	imgui.PopTextWrapPos()
	imgui.EndTooltip()
}
