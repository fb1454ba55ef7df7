// SPDX-License-Identifier: MIT

package scene

import (
	"context"
	"errors"
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/motion"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/progress"
)

// Scene is the shown model: strands and perhaps a head, on the GPU.
type Scene struct {
	device   *gpu.Device
	log      *progress.Log
	Name     string
	Model    *hair.Model
	Renderer *hair.Renderer
	Options  hair.Options // the renderer's
	Origin   strands.Origin
	Head     *groom.Head // nil without a head; it may be hidden

	Motion *motion.Motion // nil for hair that stands still
	before int            // steps before the first frame

	Resting bool // the hair stands still: see Rest
}

// Open uploads the strands to the GPU and makes a renderer.
func Open(ctx context.Context, d *gpu.Device, o flags.Options, set *strands.Set, head *groom.Head, log *progress.Log) (*Scene, error) {
	if o.Subdivide > 1 {
		var err error
		if set, err = set.Subdivide(o.Subdivide); err != nil {
			return nil, flags.InputError(fmt.Errorf("-subdivide %d: %w", o.Subdivide, err))
		}
	}
	set, err := o.Widths(set)
	if err != nil {
		return nil, flags.InputError(err)
	}
	s := &Scene{device: d, log: log, Name: set.Name, Options: o.Renderer(head), Origin: set.Origin, Head: head}
	var moving motion.Options
	if o.Motion.Requested {
		if moving, err = s.motionOf(o, set, head); err != nil {
			return nil, err
		}
	}
	done := log.Step("compiling")
	if s.Model, err = hair.NewModel(d, set); err != nil {
		return nil, modelError(err)
	}
	ResolveCore(o, s.Model, &s.Options)
	if note := CoreNote(o, s.Model, s.Options); note != "" {
		log.Line("%s", note)
	}
	if o.Motion.Requested {
		if err := s.move(o, set, moving); err != nil {
			s.Release()
			return nil, err
		}
	}
	s.Renderer, err = NewRenderer(d, s.Model, s.Options)
	if errors.Is(err, hair.ErrLight) || errors.Is(err, gpu.ErrTooLarge) { // such as a light's map
		err = flags.InputError(err)
	}
	if err != nil {
		s.Release()
		return nil, err
	}
	c := d.Caps()
	done("%s, OpenGL %d.%d", c.Renderer, c.Major, c.Minor)
	if err := ctx.Err(); err != nil {
		s.Release()
		return nil, fmt.Errorf("%w", err)
	}
	if err := s.MoveTo(ctx, 0); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// ResolveCore turns the opaque core on if the flags leave that to the model.
func ResolveCore(o flags.Options, m *hair.Model, h *hair.Options) {
	if o.AutoCore {
		h.Transparency.Core = m.CoreHelps(*h)
	}
}

// CoreNote returns why a core that the flags turn on does nothing, or "".
func CoreNote(o flags.Options, m *hair.Model, h hair.Options) string {
	if o.Core && !m.CoreWorks(h) {
		return "-core has no effect: no hair is more opaque than 0.95"
	}
	return ""
}

// Another returns a renderer of the same scene with other options.
func (s *Scene) Another(o hair.Options, width, height int) (*hair.Renderer, error) {
	r, err := NewRenderer(s.device, s.Model, o)
	if err != nil {
		return nil, err
	}
	if err := s.resize(r, width, height); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

// resize is Resize, which enqueues alone, with the driver's answer whether there is memory.
func (s *Scene) resize(r *hair.Renderer, width, height int) error {
	err := r.Resize(width, height)
	check := s.device.Check()
	if err == nil && (errors.Is(check, gpu.ErrGL) || errors.Is(check, gpu.ErrOutOfMemory)) {
		return fmt.Errorf("the driver did not give the memory of %dx%d pixels: %v: %w", width, height, check, gpu.ErrOutOfMemory)
	}
	return err
}

// Sized returns the scene's renderer for images of that size. If the options leave the samples of a
// pixel to the device, and it has not as many for the size, it returns another renderer with fewer,
// and their number; else 0. Errors about a size that is too large are input errors.
func (s *Scene) Sized(o hair.Options, width, height int) (r *hair.Renderer, samples int, err error) {
	if err = s.resize(s.Renderer, width, height); err == nil {
		return s.Renderer, 0, nil
	}
	several := o.Transparency.Method == hair.Tiles || o.Transparency.Method == hair.Blend
	for _, n := range []int{2, 1} {
		if o.Image.Samples > 0 || !several || !tooLarge(err) {
			break
		}
		fewer := o
		fewer.Image.Samples = n
		if r, err = s.Another(fewer, width, height); err == nil {
			return r, n, nil
		}
	}
	if !tooLarge(err) {
		return nil, 0, err
	}
	way := "give a smaller size"
	if o.Image.Samples > 1 {
		way = "leave -samples out, which takes as many as there are for the size, or give a smaller size"
	}
	return nil, 0, flags.InputError(fmt.Errorf("an image of %dx%d: %s: %w", width, height, way, err))
}

// tooLarge reports whether an error of Resize is about the size or the samples.
func tooLarge(err error) bool {
	return errors.Is(err, gpu.ErrTooLarge) || errors.Is(err, gpu.ErrUnsupported) || errors.Is(err, gpu.ErrOutOfMemory)
}

// FewerSamples is the text that warns of an image with fewer samples than by default.
func FewerSamples(samples, width, height int) string {
	return fmt.Sprintf("%dx%d is drawn with -samples %d and not 4, which this device has not for that size: edges of the head are rougher", width, height, samples)
}

// Reference returns the scene's options for the reference image: without the approximations that
// are measured.
func (s *Scene) Reference(method hair.Transparency) hair.Options {
	o := s.Options
	t := &o.Transparency
	t.Method, t.Order, t.KeyBits, t.Core, o.Image.Samples = method, hair.Sorted, 0, false, 1
	return o
}

// Camera returns the view of the options.
func (s *Scene) Camera(c flags.Camera, width, height int) hair.Camera {
	low, high := s.Renderer.Bounds()
	return s.Turned(c).Of(low, high, float32(width)/float32(height))
}

// Turned returns a view with its place around the model: an automatic one by the hair's extent.
func (s *Scene) Turned(c flags.Camera) flags.Camera {
	return c.Turned(s.Model.Bounds())
}

func (s *Scene) Release() {
	s.Renderer.Release()
	s.Motion.Release()
	s.Model.Release()
}
