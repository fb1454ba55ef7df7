// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"image"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// framebuffer has 8-bit pixels to render into and to read back.
type framebuffer struct {
	id            uint32
	width, height int
	color         uint32
}

// newFramebuffer makes one. Errors: gpu.ErrTooLarge.
func newFramebuffer(d *gpu.Device, width, height int) (*framebuffer, error) {
	p := &framebuffer{width: width, height: height}
	gl.GenRenderbuffers(1, &p.color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, p.color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, int32(width), int32(height))
	gl.BindRenderbuffer(gl.RENDERBUFFER, 0)
	gl.GenFramebuffers(1, &p.id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.id)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, p.color)
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		p.release()
		if err := d.Lost(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("viewer: an image of %dx%d: framebuffer status 0x%X: %w", width, height, status, gpu.ErrTooLarge)
	}
	return p, nil
}

// readImage waits for the GPU and reads a framebuffer back, with the top row first. After a lost
// context the pixels would be black: the error is gpu.ErrContextLost.
func readImage(d *gpu.Device, framebuffer uint32, width, height int) (*image.NRGBA, error) {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.ReadPixels(0, 0, int32(width), int32(height), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
	if err := d.Check(); err != nil {
		return nil, fmt.Errorf("reading the image: %w", err)
	}
	row := make([]uint8, img.Stride)
	for top, bottom := 0, height-1; top < bottom; top, bottom = top+1, bottom-1 {
		a, b := img.Pix[top*img.Stride:][:img.Stride], img.Pix[bottom*img.Stride:][:img.Stride]
		copy(row, a)
		copy(a, b)
		copy(b, row)
	}
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255 // a window's alpha means nothing
	}
	return img, nil
}

func (p *framebuffer) release() {
	gl.DeleteFramebuffers(1, &p.id)
	gl.DeleteRenderbuffers(1, &p.color)
}

// resizeFramebuffer makes *p a framebuffer of that size, unless it is one.
func resizeFramebuffer(d *gpu.Device, p **framebuffer, width, height int) (err error) {
	if *p != nil && (*p).width == width && (*p).height == height {
		return nil
	}
	if *p != nil {
		(*p).release()
	}
	*p, err = newFramebuffer(d, width, height)
	return err
}

// blit copies the image into the window.
func (p *framebuffer) blit(width, height int) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.id)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	gl.BlitFramebuffer(0, 0, int32(p.width), int32(p.height), 0, 0, int32(width), int32(height), gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}
