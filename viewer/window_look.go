// SPDX-License-Identifier: MIT

//go:build !headless

package main

import "github.com/combgl/comb/hair"

// drawing are the renderers that draw what the window shows.
func (v *view) drawing() []*hair.Renderer {
	if v.c.reference == nil {
		return []*hair.Renderer{v.s.renderer}
	}
	return []*hair.Renderer{v.s.renderer, v.c.reference}
}

// nextShading goes on to the next light in the hair.
func (v *view) nextShading() error {
	next := (v.o.look.shading + 1) % hair.Shading(len(hair.Shadings()))
	for _, r := range v.drawing() {
		if err := r.SetShading(next); err != nil {
			return err
		}
	}
	v.o.look.shading, v.s.o.Shading = next, next
	v.say.line("shading %v", next)
	return nil
}

// nextTone goes on to the next tone curve.
func (v *view) nextTone() {
	next := (v.o.look.toneMap + 1) % hair.ToneMap(len(hair.ToneMaps()))
	for _, r := range v.drawing() {
		r.SetToneMap(next)
	}
	v.o.look.toneMap, v.s.o.ToneMap = next, next
	v.say.line("tone %v", next)
}
