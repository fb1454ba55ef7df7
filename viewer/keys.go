// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
)

// keyHelp are the window's keys, as -h and the help overlay tell them. What they do stands in keyActions, by the same names.
var keyHelp = []struct{ key, does string }{
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

// mouseHelp is what the mouse does.
var mouseHelp = []struct{ key, does string }{
	{"left drag", "orbit"}, {"right drag", "pan"}, {"wheel", "dolly"}, {"drop a file", "show it"},
}

// keyLines are the keys in so many columns.
func keyLines(columns int) string {
	var b strings.Builder
	rows := (len(keyHelp) + columns - 1) / columns
	for row := range rows {
		line := ""
		for at := row; at < len(keyHelp); at += rows {
			line += fmt.Sprintf("  %-5s %-18s", keyHelp[at].key, keyHelp[at].does)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
