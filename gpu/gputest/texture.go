// SPDX-License-Identifier: MIT

package gputest

import (
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// TextureKind is a format of a GL_TEXTURE_2D, or another target.
type TextureKind int

// The kinds. Those that hold no RGBA floats are there to be refused.
const (
	RGBA32F TextureKind = iota
	Fixed               // RGBA32F by glTexStorage2D
	RGBA8
	RGBA8Snorm
	R32F
	RGBA8UI
	R32I
	Depth24
	Array2D
	Empty // a texture without any level
)

// Texture makes a GL_TEXTURE_2D of RGBA32F with one level for each slice of texels, each half as
// wide and high as the one before. It has GL's default filter and is deleted with the context of
// the test.
func Texture(t testing.TB, dev *gpu.Device, width, height int, rgba ...[]float32) uint32 {
	t.Helper()
	return TextureOf(t, dev, RGBA32F, width, height, rgba...)
}

// TextureOf is Texture for other kinds. R32F takes one float a texel. The texels of kinds that hold
// no floats stay undefined.
func TextureOf(t testing.TB, dev *gpu.Device, kind TextureKind, width, height int, texels ...[]float32) uint32 {
	t.Helper()
	if err := dev.Internal().Enter(); err != nil {
		t.Fatal(err)
	}
	defer dev.Internal().Leave()
	formats := [...][3]uint32{
		RGBA32F: {gl.RGBA32F, gl.RGBA, gl.FLOAT}, Fixed: {gl.RGBA32F, gl.RGBA, gl.FLOAT}, RGBA8: {gl.RGBA8, gl.RGBA, gl.FLOAT}, RGBA8Snorm: {gl.RGBA8_SNORM, gl.RGBA, gl.BYTE},
		R32F: {gl.R32F, gl.RED, gl.FLOAT}, RGBA8UI: {gl.RGBA8UI, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE},
		R32I: {gl.R32I, gl.RED_INTEGER, gl.INT}, Depth24: {gl.DEPTH_COMPONENT24, gl.DEPTH_COMPONENT, gl.FLOAT},
		Array2D: {gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE}, Empty: {},
	}
	var before int32
	target, binding := uint32(gl.TEXTURE_2D), uint32(gl.TEXTURE_BINDING_2D)
	if kind == Array2D {
		target, binding = gl.TEXTURE_2D_ARRAY, gl.TEXTURE_BINDING_2D_ARRAY
	}
	gl.GetIntegerv(binding, &before)
	var id uint32
	gl.GenTextures(1, &id)
	gl.BindTexture(target, id)
	f := formats[kind]
	if len(texels) == 0 && kind != Empty {
		texels = [][]float32{nil}
	}
	if kind == Fixed {
		gl.TexStorage2D(target, int32(len(texels)), f[0], int32(width), int32(height))
	}
	for level, data := range texels {
		w, h := max(1, width>>level), max(1, height>>level)
		channels := 4
		if kind == R32F {
			channels = 1
		}
		if data != nil && len(data) != channels*w*h {
			t.Fatalf("%d floats for level %d of %dx%d texels", len(data), level, w, h)
		}
		switch {
		case kind == Fixed:
			gl.TexSubImage2D(target, int32(level), 0, 0, int32(w), int32(h), f[1], f[2], gl.Ptr(data))
		case kind == Array2D:
			gl.TexImage3D(target, int32(level), int32(f[0]), int32(w), int32(h), 2, 0, f[1], f[2], nil)
		case data == nil:
			gl.TexImage2D(target, int32(level), int32(f[0]), int32(w), int32(h), 0, f[1], f[2], nil)
		case kind == RGBA8Snorm:
			// As bytes: from floats NVIDIA still makes them by the formula of before OpenGL 4.2.
			signed := make([]int8, len(data))
			for i, v := range data {
				signed[i] = int8(math.Round(float64(v) * 127))
			}
			gl.TexImage2D(target, int32(level), int32(f[0]), int32(w), int32(h), 0, f[1], f[2], gl.Ptr(signed))
		default:
			gl.TexImage2D(target, int32(level), int32(f[0]), int32(w), int32(h), 0, f[1], f[2], gl.Ptr(data))
		}
	}
	gl.BindTexture(target, uint32(before))
	return id
}

// TextureLevels sets which levels a texture uses, as glTexParameteri does: the base and the last.
func TextureLevels(t testing.TB, id uint32, base, last int) {
	t.Helper()
	var before int32
	gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &before)
	gl.BindTexture(gl.TEXTURE_2D, id)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_BASE_LEVEL, int32(base))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, int32(last))
	gl.BindTexture(gl.TEXTURE_2D, uint32(before))
}

// DeleteTexture deletes a texture before the test ends.
func DeleteTexture(id uint32) { gl.DeleteTextures(1, &id) }

// BindTextures binds a texture to the first and the last texture unit, as a program may have done.
// Operations must not change those units. Unit 1 is the active one afterwards.
func BindTextures(id uint32) {
	for _, unit := range []uint32{0, lastUnit()} {
		gl.ActiveTexture(gl.TEXTURE0 + unit)
		gl.BindTexture(gl.TEXTURE_2D, id)
		var sampler uint32
		gl.GenSamplers(1, &sampler)
		gl.BindSampler(unit, sampler)
	}
	gl.ActiveTexture(gl.TEXTURE1)
}

// BoundTextures returns the state that an operation may change by mistake: the textures and
// samplers of the units of BindTextures, the active unit, the program and comb's storage bindings.
func BoundTextures() map[string]int {
	get := func(name uint32) int {
		var v int32
		gl.GetIntegerv(name, &v)
		return int(v)
	}
	active := get(gl.ACTIVE_TEXTURE)
	state := map[string]int{"active": active - gl.TEXTURE0, "program": get(gl.CURRENT_PROGRAM)}
	for name, unit := range map[string]uint32{"first": 0, "last": lastUnit()} {
		gl.ActiveTexture(gl.TEXTURE0 + unit)
		state[name+" texture"], state[name+" sampler"] = get(gl.TEXTURE_BINDING_2D), get(gl.SAMPLER_BINDING)
	}
	gl.ActiveTexture(uint32(active))
	for i := range uint32(gpu.UserBinding) {
		var v int32
		gl.GetIntegeri_v(gl.SHADER_STORAGE_BUFFER_BINDING, i, &v)
		state[fmt.Sprint("storage ", i)] = int(v)
	}
	return state
}

func lastUnit() uint32 {
	var units int32
	gl.GetIntegerv(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units)
	return uint32(units - 1)
}
