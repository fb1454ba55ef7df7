// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"errors"
	"fmt"
	"time"

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

// takes is the expected time of the next frame, 0 if it is unknown.
func (v *view) takes() time.Duration {
	expected := v.pace.Estimate(v.level)
	if v.level == v.drawn { // one slow frame may have compiled something
		expected = max(expected, min(v.took, v.before))
	}
	if (v.c.shows == wipe || v.c.shows == heat) && v.c.out == nil { // two sides
		expected *= 2
	}
	return expected
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
	v.ui.announces = what + ", about " + roughly(takes)
	defer func() { v.ui.announces = "" }()
	switch {
	case v.c.shows != nothing && v.c.out != nil:
		v.c.board.show(v.c.out, v.c.at.x, v.c.at.y)
	case v.fresh:
		v.blit(v.area(width, height))
	}
	v.ui.draw(v, width, height)
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
	if v.held || v.c.shows != nothing || !v.pace.Unfinished() {
		return 0
	}
	if takes := v.pace.Next(); takes >= pace.LongStep {
		return takes
	}
	return 0
}
