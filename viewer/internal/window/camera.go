// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"math"
	"slices"
	"time"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/go-gl/mathgl/mgl32"
)

// area is the part of the framebuffer that shows the model, in pixels. y is from the bottom.
type area struct{ x, y, width, height int }

func (a area) aspect() float32 { return float32(a.width) / float32(a.height) }

// area returns where the model is drawn in a framebuffer of that size: where no panel lies.
func (v *view) area(width, height int) area {
	across, down := v.w.GetSize()
	x, y, w, h := v.free().Pixels(across, down, width, height)
	return area{x, y, w, h}
}

// free returns the free area in window coordinates.
func (v *view) free() layout.Rect {
	across, down := v.w.GetSize()
	return v.ui.free(float32(across), float32(down))
}

// present is the area now.
func (v *view) present() area {
	width, height := v.w.GetFramebufferSize()
	return v.area(max(width, 1), max(height, 1))
}

// whole is the aspect of the whole window, which the distances of -camera refer to.
func (v *view) whole() float32 {
	width, height := v.w.GetFramebufferSize()
	return float32(max(width, 1)) / float32(max(height, 1))
}

// place puts the camera where the options say. A camera that frames the model frames it in the free
// area. All others stand where a headless image of the window's size has them.
func (v *view) place() {
	aspect := v.whole()
	v.o.Camera = v.s.Turned(v.o.Camera)
	v.framed = v.o.Camera.Distance == 1 && v.o.Camera.Target == (mgl32.Vec3{})
	if v.framed {
		v.framedFor = v.present().aspect()
		aspect = v.framedFor
	}
	low, high := v.s.Renderer.Bounds()
	v.camera = v.o.Camera.Of(low, high, aspect)
	v.stale = true
}

// reframe frames the model again in an area of another shape, if the camera still frames it.
func (v *view) reframe(a area) {
	if !v.framed || a.aspect() == v.framedFor {
		return
	}
	v.endGlide()
	v.framedFor = a.aspect()
	low, high := v.s.Renderer.Bounds()
	fit := hair.Fit(low, high, v.framedFor)
	v.camera.Target, v.camera.Distance = fit.Target, fit.Distance
}

// frameModel puts the camera where all of the model is seen.
func (v *view) frameModel(azimuth, elevation float32) {
	v.remember()
	v.o.Camera = flags.Camera{Azimuth: azimuth, Elevation: elevation, Distance: 1}
	v.place()
}

// lookAlong turns the camera, and keeps what it looks at.
func (v *view) lookAlong(azimuth, elevation float32) {
	v.stale = true
	v.glides(viewTime, func() {
		v.remember()
		v.camera.Azimuth, v.camera.Elevation = azimuth, elevation
	})
}

// cameraText is the camera as -camera has it, for an image of that aspect.
func (v *view) cameraText(aspect float32) string {
	low, high := v.s.Renderer.Bounds()
	fit := hair.Fit(low, high, aspect)
	c := v.camera
	return flags.Camera{Azimuth: wrapped(c.Azimuth), Elevation: c.Elevation, Distance: c.Distance / fit.Distance, Target: c.Target.Sub(fit.Target)}.Text()
}

// wrapped is an angle from -pi to pi. One that is there already stays to the last bit.
func wrapped(radians float32) float32 {
	if radians >= -math.Pi && radians <= math.Pi {
		return radians
	}
	return float32(math.Remainder(float64(radians), 2*math.Pi))
}

func (v *view) turn(azimuth, elevation float32) {
	v.remember()
	v.camera.Azimuth += azimuth
	v.camera.Elevation = min(max(v.camera.Elevation+elevation, -math.Pi/2), math.Pi/2)
	v.stale = true
}

// pan moves the camera by parts of the image's height.
func (v *view) pan(right, up float32) {
	v.remember()
	v.camera, v.framed, v.stale = v.camera.Pan(right, up), false, true
}

