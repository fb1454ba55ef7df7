// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

/*
#include <stdbool.h>
#include <stdlib.h>
// Dear ImGui's own OpenGL renderer, which is in cimgui-go's library.
bool ImGui_ImplOpenGL3_Init(const char *version);
void ImGui_ImplOpenGL3_NewFrame(void);
void ImGui_ImplOpenGL3_RenderDrawData(void *data);
void ImGui_ImplOpenGL3_Shutdown(void);
// A function that cimgui-go does not export: it finds the window at a place, by the frame before.
typedef struct { float x, y; } place;
void igFindHoveredWindowEx(const place at, bool first, void **window, void **under);
static bool over(float x, float y)
{
	place at = {x, y};
	void *window = NULL, *under = NULL;
	igFindHoveredWindowEx(at, false, &window, &under);
	return window != NULL;
}
*/
import "C"

import (
	"time"
	"unsafe"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// panels are drawn over the image and get input before the view.
type panels struct {
	shown, help bool

	context  *imgui.Context
	rows     []controls.Control
	defaults map[string]string
	editing  map[string]float32 // sliders that are held, by panel and label
	events   int                // frames still to draw for the latest event
	missed   bool               // events were dropped while nothing was shown: the library would queue them all
	held     map[glfw.MouseButton]bool
	mine     bool // the held buttons were pressed on a panel
	x, y     float64
	drawnAt  time.Time
	scale    float32
	message  string
	reported time.Time
	keys     []float32 // counts of keys, drawn as a histogram
	keysOf   string
}

// settle is the number of frames until an event has all its effects in the library. messageTime is
// how long a message stays.
const (
	settle      = 3
	messageTime = 6 * time.Second
)

// holdGL keeps OpenGL's library loaded between windows, where that is needed.
var holdGL = func() {}

func newPanels(w *glfw.Window) *panels {
	p := &panels{rows: controls.All(), defaults: controls.Defaults(), editing: map[string]float32{}, held: map[glfw.MouseButton]bool{}}
	p.context = imgui.CreateContext()
	io := imgui.CurrentIO()
	io.SetIniFilename("") // write no file of positions to the current folder
	imgui.StyleColorsDark()
	version := C.CString("#version 430")
	defer C.free(unsafe.Pointer(version))
	holdGL()
	C.ImGui_ImplOpenGL3_Init(version)
	p.rescale(w)
	return p
}

// rescale sizes text and widgets by the screen's scale. It is needed on systems where window
// coordinates are pixels.
func (p *panels) rescale(w *glfw.Window) {
	sx, _ := w.GetContentScale()
	across, _ := w.GetSize()
	pixels, _ := w.GetFramebufferSize()
	scale := float32(1)
	if across > 0 && pixels > 0 {
		scale = max(sx*float32(across)/float32(pixels), 1)
	}
	if scale == p.scale {
		return
	}
	if p.scale == 0 {
		p.scale = 1
	}
	style := imgui.CurrentStyle()
	style.ScaleAllSizes(scale / p.scale)
	style.SetFontScaleDpi(scale)
	p.scale = scale
}

func (p *panels) release() {
	if p.context == nil {
		return
	}
	C.ImGui_ImplOpenGL3_Shutdown()
	imgui.DestroyContext()
	p.context = nil
}

// cursor, button, wheel, char and key pass events to the library. Those with a result return
// whether the panels used the event.
func (p *panels) cursor(x, y float64) bool {
	p.x, p.y = x, y
	if p.misses() {
		return false
	}
	imgui.CurrentIO().AddMousePosEvent(float32(x), float32(y))
	p.events = settle
	return p.mine && len(p.held) > 0
}

func (p *panels) button(b glfw.MouseButton, down bool) {
	if len(p.held) == 0 && down {
		p.mine = p.over()
	}
	if p.held[b] = true; !down {
		delete(p.held, b)
	}
	if !p.misses() && b <= glfw.MouseButtonMiddle {
		imgui.CurrentIO().AddMouseButtonEvent(int32(b), down)
		p.events = settle
	}
}

func (p *panels) wheel(dx, dy float64) bool {
	if p.misses() {
		return false
	}
	imgui.CurrentIO().AddMouseWheelEvent(float32(dx), float32(dy))
	p.events = settle
	return p.over()
}

// over reports whether the cursor is over a panel, or an open list takes clicks anywhere. The
// library's own answer belongs to the frame before. It is wrong if the cursor leaves a panel and
// drags during a long frame.
func (p *panels) over() bool {
	return p.visible() && (bool(C.over(C.float(p.x), C.float(p.y))) || imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup))
}

// misses reports that no panel is shown that could use an event.
func (p *panels) misses() bool {
	p.missed = p.missed || !p.visible()
	return !p.visible()
}

func (p *panels) char(r rune) {
	if p.misses() {
		return
	}
	imgui.CurrentIO().AddInputCharacter(uint32(r))
	p.events = settle
}

