// SPDX-License-Identifier: MIT

//go:build !headless

package window

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
	"github.com/combgl/comb/internal/printable"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/input"
	"github.com/combgl/comb/viewer/internal/measure"
	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/combgl/comb/viewer/internal/progress"
	"github.com/combgl/comb/viewer/internal/scene"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// Run shows the scene until it is closed or interrupted.
func Run(ctx context.Context, o flags.Options, device gpu.Options, log *progress.Log) error {
	return inWindow(ctx, o, device, log, func(v *view) error { return v.loop(ctx) })
}

// inWindow opens the window for what is then done in it.
func inWindow(ctx context.Context, o flags.Options, device gpu.Options, log *progress.Log, do func(*view) error) error {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return flags.InputError(errors.New("there is no display for a window (DISPLAY and WAYLAND_DISPLAY are empty): use -headless"))
	}
	if err := o.CheckOutputs(); err != nil {
		return err
	}
	o.Run.Measuring = flags.Measuring{} // of headless runs
	// Before the model, which may take minutes to read.
	if err := startGLFW(); err != nil {
		return err
	}
	defer glfw.Terminate()
	set, head, err := input.Load(ctx, o, log)
	if err != nil {
		return err
	}
	w, err := newWindow(o)
	if err != nil {
		return err
	}
	defer w.Destroy()
	w.MakeContextCurrent()
	glfw.SwapInterval(1)
	device.ProcAddr = glfw.GetProcAddress
	d, err := gpu.Attach(device)
	if err != nil {
		return err
	}
	defer d.Release()
	s, err := scene.Open(ctx, d, o, set, head, log)
	if err != nil {
		return err
	}
	v := &view{ctx: ctx, o: o, s: s, d: d, w: w, set: set, head: o.Head, log: log, ui: newPanels(w), turntable: o.Run.Sequence.Turntable > 0}
	v.setPace()
	defer func() { v.release() }() // of what is there then
	v.ui.shown = o.Run.CloseAfter == 0
	if o.Run.Compared {
		v.c.shows = wipe
	}
	v.place()
	if err := v.fixLights(); err != nil {
		return err
	}
	v.listen()
	return do(v)
}

func (v *view) release() {
	v.c.release()
	v.times.release()
	v.ui.release()
	if v.still != nil {
		v.still.Release()
	}
	v.s.Release()
}

// view is the window's state.
type view struct {
	uncounted int // frames since what tiles need was counted, and one more; 0 before the first

	ctx    context.Context
	o      flags.Options // with what was changed since
	s      *scene.Scene
	d      *gpu.Device
	w      *glfw.Window
	ui     *panels
	log    *progress.Log
	camera hair.Camera
	c      comparing
	err    error // of a key, which cannot return it
	stale  bool  // something changed: draw
	shoot  bool  // take a screenshot after the next frame
	shots  int
	x, y   float64
	moved  bool // the cursor was seen
	took   time.Duration
	times  times
	live   bool                     // draw all the time
	still  *framebuffer.Framebuffer // the scene under the panels
	fresh  bool                     // it is the latest frame's

	turntable bool
	turnedAt  time.Time
	savedView int    // the latest that was gone to
	blew      string // -wind before there was none

	fixedLights string // -lights as fixLights gave it, "" before

	pace  pace.Pace
	level int     // of quality, of the next frame
	drawn int     // of the frame before
	share float32 // of the strands that a full frame draws

	set              *strands.Set // for motion that begins later
	head             string       // the -head that is loaded
	movedAt, windOff time.Time    // the latest move; since when there is no wind, zero while there is
}

// place puts the camera where the options say.
func (v *view) place() {
	width, height := v.w.GetFramebufferSize()
	low, high := v.s.Renderer.Bounds()
	v.camera = v.o.Camera.Of(low, high, float32(max(width, 1))/float32(max(height, 1)))
	v.stale = true
}

// frameModel puts the camera where all of the model is seen.
func (v *view) frameModel(azimuth, elevation float32) {
	v.o.Camera = flags.Camera{Azimuth: azimuth, Elevation: elevation, Distance: 1}
	v.place()
}

// cameraText is the camera as -camera has it.
func (v *view) cameraText() string {
	width, height := v.w.GetFramebufferSize()
	low, high := v.s.Renderer.Bounds()
	fit := hair.Fit(low, high, float32(max(width, 1))/float32(max(height, 1)))
	c := v.camera
	return flags.Camera{Azimuth: c.Azimuth, Elevation: c.Elevation, Distance: c.Distance / fit.Distance, Target: c.Target.Sub(fit.Target)}.Text()
}

func (v *view) listen() {
	redraw := func() { v.stale = true }
	v.w.SetRefreshCallback(func(*glfw.Window) { redraw() })
	v.w.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { redraw() })
	v.w.SetContentScaleCallback(func(*glfw.Window, float32, float32) { redraw() })
	v.w.SetDropCallback(func(_ *glfw.Window, paths []string) { v.drop(paths) })
	v.w.SetScrollCallback(func(_ *glfw.Window, dx, dy float64) {
		if v.ui.wheel(dx, dy) {
			return
		}
		v.camera.Distance *= float32(math.Pow(0.9, dy))
		redraw()
	})
	v.w.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, action glfw.Action, _ glfw.ModifierKey) {
		v.ui.button(b, action == glfw.Press)
	})
	v.w.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		dx, dy := float32(x-v.x), float32(y-v.y)
		v.x, v.y, v.moved = x, y, true
		v.c.toFit = v.c.shows == wipe
		if v.ui.cursor(x, y) {
			return
		}
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
	v.w.SetCharCallback(func(_ *glfw.Window, r rune) { v.ui.char(r) })
	v.w.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, mods glfw.ModifierKey) {
		if v.ui.key(key, action != glfw.Release, mods) || action == glfw.Release {
			return
		}
		v.press(key)
	})
}

