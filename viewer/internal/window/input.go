// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"time"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// cursor, button, wheel, char and key pass events to the library. They return whether the panels
// used the event.
func (p *panels) cursor(x, y float64) bool {
	p.x, p.y = x, y
	if p.misses() {
		return false
	}
	imgui.CurrentIO().AddMousePosEvent(float32(x), float32(y))
	p.events = settling
	if p.over() {
		p.tipAt = time.Now().Add(tipAfter)
	}
	return p.mine && len(p.held) > 0
}

func (p *panels) button(b glfw.MouseButton, down bool) bool {
	if len(p.held) == 0 && down {
		p.mine = p.over()
	}
	if p.held[b] = true; !down {
		delete(p.held, b)
	}
	if !p.misses() && b <= glfw.MouseButtonMiddle {
		imgui.CurrentIO().AddMouseButtonEvent(int32(b), down)
		p.events = settling
	}
	return p.mine
}

// typing reports whether keys are text.
func typing() bool { return imgui.CurrentIO().WantTextInput() }

// typing reports whether a field for text has the keyboard. takesText reports that there are such
// fields.
func (*panels) typing() bool    { return typing() }
func (*panels) takesText() bool { return true }

// wantsEsc reports whether Esc closes a list, the help or a text field.
func (p *panels) wantsEsc() bool { return p.visible() && (p.help || popupOpen() || typing()) }

// holding reports whether a button holds a part of a panel.
func (p *panels) holding() bool { return p.mine && len(p.held) > 0 }

// touched notes that the free area was used.
func (p *panels) touched() {
	if p.hinted {
		p.hinted, p.events = false, settling
	}
}

func (p *panels) wheel(dx, dy float64) bool {
	if p.misses() {
		return false
	}
	imgui.CurrentIO().AddMouseWheelEvent(float32(dx), float32(dy))
	p.events = settling
	return p.over()
}

func popupOpen() bool { return imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup) }

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
	p.events = settling
}

// navKeys are the keys that move among widgets, and change them. The others edit text.
var (
	navKeys = map[glfw.Key]imgui.Key{
		glfw.KeyTab: imgui.KeyTab, glfw.KeyEnter: imgui.KeyEnter, glfw.KeyKPEnter: imgui.KeyEnter, glfw.KeySpace: imgui.KeySpace,
		glfw.KeyLeft: imgui.KeyLeftArrow, glfw.KeyRight: imgui.KeyRightArrow, glfw.KeyUp: imgui.KeyUpArrow, glfw.KeyDown: imgui.KeyDownArrow,
		glfw.KeyPageUp: imgui.KeyPageUp, glfw.KeyPageDown: imgui.KeyPageDown, glfw.KeyHome: imgui.KeyHome, glfw.KeyEnd: imgui.KeyEnd,
		glfw.KeyBackspace: imgui.KeyBackspace,
	}
	editKeys = map[glfw.Key]imgui.Key{
		glfw.KeyEscape: imgui.KeyEscape, glfw.KeyDelete: imgui.KeyDelete, glfw.KeyA: imgui.KeyA, glfw.KeyC: imgui.KeyC,
		glfw.KeyV: imgui.KeyV, glfw.KeyX: imgui.KeyX, glfw.KeyY: imgui.KeyY, glfw.KeyZ: imgui.KeyZ,
	}
)

// modifiers are the keys that change what others do.
var modifiers = [...]struct {
	left, right glfw.Key
	mod         glfw.ModifierKey
}{
	{glfw.KeyLeftControl, glfw.KeyRightControl, glfw.ModControl},
	{glfw.KeyLeftShift, glfw.KeyRightShift, glfw.ModShift},
	{glfw.KeyLeftAlt, glfw.KeyRightAlt, glfw.ModAlt},
}

func (p *panels) key(key glfw.Key, down bool, mods glfw.ModifierKey) bool {
	if p.misses() {
		return false
	}
	io := imgui.CurrentIO()
	p.events, p.tipAt = settling, time.Now().Add(tipAfter)
	for _, m := range modifiers { // X names a modifier as held while it is released
		if key == m.left || key == m.right {
			mods &^= m.mod
			if down {
				mods |= m.mod
			}
		}
	}
	io.AddKeyEvent(imgui.ModCtrl, mods&glfw.ModControl != 0)
	io.AddKeyEvent(imgui.ModShift, mods&glfw.ModShift != 0)
	io.AddKeyEvent(imgui.ModAlt, mods&glfw.ModAlt != 0)
	navigates, typing := io.NavVisible() || popupOpen(), io.WantTextInput()
	k, moves := navKeys[key]
	if !moves || key == glfw.KeyTab { // Tab enters the panels
		k = editKeys[key]
	}
	switch {
	case key == glfw.KeyEscape && popupOpen():
		if down {
			imgui.InternalClosePopupsExceptModals() // a list that is open, and not the window
		}
		return true
	case key == glfw.KeyEscape && p.help:
		if down {
			p.help = false // also while its search has the cursor
		}
		return true
	case key == glfw.KeyTab:
		io.AddKeyEvent(imgui.KeyTab, down)
		return true
	case typing && !isText(key, mods):
		return false
	case key == glfw.KeyEscape && !typing && navigates:
		unfocus()
		return true
	case k != 0 && (navigates && moves || typing || !down):
		io.AddKeyEvent(k, down)
	}
	return typing || navigates && moves
}

// isText reports whether a key may write or edit text: those of functions do not, nor letters with
// Ctrl other than those of editKeys. Ctrl and Alt is AltGr on some keyboards.
func isText(key glfw.Key, mods glfw.ModifierKey) bool {
	ctrl := mods&glfw.ModControl != 0 && mods&glfw.ModAlt == 0
	letter := key >= glfw.KeyA && key <= glfw.KeyZ
	return !(key >= glfw.KeyF1 && key <= glfw.KeyF25) && !(ctrl && letter && editKeys[key] == 0)
}

// areas are the windows that F6 goes through, in order.
var areas = []string{"toolbar", "Look", "Measure"}

// nextArea moves the focus of the keyboard to the next area.
func (p *panels) nextArea() {
	p.events = settling
	p.area = (p.area + 1) % (len(areas) + 1)
	open := []bool{true, *p.lookOpen(), *p.measureOpen()}
	for p.area < len(areas) && !open[p.area] {
		p.area++
	}
	if p.area >= len(areas) {
		p.area = -1
		unfocus()
		return
	}
	imgui.SetWindowFocusStr(areas[p.area])
	p.enters = true
}

// first gives the focus of the keyboard to the next widget, the first of an area that F6 enters.
// The widget that had it before may be gone.
func (p *panels) first(area int) {
	if p.enters && p.area == area {
		p.enters = false
		imgui.SetKeyboardFocusHere()
		imgui.SetNavCursorVisible(true)
	}
}
