// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
	"github.com/go-gl/glfw/v3.3/glfw"
)

func init() { windowJobs["ui"] = uiJob }

// One window for all checks of the panels: they share its compiled programs. COMB_TEST_CHECK names
// one that runs alone.
func TestPanelsAndImage(t *testing.T) { runJob(t, "ui") }

func uiJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		v.o.Run.Reference = hair.Blend
		v.pace.Target, v.ui.config.Calm = 0, true
		h := hand{v}
		for i, c := range []struct {
			name  string
			check func(hand) error
		}{
			{"framed", framedInTheFreeArea}, {"small", nothingLiesOverASmallModel}, {"theme", colorsAreThoseOfTheTheme}, {"rows", rowsChangeTheirFlags},
			{"color", customColorIsPicked}, {"undo", undoRestoresTheImage}, {"looks", looksSwap}, {"wipe", wipeFollowsItsLine}, {"sides", wipeShowsStoredLooks}, {"compare", compareSectionChoosesSides}, {"held", heldKeysActOnce}, {"left", leftComparisonsAreGone}, {"sparkline", sparklineHasAllFrames}, {"search", searchFindsRows}, {"lights", lightsAreReset}, {"help", lettersGoToTheHelp}, {"paths", pathsAreTyped}, {"lists", chosenLinesAreSeen}, {"solo", soloShowsOneLight}, {"seed", newSeedGrowsOthers}, {"columns", seedHasTheColumns}, {"edges", edgesMove}, {"output", imageHasItsSize}, {"messages", messagesOfferWhatHelps}, {"overlap", messagesLieOverNoPanel}, {"figures", messagesLeaveTheFigures}, {"memory", memoryFallsBack}, {"measure", measureShowsTheStages},
			{"keyboard", keyboardAloneChangesARow}, {"command", commandDrawsTheSame}, {"menu", imageFrameIsTheImages}, {"work", longWorkIsAnnounced}, {"stop", escEndsALongFrame}, {"input", inputEndsARefiningFrame}, {"comparison", inputEndsARefiningComparison}, {"idle", idleWindowDrawsNothing}, {"closed", escapeEndsWhatIsOpen},
		} {
			if only := os.Getenv("COMB_TEST_CHECK"); only != "" && only != c.name {
				continue
			}
			width, height := 960, 600
			if v.ui.config.Zoom = 1; i > 2 { // as many logical pixels, of which software draws fewer
				width, height, v.ui.config.Zoom = 720, 450, 0.75
			}
			if err := h.resize(width, height); err != nil {
				return err
			}
			if err := c.check(h); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
		return v.d.Check()
	}, "-size", "960x600", "-shadow", "none", "-backdrop", "none")
}

// rowsChangeTheirFlags uses each kind of row.
func rowsChangeTheirFlags(h hand) error {
	given := func(flag, want string) func() error {
		return func() error {
			return unless(h.v.o.Given[flag] == want, "-%s is %q, want %q", flag, h.v.o.Given[flag], want)
		}
	}
	search := func(text string) func() error {
		return func() error { h.find(text); return h.wait() }
	}
	return all(
		func() error { return h.slide("Hair/Width", 0.999) }, given("width-scale", "10"),
		func() error { return h.click("Hair/Width/reset") }, given("width-scale", "1"),
		func() error {
			p := h.noted("Hair/Width/slider") // the box is at its right
			return all(func() error { return h.press(float64(p.X+p.W)+20, float64(p.Y)+10, 0, 0, 0) },
				func() error { return h.write("0.35") }, func() error { return h.key(glfw.KeyEnter, 0) })
		}, given("width-scale", "0.35"),
		search("exposure"), func() error { return h.slide("Camera and image/Exposure", 0.999) }, given("exposure", "16"),
		search("tone"), func() error { return h.click("Camera and image/Tone curve") }, func() error { return h.click("Camera and image/Tone curve/agx") }, given("tone", "agx"),
		search("cull"), func() error { return h.click("Quality/Cull") },
		func() error { p := h.noted("Quality/Cull"); return h.press(float64(p.X)+8, float64(p.Y)+8, 0, 0, 0) }, given("cull", "on"),
		search("no such row"),
		func() error {
			return unless(len(h.v.ui.places) > 0 && h.noted("Quality/Cull").Empty(), "a search finds rows")
		},
		search("wind"), func() error {
			return unless(!h.noted("Motion/Wind").Empty() && h.noted("Hair/Roughness").Empty(), "the search does not find the wind alone")
		},
		search(""), func() error {
			return h.v.change("exposure", "1", "tone", "aces", "width-scale", "1")
		},
	)
}

