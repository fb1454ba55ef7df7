// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// NewPicture makes a GL_TEXTURE_2D of RGBA32F texels, row by row, for self-tests; free deletes it. The context's state
// comes back as it was. Errors: ErrNoContext, ErrReleased, ErrWrongThread, ErrOutOfMemory.
func (d *Device) NewPicture(width, height int, texels []float32) (texture uint32, free func(), err error) {
	if err := d.Enter(); err != nil {
		return 0, nil, err
	}
	defer d.Leave()
	if len(texels) != 4*width*height || len(texels) == 0 {
		return 0, nil, fmt.Errorf("gpu: NewPicture: %d floats for %dx%d texels, want 4 each: %w", len(texels), width, height, ErrTexture)
	}
	// How the caller lays out pictures in memory is no matter of this one's.
	for _, name := range []uint32{gl.UNPACK_SWAP_BYTES, gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_ROWS, gl.UNPACK_SKIP_PIXELS} {
		before := getInt(name)
		gl.PixelStorei(name, 0)
		defer gl.PixelStorei(name, int32(before))
	}
	from := uint32(getInt(gl.PIXEL_UNPACK_BUFFER_BINDING))
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
	defer gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, from)
	bound := uint32(getInt(gl.TEXTURE_BINDING_2D))
	d.keepPending()
	gl.GenTextures(1, &texture)
	if texture == 0 {
		return 0, nil, fmt.Errorf("gpu: NewPicture: GL made no texture: %w", ErrNoContext)
	}
	gl.BindTexture(gl.TEXTURE_2D, texture)
	defer gl.BindTexture(gl.TEXTURE_2D, bound)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, int32(width), int32(height), 0, gl.RGBA, gl.FLOAT, gl.Ptr(texels))
	if err := d.glError("gpu: NewPicture"); err != nil {
		gl.DeleteTextures(1, &texture)
		return 0, nil, err
	}
	return texture, func() { d.WhenCurrent(func() { gl.DeleteTextures(1, &texture) }) }, nil
}
