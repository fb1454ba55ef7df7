// SPDX-License-Identifier: MIT

package tone

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Linear reads the canvas back, before exposure and tone curve, row by row from the top. Samples of
// a pixel are averaged. It waits. Errors: gpu.ErrUnsupported, gpu.ErrContextLost.
func Linear(s *scene.Scene) ([]float32, error) {
	width, height := int32(s.Canvas.Width), int32(s.Canvas.Height)
	var framebuffer, color uint32
	gl.GenRenderbuffers(1, &color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA16F, width, height)
	gl.BindRenderbuffer(gl.RENDERBUFFER, 0)
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color)
	defer func() {
		gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
		gl.DeleteFramebuffers(1, &framebuffer)
		gl.DeleteRenderbuffers(1, &color)
	}()
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		if err := s.Device.Lost(); err != nil {
			return nil, fmt.Errorf("hair: Linear: %w", err)
		}
		return nil, fmt.Errorf("hair: Linear: got framebuffer status 0x%X for %dx%d: %w", status, width, height, gpu.ErrUnsupported)
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, s.Canvas.Framebuffer)
	gl.BlitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	rows := make([]float32, 4*width*height) // GL's: the bottom first
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, gl.Ptr(rows))
	pixels := make([]float32, 0, len(rows))
	for y := int(height) - 1; y >= 0; y-- {
		pixels = append(pixels, rows[4*y*int(width):][:4*width]...)
	}
	return pixels, nil
}
