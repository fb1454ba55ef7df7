// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/controls"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/viewertest"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// windowJobs are jobs that tests run in a window, each in its own process. A job returns an error
// if something is wrong.
var windowJobs = map[string]func(file string) error{
	"drop": dropJob, "resize": resizeJob, "memory": memoryJob, "changes": changesJob, "panic": panicJob,
}

func runJob(t *testing.T, job string) {
	t.Helper()
	viewertest.NeedX(t)
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "COMB_TEST_WINDOW="+job, "COMB_TEST_FILE="+viewertest.Wig(t))
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestDroppedFiles(t *testing.T)               { runJob(t, "drop") }
func TestResizedWindow(t *testing.T)              { runJob(t, "resize") }
func TestMemoryIsFlatOverFrames(t *testing.T)     { runJob(t, "memory") }
func TestPanicsKeepTheView(t *testing.T)          { runJob(t, "panic") }
func TestRefusedChangeKeepsTheState(t *testing.T) { runJob(t, "changes") }

// in opens a small window with the file and calls do in it. Software blends in a fifth of the time
// that tiles take.
func in(file string, device gpu.Options, do func(*view) error, args ...string) error {
	o, err := flags.Parse(append(append([]string{"-size", "160x120", "-transparency", "blend", "-head", "none", "-quiet"}, args...), file))
	if err != nil {
		return err
	}
	o.Light.Size, o.Given["shadow-size"] = 64, "64" // also beside -shadow none, which a test may end
	log := progress.Log{Lines: os.Stdout, Results: os.Stdout, Quiet: true}
	return inWindow(context.Background(), o, device, &log, do)
}

// frame draws a frame as the loop does.
func (v *view) frame() error {
	width, height := v.w.GetFramebufferSize()
	return v.draw(width, height)
}

// dropJob drops hair, a file that is no hair, settings, and nothing.
func dropJob(file string) error {
	dir := filepath.Dir(file)
	return in(file, gpu.Options{}, func(v *view) error {
		drop := func(name, text, message string) error {
			path := filepath.Join(dir, name)
			if text != "" {
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					return err
				}
			}
			v.ui.notify("")
			v.drop([]string{path})
			if err := v.frame(); err != nil {
				return err
			}
			if v.err != nil {
				return v.err
			}
			if printed := v.ui.latest(); !strings.Contains(printed, message) || message == "" != (printed == "") {
				return fmt.Errorf("%s: says %q, want %q", name, printed, message)
			}
			return nil
		}
		for _, d := range [][3]string{
			{"letter.txt", "no hair at all", "letter.txt"}, {"broken.hair", "HAIR", "broken.hair"}, {"none.hair", "", "none.hair"},
			{"broken.json", "{", "broken.json"}, {"other.json", `{"comb_viewer":1,"flags":{"headless":"true"}}`, "-headless"},
			{"unknown.json", `{"comb_viewer":1,"flags":{"colour":"red"}}`, "colour"},
			{"new.json", `{"comb_viewer":2,"flags":{}}`, "2"},
			{filepath.Base(file), "", "300 strands"},
		} {
			if err := drop(d[0], d[1], d[2]); err != nil {
				return err
			}
			if v.s.Model.Strands() != 300 || v.o.File != file {
				return fmt.Errorf("after %s the window shows %d strands of %s", d[0], v.s.Model.Strands(), v.o.File)
			}
		}
		settings := fmt.Sprintf(`{"comb_viewer":1,"file":%q,"flags":{"strands":"100","keybits":"7","transparency":"blend","camera":"90,0,2"},"views":["0,0,1","10,0,1"]}`, filepath.Base(file))
		if err := drop("good.json", settings, "100 strands"); err != nil {
			return err
		}
		if v.s.Model.Strands() != 100 || v.o.KeyBits != 7 || len(v.o.Views) != 2 || v.camera.Azimuth < 1.5 {
			return fmt.Errorf("the settings gave %d strands, %d bits, %d views, azimuth %v", v.s.Model.Strands(), v.o.KeyBits, len(v.o.Views), v.camera.Azimuth)
		}
		v.drop(nil)
		if err := v.frame(); err != nil || runtime.GOOS == "windows" {
			return err
		}
		// A file that does not end: Esc stops the wait.
		pipe := filepath.Join(dir, "endless.hair")
		if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
			return fmt.Errorf("mkfifo: %w\n%s", err, out)
		}
		shown := v.s
		time.AfterFunc(plateAfter/2, func() { v.cancelled.Store(true) }) // as Esc does
		if err := drop("endless.hair", "", "Stopped"); err != nil {
			return err
		}
		if v.s != shown || v.busy || v.o.File == pipe {
			return fmt.Errorf("after Esc the window shows %s, busy: %v", v.o.File, v.busy)
		}
		return nil
	})
}

