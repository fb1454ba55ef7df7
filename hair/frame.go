// SPDX-License-Identifier: MIT

package hair

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// frame is the uniform block Frame of shaders/hair/frame.glsl, in its order (std140: all members are vec4 or mat4).
type frame struct {
	view, viewProjection   mgl32.Mat4
	eye, viewport, pixel   mgl32.Vec4
	depthKeys, centre      mgl32.Vec4
	extent, ribbons        mgl32.Vec4
	detail, lights         mgl32.Vec4
	lightClip              [MaxLights]mgl32.Mat4
	lightDepth, lightScale [MaxLights]mgl32.Vec4
	lightFrom, lightColor  [MaxLights]mgl32.Vec4
	sky                    [9]mgl32.Vec4
}

// leastCoverage is the part of a pixel, by width and opacity, below which a segment is drawn by chance: a quarter of a step of an 8-bit picture.
const leastCoverage = 1.0 / 1024

// fill computes a frame's uniforms but for the lights. It is pure.
func (f *frame) fill(c Camera, width, height int, low, high mgl32.Vec3, opacity float32, o Options) {
	half := high.Sub(low).Mul(0.5)
	centre := low.Add(half)
	radius := max(half.Len(), 1e-6)
	// The head may reach past the hair: the planes stand well clear of both.
	view, projection, near := c.matrices(float32(width)/float32(height), 3*radius+c.Target.Sub(centre).Len())
	f.view, f.viewProjection = view, projection.Mul4(view)
	focal := float32(height) / (2 * float32(math.Tan(float64(c.FieldOfView)/2)))
	f.eye = c.Eye().Vec4(focal)
	f.viewport = mgl32.Vec4{float32(width), float32(height), near}
	f.pixel = mgl32.Vec4{2 / float32(width), 2 / float32(height)}

	// The depths that the model can have from here are those of its box's sphere.
	middle := c.Eye().Sub(centre).Dot(c.direction())
	nearest := max(middle-radius, 0)
	farthest := max(middle+radius, nearest+1e-6)
	if o.Opacity > 0 {
		opacity = o.Opacity
	}
	f.depthKeys = mgl32.Vec4{nearest, 1 / (farthest - nearest), float32(uint64(1)<<o.KeyBits - 1)}

	f.centre = centre.Vec4(0)
	if o.KeepAll {
		f.centre[3] = 1
	} else {
		f.viewport[3] = leastCoverage / max(opacity, 1e-3)
	}
	floor := 0.05 * radius
	f.extent = mgl32.Vec4{max(half[0], floor), max(half[1], floor), max(half[2], floor), o.Exposure}
	f.ribbons = mgl32.Vec4{o.WidthPixels, o.Opacity, o.WidthScale}
	if o.Samples > 1 && o.Transparency != Tiles {
		f.ribbons[3] = 1
	}
	f.detail = fullDetail
}

// upload puts the block at uniform binding 0.
func (f *frame) upload(buffer uint32) {
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gl.BufferSubData(gl.UNIFORM_BUFFER, 0, int(unsafe.Sizeof(*f)), unsafe.Pointer(f))
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, buffer)
}

func newFrameBlock() uint32 {
	var id uint32
	gl.GenBuffers(1, &id)
	gl.BindBuffer(gl.UNIFORM_BUFFER, id)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(frame{})), nil, gl.STREAM_DRAW)
	gl.BindBuffer(gl.UNIFORM_BUFFER, 0)
	return id
}
