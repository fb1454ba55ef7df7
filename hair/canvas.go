// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// canvas is the picture before tone mapping: RGBA16F and depth, multisampled where more than one sample is asked for.
// One sample is an ordinary texture: drivers may give a multisampled one more than it is asked for, and llvmpipe makes
// four of one. Then a fragment at an edge counts for some of the samples when it is blended, for all when it is kept in
// a list, and for none or all when the first sample is read.
type canvas struct {
	framebuffer, color, depth uint32
	shown                     uint32 // the picture behind the tone map, of one sample
	target                    uint32 // of both textures
	width, height             int
}

// samplerOf is GLSL's type of a canvas's textures. With one sample texelFetch has the level, 0, where it has the sample else.
func samplerOf(samples int) string {
	if samples == 1 {
		return "sampler2D"
	}
	return "sampler2DMS"
}

// resize makes the canvas that large. Errors: gpu.ErrArgument, gpu.ErrTooLarge, gpu.ErrUnsupported.
func (c *canvas) resize(width, height, samples int) error {
	var limit int32
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &limit)
	if width < 1 || height < 1 {
		return fmt.Errorf("hair: Resize: a picture of %dx%d, want 1 or more: %w", width, height, gpu.ErrArgument)
	}
	if width > int(limit) || height > int(limit) {
		return fmt.Errorf("hair: Resize: a picture of %dx%d, this driver takes up to %d: %w", width, height, limit, gpu.ErrTooLarge)
	}
	c.release()
	c.target = gl.TEXTURE_2D_MULTISAMPLE
	if samples == 1 {
		c.target = gl.TEXTURE_2D
	}
	for texture, format := range map[*uint32]uint32{&c.color: gl.RGBA16F, &c.depth: gl.DEPTH_COMPONENT32F} {
		gl.GenTextures(1, texture)
		gl.BindTexture(c.target, *texture)
		if samples == 1 {
			gl.TexStorage2D(c.target, 1, format, int32(width), int32(height))
		} else {
			gl.TexImage2DMultisample(c.target, int32(samples), format, int32(width), int32(height), true)
		}
	}
	gl.BindTexture(c.target, 0)
	gl.GenFramebuffers(1, &c.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, c.framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, c.target, c.color, 0)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, c.target, c.depth, 0)
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		c.release()
		return fmt.Errorf("hair: Resize: a canvas of %dx%d with %d samples (framebuffer status 0x%X): %w", width, height, samples, status, gpu.ErrUnsupported)
	}
	gl.GenTextures(1, &c.shown)
	gl.BindTexture(gl.TEXTURE_2D, c.shown)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16, int32(width), int32(height))
	smooth(gl.TEXTURE_2D)
	c.width, c.height = width, height
	return nil
}

func (c *canvas) release() {
	gl.DeleteFramebuffers(1, &c.framebuffer)
	gl.DeleteTextures(1, &c.color)
	gl.DeleteTextures(1, &c.depth)
	gl.DeleteTextures(1, &c.shown)
	*c = canvas{}
}
