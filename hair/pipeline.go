// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/quirks"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Target is where a frame ends up: a framebuffer object of the caller's, from its lower left corner. 0 is the window.
type Target struct {
	Framebuffer   uint32
	Width, Height int // pixels, to which the picture is scaled; 0 means the picture's own size
}

func (t Target) size(width, height int) (int, int) {
	if t.Width > 0 && t.Height > 0 {
		return t.Width, t.Height
	}
	return width, height
}

// stage is one step of a frame.
type stage struct {
	name string
	run  func(Target) error
}

// Stages is the most stages that a frame has, for a gpu.Timer.
func Stages() int { return 16 }

// plan lists the stages of a frame. Each only enqueues; counts pass between them on the GPU.
func (r *Renderer) plan() []stage {
	all := []stage{
		{"expand", r.expandSegments}, // strands -> segments, of as many strands as the level of detail keeps
	}
	all = append(all, r.shadowStages()...) // segments -> light that gets to each point
	all = append(all,
		stage{"scene", r.makeScene},   // the head, with depth
		stage{"cull", r.cullSegments}, // segments -> those that may show, how many they are, and their view depths, as integers
		stage{"key", r.keySegments},   // those of their strands instead, for PerStrand alone
		stage{"sort", r.sortSegments}, // far to near, likewise
	)
	if r.pointShader != nil {
		all = append(all, stage{"shade", func(Target) error { return r.pointShader.run() }}) // points of those segments -> the light that they send to the eye
	}
	if r.o.Core {
		all = append(all, stage{"core", r.drawCore}) // hair that hides what is behind it, with depth
	}
	all = append(all, r.hair.stages()...)         // the hair over it
	return append(all, stage{"tone", r.mapTones}) // light -> what a screen shows
}

// Frame enqueues one frame into the target. With a timer, which must have begun, each stage is marked.
// Errors: gpu.ErrView before Resize, gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Renderer) Frame(c Camera, target Target, timer *gpu.Timer) error {
	if err := r.d.Enter(); err != nil {
		return err
	}
	defer r.d.Leave()
	if r.canvas.framebuffer == 0 {
		return fmt.Errorf("hair: Frame before Resize: %w", gpu.ErrView)
	}
	r.begin(c, r.canvas.width, r.canvas.height)
	r.framed = true
	for _, s := range r.stages {
		if err := s.run(target); err != nil {
			return fmt.Errorf("hair: %s: %w", s.name, err)
		}
		timer.Mark(s.name)
	}
	return nil
}

// Order enqueues of a frame only what decides which segments are drawn and in which order, with the segments and the scene of
// the latest Frame: the cull, the keys and the sort. Errors: as for Frame; gpu.ErrView before the first Frame.
func (r *Renderer) Order(c Camera) error {
	if err := r.d.Enter(); err != nil {
		return err
	}
	defer r.d.Leave()
	if !r.framed {
		return fmt.Errorf("hair: Order before Frame: %w", gpu.ErrView)
	}
	r.begin(c, r.canvas.width, r.canvas.height)
	for _, run := range []func(Target) error{r.cullSegments, r.keySegments, r.sortSegments} {
		if err := run(Target{}); err != nil {
			return fmt.Errorf("hair: %w", err)
		}
	}
	return nil
}

// begin puts a frame's uniforms in place.
func (r *Renderer) begin(c Camera, width, height int) {
	room := r.m.room()
	r.frame.fill(c, width, height, room.low, room.high, r.m.opacity, r.o)
	r.thin.set(r.frame, c)
	r.frame.setLights(c, r.m.hull, r.reach, r.o, r.shadowSize)
	r.frame.upload(r.block)
}

func (r *Renderer) expandSegments(Target) error {
	if r.thin.thins() {
		return r.thin.expandKept()
	}
	r.dispatchExpand(r.m.first.View(), r.segments.View(), r.m.strands)
	return nil
}

func (r *Renderer) dispatchExpand(first, segments gpu.View, strands int) {
	r.expand.SetBuffer(0, first)
	r.expand.SetBuffer(1, segments)
	r.expand.SetCount(gpu.N(strands))
	r.expand.Dispatch((strands + groupSize - 1) / groupSize)
	r.d.Publish()
}

