// SPDX-License-Identifier: MIT

package scene

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/input"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// An image of more pixels than the device has with 4 samples gets fewer samples, unless their
// number was given: then the error says what to do.
func TestLargeImagesGetFewerSamples(t *testing.T) {
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
	const side = 16384
	height := d.Caps().MaxStorageBytes/(4*4*side) + 1 // 4 bytes for each sample of the head
	if height > side {
		t.Skip("this driver has 4 samples for all sizes")
	}
	log := &progress.Log{Quiet: true}
	open := func(samples string) *Scene {
		o, err := flags.Parse([]string{"-headless", "-strands", "1000", "-shadow-size", "64", "-samples", samples})
		if err != nil {
			t.Fatal(err)
		}
		set, head, err := input.Load(context.Background(), o, log)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(context.Background(), d, o, set, head, log)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Release)
		return s
	}
	s := open("0")
	if r, samples, err := s.Sized(s.Options, 64, 48); err != nil || r != s.Renderer || samples != 0 {
		t.Errorf("a small image: %d samples, %v", samples, err)
	}
	r, samples, err := s.Sized(s.Options, side, height)
	if err != nil || r == s.Renderer || samples != 2 {
		t.Fatalf("a large image: %d samples, %v", samples, err)
	}
	r.Release()
	s = open("4")
	_, _, err = s.Sized(s.Options, side, height)
	if !errors.Is(err, gpu.ErrTooLarge) || !flags.IsInputError(err) || !strings.Contains(err.Error(), "leave -samples out") {
		t.Errorf("a large image of 4 samples: %v", err)
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
}
