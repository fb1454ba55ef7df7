// SPDX-License-Identifier: MIT

package flags

import (
	"fmt"
	"strings"
)

// Key is a key, or a movement of the mouse, and what it does.
type Key struct{ Name, Does string }

// Keys are the window's keys, as -h and the help in the window list them. Package window has their
// actions by the same names.
var Keys = []Key{
	{"F1", "this help"},
	{"P", "panels"},
	{"F", "frame the model"},
	{"1", "front"},
	{"2", "side"},
	{"3", "back"},
	{"Left", "turn left"},
	{"Right", "turn right"},
	{"Up", "turn up"},
	{"Down", "turn down"},
	{"Space", "turntable"},
	{"V", "save this view"},
	{"B", "next saved view"},
	{"T", "next transparency"},
	{"O", "next order"},
	{"K", "next key bits"},
	{"L", "next shadow"},
	{"M", "next shading"},
	{"N", "next tone curve"},
	{"+", "brighter"},
	{"-", "darker"},
	{"A", "wind, or none"},
	{"R", "lights turn too"},
	{"D", "head, or none"},
	{"W", "wipe to exact"},
	{"H", "heat map of errors"},
	{"C", "layers a pixel"},
	{"G", "histogram of keys"},
	{"S", "screenshot"},
	{"F2", "save the settings"},
	{"Esc", "close"},
}

// Mouse has the movements of the mouse.
var Mouse = []Key{
	{"left drag", "orbit"}, {"right drag", "pan"}, {"wheel", "dolly"}, {"drop a file", "show it"},
}

// keyLines returns the keys in so many columns.
func keyLines(columns int) string {
	var b strings.Builder
	rows := (len(Keys) + columns - 1) / columns
	for row := range rows {
		line := ""
		for at := row; at < len(Keys); at += rows {
			line += fmt.Sprintf("  %-5s %-18s", Keys[at].Name, Keys[at].Does)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
