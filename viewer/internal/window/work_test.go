// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// longWorkIsAnnounced pretends that frames take seconds.
func longWorkIsAnnounced(h hand) error {
	v := h.v
	path := filepath.Join(os.TempDir(), "comb-stopped.png")
	defer func() {
		v.pace, v.level, v.drawn, v.held, v.output = pace.Pace{}, pace.Full, pace.Full, false, output{}
	}()
	width, height := v.w.GetFramebufferSize()
	chip := func() bool { return !h.noted("stage/quality").Empty() }
	at := func(level int) func() error {
		return func() error {
			v.level = level
			delete(v.ui.places, "stage/quality")
			v.announce(width, height)
			return nil
		}
	}
	return all(
		h.wait,
		func() error {
			v.pace = pace.Pace{Target: time.Millisecond, Level: 4}
			v.pace.Begin(4)
			v.pace.Took(v.pace.Begin(4), time.Second)
			v.drawn, v.took = 4, time.Millisecond
			return unless(v.pace.Next() >= pace.LongStep || v.pace.Estimate(pace.Full) >= pace.LongStep, "the full frame takes %v", v.pace.Estimate(pace.Full))
		},
		at(pace.Fastest), func() error { return unless(!chip(), "a quick frame is announced: it takes %v", v.takes()) },
		at(pace.Full), func() error {
			return unless(chip() && v.ui.announces == "", "a long frame is not announced: it takes %v", v.takes())
		},
		// The chip of the preview names the step that follows, and Esc stays without it.
		func() error {
			for v.pace.Next() < pace.LongStep {
				v.pace.Begin(v.pace.Level - 1)
			}
			v.level, v.drawn = v.pace.Level, v.pace.Level
			for range settling {
				v.overlay(width, height)
			}
			_, due := v.due(v.pace.Since.Add(pace.LongRest / 2))
			return unless(v.nextStep() >= pace.LongStep && !due, "a step of %v is due: %v", v.nextStep(), due)
		},
		func() error {
			v.stale = false
			v.onKey(glfw.KeyEscape, true, 0)
			v.catchUp()
			return nil
		},
		func() error {
			_, due := v.due(time.Now().Add(time.Hour))
			return unless(v.held && !due && v.nextStep() == 0 && strings.HasPrefix(v.ui.latest(), "Held"), "held: %v, due: %v", v.held, due)
		},
		// Keys of panels and files draw no other frame.
		func() error {
			for _, key := range []struct {
				key  glfw.Key
				mods glfw.ModifierKey
			}{{glfw.KeyF1, 0}, {glfw.KeyF1, 0}, {glfw.KeyC, glfw.ModControl}, {glfw.KeyLeftBracket, glfw.ModShift}} {
				v.onKey(key.key, true, key.mods)
				v.onKey(key.key, false, key.mods)
				v.catchUp()
			}
			_, due := v.due(time.Now().Add(time.Hour))
			return unless(v.held && !due && !v.ui.help, "held: %v, due: %v", v.held, due)
		},
		func() error {
			v.onKey(glfw.KeyRight, true, 0)
			v.catchUp()
			return unless(v.stale, "an orbit draws nothing")
		},
		// The full frame after a preview says so for a while.
		func() error {
			v.pace.Target, v.level, v.drawn = 0, pace.Full, 4
			delete(v.ui.places, "stage/quality")
			return errors.Join(v.frame(), v.touch(width, height))
		},
		func() error {
			if h.noted("stage/quality").Empty() {
				return errors.New("nothing says that the frame is full")
			}
			v.fullAt = over(v.fullAt)
			delete(v.ui.places, "stage/quality")
			v.overlay(width, height)
			return unless(h.noted("stage/quality").Empty(), "it is said for ever")
		},
		// Esc in a frame closes nothing, and does not name the key that does.
		func() error { v.level, v.tookLong = pace.Full, time.Now(); return v.escape() },
		func() error { return unless(!strings.Contains(v.ui.latest(), "Ctrl+Q"), "says %q", v.ui.latest()) },
		func() error { v.tookLong = time.Time{}; return v.escape() },
		func() error { return unless(strings.Contains(v.ui.latest(), "Ctrl+Q"), "says %q", v.ui.latest()) },
		// Esc between the parts of work.
		func() error {
			err := v.work("Working", func(goOn func() error) error {
				if err := goOn(); err != nil {
					return err
				}
				if h.noted("stage/works").Empty() {
					return errors.New("no plate is shown")
				}
				v.busy = true
				v.onKey(glfw.KeyEscape, true, 0)
				v.busy = false
				return goOn()
			})
			return unless(errors.Is(err, errStopped) && !v.busy, "Esc does not stop it: %v", err)
		},
		func() error {
			v.output = output{name: path}
			v.w.SetShouldClose(true) // as Esc does
			defer v.w.SetShouldClose(false)
			return errors.Join(v.setImageSize(64, 48), v.takeImage(".png"))
		},
		func() error {
			return unless(!exists(path) && strings.Contains(v.ui.latest(), "No image"), "says %q", v.ui.latest())
		},
		func() error { return v.show(heat) }, h.wait, v.stopComparing,
		func() error { return unless(v.c.shows == nothing && v.fresh, "the comparison stays: %v", v.c.shows) },
		func() error { v.pace = pace.Pace{}; return h.wait() },
	)
}
