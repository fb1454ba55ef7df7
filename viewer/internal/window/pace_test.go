// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/pace"
)

func init() { windowJobs["pace"] = paceJob }

func TestWindowKeepsTheTargetFrameTime(t *testing.T) { runJob(t, "pace") }

// step draws the frame that is due, as the loop does. It returns the frame's level, or -1.
func (v *view) step() (int, error) {
	level, due := v.due(time.Now())
	if !due {
		return -1, nil
	}
	v.level = level
	return level, v.frame()
}

// refined draws until the full frame is shown, without waiting.
func (v *view) refined() error {
	v.pace.Since = time.Now().Add(-pace.RestAfter)
	for last := v.pace.Level; last != pace.Full; {
		level, err := v.step()
		if err != nil {
			return err
		}
		if level < 0 || level >= last {
			return fmt.Errorf("level %d follows level %d", level, last)
		}
		last = level
	}
	if level, err := v.step(); level >= 0 || err != nil {
		return fmt.Errorf("level %d follows the full frame: %v", level, err)
	}
	return nil
}

// paceJob sets a target that no frame keeps to. The window draws the fastest frames while something
// changes, and then the full frame, equal to the last bit.
func paceJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		v.ui.shown = true
		pixels := func() ([]uint8, error) {
			img, err := framebuffer.Read(v.d, v.still.ID, v.still.Width, v.still.Height)
			if err != nil {
				return nil, err
			}
			return img.Pix, nil
		}
		for _, detail := range []string{"1", "auto"} {
			if err := v.change("lod", detail); err != nil {
				return err
			}
			v.level = pace.Full
			for range 2 { // the first frame computes the share of auto
				if err := v.frame(); err != nil {
					return err
				}
			}
			want, err := pixels()
			if err != nil {
				return err
			}
			share := v.s.Renderer.Detail()

			v.pace.Target = time.Nanosecond
			for range 4 {
				v.turn(0, 0)
				if _, err := v.step(); err != nil {
					return err
				}
				v.d.Finish()
			}
			quick, err := pixels()
			if err != nil {
				return err
			}
			if v.level != pace.Fastest || v.s.Renderer.Detail() >= share || bytes.Equal(quick, want) {
				return fmt.Errorf("-lod %s: a drag is drawn at level %d, with %v of the strands", detail, v.level, v.s.Renderer.Detail())
			}
			if level, err := v.step(); level >= 0 || err != nil {
				return fmt.Errorf("refined at once, to level %d: %v", level, err)
			}
			// Input between two steps.
			v.pace.Since = time.Now().Add(-pace.RestAfter)
			if level, err := v.step(); level < 0 || level >= pace.Fastest || err != nil {
				return fmt.Errorf("the first step is to level %d: %v", level, err)
			}
			v.turn(0, 0)
			if level, err := v.step(); level != pace.Fastest || err != nil {
				return fmt.Errorf("input between steps is drawn at level %d: %v", level, err)
			}
			if err := v.refined(); err != nil {
				return err
			}
			got, err := pixels()
			if err != nil {
				return err
			}
			if !bytes.Equal(got, want) || v.s.Renderer.Detail() != share {
				return fmt.Errorf("-lod %s: the refined frame has %v of the strands, want %v; equal: %v", detail, v.s.Renderer.Detail(), share, bytes.Equal(got, want))
			}
		}
		return errors.Join(v.comparesQuickly(heat), v.comparesQuickly(layerCounts), v.alwaysFull())
	}, "-size", "96x72")
}

// comparesQuickly moves the camera of a comparison. It is drawn quickly, without figures, and then
// in full.
func (v *view) comparesQuickly(what against) error {
	if err := v.show(what); err != nil {
		return err
	}
	var full [2][]uint8
	for i := range full {
		v.turn(0, 0)
		if level, err := v.step(); level != pace.Fastest || v.c.mask != nil || v.c.figures != "" || err != nil {
			return fmt.Errorf("a comparison that moves is drawn at level %d, figures of it: %v, %q: %v", level, v.c.mask != nil, v.c.figures, err)
		}
		quick := bytes.Clone(v.c.out.Pix)
		if err := v.refined(); err != nil {
			return fmt.Errorf("a comparison: %w", err)
		}
		full[i] = bytes.Clone(v.c.out.Pix)
		if what == heat && v.c.mask == nil || what == layerCounts && v.c.figures == "" || bytes.Equal(quick, full[i]) {
			return fmt.Errorf("the comparison at rest is that of before, figures of it: %v, %q", v.c.mask != nil, v.c.figures)
		}
	}
	if !bytes.Equal(full[0], full[1]) {
		return errors.New("the same comparison differs after a preview")
	}
	return v.show(what)
}

// alwaysFull draws the frames that are always full: screenshots, and runs of a fixed number of
// frames.
func (v *view) alwaysFull() error {
	v.turn(0.1, 0)
	v.shoot, v.o.Run.Out = true, v.o.File+".png"
	if level, err := v.step(); level != pace.Full || err != nil {
		return fmt.Errorf("a screenshot is drawn at level %d: %v", level, err)
	}
	v.o.Run.CloseAfter = 2
	v.setPace()
	v.turn(0.1, 0)
	if level, err := v.step(); level != pace.Full || err != nil {
		return fmt.Errorf("a counted frame is drawn at level %d: %v", level, err)
	}
	return nil
}
