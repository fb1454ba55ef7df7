// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// NewTextureLevel makes a GL_TEXTURE_2D of RGBA32F texels for self-tests. texels holds 4 floats per
// texel, row by row; free deletes the texture. NewTextureLevel restores the context's state. Errors:
// ErrTexture if texels has another length; ErrNoContext, ErrReleased, ErrWrongThread,
// ErrOutOfMemory.
func (d *Device) NewTextureLevel(width, height int, texels []float32) (texture uint32, free func(), err error) {
	if err := d.Enter(); err != nil {
		return 0, nil, err
	}
	defer d.Leave()
	if len(texels) != 4*width*height || len(texels) == 0 {
		return 0, nil, fmt.Errorf("gpu: NewTextureLevel: %d floats for %d x %d texels, want 4 per texel: %w", len(texels), width, height, ErrTexture)
	}
	// The caller's unpack state must not affect this upload.
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
		return 0, nil, fmt.Errorf("gpu: NewTextureLevel: GL made no texture: %w", ErrNoContext)
	}
	gl.BindTexture(gl.TEXTURE_2D, texture)
	defer gl.BindTexture(gl.TEXTURE_2D, bound)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, int32(width), int32(height), 0, gl.RGBA, gl.FLOAT, gl.Ptr(texels))
	if err := d.glError("gpu: NewTextureLevel"); err != nil {
		gl.DeleteTextures(1, &texture)
		return 0, nil, err
	}
	return texture, func() { d.WhenCurrent(func() { gl.DeleteTextures(1, &texture) }) }, nil
}
