// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// canvas is the picture before tone mapping: RGBA16F and depth, multisampled.
type canvas struct {
	framebuffer, color, depth uint32
	width, height             int
}

// resize makes the canvas that large. Errors: gpu.ErrTooLarge, gpu.ErrUnsupported.
func (c *canvas) resize(width, height, samples int) error {
	var limit int32
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &limit)
	if width < 1 || height < 1 || width > int(limit) || height > int(limit) {
		return fmt.Errorf("%w: a picture of %dx%d, from 1 to %d are possible", gpu.ErrTooLarge, width, height, limit)
	}
	c.release()
	gl.GenTextures(1, &c.color)
	gl.BindTexture(gl.TEXTURE_2D_MULTISAMPLE, c.color)
	gl.TexImage2DMultisample(gl.TEXTURE_2D_MULTISAMPLE, int32(samples), gl.RGBA16F, int32(width), int32(height), true)
	gl.BindTexture(gl.TEXTURE_2D_MULTISAMPLE, 0)
	gl.GenTextures(1, &c.depth)
	gl.BindTexture(gl.TEXTURE_2D_MULTISAMPLE, c.depth)
	gl.TexImage2DMultisample(gl.TEXTURE_2D_MULTISAMPLE, int32(samples), gl.DEPTH_COMPONENT32F, int32(width), int32(height), true)
	gl.BindTexture(gl.TEXTURE_2D_MULTISAMPLE, 0)
	gl.GenFramebuffers(1, &c.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, c.framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D_MULTISAMPLE, c.color, 0)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D_MULTISAMPLE, c.depth, 0)
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		c.release()
		return fmt.Errorf("%w: a canvas of %dx%d with %d samples (framebuffer status 0x%X)", gpu.ErrUnsupported, width, height, samples, status)
	}
	c.width, c.height = width, height
	return nil
}

func (c *canvas) release() {
	gl.DeleteFramebuffers(1, &c.framebuffer)
	gl.DeleteTextures(1, &c.color)
	gl.DeleteTextures(1, &c.depth)
	*c = canvas{}
}
