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
	defer scene.PlainReads()()
	gl.ReadPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, gl.Ptr(rows))
	return fromTop(rows, int(width)), nil
}

// fromTop reverses the order of GL's rows, of which the bottom comes first.
func fromTop(rows []float32, width int) []float32 {
	pixels := make([]float32, 0, len(rows))
	for end := len(rows); end > 0; end -= 4 * width {
		pixels = append(pixels, rows[end-4*width:end]...)
	}
	return pixels
}

// LinearOf is Linear of an image of hair over the traced head, which the canvas does not hold. What
// the hair lets through is the head's first, up to its share of the samples, as in tone_scene.glsl.
// It waits. Errors: gpu.ErrContextLost.
func LinearOf(s *scene.Scene, hair uint32) ([]float32, error) {
	read := func(texture uint32) []float32 {
		texels := make([]float32, 4*s.Canvas.Width*s.Canvas.Height)
		gl.BindTexture(gl.TEXTURE_2D, texture)
		gl.GetTexImage(gl.TEXTURE_2D, 0, gl.RGBA, gl.FLOAT, gl.Ptr(texels))
		gl.BindTexture(gl.TEXTURE_2D, 0)
		return texels
	}
	s.Device.MemoryBarrier()
	defer scene.PlainReads()()
	over, head := read(hair), read(s.Traced.Image)
	for i := 0; i < len(over); i += 4 {
		share := min(1-over[i+3], head[i+3])
		for k := range 3 {
			over[i+k] += share * head[i+k]
		}
		over[i+3] += share
	}
	if err := s.Device.Lost(); err != nil {
		return nil, fmt.Errorf("hair: Linear: %w", err)
	}
	return fromTop(over, s.Canvas.Width), nil
}
