// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"math"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/theme"
)

// cameraRows are the position of the camera, and the views that were kept.
func (p *panels) cameraRows(v *view) {
	c := &v.camera
	around, up := degrees(c.Azimuth), degrees(c.Elevation)
	if p.custom("Camera and image/Around", "Around", "°", "The camera's place around the model. 0 is the front.", &around, -180, 180, "%.1f") {
		v.turn(float32(around*math.Pi/180)-c.Azimuth, 0)
	}
	if p.custom("Camera and image/Up", "Up", "°", "How high the camera stands.", &up, -90, 90, "%.1f") {
		v.turn(0, float32(up*math.Pi/180)-c.Elevation)
	}
	low, high := v.s.Renderer.Bounds()
	fit := hair.Fit(low, high, v.present().aspect())
	far := float64(c.Distance / fit.Distance)
	if p.custom("Camera and image/Distance", "Distance", "×", "1 shows all of the model.", &far, 0.1, 4, "%.2f") && far > 0 {
		v.dolly(float32(far) / (c.Distance / fit.Distance))
	}
	for axis, label := range []string{"Pivot X", "Pivot Y", "Pivot Z"} {
		at := float64(c.Target[axis] * 100)
		if p.custom("Camera and image/"+label, label, "cm", "The point that the camera turns around. A double click on hair puts it there.", &at, -50, 50, "%.1f") {
			v.remember()
			v.camera.Target[axis], v.framed, v.stale = float32(at/100), false, true
		}
	}
	for i, text := range v.o.Views {
		if !p.found(fmt.Sprintf("View %d", i+1), "Kept views: go, update, delete") {
			continue
		}
		imgui.PushIDInt(int32(i))
		x := imgui.CursorPosX()
		cols := p.columns()
		p.label(fmt.Sprintf("View %d", i+1), cols.label, false)
		p.tip(shortCamera(text), "")
		sameLine(x + cols.label)
		if imgui.Button("Go") {
			v.later(func() error { return v.goTo(i) })
		}
		imgui.SameLine()
		if imgui.Button("Update") {
			v.aside(func() error { v.o.Views[i] = v.cameraText(v.whole()); return nil })
		}
		imgui.SameLine()
		if imgui.Button("Delete") {
			v.aside(func() error { v.o.Views = slices.Delete(slices.Clone(v.o.Views), i, i+1); return nil })
		}
		imgui.PopID()
	}
	if help := "Keep the present view. It is saved with the settings."; p.found("Keep this view", help) {
		if imgui.Button("Keep this view") {
			key("V")(p, v)
		}
		p.note("Camera and image/Keep this view")
		p.tip(help, "V")
	}
	p.imageRows(v)
}

// imageSizes are the sizes of images that the list offers.
var imageSizes = [][2]int{{0, 0}, {1280, 720}, {1920, 1080}, {3840, 2160}, {1080, 1080}, {1080, 1920}}

// imageRows have the size and the name of images.
func (p *panels) imageRows(v *view) {
	width, height := v.output.width, v.output.height
	var entries []string
	at := -1
	for i, s := range imageSizes {
		text := fmt.Sprintf("%d × %d", s[0], s[1])
		if s[0] == 0 {
			a := v.present()
			text = fmt.Sprintf("as shown, %d × %d", a.width, a.height)
		}
		entries = append(entries, text)
		if s == [2]int{width, height} {
			at = i
		}
	}
	own := fmt.Sprintf("%d × %d", width, height)
	if at < 0 {
		entries, at = append(entries, own), len(entries)
	}
	help := "Width and height of the images that F12 writes, and of the copied command line."
	if to := p.list("Camera and image/Image size", "Image size", help, "", entries, at, nil); to >= 0 && to < len(imageSizes) {
		v.aside(func() error { return v.setImageSize(imageSizes[to][0], imageSizes[to][1]) })
	}
	if v.output.ownSize() {
		p.imageSide(v, "Image width", width, func(n int) error { return v.setImageSize(n, height) })
		p.imageSide(v, "Image height", height, func(n int) error { return v.setImageSize(width, n) })
	}
	help = "Of the images that F12 writes: .png, .jpg or .exr. A number is added to a name that is there. Without a name it is one by the time."
	if p.found("Image name", help, "-o") {
		x, cols := imgui.CursorPosX(), p.columns()
		p.label("Image name", cols.label, false)
		p.tip(help, "-o")
		sameLine(x + cols.label)
		imgui.SetNextItemWidth(cols.mark - cols.label - p.px(theme.Inner))
		imgui.InputTextWithHint("##name", "by the time", &v.output.name, 0, nil)
		p.note("Camera and image/Image name")
		p.tip(help, "-o")
	}
	if help := "Write an image at full quality."; p.found("Write image", help) {
		if imgui.Button("Write image") {
			key("F12")(p, v)
		}
		p.note("Camera and image/Write image")
		p.tip(help, "F12")
	}
}

// imageSide is a row of a number of pixels.
func (p *panels) imageSide(v *view, label string, now int, set func(int) error) {
	if !p.found(label, "-size") {
		return
	}
	name := "Camera and image/" + label
	imgui.PushIDStr(name)
	defer imgui.PopID()
	x, cols := imgui.CursorPosX(), p.columns()
	p.label(label, cols.label, false)
	sameLine(x + cols.label)
	typed := int32(now)
	if held, ok := p.editing[name]; ok {
		typed = int32(held)
	}
	imgui.SetNextItemWidth(p.px(boxWidth) + p.px(20))
	if imgui.InputIntV("##pixels", &typed, 0, 0, imgui.InputTextFlagsAutoSelectAll) {
		p.editing[name] = float64(typed)
	}
	p.note(name)
	if held, ok := p.editing[name]; ok && imgui.IsItemDeactivatedAfterEdit() {
		v.aside(func() error { return set(int(held)) })
	}
	if !imgui.IsItemActive() {
		delete(p.editing, name)
	}
	imgui.SameLineV(0, p.px(theme.Inner))
	p.unit("px")
}

// imageTip is the help of the button Image.
func imageTip(v *view) string {
	width, height := v.imageSize()
	return fmt.Sprintf("Write an image of %d×%d pixels at full quality. Shift and a click: choose size and name.", width, height)
}

// imagePressed writes an image, or with Shift goes to the rows of its size and name.
func (p *panels) imagePressed(v *view) {
	if imgui.CurrentIO().KeyShift() {
		p.goToSection("Camera and image")
		return
	}
	key("F12")(p, v)
}
