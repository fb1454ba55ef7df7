// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"math/bits"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// TextureUnit is where an operation reads textures of the caller's: the last unit that the driver has, which few
// programs use, with a sampler object of comb's own, so that a texture of one level can be read whatever its filters
// are. Bind changes that unit's GL_TEXTURE_2D and sampler; Unbind leaves both at 0, or as they were with
// Options.PreserveState. The active unit always comes back, and no texture's parameters are touched.
type TextureUnit struct {
	d       *Device
	unit    uint32
	sampler uint32
	mipmaps bool // what the sampler's filter says
	before  struct{ texture, sampler uint32 }
	word    int32 // where GL writes its answers: a local one would be allocated each time
}

// Picture is a bound level of a texture.
type Picture struct {
	Width, Height int
	lod           int32 // the level as texelFetch counts it, from the texture's base level
}

// NewTextureUnit makes an operation's hold on the unit. Errors: ErrReleased, ErrWrongThread, ErrNoContext.
func (d *Device) NewTextureUnit() (*TextureUnit, error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	u := &TextureUnit{d: d}
	u.unit = uint32(getInt(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS) - 1)
	gl.GenSamplers(1, &u.sampler)
	if u.sampler == 0 {
		return nil, fmt.Errorf("gpu: NewTextureUnit: GL made no sampler: %w", ErrNoContext)
	}
	gl.SamplerParameteri(u.sampler, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.SamplerParameteri(u.sampler, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	return u, nil
}

// Bind binds one level of a texture for the kernels that follow, and tells its size; what names it
// in errors. Call it between Enter and Leave, and Unbind after it when it gave no error. The level
// counts as in glTexImage2D. Errors: ErrTexture, also for formats that a sampler2D does not read as
// colours: of integers, of depth, or without red.
func (u *TextureUnit) Bind(what string, texture uint32, level int) (Picture, error) {
	// A name that was never bound is no texture yet.
	if texture == 0 || !gl.IsTexture(texture) {
		return Picture{}, fmt.Errorf("%s: %d is not a texture of this context: %w", what, texture, ErrTexture)
	}
	active := u.get(gl.ACTIVE_TEXTURE)
	gl.ActiveTexture(gl.TEXTURE0 + u.unit)
	u.before.texture, u.before.sampler = 0, 0
	if u.d.options.PreserveState {
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

func (u *TextureUnit) bind(what string, texture uint32, level int) (p Picture, err error) {
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	if u.get(gl.TEXTURE_BINDING_2D) != texture {
		u.d.keepPendingBut(gl.INVALID_OPERATION) // ours: GL refuses a texture of another target
		return p, fmt.Errorf("%s: texture %d is not a GL_TEXTURE_2D: %w", what, texture, ErrTexture)
	}
	bad := func(why string) error {
		return fmt.Errorf("%s: level %d of texture %d %s: %w", what, level, texture, why, ErrTexture)
	}
	if level < 0 || level >= bits.Len32(u.get(gl.MAX_TEXTURE_SIZE)) {
		return p, bad("cannot be")
	}
	p.Width, p.Height = u.level(level, gl.TEXTURE_WIDTH), u.level(level, gl.TEXTURE_HEIGHT)
	if p.Width == 0 || p.Height == 0 {
		return p, bad("has no storage")
	}
	switch kind := u.level(level, gl.TEXTURE_RED_TYPE); kind {
	case gl.FLOAT, gl.UNSIGNED_NORMALIZED, gl.SIGNED_NORMALIZED:
	case gl.INT, gl.UNSIGNED_INT:
		return p, fmt.Errorf("%s: texture %d holds integers, want colours: %w", what, texture, ErrTexture)
	default:
		return p, fmt.Errorf("%s: texture %d has no red, as one of depth, want colours: %w", what, texture, ErrTexture)
	}
	base, last := u.parameter(gl.TEXTURE_BASE_LEVEL), u.parameter(gl.TEXTURE_MAX_LEVEL)
	whole := u.parameter(gl.TEXTURE_IMMUTABLE_FORMAT) != 0
	if whole { // then GL cuts both to the levels that there are
		levels := u.parameter(gl.TEXTURE_IMMUTABLE_LEVELS)
		base = min(base, levels-1)
		last = max(base, min(last, levels-1))
	}
	if level < base || level > last {
		return p, bad(fmt.Sprintf("lies outside the texture's own levels %d to %d", base, last))
	}
	if level > base && !whole && !u.complete(base, last) {
		return p, bad(fmt.Sprintf("cannot be read: levels %d to %d are not a whole mipmap chain", base, last))
	}
	p.lod = int32(level - base)
	u.filter(level > base)
	return p, nil
}

// complete says whether the levels halve down to one texel, or to the last, in one format: else a level above the
// base reads as black, in silence.
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

// filter tells the sampler whether levels above the base are read: only then must they be there.
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

// Unbind ends what Bind began.
func (u *TextureUnit) Unbind() {
	active := u.get(gl.ACTIVE_TEXTURE)
	gl.ActiveTexture(gl.TEXTURE0 + u.unit)
	gl.BindTexture(gl.TEXTURE_2D, u.before.texture)
	gl.BindSampler(u.unit, u.before.sampler)
	gl.ActiveTexture(active)
}

// Release frees the sampler, on another thread as Buffer.Release does.
func (u *TextureUnit) Release() {
	if u == nil || u.sampler == 0 {
		return
	}
	sampler := u.sampler
	u.d.WhenCurrent(func() { gl.DeleteSamplers(1, &sampler) })
	u.sampler = 0
}

// Sampler is a kernel's `sampler2D` and the `int <its name>_level` beside it.
type Sampler struct {
	k     *Kernel
	level int32
}

// Sampler finds a kernel's sampler by name and makes it read the unit. A caller's GLSL may read no texel, and the
// compiler drop the uniforms: that is no error.
func (k *Kernel) Sampler(name string, u *TextureUnit) Sampler {
	if at := gl.GetUniformLocation(k.program, gl.Str(name+"\x00")); at >= 0 {
		gl.ProgramUniform1i(k.program, at, int32(u.unit))
	}
	return Sampler{k, gl.GetUniformLocation(k.program, gl.Str(name+"_level\x00"))}
}

// Set gives the kernel the level of what Bind bound.
func (s Sampler) Set(p Picture) {
	if s.level >= 0 {
		gl.ProgramUniform1i(s.k.program, s.level, p.lod)
	}
}