// undoRestoresTheImage changes three rows and takes the changes back.
func undoRestoresTheImage(h hand) error {
	first, err := h.model()
	if err != nil {
		return err
	}
	before := h.v.o.Given["exposure"]
	var last *image.NRGBA
	return all(
		func() error { return h.slide("Hair/Width", 0.7) }, func() error { h.find("around"); return errors.Join(h.wait(), h.slide("Light/Strength", 0.9)) },
		func() error {
			h.find("exposure")
			return errors.Join(h.wait(), h.slide("Camera and image/Exposure", 0.9))
		},
		func() (err error) { last, err = h.model(); return err },
		func() error { return unless(!bytes.Equal(first.Pix, last.Pix), "the changes show nothing") },
		func() error { return h.key(glfw.KeyZ, glfw.ModControl) }, func() error { return h.click("toolbar/Undo") },
		func() error { return h.key(glfw.KeyZ, glfw.ModControl) },
		func() error {
			now, err := h.model()
			return unless(err == nil && bytes.Equal(first.Pix, now.Pix) && h.v.o.Given["exposure"] == before, "after undo the image differs: %v", err)
		},
		func() error { return h.key(glfw.KeyZ, glfw.ModControl|glfw.ModShift) }, func() error { return h.click("toolbar/Redo") },
		func() error { return h.key(glfw.KeyY, glfw.ModControl) },
		func() error {
			now, err := h.model()
			return unless(err == nil && bytes.Equal(last.Pix, now.Pix), "after redo the image differs: %v", err)
		},
		func() error { h.find(""); return h.wait() },
		func() error { return h.click("look/Hair") }, func() error { return unless(h.noted("look/Hair").H > 0, "no heading") }, func() error { return h.click("look/Hair") },
		func() error { return h.v.change("exposure", "1", "env", "studio") },
		func() error { return h.v.resetSection("Hair") },
		func() error {
			return unless(h.v.o.Given["width-scale"] == "1", "reset leaves %v", h.v.o.Given)
		},
	)
}

// looksSwap keeps two looks and shows them in turn.
func looksSwap(h hand) error {
	images := map[string]*image.NRGBA{}
	see := func(name string) func() error {
		return func() (err error) { images[name], err = h.model(); return err }
	}
	same := func(a, b string, want bool) func() error {
		return func() error {
			return unless(bytes.Equal(images[a].Pix, images[b].Pix) == want, "%s and %s are the same: %v", a, b, !want)
		}
	}
	return all(
		func() error { return h.click("toolbar/A") }, see("A"), // an empty slot keeps the look
		func() error { return h.v.change("exposure", "3") }, func() error { return h.key(glfw.KeyRightBracket, glfw.ModShift) }, see("B"), same("A", "B", false),
		func() error { return h.key(glfw.KeyLeftBracket, 0) }, see("A again"), same("A", "A again", true),
		func() error { h.v.onKey(glfw.KeyX, true, 0); return h.wait() }, see("held"), same("held", "B", true),
		func() error { h.v.onKey(glfw.KeyX, false, 0); return h.wait() }, see("released"), same("released", "A", true),
		func() error { return h.click("toolbar/Swap") }, see("swapped"), same("swapped", "B", true),
		func() error { h.v.turn(0.5, 0); return nil }, func() error { return h.click("toolbar/A") },
		func() error { return unless(h.v.camera.Azimuth == 0.5, "a look has a camera") }, func() error { h.v.frameModel(0, 0); return h.wait() },
		looksWithCameras(h),
	)
}

// looksWithCameras shows A from its own camera, and B from the present one.
func looksWithCameras(h hand) func() error {
	at := func(want float32, what string) func() error {
		return func() error {
			got := h.v.camera.Azimuth
			return unless(math.Abs(float64(got-want)) < 1e-3, "%s: the camera is at %v, want %v", what, got, want)
		}
	}
	x := func(down bool) func() error {
		return func() error { h.v.onKey(glfw.KeyX, down, 0); return h.wait() }
	}
	return func() error {
		return all(
			func() error { h.v.turn(0.25, 0); return nil }, func() error { return h.key(glfw.KeyLeftBracket, glfw.ModShift|glfw.ModAlt) },
			func() error { h.v.turn(0.5, 0); return nil }, func() error { return h.key(glfw.KeyRightBracket, 0) }, at(0.75, "B"),
			x(true), at(0.25, "A while X is held"), x(false), at(0.75, "after X"),
			func() error { return h.key(glfw.KeyLeftBracket, 0) }, at(0.25, "A"),
			func() error { return h.key(glfw.KeyLeftBracket, glfw.ModShift) }, func() error { h.v.turn(0.5, 0); return nil },
			func() error { return h.key(glfw.KeyLeftBracket, 0) }, at(0.75, "A kept again without a camera"),
			func() error { h.v.frameModel(0, 0); return h.wait() },
		)
	}
}

