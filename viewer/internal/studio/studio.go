// SPDX-License-Identifier: MIT

package studio

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
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

// Studio has the objects that draw headless frames.
type Studio struct {
	Width, Height int
	Device        *gpu.Device
	Scene         *scene.Scene
	Target        *framebuffer.Framebuffer
	Log           *progress.Log
	Set           *strands.Set // of the scene, for scenes with other options
	Head          *groom.Head  // likewise; nil for none

	context *offscreen.Context
	timer   *gpu.Timer
}

// New loads the model of the options and makes its scene on a device without a window.
func New(ctx context.Context, o flags.Options, device gpu.Options, log *progress.Log) (st *Studio, err error) {
	st = &Studio{Width: o.Width, Height: o.Height, Log: log}
	if max(o.Width, o.Height) > framebuffer.SureSide || o.Samples > 1 { // before the model, which may take minutes to read
		if err := st.attach(o, device); err != nil {
			st.Release()
			return nil, err
		}
	}
	if st.Set, st.Head, err = input.Load(ctx, o, log); err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = st.open(ctx, o, device)
	}
	if err != nil {
		st.Release()
		return nil, err
	}
	return st, nil
}

// attach makes the device, unless there is one, and compares -size with its limits.
func (st *Studio) attach(o flags.Options, device gpu.Options) (err error) {
	if st.Device != nil {
		return nil
	}
	if st.context, err = offscreen.New(offscreen.Options{}); err != nil {
		return err
	}
	if st.Device, err = st.context.Attach(device); err != nil {
		return err
	}
	if err := framebuffer.Fits(o.Width, o.Height); err != nil && st.Device.Lost() == nil {
		return flags.InputError(fmt.Errorf("-size %dx%d: %w", o.Width, o.Height, err))
	}
	if err := scene.CheckSamples(o); err != nil {
		return err
	}
	if most := st.Device.Caps().MaxStorageBytes / 4; o.Run.Counts() && o.Width*o.Height > most {
		return flags.InputError(fmt.Errorf("-size %dx%d: -stats, -compare, -methods and -lod-report count the hair of each pixel, of up to %d pixels with this driver: "+
			"leave them out, or give a smaller size", o.Width, o.Height, most))
	}
	return nil
}

func (st *Studio) open(ctx context.Context, o flags.Options, device gpu.Options) (err error) {
	if err := st.attach(o, device); err != nil {
		return err
	}
	if st.Scene, err = scene.Open(ctx, st.Device, o, st.Set, st.Head, st.Log); err != nil {
		return err
	}
	if st.Target, err = framebuffer.New(st.Device, o.Width, o.Height); err != nil {
		return err
	}
	r, samples, err := st.Scene.Sized(st.Scene.Options, o.Width, o.Height)
	if err != nil {
		return err
	}
	if samples > 0 {
		st.Scene.Renderer.Release()
		st.Scene.Renderer, st.Scene.Options.Image.Samples = r, samples
		st.Log.Warn("%s", scene.FewerSamples(samples, o.Width, o.Height))
	}
	st.timer, err = st.Device.NewTimer(hair.Stages())
	return err
}

// Release frees the objects of New, the newest first.
func (st *Studio) Release() {
	st.timer.Release() // also of none
	if st.Target != nil {
		st.Target.Release()
	}
	if st.Scene != nil {
		st.Scene.Release()
	}
	if st.Device != nil {
		st.Device.Release()
	}
	if st.context != nil {
		st.context.Release()
	}
}

// Frame has the times of a drawn frame.
type Frame struct {
	Stages []gpu.Stage
	Wall   time.Duration
	Timed  int // the number of frames whose medians the times are
	Drawn  hair.Drawn
}

