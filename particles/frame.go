// SPDX-License-Identifier: MIT

package particles

import (
	"unsafe"

	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// frame is the uniform block Frame of shaders/particles/frame.glsl, in the same order and in std140
// layout.
type frame struct {
	dt, time                                   float32
	step, seed                                 uint32
	emitCount, emitEach, capacity, maskStride  uint32
	side, verticesPerItem, instanced, groupMax uint32
	channelBegin, channelRoom                  [MaxChannels]uint32
	depthRow, depthKeys, screen                [4]float32
	viewProjection, fromClip                   [16]float32
	tablesAt                                   [4]uint32
	emitterPlace, emitterSize                  [MaxEmitters][4]float32
	emitterEnd                                 [MaxEmitters][4]uint32
}

// Camera is the view of the particles. View and Projection are column-major, such as mgl32.Mat4.
// Sort keys cover the view depths from Near to Far; depths outside count as the nearest of the two.
// A system that sorts ByDepth needs finite ones with Near < Far. Others ignore Near and Far. Only
// inView and hitDepth use Projection.
type Camera struct {
	View, Projection [16]float32 // world to view space, view to clip space
	Near, Far        float32     // view depths that sort keys distinguish
}

// SetCamera sets the camera of the next steps. Sorts by depth, inView and hitDepth use it. The next
// Step returns an error if it has numbers that those cannot use, or if SetCamera was never called.
func (s *System) SetCamera(c Camera) {
	if s.gone() {
		return
	}
	f := s.frame
	s.near, s.far, s.cameraSet = c.Near, c.Far, true
	v := c.View
	f.depthRow = [4]float32{-v[2], -v[6], -v[10], -v[14]}
	f.depthKeys = c.depthKeys(s.o.Sort.Bits)
	both := mgl32.Mat4(c.Projection).Mul4(mgl32.Mat4(c.View))
	f.viewProjection, f.fromClip = both, both.Inv()
}

// checkCamera returns an error if the camera cannot serve what the system uses it for: depths and
// the range of their keys for a Sort ByDepth, and the planes of its view for inView. Errors:
// gpu.ErrArgument.
func (s *System) checkCamera() error {
	f := s.frame
	if user := s.usesCamera(); user != "" && !s.cameraSet {
		return argument("Step", "%s needs a camera, want a SetCamera before", user)
	}
	if s.callsInView && !usable(f.viewProjection[:]) {
		return argument("Step", "the camera's Projection times View is %v, want finite numbers that are not all 0 for inView in Cull", f.viewProjection)
	}
	if s.o.Sort.By != ByDepth {
		return nil
	}
	if row := &f.depthRow; !usable(row[:]) {
		return argument("Step", "the camera's View has %v as its third row, want finite numbers that are not all 0 for a Sort ByDepth", negative(*row))
	}
	if span := float64(s.far - s.near); !(span >= minSpan && span <= maxSpan) { // as depthKeys and its GLSL compute it
		return argument("Step", "the camera's Near is %v and Far %v, want finite numbers with Near below Far by %v to %v for a Sort ByDepth", s.near, s.far, minSpan, maxSpan)
	}
	return nil
}

// usesCamera names what uses the camera, or returns "".
func (s *System) usesCamera() string {
	switch {
	case s.o.Sort.By == ByDepth:
		return "Sort ByDepth"
	case s.callsInView:
		return "inView in Cull"
	case s.depthTexture != 0:
		return "hitDepth"
	}
	return ""
}

// usable reports whether all numbers are finite and one is not 0.
func usable(m []float32) bool {
	largest := float32(0)
	for _, x := range m {
		if x-x != 0 { // a NaN or an infinity
			return false
		}
		largest = max(largest, x, -x)
	}
	return largest > 0
}

func negative(v [4]float32) [4]float32 { return [4]float32{-v[0], -v[1], -v[2], -v[3]} }

// minSpan and maxSpan bound Far - Near for a Sort ByDepth: the inverse of the difference is neither
// infinite nor so small that a GPU flushes it to zero.
const minSpan, maxSpan = 1e-37, 1e37

// depthKeys is depth_keys of shaders/particles/frame.glsl, for keys of that many bits.
func (c Camera) depthKeys(bits int) [4]float32 {
	span := c.Far - c.Near
	if !(span > 0) {
		span = 1
	}
	return [4]float32{c.Near, 1 / span, kernel.LargestKey(bits)}
}

// SetDepth sets the depth texture that hitDepth collides with: a GL_TEXTURE_2D of the scene as the
// camera of SetCamera sees it, of any size and with any filter. Its format is one of depth, or of a
// single channel of floats, with depth as OpenGL writes it by default: without glClipControl and
// with a glDepthRange of 0 to 1. thickness is how far the scene's surfaces are solid, from 0 up.
// Texture 0 turns collisions off. The next Step returns an error for another texture or thickness,
// and without Options.DepthCollider.
func (s *System) SetDepth(texture uint32, thickness float32) {
	if s.gone() {
		return
	}
	s.depthTexture = texture
	s.frame.screen = [4]float32{0, thickness}
	if texture != 0 {
		s.frame.screen[0] = 1
	}
}

// bindDepth binds the depth texture, if there is one. Errors: gpu.ErrArgument.
func (s *System) bindDepth() error {
	switch thickness := s.frame.screen[1]; {
	case s.depthTexture == 0:
		return nil
	case s.depth == nil:
		return argument("Step", "SetDepth got texture %d, want Options.DepthCollider for it", s.depthTexture)
	case !(thickness >= 0):
		return argument("Step", "SetDepth got the thickness %v, want a number from 0 up", thickness)
	case !usable(s.frame.fromClip[:]):
		return argument("Step", "the camera's Projection times View is %v, want one with an inverse for hitDepth", s.frame.viewProjection)
	}
	return s.depth.Bind("particles: Step: the texture of SetDepth", s.depthTexture)
}

// uploadFrame uploads the uniform blocks and binds them.
func (s *System) uploadFrame() {
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.frameBlock)
	gl.BufferSubData(gl.UNIFORM_BUFFER, 0, int(unsafe.Sizeof(frame{})), unsafe.Pointer(s.frame))
	if s.uniforms != nil && s.uniformsNew {
		gl.BindBuffer(gl.UNIFORM_BUFFER, s.uniformBlock)
		gl.BufferSubData(gl.UNIFORM_BUFFER, 0, len(s.uniforms.packed), gl.Ptr(s.uniforms.packed))
		s.uniformsNew = false
	}
	gl.BindBuffer(gl.UNIFORM_BUFFER, 0)
	s.BindUniforms()
}

// BindUniforms binds the uniform blocks Frame and Uniforms at the driver's last two uniform
// bindings, for a drawing program that contains System.Declarations. The generic binding changes
// too. A step does the same, except with gpu.Options.PreserveState: then call BindUniforms before
// such a program runs.
func (s *System) BindUniforms() {
	if s.gone() || !s.d.Internal().ReadyOr("particles: BindUniforms") {
		return
	}
	gl.BindBufferBase(gl.UNIFORM_BUFFER, uint32(s.frameBinding), s.frameBlock)
	if s.uniforms != nil {
		gl.BindBufferBase(gl.UNIFORM_BUFFER, uint32(s.frameBinding+1), s.uniformBlock)
	}
}

func newUniformBlock(bytes int) uint32 {
	var id uint32
	gl.GenBuffers(1, &id)
	gl.BindBuffer(gl.UNIFORM_BUFFER, id)
	gl.BufferData(gl.UNIFORM_BUFFER, bytes, nil, gl.STREAM_DRAW)
	gl.BindBuffer(gl.UNIFORM_BUFFER, 0)
	return id
}