func (r *Renderer) cullSegments(Target) error {
	r.hidden.find()
	r.hidden.bind()
	return r.cull.CompactKeyed(r.kept.View(), r.keys.View(), r.segments.View(), r.thin.segments(1))
}

// makeScene makes the head and its depth, by kernels where nothing is drawn over them.
func (r *Renderer) makeScene(t Target) error {
	if r.tracer != nil {
		r.laid = false
		return r.tracer.run(t)
	}
	return r.drawScene(t)
}

// plainState is that in which comb draws. It does not build on what the program left.
func plainState(width, height int) {
	gl.Viewport(0, 0, int32(width), int32(height))
	for _, switched := range [...]uint32{gl.SCISSOR_TEST, gl.CULL_FACE, gl.BLEND, gl.DEPTH_TEST, gl.STENCIL_TEST, gl.FRAMEBUFFER_SRGB} {
		gl.Disable(switched)
	}
	gl.DepthMask(true)
	gl.ColorMask(true, true, true, true)
}

func (r *Renderer) drawScene(Target) error {
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.canvas.framebuffer)
	plainState(r.canvas.width, r.canvas.height)
	gl.ClearDepth(1)
	gl.ClearBufferfv(gl.COLOR, 0, &fillZero[0]) // the backdrop comes with the tone map
	gl.Clear(gl.DEPTH_BUFFER_BIT)
	r.laid = false
	if r.head != nil {
		gl.Enable(gl.DEPTH_TEST)
		gl.DepthFunc(gl.LESS)
		r.d.UseProgram(r.headProgram)
		r.bindLit()
		r.showHeadDepth()
		r.head.draw()
	}
	return nil
}

// wrote stands between draws and kernels: what either wrote to buffers is visible to the other.
func (r *Renderer) wrote() {
	r.d.Publish()
	if quirks.FlushBetweenDrawsAndKernels(r.d.Caps().Renderer) {
		gl.Flush()
	}
}

// drawAll draws every expanded segment, unculled, with what is bound.
func (r *Renderer) drawAll() {
	if !r.thin.thins() {
		gl.DrawArrays(gl.TRIANGLES, 0, int32(6*r.m.segments))
		return
	}
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, r.thin.draw.View().ID())
	gl.DrawArraysIndirect(gl.TRIANGLES, nil)
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, 0)
}

// drawRibbons draws the segments with a program, in the order that the options ask for where the way needs one. What is
// bound to storage bindings 3 to 7, and all state but depth test and program, is the caller's.
func (r *Renderer) drawRibbons(program uint32) {
	r.drawSegments(program, r.drawn().View(), false)
}

// drawSegments draws as many segments as were kept, and writes depth or does not.
func (r *Renderer) drawSegments(program uint32, segments gpu.View, depth bool) {
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(depth)
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 0, r.m.points.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 1, segments.ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 2, r.ribbonColors().ID())
	r.bindLit()
	r.scattering.show()
	r.d.UseProgram(program)
	gl.BindVertexArray(r.vertexArray)
	// The arguments stand at the front of their buffer: go-gl takes the offset as a pointer, and only nil is one.
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, r.cull.Result().Draw.ID())
	gl.DrawArraysIndirect(gl.TRIANGLES, nil)
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, 0)
	gl.BindVertexArray(0)
	r.scattering.hide()
	gl.DepthMask(true)
	gl.Disable(gl.DEPTH_TEST)
}

// drawCore draws, with depth, the fragments that let next to nothing through. What is behind them is then left out, and
// of them no order matters: the depth test finds the nearest.
func (r *Renderer) drawCore(Target) error {
	r.drawSegments(r.coreProgram, r.kept.View(), true)
	return nil
}

// bindLit binds the light that gets to each place, or without shadows anything: it is not read then.
func (r *Renderer) bindLit() {
	v := r.m.colors.View()
	if r.lighting != nil {
		v = r.lighting.lit.View()
	}
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, litBinding, v.ID())
}

// fill runs a fragment program over the whole picture.
func (r *Renderer) fill(program uint32) {
	r.d.UseProgram(program)
	gl.BindVertexArray(r.vertexArray)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	gl.BindVertexArray(0)
}
