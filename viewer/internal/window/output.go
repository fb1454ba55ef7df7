// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/printable"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/imagefile"
	"github.com/combgl/comb/viewer/internal/scene"
)

// output is what the window writes as an image. A width of 0 is that of the free area, and an
// empty name one by the time.
type output struct {
	width, height int
	name          string
}

// mostSide is the largest side of an image, as -size has it.
const mostSide = 32768

// ownSize reports whether an image has another size than the free area.
func (p output) ownSize() bool { return p.width > 0 && p.height > 0 }

// size is that of the image in pixels.
func (v *view) imageSize() (width, height int) {
	if v.output.ownSize() {
		return v.output.width, v.output.height
	}
	a := v.present()
	return a.width, a.height
}

// setImageSize chooses the size of images. 0 by 0 is that of the free area.
func (v *view) setImageSize(width, height int) error {
	if width == 0 && height == 0 {
		v.output.width, v.output.height = 0, 0
		return nil
	}
	if width < 1 || height < 1 || width > mostSide || height > mostSide {
		return fmt.Errorf("the size of an image is %dx%d, want each from 1 to %d", width, height, mostSide)
	}
	v.output.width, v.output.height = width, height
	return nil
}

// freeName returns a path that no file has: the path itself, or one with a number.
func freeName(path string, taken func(string) bool) string {
	ending := filepath.Ext(path)
	stem := strings.TrimSuffix(path, ending)
	for n := 2; taken(path); n++ {
		path = fmt.Sprintf("%s-%d%s", stem, n, ending)
	}
	return path
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// imagePath is the name of the next image: that of the panel, of -o, or one by the time. kind is
// the ending of the key.
func (v *view) imagePath(kind string) string {
	path := v.imageName(kind)
	switch {
	case path == "" && v.o.Run.Out != "":
		return v.o.Run.Out
	case path == "":
		v.shots++
		return fmt.Sprintf("comb-%s-%d%s", time.Now().Format("20060102-150405"), v.shots, kind)
	}
	return freeName(path, exists)
}

// imageName is the name of the panel with an ending, "" for none. kind is the ending of the key.
func (v *view) imageName(kind string) string {
	name := atHome(v.output.name)
	if name != "" && (kind == ".exr" || filepath.Ext(name) == "") {
		name = strings.TrimSuffix(name, filepath.Ext(name)) + kind
	}
	return name
}

// takeImage writes an image. One of the free area's size is that of the next frame, with a
// comparison. Any other is drawn for it.
func (v *view) takeImage(kind string) error {
	if !v.output.ownSize() || v.c.shows != nothing {
		v.shoot, v.shotKind = true, kind
		return nil
	}
	path, width, height := v.imagePath(kind), v.output.width, v.output.height
	err := v.work(fmt.Sprintf("Drawing an image of %d×%d", width, height), func(goOn func() error) error {
		return v.drawImage(path, width, height, goOn)
	})
	v.uncounted, v.stale = 0, true
	if errors.Is(err, errStopped) || errors.Is(err, hair.ErrStopped) {
		v.notify("Stopped. No image was written.")
		return nil
	}
	if errors.Is(err, gpu.ErrContextLost) {
		return err
	}
	v.reportImage(path, width, height, err)
	return nil
}

// dropOverflow drops the error of frames of Tiles that had too little memory, so that no later
// frame has it. It waits for the GPU.
func (v *view) dropOverflow() error {
	if v.o.Transparency != hair.Tiles {
		return nil
	}
	if err := v.d.Check(); !errors.Is(err, gpu.ErrCount) {
		return err
	}
	return nil
}

// drawImage draws what the copied command line draws, at full quality, and writes it. It calls goOn
// between its parts.
func (v *view) drawImage(path string, width, height int, goOn func() error) error {
	if err := v.checkImage(path); err != nil { // before seconds of work
		return err
	}
	camera, err := flags.ParseCamera(v.cameraText(v.present().aspect()))
	if err != nil {
		return err
	}
	v.s.Renderer.SetDetail(v.o.Shape.Detail)
	if err := v.s.Renderer.SetShadowSize(v.fullTexels()); err != nil {
		return err
	}
	r, samples, err := v.s.Sized(v.rendererOptions(v.o), width, height)
	if err != nil {
		return err
	}
	if samples > 0 {
		defer r.Release()
		v.notify("%s.", scene.FewerSamples(samples, width, height))
	}
	low, high := r.Bounds()
	c := camera.Of(low, high, float32(width)/float32(height))
	var to *framebuffer.Framebuffer
	if err := framebuffer.Resize(v.d, &to, width, height); err != nil {
		return err
	}
	defer to.Release()
	if err := v.dropOverflow(); err != nil {
		return err
	}
	r.SetStop(v.stopped)
	err = r.Reserve(c)
	r.SetStop(nil)
	if err := errors.Join(err, goOn()); err != nil {
		return err
	}
	r.SetStop(v.stopped)
	err = r.Frame(c, hair.Target{Framebuffer: to.ID}, nil)
	r.SetStop(nil)
	if err != nil {
		return err
	}
	if err := v.d.Check(); err != nil {
		return err
	}
	if err := goOn(); err != nil {
		return err
	}
	if imagefile.IsEXR(path) {
		l, err := r.Linear()
		if err != nil {
			return err
		}
		return imagefile.Write(path, nil, l, "")
	}
	img, err := framebuffer.Read(v.d, to.ID, width, height)
	if err != nil {
		return err
	}
	return imagefile.Write(path, img, hair.Linear{}, "")
}

// checkImage refuses a name that no image can be written to.
func (v *view) checkImage(path string) error {
	if err := v.o.CheckImage("the image", path); err != nil {
		return err
	}
	return atomicfile.Check(path)
}

// couldNotWrite is the text about a file that could not be written, with its whole path.
func couldNotWrite(path string, err error) string {
	cause := strings.TrimPrefix(err.Error(), "writing "+path+": ")
	cause = strings.TrimSuffix(cause, ": "+atomicfile.ErrTarget.Error()) // the text says that
	return printable.Linef("Could not write %s: %s.", fullPath(path), cause)
}

// reportImage says that an image was written, or why not.
func (v *view) reportImage(path string, width, height int, err error) {
	full := fullPath(path)
	if err != nil {
		v.log.Line("%v", err)
		v.ui.offerAfter(couldNotWrite(path, err), "Choose another name", func() error {
			v.ui.goToSection("Camera and image")
			return nil
		})
		return
	}
	v.log.Line("wrote %s, %dx%d", full, width, height)
	v.ui.wrote(printable.Linef("Wrote %s, %d×%d.", full, width, height), full)
}
