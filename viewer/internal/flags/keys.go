// SPDX-License-Identifier: MIT

package flags

import (
	"fmt"
	"strings"
)

// Key is a key, or a movement of the mouse, and what it does. Rare keys stand in -help-all and in
// the window's help, and not in -h.
type Key struct {
	Name, Does string
	Rare       bool
}

// Keys are the window's keys, as the help texts and the window list them. Package window has their
// actions by the same names.
var Keys = []Key{
	{"F1", "keys and mouse", false},
	{"P", "hide all panels", false},
	{"Ctrl+B", "hide all panels", true},
	{"N", "Look panel", false},
	{"F9", "Measure panel", false},
	{"F6", "next area", true},
	{"F11", "full screen", true},
	{"F", "frame the model", false},
	{"Enter", "camera of the settings", true},
	{"1", "front", false},
	{"3", "right side", false},
	{"7", "top", false},
	{"Ctrl+1", "back", false},
	{"Ctrl+3", "left side", true},
	{"Ctrl+7", "bottom", true},
	{"Left", "turn left", true},
	{"Right", "turn right", true},
	{"Up", "turn up", true},
	{"Down", "turn down", true},
	{"Shift+Left", "pan left", true},
	{"Shift+Right", "pan right", true},
	{"Shift+Up", "pan up", true},
	{"Shift+Down", "pan down", true},
	{"PgUp", "closer", true},
	{"PgDn", "farther", true},
	{"Alt+Left", "camera before", true},
	{"Space", "turntable", false},
	{"V", "keep this view", false},
	{"B", "next kept view", false},
	{"Ctrl+Z", "undo", false},
	{"Ctrl+Shift+Z", "redo", true},
	{"Ctrl+Y", "redo", true},
	{"[", "look A", false},
	{"]", "look B", false},
	{"Shift+[", "keep as look A", true},
	{"Shift+]", "keep as look B", true},
	{"Alt+Shift+[", "A with its camera", true},
	{"Alt+Shift+]", "B with its camera", true},
	{"X", "hold: the other", false},
	{"W", "wipe to exact", false},
	{"Shift+W", "wipe looks A, B", false},
	{"H", "difference map", false},
	{"C", "layers per pixel", false},
	{"G", "histogram of keys", true},
	{"R", "full quality now", false},
	{"T", "next transparency", true},
	{"O", "next order", true},
	{"K", "next key bits", true},
	{"L", "next shadow", true},
	{"M", "next shading", true},
	{"U", "next tone curve", true},
	{"+", "brighter", true},
	{"-", "darker", true},
	{"E", "half a stop brighter", true},
	{"Shift+E", "half a stop darker", true},
	{"A", "wind, or none", false},
	{"D", "head, or none", true},
	{"Shift+L", "lights turn too", true},
	{"F5", "read the file again", true},
	{"Ctrl+O", "open a file", false},
	{"Ctrl+S", "save settings", false},
	{"F2", "save settings", true},
	{"F12", "write an image", false},
	{"S", "write an image", true},
	{"Ctrl+F12", "write an .exr image", true},
	{"Shift+F12", "size, name of images", true},
	{"Ctrl+C", "copy the command", false},
	{"Esc", "end what is open", true},
	{"Ctrl+Q", "close", false},
}

// Mouse returns the movements of the mouse. blender is the mouse of Blender, whose middle button
// orbits.
func Mouse(blender bool) []Key {
	all := []Key{
		{"left drag", "orbit", false}, {"right drag", "pan", false}, {"wheel", "dolly", false}, {"Shift+left drag", "pan", true},
		{"Ctrl+wheel", "dolly to the cursor", true}, {"Ctrl+left drag", "dolly", true}, {"Shift+right drag", "turn the lights", true},
		{"Alt+right drag", "dolly", true}, {"double click", "put the pivot there", true}, {"middle click", "put the pivot there", true},
		{"drop a file", "show it", false},
	}
	if !blender {
		return append(all, Key{"middle drag", "pan", true})
	}
	return append(all, Key{"middle drag", "orbit", true}, Key{"Shift+middle drag", "pan", true}, Key{"Ctrl+middle drag", "dolly", true})
}

// keyLines returns keys in so many columns.
func keyLines(columns int, rare bool) string {
	var keys []Key
	name, does := 0, 0
	for _, k := range Keys {
		if !k.Rare || rare {
			keys = append(keys, k)
			name, does = max(name, len(k.Name)), max(does, len(k.Does))
		}
	}
	var b strings.Builder
	rows := (len(keys) + columns - 1) / columns
	for row := range rows {
		line := ""
		for at := row; at < len(keys); at += rows {
			line += fmt.Sprintf("  %-*s %-*s", name, keys[at].Name, does, keys[at].Does)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
