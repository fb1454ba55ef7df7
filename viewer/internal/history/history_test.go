// SPDX-License-Identifier: MIT

package history

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/viewer/internal/flags"
)

func bits(n int) flags.Settings {
	return flags.Settings{Flags: map[string]string{"keybits": fmt.Sprint(n)}}
}

// undo goes a step back and returns the key bits.
func undo(t *testing.T, h *History) string {
	t.Helper()
	s, ok := h.Undo()
	if !ok {
		t.Fatal("nothing to undo")
	}
	h.Undone()
	return s.Flags["keybits"]
}

func TestUndoAndRedoReturnTheSettings(t *testing.T) {
	var h History
	for i := range 3 {
		h.Add(fmt.Sprint("step ", i), bits(i+1), bits(i+2), false)
	}
	if u, r := h.Names(); u != "step 2" || r != "" {
		t.Error(u, r)
	}
	if got := undo(t, &h) + undo(t, &h); got != "32" {
		t.Error(got)
	}
	if u, r := h.Names(); u != "step 0" || r != "step 1" {
		t.Error(u, r)
	}
	s, ok := h.Redo()
	h.Redone()
	if !ok || s.Flags["keybits"] != "3" {
		t.Error(s, ok)
	}
	h.Add("other", bits(3), bits(9), false) // drops what was undone
	if _, ok := h.Redo(); ok {
		t.Error("a new step leaves the undone one")
	}
	for range 3 {
		undo(t, &h)
	}
	if _, ok := h.Undo(); ok {
		t.Error("there are more steps than changes")
	}
}

func TestStepsOfAGestureJoin(t *testing.T) {
	var h History
	h.Add("bits", bits(1), bits(2), true)
	h.Add("bits", bits(2), bits(3), true)
	h.Add("bits", bits(3), bits(3), false) // changes nothing
	h.Close()
	h.Add("bits", bits(3), bits(4), true)
	h.Add("bits", bits(4), bits(5), false)
	h.Add("other", bits(5), bits(6), true)
	if got := undo(t, &h) + undo(t, &h) + undo(t, &h) + undo(t, &h); got != "5431" {
		t.Errorf("undo gives %s", got)
	}
}

func TestOnlySoManyStepsAreKept(t *testing.T) {
	var h History
	for i := range Most + 20 {
		h.Add("bits", bits(i), bits(i+1), false)
	}
	n, last := 0, ""
	for _, ok := h.Undo(); ok; _, ok = h.Undo() {
		last = undo(t, &h)
		n++
	}
	if n != Most || last != "20" {
		t.Errorf("%d steps, to %s", n, last)
	}
}

func TestSameComparesTheTextsOfFlags(t *testing.T) {
	a, b := bits(16), flags.Settings{}
	if !Same(a, b) || Same(a, bits(3)) || Same(a, flags.Settings{File: "wig.hair"}) || Same(a, flags.Settings{Views: []string{"0,0,1"}}) {
		t.Error("16 key bits are the default")
	}
	c := Copy(a)
	c.Flags["keybits"] = "1"
	if a.Flags["keybits"] != "16" {
		t.Error("a copy shares the flags")
	}
}
