// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/draw"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// surface draws drops as water. It draws their fronts and thickness into textures, smooths the
// fronts and shades them over the scene (van der Laan, Green and Sainz, "Screen Space Fluid
// Rendering with Curvature Flow", 2009).
type surface struct {
	drop, smooth, shade        uint32 // programs
	vertexArray                uint32
	fronts                     [2]uint32 // used in turn
	thickness, scene           uint32
	drops, smooths             uint32 // framebuffers
	width, height              int32
	was                        [6]int32
	view, projection           [16]float32
	size                       float32 // of a drop
	dropView, dropProjection   int32
	along, pixels, reach       int32
	shadeView, shadeProjection int32
}

const bindRecords = 0

// far is a front where there is no water.
var (
	far  = [4]float32{1e6, 1e6, 1e6, 1e6}
	none [4]float32
)

// sources returns the stages of the three programs, in pairs.
func sources(s *particles.System) (all [3][2]kernel.Shader, err error) {
	slots := map[string]shaders.Snippet{"DECLARATIONS": {Name: "(declarations)", Text: s.Declarations(1), Own: true}}
	for i, files := range [3][2]string{
		{"sph/fluid_drop.vert.glsl", "sph/fluid_drop.frag.glsl"},
		{"show/show_fill.vert.glsl", "sph/fluid_smooth.frag.glsl"},
		{"show/show_fill.vert.glsl", "sph/fluid_shade.frag.glsl"},
	} {
		for j, kind := range [2]uint32{gl.VERTEX_SHADER, gl.FRAGMENT_SHADER} {
			request := shaders.Request{File: files[j], Constants: shaders.Constants{"BIND_RECORDS": bindRecords}}
			if i+j == 0 {
				request.Slots = slots
			}
			src, err := shaders.Assemble(request)
			if err != nil {
				return all, err
			}
			all[i][j] = kernel.Shader{Kind: kind, File: files[j], Source: src}
		}
	}
	return all, nil
}

func newSurface(d *gpu.Device, drops *particles.System, size float32) (s *surface, err error) {
	s = &surface{size: size}
	all, err := sources(drops)
	if err != nil {
		return nil, err
	}
	for i, p := range []*uint32{&s.drop, &s.smooth, &s.shade} {
		if *p, err = kernel.Link(d, all[i][1].File, all[i][:]...); err != nil {
			s.release()
			return nil, err
		}
	}
	at := func(program uint32, name string) int32 { return gl.GetUniformLocation(program, gl.Str(name+"\x00")) }
	s.dropView, s.dropProjection = at(s.drop, "view"), at(s.drop, "projection")
	s.along, s.pixels, s.reach = at(s.smooth, "along"), at(s.smooth, "pixels"), at(s.smooth, "range")
	s.shadeView, s.shadeProjection = at(s.shade, "view"), at(s.shade, "projection")
	gl.ProgramUniform1i(s.shade, at(s.shade, "thickness"), 1)
	gl.ProgramUniform1i(s.shade, at(s.shade, "scene"), 2)
	gl.GenVertexArrays(1, &s.vertexArray)
	return s, nil
}

// resize makes the textures as large as the viewport.
func (s *surface) resize(width, height int32) error {
	if s.width == width && s.height == height {
		return nil
	}
	s.drop2D()
	for _, t := range []struct {
		name   *uint32
		format uint32
	}{{&s.fronts[0], gl.R32F}, {&s.fronts[1], gl.R32F}, {&s.thickness, gl.RG16F}, {&s.scene, gl.RGBA16F}} {
		gl.GenTextures(1, t.name)
		gl.BindTexture(gl.TEXTURE_2D, *t.name)
		gl.TexStorage2D(gl.TEXTURE_2D, 1, t.format, width, height)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	}
	gl.GenFramebuffers(1, &s.drops)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, s.drops)
	gl.FramebufferTexture2D(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s.fronts[0], 0)
	gl.FramebufferTexture2D(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT1, gl.TEXTURE_2D, s.thickness, 0)
	both := [2]uint32{gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1}
	gl.DrawBuffers(2, &both[0])
	status := gl.CheckFramebufferStatus(gl.DRAW_FRAMEBUFFER)
	gl.GenFramebuffers(1, &s.smooths)
	if status != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("sph: water of %dx%d pixels: framebuffer status 0x%X: %w", width, height, status, gpu.ErrUnsupported)
	}
	s.width, s.height = width, height
	return nil
}

