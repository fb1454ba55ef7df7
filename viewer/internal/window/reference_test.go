// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/layout"
)

func init() { windowJobs["reference"] = referenceJob }

// The three layouts look as the images in testdata do, by the average of each block of 16x16
// pixels. Text differs by driver, and times by the machine: the status line and Measure do not
// count. With COMB_TEST_UPDATE=1 the test writes the images anew. Open them before a commit.
func TestLayoutsLookAsTheirReferences(t *testing.T) { runJob(t, "reference") }

func referenceJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		v.o.Run.Reference, v.pace.Target = hair.Blend, 0
		h := hand{v}
		for _, c := range []struct {
			name          string
			width, height int
			set           func() error
		}{
			{"small", 640, 400, func() error { return nil }},
			{"normal", 1280, 720, func() error {
				if err := all(func() error { return v.keepLook(0) }, func() error { return v.change("width-scale", "3", "color", "blond") }, func() error { return v.keepLook(1) }); err != nil {
					return err
				}
				v.ui.config.Folded["section Model"], v.ui.config.Folded["section Hair"], v.ui.config.Folded["section Light"] = false, false, true
				return v.wipeLooks()
			}},
			{"wide", 1600, 900, func() error {
				v.ui.config.Measure = true
				v.ui.config.Folded["section Light"], v.ui.config.Folded["section Compare"] = false, true
				return all(func() error { return v.show(heat) }, func() error { return v.chooseSide(1, "weighted") })
			}},
		} {
			if err := h.resize(c.width, c.height); err != nil {
				return err
			}
			if err := c.set(); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			v.onCursor(10, float64(c.height)/2) // no tooltip
			if err := h.wait(); err != nil {
				return err
			}
			v.ui.notify("") // the image without messages, and with the figures
			if err := all(func() error { _, err := h.shot(); return err }, v.measure); err != nil {
				return err
			}
			for range settling {
				v.overlay(c.width, c.height)
			}
			img, err := framebuffer.Read(v.d, 0, c.width, c.height)
			if err != nil {
				return err
			}
			path := filepath.Join("testdata", c.name+".png")
			if os.Getenv("COMB_TEST_UPDATE") != "" {
				if err := writePNG(path, img); err != nil {
					return err
				}
				continue
			}
			if err := looksAs(path, img, v.ui.layout.Status, v.ui.layout.Measure); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
		return nil
	}, "-size", "640x400", "-shadow", "none", "-samples", "1", "-backdrop", "none")
}

func writePNG(path string, img image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// looksAs compares an image with a reference by blocks. Those that touch a rectangle of without do
// not count.
func looksAs(path string, img *image.NRGBA, without ...layout.Rect) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		return err
	}
	if want.Bounds() != img.Rect {
		return fmt.Errorf("it is %v, want %v", img.Rect, want.Bounds())
	}
	const side = 16
	blocks, far := 0, 0
	worst, worstAt := 0, image.Point{}
	for y := 0; y+side <= img.Rect.Dy(); y += side {
	block:
		for x := 0; x+side <= img.Rect.Dx(); x += side {
			for _, r := range without {
				if float32(x) < r.X+r.W && float32(x+side) > r.X && float32(y) < r.Y+r.H && float32(y+side) > r.Y {
					continue block
				}
			}
			blocks++
			off := 0
			a, b := average(img, x, y, side), average(want, x, y, side)
			for i := range a {
				off = max(off, a[i]-b[i], b[i]-a[i])
			}
			if off > 12 {
				far++
			}
			if off > worst {
				worst, worstAt = off, image.Pt(x, y)
			}
		}
	}
	return unless(far <= blocks/200, "%d of %d blocks differ by more than 12 of 255, the most by %d at %v", far, blocks, worst, worstAt)
}

// average is the mean colour of a block.
func average(img image.Image, x, y, side int) (mean [3]int) {
	for j := range side {
		for i := range side {
			r, g, b, _ := img.At(x+i, y+j).RGBA()
			mean[0], mean[1], mean[2] = mean[0]+int(r>>8), mean[1]+int(g>>8), mean[2]+int(b>>8)
		}
	}
	for i := range mean {
		mean[i] /= side * side
	}
	return mean
}
