// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"errors"
	"fmt"
	"image"
	"maps"
	"strconv"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/imagediff"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/combgl/comb/viewer/internal/scene"
)

// against is the kind of comparison with the reference that the window shows.
type against int

const (
	nothing     against = iota
	wipe                // the left side left of a line, the right side right of it
	heat                // the error of each pixel
	layerCounts         // the number of hair fragments over each pixel
)

// usualGain is the factor by which the difference map multiplies at first, mostGain the largest.
const (
	usualGain = 8
	mostGain  = 32
)

// idleTime is the time without a change of the view before all figures are computed.
const idleTime = 400 * time.Millisecond

// comparing is the window's comparison: both sides of the latest view, and the image made of them.
type comparing struct {
	shows           against
	sides           [2]side
	before          *[2]string               // what the sides showed before wipeLooks, nil when it is over
	board           *board                   // the image in the window
	layers          *framebuffer.Framebuffer // of drawLayers
	out             *image.NRGBA             // the shown image, made from both
	mask            []bool
	at              area       // of the latest image in the window
	line            float64    // of a wipe: the part of the width that is left of it
	peeks           bool       // a wipe shows the right side alone
	paced           pace.Frame // of all that is drawn
	gain            float64    // of the difference map
	shown           shown      // the numbers of a map
	most            float64    // the largest number of layers, or the largest difference
	figures         string
	values          *imagediff.Figures // of the shown image, nil before they are there
	since           time.Time          // when the latest view began
	toFit, measured bool               // out must be made anew; figures is up to date
}

// twoSides reports whether the comparison draws both sides.
func (c *comparing) twoSides() bool { return c.shows == wipe || c.shows == heat }

// off ends the comparison. What was chosen for the next one stays.
func (c *comparing) off() {
	c.release()
	now := comparing{line: c.line, gain: c.gain}
	for i := range c.sides {
		now.sides[i].of = c.sides[i].of
		if c.before != nil {
			now.sides[i].of = c.before[i]
		}
	}
	*c = now
}

// show turns a comparison on or off. Images are compared at one sample a pixel.
func (v *view) show(what against) error {
	if v.c.shows == what {
		what = nothing
	}
	was, several := v.c.shows, v.o.Samples > 1 && v.o.Unused("samples") == ""
	v.c.shows, v.stale = what, true
	v.o.Run.Compared = what == wipe || what == heat
	compared := was == wipe || was == heat
	if what == layerCounts || was == layerCounts {
		v.c.figures, v.c.mask, v.c.toFit, v.c.values, v.c.shown = "", nil, false, nil, shown{}
	}
	if compared == v.o.Run.Compared {
		if v.c.mask == nil {
			v.c.out = nil // it is of another comparison
			return nil
		}
		return v.fit()
	}
	if !v.o.Run.Compared {
		v.c.off()
		v.c.shows = what
		return v.rebuild()
	}
	if several {
		v.notify("A comparison draws one sample per pixel. Edges are rougher than in the image.")
	}
	if err := v.rebuild(); err != nil {
		return err
	}
	return v.makeSides()
}

// rebuild makes the renderer anew, when a choice needs another one.
func (v *view) rebuild() error {
	v.uncounted = 0
	began := time.Now()
	if v.compiled > plateAfter {
		v.working("Preparing the hair for drawing")
	}
	o := v.rendererOptions(v.o)
	r, err := scene.NewRenderer(v.d, v.s.Model, o)
	if err != nil {
		return err
	}
	v.compiled = time.Since(began)
	v.s.Renderer.Release()
	v.s.Renderer, v.s.Options, v.stale = r, o, true
	if note := scene.CoreNote(v.o, v.s.Model, o); note != "" {
		v.notify("%s.", note)
	}
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
		err := v.change("transparency", method.String())
		if err == nil || errors.Is(err, gpu.ErrContextLost) {
			return err
		}
		v.notify("This driver cannot draw %q: %v. Still using %q.", method, err, v.o.Transparency)
	}
	return nil
}

// fallBack draws by blending what needs more memory than there is: exact takes it by the view.
func (v *view) fallBack(cause error, width, height int) error {
	v.log.Line("%v", cause)
	before, method := v.settings(), v.o.Transparency
	v.o.Transparency, v.o.Run.Compared = hair.Blend, false
	v.c.off()
	if err := v.rebuild(); err != nil {
		return err
	}
	if method == hair.Blend {
		v.notify("The comparison needs more memory than the device has.")
		return v.drawOnce(width, height)
	}
	v.o.Given = maps.Clone(v.o.Given)
	v.o.Given["transparency"] = hair.Blend.String()
	v.edits.Close() // a step of its own
	v.record(before)
	v.edits.Close()
	v.ui.offer(fmt.Sprintf("%q needs more memory than the device has. Drawing with %q instead.", method, hair.Blend), "Undo", v.undo)
	return v.drawOnce(width, height)
}

// nextOrder blends in the next order.
func (v *view) nextOrder() error {
	all := hair.Orders()
	return v.changeUsed("order", all[(int(v.o.Order)+1)%len(all)].String())
}

// nextBits sorts by the next number of key bits.
func (v *view) nextBits() error {
	next := flags.KeyBitSteps[0]
	for i, b := range flags.KeyBitSteps {
		if b == v.o.KeyBits {
			next = flags.KeyBitSteps[(i+1)%len(flags.KeyBitSteps)]
		}
	}
	return v.changeUsed("keybits", strconv.Itoa(next))
}