// Draw draws the drops over the current framebuffer. It leaves blending and depth tests off.
func (s *surface) Draw(drops *particles.System, camera particles.Camera, target draw.Target) error {
	gl.GetIntegerv(gl.VIEWPORT, &s.was[0])
	gl.GetIntegerv(gl.DRAW_FRAMEBUFFER_BINDING, &s.was[4])
	gl.GetIntegerv(gl.READ_FRAMEBUFFER_BINDING, &s.was[5])
	defer func() {
		gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, uint32(s.was[4]))
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, uint32(s.was[5]))
	}()
	if err := s.resize(s.was[2], s.was[3]); err != nil {
		return err
	}
	s.view, s.projection = camera.View, camera.Projection
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, uint32(s.was[4]))
	texture(0, s.scene)
	gl.CopyTexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, s.was[0], s.was[1], s.width, s.height)
	gl.Disable(gl.DEPTH_TEST)
	gl.BindVertexArray(s.vertexArray)
	s.drawDrops(drops, target)
	s.makeSmooth()
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, uint32(s.was[4]))
	gl.UseProgram(s.shade)
	gl.UniformMatrix4fv(s.shadeView, 1, false, &s.view[0])
	gl.UniformMatrix4fv(s.shadeProjection, 1, false, &s.projection[0])
	texture(2, s.scene)
	texture(1, s.thickness)
	texture(0, s.fronts[0])
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	for unit := range uint32(3) {
		texture(2-unit, 0)
	}
	gl.UseProgram(0)
	gl.BindVertexArray(0)
	return nil
}

func texture(unit, name uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(gl.TEXTURE_2D, name)
}

// drawDrops draws the nearest front and the thickness of each pixel.
func (s *surface) drawDrops(drops *particles.System, target draw.Target) {
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, s.drops)
	gl.ClearBufferfv(gl.COLOR, 0, &far[0])
	gl.ClearBufferfv(gl.COLOR, 1, &none[0])
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.ONE, gl.ONE)
	gl.BlendEquationi(0, gl.MIN)
	gl.BlendEquationi(1, gl.FUNC_ADD)
	gl.UseProgram(s.drop)
	gl.UniformMatrix4fv(s.dropView, 1, false, &s.view[0])
	gl.UniformMatrix4fv(s.dropProjection, 1, false, &s.projection[0])
	texture(0, target.Depth)
	bind(bindRecords, drops.Records())
	drops.BindUniforms()
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, drops.DrawArgs().ID()) // the arguments are at offset 0 of their buffer
	gl.DrawArraysIndirect(gl.TRIANGLES, nil)
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, 0)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.Disable(gl.BLEND)
}

// makeSmooth smooths fronts along both axes, twice, so that the result is in the first texture
// again.
func (s *surface) makeSmooth() {
	gl.UseProgram(s.smooth)
	gl.Uniform1f(s.pixels, 3*s.size*float32(s.height)/2*s.projection[5])
	gl.Uniform1f(s.reach, 4*s.size)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, s.smooths)
	for i := range int32(4) {
		gl.FramebufferTexture2D(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s.fronts[1-i%2], 0)
		texture(0, s.fronts[i%2])
		gl.Uniform2i(s.along, 1-i%2, i%2)
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
}

func (s *surface) drop2D() {
	for _, t := range []*uint32{&s.fronts[0], &s.fronts[1], &s.thickness, &s.scene} {
		gl.DeleteTextures(1, t)
		*t = 0
	}
	gl.DeleteFramebuffers(1, &s.drops)
	gl.DeleteFramebuffers(1, &s.smooths)
	s.width, s.height = 0, 0
}

func (s *surface) release() {
	if s == nil {
		return
	}
	s.drop2D()
	for _, p := range []uint32{s.drop, s.smooth, s.shade} {
		gl.DeleteProgram(p)
	}
	gl.DeleteVertexArrays(1, &s.vertexArray)
}
