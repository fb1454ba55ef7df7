// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"
)

func TestFreeNameWritesOverNothing(t *testing.T) {
	there := []string{"a.png", "a-2.png", "dir.v1/b", "c.exr"}
	for path, want := range map[string]string{"a.png": "a-3.png", "a.exr": "a.exr", "dir.v1/b": "dir.v1/b-2", "c.exr": "c-2.exr", "d": "d"} {
		if got := freeName(path, func(p string) bool { return slices.Contains(there, p) }); filepath.ToSlash(got) != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func readPNG(path string) (*image.NRGBA, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		return nil, err
	}
	out := image.NewNRGBA(img.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	return out, nil
}

// imageHasItsSize writes images of a chosen size. One of the free area's own size is the shown
// one, to the last bit.
func imageHasItsSize(h hand) error {
	v := h.v
	dir := filepath.Dir(v.o.File)
	shown, err := h.model()
	if err != nil {
		return err
	}
	written := func(name string, width, height int) (*image.NRGBA, error) {
		img, err := readPNG(filepath.Join(dir, name))
		if err == nil && img.Rect != image.Rect(0, 0, width, height) {
			err = fmt.Errorf("%s is %v, want %dx%d", name, img.Rect, width, height)
		}
		return img, err
	}
	v.output.name = filepath.Join(dir, "look.png")
	h.find("camera and image")
	return all(
		h.wait,
		func() error { return v.setImageSize(shown.Rect.Dx(), shown.Rect.Dy()) }, func() error { v.ui.settle(); return h.wait() }, func() error { return h.click("Camera and image/Write image") },
		func() error {
			img, err := written("look.png", shown.Rect.Dx(), shown.Rect.Dy())
			return unless(err == nil && slices.Equal(img.Pix, shown.Pix), "the image is not the shown one: %v; %q", err, v.ui.latest())
		},
		func() error {
			now, err := h.model()
			return unless(err == nil && slices.Equal(now.Pix, shown.Pix), "after it the window shows something else: %v", err)
		},
		func() error { return v.setImageSize(200, 150) }, func() error { return h.key(glfw.KeyF12, 0) },
		func() error { _, err := written("look-2.png", 200, 150); return err },
		func() error {
			line := v.command()
			return unless(strings.Contains(line, "-size 200x150") && strings.Contains(line, "-o "+filepath.Join(dir, "look.png")), "the command is %s", line)
		},
		func() error { return h.key(glfw.KeyF12, glfw.ModControl) },
		func() error {
			info, err := os.Stat(filepath.Join(dir, "look.exr"))
			return unless(err == nil && info.Size() > 1000, "no .exr: %v", err)
		},
		func() error {
			return unless(v.setImageSize(0, 9) != nil && v.setImageSize(9, 40000) != nil && v.output.width == 200, "a wrong size is taken")
		},
		func() error { return showsItsFolder(h, dir) },
		// A name that cannot be written: the message leads to the row of the name.
		func() error {
			v.output.name = filepath.Join(dir, "none", "look.tif")
			h.find("")
			return h.key(glfw.KeyS, 0)
		},
		func() error {
			return unless(strings.Contains(v.ui.latest(), "Could not write") && strings.Contains(v.ui.latest(), "look.tif"), "says %q", v.ui.latest())
		},
		// Nothing can be written below a file. The message has the whole path once, and the reason.
		func() error {
			v.ui.dismiss()
			below := filepath.Join(dir, "look.exr")
			v.output.name = filepath.Join(below, "a.png")
			settings := v.o.Run.Settings
			v.o.Run.Settings = filepath.Join(below, "a.json")
			defer func() { v.o.Run.Settings = settings }()
			err := h.key(glfw.KeyS, glfw.ModControl)
			want := "Could not write " + v.o.Run.Settings + ": not a directory."
			said := v.ui.latest()
			return unless(err == nil && said == want && v.ui.dismiss(), "saving says %q, want %q: %v", said, want, err)
		},
		func() error { return h.key(glfw.KeyS, 0) },
		func() error {
			want := "Could not write " + v.output.name + ": not a directory."
			return unless(v.ui.latest() == want, "says %q, want %q", v.ui.latest(), want)
		},
		func() error { return h.click("message/Choose another name") },
		func() error {
			return unless(v.ui.isOpen("section Camera and image", false) && !v.ui.dismiss(), "the section is closed, or the message stays")
		},
		func() error {
			v.output = output{}
			v.ui.config.Folded["section Camera and image"] = false
			return h.wait()
		},
		// The pivot has rows too.
		func() error { h.find("pivot"); return h.wait() },
		func() error {
			before := v.camera.Target
			p := h.noted("Camera and image/Pivot Y")
			if err := h.press(float64(p.X+p.W*0.8), float64(p.Y+p.H/2), 0, 0, 0); err != nil {
				return err
			}
			return unless(v.camera.Target[1] > before[1]+0.1 && v.camera.Target[0] == before[0] && !v.framed, "the pivot stays at %v", before)
		},
		func() error { h.find(""); v.frameModel(0, 0); return h.wait() },
	)
}

// showsItsFolder clicks Show folder, with a program in place of the system's.
func showsItsFolder(h hand, dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	bin, noted := filepath.Join(dir, "bin"), filepath.Join(dir, "noted")
	if err := os.Mkdir(bin, 0o755); err != nil {
		return err
	}
	script := fmt.Sprintf("#!/bin/sh\nprintf %%s \"$1\" >'%s.part' && mv '%s.part' '%s'\n", noted, noted, noted)
	if err := os.WriteFile(filepath.Join(bin, opener()), []byte(script), 0o755); err != nil {
		return err
	}
	path := os.Getenv("PATH")
	defer os.Setenv("PATH", path)
	os.Setenv("PATH", bin+string(os.PathListSeparator)+path)
	h.v.ui.notify("")
	if err := h.key(glfw.KeyF12, 0); err != nil {
		return err
	}
	if err := h.click("message/Show folder"); err != nil {
		return err
	}
	for range 500 {
		if text, err := os.ReadFile(noted); err == nil {
			return unless(string(text) == dir, "it shows %q, want %q", text, dir)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("no folder is shown: %s", h.v.ui.latest())
}

// messagesOfferWhatHelps opens a file that cannot be read, mends it, and tries again.
func messagesOfferWhatHelps(h hand) error {
	v := h.v
	dir, file := filepath.Dir(v.o.File), v.o.File
	bad := filepath.Join(dir, "broken.hair")
	return all(
		func() error { return os.WriteFile(bad, []byte("HAIR"), 0o644) },
		func() error { v.ui.notify(""); v.drop([]string{bad}); return h.wait() },
		func() error {
			m := v.ui.latest()
			return unless(strings.HasPrefix(m, "Could not open broken.hair: ") && strings.HasSuffix(m, ". What was shown stays.") && v.o.File == file, "says %q", m)
		},
		func() error { return h.click("message/Copy details") }, func() error {
			return unless(v.w.GetClipboardString() == v.ui.latest(), "copied %q", v.w.GetClipboardString())
		},
		func() error { return h.click("message/Try again") },
		func() error {
			return unless(strings.HasPrefix(v.ui.latest(), "Could not open"), "says %q", v.ui.latest())
		},
		func() error {
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			return os.WriteFile(bad, data, 0o644)
		},
		func() error { return h.click("message/Try again") },
		func() error { return unless(v.o.File == bad && v.s.Model.Strands() == 300, "it shows %s", v.o.File) },
		func() error { return h.key(glfw.KeyZ, glfw.ModControl) }, func() error { return unless(v.o.File == file, "undo shows %s", v.o.File) },
		// A double click moves the pivot: at once with reduced motion.
		func() error { v.ui.config.Calm = true; return doubleClick(h) },
		func() error {
			return unless(!v.glide.runs && v.camera.Target == v.pivot.at && !v.framed, "the target is %v, the pivot %+v; %q", v.camera.Target, v.pivot, v.ui.latest())
		},
		func() error {
			v.ui.config.Calm, v.pace.Target = false, time.Second
			v.frameModel(0, 0)
			return doubleClick(h)
		},
		func() error {
			return unless(v.glide.runs && v.camera.Target != v.pivot.at, "the target jumps to %v", v.camera.Target)
		},
		func() error {
			began := v.glide.began
			return unless(v.stepGlide(over(began)) && v.glide.runs && v.stepGlide(began.Add(pivotTime)) && v.camera.Target == v.pivot.at, "it does not glide")
		},
		// So do the keys of views. The next key ends a glide.
		func() error { return h.key(glfw.Key3, 0) },
		func() error {
			return unless(v.glide.runs && v.glide.to.Azimuth == math.Pi/2 && v.framed && v.camera.Azimuth == 0, "the camera jumps to %+v", v.camera)
		},
		func() error { return h.key(glfw.KeyV, 0) },
		func() error {
			return unless(!v.glide.runs && v.camera.Azimuth == math.Pi/2 && strings.HasPrefix(v.o.Views[len(v.o.Views)-1], "90,0,"), "V keeps %v", v.o.Views)
		},
		func() error { return h.key(glfw.KeyLeft, glfw.ModAlt) },
		func() error {
			return unless(v.glide.runs && v.glide.to.Azimuth == 0, "Alt+Left jumps to %+v", v.camera)
		},
		// Where each frame takes long, the view jumps.
		func() error {
			v.pace.Target, v.took = 0, time.Second
			v.glides(viewTime, func() { v.frameModel(1, 0) })
			return nil
		},
		func() error { return unless(!v.glide.runs && v.camera.Azimuth == 1, "a slow glide to %+v", v.glide.to) },
		func() error {
			v.ui.config.Calm, v.o.Views = true, v.o.Views[:len(v.o.Views)-1]
			v.frameModel(0, 0)
			return nil
		},
		// Without hair in view a plate names the key.
		func() error { v.pan(9, 0); delete(v.ui.places, "stage/away"); return h.wait() },
		func() error { return unless(!h.noted("stage/away").Empty(), "no hint that there is no hair in view") },
		func() error { v.frameModel(0, 0); delete(v.ui.places, "stage/away"); return h.wait() },
		func() error { return unless(h.noted("stage/away").Empty(), "the hint stays") },
	)
}

// doubleClick clicks twice on the hair.
func doubleClick(h hand) error {
	f := h.v.free()
	right, up, _ := project(h.v.set.Points[6].Mul(h.v.set.Unit), h.v.camera)
	x, y := float64(f.X+f.W/2+right*f.H), float64(f.Y+f.H/2-up*f.H)
	h.v.mouse.when = over(h.v.mouse.when)
	h.v.onCursor(x, y)
	for range 2 {
		h.v.onButton(glfw.MouseButtonLeft, true, 0)
		h.v.onButton(glfw.MouseButtonLeft, false, 0)
	}
	return h.wait()
}

// memoryFallsBack acts as if exact had found too little memory.
func memoryFallsBack(h hand) error {
	v := h.v
	return all(
		func() error { return v.change("transparency", "weighted") }, h.wait,
		func() error { return v.fallBack(fmt.Errorf("too little"), h.width(), h.height()) },
		func() error { v.ui.settle(); return h.wait() },
		func() error {
			want := `"weighted" needs more memory than the device has. Drawing with "blend" instead.`
			return unless(v.ui.latest() == want && v.o.Given["transparency"] == "blend" && v.methodName() == "sorted, 16 bits", "says %q, draws %s", v.ui.latest(), v.methodName())
		},
		func() error { return h.click("message/Undo") }, func() error {
			return unless(v.o.Given["transparency"] == "weighted", "undo gives %s", v.o.Given["transparency"])
		},
		func() error { return v.change("transparency", "blend") }, h.wait,
	)
}

func (h hand) width() int  { w, _ := h.v.w.GetFramebufferSize(); return w }
func (h hand) height() int { _, n := h.v.w.GetFramebufferSize(); return n }
