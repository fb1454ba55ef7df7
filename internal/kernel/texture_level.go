// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// NewTextureLevel makes a GL_TEXTURE_2D of RGBA32F texels for self-tests. texels holds 4 floats per
// texel, row by row; free deletes the texture. NewTextureLevel restores the context's state.
// Errors: ErrTexture if texels has another length; ErrNoContext, ErrReleased, ErrWrongThread,
// ErrOutOfMemory.
func NewTextureLevel(d *gpu.Device, width, height int, texels []float32) (texture uint32, free func(), err error) {
	if err := d.Internal().Enter(); err != nil {
		return 0, nil, err
	}
	defer d.Internal().Leave()
	if len(texels) != 4*width*height || len(texels) == 0 {
		return 0, nil, fmt.Errorf("kernel: NewTextureLevel: %d floats for %d x %d texels, want 4 per texel: %w", len(texels), width, height, gpu.ErrTexture)
	}
	// The caller's unpack state must not affect this upload.
	for _, name := range []uint32{gl.UNPACK_SWAP_BYTES, gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_ROWS, gl.UNPACK_SKIP_PIXELS} {
		before := core.GetInt(name)
		gl.PixelStorei(name, 0)
		defer gl.PixelStorei(name, int32(before))
	}
	from := uint32(core.GetInt(gl.PIXEL_UNPACK_BUFFER_BINDING))
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
	defer gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, from)
	bound := uint32(core.GetInt(gl.TEXTURE_BINDING_2D))
	d.Internal().KeepPending()
	gl.GenTextures(1, &texture)
	if texture == 0 {
		return 0, nil, fmt.Errorf("kernel: NewTextureLevel: GL made no texture: %w", gpu.ErrNoContext)
	}
	gl.BindTexture(gl.TEXTURE_2D, texture)
	defer gl.BindTexture(gl.TEXTURE_2D, bound)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, int32(width), int32(height), 0, gl.RGBA, gl.FLOAT, gl.Ptr(texels))
	if err := d.Internal().GLError("kernel: NewTextureLevel"); err != nil {
		gl.DeleteTextures(1, &texture)
		return 0, nil, err
	}
	return texture, func() { d.Internal().WhenCurrent(func() { gl.DeleteTextures(1, &texture) }) }, nil
}
