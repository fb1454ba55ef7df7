// SPDX-License-Identifier: MIT

package flags

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
)

// Options are all flags, checked. The window changes them by flags' texts alone: see settings.
type Options struct {
	File string // the model; "" for the groom
	Run  Run

	Width, Height      int
	Camera             Camera
	Order              hair.Order
	Transparency       hair.Transparency
	KeyBits, Samples   int
	Strands, Subdivide int
	Seed               uint64
	WidthPixels, Alpha float64 // 0: the hairs' own
	Core, AutoCore     bool    // AutoCore: where it helps
	NoHead             bool
	Head               string // Scalp, Milliner under a file's hair, or an .obj file; "" for the groom's own, and none for a file
	Appearance         Appearance
	Light              Light
	Shape              Shape
	Motion             Motion
	Files              Files

	Views     []string          // saved ones, as -camera has them
	Given     map[string]string // the flags that were given and that settings may hold
	DrawnWith map[string]string // the flags that a frame of a sequence records
}

// coreFlag is the flag -core of options: a switch that may also be auto.
type coreFlag Options

func (c *coreFlag) String() string {
	switch {
	case c == nil || c.AutoCore:
		return "auto"
	case c.Core:
		return "true"
	}
	return "false"
}

// IsBoolFlag lets -core stand without a value.
func (c *coreFlag) IsBoolFlag() bool { return true }

func (c *coreFlag) Set(text string) error {
	c.Core, c.AutoCore = text == "true" || text == "on", text == "auto"
	if !c.Core && !c.AutoCore && text != "false" && text != "off" {
		return fmt.Errorf("auto, on or off")
	}
	return nil
}

// Run are what one run does: its outputs and measurements. Only the command line sets it.
type Run struct {
	Headless, Quiet      bool
	Out, Stats, Settings string // files
	View                 int    // of the saved ones, from 1; 0: none
	CloseAfter           int    // frames
	TargetMS             int    // of a frame in the window; 0: none
	Compared             bool
	Reference            hair.Transparency // that is compared with
	Measuring            Measuring
	Sequence             Sequence
}

// Check refuses values out of range and flags that exclude each other.
func (o Options) Check() error {
	switch {
	case o.File == "" && o.Strands != 0 && (o.Strands < groom.MinStrands || o.Strands > groom.MaxStrands):
		return fmt.Errorf("-strands %d: want from %d to %d for a groom", o.Strands, groom.MinStrands, groom.MaxStrands)
	case (o.Run.Measuring.ShadowError || o.Run.Measuring.Shadows) && o.Light.Lamps != nil && len(o.Light.Lamps) == 0:
		return errors.New("-shadow-error and -shadows: not with -lights none")
	}
	if err := o.checkNames(); err != nil {
		return err
	}
	return o.checkComparison()
}

// checkComparison refuses what cannot be drawn together.
func (o Options) checkComparison() error {
	if o.Core && o.Transparency == hair.Exact {
		return fmt.Errorf("-core: not with -transparency %v", o.Transparency)
	}
	return o.Run.Measuring.check(o.Run.Compared, o.Run.Headless)
}

// Renderer returns the renderer's options. Images are compared at one sample a pixel, which all OIT
// methods have.
func (o Options) Renderer(head *groom.Head) hair.Options {
	if o.Unused("samples") != "" {
		o.Samples = 1
	}
	if o.NoHead {
		head = nil
	}
	h := hair.Options{
		Head:         head,
		Strands:      hair.StrandOptions{Opacity: float32(o.Alpha)},
		Transparency: hair.TransparencyOptions{Method: o.Transparency, Order: o.Order, KeyBits: o.KeyBits, Core: o.Core},
		Image:        hair.ImageOptions{Samples: o.Samples},
		Debug:        hair.DebugOptions{WidthPixels: float32(o.WidthPixels)},
	}
	share := float32(1)
	if o.File == "" {
		share = groomShare(o.Shape.style, o.Strands)
	}
	o.Light.set(&h, share)
	o.Shape.set(&h)
	o.Appearance.set(&h)
	return h
}

// Heads of -head: Milliner is package groom's, and Scalp is grown from the roots of the hair.
const (
	Milliner = "milliner"
	Scalp    = "scalp"
)

// isMesh reports whether a text of -head is a file.
func isMesh(head string) bool { return strings.EqualFold(filepath.Ext(head), ".obj") }

// parseHead reads a text of -head. A groom's own head is the milliner's, a file's is the scalp.
func (o *Options) parseHead(text string) error {
	switch {
	case text == "on" && (o.File == "" || o.Files.Raw):
	case text == "on" || text == Scalp:
		o.Head = Scalp
	case text == "none" || text == "off":
		o.NoHead = true
	case text == Milliner:
		if o.File != "" {
			o.Head = Milliner
		}
	case isMesh(text):
		o.Head = text
	default:
		return fmt.Errorf("-head %q: want on, none, %s, %s or an .obj file", text, Scalp, Milliner)
	}
	return nil
}

// HeadName is the head that is shown: none, own, Scalp, Milliner or a file.
func (o Options) HeadName() string {
	switch {
	case o.NoHead || o.Head == "" && o.File != "":
		return "none"
	case o.Head == "":
		return "own"
	}
	return o.Head
}

// maxTarget is the most milliseconds that a frame may be given.
const maxTarget = 10_000

// KeyBitSteps are the numbers of key bits that -methods and the window's key go through.
var KeyBitSteps = [...]int{32, 24, 16, 12, 8, 6}
