// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"image"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// picture is a framebuffer of 8-bit pixels to render into and read back.
type picture struct {
	framebuffer, color uint32
	width, height      int
}

func newPicture(d *gpu.Device, width, height int) (*picture, error) {
	p := &picture{width: width, height: height}
	gl.GenRenderbuffers(1, &p.color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, p.color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, int32(width), int32(height))
	gl.BindRenderbuffer(gl.RENDERBUFFER, 0)
	gl.GenFramebuffers(1, &p.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.framebuffer)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, p.color)
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		p.release()
		if err := d.Lost(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("viewer: a picture of %dx%d: framebuffer status 0x%X: %w", width, height, status, gpu.ErrTooLarge)
	}
	return p, nil
}

// readImage waits for the GPU and reads a framebuffer back, the right way up. Errors: gpu.ErrContextLost: a picture that
// is lost reads as black.
func readImage(d *gpu.Device, framebuffer uint32, width, height int) (*image.NRGBA, error) {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.ReadPixels(0, 0, int32(width), int32(height), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
	if err := d.Check(); err != nil {
		return nil, fmt.Errorf("reading the picture: %w", err)
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

func (p *picture) release() {
	gl.DeleteFramebuffers(1, &p.framebuffer)
	gl.DeleteRenderbuffers(1, &p.color)
}

// resizePicture makes a picture of that size, anew when it has another.
func resizePicture(d *gpu.Device, p **picture, width, height int) (err error) {
	if *p != nil && (*p).width == width && (*p).height == height {
		return nil
	}
	if *p != nil {
		(*p).release()
	}
	*p, err = newPicture(d, width, height)
	return err
}

// blit copies the picture into the window.
func (p *picture) blit(width, height int) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.framebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	gl.BlitFramebuffer(0, 0, int32(p.width), int32(p.height), 0, 0, int32(width), int32(height), gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}
