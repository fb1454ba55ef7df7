// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/history"
)

// later does something between two frames. The panels change nothing while they are drawn.
func (v *view) later(do func() error) { v.queue = append(v.queue, do) }

// aside does something between two frames that leaves the image as it is. Without panels the whole
// window is drawn anew.
func (v *view) aside(do func() error) {
	v.later(func() error {
		v.stays = v.ui.shown
		return do()
	})
}

// catchUp does what is queued. Errors become messages. The model is drawn again unless work says
// that the image stays.
func (v *view) catchUp() {
	for len(v.queue) > 0 {
		do := v.queue[0]
		v.queue = v.queue[1:]
		was := v.stale
		v.stale, v.stays = false, false
		v.try(do())
		v.stale = was || v.stale || !v.stays
	}
	v.queue = nil
}

// settings are what is shown, without the position of the camera.
func (v *view) settings() flags.Settings {
	return history.Copy(flags.Settings{File: v.o.File, Flags: v.o.Given, Views: v.o.Views, UsualLights: v.fixedLights})
}

// record stores a change for undo. Changes of one drag, and of one key within joinTime, are one
// step.
func (v *view) record(before flags.Settings) {
	if v.unrecorded {
		return
	}
	after, now := v.settings(), time.Now()
	v.edits.Add(changeName(before, after), before, after, v.ui.holding() || now.Sub(v.edited) < joinTime)
	v.edited = now
}

// changeName names a step of undo by the rows that it changes.
func changeName(before, after flags.Settings) string {
	if before.File != after.File {
		if after.File == "" {
			return "grow hair"
		}
		return "open " + filepath.Base(after.File)
	}
	changed := flags.Differing(before.Flags, after.Flags)
	var names []string
	for _, flag := range changed {
		if flag == "groom" {
			names = append(names, controls.GroomChanges(before.Flags[flag], after.Flags[flag])...)
			continue
		}
		names = append(names, labelOf(flag))
	}
	if len(names) > 3 {
		return fmt.Sprintf("%d changes", len(names))
	}
	return strings.Join(names, ", ")
}

// labelOf is the label of the first row that changes a flag.
func labelOf(flag string) string {
	for _, c := range controls.All() {
		if c.Flag == flag {
			return strings.ToLower(c.Label)
		}
	}
	return flag
}

// undo goes back by one change, redo forward again.
func (v *view) undo() error {
	to, ok := v.edits.Undo()
	if !ok {
		v.notify("Nothing to undo.")
		return nil
	}
	name, _ := v.edits.Names()
	if err := v.unrecordedly(to); err != nil {
		return err
	}
	v.edits.Undone()
	v.notify("Undone: %s.", name)
	return nil
}

func (v *view) redo() error {
	to, ok := v.edits.Redo()
	if !ok {
		v.notify("Nothing to redo.")
		return nil
	}
	_, name := v.edits.Names()
	if err := v.unrecordedly(to); err != nil {
		return err
	}
	v.edits.Redone()
	v.notify("Done again: %s.", name)
	return nil
}

// unrecordedly shows settings without a step of undo.
func (v *view) unrecordedly(to flags.Settings) error {
	v.unrecorded = true
	defer func() { v.unrecorded = false }()
	to = history.Copy(to)
	if err := v.become(to); err != nil {
		return err
	}
	v.o.Views = to.Views
	return nil
}

// slotNames are the looks that the window keeps to compare.
var slotNames = [...]string{"A", "B"}

// keepLook stores what is shown in a slot. Camera and size are no part of a look. The image stays.
func (v *view) keepLook(slot int) error {
	v.stays = v.ui.shown
	s := v.settings()
	v.slots[slot], v.slotCameras[slot], v.slot = &s, nil, slot
	v.notify("%s keeps this look.", slotNames[slot])
	return nil
}

// keepLookAndCamera stores what is shown in a slot, with the camera. A wipe shows such a look from
// the present camera, as both sides have one.
func (v *view) keepLookAndCamera(slot int) error {
	v.endGlide()
	c, err := flags.ParseCamera(v.cameraText(v.whole()))
	if err != nil {
		return err
	}
	if err := v.keepLook(slot); err != nil {
		return err
	}
	v.slotCameras[slot] = &c
	v.notify("%s keeps this look and camera.", slotNames[slot])
	return nil
}

// showLook shows the look of a slot. An empty slot keeps the present look.
func (v *view) showLook(slot int) error {
	if v.slots[slot] == nil {
		return v.keepLook(slot)
	}
	if err := v.become(v.look(slot)); err != nil {
		return err
	}
	v.slot = slot
	if c := v.slotCameras[slot]; c != nil {
		return v.goToCamera(*c)
	}
	return nil
}

// look returns the settings of a slot, with the present camera and size.
func (v *view) look(slot int) flags.Settings {
	s := history.Copy(*v.slots[slot])
	for _, name := range []string{"camera", "size"} {
		delete(s.Flags, name)
		if text, ok := v.o.Given[name]; ok {
			s.Flags[name] = text
		}
	}
	return s
}

// swapLook shows the other look.
func (v *view) swapLook() error {
	if v.slots[0] == nil || v.slots[1] == nil {
		v.notify(storeLooks)
		return nil
	}
	return v.showLook(1 - max(v.slot, 0))
}

// peek shows the other look, or the other side of a wipe, until unpeek.
func (v *view) peek() error {
	if v.c.shows == wipe {
		v.c.peeks, v.c.toFit = true, true
		return nil
	}
	if v.slots[0] == nil || v.slots[1] == nil || v.peeked != nil {
		if v.peeked == nil {
			return v.swapLook() // its message
		}
		return nil
	}
	s, other := v.settings(), 1-max(v.slot, 0)
	if err := v.unrecordedly(v.look(other)); err != nil {
		return err
	}
	v.peeked = &s
	if c := v.slotCameras[other]; c != nil {
		v.endGlide()
		v.peekedFrom = v.cameraText(v.whole())
		v.o.Camera = *c
		v.place()
	}
	return nil
}

// shownSlot is the slot of the look that is shown: the other one while X is held.
func (v *view) shownSlot() int {
	if v.peeked != nil {
		return 1 - max(v.slot, 0)
	}
	return v.slot
}

func (v *view) unpeek() error {
	if v.c.peeks {
		v.c.peeks, v.c.toFit = false, true
	}
	if v.peeked == nil {
		return nil
	}
	s, from := *v.peeked, v.peekedFrom
	v.peeked, v.peekedFrom = nil, ""
	if err := v.unrecordedly(s); err != nil || from == "" {
		return err
	}
	c, err := flags.ParseCamera(from)
	if err != nil {
		return err
	}
	v.o.Camera = c
	v.place()
	return nil
}

// command is the command line that draws the image that takeImage writes.
func (v *view) command() string {
	s := v.settings()
	s.Flags = maps.Clone(s.Flags)
	width, height := v.imageSize()
	s.Flags["size"], s.Flags["camera"] = fmt.Sprintf("%dx%d", width, height), v.cameraText(v.present().aspect())
	if v.s.Motion != nil {
		s.Flags["steps"] = fmt.Sprint(v.s.Steps())
	}
	return s.Command("viewer", cmp.Or(v.imageName(".png"), v.o.Run.Out, "out.png"))
}

// copyCommand puts the command line into the clipboard.
func (v *view) copyCommand() error {
	v.w.SetClipboardString(v.command())
	v.notify("Command line copied.")
	return nil
}
