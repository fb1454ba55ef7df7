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
)

// headless renders to files without a window.
func headless(ctx context.Context, o options, say *progress) error {
	if err := o.checkOutputs(); err != nil {
		return err
	}
	var frames []int
	var drawn record
	if o.sequence.asked {
		var err error
		if drawn, err = o.record(); err != nil {
			return err
		}
		if frames, err = o.sequence.missing(o.width, o.height, drawn); err != nil {
			return err
		}
		all := o.sequence.last - o.sequence.first + 1
		say.line("frames %d to %d: %d to draw, %d are there", o.sequence.first, o.sequence.last, len(frames), all-len(frames))
		if len(frames) == 0 {
			return nil
		}
	}
	set, head, err := load(ctx, o, say)
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
	st := &studio{ctx: ctx, o: o, d: d, s: s, p: p, timer: timer, say: say}

	if o.sequence.asked {
		return st.sequence(frames, drawn.note(d.Caps()))
	}
	return st.still(set, head)
}

// still draws one picture, and what it is compared with.
func (st *studio) still(set *strands.Set, head *groom.Head) error {
	o, d, s, p, say := st.o, st.d, st.s, st.p, st.say
	if err := s.rest(true); err != nil { // hair that moved stands still now: pictures that are compared share its shadows
		return err
	}
	camera := s.camera(o, o.width, o.height)
	// The first frame compiles what drivers leave until a program's first use.
	f, err := st.frame("first frame", s.renderer, camera)
	if err == nil && o.stats != "" {
		s.renderer.RedoShadow() // as in the frames of timed
		if f, err = st.frame("second frame", s.renderer, camera); err == nil {
			f, err = st.timed(s.renderer, camera, f)
		}
	}
	if err != nil {
		return err
	}
	for _, stage := range f.stages {
		mark := ""
		if !stage.Reliable {
			mark = "  (unreliable: this driver's GPU clock)"
		}
		say.line("  %-26s%8.2f ms%s", stage.Name, ms(stage.Time), mark)
	}
	img, err := readImage(d, p.framebuffer, o.width, o.height)
	if err != nil {
		return err
	}
	if isEXR(o.out) {
		if st.linear, err = s.renderer.Linear(); err != nil {
			return err
		}
	}
	measured := s.measure(o, d, f)
	pictures := map[string]image.Image{o.out: img}
	if o.stats != "" || o.compared {
		if err := measured.count(s.renderer); err != nil {
			return err
		}
	}
	if o.compared {
		if err := st.compare(set, head, camera, &measured, pictures); err != nil {
			return err
		}
	}
	if err := st.details(camera, &measured); err != nil {
		return err
	}
	if err := st.shadows(camera, &measured); err != nil {
		return err
	}
	if err := st.ctx.Err(); err != nil {
		return err
	}
	done := say.step("writing")
	for path, img := range pictures {
		if err := writePicture(path, img, st.linear, ""); err != nil {
			return err
		}
	}
	done("%s", o.out)
	if o.stats == "" {
		return nil
	}
	return measured.write(o.stats)
}

// studio is what headless frames are made with.
type studio struct {
	ctx   context.Context
	o     options
	d     *gpu.Device
	s     *scene
	p     *picture
	timer *gpu.Timer
	say   *progress

	linear hair.Linear // of the picture, where it is to be written as .exr
}

// frame is one that was drawn, and what it took.
type frame struct {
	stages []gpu.Stage
	wall   time.Duration
	timed  int // of how many frames the times are the medians
	drawn  hair.Drawn
}

// frame draws one into the studio's picture and waits for it. It is refused once the program was interrupted.
func (st *studio) frame(what string, r *hair.Renderer, c hair.Camera) (f frame, err error) {
	if err := st.ctx.Err(); err != nil {
		return f, err
	}
	done := st.say.step("%s", what)
	if err := r.Reserve(c); err != nil {
		return f, err
	}
	st.timer.Begin()
	if err := r.Frame(c, hair.Target{Framebuffer: st.p.framebuffer}, st.timer); err != nil {
		return f, err
	}
	if f.stages, f.wall, err = st.timer.Stages(); err != nil {
		return f, err
	}
	if err := st.d.Check(); err != nil {
		return f, err
	}
	if f.drawn, err = r.Inspect(); err != nil {
		return f, err
	}
	f.timed = 1
	done("%d segments drawn, %d out of order", f.drawn.Segments, f.drawn.Inversions)
	return f, nil
}

// shoot draws the scene from each of the cameras and gives the pictures, and the last frame.
func (st *studio) shoot(what string, r *hair.Renderer, cameras []hair.Camera) (all []*image.NRGBA, f frame, err error) {
	for _, c := range cameras {
		if f, err = st.frame(what, r, c); err != nil {
			return nil, f, err
		}
		img, err := readImage(st.d, st.p.framebuffer, st.o.width, st.o.height)
		if err != nil {
			return nil, f, err
		}
		all = append(all, img)
	}
	return all, f, nil
}