// editKeys are the keys that text fields use.
var editKeys = map[glfw.Key]imgui.Key{
	glfw.KeyTab: imgui.KeyTab, glfw.KeyEnter: imgui.KeyEnter, glfw.KeyKPEnter: imgui.KeyEnter, glfw.KeyEscape: imgui.KeyEscape,
	glfw.KeyBackspace: imgui.KeyBackspace, glfw.KeyDelete: imgui.KeyDelete, glfw.KeyHome: imgui.KeyHome, glfw.KeyEnd: imgui.KeyEnd,
	glfw.KeyLeft: imgui.KeyLeftArrow, glfw.KeyRight: imgui.KeyRightArrow, glfw.KeyA: imgui.KeyA,
}

func (p *panels) key(key glfw.Key, down bool, mods glfw.ModifierKey) bool {
	if p.misses() {
		return false
	}
	io := imgui.CurrentIO()
	p.events = settle
	io.AddKeyEvent(imgui.ModCtrl, mods&glfw.ModControl != 0)
	io.AddKeyEvent(imgui.ModShift, mods&glfw.ModShift != 0)
	if k, ok := editKeys[key]; ok {
		io.AddKeyEvent(k, down)
	}
	if key == glfw.KeyEscape && imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup) {
		if down {
			imgui.InternalClosePopupsExceptModals() // a list that is open, and not the window
		}
		return true
	}
	return io.WantTextInput()
}

// visible reports whether there is anything to draw.
func (p *panels) visible() bool { return p.shown || p.help || p.showsMessage() }

func (p *panels) showsMessage() bool { return p.message != "" && time.Since(p.reported) < messageTime }

// wants reports whether the panels must be drawn anew over an unchanged image.
func (p *panels) wants() bool {
	if p.message != "" && !p.showsMessage() { // its time is over
		p.message, p.events = "", settle
		return true
	}
	return p.visible() && p.events > 0
}

// notify shows a message for some seconds.
func (p *panels) notify(text string) {
	p.message, p.reported, p.events = text, time.Now(), settle
}

// draw draws the panels over the window's content.
func (p *panels) draw(v *view, width, height int) {
	p.events = max(p.events-1, 0)
	p.rescale(v.w)
	io := imgui.CurrentIO()
	across, down := v.w.GetSize()
	io.SetDisplaySize(imgui.NewVec2(float32(across), float32(down)))
	if across > 0 && down > 0 {
		io.SetDisplayFramebufferScale(imgui.NewVec2(float32(width)/float32(across), float32(height)/float32(down)))
	}
	now := time.Now()
	dt := now.Sub(p.drawnAt)
	p.drawnAt = now
	io.SetDeltaTime(float32(min(max(dt, time.Millisecond), time.Second).Seconds()))
	if p.missed { // a button or a key may have been released
		p.missed = false
		io.ClearInputMouse()
		io.ClearInputKeys()
	}
	C.ImGui_ImplOpenGL3_NewFrame()
	imgui.NewFrame()
	if p.shown {
		p.main(v)
	}
	if p.help {
		p.helpWindow()
	}
	if p.showsMessage() {
		p.messageWindow(float32(across), float32(down))
	}
	imgui.Render()
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.Viewport(0, 0, int32(width), int32(height))
	C.ImGui_ImplOpenGL3_RenderDrawData(unsafe.Pointer(imgui.CurrentDrawData().CData))
}

func (p *panels) helpWindow() {
	imgui.SetNextWindowPosV(imgui.NewVec2(360*p.scale, 12*p.scale), imgui.CondFirstUseEver, imgui.NewVec2(0, 0))
	if imgui.BeginV("Keys", &p.help, imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoCollapse) && imgui.BeginTable("keys", 4) {
		for i, k := range append(flags.Keys[:len(flags.Keys):len(flags.Keys)], flags.Mouse...) {
			if i%2 == 0 {
				imgui.TableNextRow()
			}
			imgui.TableNextColumn()
			imgui.TextColored(imgui.NewVec4(1, 0.85, 0.5, 1), k.Name)
			imgui.TableNextColumn()
			imgui.TextUnformatted(k.Does)
		}
		imgui.EndTable()
	}
	imgui.End()
}

func (p *panels) messageWindow(across, down float32) {
	imgui.SetNextWindowPosV(imgui.NewVec2(across/2, down-16*p.scale), imgui.CondAlways, imgui.NewVec2(0.5, 1))
	imgui.SetNextWindowSizeConstraints(imgui.NewVec2(0, 0), imgui.NewVec2(max(across-32*p.scale, 100), down))
	const bare = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoInputs | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoNav
	if imgui.BeginV("message", nil, bare) {
		imgui.PushTextWrapPosV(max(across-64*p.scale, 80))
		imgui.TextUnformatted(p.message)
		imgui.PopTextWrapPos()
	}
	imgui.End()
}
