// SPDX-License-Identifier: MIT

package kernel

import (
	"errors"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// The texels arrive with any state of the caller's context, and the state is restored.
func TestNewTextureLevelPreservesState(t *testing.T) {
	d := open(t, gpu.Options{NoCache: true})
	var bound, from uint32
	gl.GenTextures(1, &bound)
	gl.BindTexture(gl.TEXTURE_2D, bound)
	gl.GenBuffers(1, &from)
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, from)
	stores := map[uint32]int32{gl.UNPACK_SWAP_BYTES: 1, gl.UNPACK_ROW_LENGTH: 77, gl.UNPACK_SKIP_ROWS: 3, gl.UNPACK_SKIP_PIXELS: 5, gl.UNPACK_ALIGNMENT: 1}
	for name, v := range stores {
		gl.PixelStorei(name, v)
	}
	want := make([]float32, 4*5*3)
	for i := range want {
		want[i] = float32(i) - 9.5
	}
	texture, free, err := NewTextureLevel(d, 5, 3, want)
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range stores {
		if got := core.GetInt(name); got != int(v) {
			t.Errorf("glPixelStore 0x%X is %d, was %d", name, got, v)
		}
	}
	if got := uint32(core.GetInt(gl.TEXTURE_BINDING_2D)); got != bound {
		t.Errorf("texture %d is bound, was %d", got, bound)
	}
	if got := uint32(core.GetInt(gl.PIXEL_UNPACK_BUFFER_BINDING)); got != from {
		t.Errorf("buffer %d is bound, was %d", got, from)
	}
	got := make([]float32, len(want))
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.GetTexImage(gl.TEXTURE_2D, 0, gl.RGBA, gl.FLOAT, gl.Ptr(got))
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	free()
	if gl.IsTexture(texture) {
		t.Error("it is still there after free")
	}
	gl.DeleteBuffers(1, &from)
	gl.DeleteTextures(1, &bound)
	if _, _, err := NewTextureLevel(d, 5, 3, want[1:]); !errors.Is(err, gpu.ErrTexture) {
		t.Errorf("a float too few: %v", err)
	}
}
