// SPDX-License-Identifier: MIT

package framebuffer

import (
	"fmt"
	"image"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Framebuffer has 8-bit pixels to render into and to read back.
type Framebuffer struct {
	ID            uint32
	Width, Height int
	color         uint32
}

// SureSide is a side of an image that every device has: the least that OpenGL 4.3 allows for the
// limits of Fits.
const SureSide = 16384

// Fits returns an error that names the limit if the device has no image of that size. Rendering
// needs textures, renderbuffers and a viewport of the size. Errors: gpu.ErrTooLarge.
func Fits(width, height int) error {
	var texture, renderbuffer int32
	var viewport [2]int32
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &texture)
	gl.GetIntegerv(gl.MAX_RENDERBUFFER_SIZE, &renderbuffer)
	gl.GetIntegerv(gl.MAX_VIEWPORT_DIMS, &viewport[0])
	most := min(texture, renderbuffer)
	if wide, high := min(most, viewport[0]), min(most, viewport[1]); width > int(wide) || height > int(high) {
		return fmt.Errorf("an image of %dx%d: this device has images of at most %dx%d (textures %d, renderbuffers %d): %w",
			width, height, wide, high, texture, renderbuffer, gpu.ErrTooLarge)
	}
	return nil
}

// New makes one. Errors: gpu.ErrTooLarge.
func New(d *gpu.Device, width, height int) (*Framebuffer, error) {
	if err := d.Lost(); err != nil { // a lost context has no limits to compare with
		return nil, err
	}
	if err := Fits(width, height); err != nil {
		return nil, err
	}
	p := &Framebuffer{Width: width, Height: height}
	gl.GenRenderbuffers(1, &p.color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, p.color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, int32(width), int32(height))
	gl.BindRenderbuffer(gl.RENDERBUFFER, 0)
	gl.GenFramebuffers(1, &p.ID)
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.ID)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, p.color)
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		p.Release()
		if err := d.Lost(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("an image of %dx%d: framebuffer status 0x%X: %w", width, height, status, gpu.ErrTooLarge)
	}
	return p, nil
}

// Read waits for the GPU and reads a framebuffer back, with the top row first. After a lost
// context the pixels would be black: the error is gpu.ErrContextLost.
func Read(d *gpu.Device, framebuffer uint32, width, height int) (*image.NRGBA, error) {
	return ReadAt(d, framebuffer, 0, 0, width, height)
}

// ReadAt is Read of a rectangle. x and y are its lower left corner.
func ReadAt(d *gpu.Device, framebuffer uint32, x, y, width, height int) (*image.NRGBA, error) {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.ReadPixels(int32(x), int32(y), int32(width), int32(height), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
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

func (p *Framebuffer) Release() {
	gl.DeleteFramebuffers(1, &p.ID)
	gl.DeleteRenderbuffers(1, &p.color)
}

// Resize makes *p a framebuffer of that size, unless it is one.
func Resize(d *gpu.Device, p **Framebuffer, width, height int) (err error) {
	if *p != nil && (*p).Width == width && (*p).Height == height {
		return nil
	}
	if *p != nil {
		(*p).Release()
	}
	*p, err = New(d, width, height)
	return err
}

// BlitTo copies the image into a rectangle of the window. x and y are its lower left corner.
func (p *Framebuffer) BlitTo(x, y, width, height int) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, p.ID)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	gl.BlitFramebuffer(0, 0, int32(p.Width), int32(p.Height), int32(x), int32(y), int32(x+width), int32(y+height), gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}