// drawCompared draws the view by both methods and shows the combined image. While something moves
// it is a preview, to which target scales the present look, and has no figures.
func (v *view) drawCompared(a area, target hair.Target) error {
	c := &v.c
	c.at = a
	if c.shows == layerCounts {
		return v.drawLayers(a, target)
	}
	width, height := a.width, a.height
	if err := v.makeSides(); err != nil {
		if errors.Is(err, gpu.ErrContextLost) || errors.Is(err, gpu.ErrTooLarge) || errors.Is(err, gpu.ErrOutOfMemory) {
			return err
		}
		v.try(err)
		return v.drawOnce(v.w.GetFramebufferSize()) // the comparison is off
	}
	if c.board == nil {
		c.board = newBoard()
	}
	began := time.Now()
	var mask []bool
	for i := range c.sides {
		if i > 0 && time.Since(began) > longFrame {
			v.drawing.announced = true // Esc ends the second side
		}
		more, err := v.drawSide(&c.sides[i], target, width, height)
		if err != nil {
			return err
		}
		for k, covered := range mask {
			more[k] = more[k] || covered
		}
		if more != nil {
			mask = more
		}
	}
	c.mask = mask
	c.since, c.measured, c.figures, c.values = time.Now(), false, "", nil
	return v.fit()
}

// stopComparing ends a comparison while it is drawn. The image before stays until the next frame.
func (v *view) stopComparing() error {
	v.notify("Stopped. The comparison is off.")
	v.fresh = v.still != nil
	return v.show(v.c.shows)
}

// drawSide draws a side, and returns which pixels show its hair: nil for a preview, and where the
// other side shows the same hair. to is the target of the present look.
func (v *view) drawSide(s *side, to hair.Target, width, height int) (mask []bool, err error) {
	r := s.renderer
	if r == nil {
		r = v.s.Renderer
	} else {
		o := v.o
		if slotOf(s.of) >= 0 {
			o = s.options
		}
		if to, err = v.setQualityOf(r, o, width, height); err != nil {
			return nil, err
		}
		r.SetStop(v.stopsFrame)
		defer r.SetStop(nil)
	}
	if err := framebuffer.Resize(v.d, &s.target, width, height); err != nil {
		return nil, err
	}
	if err := errors.Join(v.dropOverflow(), r.Reserve(v.camera)); err != nil {
		return nil, err
	}
	to.Framebuffer = s.target.ID
	if err := r.Frame(v.camera, to, nil); err != nil {
		return nil, err
	}
	if s.image, err = framebuffer.Read(v.d, s.target.ID, width, height); err != nil {
		return nil, err
	}
	if v.level != pace.Full || s == &v.c.sides[0] && slotOf(v.c.sides[0].of) < 0 && slotOf(v.c.sides[1].of) < 0 {
		return nil, nil // both draw the same hair: the right side has the mask
	}
	layers, err := r.Layers()
	if err != nil {
		return nil, err
	}
	return layers.Mask(), nil
}

// fit combines the two images by the line of the wipe.
func (v *view) fit() error {
	c := &v.c
	c.toFit = false
	var out *image.NRGBA
	if c.shows == heat {
		errs, err := imagediff.Errors(c.sides[0].image, c.sides[1].image)
		if err != nil {
			return err
		}
		c.shown, c.most = differenceShown(errs, c.gain), 0
		out = c.shown.image(v.colorMap())
		for _, e := range errs.Values {
			c.most = max(c.most, e)
		}
	} else {
		place := c.line
		if c.peeks {
			place = 0
		}
		var err error
		if out, err = imagediff.Wipe(c.sides[0].image, c.sides[1].image, place); err != nil {
			return err
		}
	}
	c.out = out
	c.board.show(out, c.at)
	return nil
}

// refit shows a comparison again without drawing the scene. A wipe follows its line.
func (v *view) refit() error {
	if v.c.toFit && v.c.shows == layerCounts && v.c.shown.place != nil {
		v.c.out, v.c.toFit = v.c.shown.image(v.colorMap()), false
	}
	if v.c.toFit && v.c.twoSides() && v.c.sides[0].image != nil && v.c.sides[1].image != nil {
		return v.fit()
	}
	if v.c.out != nil {
		v.c.board.show(v.c.out, v.c.at)
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
	f, err := imagediff.Measure(c.sides[0].image, c.sides[1].image, c.mask)
	if errors.Is(err, imagediff.ErrMask) {
		c.figures = ", no hair in the image"
		v.title()
		return nil
	}
	if err != nil {
		return err
	}
	c.values = &f
	c.figures = fmt.Sprintf(", %.1f dB, max %.3f, %.2f %% of pixels differ, SSIM %.4f, FLIP %.4f", f.PSNR, f.MaxError, 100*f.PixelsOff, f.SSIM, f.FLIP)
	v.log.Line("%s against %s%s", c.sides[0].name, c.sides[1].name, c.figures)
	v.title()
	return nil
}

func (c *comparing) release() {
	for i := range c.sides {
		c.sides[i].release()
	}
	if c.layers != nil {
		c.layers.Release()
	}
	c.board.release()
}

// forgetSides releases the renderers of both sides: they draw strands that are gone, or that begin
// to move.
func (c *comparing) forgetSides() {
	for i := range c.sides {
		if c.sides[i].own == nil {
			c.sides[i].forget()
		}
	}
}
