// SPDX-License-Identifier: MIT

package main

import (
	"context"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/hair"
)

// headless renders one picture to a file.
func headless(ctx context.Context, o options, say *progress) error {
	set, head, err := load(o, say)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	context, err := offscreen.New(offscreen.Options{})
	if err != nil {
		return err
	}
	defer context.Release()
	d, err := context.Attach(o.device)
	if err != nil {
		return err
	}
	defer d.Release()
	s, err := open(ctx, d, o, set, head, say)
	if err != nil {
		return err
	}
	defer s.release()
	p, err := newPicture(d, o.width, o.height)
	if err != nil {
		return err
	}
	defer p.release()
	if err := s.renderer.Resize(o.width, o.height); err != nil {
		return err
	}
	timer, err := d.NewTimer(hair.Stages())
	if err != nil {
		return err
	}
	defer timer.Release()

	camera := s.camera(o, o.width, o.height)
	frame := func(what string) ([]gpu.Stage, stats, error) {
		done := say.step("%s", what)
		timer.Begin()
		if err := s.renderer.Frame(camera, hair.Target{Framebuffer: p.framebuffer}, timer); err != nil {
			return nil, stats{}, err
		}
		stages, wall, err := timer.Stages()
		if err != nil {
			return nil, stats{}, err
		}
		if err := d.Check(); err != nil {
			return nil, stats{}, err
		}
		measured, err := s.measure(o, d, stages, wall)
		if err != nil {
			return nil, stats{}, err
		}
		done("%d of %d segments drawn, %d out of order", measured.DrawnSegments, measured.Segments, measured.Inversions)
		return stages, measured, nil
	}
	// The first frame compiles what drivers leave until a program's first use; the second is what a frame costs.
	stages, measured, err := frame("first frame")
	if err == nil && o.stats != "" && ctx.Err() == nil {
		stages, measured, err = frame("second frame, timed")
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	for _, st := range stages {
		mark := ""
		if !st.Reliable {
			mark = "  (unreliable: this driver's GPU clock)"
		}
		say.line("  %-26s%8.2f ms%s", st.Name, ms(st.Time), mark)
	}
	done := say.step("writing")
	img, err := readImage(d, p.framebuffer, o.width, o.height)
	if err != nil {
		return err
	}
	if err := writePNG(o.out, img); err != nil {
		return err
	}
	done("%s", o.out)
	if o.stats == "" {
		return nil
	}
	return measured.write(o.stats)
}
