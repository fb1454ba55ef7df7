// SPDX-License-Identifier: MIT

package history

import (
	"maps"
	"slices"

	"github.com/combgl/comb/viewer/internal/flags"
)

// Most is the number of steps that are kept.
const Most = 100

// History is a list of steps. The zero value is empty.
type History struct {
	steps []step
	done  int // steps that are in effect; those after it were undone
	open  bool
}

type step struct {
	name          string
	before, after flags.Settings
}

// Add stores a step. It drops what was undone. A step with the name of the one before joins it if
// joins is true, nothing was undone between them, and Close was not called.
func (h *History) Add(name string, before, after flags.Settings, joins bool) {
	if Same(before, after) {
		return
	}
	h.steps = h.steps[:h.done]
	if last := len(h.steps) - 1; joins && h.open && last >= 0 && h.steps[last].name == name {
		h.steps[last].after = after
		return
	}
	if len(h.steps) == Most {
		h.steps = slices.Delete(h.steps, 0, 1)
	}
	h.steps = append(h.steps, step{name, before, after})
	h.done, h.open = len(h.steps), true
}

// Close ends a gesture: the next step joins none.
func (h *History) Close() { h.open = false }

// Undo returns the settings before the latest step, and whether there is one. Call Undone when they
// are in effect.
func (h *History) Undo() (to flags.Settings, ok bool) {
	if h.done == 0 {
		return to, false
	}
	return h.steps[h.done-1].before, true
}

// Redo returns the settings after the step that was undone last, and whether there is one. Call
// Redone when they are in effect.
func (h *History) Redo() (to flags.Settings, ok bool) {
	if h.done == len(h.steps) {
		return to, false
	}
	return h.steps[h.done].after, true
}

// Undone moves one step back.
func (h *History) Undone() { h.done, h.open = max(h.done-1, 0), false }

// Redone moves one step forward.
func (h *History) Redone() { h.done, h.open = min(h.done+1, len(h.steps)), false }

// Names returns the names of the steps that Undo and Redo would take, "" for none.
func (h *History) Names() (undo, redo string) {
	if h.done > 0 {
		undo = h.steps[h.done-1].name
	}
	if h.done < len(h.steps) {
		redo = h.steps[h.done].name
	}
	return undo, redo
}

// Same reports whether two settings show the same. A flag that was not given has its default.
func Same(a, b flags.Settings) bool {
	return a.File == b.File && slices.Equal(a.Views, b.Views) && len(flags.Differing(a.Flags, b.Flags)) == 0
}

// Copy returns settings that share nothing with s.
func Copy(s flags.Settings) flags.Settings {
	s.Flags, s.Views = maps.Clone(s.Flags), slices.Clone(s.Views)
	return s
}