// Frame draws a frame into the target and waits for it. A ctx that is done ends it between two
// stages. Errors: also those of ctx.
func (st *Studio) Frame(ctx context.Context, name string, r *hair.Renderer, c hair.Camera) (f Frame, err error) {
	if err := ctx.Err(); err != nil {
		return f, err
	}
	done := st.Log.Step("%s", name)
	if err := st.draw(ctx, r, c, st.timer, true); err != nil {
		return f, err
	}
	if f.Stages, f.Wall, err = st.timer.Stages(); err != nil {
		return f, err
	}
	if err := st.Device.Check(); err != nil {
		return f, err
	}
	if f.Drawn, err = r.Inspect(); err != nil {
		return f, err
	}
	f.Timed = 1
	done("%d segments drawn, %d out of order", f.Drawn.Segments, f.Drawn.Inversions)
	return f, nil
}

// draw enqueues a frame into the target until ctx is done. timer may be nil.
func (st *Studio) draw(ctx context.Context, r *hair.Renderer, c hair.Camera, timer *gpu.Timer, reserve bool) error {
	r.SetStop(func() bool { return ctx.Err() != nil })
	defer r.SetStop(nil)
	var err error
	if reserve {
		err = r.Reserve(c)
	}
	if err == nil {
		if timer != nil {
			timer.Begin()
		}
		err = r.Frame(c, hair.Target{Framebuffer: st.Target.ID}, timer)
	}
	if errors.Is(err, hair.ErrStopped) {
		return ctx.Err()
	}
	return err
}

// ReportCache writes why programs are not cached. Then each process compiles them again, for
// seconds in software.
func (st *Studio) ReportCache() {
	for _, line := range st.Device.Report() {
		if strings.HasPrefix(line, "cache: ") || strings.HasPrefix(line, "programs: ") && strings.Contains(line, "no cache (") {
			st.Log.Line("%s", line)
		}
	}
}

// Draw enqueues a frame of the scene into the target. A ctx that is done ends it between two
// stages. Errors: also those of ctx.
func (st *Studio) Draw(ctx context.Context, c hair.Camera) error {
	return st.draw(ctx, st.Scene.Renderer, c, nil, true)
}

// Shoot draws the scene from each of the cameras. It returns the images and the last frame.
func (st *Studio) Shoot(ctx context.Context, name string, r *hair.Renderer, cameras []hair.Camera) (all []*image.NRGBA, f Frame, err error) {
	for _, c := range cameras {
		if f, err = st.Frame(ctx, name, r, c); err != nil {
			return nil, f, err
		}
		img, err := st.Image()
		if err != nil {
			return nil, f, err
		}
		all = append(all, img)
	}
	return all, f, nil
}

// mostCounted is the most segments of a frame whose pixels are counted for a warning, which takes
// as long as drawing them. A frame that draws more of them shows hair.
const mostCounted = 100_000

// WarnOfNone warns if no pixel of the latest frame of the scene has hair. It waits for the GPU.
func (st *Studio) WarnOfNone() error {
	r := st.Scene.Renderer
	drawn, err := r.Inspect()
	if err != nil || drawn.Segments > mostCounted {
		return err
	}
	pixels := 0
	if drawn.Segments > 0 {
		layers, err := r.Layers()
		if errors.Is(err, gpu.ErrTooLarge) || errors.Is(err, gpu.ErrOutOfMemory) {
			return nil // the image is there, and was only to be counted
		}
		if err != nil {
			return err
		}
		pixels = layers.Pixels()
	}
	if pixels == 0 {
		st.Log.Warn("no pixel of the image shows hair: %d of %d segments were drawn. -camera, -unit and -width may be the cause",
			drawn.Segments, st.Scene.Model.Segments())
	}
	return nil
}

// Image reads the latest frame back.
func (st *Studio) Image() (*image.NRGBA, error) {
	return framebuffer.Read(st.Device, st.Target.ID, st.Width, st.Height)
}

// Linear reads the scene's latest frame before exposure and tone mapping, if path names an EXR
// file.
func (st *Studio) Linear(path string) (hair.Linear, error) {
	if !imagefile.IsEXR(path) {
		return hair.Linear{}, nil
	}
	return st.Scene.Renderer.Linear()
}
