// SPDX-License-Identifier: MIT

package scene

import (
	"bytes"
	"context"
	"image"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/input"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// A frame of a sequence looks the same however one gets there.
func TestFrameDependsOnlyOnItsNumber(t *testing.T) {
	viewertest.NeedGL(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := offscreen.New(offscreen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	o, err := flags.Parse([]string{"-headless", "-size", "64x48", "-shadow-size", "64", "-wind", "5", "-steps", "6", viewertest.Wig(t)})
	if err != nil {
		t.Fatal(err)
	}
	d, err := c.Attach(gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release()
	log := &progress.Log{Quiet: true}
	set, head, err := input.Load(context.Background(), o, log)
	if err != nil {
		t.Fatal(err)
	}
	p, err := framebuffer.New(d, o.Width, o.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	// last returns the image of the last of frames, in a scene of its own.
	last := func(frames ...int) *image.NRGBA {
		s, err := Open(context.Background(), d, o, set, head, log)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Release()
		if err := s.Renderer.Resize(o.Width, o.Height); err != nil {
			t.Fatal(err)
		}
		for _, f := range frames {
			if err := s.MoveTo(context.Background(), f); err != nil {
				t.Fatal(err)
			}
			if want := 6 + 4*f; s.Steps() != want {
				t.Errorf("frame %d stands at step %d, want %d", f, s.Steps(), want)
			}
		}
		if err := s.Renderer.Frame(s.Camera(o.Camera, o.Width, o.Height), hair.Target{Framebuffer: p.ID}, nil); err != nil {
			t.Fatal(err)
		}
		img, err := framebuffer.Read(d, p.ID, o.Width, o.Height)
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	want := last(3)
	for _, frames := range [][]int{{0, 1, 2, 3}, {5, 3}, {3, 3}} {
		if !slices.Equal(last(frames...).Pix, want.Pix) {
			t.Errorf("frame 3 by %v is another image", frames)
		}
	}
	if slices.Equal(last(0).Pix, want.Pix) {
		t.Error("the hair does not move")
	}
}

// A long way to the first frame shows its progress, and a short one nothing.
func TestLongMotionShowsProgress(t *testing.T) {
	viewertest.NeedGL(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := offscreen.New(offscreen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	d, err := c.Attach(gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release()
	for steps, words := range map[string][]string{"30": nil, "75": {"moving the hair", "40 %", "75 steps"}} {
		var out bytes.Buffer
		log := &progress.Log{Lines: &out, Watched: true}
		o, err := flags.Parse([]string{"-headless", "-shadow-size", "64", "-wind", "5", "-steps", steps, viewertest.Wig(t)})
		if err != nil {
			t.Fatal(err)
		}
		set, head, err := input.Load(context.Background(), o, &progress.Log{Quiet: true})
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(context.Background(), d, o, set, head, log)
		if err != nil {
			t.Fatal(err)
		}
		s.Release()
		if words == nil && strings.Contains(out.String(), "moving") {
			t.Errorf("%s steps: %q", steps, out.String())
		}
		for _, w := range words {
			if !strings.Contains(out.String(), w) {
				t.Errorf("%s steps: %q, want %q", steps, out.String(), w)
			}
		}
	}
}
