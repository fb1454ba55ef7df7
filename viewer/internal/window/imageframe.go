// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"math"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
)

// imageBorder returns where the image lies in the window, as far as the camera's target is, and its
// size: that of the section Camera and image, or else that of the saved settings. Parts of it may
// lie outside of the free area.
func (v *view) imageBorder() (r layout.Rect, width, height int) {
	f, scale := v.free(), float32(1)
	width, height = v.w.GetFramebufferSize()
	if v.output.ownSize() { // it keeps the distance in distances that frame the model
		width, height = v.output.width, v.output.height
		low, high := v.s.Renderer.Bounds()
		scale = hair.Fit(low, high, float32(width)/float32(height)).Distance / hair.Fit(low, high, v.present().aspect()).Distance
	}
	h := f.H * scale
	w := h * float32(width) / float32(max(height, 1))
	return layout.Rect{X: f.X + (f.W-w)/2, Y: f.Y + (f.H-h)/2, W: w, H: h}, width, height
}

// imageFrame draws the border of the image, and shades what is outside.
func (p *panels) imageFrame(v *view) {
	if !p.config.Frame || v.c.shows != nothing {
		return
	}
	f := p.layout.Free
	r, width, height := v.imageBorder()
	list := imgui.BackgroundDrawList()
	list.PushClipRectV(imgui.NewVec2(f.X, f.Y), imgui.NewVec2(f.X+f.W, f.Y+f.H), false)
	left, right, top, bottom := max(r.X, f.X), min(r.X+r.W, f.X+f.W), max(r.Y, f.Y), min(r.Y+r.H, f.Y+f.H)
	shade := ink(theme.Chrome.Alpha(150))
	for _, s := range [4][4]float32{{f.X, f.Y, left, f.Y + f.H}, {right, f.Y, f.X + f.W, f.Y + f.H}, {left, f.Y, right, top}, {left, bottom, right, f.Y + f.H}} {
		if s[2] > s[0] && s[3] > s[1] {
			list.AddRectFilled(imgui.NewVec2(s[0], s[1]), imgui.NewVec2(s[2], s[3]), shade)
		}
	}
	// A dark line below a bright one is seen over hair of any colour.
	whole := func(v float32) float32 { return float32(math.Round(float64(v))) }
	low, high := imgui.NewVec2(whole(r.X), whole(r.Y)), imgui.NewVec2(whole(r.X+r.W), whole(r.Y+r.H))
	list.AddRectV(low, high, ink(theme.Chrome), 0, 0, p.px(3))
	list.AddRectV(low, high, ink(theme.Text), 0, 0, p.px(1))
	list.PopClipRect()

	name := "Saved settings"
	if v.output.ownSize() {
		name = "Image"
	}
	text := fmt.Sprintf("%s: %d×%d", name, width, height)
	const visible = 1 // pixel of the border outside
	switch sides, ends := r.W > f.W+visible, r.H > f.H+visible; {
	case sides && ends:
		text += ", with more around"
	case sides:
		text += ", with more at the sides"
	case ends:
		text += ", with more above and below"
	}
	p.plateAt("frame", imgui.NewVec2((left+right)/2, top+p.px(10)), imgui.NewVec2(0.5, 0), imgui.WindowFlagsNoInputs)
	p.small(theme.Text, text)
	p.note("stage/frame")
	imgui.End()
}
