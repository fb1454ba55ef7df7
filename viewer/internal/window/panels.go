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
typedef struct { float x, y; } spot;
void igFindHoveredWindowEx(const spot at, bool first, void **window, void **under);
static bool over(float x, float y)
{
	spot at = {x, y};
	void *window = NULL, *under = NULL;
	igFindHoveredWindowEx(at, false, &window, &under);
	return window != NULL;
}
// cimgui-go passes no NULL for the window.
void igFocusWindow(void *window, int flags);
*/
import "C"

import (
	"path/filepath"
	"time"
	"unsafe"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// panels are drawn beside the image and get input before the view.
type panels struct {
	shown, help bool
	works       string // what the window works at: see plate
	announces   string // a frame that takes long

	context         *imgui.Context
	regular, medium *imgui.Font
	config          config
	rows            []controls.Control
	defaults        map[string]string
	editing         map[string]float64 // sliders and boxes that are held, by their names
	places          map[string]place   // of rows and buttons by name, for tests
	search, find    string             // in Look, and in the help
	menuSize        map[string]imgui.Vec2
	finding         finding // the search of Look in a section
	layout          layout.Layout
	path            string // in the list of files
	filesOpen       bool
	intoFolder      bool // its path is continued
	hinted          bool
	goTo            string     // the section that Look scrolls to
	colorHeld       [3]float32 // in the picker, and as a code
	colorText       string
	orbiting        bool // by the gizmo
	lightsTurned    float64
	focused         bool    // the row has the focus of the keyboard
	enters          bool    // see first
	drawers         [2]bool // Look and Measure in a small window
	resized         bool    // an edge of a panel moved
	area            int     // that F6 went to, -1 for the free one

	events   int       // frames still to draw for the latest event
	tipAt    time.Time // when a tooltip is due, zero for none
	missed   bool      // events were dropped while nothing was shown: the library would queue them all
	drawing  bool
	held     map[glfw.MouseButton]bool
	mine     bool // the held buttons were pressed on a panel
	x, y     float64
	drawnAt  time.Time
	scale    float32
	messages []message
	stack    float32 // the height of the messages at the bottom of the free area, 0 without any
	figures  float32 // the height of the figures of a comparison there, 0 without any
	scaled   float32 // the width of the scale of a map at its right, 0 without one
	counts   counts
}

// place is a rectangle in window coordinates.
type place struct{ x, y, width, height float32 }

// settling is the number of frames until an event has all its effects in the library. tipAfter is
// when a tooltip is due after the cursor moved. blink is how often a text cursor is drawn.
const (
	settling = 3
	tipAfter = 450 * time.Millisecond
	blink    = 400 * time.Millisecond
)

// holdGL keeps OpenGL's library loaded between windows, where that is needed.
var holdGL = func() {}

// clipboard is that of the window.
type clipboard struct{ w *glfw.Window }

func (c clipboard) GetClipboard() string  { return c.w.GetClipboardString() }
func (c clipboard) SetClipboard(s string) { c.w.SetClipboardString(s) }

func newPanels(w *glfw.Window) *panels {
	p := &panels{
		rows: controls.All(), defaults: controls.Defaults(), config: readConfig(),
		hinted: true, area: -1, editing: map[string]float64{}, held: map[glfw.MouseButton]bool{}, places: map[string]place{}, menuSize: map[string]imgui.Vec2{},
	}
	p.context = imgui.CreateContext()
	io := imgui.CurrentIO()
	io.SetIniFilename("") // write no file of positions to the current folder
	io.SetConfigFlags(io.ConfigFlags() | imgui.ConfigFlagsNavEnableKeyboard)
	imgui.CurrentPlatformIO().SetClipboardHandler(clipboard{w})
	imgui.StyleColorsDark()
	version := C.CString("#version 430")
	defer C.free(unsafe.Pointer(version))
	holdGL()
	C.ImGui_ImplOpenGL3_Init(version)
	p.addFonts()
	p.rescale(w)
	s := screenScale(w)
	w.SetSizeLimits(int(layout.MinWidth*s), int(layout.MinHeight*s), glfw.DontCare, glfw.DontCare)
	return p
}

func (p *panels) release() {
	if p.context == nil {
		return
	}
	_ = p.config.write() // it says nothing of an image
	C.ImGui_ImplOpenGL3_Shutdown()
	imgui.DestroyContext()
	p.context = nil
}

// free returns the part of a window of that size that no panel covers.
func (p *panels) free(across, down float32) layout.Rect {
	if !p.shown {
		return layout.Rect{W: across, H: down}
	}
	return p.layoutOf(across, down).Free
}

// layoutOf returns the layout of a window of that size. In a small one the panels lie over the
// model, so they start closed there.
func (p *panels) layoutOf(across, down float32) layout.Layout {
	c := &p.config
	open := layout.Open{Look: c.Look, Measure: c.Measure, LookWidth: c.LookWidth, MeasureHeight: c.MeasureHeight, Messages: p.stack / p.scale}
	if layout.KindOf(across, down, p.scale) == layout.Small {
		open.Look, open.Measure = p.drawers[0], p.drawers[1]
	}
	return layout.Of(across, down, p.scale, open)
}

// lookOpen and measureOpen are where the panels' being open is stored now.
func (p *panels) lookOpen() *bool {
	if p.layout.Kind == layout.Small {
		return &p.drawers[0]
	}
	return &p.config.Look
}

func (p *panels) measureOpen() *bool {
	if p.layout.Kind == layout.Small {
		return &p.drawers[1]
	}
	return &p.config.Measure
}

// blender reports whether the middle button turns the camera.
func (p *panels) blender() bool { return p.config.Blender }

// calm reports whether the view jumps in place of gliding.
func (p *panels) calm() bool { return p.config.Calm }

// colors is the name of the chosen colour map.
func (p *panels) colors() string { return p.config.Colors }

// size is the scale of the interface.
func (p *panels) size() float32 { return p.scale }

// over reports whether the cursor is over a panel, or an open list takes clicks anywhere. The
// library's own answer belongs to the frame before. It is wrong if the cursor leaves a panel and
// drags during a long frame.
func (p *panels) over() bool { return p.at(p.x, p.y) }

// at is over for another place of the cursor.
func (p *panels) at(x, y float64) bool {
	return p.visible() && (bool(C.over(C.float(x), C.float(y))) || popupOpen())
}

// unfocus takes the focus of the keyboard from the panels.
func unfocus() {
	imgui.SetNavCursorVisible(false)
	C.igFocusWindow(nil, 0)
}

// visible reports whether there is anything to draw.
func (p *panels) visible() bool { return p.shown || p.help || p.works != "" || p.showsMessage() }

// wants reports whether the panels must be drawn anew beside an unchanged image.
func (p *panels) wants() bool {
	if p.expire() {
		p.events = settling
		return true
	}
	if !p.visible() {
		return false
	}
	switch now := time.Now(); {
	case p.events > 0:
		return true
	case !p.tipAt.IsZero() && now.After(p.tipAt):
		p.tipAt, p.events = time.Time{}, settling
		return true
	case imgui.CurrentIO().WantTextInput() && now.Sub(p.drawnAt) > blink:
		return true
	}
	return false
}

// draw draws the panels beside the image.
func (p *panels) draw(v *view, width, height int) {
	p.events = max(p.events-1, 0)
	p.frame(v.w, width, height, func(across, down float32) {
		p.layout = layout.Layout{Free: layout.Rect{W: across, H: down}}
		if p.shown {
			p.layout = p.layoutOf(across, down)
			p.dock(v)
		}
		p.stage(v)
		if p.help {
			p.helpWindow()
		}
	})
}

// splash fills the window with a text about work, before there is an image.
func (p *panels) splash(w *glfw.Window, text string, width, height int) {
	p.works = text
	p.frame(w, width, height, func(across, down float32) {
		p.layout = layout.Layout{Free: layout.Rect{W: across, H: down}}
		imgui.BackgroundDrawList().AddRectFilled(imgui.NewVec2(0, 0), imgui.NewVec2(across, down), ink(theme.Chrome))
		p.workPlate()
	})
	p.works = ""
}

// frame draws a frame of the library.
func (p *panels) frame(w *glfw.Window, width, height int, content func(across, down float32)) {
	p.rescale(w)
	io := imgui.CurrentIO()
	across, down := w.GetSize()
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
	content(float32(across), float32(down))
	imgui.Render()
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.Viewport(0, 0, int32(width), int32(height))
	C.ImGui_ImplOpenGL3_RenderDrawData(unsafe.Pointer(imgui.CurrentDrawData().CData))
}

// settle draws the panels once more beside a frame: it may show new words, whose plates have a size
// one frame later.
func (p *panels) settle() { p.events = max(p.events, 2) }

// dock draws the parts around the free area.
func (p *panels) dock(v *view) {
	l := p.layout
	if l.Toolbar.Empty() { // the window is tiny
		return
	}
	p.toolbar(v)
	p.status(v)
	if !l.Measure.Empty() && !l.Popup {
		p.measure(v)
	}
	if !l.Look.Empty() {
		p.look(v)
	}
	if !l.Measure.Empty() && l.Popup {
		p.measure(v)
	}
}

// end ends a window of the layout. The library stops the program if a window ends in a movement of
// the cursor without an item after it.
func end() {
	imgui.Dummy(imgui.NewVec2(0, 0))
	imgui.End()
}

// begin begins a window of the layout.
func (p *panels) begin(name string, r layout.Rect, flags imgui.WindowFlags) {
	imgui.SetNextWindowPos(imgui.NewVec2(r.X, r.Y))
	imgui.SetNextWindowSize(imgui.NewVec2(r.W, r.H))
	imgui.BeginV(name, nil, flags|imgui.WindowFlagsNoDecoration&^imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoSavedSettings)
}

// note stores the place of the item before, for tests.
func (p *panels) note(name string) {
	low, size := imgui.ItemRectMin(), imgui.ItemRectSize()
	p.places[name] = place{low.X, low.Y, size.X, size.Y}
}

// notePlate is note for a whole plate.
func (p *panels) notePlate(name string) place {
	at, size := imgui.WindowPos(), imgui.WindowSize()
	p.places[name] = place{at.X, at.Y, size.X, size.Y}
	return p.places[name]
}

// toggleLook opens or closes the panel Look.
func (p *panels) toggleLook() {
	open := p.lookOpen()
	p.shown, *open, p.config.changed, p.events = true, !*open || !p.shown, true, settling
}

// toggleMeasure opens or closes the panel Measure.
func (p *panels) toggleMeasure() {
	open := p.measureOpen()
	p.shown, *open, p.config.changed, p.events = true, !*open || !p.shown, true, settling
}

func (p *panels) openMeasure() {
	if !*p.measureOpen() || !p.shown {
		p.toggleMeasure()
	}
}

func (p *panels) openFile() { p.shown, p.filesOpen, p.events = true, true, settling }

// closeTop closes what lies over the free area, and reports whether there was any.
func (p *panels) closeTop() bool {
	p.events = settling
	switch l := p.layout; {
	case p.help:
		p.help = false
	case p.shown && l.Popup:
		*p.measureOpen() = false
	case p.shown && l.Drawer:
		*p.lookOpen() = false
	case p.dismiss():
	default:
		return false
	}
	return true
}

// opened puts a file in front of the recent ones.
func (p *panels) opened(path string) { p.config.opened(path) }

// base is the last part of a path.
func base(path string) string { return filepath.Base(path) }