// loop draws when something changed, and sleeps else.
func (v *view) loop(ctx context.Context) error {
	for frames := 0; !v.w.ShouldClose(); {
		runs := v.o.Run.CloseAfter > 0 || v.turntable || v.moving()
		if runs || v.live {
			glfw.PollEvents()
		} else {
			glfw.WaitEventsTimeout(v.patience())
		}
		v.stale = v.stale || runs
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
		due := false
		if v.level, due = v.due(time.Now()); !due {
			if err := v.touch(width, height); err != nil {
				return err
			}
			continue
		}
		last := v.o.Run.CloseAfter > 0 && frames+1 == v.o.Run.CloseAfter
		v.shoot = v.shoot || last && v.o.Run.Out != ""
		if err := v.move(ctx, frames); err != nil {
			return err
		}
		v.goAround(frames)
		if err := v.draw(width, height); err != nil {
			return err
		}
		if frames++; frames == 1 {
			v.log.Line("F1 shows the keys, P shows and hides the panels, Esc closes")
		}
		if last {
			v.w.SetShouldClose(true)
			if err := v.measure(); err != nil {
				return err
			}
		}
	}
	return nil
}

// touch follows the cursor and the panels, without drawing the scene again.
func (v *view) touch(width, height int) error {
	if !v.c.toFit && !v.ui.wants() {
		return nil
	}
	if v.c.shows == nothing && !(v.fresh && v.ui.visible()) {
		v.stale = true // a message came or went, and the scene is not kept
		return nil
	}
	if v.c.shows != nothing {
		if err := v.refit(); err != nil {
			return err
		}
	}
	v.overlay(width, height)
	v.w.SwapBuffers()
	return nil
}

// overlay draws the panels over the image, which is kept beside the window meanwhile.
func (v *view) overlay(width, height int) {
	if !v.ui.visible() {
		return
	}
	if v.c.shows == nothing && v.fresh {
		v.still.Blit(width, height)
	}
	v.ui.draw(v, width, height)
}

// goAround turns the turntable: by a frame, or by the time that went by.
func (v *view) goAround(frame int) {
	if !v.turntable {
		v.turnedAt = time.Time{}
		return
	}
	n := v.o.Run.Sequence.Turntable
	if n == 0 {
		n = usualTurn
	}
	q := flags.Sequence{Turntable: n}
	if v.o.Run.CloseAfter > 0 {
		v.camera.Azimuth = v.o.Camera.Azimuth + q.Angle(frame)
		return
	}
	now := time.Now()
	if !v.turnedAt.IsZero() {
		v.camera.Azimuth += float32(2 * math.Pi * flags.FramesPerSecond / float64(n) * min(now.Sub(v.turnedAt), time.Second).Seconds())
	}
	v.turnedAt = now
}

// usualTurn is how many frames the turntable takes that nobody gave a number.
const usualTurn = 240

// countEvery is how many frames a count of what tiles need serves.
const countEvery = 20

func (v *view) draw(width, height int) error {
	v.stale = false
	began := time.Now()
	err := v.drawOnce(width, height)
	if errors.Is(err, gpu.ErrTooLarge) || errors.Is(err, gpu.ErrOutOfMemory) {
		// Exact takes memory by the view. Without it there is still blending.
		v.log.Line("%v", err)
		v.o.Transparency = hair.Blend
		v.c.release()
		v.c, v.o.Run.Compared = comparing{}, false
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
	v.overlay(width, height)
	v.w.SwapBuffers()
	v.took = time.Since(began)
	v.times.frame(v.took, v.hostTime())
	v.pace.Shown(time.Now())
	v.title()
	if code := gl.GetError(); code != gl.NO_ERROR {
		return v.d.Check()
	}
	return nil
}

// drawOnce draws the view as it is asked for.
func (v *view) drawOnce(width, height int) error {
	v.fresh = false
	target, err := v.setQuality(width, height)
	if err != nil {
		return err
	}
	paced := v.pace.Begin(v.level)
	if v.c.shows != nothing {
		return v.drawCompared(width, height)
	}
	// Tiles need about as much room from frame to frame: counting what they need waits for the GPU.
	v.uncounted++
	if v.o.Transparency != hair.Tiles || v.uncounted >= countEvery || v.uncounted == 1 {
		v.uncounted = 1
		if err := v.s.Renderer.Reserve(v.camera); err != nil {
			return err
		}
	}
	if !v.ui.visible() {
		return v.s.Renderer.Frame(v.camera, target, v.pacingTimer(paced))
	}
	if err := framebuffer.Resize(v.d, &v.still, width, height); err != nil {
		return err
	}
	target.Framebuffer = v.still.ID
	if err := v.s.Renderer.Frame(v.camera, target, v.times.next(v.d, paced)); err != nil {
		return err
	}
	v.still.Blit(width, height)
	v.fresh = true
	return nil
}

func (v *view) title() {
	method := v.o.Transparency.String()
	if v.o.Transparency == hair.Blend {
		method = fmt.Sprintf("%v, %d bits", v.o.Order, v.o.KeyBits)
	}
	if v.level != pace.Full {
		method += ", preview"
	}
	v.w.SetTitle(printable.Linef("comb: %s, %d strands, %s, %.1f ms%s", v.s.Name, v.s.Model.Strands(), method, measure.Milliseconds(v.took), v.c.figures))
}
