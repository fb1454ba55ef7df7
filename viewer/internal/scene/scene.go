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
		return nil, err
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
	s.Renderer, err = hair.NewRenderer(d, s.Model, s.Options)
	if errors.Is(err, hair.ErrLight) {
		err = flags.InputError(fmt.Errorf("-lights: %w", err))
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
	r, err := hair.NewRenderer(s.device, s.Model, o)
	if err != nil {
		return nil, err
	}
	if err := r.Resize(width, height); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
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
