// SPDX-License-Identifier: MIT

package ladder

import (
	"fmt"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// target is a square texture of floats to draw into.
type target struct {
	texture, framebuffer uint32
	side                 int
}

// canvas is what rungs that draw have in common: their targets, their programs and the kernel that
// brings the last texels to the result. After an error the steps that make it do
// nothing.
type canvas struct {
	r           *Reducer
	state       glState
	vertexArray uint32
	targets     []target
	programs    []*program

	finish kernel.Loaded[finishUniforms]
}

type finishUniforms struct {
	Side    kernel.Uniform `uniform:"side"`
	Level   kernel.Uniform `uniform:"level"`
	Weight  kernel.Uniform `uniform:"weight"`
	Divisor kernel.Uniform `uniform:"divisor"`
}

// program draws.
type program struct {
	id                     uint32
	srcAt, reachAt, halfAt int32 // places of uniforms; GL takes no notice of -1, where there is none
	stride, alignment      int
}

// canvas begins a canvas, which the Reducer releases: its programs read the items in the stage that
// blocks names. Errors: gpu.ErrUnsupported.
func (r *Reducer) canvas(blocks uint32, stage string) *canvas {
	c := &canvas{r: r}
	r.owned = append(r.owned, c.release)
	c.state.unit = lastUnit()
	var n int32
	if gl.GetIntegerv(blocks, &n); n < 1 {
		c.r.err = r.unsupported("this driver has no storage buffers in " + stage + " shaders")
		return c
	}
	gl.GenVertexArrays(1, &c.vertexArray)
	return c
}

// square is the side of the smallest square of a power of two that holds so many texels. Errors:
// gpu.ErrTooLarge, with each texel holding so many items.
func (c *canvas) square(texels, items int) int {
	if c.r.err != nil {
		return 0
	}
	var texture int32
	var viewport [2]int32
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &texture)
	gl.GetIntegerv(gl.MAX_VIEWPORT_DIMS, &viewport[0])
	side := 1 << ((bits.Len(uint(texels-1)) + 1) / 2)
	if most := int(min(texture, viewport[0], viewport[1])); side > most {
		most = 1 << (bits.Len(uint(most)) - 1)
		c.r.err = c.r.tooLarge(most*most*items, fmt.Sprintf("this driver's squares have at most %d texels a side", most))
	}
	return side
}

// target makes a texture of side x side texels with so many levels, of one channel or four. Errors:
// gpu.ErrOutOfMemory, gpu.ErrUnsupported.
func (c *canvas) target(side, levels, channels int) {
	if c.r.err != nil {
		return
	}
	format := uint32(gl.RGBA32F)
	if channels == 1 {
		format = gl.R32F
	}
	for i := 0; i < 16 && gl.GetError() != gl.NO_ERROR; i++ { // the caller's
	}
	t := target{side: side}
	gl.GenTextures(1, &t.texture)
	gl.GenFramebuffers(1, &t.framebuffer)
	c.targets = append(c.targets, t)
	c.state.begin()
	defer c.state.end()
	gl.BindTexture(gl.TEXTURE_2D, t.texture)
	gl.TexStorage2D(gl.TEXTURE_2D, int32(levels), format, int32(side), int32(side))
	if code := gl.GetError(); code != gl.NO_ERROR {
		c.r.err = fmt.Errorf("%w: ladder: %s: a texture of %dx%d texels (GL error 0x%X)", gpu.ErrOutOfMemory, c.r.rung, side, side, code)
		return
	}
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST_MIPMAP_NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, t.framebuffer)
	gl.FramebufferTexture2D(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t.texture, 0)
	if status := gl.CheckFramebufferStatus(gl.DRAW_FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		c.r.err = c.r.unsupported(fmt.Sprintf("this driver does not draw into textures of floats (framebuffer status 0x%X)", status))
	}
}

