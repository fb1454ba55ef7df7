// SPDX-License-Identifier: MIT

// Package scene is what the stages of a frame share: the hair, the head, the frame block, the
// canvas, and the buffers that one stage writes and later stages read.
//
// Each technique is a package beside this one and holds a *Scene. Techniques do not import the
// renderer. Data flows one way, and a field of Scene names the package that writes it:
//
//	cull    Expanded          segments of the strands that the level of detail keeps
//	shadow  Lit, HeadDepth    light that reaches each place
//	head    Canvas, Traced    the head and its depth
//	cull    Kept              segments that may show, with their keys
//	order   Sorted            the same, far to near
//	light                     light that the points of those segments send to the eye
//	oit     Canvas            the hair over the head
//	tone    Canvas.Shown      what a screen shows
package scene

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/internal/quirks"
	"github.com/combgl/comb/scan"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// GroupSize is the number of invocations of a workgroup in most of hair's kernels.
const GroupSize = 256

// Flat is the shape of kernels whose invocations do not exchange data.
var Flat = kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: GroupSize, ItemsPerThread: 1}

// Groups is the number of workgroups of GroupSize that have n invocations.
func Groups(n int) int { return (n + GroupSize - 1) / GroupSize }

// LitBinding is the storage binding at which ribbons and head read Lit. OIT methods use others.
const LitBinding = gpu.UserBinding

// MostPieces is the largest number of pieces that a shadow method cuts a segment into.
const MostPieces = 8

// Hair is a model on the GPU.
type Hair struct {
	First  *gpu.Buffer[uint32]     // strands + 1
	Points *gpu.Buffer[[4]float32] // metres; the fourth is the width there, its lowest bits the strand's rank
	Colors *gpu.Buffer[uint32]     // 8 bits each: red, green, blue as shown, opacity

	Strands, Segments int
	MeanSegment       float32  // metres
	Extent            float32  // metres from corner to corner of the box that points stay in
	Ranks             []int    // strands of each rank
	RankSegments      []int    // segments of those
	ByRank            []uint32 // strands by their ranks
	MostSegments      int      // of a strand
	Order             []uint32 // strands, neighbours near each other; nil for their own order
	Moving            bool     // points may change before each frame
	Version           int      // of the points, while they do not move
}

// Expanded has the segments that a frame works on.
type Expanded struct {
	Segments *gpu.Buffer[uint32]
	Counts   [MostPieces]gpu.Count // of the segments, times 1 to MostPieces
	Groups   int                   // workgroups with an invocation for each segment
	Draw     gpu.View              // arguments of a draw of them; empty when all segments are drawn
}

// Kept has the segments that the cull kept.
type Kept struct {
	Segments *gpu.Buffer[uint32]
	Keys     *gpu.Buffer[uint32] // integers that grow with the view depth
	Count    gpu.Count
	Draw     gpu.View // arguments of a draw of them
}

// Traced is the head as kernels found it.
type Traced struct {
	Depths gpu.View // of each sample
	Image  uint32
}

// Scene is the data of a frame. The renderer makes it, and each stage reads what earlier ones
// wrote.
type Scene struct {
	Device  *gpu.Device
	Hair    *Hair
	Head    *Head // nil without one
	Lights  int   // number of lights
	Samples int   // samples a pixel
	Traces  bool  // kernels find the head; else it is drawn
	Texels  bool  // kernels read buffers as textures: see Reads

	Frame       *Frame // its own allocation: cgo takes no pointer into a struct that holds pointers
	Block       uint32 // the uniform buffer of Frame
	VertexArray uint32 // without attributes
	Canvas      Canvas

	Seen      gpu.View            // by cull: the points of a frame that leaves hair out, of width 0 where nothing is drawn
	Expanded  Expanded            // by cull
	Lit       gpu.View            // by shadow: see shaders/hair/packed.glsl; without shadows any buffer
	HeadDepth uint32              // by shadow: the head's depth as the lights see it, a layer each
	Traced    Traced              // by head, where Traces
	Kept      Kept                // by cull
	Sorted    *gpu.Buffer[uint32] // by order

	Stop    func() bool       // ends a frame: see GoOn; nil for none
	scanner *scan.Scanner     // of all stages, nil before the first that needs it
	texels  [readUnits]uint32 // textures over buffers
}

