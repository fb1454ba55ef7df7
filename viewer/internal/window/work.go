// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"errors"
	"fmt"
	"time"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// errStopped is the error of work that Esc ended.
var errStopped = errors.New("stopped")

// longFrame is the time from which the window says that it draws. escAfter is how long after such a
// frame Esc counts as pressed in it.
const (
	longFrame = 500 * time.Millisecond
	escAfter  = 200 * time.Millisecond
)

// stopped reports whether Esc, or the end of the window, ends the present work.
func (v *view) stopped() bool {
	defer func(was bool) { v.busy = was }(v.busy)
	v.busy = true // other input changes nothing
	glfw.PollEvents()
	return v.cancelled.Load() || v.w.ShouldClose() || v.ctx.Err() != nil
}

// work does something that may take long, and shows a plate about it. do calls goOn between its
// parts, which returns errStopped after Esc.
func (v *view) work(what string, do func(goOn func() error) error) error {
	began := time.Now()
	v.cancelled.Store(false)
	v.working(what + "   Esc: stop")
	return do(func() error {
		if v.stopped() {
			return errStopped
		}
		v.working(fmt.Sprintf("%s, %.1f s   Esc: stop", what, time.Since(began).Seconds()))
		return nil
	})
}

// drawing is the state of a frame while it is drawn.
type drawing struct {
	announced bool     // the window says that it takes long
	refines   bool     // it shows what is shown already, better: input ends it
	input     bool     // there was input in it
	asks      bool     // events are read: they wait, but for Esc
	waiting   []func() // events, to be handled after the frame
	poll      func()   // reads events; nil for GLFW's
	kept      bool     // the image of the frame before is still there
	stopped   bool     // Esc stopped the latest frame
	ended     time.Time
}

// handle handles input, after the present frame if there is one. Input ends a frame that refines,
// and better frames wait for the next rest.
func (v *view) handle(event func()) {
	v.drawing.input = true
	v.pace.Input(time.Now())
	v.follow(event)
}

// follow handles an event that is no input: it may wait for the end of a long frame.
func (v *view) follow(event func()) {
	if v.drawing.asks {
		v.drawing.waiting = append(v.drawing.waiting, event)
		return
	}
	event()
}

// stopsFrame reports whether Esc, the end of the window, or input in a frame that refines ends the
// present frame. It reads no events in other short frames: there Esc means what it meant when the
// frame began.
func (v *view) stopsFrame() bool {
	d := &v.drawing
	if v.ctx.Err() != nil {
		return true
	}
	if !d.announced && !d.refines {
		return false
	}
	d.asks = true
	if d.poll != nil {
		d.poll()
	} else {
		glfw.PollEvents()
	}
	d.asks = false
	return v.cancelled.Load() || v.w.ShouldClose() || d.refines && d.input
}

// drawStoppable draws the view as it is asked for. It returns hair.ErrStopped if that was stopped,
// or ended by input.
func (v *view) drawStoppable(width, height int) error {
	d := &v.drawing
	v.cancelled.Store(false)
	d.input = false
	r, still, fresh := v.s.Renderer, v.still, v.fresh
	r.SetStop(v.stopsFrame)
	err := v.drawOnce(width, height)
	r.SetStop(nil)
	d.announced, d.ended = false, time.Now()
	ended := errors.Is(err, hair.ErrStopped)
	byInput := d.refines && d.input && !v.cancelled.Load() && !v.w.ShouldClose() && v.ctx.Err() == nil
	d.kept, d.stopped = fresh && v.still == still, ended && !byInput
	for len(d.waiting) > 0 {
		event := d.waiting[0]
		d.waiting = d.waiting[1:]
		event()
	}
	return err
}

// keepShown goes on with the image of before a frame that was stopped or ended by input, at level
// was. R draws a frame that was stopped. One that input ended follows the input.
func (v *view) keepShown(was int) error {
	if v.c.shows != nothing && v.drawing.stopped {
		return v.stopComparing()
	}
	v.drawn, v.level = was, was
	v.pace.Begin(was)
	v.times.drop()
	v.uncounted = 0 // what tiles need may be half counted
	v.fresh = v.drawing.kept
	if !v.drawing.stopped {
		v.pace.Input(time.Now())
		v.ui.settle() // the plate about the frame goes
		return nil
	}
	v.held, v.shoot = true, false
	v.notify("Stopped. What was shown stays.")
	return nil
}

// takes is the expected time of the next frame, 0 if it is unknown.
func (v *view) takes() time.Duration {
	expected, latest := v.pace.Estimate(v.level), time.Duration(0)
	if v.level == v.drawn { // one slow frame may have compiled something
		latest = min(v.took, v.before)
	}
	if v.c.twoSides() && v.c.out == nil { // the frames before had one
		expected, latest = 2*expected, 2*latest
	}
	return max(expected, latest)
}

// announce says in the window that the next frame takes long. The window shows nothing new until
// that frame is there.
func (v *view) announce(width, height int) {
	takes := v.takes()
	if takes < longFrame || v.o.Run.CloseAfter > 0 || !v.ui.visible() {
		return
	}
	what := "Drawing"
	if v.level < v.drawn {
		what = "Refining"
	}
	v.drawing.announced = true
	v.ui.announces = what + ", about " + roughly(takes) + ". Esc: stop"
	defer func() { v.ui.announces = "" }()
	for range 2 { // the plate fits its text one drawing later
		switch {
		case v.c.shows != nothing && v.c.out != nil:
			v.c.board.show(v.c.out, v.c.at)
		case v.fresh, v.c.shows != nothing && v.still != nil: // the image of before a comparison
			v.blit(v.area(width, height))
		}
		v.ui.draw(v, width, height)
	}
	v.w.SwapBuffers()
}

// roughly is a time of half a second and more, in seconds.
func roughly(d time.Duration) string {
	if d < 3*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}

// nextStep is the expected time of a better frame that waits for a longer rest, 0 for none.
func (v *view) nextStep() time.Duration {
	if v.held || !v.pace.Unfinished() {
		return 0
	}
	if takes := v.pace.Next(); takes >= pace.LongStep {
		return takes
	}
	return 0
}
