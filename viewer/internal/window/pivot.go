// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"math"
	"time"

	"github.com/combgl/comb/hair"
	"github.com/go-gl/mathgl/mgl32"
)

// pivot is a point that the camera's target was put on. A cross marks it for crossTime.
type pivot struct {
	at    mgl32.Vec3
	began time.Time
}

const crossTime = time.Second

// pivotTo puts the camera's target on the hair at a place in the image, see pick.
func (v *view) pivotTo(x, y, reach float32) {
	at, ok := pick(v.set.Points, v.set.Unit, v.camera, x, y, reach)
	if !ok {
		v.notify("No hair there.")
		return
	}
	v.remember()
	v.pivot = pivot{at, time.Now()}
	v.framed, v.stale = false, true
	v.glides(pivotTime, func() { v.camera.Target = at })
	if v.s.Motion != nil {
		v.notify("The camera turns around this point of the hair at rest. F frames the model again.")
		return
	}
	v.notify("The camera turns around this point. F frames the model again.")
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
