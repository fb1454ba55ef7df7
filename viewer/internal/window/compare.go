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

// against is what the window shows of the reference.
type against int

const (
	nothing     against = iota
	wipe                // the way chosen left of the cursor, the reference right of it
	heat                // how far each pixel is off
	layerCounts         // how many fragments of hair lie over each pixel
)

// heatShown is how much stronger than they are the window shows differences.
const heatShown = 8

// restful is how long a view must stay as it is before all figures are worked out.
const restful = 400 * time.Millisecond

// comparing is the window's comparison: both images of the latest view, and what they are drawn with.
type comparing struct {
	shows           against
	reference       *hair.Renderer
	mine, other     *framebuffer.Framebuffer // to render into
	board           *board                   // what goes to the window
	images          [2]*image.NRGBA
	out             *image.NRGBA // of them, as it is shown
	mask            []bool
	figures         string
	since           time.Time // of the latest view
	toFit, measured bool      // the images are to be put together anew; the figures are there
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
		v.c = comparing{shows: what}
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
		v.c.reference.Release() // it has the head, or has not
		v.c.reference = nil
	}
	v.s.Renderer.Release()
	v.s.Renderer, v.s.Options, v.stale = r, o, true
	return nil
}

// nextMethod shows the next transparency; one that this driver cannot draw is passed over.
func (v *view) nextMethod() error {
	all := hair.Transparencies()
	for i := range all {
		way := all[(int(v.o.Transparency)+1+i)%len(all)]
		if v.o.Core && way == hair.Exact {
			continue
		}
		samples := "0"
		if given, ok := v.o.Given["samples"]; ok && (way == hair.Blend || v.o.Samples <= 1) {
			samples = given
		}
		err := v.change("transparency", way.String(), "samples", samples)
		if err == nil || errors.Is(err, gpu.ErrContextLost) {
			return err
		}
		v.tell("%v", err)
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

// drawCompared draws the view by both ways and puts them together in the window.
func (v *view) drawCompared(width, height int) error {
	c := &v.c
	if c.shows == layerCounts {
		return v.drawLayers(width, height)
	}
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

// fit puts the two images together as the cursor says.
func (v *view) fit() error {
	c := &v.c
	c.toFit = false
	var out *image.NRGBA
	if c.shows == heat {
		errs, err := imagediff.Errors(c.images[0], c.images[1])
		if err != nil {
			return err
		}
		out = imagediff.Heat(errs, heatShown)
	} else {
		place := 0.5
		if across, _ := v.w.GetSize(); v.moved && across > 0 {
			place = v.x / float64(across)
		}
		var err error
		if out, err = imagediff.Wipe(c.images[0], c.images[1], place); err != nil {
			return err
		}
	}
	c.out = out
	c.board.show(out)
	return nil
}

// refit puts a comparison into the window again, and follows the cursor of a wipe, without drawing the scene.
func (v *view) refit() error {
	if v.c.toFit && v.c.mask != nil {
		return v.fit()
	}
	if v.c.out != nil {
		v.c.board.show(v.c.out)
	}
	return nil
}

// rest works out the figures once a view has stayed as it is, as they take a while.
func (v *view) rest() error {
	if v.o.Run.CloseAfter > 0 || time.Since(v.c.since) < restful {
		return nil
	}
	return v.measure()
}

// measure works out the figures of what is shown, if they are not there yet.
func (v *view) measure() error {
	c := &v.c
	if c.shows == nothing || c.measured || c.mask == nil {
		return nil
	}
	c.measured = true
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

// resize makes what the comparison draws with, for images of that size.
func (c *comparing) resize(v *view, width, height int) (err error) {
	if c.reference == nil {
		o := v.s.Reference(v.o.Run.Reference)
		o.Image.Exposure = float32(v.o.Look.Exposure)
		if c.reference, err = hair.NewRenderer(v.d, v.s.Model, o); err != nil {
			return err
		}
	}
	c.reference.SetExposure(float32(v.o.Look.Exposure))
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
