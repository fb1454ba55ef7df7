// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// TextureUnit is the unit through which an operation reads the caller's textures: the driver's last
// one, which few programs use. It has a sampler object of comb's own, so that a texture with one
// level can be read with any filter settings.
//
// Bind changes the unit's GL_TEXTURE_2D and sampler. Unbind sets both to 0, or restores them with
// Options.PreserveState. The active unit is restored, and no parameter of a texture changes.
type TextureUnit struct {
	d       *gpu.Device
	unit    uint32
	sampler uint32
	mipmaps bool // the sampler's filter reads levels above the base
	before  struct{ texture, sampler uint32 }
	word    int32 // GL writes results here; a local variable would be allocated
}

// TextureLevel is one level of a texture that Bind has bound.
type TextureLevel struct {
	Width, Height int
	lod           int32 // the level for texelFetch, which counts from the texture's base level
}

// NewTextureUnit makes the TextureUnit of an operation. Errors: ErrReleased, ErrWrongThread,
// ErrNoContext.
func NewTextureUnit(d *gpu.Device) (*TextureUnit, error) {
	if err := d.Internal().Enter(); err != nil {
		return nil, err
	}
	defer d.Internal().Leave()
	u := &TextureUnit{d: d}
	u.unit = uint32(core.GetInt(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS) - 1)
	gl.GenSamplers(1, &u.sampler)
	if u.sampler == 0 {
		return nil, fmt.Errorf("kernel: NewTextureUnit: GL made no sampler: %w", gpu.ErrNoContext)
	}
	gl.SamplerParameteri(u.sampler, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.SamplerParameteri(u.sampler, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	return u, nil
}

// Bind binds one level of a texture for the kernels that follow, and returns its size. level counts
// as in glTexImage2D. what names the texture in errors. Call Bind between Enter and Leave. Call
// Unbind after it, unless it returns an error.
//
// Errors: ErrTexture if the texture or the level does not exist or cannot be read. It is also
// returned for formats that a sampler2D does not read as colours: integers, depth, and formats
// without red.
func (u *TextureUnit) Bind(what string, texture uint32, level int) (TextureLevel, error) {
	// A name that was never bound is not a texture yet.
	if texture == 0 || !gl.IsTexture(texture) {
		return TextureLevel{}, fmt.Errorf("%s: the name is %d, which is not a texture of this context: %w", what, texture, gpu.ErrTexture)
	}
	active := u.get(gl.ACTIVE_TEXTURE)
	gl.ActiveTexture(gl.TEXTURE0 + u.unit)
	u.before.texture, u.before.sampler = 0, 0
	if u.d.Internal().PreserveState {
		u.before.texture, u.before.sampler = u.get(gl.TEXTURE_BINDING_2D), u.get(gl.SAMPLER_BINDING)
	}
	p, err := u.bind(what, texture, level)
	if err != nil {
		gl.BindTexture(gl.TEXTURE_2D, u.before.texture)
	} else {
		gl.BindSampler(u.unit, u.sampler)
	}
	gl.ActiveTexture(active)
	return p, err
}

func (u *TextureUnit) bind(what string, texture uint32, level int) (p TextureLevel, err error) {
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	if u.get(gl.TEXTURE_BINDING_2D) != texture {
		u.d.Internal().KeepPendingBut(gl.INVALID_OPERATION) // GL raises it for a texture of another target
		return p, fmt.Errorf("%s: texture %d is not a GL_TEXTURE_2D: %w", what, texture, gpu.ErrTexture)
	}
	bad := func(why string) error {
		return fmt.Errorf("%s: level %d of texture %d %s: %w", what, level, texture, why, gpu.ErrTexture)
	}
	if level < 0 || level >= bits.Len32(u.get(gl.MAX_TEXTURE_SIZE)) {
		return p, bad(fmt.Sprintf("is out of range, want 0 to %d", bits.Len32(u.get(gl.MAX_TEXTURE_SIZE))-1))
	}
	p.Width, p.Height = u.level(level, gl.TEXTURE_WIDTH), u.level(level, gl.TEXTURE_HEIGHT)
	if p.Width == 0 || p.Height == 0 {
		return p, bad("has no storage")
	}
	switch kind := u.level(level, gl.TEXTURE_RED_TYPE); kind {
	case gl.FLOAT, gl.UNSIGNED_NORMALIZED, gl.SIGNED_NORMALIZED:
	case gl.INT, gl.UNSIGNED_INT:
		return p, fmt.Errorf("%s: texture %d holds integers, want colours: %w", what, texture, gpu.ErrTexture)
	default:
		return p, fmt.Errorf("%s: texture %d has depth or no red component, want colours: %w", what, texture, gpu.ErrTexture)
	}
	base, last := u.parameter(gl.TEXTURE_BASE_LEVEL), u.parameter(gl.TEXTURE_MAX_LEVEL)
	whole := u.parameter(gl.TEXTURE_IMMUTABLE_FORMAT) != 0
	if whole { // GL clamps both to the levels that exist
		levels := u.parameter(gl.TEXTURE_IMMUTABLE_LEVELS)
		base = min(base, levels-1)
		last = max(base, min(last, levels-1))
	}
	if level < base || level > last {
		return p, bad(fmt.Sprintf("is out of range, want one of the texture's levels %d to %d", base, last))
	}
	if level > base && !whole && !u.complete(base, last) {
		return p, bad(fmt.Sprintf("cannot be read, want a complete mipmap chain in levels %d to %d", base, last))
	}
	p.lod = int32(level - base)
	u.filter(level > base)
	return p, nil
}

// complete reports whether the levels halve down to one texel, or to the last level, in one format.
// Otherwise a level above the base reads as black without an error.
func (u *TextureUnit) complete(base, last int) bool {
	w, h := u.level(base, gl.TEXTURE_WIDTH), u.level(base, gl.TEXTURE_HEIGHT)
	format := u.level(base, gl.TEXTURE_INTERNAL_FORMAT)
	last = min(last, base+bits.Len(uint(max(w, h)))-1)
	for l := base; l <= last; l++ {
		if u.level(l, gl.TEXTURE_WIDTH) != w || u.level(l, gl.TEXTURE_HEIGHT) != h || u.level(l, gl.TEXTURE_INTERNAL_FORMAT) != format || w == 0 || h == 0 {
			return false
		}
		w, h = max(1, w/2), max(1, h/2)
	}
	return true
}

// filter sets whether the sampler reads levels above the base. Only then must they exist.
func (u *TextureUnit) filter(mipmaps bool) {
	if mipmaps == u.mipmaps {
		return
	}
	u.mipmaps = mipmaps
	how := int32(gl.NEAREST)
	if mipmaps {
		how = gl.NEAREST_MIPMAP_NEAREST
	}
	gl.SamplerParameteri(u.sampler, gl.TEXTURE_MIN_FILTER, how)
}

func (u *TextureUnit) get(name uint32) uint32 {
	gl.GetIntegerv(name, &u.word)
	return uint32(u.word)
}

func (u *TextureUnit) level(level int, name uint32) int {
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, int32(level), name, &u.word)
	return int(u.word)
}

func (u *TextureUnit) parameter(name uint32) int {
	gl.GetTexParameteriv(gl.TEXTURE_2D, name, &u.word)
	return int(u.word)
}

// Unbind ends the use that Bind began.
func (u *TextureUnit) Unbind() {
	active := u.get(gl.ACTIVE_TEXTURE)
	gl.ActiveTexture(gl.TEXTURE0 + u.unit)
	gl.BindTexture(gl.TEXTURE_2D, u.before.texture)
	gl.BindSampler(u.unit, u.before.sampler)
	gl.ActiveTexture(active)
}

// Release frees the sampler. It may be called on any thread, as Buffer.Release.
func (u *TextureUnit) Release() {
	if u == nil || u.sampler == 0 {
		return
	}
	sampler := u.sampler
	u.d.Internal().WhenCurrent(func() { gl.DeleteSamplers(1, &sampler) })
	u.sampler = 0
}

// Sampler is a sampler2D of a kernel and the uniform int <name>_level beside it.
type Sampler struct {
	k     *Kernel
	level int32
}

// Sampler finds a kernel's sampler by name and sets it to the unit. The compiler removes the
// uniforms if the caller's GLSL reads no texel; that is no error.
func (k *Kernel) Sampler(name string, u *TextureUnit) Sampler {
	k.SetUnit(name, int32(u.unit))
	return Sampler{k, k.locate(name + "_level")}
}

// SetUnit sets a sampler of a kernel to a texture unit, if the kernel has it.
func (k *Kernel) SetUnit(sampler string, unit int32) {
	if at := k.locate(sampler); at >= 0 {
		gl.ProgramUniform1i(k.Program(), at, unit)
	}
}

// locate returns a uniform's location, or -1 if the kernel has none of that name or does not link.
func (k *Kernel) locate(name string) int32 {
	program := k.Program()
	if program == 0 {
		return -1
	}
	return gl.GetUniformLocation(program, gl.Str(name+"\x00"))
}

// Set sets the level uniform for a level that Bind has bound.
func (s Sampler) Set(p TextureLevel) {
	if s.level >= 0 {
		gl.ProgramUniform1i(s.k.p.ID(), s.level, p.lod)
	}
}
