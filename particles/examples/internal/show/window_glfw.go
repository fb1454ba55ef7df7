// SPDX-License-Identifier: MIT

//go:build !headless

package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// window shows the scene until it is closed or interrupted.
func window(ctx context.Context, a App, o options, stderr io.Writer) error {
	// GLFW 3.3 logs a missing display, returns no error, and panics at the next call.
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("there is no display for a window (DISPLAY and WAYLAND_DISPLAY are empty): use -headless")
	}
	if err := glfw.Init(); err != nil {
		return fmt.Errorf("no window: %w", err)
	}
	defer glfw.Terminate()
	glfw.WindowHint(glfw.ContextVersionMajor, 4)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	if os.Getenv("WAYLAND_DISPLAY") != "" || eglBuild {
		glfw.WindowHint(glfw.ContextCreationAPI, glfw.EGLContextAPI)
	}
	w, err := glfw.CreateWindow(o.width, o.height, "comb: "+a.Name, nil, nil)
	if err != nil {
		return fmt.Errorf("show: no window with OpenGL 4.3: %v: %w", err, gpu.ErrVersion)
	}
	defer w.Destroy()
	w.MakeContextCurrent()
	glfw.SwapInterval(1)
	d, err := gpu.Attach(gpu.Options{ProcAddr: glfw.GetProcAddress})
	if err != nil {
		return err
	}
	defer d.Release()
	c, err := newCanvas(d)
	if err != nil {
		return err
	}
	defer c.release()
	s, err := a.Open(d)
	if err != nil {
		return err
	}
	defer s.Release()
	v := &view{a: a, o: o, d: d, w: w, c: c, s: s, last: time.Now(), stderr: stderr}
	v.listen()
	return v.loop(ctx)
}

// view is the state of the window.
type view struct {
	a                     App
	o                     options
	d                     *gpu.Device
	w                     *glfw.Window
	c                     *canvas
	s                     Scene
	last                  time.Time
	behind                float64
	x, y                  float64
	paused, single, shoot bool
	shots                 int
	err                   error // from a key, whose callback cannot return it
	stderr                io.Writer
}

func (v *view) listen() {
	v.w.SetScrollCallback(func(_ *glfw.Window, _, dy float64) { v.o.orbit.Distance *= math.Pow(0.9, dy) })
	v.w.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		if v.w.GetMouseButton(glfw.MouseButtonLeft) == glfw.Press {
			v.o.orbit.Azimuth -= (x - v.x) * 0.3
			v.o.orbit.Elevation = min(max(v.o.orbit.Elevation+(y-v.y)*0.3, -5), 89)
		}
		v.x, v.y = x, y
	})
	v.w.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, _ glfw.ModifierKey) {
		if action == glfw.Release {
			return
		}
		switch key {
		case glfw.KeyEscape:
			v.w.SetShouldClose(true)
		case glfw.KeySpace:
			v.paused = !v.paused
		case glfw.KeyN:
			v.paused, v.single = true, true
		case glfw.KeyS:
			v.shoot = true
		case glfw.KeyR:
			for _, system := range v.s.Systems() {
				v.err = errors.Join(v.err, system.Reset())
			}
		}
	})
}

// steps returns the number of steps for the elapsed time.
func (v *view) steps() int {
	now := time.Now()
	v.behind = min(v.behind+now.Sub(v.last).Seconds(), 4*step)
	v.last = now
	n := int(v.behind / step)
	v.behind -= float64(n) * step
	switch {
	case v.single:
		n = 1
	case v.paused:
		n = 0
	case v.o.frames > 0:
		n = 1 // the same image on any machine
	}
	v.single = false
	return n
}

func (v *view) loop(ctx context.Context) error {
	for frames := 1; !v.w.ShouldClose(); frames++ {
		glfw.PollEvents()
		if err := errors.Join(ctx.Err(), v.d.Lost(), v.err); err != nil {
			return err
		}
		width, height := v.w.GetFramebufferSize()
		if width == 0 || height == 0 { // the window is minimised
			glfw.WaitEventsTimeout(0.1)
			continue
		}
		if err := v.c.resize(width, height); err != nil {
			return err
		}
		camera := v.o.orbit.camera(width, height)
		for range v.steps() {
			if err := v.s.Step(step, camera); err != nil {
				return err
			}
		}
		if err := v.c.frame(v.s, v.o, v.a, 0); err != nil {
			return err
		}
		if v.shoot {
			if err := v.drawFrame(); err != nil {
				return err
			}
		}
		v.w.SwapBuffers()
		if frames%30 == 0 {
			if err := v.title(); err != nil {
				return err
			}
		}
		if v.o.frames == frames {
			return v.end()
		}
	}
	return nil
}

// title shows how many particles live, some frames late.
func (v *view) title() error {
	text := "comb: " + v.a.Name
	for _, system := range v.s.Systems() {
		n, _, err := system.Stats()
		if err != nil {
			return err
		}
		text += fmt.Sprintf(", %d %s", n.Alive, system.Name)
	}
	v.w.SetTitle(text)
	return nil
}

func (v *view) drawFrame() error {
	path := v.o.out
	if v.shoot = false; path == "" {
		v.shots++
		path = fmt.Sprintf("%s-%d.png", v.a.Name, v.shots)
	}
	if err := v.c.save(v.s, v.o, v.a, path); err != nil {
		return err
	}
	if !v.o.quiet {
		fmt.Fprintf(v.stderr, "%s: wrote %s\n", v.a.Name, path)
	}
	return nil
}

// end runs after the last frame of -frames.
func (v *view) end() error {
	if v.o.out != "" {
		if err := v.drawFrame(); err != nil {
			return err
		}
	}
	v.o.steps = v.o.frames + 1
	numbers, err := timed(v.a, v.o, v.c, v.s, v.o.orbit.camera(v.c.width, v.c.height))
	if err != nil {
		return err
	}
	return numbers.write(v.o.stats)
}
