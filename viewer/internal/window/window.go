// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"context"
	"errors"
	"math"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/history"
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
	if err := o.CheckFiles(); err != nil {
		return err
	}
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return flags.InputError(errors.New("there is no display for a window (DISPLAY and WAYLAND_DISPLAY are empty): use -headless"))
	}
	o.Run.Measuring = flags.Measuring{} // of headless runs
	// Before the model, which may take minutes to read.
	if err := startGLFW(); err != nil {
		return err
	}
	defer glfw.Terminate()
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
	if err := scene.CheckSamples(o); err != nil {
		return err
	}
	v := &view{ctx: ctx, o: o, d: d, w: w, head: o.Head, log: log, ui: newPanels(w), turntable: o.Run.Sequence.Turntable > 0}
	v.c = comparing{line: 0.5, gain: usualGain, sides: usualSides()}
	defer func() { v.release() }() // of what is there then
	v.listen()
	if err := v.begin(); err != nil {
		return err
	}
	if v.s == nil { // closed before there was anything to show
		return nil
	}
	v.setPace()
	v.ui.shown = o.Run.CloseAfter == 0
	v.slot = -1
	if o.Run.Compared {
		v.c.shows = wipe
	}
	v.start = v.o.Camera
	v.place()
	if err := v.fixLights(); err != nil {
		return err
	}
	err = do(v)
	if errors.Is(err, gpu.ErrContextLost) {
		return v.keepAfterLoss(err)
	}
	return err
}

func (v *view) release() {
	v.c.release()
	v.times.release()
	v.ui.release()
	if v.still != nil {
		v.still.Release()
	}
	if v.s != nil {
		v.s.Release()
	}
}

// view is the window's state.
type view struct {
	uncounted int // frames since what tiles need was counted, and one more; 0 before the first

	ctx              context.Context
	o                flags.Options // with what was changed since
	s                *scene.Scene
	d                *gpu.Device
	w                *glfw.Window
	ui               *panels
	log              *progress.Log
	camera           hair.Camera
	c                comparing
	err              error // of a key, which cannot return it
	stale            bool  // something changed: draw
	stays            bool  // what catchUp does leaves the image as it is
	shoot            bool  // take a screenshot after the next frame
	shots            int
	shotKind         string
	output           output
	mouse            mouse
	took, before     time.Duration // of the latest frame, and of the frame before
	fullAt, tookLong time.Time     // when a full frame followed a preview, and when the latest long frame was there
	times            times
	live             bool                     // draw all the time
	still            *framebuffer.Framebuffer // the scene beside the panels
	fresh            bool                     // it is the latest frame's

	shownIn   area         // the latest frame
	framed    bool         // the camera frames the model
	framedFor float32      // in an area of this aspect
	start     flags.Camera // of the settings
	cameras   []hair.Camera
	turned    time.Time // the latest movement of the camera
	pivot     pivot
	glide     glide

	queue       []func() error // see later
	edits       history.History
	edited      time.Time
	unrecorded  bool
	slots       [2]*flags.Settings // the looks A and B
	slotCameras [2]*flags.Camera   // of looks that were kept with theirs, else nil
	slot        int                // the one that was shown last, -1 before
	peeked      *flags.Settings    // what unpeek shows again
	peekedFrom  string             // the camera that unpeek goes back to, empty if it did not move
	working     func(string)       // plate
	busy        bool               // see load
	compiled    time.Duration      // what the latest new renderer took
	chosen      bool               // a model for the empty window
	cancelled   atomic.Bool
	typed       typed
	drawing     drawing

	windowed  [4]int // the window's place before it filled the screen
	turntable bool
	turnedAt  time.Time
	savedView int    // the latest that was gone to
	blew      string // -wind before there was none

	fixedLights string // -lights as fixLights gave it, "" before
	solo        int    // the light that is shown alone, counted from 1; 0 for all

	adaptation adaptation

	pace  pace.Pace
	full  bool    // the next frame is of full quality
	held  bool    // no better frame follows
	level int     // of quality, of the next frame
	drawn int     // of the frame before
	share float32 // of the strands that a full frame draws

	detail float32 // the share of the strands that the shown frame draws, 0 before the first one

	paused, stepOnce bool         // the motion
	set              *strands.Set // for motion that begins later
	head             string       // the -head that is loaded
	movedAt, windOff time.Time    // the latest move; since when there is no wind, zero while there is
}

