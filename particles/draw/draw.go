// SPDX-License-Identifier: MIT

// Package draw draws a particle system: soft sprites, streaks, and trails as ribbons. It is a small
// default renderer; a program can draw particles itself instead (particles.System.DrawArgs).
//
//	r, err := draw.New(dev, sparks, draw.Options{
//		Look: `Sprite look(Particle p) {
//			vec4 orange = vec4(1.0, 0.5, 0.1, 1.0);
//			return Sprite(p.position, 0.01, orange, p.velocity * 0.01, 1.0);
//		}`,
//	})
//	err = r.Draw(camera, draw.Target{}) // in the render loop, after sparks.Step and the scene
//
// Draw blends premultiplied colour over the first draw buffer of the current framebuffer, in the
// system's order (particles.Sort). Its shaders write no other draw buffer, and OpenGL leaves
// undefined what others get: call glDrawBuffer before if there are others. Draw tests depth and
// does not write it. The depth function, the scissor and stencil tests, the colour mask and the
// polygon mode are those of the caller.
//
// It restores the program, vertex array, blending of the first draw buffer, depth test and mask,
// culling, the draw-indirect buffer, the active texture unit, and the GL_TEXTURE_2D and sampler of
// Options.DepthUnit. It leaves changed the storage bindings 0 to 3 and the last two uniform
// bindings, each with the generic binding (gpu.Device, particles.System.BindUniforms). With
// gpu.Options.PreserveState it restores these too.
package draw

