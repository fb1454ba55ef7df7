// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"errors"
	"fmt"
	"image"
	"strconv"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/imagediff"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/framebuffer"
)

// against is the kind of comparison with the reference that the window shows.
type against int

const (
	nothing     against = iota
	wipe                // the chosen method left of a line, the reference right of it
	heat                // the error of each pixel
	layerCounts         // the number of hair fragments over each pixel
)

// heatShown is the factor by which the window multiplies differences.
const heatShown = 8

// idleTime is the time without a change of the view before all figures are computed.
const idleTime = 400 * time.Millisecond

// comparing is the window's comparison: both images of the latest view, and the objects that draw
// them.
type comparing struct {
	shows           against
	reference       *hair.Renderer
	mine, other     *framebuffer.Framebuffer // to render into
	board           *board                   // the image in the window
	images          [2]*image.NRGBA
	out             *image.NRGBA // the shown image, made from both
	mask            []bool
	at              area    // of the latest image in the window
	line            float64 // of a wipe: the part of the width that is left of it
	peeks           bool    // a wipe shows the reference alone
	most            float64 // the largest number of layers, or the largest difference
	figures         string
	since           time.Time // when the latest view began
	toFit, measured bool      // out must be made anew; figures is up to date
}

// show turns a comparison on or off. Images are compared at one sample a pixel.
func (v *view) show(what against) error {
	if v.c.shows == what {
		what = nothing
	}
	was := v.c.shows
	v.c.shows, v.stale = what, true
	v.o.Run.Compared = what == wipe || what == heat
	compared := was == wipe || was == heat
	if what == layerCounts || was == layerCounts {
		v.c.figures, v.c.mask, v.c.toFit = "", nil, false
	}
	if compared == v.o.Run.Compared {
		return nil
	}
	if !v.o.Run.Compared {
		v.c.release()
		v.c = comparing{shows: what, line: v.c.line}
	}
	if err := v.o.Check(); err != nil { // more than one sample
		v.c.shows, v.o.Run.Compared = was, compared
		return err
	}
	return v.rebuild()
}

// rebuild makes the renderer anew, when a choice needs another one.
func (v *view) rebuild() error {
	v.uncounted = 0
	o := v.o.Renderer(v.s.Head)
	r, err := hair.NewRenderer(v.d, v.s.Model, o)
	if err != nil {
		return err
	}
	if (o.Head == nil) != (v.s.Options.Head == nil) {
		v.c.reference.Release() // its head may differ
		v.c.reference = nil
	}
	v.s.Renderer.Release()
	v.s.Renderer, v.s.Options, v.stale = r, o, true
	return nil
}

// nextMethod shows the next OIT method. It skips a method that this driver cannot draw.
func (v *view) nextMethod() error {
	all := hair.Transparencies()
	for i := range all {
		method := all[(int(v.o.Transparency)+1+i)%len(all)]
		if v.o.Core && method == hair.Exact {
			continue
		}
		samples := "0"
		if given, ok := v.o.Given["samples"]; ok && (method == hair.Blend || v.o.Samples <= 1) {
			samples = given
		}
		err := v.change("transparency", method.String(), "samples", samples)
		if err == nil || errors.Is(err, gpu.ErrContextLost) {
			return err
		}
		v.notify("%v", err)
	}
	return nil
}

// nextBits sorts by the next number of key bits.
func (v *view) nextBits() error {
	next := flags.KeyBitSteps[0]
	for i, b := range flags.KeyBitSteps {
		if b == v.o.KeyBits {
			next = flags.KeyBitSteps[(i+1)%len(flags.KeyBitSteps)]
		}
	}
	return v.change("keybits", strconv.Itoa(next))
}