// program links one. side is that of the square that the items fill.
func (c *canvas) program(s drawn, side int) *program {
	p := &program{stride: c.r.el.Bytes(), alignment: c.r.d.Caps().StorageAlignment}
	if c.r.err != nil {
		return p
	}
	vertex, fragment, err := s.sources()
	if err == nil {
		p.id, err = kernel.Link(c.r.d, s.fragment, kernel.Shader{Kind: gl.VERTEX_SHADER, File: s.vertex, Source: vertex},
			kernel.Shader{Kind: gl.FRAGMENT_SHADER, File: s.fragment, Source: fragment})
	}
	if c.r.err = err; err != nil {
		return p
	}
	c.programs = append(c.programs, p)
	at := func(name string) int32 { return gl.GetUniformLocation(p.id, gl.Str(name+"\x00")) }
	p.srcAt, p.reachAt, p.halfAt = at("src_at"), at("reach"), at("half_texel")
	gl.ProgramUniform1i(p.id, at("texels"), int32(c.state.unit))
	gl.ProgramUniform1ui(p.id, at("item_count"), uint32(c.r.n))
	gl.ProgramUniform1ui(p.id, at("side"), uint32(side))
	return p
}

// bind gives a program its items, as gpu.Kernel.SetRecords does for a kernel. Errors: gpu.ErrView.
func (p *program) bind(v gpu.View) error {
	back := 0
	for ; (v.Offset()-back)%p.alignment != 0; back += p.stride {
		if back > v.Offset() {
			return fmt.Errorf("%w: items of %d bytes from byte %d: no offset before it is a multiple of %d bytes (the driver's alignment) and whole items away", gpu.ErrView, p.stride, v.Offset(), p.alignment)
		}
	}
	gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, bufSrc, v.ID(), v.Offset()-back, v.Size()+back)
	gl.ProgramUniform1ui(p.id, p.srcAt, uint32(back/p.stride))
	return nil
}

// ending makes the kernel that brings the last side x side texels to the result.
func (c *canvas) ending(side int, packed bool) {
	if c.finish = load[finishUniforms](c.r, finishSpec(c.r.op, c.r.el, side, packed)); c.r.err != nil {
		return
	}
	c.finish.SetUnit("texels", int32(c.state.unit))
}

// drawing is the run of a rung whose first program is p. The state of the caller is put aside.
func (c *canvas) drawing(p *program, draw func()) func(src gpu.View) error {
	return func(src gpu.View) error {
		if err := p.bind(src); err != nil {
			return err
		}
		c.state.begin()
		gl.BindVertexArray(c.vertexArray)
		draw()
		c.state.end()
		return nil
	}
}

// onto draws into a target's first side x side texels from now on.
func (t target) onto(side int) {
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, t.framebuffer)
	gl.ViewportIndexedf(0, 0, 0, float32(side), float32(side))
}

// end enqueues the ending: of side x side texels of a target's level, weight*texels/divisor.
func (c *canvas) end(t target, side, level, weight, divisor int) {
	// Mesa keeps a compute program that follows a drawing one until something is drawn again, also
	// when it is deleted.
	gl.UseProgram(0)
	gl.BindTexture(gl.TEXTURE_2D, t.texture)
	c.finish.SetBuffer(0, c.r.Result())
	c.finish.Set(c.finish.U.Side, uint32(side))
	c.finish.Set(c.finish.U.Level, uint32(level))
	c.finish.Set(c.finish.U.Weight, uint32(weight))
	c.finish.Set(c.finish.U.Divisor, uint32(divisor))
	c.finish.Dispatch(1)
}

func (c *canvas) release() {
	for _, t := range c.targets {
		gl.DeleteFramebuffers(1, &t.framebuffer)
		gl.DeleteTextures(1, &t.texture)
	}
	for _, p := range c.programs {
		gl.DeleteProgram(p.id)
	}
	gl.DeleteVertexArrays(1, &c.vertexArray)
}