// loop draws when something changed, and sleeps else.
func (v *view) loop(ctx context.Context) error {
	for frames := 0; !v.w.ShouldClose(); {
		runs := v.o.Run.CloseAfter > 0 || v.turntable || v.glide.runs || v.moving()
		adapts := v.o.Appearance.AutoExposure && v.adaptation.runs(time.Now())
		if runs || adapts || v.live {
			glfw.PollEvents()
		} else {
			glfw.WaitEventsTimeout(v.patience())
		}
		v.catchUp()
		if v.stale = v.stepGlide(time.Now()) || v.stale || runs; v.stale {
			v.adaptation.changed(time.Now())
		}
		v.stale = v.stale || adapts
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
		v.announce(width, height)
		if err := v.draw(width, height); err != nil {
			return err
		}
		if frames++; frames == 1 {
			v.log.Line("F1 shows the keys, P hides and shows the panels, Ctrl+Q closes")
			v.softwareMessage()
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
	if v.ui.visible() && v.shownIn != v.area(width, height) {
		v.stale = true // a panel came or went
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

// overlay draws the panels beside the image, which is kept meanwhile.
func (v *view) overlay(width, height int) {
	if !v.ui.visible() {
		return
	}
	if v.c.shows == nothing && v.fresh {
		v.blit(v.area(width, height))
	}
	v.ui.draw(v, width, height)
	v.writeTyped()
}

// blit copies the kept image into the window.
func (v *view) blit(a area) { v.still.BlitTo(a.x, a.y, a.width, a.height) }

// goAround turns the turntable: by a frame, or by the time that went by.
func (v *view) goAround(frame int) {
	if !v.turntable || v.glide.runs {
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
		by := 2 * math.Pi * flags.FramesPerSecond / float64(n) * min(now.Sub(v.turnedAt), time.Second).Seconds()
		v.camera.Azimuth = wrapped(v.camera.Azimuth + float32(by))
	}
	v.turnedAt = now
}

// usualTurn is how many frames the turntable takes that nobody gave a number.
const usualTurn = 240

// countEvery is how many frames a count of what tiles need serves.
const countEvery = 20

func (v *view) draw(width, height int) error {
	began, was := time.Now(), v.drawn
	v.drawing.refines = !v.stale && !v.shoot && v.level < was
	v.stale = false
	err := v.drawStoppable(width, height)
	if errors.Is(err, hair.ErrStopped) {
		return v.keepShown(was)
	}
	if errors.Is(err, gpu.ErrTooLarge) || errors.Is(err, gpu.ErrOutOfMemory) {
		err = v.fallBack(err, width, height)
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
	v.detail = v.s.Renderer.Detail()
	if was != pace.Full && v.drawn == pace.Full {
		v.fullAt = time.Now()
	}
	v.overlay(width, height)
	v.ui.settle()
	v.w.SwapBuffers()
	v.before = v.took
	if v.took = time.Since(began); v.took > longFrame {
		v.tookLong = time.Now()
	}
	if v.c.shows != nothing { // it is read back, so the wall clock has all of it
		v.pace.Took(v.c.paced, v.took)
	}
	v.times.frame(v.took, v.hostTime(), v.level != pace.Full)
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
	began := time.Now()
	a := v.area(width, height)
	v.reframe(a)
	v.shownIn = a
	width, height = a.width, a.height
	target, err := v.setQuality(width, height)
	if err != nil {
		return err
	}
	paced := v.pace.Begin(v.level)
	v.s.Renderer.SetExposureFollow(v.adaptation.follow(began))
	if v.c.shows != nothing {
		v.c.paced = paced
		return v.drawCompared(a, target)
	}
	// Tiles need about as much room from frame to frame: counting what they need waits for the GPU.
	v.uncounted++
	if v.o.Transparency != hair.Tiles || v.uncounted >= countEvery || v.uncounted == 1 || v.shoot {
		v.uncounted = 1
		if err := errors.Join(v.dropOverflow(), v.s.Renderer.Reserve(v.camera)); err != nil {
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
	v.blit(a)
	v.fresh = true
	return nil
}
