// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
)

// options are all flags, checked. The window changes them by flags' texts alone: see settings.
type options struct {
	file string // the model; "" for the groom
	run  runFlags

	width, height      int
	camera             orbit
	order              hair.Order
	transparency       hair.Transparency
	keyBits, samples   int
	strands, subdivide int
	seed               uint64
	widthPixels, alpha float64 // 0: the hairs' own
	core, noHead       bool
	look               look
	light              light
	shape              shape
	moves              moves
	files              files

	views     []string          // saved ones, as -camera has them
	given     map[string]string // the flags that were given and that settings may hold
	drawnWith map[string]string // the flags that a frame of a sequence records
}

// runFlags are what one run does: its outputs and measurements. Only the command line sets it.
type runFlags struct {
	headless, quiet      bool
	out, stats, settings string // files
	closeAfter           int    // frames
	targetMS             int    // of a frame in the window; 0: none
	compared             bool
	reference            hair.Transparency // that is compared with
	measuring            measuring
	sequence             sequence
}

// check refuses values out of range and flags that exclude each other.
func (o options) check() error {
	switch {
	case o.keyBits < 1 || o.keyBits > 32:
		return fmt.Errorf("-keybits %d: from 1 to 32", o.keyBits)
	case o.strands < 0:
		return fmt.Errorf("-strands %d: not below 0", o.strands)
	case o.file == "" && o.strands != 0 && (o.strands < groom.MinStrands || o.strands > groom.MaxStrands):
		return fmt.Errorf("-strands %d: a groom has from %d to %d", o.strands, groom.MinStrands, groom.MaxStrands)
	case o.samples < 0 || o.samples > 64:
		return fmt.Errorf("-samples %d: from 0 to 64", o.samples)
	case (o.run.measuring.shadowError || o.run.measuring.shadows) && o.light.lamps != nil && len(o.light.lamps) == 0:
		return errors.New("-shadow-error and -shadows: not with -lights none")
	case o.run.closeAfter < 0:
		return fmt.Errorf("-close-after %d: not below 0", o.run.closeAfter)
	case o.run.targetMS < 0 || o.run.targetMS > maxTarget:
		return fmt.Errorf("-target-ms %d: from 0 to %d", o.run.targetMS, maxTarget)
	case o.noHead && o.file != "":
		return errors.New("-head off: a file has no head")
	case !(o.widthPixels >= 0 && o.widthPixels <= 1024):
		return fmt.Errorf("-width-px %v: from 0 to 1024", o.widthPixels)
	case !(o.alpha >= 0 && o.alpha <= 1):
		return fmt.Errorf("-alpha %v: from 0 to 1", o.alpha)
	case o.subdivide < 1 || o.subdivide > strands.MaxParts:
		return fmt.Errorf("-subdivide %d: from 1 to %d", o.subdivide, strands.MaxParts)
	}
	if err := o.checkNames(); err != nil {
		return err
	}
	return o.checkComparison()
}

// checkComparison refuses what cannot be drawn together.
func (o options) checkComparison() error {
	switch {
	case o.samples > 1 && o.transparency != hair.Blend && o.transparency != hair.Tiles:
		return fmt.Errorf("-samples %d: -transparency %v takes 1", o.samples, o.transparency)
	case o.samples > 1 && o.run.compared:
		return fmt.Errorf("-samples %d: pictures are compared with 1", o.samples)
	case o.core && o.transparency == hair.Exact:
		return fmt.Errorf("-core: not with -transparency %v", o.transparency)
	}
	return o.run.measuring.check(o.run.compared, o.run.headless)
}

// renderer returns the renderer's options. Images are compared at one sample a pixel, which all OIT
// methods have.
func (o options) renderer(head *groom.Head) hair.Options {
	if o.run.compared {
		o.samples = 1
	}
	if o.noHead {
		head = nil
	}
	h := hair.Options{
		Order: o.order, Transparency: o.transparency, KeyBits: o.keyBits, Head: head, Samples: o.samples,
		WidthPixels: float32(o.widthPixels), Opacity: float32(o.alpha), Core: o.core,
	}
	o.light.set(&h)
	o.shape.set(&h)
	o.look.set(&h)
	return h
}

// maxTarget is the most milliseconds that a frame may be given.
const maxTarget = 10_000

// keyBitSteps are the numbers of key bits that -methods and the window's key go through.
var keyBitSteps = [...]int{32, 24, 16, 12, 8, 6}
