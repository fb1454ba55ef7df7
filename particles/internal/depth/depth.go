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
// texture in errors. Errors: gpu.ErrArgument for a name that is no GL_TEXTURE_2D with storage.
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
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_WIDTH, &u.word)
	if u.word == 0 {
		u.Unbind()
		return fmt.Errorf("%s is %d, a texture without storage, want one with it: %w", what, texture, gpu.ErrArgument)
	}
	return nil
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
