// SPDX-License-Identifier: MIT

//go:build !headless

package main

import (
	"context"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// How long hair goes on moving when the wind is off, and the most that a frame may move it: a window that was covered
// for a minute does not make up for it.
const (
	calm     = 15 * time.Second
	mostMove = 50 * time.Millisecond
)

// toggleWind lets the wind blow, or stops it: -wind's, or a breeze.
func (v *view) toggleWind() error {
	if v.s.motion == nil {
		v.o.moves.wind, _ = parseWind(breeze)
		if err := v.s.move(v.d, v.o, v.set, v.s.o.Head); err != nil {
			return err
		}
		v.movedAt, v.windOff = time.Time{}, time.Time{}
		v.c.reference.Release()
		v.c.reference = nil
		return v.rebuild() // lights' maps must have room for it
	}
	o := v.s.motion.Options()
	if o.Wind == (mgl32.Vec3{}) {
		o.Wind, v.windOff = v.s.wind, time.Time{}
	} else {
		o.Wind, v.windOff = mgl32.Vec3{}, time.Now()
	}
	return v.s.motion.Set(o)
}

// moving says whether hair moves by itself.
func (v *view) moving() bool {
	return v.s.motion != nil && (v.windOff.IsZero() || time.Since(v.windOff) < calm)
}

// move moves the hair on to now; in a counted run of frames, to the frame.
func (v *view) move(ctx context.Context, frame int) error {
	if !v.moving() {
		v.movedAt = time.Time{}
		return nil
	}
	if v.o.frames > 0 {
		return v.s.moveTo(ctx, v.d, frame)
	}
	now := time.Now()
	dt := now.Sub(v.movedAt)
	if v.movedAt.IsZero() {
		dt = 0
	}
	v.movedAt = now
	return v.s.motion.Step(min(dt, mostMove))
}