// Stage is one step of a frame. Run only enqueues; counts pass between stages on the GPU.
type Stage struct {
	Name string
	Run  func() error
}

// New makes the frame's block and a scene of that hair. The caller fills in the other fields.
func New(d *gpu.Device, h *Hair) *Scene {
	s := &Scene{Device: d, Hair: h, Frame: new(Frame), Block: newBlock(), HeadDepth: NewDepthMaps(1, 1), Lit: h.Colors.View(), Texels: chooseReads(d)}
	gl.GenVertexArrays(1, &s.VertexArray)
	return s
}

// Scanner is the scanner that all stages share. The first call makes it. Errors: those of scan.New.
func (s *Scene) Scanner() (_ *scan.Scanner, err error) {
	if s.scanner == nil {
		s.scanner, err = scan.New(s.Device, scan.Options{})
	}
	return s.scanner, err
}

// Release frees what New and Scanner made, and the canvas.
func (s *Scene) Release() {
	s.scanner.Release()
	s.Canvas.Release()
	gl.DeleteTextures(1, &s.HeadDepth)
	gl.DeleteBuffers(1, &s.Block)
	gl.DeleteVertexArrays(1, &s.VertexArray)
	gl.DeleteTextures(int32(len(s.texels)), &s.texels[0])
}

// Places is the number of places that Lit has light for: the points of the hair and the vertices of
// the head.
func (s *Scene) Places() int {
	if s.Head == nil {
		return s.Hair.Points.Len()
	}
	return s.Hair.Points.Len() + len(s.Head.Vertices)
}

// BindLit binds the light that reaches each place.
func (s *Scene) BindLit() { gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, LitBinding, s.Lit.ID()) }

// AfterDraw separates draws from kernels: what either wrote to buffers is visible to the other.
func (s *Scene) AfterDraw() {
	s.Device.MemoryBarrier()
	if quirks.FlushBetweenDrawsAndKernels(s.Device.Caps().Renderer) {
		gl.Flush()
	}
}

// DrawExpanded draws every expanded segment with what is bound.
func (s *Scene) DrawExpanded() {
	if s.Expanded.Draw.ID() == 0 {
		gl.DrawArrays(gl.TRIANGLES, 0, int32(6*s.Hair.Segments))
		return
	}
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, s.Expanded.Draw.ID())
	gl.DrawArraysIndirect(gl.TRIANGLES, nil)
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, 0)
}

// Fill runs a fragment program over the whole image.
func (s *Scene) Fill(program uint32) {
	s.Device.Internal().UseProgram(program)
	gl.BindVertexArray(s.VertexArray)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	gl.BindVertexArray(0)
}

// Lay blends a program's output over the canvas.
func (s *Scene) Lay(program uint32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.Canvas.Framebuffer)
	BlendOver()
	s.Fill(program)
	gl.Disable(gl.BLEND)
}

// PlainState sets the state that hair draws in. It does not depend on what the program left.
func PlainState(width, height int) {
	gl.Viewport(0, 0, int32(width), int32(height))
	for _, switched := range [...]uint32{gl.SCISSOR_TEST, gl.CULL_FACE, gl.BLEND, gl.DEPTH_TEST, gl.STENCIL_TEST, gl.FRAMEBUFFER_SRGB} {
		gl.Disable(switched)
	}
	gl.DepthMask(true)
	gl.ColorMask(true, true, true, true)
}

// ZeroSpec is the kernel that Zero runs.
func ZeroSpec() kernel.Spec {
	return kernel.Spec{File: "hair/words_zero.comp.glsl", Shape: Flat, Buffers: []string{"Dst", "Count"}}
}

// Zero enqueues zeroes for all words of a view.
func Zero(k *kernel.Kernel, v gpu.View) {
	words := v.Size() / 4
	k.SetBuffer(0, v)
	k.SetCount(gpu.N(words))
	k.Dispatch((words + 4*GroupSize - 1) / (4 * GroupSize))
}
