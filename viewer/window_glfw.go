// SPDX-License-Identifier: MIT

//go:build !headless

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// window shows the scene until it is closed or interrupted.
func window(ctx context.Context, o options, say *progress) error {
	return inWindow(ctx, o, say, func(v *view) error { return v.loop(ctx) })
}

// inWindow opens the window for what is then done in it.
func inWindow(ctx context.Context, o options, say *progress, do func(*view) error) error {
	// GLFW 3.3 logs a missing display, returns no error, and panics at the next call.
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return inputError{errors.New("there is no display for a window (DISPLAY and WAYLAND_DISPLAY are empty): use -headless")}
	}
	set, head, err := load(ctx, o, say)
	if err != nil {
		return err
	}
	if err := glfw.Init(); err != nil {
		return fmt.Errorf("no window: %w", err)
	}
	defer glfw.Terminate()
	w, err := newWindow(o)
	if err != nil {
		return err
	}
	defer w.Destroy()
	w.MakeContextCurrent()
	glfw.SwapInterval(1)
	o.device.ProcAddr = glfw.GetProcAddress
	d, err := gpu.Attach(o.device)
	if err != nil {
		return err
	}
	defer d.Release()
	s, err := open(ctx, d, o, set, head, say)
	if err != nil {
		return err
	}
	defer s.release()
	v := &view{o: o, s: s, d: d, w: w, set: set, say: say, exposure: float32(o.look.exposure)}
	defer func() { v.c.release() }()
	if o.compared {
		v.c.shows = wipe
	}
	v.frameModel(o.azimuth, o.elevation, o.distance)
	v.listen()
	say.line("F frames the model, O changes the order, W wipes to %v, S takes a screenshot, Esc closes; viewer -h tells the rest", o.reference)
	return do(v)
}

// newWindow asks for the newest core context that there is, down to 4.3, and rather for one that tells when it is lost:
// else a hang of the GPU leaves a black window and no error.
func newWindow(o options) (*glfw.Window, error) {
	var err error
	for _, robustness := range []int{glfw.LoseContextOnReset, glfw.NoRobustness} {
		for _, version := range [][2]int{{4, 6}, {4, 5}, {4, 3}} {
			glfw.WindowHint(glfw.ContextVersionMajor, version[0])
			glfw.WindowHint(glfw.ContextVersionMinor, version[1])
			glfw.WindowHint(glfw.ContextRobustness, robustness)
			glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
			glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
			if os.Getenv("WAYLAND_DISPLAY") != "" || eglBuild {
				glfw.WindowHint(glfw.ContextCreationAPI, glfw.EGLContextAPI)
			}
			var w *glfw.Window
			if w, err = glfw.CreateWindow(o.width, o.height, "comb", nil, nil); err == nil {
				return w, nil
			}
		}
	}
	return nil, fmt.Errorf("%w: no window with OpenGL 4.3: %v", gpu.ErrVersion, err)
}

// view is the window's state.
type view struct {
	o        options
	s        *scene
	d        *gpu.Device
	w        *glfw.Window
	say      *progress
	camera   hair.Camera
	exposure float32
	c        comparing
	err      error // of a key, which cannot return it
	stale    bool  // something changed: draw
	shoot    bool  // take a screenshot after the next frame
	shots    int
	x, y     float64
	moved    bool // the cursor was seen
	took     time.Duration

	set              *strands.Set // for motion that begins later
	movedAt, windOff time.Time    // the latest move; since when there is no wind, zero while there is
}

// frameModel puts the camera where all of the model is seen.
func (v *view) frameModel(azimuth, elevation, distance float32) {
	width, height := v.w.GetFramebufferSize()
	low, high := v.s.renderer.Bounds()
	v.camera = hair.Fit(low, high, float32(max(width, 1))/float32(max(height, 1))).Orbit(azimuth, elevation, distance)
	v.stale = true
}

func (v *view) listen() {
	redraw := func() { v.stale = true }
	v.w.SetRefreshCallback(func(*glfw.Window) { redraw() })
	v.w.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { redraw() })
	v.w.SetScrollCallback(func(_ *glfw.Window, _, dy float64) {
		v.camera.Distance *= float32(math.Pow(0.9, dy))
		redraw()
	})
	v.w.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		dx, dy := float32(x-v.x), float32(y-v.y)
		v.x, v.y, v.moved = x, y, true
		v.c.toFit = v.c.shows == wipe
		// The cursor moves in window coordinates, which HiDPI screens count apart from pixels.
		_, height := v.w.GetSize()
		pressed := func(b glfw.MouseButton) bool { return v.w.GetMouseButton(b) == glfw.Press }
		switch {
		case pressed(glfw.MouseButtonLeft):
			v.turn(-dx*2*math.Pi/float32(height), dy*math.Pi/float32(height))
		case pressed(glfw.MouseButtonRight), pressed(glfw.MouseButtonMiddle):
			v.camera = v.camera.Pan(-dx/float32(height), dy/float32(height))
			redraw()
		}
	})
	v.w.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, _ glfw.ModifierKey) {
		if action != glfw.Release {
			v.press(key)
		}
	})
}

func (v *view) turn(azimuth, elevation float32) {
	v.camera.Azimuth += azimuth
	v.camera.Elevation = min(max(v.camera.Elevation+elevation, -math.Pi/2), math.Pi/2)
	v.stale = true
}

