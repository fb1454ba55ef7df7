// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/scene"
)

// A side of a comparison shows one of these, a look by its name in slotNames, or the present look
// by an OIT method, by the method's name.
const (
	presentSide   = "present"
	referenceSide = "reference" // the method of -compare, without approximations
)

// side is the left or the right image of a comparison, and the objects that draw it.
type side struct {
	of       string
	renderer *hair.Renderer // nil for the present look, which the window's renderer draws
	made     hair.Options   // the renderer's
	model    *hair.Model    // that it draws
	own      *scene.Scene   // of a look with other strands than the window's; it has the renderer
	look     *flags.Settings
	options  flags.Options // of the look
	target   *framebuffer.Framebuffer
	image    *image.NRGBA
	name     string
}

// usualSides compare the present look with the reference.
func usualSides() [2]side { return [2]side{{of: presentSide}, {of: referenceSide}} }

// forget releases what draws a side.
func (s *side) forget() {
	if s.own != nil {
		s.own.Release() // with the renderer
	} else {
		s.renderer.Release() // also of none
	}
	s.own, s.renderer, s.model, s.look = nil, nil, nil, nil
}

func (s *side) release() {
	s.forget()
	if s.target != nil {
		s.target.Release()
		s.target = nil
	}
}

// slotOf is the slot of the look that a side shows, -1 for none.
func slotOf(of string) int { return slices.Index(slotNames[:], of) }

// sources are what a side can show, in the order of the lists.
func (v *view) sources() []string {
	all := []string{presentSide, slotNames[0], slotNames[1], referenceSide}
	for _, m := range hair.Transparencies() {
		if m != v.o.Run.Reference {
			all = append(all, m.String())
		}
	}
	return all
}

// sourceName is what the window calls a source.
func (v *view) sourceName(of string) string {
	switch {
	case of == presentSide:
		return "present look"
	case of == referenceSide:
		return v.o.Run.Reference.String()
	case slotOf(of) >= 0:
		return "look " + of
	}
	return of
}

// noSource is why a side cannot show something, "" where it can.
func (v *view) noSource(of string) string {
	if slot := slotOf(of); slot >= 0 && v.slots[slot] == nil {
		return fmt.Sprintf("Look %s is empty. Shift and a click on %s stores what is shown.", of, of)
	}
	return ""
}

// chooseSide gives a side another source. If the other side shows it, the two change places.
func (v *view) chooseSide(at int, of string) error {
	if why := v.noSource(of); why != "" {
		v.notify("%s", why)
		return nil
	}
	a, b := &v.c.sides[at], &v.c.sides[1-at]
	if a.of == of {
		return nil
	}
	v.c.before = nil
	if b.of == of {
		*a, *b = *b, *a
	} else {
		a.forget()
		a.of = of
	}
	v.stale = true
	if v.c.shows != wipe && v.c.shows != heat {
		return nil
	}
	return v.makeSides()
}

// wipeLooks wipes between the looks A and B, or ends that. Afterwards the sides are what they were.
func (v *view) wipeLooks() error {
	if v.c.before != nil && v.c.shows == wipe {
		return v.show(wipe)
	}
	if v.slots[0] == nil || v.slots[1] == nil {
		v.notify(storeLooks)
		return nil
	}
	before := [2]string{v.c.sides[0].of, v.c.sides[1].of}
	for i, name := range slotNames {
		v.c.sides[i].forget()
		v.c.sides[i].of = name
	}
	v.c.before = &before
	if v.c.shows == wipe {
		v.stale = true
		return v.makeSides()
	}
	return v.show(wipe)
}

// storeLooks is the message of what needs both looks.
const storeLooks = "This needs two looks. Shift and a click on A stores the present one. Change it, and store it in B."

// makeSides makes the renderers of both sides that are missing or out of date. An error ends the
// comparison.
func (v *view) makeSides() error {
	for i := range v.c.sides {
		if err := v.makeSide(&v.c.sides[i]); err != nil {
			if !errors.Is(err, gpu.ErrContextLost) {
				err = errors.Join(err, v.show(v.c.shows))
			}
			return err
		}
	}
	for i := range v.c.sides {
		v.c.sides[i].name = v.sideName(i)
	}
	return nil
}

func (v *view) makeSide(s *side) error {
	if s.of == presentSide {
		return nil
	}
	if slot := slotOf(s.of); slot >= 0 {
		return v.makeLook(s, slot)
	}
	o, err := v.methodOptions(s.of)
	if err != nil {
		return err
	}
	return v.renew(s, o)
}