import (
	"fmt"
	"math"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/internal/depth"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Options for New. At least one of Look and Ribbon is required. Nothing sets uniforms that their
// GLSL declares outside of blocks, so New refuses those: use particles.Options.Uniforms. Shade has
// none.
type Options struct {
	// Look is GLSL: Sprite look(Particle p). It may read the system's uniforms (u), its curves, and
	// the camera's mat4 view and mat4 projection; so may Ribbon. A Sprite has, in this order:
	//
	//	vec3 position
	//	float size   // radius
	//	vec4 color   // linear, with alpha that is not premultiplied
	//	vec3 streak  // extends the disc this far both ways; vec3(0.0) leaves a disc
	//	float glow   // 0 covers what is behind it, 1 adds to it
	//
	// alpha and glow below 0 count as 0, and above 1 as 1. A sprite in which a number is a NaN or
	// infinite is not drawn. Storage blocks of the caller's have bindings from 4 on, such as
	// gpu.UserBinding, and uniform blocks others than the driver's last two. The caller binds their
	// buffers.
	Look string
	// Shade is GLSL: float shade(vec2 at). It returns the share of the colour at a point of the
	// sprite, whose coordinates are from -1 to 1; "" draws a round spot.
	Shade string
	// Ribbon is GLSL: Ribbon ribbon(Particle p, float t), for systems with a Trail. A Ribbon has
	// float width, vec4 color and float glow; t goes from 0 at the newest position to 1 at the
	// oldest. Ribbons are drawn before the sprites. A ribbon ends where a position is a NaN or
	// infinite, and is transparent where its width, color or glow is.
	Ribbon string
	// DepthUnit is the texture unit for Target.Depth. Textures of yours, which Look, Shade and
	// Ribbon read by samplers with a layout(binding), need other units: with one at DepthUnit Draw
	// refuses a Target.Depth, and New a sampler that is no sampler2D.
	DepthUnit uint32
}

// Renderer draws one system. Its methods must be called on the thread of the Device's context.
type Renderer struct {
	d            *gpu.Device
	s            *particles.System
	o            Options
	sprites      program
	ribbons      program
	vertexArray  uint32
	shared       string         // a sampler of the caller's at DepthUnit, or ""
	own          []kernel.Block // of the caller's
	blocks       *kernel.UniformBindings
	was          state // a field, because a local variable would escape to the heap
	depth        *depth.Unit
	word         int32 // OpenGL writes here and to viewport, as into was
	viewport     [4]int32
	view, screen [16]float32
}

// program is a drawing program and its uniforms.
type program struct {
	id                                                                    uint32
	view, projection, indexed, exposure, sceneDepth, softDistance, newest int32
}

// Storage bindings of the programs.
const (
	bindRecords = iota
	bindOrder
	bindTables
	bindTrails
)

// sources assembles the vertex and fragment stages of the sprites and of the ribbons. A pair that
// the options do not need stays empty.
func sources(s *particles.System, o Options) (all [][2]kernel.Shader, err error) {
	constants := shaders.Constants{"BIND_RECORDS": bindRecords, "BIND_ORDER": bindOrder}
	declarations := shaders.Snippet{Name: "(declarations)", Text: s.Declarations(bindTables), Own: true}
	assemble := func(file string, slots map[string]shaders.Snippet, c shaders.Constants, kind uint32) kernel.Shader {
		src, failed := shaders.Assemble(shaders.Request{File: file, Constants: c, Slots: slots})
		if err == nil {
			err = failed
		}
		return kernel.Shader{Kind: kind, File: file, Source: src}
	}
	var pair [2]kernel.Shader
	if o.Look != "" {
		shade := shaders.Snippet{File: "particles/shade_disc.glsl"}
		if o.Shade != "" {
			shade = shaders.Snippet{Name: "Shade", Text: o.Shade}
		}
		pair[0] = assemble("particles/sprite_draw.vert.glsl", map[string]shaders.Snippet{"DECLARATIONS": declarations, "LOOK": {Name: "Look", Text: o.Look}}, constants, gl.VERTEX_SHADER)
		pair[1] = assemble("particles/sprite_draw.frag.glsl", map[string]shaders.Snippet{"SHADE": shade}, nil, gl.FRAGMENT_SHADER)
	}
	all = append(all, pair)
	pair = [2]kernel.Shader{}
	if o.Ribbon != "" {
		c := shaders.Constants{"BIND_RECORDS": bindRecords, "BIND_ORDER": bindOrder, "BIND_TRAILS": bindTrails, "TRAIL_POINTS": uint32(s.TrailPoints())}
		pair[0] = assemble("particles/ribbon_draw.vert.glsl", map[string]shaders.Snippet{"DECLARATIONS": declarations, "RIBBON": {Name: "Ribbon", Text: o.Ribbon}}, c, gl.VERTEX_SHADER)
		pair[1] = assemble("particles/ribbon_draw.frag.glsl", nil, nil, gl.FRAGMENT_SHADER)
	}
	return append(all, pair), err
}

// unsetUniform says which text declares a uniform that nothing sets, or "".
func (o Options) unsetUniform() string {
	const uniforms = "a field of particles.Options.Uniforms"
	for _, t := range [...]struct{ name, glsl, want string }{{"Look", o.Look, uniforms}, {"Shade", o.Shade, "a constant"}, {"Ribbon", o.Ribbon, uniforms}} {
		if name := shaders.UnsetUniform(t.glsl); name != "" {
			return fmt.Sprintf("%s declares the uniform %s, which nothing sets, want %s", t.name, name, t.want)
		}
	}
	return ""
}

// New compiles the programs.
//
// Errors: gpu.ErrArgument for invalid options; gpu.ErrView for a System of another Device;
// gpu.ErrUnsupported if the driver has fewer than 4 storage blocks in vertex shaders, or fewer
// texture units; gpu.ErrShader with the line of Look, Shade or Ribbon; gpu.ErrReleased,
// gpu.ErrWrongThread.
func New(d *gpu.Device, s *particles.System, o Options) (*Renderer, error) {
	if err := kernel.Attached(d, "draw", "New"); err != nil {
		return nil, err
	}
	if err := d.Internal().Enter(); err != nil {
		return nil, err
	}
	defer d.Internal().Leave()
	for _, text := range []*string{&o.Look, &o.Shade, &o.Ribbon} {
		*text = strings.TrimRight(*text, " \n\t")
	}
	var blocks, units int32
	gl.GetIntegerv(gl.MAX_VERTEX_SHADER_STORAGE_BLOCKS, &blocks)
	gl.GetIntegerv(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units)
	if (s.Records() == gpu.View{}) {
		return nil, systemReleased("New")
	}
	if err := kernel.Own(d, "draw: New: the System's records", s.Records()); err != nil {
		return nil, err
	}
	unset := o.unsetUniform()
	switch {
	case o.Look == "" && o.Ribbon == "":
		return nil, fmt.Errorf("draw: New: neither Look nor Ribbon is given, want one: %w", gpu.ErrArgument)
	case o.Look == "" && o.Shade != "":
		return nil, fmt.Errorf("draw: New: Shade is given without a Look, want both or neither: it shades sprites: %w", gpu.ErrArgument)
	case o.Ribbon != "" && s.TrailPoints() == 0:
		return nil, fmt.Errorf("draw: New: got a Ribbon for a system without a Trail, want one with it: %w", gpu.ErrArgument)
	case unset != "":
		return nil, fmt.Errorf("draw: New: %s: %w", unset, gpu.ErrArgument)
	case o.Look != "" && s.VerticesPerItem() != 6:
		return nil, fmt.Errorf("draw: New: the system's draw arguments count %d vertices per particle (VerticesPerItem; 0 if Instanced), want 6: %w", s.VerticesPerItem(), gpu.ErrArgument)
	case blocks < 4:
		return nil, fmt.Errorf("draw: New: vertex shaders take %d storage blocks, want 4: %w", blocks, gpu.ErrUnsupported)
	case o.DepthUnit >= uint32(units):
		return nil, fmt.Errorf("draw: New: DepthUnit is %d, this driver has %d texture units: %w", o.DepthUnit, units, gpu.ErrUnsupported)
	}
	all, err := sources(s, o)
	if err != nil {
		return nil, err
	}
	r := &Renderer{d: d, s: s, o: o, blocks: kernel.NewUniformBindings(d), depth: depth.New(d, o.DepthUnit)}
	for i, p := range []*program{&r.sprites, &r.ribbons} {
		if all[i][0].File == "" {
			continue
		}
		if err := p.link(d, all[i]); err != nil {
			r.Release()
			return nil, err
		}
		gl.ProgramUniform1i(p.id, p.sceneDepth, int32(o.DepthUnit))
		if err := r.checkSamplers(p); err != nil {
			r.Release()
			return nil, err
		}
		if err := r.checkBlocks(p); err != nil {
			r.Release()
			return nil, err
		}
	}
	gl.GenVertexArrays(1, &r.vertexArray)
	return r, nil
}

func (p *program) link(d *gpu.Device, stages [2]kernel.Shader) (err error) {
	if p.id, err = kernel.Link(d, stages[0].File, stages[:]...); err != nil {
		return err
	}
	at := func(name string) int32 { return gl.GetUniformLocation(p.id, gl.Str(name+"\x00")) }
	p.view, p.projection, p.indexed, p.exposure = at("view"), at("projection"), at("draw_indexed"), at("draw_exposure")
	p.sceneDepth, p.softDistance, p.newest = at("scene_depth"), at("soft_distance"), at("draw_newest")
	return nil
}

func systemReleased(operation string) error {
	return fmt.Errorf("draw: %s: the System: %w", operation, gpu.ErrReleased)
}

// Draw enqueues the drawing of the system in its present state, into the current framebuffer and
// viewport. It does not allocate or wait.
//
// Errors, before anything is enqueued: gpu.ErrArgument for a camera whose View or Projection is all
// zeros or not finite, for a Soft or Exposure below 0 or not finite, for a framebuffer that is not
// complete, and for a Target.Depth that is no GL_TEXTURE_2D, has no depth, is attached to the
// framebuffer, is smaller than the part of it in the viewport, or is at a unit that a sampler of
// the caller's reads; gpu.ErrArgument too for a storage block of the caller's without a buffer;
// gpu.ErrContextLost, gpu.ErrWrongThread; gpu.ErrReleased for the Renderer or the System.
func (r *Renderer) Draw(c particles.Camera, t Target) error {
	if r == nil || r.vertexArray == 0 {
		return fmt.Errorf("draw: Draw: the Renderer: %w", gpu.ErrReleased)
	}
	if (r.s.Records() == gpu.View{}) {
		return systemReleased("Draw")
	}
	if !(t.Soft >= 0 && t.Soft <= math.MaxFloat32 && t.Exposure >= 0 && t.Exposure <= math.MaxFloat32) {
		return fmt.Errorf("draw: Draw: Target.Soft is %v and Exposure %v, want finite numbers from 0 up: %w", t.Soft, t.Exposure, gpu.ErrArgument)
	}
	for i, m := range [...]*[16]float32{&c.View, &c.Projection} {
		if !canProject(m) {
			return fmt.Errorf("draw: Draw: the camera's %s is %v, want finite numbers that are not all 0: %w", [...]string{"View", "Projection"}[i], *m, gpu.ErrArgument)
		}
	}
	if err := r.d.Internal().Enter(); err != nil {
		return err
	}
	if status := gl.CheckFramebufferStatus(gl.DRAW_FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		r.d.Internal().Leave()
		return incomplete(status)
	}
	if t.Depth != 0 && r.attaches(t.Depth) {
		r.d.Internal().Leave()
		return fmt.Errorf("draw: Draw: Target.Depth is %d, which is attached to the current framebuffer, want a copy of it (glCopyImageSubData): %w", t.Depth, gpu.ErrArgument)
	}
	if t.Depth != 0 && r.shared != "" {
		r.d.Internal().Leave()
		return fmt.Errorf("draw: Draw: got Target.Depth %d, and your GLSL has the sampler %s at its texture unit %d, want another one for either (Options.DepthUnit): %w", t.Depth, r.shared, r.o.DepthUnit, gpu.ErrArgument)
	}
	if err := r.boundBlocks(); err != nil {
		r.d.Internal().Leave()
		return err
	}
	err := r.depth.Bind("draw: Draw: Target.Depth", t.Depth)
	if err == nil {
		err = r.covers(t.Depth)
	}
	if err != nil {
		r.depth.Unbind()
		r.d.Internal().Leave()
		return err
	}
	r.was.save()
	r.blocks.Save()
	r.draw(c, t)
	r.blocks.Restore()
	r.depth.Unbind()
	r.d.Internal().Leave()
	r.was.restore() // after Leave, which sets the program to 0
	return nil
}

func (r *Renderer) draw(c particles.Camera, t Target) {
	gl.Enablei(gl.BLEND, 0) // of other draw buffers the caller may have set it apart
	gl.BlendEquationi(0, gl.FUNC_ADD)
	gl.BlendFunci(0, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthMask(false)
	gl.Disable(gl.CULL_FACE)
	gl.BindVertexArray(r.vertexArray)
	order, indexed := r.s.Order()
	bind(bindRecords, r.s.Records())
	bind(bindOrder, order)
	bind(bindTables, r.s.Tables())
	r.s.BindUniforms()
	r.view, r.screen = c.View, c.Projection
	if r.ribbons.id != 0 {
		bind(bindTrails, r.s.Trails())
		r.run(&r.ribbons, indexed, t, r.s.TrailArgs())
	}
	if r.sprites.id != 0 {
		r.run(&r.sprites, indexed, t, r.s.DrawArgs())
	}
}

func (r *Renderer) run(p *program, indexed bool, t Target, args gpu.View) {
	gl.UseProgram(p.id)
	gl.UniformMatrix4fv(p.view, 1, false, &r.view[0])
	gl.UniformMatrix4fv(p.projection, 1, false, &r.screen[0])
	var use uint32
	if indexed {
		use = 1
	}
	gl.Uniform1ui(p.indexed, use)
	if t.Exposure == 0 {
		t.Exposure = 1
	}
	gl.Uniform1f(p.exposure, t.Exposure)
	if t.Depth == 0 {
		t.Soft = 0
	}
	gl.Uniform1f(p.softDistance, t.Soft)
	gl.Uniform1ui(p.newest, uint32(max(0, r.s.Steps()-1)))
	// The arguments are at offset 0 of their buffer. go-gl takes the offset as a pointer, and only
	// nil is a valid one.
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, args.ID())
	gl.DrawArraysIndirect(gl.TRIANGLES, nil)
}

func bind(binding uint32, v gpu.View) {
	if v.ID() != 0 {
		gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, binding, v.ID(), v.Offset(), v.Size())
	}
}

// Release deletes the programs. It accepts nil.
func (r *Renderer) Release() {
	if r == nil || r.d == nil {
		return
	}
	programs, vertexArray := [...]uint32{r.sprites.id, r.ribbons.id}, r.vertexArray
	r.sprites.id, r.ribbons.id, r.vertexArray = 0, 0, 0
	r.depth.Release()
	r.d.Internal().WhenCurrent(func() {
		for _, id := range programs {
			gl.DeleteProgram(id) // 0 is ignored
		}
		gl.DeleteVertexArrays(1, &vertexArray)
	})
}
