// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/theme"
)

// message is a text at the bottom of the free area.
type message struct {
	text, path string // path: of a file that was written
	bad        bool   // stays until it is closed, while the panels are shown
	button     string // that closes it and calls do; "" for none
	do         func() error
	when       time.Time
	gone       bool
	height     float32 // of its plate when it was last drawn, 0 before
}

// messageTime is how long a message stays, and messagesShown how many are shown at once.
// messagesKept is the number of those in Menu. messageGap is the room between two in logical
// pixels, and leastPopup the least height that older ones leave to the popup Measure.
const (
	messageTime   = 6 * time.Second
	messagesShown = 3
	messagesKept  = 50
	messageGap    = 6
	leastPopup    = 120
)

func (p *panels) say(m message) {
	if m.text == "" { // none, from here on
		p.messages, p.events = nil, settling
		return
	}
	m.when, p.events = time.Now(), settling
	p.messages = append(p.messages, m)
	p.messages = p.messages[max(len(p.messages)-messagesKept, 0):]
}

// notify shows a message for some seconds. fail shows one that is an error, and wrote one about a
// file. offer and offerAfter show a message and an error with a button.
func (p *panels) notify(text string)      { p.say(message{text: text}) }
func (p *panels) fail(text string)        { p.say(message{text: capital(text), bad: true}) }
func (p *panels) wrote(text, path string) { p.say(message{text: text, path: path}) }
func (p *panels) offer(text, button string, do func() error) {
	p.say(message{text: text, button: button, do: do})
}
func (p *panels) offerAfter(text, button string, do func() error) {
	p.say(message{text: capital(text), bad: true, button: button, do: do})
}

// capital returns a text that begins with a capital letter, unless its first word is a flag.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// latest is the newest message, "" for none.
func (p *panels) latest() string {
	if n := len(p.messages); n > 0 {
		return p.messages[n-1].text
	}
	return ""
}

// live reports whether a message is still shown.
func (p *panels) live(m message) bool {
	return !m.gone && (m.bad && p.shown || time.Since(m.when) < messageTime)
}

func (p *panels) showsMessage() bool { return slices.ContainsFunc(p.messages, p.live) }

// expire reports whether the time of a message is over.
func (p *panels) expire() (any bool) {
	for i := range p.messages {
		if m := &p.messages[i]; !m.gone && !p.live(*m) {
			m.gone, any = true, true
		}
	}
	return any
}

// dismiss closes the newest error, and reports whether there was one.
func (p *panels) dismiss() bool {
	for i := len(p.messages) - 1; i >= 0; i-- {
		if m := &p.messages[i]; m.bad && p.live(*m) {
			m.gone = true
			return true
		}
	}
	return false
}

// messageStack shows the latest messages at the bottom left, and stores how much room they take. No
// panel lies there: the popup Measure ends above them, and older ones wait for its least height.
// The figures of a comparison stay below them, and the scale of its map beside them.
func (p *panels) messageStack(v *view) {
	f, top := p.uncovered(), p.layout.Free.Y
	f.W, f.H = f.W-p.scaled, f.H-p.figures
	if p.layout.Popup {
		top = p.layout.Measure.Y + p.px(leastPopup+messageGap)
	}
	y, shown := f.Y+f.H-p.px(10), 0
	for i := len(p.messages) - 1; i >= 0 && shown < messagesShown; i-- {
		m := &p.messages[i]
		if !p.live(*m) {
			continue
		}
		if shown > 0 && y-m.height < top {
			break
		}
		shown++
		flags := imgui.WindowFlags(0)
		if !m.bad && m.path == "" && m.button == "" {
			flags = imgui.WindowFlagsNoInputs
		}
		wrap := max(min(f.W-p.px(40), p.px(560)), p.px(80))
		p.plateAt(fmt.Sprintf("message %d", i), imgui.NewVec2(f.X+p.px(10), y), imgui.NewVec2(0, 1), flags)
		imgui.PushTextWrapPosV(wrap)
		if m.bad {
			colored(theme.Error, "Error")
			imgui.SameLine()
		}
		imgui.TextUnformatted(m.text)
		imgui.PopTextWrapPos()
		p.messageButtons(v, m, wrap)
		m.height = p.notePlate(fmt.Sprintf("message %d", i)).height
		y -= m.height + p.px(messageGap)
		imgui.End()
	}
	if p.stack = 0; shown > 0 {
		p.stack = p.layout.Free.Y + p.layout.Free.H - y
	}
}

// messageButtons draws what can be done about a message. A line of buttons ends at wrap.
func (p *panels) messageButtons(v *view, m *message, wrap float32) {
	first := true
	button := func(label string) bool {
		if !first {
			imgui.SameLine()
			if imgui.CursorPosX()+imgui.CalcTextSize(label).X+2*p.px(theme.FrameX) > wrap {
				imgui.NewLine()
			}
		}
		first = false
		pressed := imgui.Button(label)
		p.note("message/" + label)
		return pressed
	}
	if m.button != "" && button(m.button) {
		m.gone = true
		v.later(m.do)
	}
	if m.path != "" {
		if button("Show folder") {
			path := m.path
			v.aside(func() error { return showFolder(path) })
		}
		if button("Copy path") {
			imgui.SetClipboardText(m.path)
		}
	}
	if m.bad {
		if button("Copy details") {
			imgui.SetClipboardText(m.text)
		}
		if button("Close") {
			m.gone = true
		}
	}
}