// drawCompared draws the view by both methods and shows the combined image.
func (v *view) drawCompared(a area) error {
	c := &v.c
	c.at = a
	if c.shows == layerCounts {
		return v.drawLayers(a)
	}
	width, height := a.width, a.height
	if err := c.resize(v, width, height); err != nil {
		return err
	}
	for i, draw := range []struct {
		r *hair.Renderer
		p *framebuffer.Framebuffer
	}{{v.s.Renderer, c.mine}, {c.reference, c.other}} {
		if err := draw.r.Reserve(v.camera); err != nil {
			return err
		}
		if err := draw.r.Frame(v.camera, hair.Target{Framebuffer: draw.p.ID}, nil); err != nil {
			return err
		}
		img, err := framebuffer.Read(v.d, draw.p.ID, width, height)
		if err != nil {
			return err
		}
		c.images[i] = img
	}
	layers, err := c.reference.Layers()
	if err != nil {
		return err
	}
	c.mask, c.since, c.measured, c.figures = layers.Mask(), time.Now(), false, ""
	return v.fit()
}

// fit combines the two images by the line of the wipe.
func (v *view) fit() error {
	c := &v.c
	c.toFit = false
	var out *image.NRGBA
	if c.shows == heat {
		errs, err := imagediff.Errors(c.images[0], c.images[1])
		if err != nil {
			return err
		}
		out, c.most = imagediff.Heat(errs, heatShown), 0
		for _, e := range errs.Values {
			c.most = max(c.most, e)
		}
	} else {
		place := c.line
		if c.peeks {
			place = 0
		}
		var err error
		if out, err = imagediff.Wipe(c.images[0], c.images[1], place); err != nil {
			return err
		}
	}
	c.out = out
	c.board.show(out, c.at.x, c.at.y)
	return nil
}

// refit shows a comparison again without drawing the scene. A wipe follows its line.
func (v *view) refit() error {
	if v.c.toFit && v.c.mask != nil {
		return v.fit()
	}
	if v.c.out != nil {
		v.c.board.show(v.c.out, v.c.at.x, v.c.at.y)
	}
	return nil
}

// rest computes the figures once a view has not changed for idleTime, because they take time.
func (v *view) rest() error {
	if v.o.Run.CloseAfter > 0 || time.Since(v.c.since) < idleTime {
		return nil
	}
	return v.measure()
}

// measure computes the figures of the shown image, unless they are up to date.
func (v *view) measure() error {
	c := &v.c
	if c.shows == nothing || c.measured || c.mask == nil {
		return nil
	}
	c.measured = true
	v.ui.settle()
	f, err := imagediff.Measure(c.images[0], c.images[1], c.mask)
	if errors.Is(err, imagediff.ErrMask) {
		c.figures = ", no hair in the image"
		v.title()
		return nil
	}
	if err != nil {
		return err
	}
	c.figures = fmt.Sprintf(", %.1f dB, max %.3f, %.2f %% off, SSIM %.4f, FLIP %.4f", f.PSNR, f.MaxError, 100*f.PixelsOff, f.SSIM, f.FLIP)
	v.log.Line("%v, %v, %d bits%s", v.o.Transparency, v.o.Order, v.o.KeyBits, c.figures)
	v.title()
	return nil
}

// resize makes the framebuffers and images of the comparison for that size.
func (c *comparing) resize(v *view, width, height int) (err error) {
	if c.reference == nil {
		o := v.s.Reference(v.o.Run.Reference)
		o.Image.Exposure = float32(v.o.Appearance.Exposure)
		if c.reference, err = hair.NewRenderer(v.d, v.s.Model, o); err != nil {
			return err
		}
	}
	c.reference.SetExposure(float32(v.o.Appearance.Exposure))
	if err := c.reference.Resize(width, height); err != nil {
		return err
	}
	if c.board == nil {
		c.board = newBoard()
	}
	for _, p := range []**framebuffer.Framebuffer{&c.mine, &c.other} {
		if err := framebuffer.Resize(v.d, p, width, height); err != nil {
			return err
		}
	}
	return nil
}

func (c *comparing) release() {
	c.reference.Release() // also of none
	for _, p := range []*framebuffer.Framebuffer{c.mine, c.other} {
		if p != nil {
			p.Release()
		}
	}
	c.board.release()
}