func (v *view) press(key glfw.Key) {
	v.stale = true
	switch key {
	case glfw.KeyEscape:
		v.w.SetShouldClose(true)
	case glfw.KeyF:
		v.frameModel(v.camera.Azimuth, v.camera.Elevation, 1)
	case glfw.Key1, glfw.Key2, glfw.Key3:
		v.frameModel(float32(key-glfw.Key1)*math.Pi/2, 0, 1)
	case glfw.KeyO:
		v.o.order = (v.o.order + 1) % hair.Order(len(hair.Orders()))
		v.s.renderer.SetOrder(v.o.order)
	case glfw.KeyT:
		v.err = v.nextWay()
	case glfw.KeyK:
		v.err = v.nextBits()
	case glfw.KeyW:
		v.err = v.show(wipe)
	case glfw.KeyH:
		v.err = v.show(heat)
	case glfw.KeyL:
		v.err = v.nextShadow()
	case glfw.KeyA:
		v.err = v.toggleWind()
	case glfw.KeyM:
		v.err = v.nextShading()
	case glfw.KeyN:
		v.nextTone()
	case glfw.KeyS:
		v.shoot = true
	case glfw.KeyEqual, glfw.KeyKPAdd:
		v.setExposure(v.exposure * 1.1)
	case glfw.KeyMinus, glfw.KeyKPSubtract:
		v.setExposure(v.exposure / 1.1)
	case glfw.KeyLeft:
		v.turn(-0.1, 0)
	case glfw.KeyRight:
		v.turn(0.1, 0)
	case glfw.KeyUp:
		v.turn(0, 0.1)
	case glfw.KeyDown:
		v.turn(0, -0.1)
	}
}

func (v *view) setExposure(e float32) {
	v.exposure = min(max(e, 0.01), 100)
	v.s.renderer.SetExposure(v.exposure)
}

// loop draws when something changed, and sleeps else.
func (v *view) loop(ctx context.Context) error {
	for frames := 0; !v.w.ShouldClose(); {
		if v.o.frames > 0 || v.moving() {
			glfw.PollEvents()
			v.stale = true
		} else {
			glfw.WaitEventsTimeout(0.1) // wakes up now and then to see an interrupt
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := v.d.Lost(); err != nil { // also while nothing is drawn
			return err
		}
		if v.err != nil {
			return v.err
		}
		if err := v.rest(); err != nil {
			return err
		}
		width, height := v.w.GetFramebufferSize()
		if width == 0 || height == 0 { // the window is an icon
			continue
		}
		if !v.stale {
			if err := v.refit(); err != nil {
				return err
			}
			continue
		}
		last := v.o.frames > 0 && frames+1 == v.o.frames
		v.shoot = v.shoot || last && v.o.out != ""
		if err := v.move(ctx, frames); err != nil {
			return err
		}
		if err := v.draw(width, height); err != nil {
			return err
		}
		frames++
		if last {
			v.w.SetShouldClose(true)
			if err := v.measure(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *view) draw(width, height int) error {
	v.stale = false
	began := time.Now()
	err := v.drawOnce(width, height)
	if errors.Is(err, gpu.ErrTooLarge) || errors.Is(err, gpu.ErrOutOfMemory) {
		// Exact takes memory by the view. Without it there is still blending.
		v.say.line("%v", err)
		v.o.transparency = hair.Blend
		v.c.release()
		v.c, v.o.compared = comparing{}, false
		if err = v.rebuild(); err == nil {
			err = v.drawOnce(width, height)
		}
	}
	if err != nil {
		return err
	}
	if v.shoot {
		v.shoot = false
		if err := v.screenshot(width, height); err != nil {
			return err
		}
	}
	v.w.SwapBuffers()
	v.took = time.Since(began)
	v.title()
	if code := gl.GetError(); code != gl.NO_ERROR {
		return v.d.Check()
	}
	return nil
}

// drawOnce draws the view as it is asked for.
func (v *view) drawOnce(width, height int) error {
	if err := v.s.renderer.Resize(width, height); err != nil {
		return err
	}
	if v.c.shows != nothing {
		return v.drawCompared(width, height)
	}
	if err := v.s.renderer.Reserve(v.camera); err != nil {
		return err
	}
	return v.s.renderer.Frame(v.camera, hair.Target{}, nil)
}

func (v *view) title() {
	way := v.o.transparency.String()
	if v.o.transparency == hair.Blend {
		way = fmt.Sprintf("%v, %d bits", v.o.order, v.o.keyBits)
	}
	v.w.SetTitle(fmt.Sprintf("comb: %s, %d strands, %s, %.1f ms%s", v.s.name, v.s.model.Strands(), way, ms(v.took), v.c.figures))
}

func (v *view) screenshot(width, height int) error {
	path := v.o.out
	if path == "" {
		v.shots++
		path = fmt.Sprintf("comb-%s-%d.png", time.Now().Format("20060102-150405"), v.shots)
	}
	if err := v.write(path, width, height); err != nil {
		return err
	}
	v.say.line("wrote %s", path)
	return nil
}

// write writes what the window shows; where the name ends in .exr, the linear picture of the way chosen.
func (v *view) write(path string, width, height int) error {
	if isEXR(path) {
		l, err := v.s.renderer.Linear()
		if err != nil {
			return err
		}
		return writeEXR(path, l)
	}
	img, err := readImage(v.d, 0, width, height)
	if err != nil {
		return err
	}
	return writePNG(path, img)
}