// renew gives a side a renderer of the window's strands with these options, if it has none.
func (v *view) renew(s *side, o hair.Options) (err error) {
	if s.renderer != nil && s.model == v.s.Model && reflect.DeepEqual(s.made, o) {
		return nil
	}
	s.forget()
	if s.renderer, err = scene.NewRenderer(v.d, v.s.Model, o); err != nil {
		return err
	}
	s.made, s.model = o, v.s.Model
	return nil
}

// methodOptions are those of the present look, drawn by a method.
func (v *view) methodOptions(of string) (hair.Options, error) {
	if of == referenceSide {
		o := v.s.Reference(v.o.Run.Reference)
		o.Image.Exposure, o.Image.AutoExposure = float32(v.o.Appearance.Exposure), v.o.Appearance.AutoExposure
		return o, nil
	}
	method, err := hair.ParseTransparency(of)
	if err != nil {
		return hair.Options{}, err
	}
	now := v.o
	now.Transparency, now.Core = method, now.Core && method != hair.Exact
	return v.rendererOptions(now), nil
}

// makeLook makes what draws the look of a slot: a renderer of the window's strands, or a scene of
// its own if the look has others. Hair of such a scene stands still.
func (v *view) makeLook(s *side, slot int) error {
	if v.slots[slot] == nil {
		return errors.New(v.noSource(s.of))
	}
	if s.look != v.slots[slot] {
		o, err := v.look(slot).Options()
		if err != nil {
			return err
		}
		o.Run, o.Run.Compared = v.o.Run, true
		s.forget()
		s.look, s.options = v.slots[slot], o
	}
	if s.own != nil {
		return nil
	}
	if v.sharesStrands(s.options) {
		look := s.look
		o := s.options.Renderer(v.s.Head)
		scene.ResolveCore(s.options, v.s.Model, &o)
		err := v.renew(s, o)
		s.look = look
		return err
	}
	set, head, err := v.load(s.options)
	if err != nil {
		return err
	}
	s.renderer.Release()
	s.renderer = nil
	if s.own, err = v.openScene(s.options, set, head); err != nil {
		return err
	}
	s.renderer, s.model = s.own.Renderer, s.own.Model
	return nil
}

// sharesStrands reports whether a look has the strands and the head that the window has.
func (v *view) sharesStrands(o flags.Options) bool {
	if o.File != v.o.File || !o.NoHead && o.Head != v.head {
		return false
	}
	return !slices.ContainsFunc(flags.Differing(o.Given, v.o.Given), func(name string) bool { return reloads[name] })
}

// sideName is the text of the plate of a side: the method, or the look and what makes it differ
// from the other side.
func (v *view) sideName(i int) string {
	mine, other := v.c.sides[i].of, v.c.sides[1-i].of
	if slotOf(mine) < 0 && slotOf(other) < 0 {
		if mine == presentSide {
			return v.methodName()
		}
		return v.sourceName(mine)
	}
	name := v.sourceName(mine)
	if slot := slotOf(mine); slot >= 0 {
		name = slotNames[slot]
	}
	a, b := v.sideSettings(mine), v.sideSettings(other)
	if slotOf(mine) < 0 && mine != presentSide { // the name says it
		b.Flags["transparency"] = a.Flags["transparency"]
	}
	if d := differences(a, b); d != "" {
		name += ", " + d
	}
	return name
}

// sideSettings are the settings that a side shows.
func (v *view) sideSettings(of string) flags.Settings {
	if slot := slotOf(of); slot >= 0 && v.slots[slot] != nil {
		return v.look(slot)
	}
	s := v.settings()
	switch of {
	case presentSide:
	case referenceSide:
		s.Flags["transparency"] = v.o.Run.Reference.String()
	default:
		s.Flags["transparency"] = of
	}
	return s
}

// differences names what settings have that others have not, at most three of them.
func differences(mine, other flags.Settings) string {
	var all []string
	if mine.File != other.File && mine.File == "" {
		all = append(all, "groom")
	} else if mine.File != other.File {
		all = append(all, filepath.Base(mine.File))
	}
	for _, flag := range flags.Differing(mine.Flags, other.Flags) {
		if flag != "camera" && flag != "size" && flag != "steps" {
			all = append(all, controls.Describe(flag, flags.Value(mine.Flags, flag)))
		}
	}
	if len(all) > 3 {
		all = append(all[:2], fmt.Sprintf("%d more", len(all)-2))
	}
	return strings.Join(all, ", ")
}