// wipeFollowsItsLine drags the line, and the camera beside it.
func wipeFollowsItsLine(h hand) error {
	v := h.v
	line := func() (x int, err error) {
		img, err := h.shot()
		if err != nil {
			return 0, err
		}
		f := v.ui.layout.Free
		for x := int(f.X); x < int(f.X+f.W); x++ {
			if has(img, layout.Rect{X: float32(x), Y: f.Y + 60, W: 1, H: 100}, theme.Color{R: 255, G: 255, B: 255, A: 255}) == 100 {
				return x, nil
			}
		}
		return 0, fmt.Errorf("no line is shown")
	}
	var first int
	f := v.free()
	y := float64(f.Y + f.H*0.8)
	return all(
		func() error { return h.key(glfw.KeyW, 0) },
		func() (err error) { first, err = line(); return err },
		func() error { return h.press(float64(first), y, 100, 0, 0) },
		func() error {
			x, err := line()
			return unless(err == nil && x == first+100, "the line is at %d, want %d: %v", x, first+100, err)
		},
		func() error { return h.press(float64(first), y, 40, 0, 0) },
		func() error {
			x, err := line()
			return unless(err == nil && x == first+100 && v.camera.Azimuth != 0, "an orbit moves the line to %d, azimuth %v: %v", x, v.camera.Azimuth, err)
		},
		func() error { v.onKey(glfw.KeyX, true, 0); return h.wait() }, func() error { return unless(v.c.peeks, "X does nothing") },
		func() error { v.onKey(glfw.KeyX, false, 0); return h.wait() }, func() error { return unless(!v.c.peeks, "X stays") },
		func() error { return v.measure() }, func() error { return unless(strings.Contains(v.c.figures, "dB"), "figures %q", v.c.figures) },
		func() error { return h.key(glfw.KeyEscape, 0) },
		func() error { return unless(v.c.shows == nothing, "Esc leaves the wipe") }, func() error { v.frameModel(0, 0); return h.wait() },
	)
}

// measureShowsTheStages opens the panel by the graph in the status line.
func measureShowsTheStages(h hand) error {
	v := h.v
	free := v.free()
	return all(
		func() error { return h.click("status/sparkline") },
		func() error {
			return unless(v.ui.config.Measure && v.free().H < free.H && v.s.Renderer != nil && v.still.Height == int(v.free().H), "Measure is %v, the free area %v", v.ui.config.Measure, v.free())
		},
		func() error {
			img, err := h.shown()
			target := h.noted("Measure/target")
			return unless(err == nil && len(v.times.latest) > 0 && !h.noted("Measure/stages").Empty() && has(img, target, theme.Warning) > int(target.H/4), "no stages, or no target in %v: %v", target, err)
		},
		func() error {
			p := h.noted("Measure/history")
			delete(v.ui.places, "Measure/frame")
			v.onCursor(float64(p.X+p.W-2), float64(p.Y+p.H/2))
			return h.wait()
		},
		func() error {
			text, dim := v.times.nth(timesKept - 2).text(1)
			return unless(!h.noted("Measure/frame").Empty() && strings.HasPrefix(text, "The frame before: ") && strings.Contains(dim, "most of it"), "says %q, %q", text, dim)
		},
		func() error { return h.click("Measure/Count") },
		func() error {
			c := &v.ui.counts
			return unless(len(c.keys) > 0 && c.drawn != nil && c.drawn.Segments > 0 && strings.Contains(c.text, "of 256 bins"), "counts %+v", c)
		},
		func() error { return h.click("Measure/histogram") }, func() error { return unless(v.ui.counts.log, "a click leaves the scale linear") },
		func() error { return h.click("Measure/Counts") }, func() error { return unless(!h.noted("Measure/counted").Empty(), "no table of counts") },
		func() error { delete(v.ui.places, "Measure/history"); return h.click("Measure/History") },
		func() error { return unless(!h.noted("Measure/history").Empty(), "no history") },
		func() error { return unless(strings.Count(csv(&v.times), "\n") > 5, "csv %s", csv(&v.times)) },
		func() error { return h.key(glfw.KeyF9, 0) }, func() error { return unless(v.free() == free, "the free area is %v, was %v", v.free(), free) },
	)
}

