// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"math"
	"time"

	"github.com/combgl/comb/hair"
	"github.com/go-gl/mathgl/mgl32"
)

// pivot is a movement of the camera's target to a point.
type pivot struct {
	from, to mgl32.Vec3
	began    time.Time
	glides   bool
}

// The target glides to a new point in glideTime. A cross marks the point for crossTime.
const (
	glideTime = 150 * time.Millisecond
	crossTime = time.Second
)

// at is the target after a time: it starts and stops smoothly.
func (p pivot) at(after time.Duration) mgl32.Vec3 {
	t := min(max(float32(after)/float32(glideTime), 0), 1)
	return p.from.Add(p.to.Sub(p.from).Mul(t * t * (3 - 2*t)))
}

// pivotTo puts the camera's target on the hair at a place in the image, see pick.
func (v *view) pivotTo(x, y, reach float32) {
	at, ok := pick(v.set.Points, v.set.Unit, v.camera, x, y, reach)
	if !ok {
		v.notify("No hair there.")
		return
	}
	v.remember()
	v.pivot = pivot{from: v.camera.Target, to: at, began: time.Now(), glides: !v.ui.calm() && v.o.Run.CloseAfter == 0}
	v.framed, v.stale = false, true
	if !v.pivot.glides {
		v.camera.Target = at
	}
	if v.s.Motion != nil {
		v.notify("The camera turns around this point of the hair at rest. F frames the model again.")
		return
	}
	v.notify("The camera turns around this point. F frames the model again.")
}

// glide moves the target to where it is at a time. It reports whether it moved.
func (v *view) glide(now time.Time) bool {
	if !v.pivot.glides {
		return false
	}
	after := now.Sub(v.pivot.began)
	v.camera.Target, v.pivot.glides = v.pivot.at(after), after < glideTime
	return true
}

// endGlide puts the target to the end of its movement.
func (v *view) endGlide() {
	if v.pivot.glides {
		v.camera.Target, v.pivot.glides, v.stale = v.pivot.to, false, true
	}
}

// project returns where a camera shows a point: parts of the image's height from the middle, to the
// right and up. ok is false for a point behind the camera.
func project(p mgl32.Vec3, c hair.Camera) (x, y float32, ok bool) {
	right, up, back := axes(c)
	d := p.Sub(c.Target)
	depth := c.Distance - d.Dot(back)
	if depth <= 0 {
		return 0, 0, false
	}
	scale := 1 / (2 * float32(math.Tan(float64(c.FieldOfView)/2)) * depth)
	return d.Dot(right) * scale, d.Dot(up) * scale, true
}
