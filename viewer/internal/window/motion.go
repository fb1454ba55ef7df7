// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"context"
	"time"

	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/go-gl/mathgl/mgl32"
)

// calm is the time for which hair continues to move after the wind is off. mostMove is the longest
// time step of a frame: a window that was covered for a minute does not catch up.
const (
	calm     = 15 * time.Second
	mostMove = 50 * time.Millisecond
)

// toggleWind starts or stops the wind: the wind of -wind, or else a breeze.
func (v *view) toggleWind() error {
	if v.o.Motion.Wind != (mgl32.Vec3{}) {
		v.blew = v.o.Given["wind"]
		return v.change("wind", "0")
	}
	if v.blew == "" {
		v.blew = flags.Breeze
	}
	return v.change("wind", v.blew)
}

// setMotion moves the hair by the options' wind, gravity and stiffness from now on.
func (v *view) setMotion() error {
	v.windOff = time.Time{}
	if v.o.Motion.Wind == (mgl32.Vec3{}) {
		v.windOff = time.Now()
	}
	if v.s.Motion != nil {
		return v.s.Motion.Set(v.o.Motion.Apply(v.s.Motion.Options()))
	}
	if err := v.s.Move(v.o, v.set, v.s.Head); err != nil {
		return err
	}
	v.movedAt = time.Time{}
	v.c.forgetSides()
	return v.rebuild() // the lights' maps need room for the motion
}

// backToStyle starts the motion anew.
func (v *view) backToStyle() error {
	v.stale = true
	if err := v.s.Rest(false); err != nil { // the points change
		return err
	}
	return v.s.Motion.Reset()
}

// moving reports whether the hair moves without input.
func (v *view) moving() bool {
	return v.stepOnce || !v.paused && v.s.Motion != nil && (v.windOff.IsZero() || time.Since(v.windOff) < calm)
}

// move moves the hair up to the current time. In a run of a fixed number of frames it moves the
// hair to the frame's time.
func (v *view) move(ctx context.Context, frame int) error {
	if !v.moving() {
		v.movedAt = time.Time{}
		return v.s.Rest(true)
	}
	if err := v.s.Rest(false); err != nil {
		return err
	}
	if v.o.Run.CloseAfter > 0 {
		return v.s.MoveTo(ctx, frame)
	}
	now := time.Now()
	dt := now.Sub(v.movedAt)
	if v.movedAt.IsZero() {
		dt = 0
	}
	v.movedAt = now
	if v.stepOnce {
		v.stepOnce, v.movedAt = false, time.Time{}
		return v.s.Motion.Step(time.Second / flags.FramesPerSecond)
	}
	return v.s.Motion.Step(min(dt, mostMove))
}