// keyboardAloneChangesARow goes to a row by keys, changes it, and goes back.
func keyboardAloneChangesARow(h hand) error {
	v := h.v
	before := v.o.Given["exposure"]
	tab := func() error { return h.key(glfw.KeyTab, 0) }
	return all(
		func() error { h.find("exposure"); return h.wait() },
		func() error { return h.key(glfw.KeyF6, 0) }, func() error { return h.key(glfw.KeyF6, 0) }, tab, tab,
		func() error {
			for range 12 {
				if typing() { // the box of a number takes Space as text
					if err := tab(); err != nil {
						return err
					}
					continue
				}
				err := all(func() error { return h.key(glfw.KeySpace, 0) }, func() error { return h.key(glfw.KeyRight, 0) }, func() error { return h.key(glfw.KeySpace, 0) })
				if err != nil || v.o.Given["exposure"] != before {
					return err
				}
				if err := tab(); err != nil {
					return err
				}
			}
			return fmt.Errorf("keys do not reach a slider")
		},
		func() error {
			img, err := h.shot()
			return unless(err == nil && has(img, v.ui.layout.Look, theme.Focus) > 40, "the focus is not shown: %v", err)
		},
		func() error { return h.key(glfw.KeyEscape, 0) },
		func() error { h.find(""); return v.change("exposure", "1") }, h.wait,
	)
}

// commandDrawsTheSame reads the copied command line back.
func commandDrawsTheSame(h hand) error {
	v := h.v
	if err := v.change("color", "#c08040", "exposure", "2"); err != nil {
		return err
	}
	v.turn(0.3, 0.1)
	line := v.command()
	words, err := exec.Command("sh", "-c", "for word in "+strings.TrimPrefix(line, "viewer ")+`; do printf '%s\n' "$word"; done`).Output()
	if err != nil {
		return err
	}
	o, err := flags.Parse(strings.Split(strings.TrimSuffix(string(words), "\n"), "\n"))
	if err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	delete(o.Given, "size")
	delete(o.Given, "camera")
	now := v.settings()
	differs := slices.DeleteFunc(flags.Differing(now.Flags, o.Given), func(name string) bool { return name == "size" || name == "camera" || o.Unused(name) != "" })
	a := v.present()
	low, high := v.s.Renderer.Bounds()
	c := o.Camera.Of(low, high, a.aspect())
	far := c.Target.Sub(v.camera.Target).Len() + max(c.Distance-v.camera.Distance, v.camera.Distance-c.Distance)
	return unless(len(differs) == 0 && o.File == v.o.File && o.Width == a.width && o.Height == a.height && far < 1e-3, "%s differs in %v, by %v m", line, differs, far)
}

// idleWindowDrawsNothing waits for the rest after a click.
func idleWindowDrawsNothing(h hand) error {
	v := h.v
	if err := h.click("toolbar/Frame"); err != nil {
		return err
	}
	v.ui.tipAt = over(v.ui.tipAt)
	if err := h.wait(); err != nil {
		return err
	}
	for i := range v.ui.messages {
		v.ui.messages[i].when = over(v.ui.messages[i].when)
	}
	v.fullAt = over(v.fullAt) // the chip that says so
	if err := h.wait(); err != nil {
		return err
	}
	return unless(!v.stale && !v.ui.wants() && len(v.queue) == 0 && v.patience() > 0.05, "stale %v, the panels want a frame: %v", v.stale, v.ui.wants())
}

// escapeEndsWhatIsOpen presses Esc more often than there is something open.
func escapeEndsWhatIsOpen(h hand) error {
	v := h.v
	return all(
		func() error { return h.key(glfw.KeyF1, 0) }, func() error { return unless(v.ui.help, "no help") },
		func() error { return h.key(glfw.KeyEscape, 0) }, func() error { return unless(!v.ui.help, "Esc leaves the help") },
		func() error { return h.click("toolbar/Menu") }, func() error { return unless(popupOpen(), "no menu") },
		func() error { return h.key(glfw.KeyEscape, 0) }, func() error { return unless(!popupOpen(), "Esc leaves the menu") },
		func() error { return h.key(glfw.KeyEscape, 0) },
		func() error {
			return unless(!v.w.ShouldClose() && strings.Contains(v.ui.latest(), "Ctrl+Q"), "says %q", v.ui.latest())
		},
		func() error { return h.key(glfw.KeyQ, glfw.ModControl) }, func() error { return unless(v.w.ShouldClose(), "Ctrl+Q closes nothing") },
	)
}
