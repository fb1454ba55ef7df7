// SPDX-License-Identifier: MIT

package show

import (
	"fmt"
	"image"
	"image/png"
	"io"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/particles/draw"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// canvas holds the image in linear light with its depth, a copy of the depth for soft sprites, and
// the 8-bit image.
type canvas struct {
	d                               *gpu.Device
	floor, tone, vertexArray        uint32
	framebuffer, color, depth, copy uint32
	toned, pixels                   uint32
	width, height                   int
}

// programs returns the sources of the stage's two programs.
func programs() (all [][2]kernel.Shader, err error) {
	for _, files := range [][2]string{{"show/show_fill.vert.glsl", "show/show_floor.frag.glsl"}, {"show/show_fill.vert.glsl", "show/show_tone.frag.glsl"}} {
		var pair [2]kernel.Shader
		for i, kind := range [2]uint32{gl.VERTEX_SHADER, gl.FRAGMENT_SHADER} {
			src, err := shaders.Assemble(shaders.Request{File: files[i]})
			if err != nil {
				return nil, err
			}
			pair[i] = kernel.Shader{Kind: kind, File: files[i], Source: src}
		}
		all = append(all, pair)
	}
	return all, nil
}

func newCanvas(d *gpu.Device) (*canvas, error) {
	c := &canvas{d: d}
	all, err := programs()
	if err != nil {
		return nil, err
	}
	for i, p := range []*uint32{&c.floor, &c.tone} {
		if *p, err = kernel.Link(d, all[i][1].File, all[i][:]...); err != nil {
			c.release()
			return nil, err
		}
	}
	gl.GenVertexArrays(1, &c.vertexArray)
	return c, nil
}

func (c *canvas) resize(width, height int) error {
	if c.width == width && c.height == height {
		return nil
	}
	c.drop()
	for _, t := range []struct {
		name   *uint32
		format uint32
	}{{&c.color, gl.RGBA16F}, {&c.depth, gl.DEPTH_COMPONENT32F}, {&c.copy, gl.DEPTH_COMPONENT32F}, {&c.pixels, gl.RGBA8}} {
		gl.GenTextures(1, t.name)
		gl.BindTexture(gl.TEXTURE_2D, *t.name)
		gl.TexStorage2D(gl.TEXTURE_2D, 1, t.format, int32(width), int32(height))
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	}
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.GenFramebuffers(1, &c.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, c.framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, c.color, 0)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, c.depth, 0)
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.GenFramebuffers(1, &c.toned)
	gl.BindFramebuffer(gl.FRAMEBUFFER, c.toned)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, c.pixels, 0)
	if other := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE || other != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("show: an image of %dx%d: framebuffer status 0x%X and 0x%X: %w", width, height, status, other, gpu.ErrUnsupported)
	}
	c.width, c.height = width, height
	return nil
}

// frame draws the stage and the scene into a framebuffer.
func (c *canvas) frame(s Scene, o options, a App, framebuffer uint32) error {
	camera := o.orbit.camera(c.width, c.height)
	gl.BindFramebuffer(gl.FRAMEBUFFER, c.framebuffer)
	gl.Viewport(0, 0, int32(c.width), int32(c.height))
	gl.Disable(gl.BLEND)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.ALWAYS)
	gl.DepthMask(true)
	both := mgl32.Mat4(camera.Projection).Mul4(mgl32.Mat4(camera.View))
	back, eye := both.Inv(), o.orbit.eye()
	gl.UseProgram(c.floor)
	at := func(program uint32, name string) int32 { return gl.GetUniformLocation(program, gl.Str(name+"\x00")) }
	gl.UniformMatrix4fv(at(c.floor, "from_clip"), 1, false, &back[0])
	gl.UniformMatrix4fv(at(c.floor, "to_clip"), 1, false, &both[0])
	gl.Uniform3fv(at(c.floor, "eye"), 1, &eye[0])
	gl.Uniform4fv(at(c.floor, "glow"), 1, &a.Glow[0])
	gl.Uniform1f(at(c.floor, "haze"), a.haze())
	gl.Uniform4fv(at(c.floor, "balls"), int32(len(a.Balls)), &a.Balls[0][0])
	c.fill()
	gl.DepthFunc(gl.LESS)
	w, h := int32(c.width), int32(c.height)
	gl.CopyImageSubData(c.depth, gl.TEXTURE_2D, 0, 0, 0, 0, c.copy, gl.TEXTURE_2D, 0, 0, 0, 0, w, h, 1)
	if err := s.Draw(camera, draw.Target{Depth: c.copy, Soft: float32(o.orbit.Distance) / 60}); err != nil {
		return err
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.Disable(gl.DEPTH_TEST)
	gl.UseProgram(c.tone)
	gl.Uniform1f(at(c.tone, "exposure"), float32(o.exposure))
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, c.color)
	c.fill()
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.UseProgram(0)
	return nil
}

func (c *canvas) fill() {
	gl.BindVertexArray(c.vertexArray)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	gl.BindVertexArray(0)
}

// save draws the scene once more and writes it as a PNG.
func (c *canvas) save(s Scene, o options, a App, path string) error {
	if err := c.frame(s, o, a, c.toned); err != nil {
		return err
	}
	img := image.NewNRGBA(image.Rect(0, 0, c.width, c.height))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, c.toned)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	row := make([]byte, img.Stride)
	for y := range c.height { // GL's first row is the lowest
		gl.ReadPixels(0, int32(c.height-1-y), int32(c.width), 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(row))
		copy(img.Pix[y*img.Stride:], row)
	}
	if err := c.d.Check(); err != nil {
		return fmt.Errorf("show: reading the image: %w", err)
	}
	return atomicfile.Write(path, func(w io.Writer) error { return png.Encode(w, img) })
}

func (c *canvas) drop() {
	gl.DeleteFramebuffers(1, &c.framebuffer)
	gl.DeleteFramebuffers(1, &c.toned)
	for _, t := range []*uint32{&c.color, &c.depth, &c.copy, &c.pixels} {
		gl.DeleteTextures(1, t)
		*t = 0
	}
	c.framebuffer, c.toned, c.width = 0, 0, 0
}

func (c *canvas) release() {
	c.drop()
	gl.DeleteProgram(c.floor)
	gl.DeleteProgram(c.tone)
	gl.DeleteVertexArrays(1, &c.vertexArray)
}
