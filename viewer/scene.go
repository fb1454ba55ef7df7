// SPDX-License-Identifier: MIT

package main

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

// scene is what is shown: strands and perhaps a head, on the GPU.
type scene struct {
	device   *gpu.Device
	name     string
	model    *hair.Model
	renderer *hair.Renderer
	o        hair.Options // the renderer's
	origin   strands.Origin
	head     *groom.Head // there is, whether or not it is drawn

	motion *motion.Motion // nil for hair that stands still
	before int            // steps before the first frame

	resting bool // the hair stands still: see rest
}

// open puts the strands on the GPU.
func open(ctx context.Context, d *gpu.Device, o flags.Options, set *strands.Set, head *groom.Head, log *progress.Log) (*scene, error) {
	if o.Subdivide > 1 {
		var err error
		if set, err = set.Subdivide(o.Subdivide); err != nil {
			return nil, flags.InputError(fmt.Errorf("-subdivide %d: %w", o.Subdivide, err))
		}
	}
	set, err := o.Shape.Widths(set)
	if err != nil {
		return nil, flags.InputError(err)
	}
	done := log.Step("compiling")
	s := &scene{device: d, name: set.Name, o: o.Renderer(head), origin: set.Origin, head: head}
	if s.model, err = hair.NewModel(d, set); err != nil {
		return nil, err
	}
	if o.Motion.Asked {
		if err := s.move(o, set, head); err != nil {
			s.release()
			return nil, err
		}
	}
	s.renderer, err = hair.NewRenderer(d, s.model, s.o)
	if errors.Is(err, hair.ErrLight) {
		err = flags.InputError(err)
	}
	if err != nil {
		s.release()
		return nil, err
	}
	c := d.Caps()
	done("%s, OpenGL %d.%d", c.Renderer, c.Major, c.Minor)
	if err := ctx.Err(); err != nil {
		s.release()
		return nil, fmt.Errorf("%w", err)
	}
	if err := s.moveTo(ctx, 0); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

// another is a renderer of the same scene by other options.
func (s *scene) another(o hair.Options, width, height int) (*hair.Renderer, error) {
	r, err := hair.NewRenderer(s.device, s.model, o)
	if err != nil {
		return nil, err
	}
	if err := r.Resize(width, height); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

// reference are the scene's options for what it is compared with: nothing that is there to be measured.
func (s *scene) reference(way hair.Transparency) hair.Options {
	o := s.o
	o.Transparency, o.Order, o.KeyBits, o.Core, o.Samples = way, hair.Sorted, 0, false, 1
	return o
}

// camera returns the view that the options ask for.
func (s *scene) camera(c flags.Camera, width, height int) hair.Camera {
	low, high := s.renderer.Bounds()
	return c.Of(low, high, float32(width)/float32(height))
}

func (s *scene) release() {
	s.renderer.Release()
	s.motion.Release()
	s.model.Release()
}
