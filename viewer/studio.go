// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"image"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/imagefile"
	"github.com/combgl/comb/viewer/internal/input"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/scene"
)

// studio has what headless frames are drawn with.
type studio struct {
	width, height int
	device        *gpu.Device
	scene         *scene.Scene
	target        *framebuffer.Framebuffer
	log           *progress.Log
	set           *strands.Set // of the scene, for scenes with other options
	head          *groom.Head  // likewise; nil for none

	context *offscreen.Context
	timer   *gpu.Timer
}

// newStudio loads the model that the options name and makes its scene on a device without a window.
func newStudio(ctx context.Context, o flags.Options, device gpu.Options, log *progress.Log) (st *studio, err error) {
	st = &studio{width: o.Width, height: o.Height, log: log}
	if st.set, st.head, err = input.Load(ctx, o, log); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := st.open(ctx, o, device); err != nil {
		st.release()
		return nil, err
	}
	return st, nil
}

func (st *studio) open(ctx context.Context, o flags.Options, device gpu.Options) (err error) {
	if st.context, err = offscreen.New(offscreen.Options{}); err != nil {
		return err
	}
	if st.device, err = st.context.Attach(device); err != nil {
		return err
	}
	if st.scene, err = scene.Open(ctx, st.device, o, st.set, st.head, st.log); err != nil {
		return err
	}
	if st.target, err = framebuffer.New(st.device, o.Width, o.Height); err != nil {
		return err
	}
	if err := st.scene.Renderer.Resize(o.Width, o.Height); err != nil {
		return err
	}
	st.timer, err = st.device.NewTimer(hair.Stages())
	return err
}

// release frees what newStudio made, the newest first.
func (st *studio) release() {
	st.timer.Release() // also of none
	if st.target != nil {
		st.target.Release()
	}
	if st.scene != nil {
		st.scene.Release()
	}
	if st.device != nil {
		st.device.Release()
	}
	if st.context != nil {
		st.context.Release()
	}
}

// frame is one that was drawn, and what it took.
type frame struct {
	stages []gpu.Stage
	wall   time.Duration
	timed  int // of how many frames the times are the medians
	drawn  hair.Drawn
}

// frame draws one into the target and waits for it. Errors: of a context that is done.
func (st *studio) frame(ctx context.Context, name string, r *hair.Renderer, c hair.Camera) (f frame, err error) {
	if err := ctx.Err(); err != nil {
		return f, err
	}
	done := st.log.Step("%s", name)
	if err := r.Reserve(c); err != nil {
		return f, err
	}
	st.timer.Begin()
	if err := r.Frame(c, hair.Target{Framebuffer: st.target.ID}, st.timer); err != nil {
		return f, err
	}
	if f.stages, f.wall, err = st.timer.Stages(); err != nil {
		return f, err
	}
	if err := st.device.Check(); err != nil {
		return f, err
	}
	if f.drawn, err = r.Inspect(); err != nil {
		return f, err
	}
	f.timed = 1
	done("%d segments drawn, %d out of order", f.drawn.Segments, f.drawn.Inversions)
	return f, nil
}

// shoot draws the scene from each of the cameras. It returns the images and the last frame.
func (st *studio) shoot(ctx context.Context, name string, r *hair.Renderer, cameras []hair.Camera) (all []*image.NRGBA, f frame, err error) {
	for _, c := range cameras {
		if f, err = st.frame(ctx, name, r, c); err != nil {
			return nil, f, err
		}
		img, err := st.image()
		if err != nil {
			return nil, f, err
		}
		all = append(all, img)
	}
	return all, f, nil
}

// image reads the latest frame back.
func (st *studio) image() (*image.NRGBA, error) {
	return framebuffer.Read(st.device, st.target.ID, st.width, st.height)
}

// linear reads the scene's latest frame before exposure and tone map, if the file at path holds that.
func (st *studio) linear(path string) (hair.Linear, error) {
	if !imagefile.IsEXR(path) {
		return hair.Linear{}, nil
	}
	return st.scene.Renderer.Linear()
}
