// SPDX-License-Identifier: MIT

// Package depth binds a caller's depth texture for the shaders of particles.
package depth

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Unit is a texture unit through which shaders read a depth texture by texelFetch. It has a sampler
// object of its own, because the texture's settings are the caller's: with OpenGL's default filter
// a texture of one level reads as 0.
type Unit struct {
	d       *gpu.Device
	unit    uint32
	sampler uint32
	bound   bool
	word    int32 // OpenGL writes results here and to was; local variables would escape to the heap
	was     struct{ active, texture, sampler int32 }
	texture uint32 // the bound one, and its size
	width   int32
	height  int32
}

// New makes the Unit of a texture unit. Call it between Enter and Leave of the Device.
func New(d *gpu.Device, unit uint32) *Unit {
	u := &Unit{d: d, unit: unit}
	gl.GenSamplers(1, &u.sampler)
	gl.SamplerParameteri(u.sampler, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.SamplerParameteri(u.sampler, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	return u
}

// Bind binds the texture until Unbind, and nothing for texture 0 or a nil Unit. what names the
// texture in errors. Errors: gpu.ErrArgument for a name that is no GL_TEXTURE_2D with storage, and
// for a format that has neither depth nor one channel of floats.
func (u *Unit) Bind(what string, texture uint32) error {
	if u == nil || texture == 0 {
		return nil
	}
	gl.GetIntegerv(gl.ACTIVE_TEXTURE, &u.was.active)
	gl.ActiveTexture(gl.TEXTURE0 + u.unit)
	gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &u.was.texture)
	gl.GetIntegerv(gl.SAMPLER_BINDING, &u.was.sampler)
	gl.BindSampler(u.unit, u.sampler)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	u.bound = true
	gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &u.word)
	if uint32(u.word) != texture {
		u.Unbind()
		u.d.Internal().KeepPendingBut(gl.INVALID_OPERATION) // of BindTexture
		return fmt.Errorf("%s is %d, want the name of a GL_TEXTURE_2D, or 0: %w", what, texture, gpu.ErrArgument)
	}
	u.texture, u.width, u.height = texture, u.level(0, gl.TEXTURE_WIDTH), u.level(0, gl.TEXTURE_HEIGHT)
	if u.width == 0 {
		u.Unbind()
		return fmt.Errorf("%s is %d, a texture without storage, want one with it: %w", what, texture, gpu.ErrArgument)
	}
	if !u.hasDepth() {
		format := u.level(0, gl.TEXTURE_INTERNAL_FORMAT)
		u.Unbind()
		return fmt.Errorf("%s is %d, of the format 0x%X, want one of depth, or of one channel of floats: %w", what, texture, format, gpu.ErrArgument)
	}
	return nil
}

// hasDepth reports whether a shader may read depth from the bound texture: an image with colours is
// probably another texture of the caller's.
func (u *Unit) hasDepth() bool {
	if u.level(0, gl.TEXTURE_DEPTH_SIZE) > 0 {
		return true
	}
	kind := u.level(0, gl.TEXTURE_RED_TYPE)
	return kind != gl.NONE && kind != gl.INT && kind != gl.UNSIGNED_INT && u.level(0, gl.TEXTURE_GREEN_SIZE) == 0
}

// level returns a parameter of a level of the texture that is bound to the unit now.
func (u *Unit) level(level int32, parameter uint32) int32 {
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, level, parameter, &u.word)
	return u.word
}

// Size returns the size of the bound texture.
func (u *Unit) Size() (width, height int32) { return u.width, u.height }

// SizeOf returns the size of a level of another texture, while one is bound. ok is false if that is
// no GL_TEXTURE_2D.
func (u *Unit) SizeOf(texture uint32, level int32) (width, height int32, ok bool) {
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &u.word)
	if ok = uint32(u.word) == texture; ok {
		width, height = u.level(level, gl.TEXTURE_WIDTH), u.level(level, gl.TEXTURE_HEIGHT)
	} else {
		u.d.Internal().KeepPendingBut(gl.INVALID_OPERATION) // of BindTexture
	}
	gl.BindTexture(gl.TEXTURE_2D, u.texture)
	return width, height, ok
}

// Unbind restores what Bind changed.
func (u *Unit) Unbind() {
	if u == nil || !u.bound {
		return
	}
	u.bound = false
	gl.BindTexture(gl.TEXTURE_2D, uint32(u.was.texture))
	gl.BindSampler(u.unit, uint32(u.was.sampler))
	gl.ActiveTexture(uint32(u.was.active))
}

// Release frees the sampler. It may be called on any thread, and for nil.
func (u *Unit) Release() {
	if u == nil || u.sampler == 0 {
		return
	}
	sampler := u.sampler
	u.sampler = 0
	u.d.Internal().WhenCurrent(func() { gl.DeleteSamplers(1, &sampler) })
}