// resizeJob makes the window larger, smaller and tiny.
func resizeJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		v.ui.shown, v.ui.help = true, true
		v.o.Run.Reference = hair.Blend // exact takes seconds to compile in software
		for _, size := range [][2]int{{160, 120}, gputest.InNightly([2]int{333, 217}, [2]int{233, 157}), {1, 1}, gputest.InNightly([2]int{64, 640}, [2]int{32, 320}), {160, 120}} {
			v.w.SetSize(size[0], size[1])
			for range 20 {
				glfw.WaitEventsTimeout(0.01)
			}
			for _, mode := range []against{nothing, heat, layerCounts, nothing} {
				if v.c.shows != mode {
					if err := v.show(max(mode, v.c.shows)); err != nil {
						return err
					}
				}
				if err := v.frame(); err != nil {
					return fmt.Errorf("%v: %w", size, err)
				}
				width, height := v.w.GetFramebufferSize()
				if err := v.touch(width, height); err != nil {
					return err
				}
			}
		}
		return v.d.Check()
	})
}

// residentKiB is the process's memory.
func residentKiB() (int, error) {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(data), "VmRSS:")
	return strconv.Atoi(strings.Fields(rest)[0])
}

// memoryJob draws a few hundred frames of all kinds; memory must not grow. A larger
// COMB_TEST_FRAMES draws more frames and prints the memory.
func memoryJob(file string) error {
	if runtime.GOOS != "linux" {
		return nil
	}
	usual := gputest.InNightly(120, 48)
	frames := usual
	if n, err := strconv.Atoi(os.Getenv("COMB_TEST_FRAMES")); err == nil {
		frames = n
	}
	return in(file, gpu.Options{}, func(v *view) error {
		if err := v.change("wind", "3"); err != nil {
			return err
		}
		v.w.SetSize(64, 48)
		before := 0
		for i := range frames {
			glfw.PollEvents()
			v.ui.shown = i%2 == 0
			v.turn(0.01, 0)
			if err := v.move(context.Background(), i); err != nil {
				return err
			}
			if err := v.frame(); err != nil {
				return err
			}
			if i%(frames/4) == frames/4-1 {
				runtime.GC()
				now, err := residentKiB()
				if err != nil {
					return err
				}
				if frames > usual {
					fmt.Fprintf(os.Stderr, "%d frames: %d KiB\n", i+1, now)
				}
				if before == 0 {
					before = now
				}
				if now > before+before/10 {
					return fmt.Errorf("%d KiB after %d frames, %d after %d", now, i+1, before, frames/4)
				}
			}
		}
		return nil
	})
}

