// SPDX-License-Identifier: MIT

//go:build !headless

package window

import "github.com/go-gl/glfw/v3.3/glfw"

// typed are keys that were pressed after one that opens a field for text, and before the field was
// there. They are written into the field: taken as keys of their own they would change the look.
type typed struct {
	opening bool
	drawn   int // drawings of the panels since the key
	events  []func()
}

// mostOpening is the number of drawings of the panels after which no field is expected any more.
const mostOpening = 6

// opens notes a key that opens a field for text.
func (v *view) opens(key glfw.Key, mods glfw.ModifierKey) {
	switch name := keyName(key, mods); {
	case v.busy || !v.ui.takesText():
	case name == "Ctrl+O", name == "F1" && !v.ui.help && !v.empty():
		v.typed.opening, v.typed.drawn = true, 0
	}
}

// keeps stores an event of the keyboard until the field is there.
func (v *view) keeps(event func()) bool {
	if v.typed.opening {
		v.typed.events = append(v.typed.events, event)
	}
	return v.typed.opening
}

// writeTyped handles the kept events once the field is there. Call it after the panels were drawn.
func (v *view) writeTyped() {
	t := &v.typed
	if !t.opening {
		return
	}
	if t.drawn++; !v.ui.typing() && t.drawn < mostOpening {
		v.ui.settle() // draw on
		return
	}
	events := t.events
	t.opening, t.events = false, nil
	for _, event := range events {
		event() // which may be kept again
	}
}