// dolly changes the distance.
func (v *view) dolly(factor float32) {
	v.remember()
	low, high := v.s.Renderer.Bounds()
	fit := hair.Fit(low, high, 1).Distance
	v.camera.Distance = min(max(v.camera.Distance*factor, fit/200), fit*100)
	v.framed, v.stale = false, true
}

// dollyTo changes the distance, and keeps what is below a point of the image: x and y are parts of
// its height from the middle, to the right and up.
func (v *view) dollyTo(factor, x, y float32) {
	before := v.camera.Distance
	v.dolly(factor)
	share := 1 - before/v.camera.Distance
	v.camera = v.camera.Pan(-x*share, -y*share)
}

// camerasKept is the number of cameras that Alt+Left goes back through. Movements within joinTime
// count as one.
const (
	camerasKept = 100
	joinTime    = 500 * time.Millisecond
)

// remember stores the camera before it moves.
func (v *view) remember() {
	v.endGlide()
	now := time.Now()
	if now.Sub(v.turned) > joinTime {
		if len(v.cameras) == camerasKept {
			v.cameras = append(v.cameras[:0], v.cameras[1:]...)
		}
		v.cameras = append(v.cameras, v.camera)
	}
	v.turned = now
}

// cameraBefore goes back to the camera before it was moved.
func (v *view) cameraBefore() error {
	v.endGlide()
	last := len(v.cameras) - 1
	if last < 0 {
		v.notify("The camera was not moved before.")
		return nil
	}
	v.glides(viewTime, func() { v.camera, v.cameras = v.cameras[last], v.cameras[:last] })
	v.framed, v.stale, v.turned = false, true, time.Time{}
	return nil
}

// axes are the camera's own: to the right, up, and towards the eye.
func axes(c hair.Camera) (right, up, back mgl32.Vec3) {
	sa, ca := math.Sincos(float64(c.Azimuth))
	se, ce := math.Sincos(float64(c.Elevation))
	back = mgl32.Vec3{float32(sa * ce), float32(se), float32(ca * ce)}
	up = mgl32.Vec3{float32(-sa * se), float32(ce), float32(-ca * se)}
	return up.Cross(back), up, back
}

// sees reports whether a camera may see a part of a box: false means that all of it lies behind the
// camera, or beyond one edge of an image of that aspect.
func sees(c hair.Camera, low, high mgl32.Vec3, aspect float32) bool {
	right, up, back := axes(c)
	tall := float32(math.Tan(float64(c.FieldOfView) / 2))
	outside := [5]int{}
	for corner := range 8 {
		p := low
		for axis := range 3 {
			if corner>>axis&1 == 1 {
				p[axis] = high[axis]
			}
		}
		d := p.Sub(c.Target)
		x, y, depth := d.Dot(right), d.Dot(up), c.Distance-d.Dot(back)
		for i, out := range [5]bool{depth <= 0, x > depth*tall*aspect, -x > depth*tall*aspect, y > depth*tall, -y > depth*tall} {
			if out {
				outside[i]++
			}
		}
	}
	return slices.Max(outside[:]) < 8
}

// pick returns the point of the hair that is nearest to the eye, of those within reach of a place
// in the image. points are in units of unit metres. x, y and reach are parts of the image's height;
// x and y are from its middle, to the right and up.
func pick(points []mgl32.Vec3, unit float32, c hair.Camera, x, y, reach float32) (at mgl32.Vec3, ok bool) {
	right, up, back := axes(c)
	scale := 1 / (2 * float32(math.Tan(float64(c.FieldOfView)/2)))
	nearest := float32(math.Inf(1))
	for _, p := range points {
		p = p.Mul(unit)
		d := p.Sub(c.Target)
		depth := c.Distance - d.Dot(back)
		if depth <= c.Distance/200 || depth >= nearest {
			continue
		}
		dx, dy := d.Dot(right)*scale/depth-x, d.Dot(up)*scale/depth-y
		if dx*dx+dy*dy <= reach*reach {
			at, nearest, ok = p, depth, true
		}
	}
	return at, ok
}