// changesJob makes changes that must be refused.
func changesJob(file string) error {
	return in(file, gpu.Options{}, func(v *view) error {
		for _, pair := range [][2]string{
			{"keybits", "33"}, {"order", "random"}, {"shadow", "foggy"}, {"strands", "-1"}, {"exposure", "0"}, {"nonsense", "1"},
			{"lights", "point,0,0,0,1"}, {"head", "maybe"}, {"head", "none.obj"}, {"transparency", "foggy"}, {"wind", "99"}, {"unit", "miles"},
		} {
			before, renderer := fmt.Sprint(v.o.Given), v.s.Renderer
			if err := v.change(pair[0], pair[1]); err == nil {
				return fmt.Errorf("%v is taken", pair)
			}
			if fmt.Sprint(v.o.Given) != before || v.s.Renderer != renderer {
				return fmt.Errorf("%v leaves something behind: %v", pair, v.o.Given)
			}
			if err := v.frame(); err != nil {
				return fmt.Errorf("after %v: %w", pair, err)
			}
		}
		// With the panels hidden, a message appears over an image that is drawn anew, and
		// disappears.
		v.ui.shown = false
		v.ui.notify("")
		if err := v.frame(); err != nil {
			return err
		}
		for _, text := range []string{"hello", ""} {
			v.ui.notify(text)
			if v.stale = false; v.touch(160, 120) != nil || v.stale != (text != "") {
				return fmt.Errorf("a message %q over an image that is not kept: stale is %v", text, v.stale)
			}
			if err := v.frame(); err != nil {
				return err
			}
			if v.fresh != (text != "") {
				return fmt.Errorf("with the message %q an image is kept: %v", text, v.fresh)
			}
		}
		for _, c := range controls.All() { // each control, at both ends of its range
			c = v.within(c)
			texts := c.Choices
			switch {
			case !c.Shows(v.o) || c.Flag == "head" || c.Flag == "shadow-size" || c.Flag == "samples" || c.Reason(v.o) != "":
				continue
			case c.Toggle != [2]string{}:
				texts = c.Toggle[:]
			case texts == nil:
				texts = []string{c.Text(c.Least, ""), c.Text(c.Most, "")}
			}
			if !gputest.Nightly() && slices.Contains([]string{"azimuthal", "tilt", "core", "transparency", "order", "keybits", "width", "width-tip"}, c.Flag) {
				continue // like another one of these, or set by a key of another test
			}
			if !gputest.Nightly() { // one that is not the default; others are set by flags and keys
				last := texts[len(texts)-1]
				if last == controls.Defaults()[c.Flag] {
					last = texts[0]
				}
				texts = []string{map[string]string{"strands": "200", "follow": "2", "transparency": "weighted", "subdivide": "2"}[c.Flag]}
				if texts[0] == "" {
					texts[0] = last
				}
			}
			for _, text := range texts {
				if err := v.change(c.Flag, text); err != nil {
					return fmt.Errorf("-%s %s: %w", c.Flag, text, err)
				}
				if err := v.frame(); err != nil {
					return fmt.Errorf("-%s %s: %w", c.Flag, text, err)
				}
			}
			if err := v.change(c.Flag, controls.Defaults()[c.Flag]); err != nil {
				return fmt.Errorf("-%s: %w", c.Flag, err)
			}
		}
		if err := togglesScalp(v); err != nil {
			return err
		}
		return v.d.Check()
	})
}

// togglesScalp shows the scalp of a file that was opened without a head, hides it, and shows it
// again without reading the file anew.
func togglesScalp(v *view) error {
	if v.s.Head != nil || v.s.Options.Head != nil {
		return errors.New("-head none has a head")
	}
	model := v.s.Model
	for i, shown := range []bool{true, false, true} {
		if err := v.toggleHead(); err != nil {
			return err
		}
		if err := v.frame(); err != nil {
			return err
		}
		if (v.s.Options.Head != nil) != shown || v.s.Head == nil || i > 0 && v.s.Model != model {
			return fmt.Errorf("after %d changes a head is shown: %v, want %v", i+1, v.s.Options.Head != nil, shown)
		}
		model = v.s.Model
	}
	if err := v.change("raw", "true", "head", "on"); err != nil {
		return err
	}
	if v.s.Head != nil {
		return errors.New("-raw has a head")
	}
	return v.toggleHead() // a message
}

// Each key of the list has an action, and each action has a key of the list. The keys and flags of
// buttons and rows exist.
func TestEveryKeyAndControlExists(t *testing.T) {
	reported := map[string]bool{}
	for _, k := range flags.Keys {
		if reported[k.Name] || keyActions[k.Name] == nil {
			t.Errorf("the key %s is reported twice, or does nothing", k.Name)
		}
		reported[k.Name] = true
	}
	for key := range keyActions {
		if !reported[key] {
			t.Errorf("nothing documents the key %s", key)
		}
	}
	named := map[string]bool{}
	for key := glfw.KeySpace; key <= glfw.KeyLast; key++ {
		for _, mods := range []glfw.ModifierKey{0, glfw.ModShift, glfw.ModControl, glfw.ModAlt, glfw.ModControl | glfw.ModShift, glfw.ModAlt | glfw.ModShift} {
			named[keyName(key, mods)] = true
		}
	}
	for key := range reported {
		if !named[key] {
			t.Errorf("no key of the keyboard is %s", key)
		}
	}
	defaults := controls.Defaults()
	for flag := range setters {
		if _, ok := defaults[flag]; !ok || reloads[flag] {
			t.Errorf("-%s of setters", flag)
		}
	}
	for flag := range reloads {
		if _, ok := defaults[flag]; !ok {
			t.Errorf("-%s of reloads", flag)
		}
	}
}
