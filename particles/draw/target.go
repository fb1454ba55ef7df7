// SPDX-License-Identifier: MIT

package draw

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Target describes the framebuffer that Draw draws over.
type Target struct {
	// Depth is a GL_TEXTURE_2D with the depth of the scene, with any filter: a depth format, or one
	// with a single channel of floats. Its texels are those of the framebuffer, and it covers the
	// part of the framebuffer that is in the viewport. It must not be attached to the current
	// framebuffer: copy that depth before (glCopyImageSubData). 0 draws no soft edges. Depth is
	// read as OpenGL writes it by default: without glClipControl and with a glDepthRange of 0 to 1.
	Depth uint32
	// Soft is the distance to the scene's surface at which sprites begin to fade, with Depth only;
	// finite, from 0 up.
	Soft     float32
	Exposure float32 // factor for colours, finite, from 0 up; 0 means 1
}

// colorAttachments is how many attachments for colour every driver has.
const colorAttachments = 8

// attaches reports whether a texture is the depth attachment or a colour attachment of the current
// framebuffer. OpenGL leaves undefined what a shader reads from one that is drawn to.
func (r *Renderer) attaches(texture uint32) bool {
	gl.GetIntegerv(gl.DRAW_FRAMEBUFFER_BINDING, &r.word)
	if r.word == 0 {
		return false
	}
	if r.holds(gl.DEPTH_ATTACHMENT, texture) {
		return true
	}
	for i := range uint32(colorAttachments) {
		if r.holds(gl.COLOR_ATTACHMENT0+i, texture) {
			return true
		}
	}
	return false
}

// holds reports whether an attachment of the current framebuffer is a texture.
func (r *Renderer) holds(attachment, texture uint32) bool {
	return r.attached(attachment, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == gl.TEXTURE &&
		uint32(r.attached(attachment, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME)) == texture
}

// canProject reports whether a matrix has only finite numbers, and one that is not 0.
func canProject(m *[16]float32) bool {
	sum := float32(0)
	for _, x := range m {
		if x-x != 0 { // a NaN or an infinity
			return false
		}
		sum = max(sum, x, -x)
	}
	return sum > 0
}

// incomplete is the error for a current framebuffer of that status.
func incomplete(status uint32) error {
	var name int32
	gl.GetIntegerv(gl.DRAW_FRAMEBUFFER_BINDING, &name)
	if name == 0 {
		return fmt.Errorf("draw: Draw: the current framebuffer is 0 of status 0x%X, want a context with a window, or a framebuffer object: %w", status, gpu.ErrArgument)
	}
	return fmt.Errorf("draw: Draw: the current framebuffer is %d of status 0x%X, want a complete one (0x%X): %w", name, status, gl.FRAMEBUFFER_COMPLETE, gpu.ErrArgument)
}

// covers returns an error if the bound Target.Depth is smaller than what is drawn: shaders would
// read texels that are not there. Errors: gpu.ErrArgument.
func (r *Renderer) covers(texture uint32) error {
	if texture == 0 {
		return nil
	}
	width, height := r.depth.Size()
	gl.GetIntegerv(gl.VIEWPORT, &r.viewport[0])
	right, top := r.viewport[0]+r.viewport[2], r.viewport[1]+r.viewport[3]
	if right <= width && top <= height {
		return nil
	}
	// A viewport may be larger than the framebuffer, as for an image that is drawn in tiles.
	if w, h, ok := r.framebufferSize(); ok {
		right, top = min(right, w), min(top, h)
	}
	if right <= width && top <= height {
		return nil
	}
	return fmt.Errorf("draw: Draw: Target.Depth is %d, of %dx%d texels, want at least %dx%d, up to the upper right corner of the viewport: %w", texture, width, height, right, top, gpu.ErrArgument)
}

// framebufferSize returns the size of the current framebuffer by its attachments for depth and for
// the first colour. ok is false if neither is a GL_TEXTURE_2D or a renderbuffer.
func (r *Renderer) framebufferSize() (width, height int32, ok bool) {
	gl.GetIntegerv(gl.DRAW_FRAMEBUFFER_BINDING, &r.word)
	if r.word == 0 {
		return 0, 0, false
	}
	for _, attachment := range [...]uint32{gl.DEPTH_ATTACHMENT, gl.COLOR_ATTACHMENT0} {
		kind, name := r.attached(attachment, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), uint32(0)
		if kind != gl.NONE {
			name = uint32(r.attached(attachment, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME))
		}
		switch kind {
		case gl.TEXTURE:
			width, height, ok = r.depth.SizeOf(name, r.attached(attachment, gl.FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL))
		case gl.RENDERBUFFER:
			width, height, ok = r.renderbufferSize(name)
		}
		if ok {
			return width, height, true
		}
	}
	return 0, 0, false
}

// attached returns a parameter of an attachment of the current framebuffer.
func (r *Renderer) attached(attachment, parameter uint32) int32 {
	gl.GetFramebufferAttachmentParameteriv(gl.DRAW_FRAMEBUFFER, attachment, parameter, &r.word)
	return r.word
}

func (r *Renderer) renderbufferSize(name uint32) (width, height int32, ok bool) {
	gl.GetIntegerv(gl.RENDERBUFFER_BINDING, &r.word)
	before := uint32(r.word)
	gl.BindRenderbuffer(gl.RENDERBUFFER, name)
	gl.GetRenderbufferParameteriv(gl.RENDERBUFFER, gl.RENDERBUFFER_WIDTH, &r.word)
	width = r.word
	gl.GetRenderbufferParameteriv(gl.RENDERBUFFER, gl.RENDERBUFFER_HEIGHT, &r.word)
	gl.BindRenderbuffer(gl.RENDERBUFFER, before)
	return width, r.word, true
}
