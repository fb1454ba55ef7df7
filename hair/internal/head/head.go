// SPDX-License-Identifier: MIT

// Package head makes the image of the head and its depth: drawn, or by kernels.
//
// It reads scene.Lit, scene.HeadDepth and the lights of scene.Frame. It writes scene.Canvas, or
// scene.Traced where scene.Traces.
package head

import (
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Stage makes the head.
type Stage struct {
	s       *scene.Scene
	program uint32  // that draws it; 0 before the first draw, with a tracer
	points  int32   // uniform
	tracer  *tracer // nil where the head is drawn
}

func headProgram() scene.Program {
	return scene.Program{Vertex: "hair/head_draw.vert.glsl#screen", Fragment: "hair/head_draw.frag.glsl#screen"}
}

// New compiles what draws the head or, where scene.Traces, the kernels that find it. Errors:
// gpu.ErrShader, gpu.ErrOutOfMemory.
func New(s *scene.Scene) (*Stage, error) {
	h := &Stage{s: s}
	if err := h.build(); err != nil {
		h.Release()
		return nil, err
	}
	return h, nil
}

func (h *Stage) build() (err error) {
	if h.s.Traces {
		h.tracer, err = newTracer(h.s)
		return err
	}
	return h.link()
}

// link compiles the program that draws the head.
func (h *Stage) link() (err error) {
	if h.program == 0 {
		h.program, err = headProgram().Link(h.s.Device)
		h.points = scene.Uniform(h.program, "hair_points")
	}
	return err
}

// CheckSize refuses an image with more samples than a storage block of this driver holds. Errors:
// gpu.ErrTooLarge.
func (h *Stage) CheckSize(width, height int) error {
	if h.tracer == nil {
		return nil
	}
	return checkSize(h.s.Device.Caps().MaxStorageBytes, h.tracer.together, width, height, h.s.Samples)
}

// Resize takes memory for an image of that size. Errors: gpu.ErrOutOfMemory.
func (h *Stage) Resize(width, height int) error {
	if h.tracer == nil {
		return nil
	}
	return h.tracer.resize(width, height)
}

// Run makes the head and its depth, by kernels if nothing is drawn over them.
func (h *Stage) Run() error {
	if h.tracer != nil {
		return h.tracer.run()
	}
	return h.Draw()
}

// Draw draws the head into the canvas. Where Run does not draw, the first call compiles. Errors:
// gpu.ErrShader.
func (h *Stage) Draw() error {
	if err := h.link(); err != nil {
		return err
	}
	s := h.s
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.Canvas.Framebuffer)
	scene.PlainState(s.Canvas.Width, s.Canvas.Height)
	gl.ClearDepth(1)
	gl.ClearBufferfv(gl.COLOR, 0, &scene.FillZero[0]) // the tone map adds the backdrop
	gl.Clear(gl.DEPTH_BUFFER_BIT)
	if s.Head != nil {
		gl.Enable(gl.DEPTH_TEST)
		gl.DepthFunc(gl.LESS)
		s.Device.Internal().UseProgram(h.program)
		gl.ProgramUniform1ui(h.program, h.points, uint32(s.Hair.Points.Len()))
		s.BindLit()
		s.ShowHeadDepth()
		s.Head.Draw()
	}
	return nil
}

// Release frees the programs and kernels, but not the scene's head.
func (h *Stage) Release() {
	if h == nil {
		return
	}
	gl.DeleteProgram(h.program)
	h.tracer.release()
}
