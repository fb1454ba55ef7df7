// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"image"

	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Image draws a frame from a camera and reads it back, at the size of Resize, with the top row
// first. All pixels are opaque. It takes the memory that the view needs (Reserve), allocates and
// waits for the GPU; Frame, for a render loop, does not. Errors: those of Reserve, Frame and
// gpu.Device.Check.
func (r *Renderer) Image(c Camera) (*image.NRGBA, error) {
	if err := r.enter("Image"); err != nil {
		return nil, err
	}
	defer r.d.Internal().Leave()
	if err := r.needView("Image", c); err != nil {
		return nil, err
	}
	if err := r.Reserve(c); err != nil {
		return nil, err
	}
	width, height := r.scene.Canvas.Width, r.scene.Canvas.Height
	var texture uint32
	gl.GenTextures(1, &texture)
	defer func() {
		gl.DeleteTextures(1, &texture)
		r.checked = [3]int{} // its name may be used again
	}()
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, int32(width), int32(height))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	if err := r.Frame(c, Target{Texture: texture}, nil); err != nil {
		return nil, err
	}
	rows := make([]byte, 4*width*height) // GL's: the bottom first
	gl.BindTexture(gl.TEXTURE_2D, texture)
	defer scene.PlainReads()()
	gl.GetTexImage(gl.TEXTURE_2D, 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(rows))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	if err := r.d.Check(); err != nil {
		return nil, fmt.Errorf("hair: Image: %w", err)
	}
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		copy(img.Pix[y*img.Stride:], rows[(height-1-y)*img.Stride:][:img.Stride])
	}
	return img, nil
}
