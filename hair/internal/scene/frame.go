// SPDX-License-Identifier: MIT

package scene

import (
	"unsafe"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// MaxLights is the largest number of lights.
const MaxLights = 4

// Frame is the uniform block Frame of shaders/hair/frame.glsl, in its order (std140: all members
// are vec4 or mat4). The renderer fills it in before the first stage.
type Frame struct {
	View, ViewProjection   mgl32.Mat4
	Eye, Viewport, Pixel   mgl32.Vec4
	DepthKeys, Centre      mgl32.Vec4
	Extent, Ribbons        mgl32.Vec4
	Detail, Lights         mgl32.Vec4
	LightClip              [MaxLights]mgl32.Mat4
	LightDepth, LightScale [MaxLights]mgl32.Vec4
	LightFrom, LightColor  [MaxLights]mgl32.Vec4
	Sky                    [9]mgl32.Vec4
}

// FadeOf is the part of its own width at which a level of detail draws a strand. It is 0 for
// strands that are left out, and less than 1 for those that fade. detail is Frame.Detail. Ranks go
// from 0 to below 1. GLSL twin: detailOf in shaders/hair/width.glsl, which also widens all strands.
func FadeOf(detail mgl32.Vec4, rank float32) float64 {
	return float64(min(max((detail[0]-rank)*detail[1], 0), 1))
}

// Upload puts the block at uniform binding 0.
func (f *Frame) Upload(buffer uint32) {
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gl.BufferSubData(gl.UNIFORM_BUFFER, 0, int(unsafe.Sizeof(*f)), unsafe.Pointer(f))
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, buffer)
}

// Begin uploads the frame's block and binds it.
func (s *Scene) Begin() { s.Frame.Upload(s.Block) }

// Bind binds the block of the latest frame.
func (s *Scene) Bind() { gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, s.Block) }

// BindStorage binds a view as a storage block of shaders that draw. Their length() counts the
// view's items: the buffer object may be larger.
func BindStorage(binding uint32, v gpu.View) {
	if v.Size() == 0 {
		gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, binding, v.ID()) // a range of 0 bytes is an error
		return
	}
	gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, binding, v.ID(), v.Offset(), v.Size())
}

func newBlock() uint32 {
	var id uint32
	gl.GenBuffers(1, &id)
	gl.BindBuffer(gl.UNIFORM_BUFFER, id)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(Frame{})), nil, gl.STREAM_DRAW)
	gl.BindBuffer(gl.UNIFORM_BUFFER, 0)
	return id
}

// DepthKey is the CPU twin of depth_key.glsl.
func (f *Frame) DepthKey(p mgl32.Vec3) uint32 {
	depth := -f.View.Mul4x1(p.Vec4(1))[2]
	t := min(max((depth-f.DepthKeys[0])*f.DepthKeys[1], 0), 1)
	return uint32(min(t*f.DepthKeys[2], 4294967040))
}

// The flags of a segment, as frame.glsl has them.
const (
	SegmentFirst = 1
	SegmentLast  = 2
	SegmentFlags = 2 // bits
)

// PointOf is the first point of a segment.
func PointOf(segment uint32) uint32 { return segment >> SegmentFlags }

// KeyOf is the CPU twin of middleKey in depth_key.glsl.
func (f *Frame) KeyOf(points [][4]float32, segment uint32) uint32 {
	p := PointOf(segment)
	a, b := mgl32.Vec4(points[p]).Vec3(), mgl32.Vec4(points[p+1]).Vec3()
	return f.DepthKey(a.Add(b).Mul(0.5))
}
