// SPDX-License-Identifier: MIT

package scene

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Canvas is the image before tone mapping: RGBA16F and depth, multisampled for more than one
// sample. One sample is an ordinary texture, because drivers may give a multisampled one more than
// that; llvmpipe gives four. A fragment at an edge would then count for some of the samples when it
// is blended, and for all when it is kept in a list. It would count for none or all when the first
// sample is read.
type Canvas struct {
	Framebuffer, Color, Depth uint32
	Shown                     uint32 // the image behind the tone map, of one sample
	Target                    uint32 // of both textures
	Width, Height             int
}

// Sampler is GLSL's type of a canvas's textures. With one sample texelFetch has the level, 0, where
// it has the sample else.
func Sampler(samples int) string {
	if samples == 1 {
		return "sampler2D"
	}
	return "sampler2DMS"
}

// Resize makes the canvas that large. Errors: gpu.ErrArgument, gpu.ErrTooLarge, gpu.ErrUnsupported.
func (c *Canvas) Resize(width, height, samples int) error {
	var limit int32
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &limit)
	if width < 1 || height < 1 {
		return fmt.Errorf("hair: Resize: got an image of %dx%d, want 1 or more: %w", width, height, gpu.ErrArgument)
	}
	if width > int(limit) || height > int(limit) {
		return fmt.Errorf("hair: Resize: got an image of %dx%d, want up to %d on this driver: %w", width, height, limit, gpu.ErrTooLarge)
	}
	c.Release()
	c.Target = gl.TEXTURE_2D_MULTISAMPLE
	if samples == 1 {
		c.Target = gl.TEXTURE_2D
	}
	for texture, format := range map[*uint32]uint32{&c.Color: gl.RGBA16F, &c.Depth: gl.DEPTH_COMPONENT32F} {
		gl.GenTextures(1, texture)
		gl.BindTexture(c.Target, *texture)
		if samples == 1 {
			gl.TexStorage2D(c.Target, 1, format, int32(width), int32(height))
		} else {
			gl.TexImage2DMultisample(c.Target, int32(samples), format, int32(width), int32(height), true)
		}
	}
	gl.BindTexture(c.Target, 0)
	gl.GenFramebuffers(1, &c.Framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, c.Framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, c.Target, c.Color, 0)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, c.Target, c.Depth, 0)
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		c.Release()
		return fmt.Errorf("hair: Resize: got framebuffer status 0x%[4]X for %[1]dx%[2]d with %[3]d samples: %[5]w", width, height, samples, status, gpu.ErrUnsupported)
	}
	gl.GenTextures(1, &c.Shown)
	gl.BindTexture(gl.TEXTURE_2D, c.Shown)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16, int32(width), int32(height))
	Smooth(gl.TEXTURE_2D)
	c.Width, c.Height = width, height
	return nil
}

func (c *Canvas) Release() {
	gl.DeleteFramebuffers(1, &c.Framebuffer)
	gl.DeleteTextures(1, &c.Color)
	gl.DeleteTextures(1, &c.Depth)
	gl.DeleteTextures(1, &c.Shown)
	*c = Canvas{}
}

// BlockSide is the side in pixels of the block that a workgroup of the head's and the tone map's
// kernels takes.
const BlockSide = 16

// Blocks is the number of blocks that cover the canvas.
func (c *Canvas) Blocks() int {
	return (c.Width + BlockSide - 1) / BlockSide * ((c.Height + BlockSide - 1) / BlockSide)
}
