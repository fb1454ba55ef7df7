// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/glfw/v3.3/glfw"
)

func init() { windowJobs["empty"] = emptyJob }

// Esc ends the reading of the first model: the window is empty, and opens what is chosen then.
func TestEmptyWindowOpensAModel(t *testing.T) { runJob(t, "empty") }

func emptyJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		h := hand{v}
		shown, was := v.s, v.o
		defer func() { shown.Release() }()
		settle := func() error {
			for range 2 * settling {
				v.emptyFrame()
			}
			return v.err
		}
		click := func(name string) func() error {
			return func() error {
				x, y, err := h.place(name)
				if err != nil {
					return err
				}
				for _, do := range []func(){func() { v.onCursor(x, y) }, func() { v.onButton(glfw.MouseButtonLeft, true, 0) }, func() { v.onButton(glfw.MouseButtonLeft, false, 0) }} {
					do()
					if err := settle(); err != nil {
						return err
					}
				}
				return nil
			}
		}
		letter := filepath.Join(filepath.Dir(file), "letter.txt")
		if err := os.WriteFile(letter, []byte("no hair"), 0o644); err != nil {
			return err
		}
		v.s, v.ui.shown, v.stale, v.working = nil, true, true, v.splash
		v.w.SetSize(640, 400)
		for range 20 {
			glfw.WaitEventsTimeout(0.01)
		}
		return all(
			settle,
			func() error {
				img, err := h.shown()
				button := h.noted("welcome/Open")
				return unless(err == nil && has(img, button, theme.Accent) > int(button.W*button.H/2), "no button is shown: %v", err)
			},
			// Keys, drags and the wheel of a window with a model do nothing.
			func() error {
				v.onCursor(5, 200)
				for _, key := range []glfw.Key{glfw.KeyF, glfw.KeyW, glfw.KeyC, glfw.KeyG, glfw.KeyS, glfw.KeyV, glfw.KeyEnter, glfw.KeyD} {
					v.onKey(key, true, 0)
					v.onKey(key, false, 0)
				}
				v.onButton(glfw.MouseButtonRight, true, 0)
				v.onCursor(60, 240)
				v.onButton(glfw.MouseButtonRight, false, 0)
				return settle()
			},
			func() error { v.onKey(glfw.KeyEscape, true, 0); return settle() },
			func() error { return unless(strings.Contains(v.ui.latest(), "Ctrl+Q"), "Esc says %q", v.ui.latest()) },
			click("welcome/Open"), func() error { return unless(popupOpen(), "no list of files") },
			func() error { v.onKey(glfw.KeyEscape, true, 0); return settle() },
			func() error { return unless(!popupOpen() && !v.chosen, "Esc leaves the list") },
			// A file that is no hair.
			func() error { v.drop([]string{letter}); return unless(v.chosen, "the file is not taken") },
			func() error { return unless(v.first() != nil && v.empty(), "a letter is hair") },
			// Settings that are none.
			func() error {
				v.chosen = false
				v.drop([]string{filepath.Join(filepath.Dir(file), "none.json")})
				said := v.ui.latest()
				return unless(!v.chosen && strings.Contains(said, "none.json") && !strings.Contains(said, "stays"), "says %q", said)
			},
			settle,
			click("welcome/Grow a head of hair"),
			func() error {
				return unless(v.chosen && v.o.File == "", "the button takes %q: %q", v.o.File, v.ui.latest())
			},
			// Esc while the first file is read, and then another file.
			func() error {
				if runtime.GOOS == "windows" {
					return v.first()
				}
				pipe := filepath.Join(filepath.Dir(file), "endless.hair")
				if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
					return unless(false, "mkfifo: %v\n%s", err, out)
				}
				v.o = was
				v.o.File = pipe
				time.AfterFunc(plateAfter/2, func() { v.cancelled.Store(true) })
				v.later(func() error { v.drop([]string{file}); return nil })
				return v.begin()
			},
			func() error {
				return unless(!v.empty() && v.s.Model.Strands() == 300 && v.o.File == file, "the window has no model, or %q", v.o.File)
			},
			v.frame,
		)
	})
}
