// SPDX-License-Identifier: MIT

// Package shadow computes how much of each light reaches each place: the points of the hair and the
// vertices of the head.
//
// It reads scene.Expanded and the lights of scene.Frame. It writes scene.Lit and, with a head,
// scene.HeadDepth. Every method fills a map for each light and then looks up the places in it.
//
// A new method is a type that implements Method, in a file of its own:
//
//   - NewGatherer adds ribbons to buffers of the method, drawn or traced (an addition: its function
//     add is GLSL). layers.go is the shortest example.
//   - newFinder looks up all places by the method's function tausAt, and writes Lit.
//   - The table in hair/shadow.go gives the method its name, and TestShaders in shadow_test.go
//     validates its shaders.
//   - errorOf in hair/shadow_test.go has the error that it may have beside the exact method. The
//     tests there then run it: order of the input, memory, allocation, images.
package shadow

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// Method finds the light by one kind of map.
type Method interface {
	Find(light int) error // enqueues all of it for one light, into scene.Lit
	Bytes() int           // the memory of what it keeps of the hair
	Release()
}

// Pass is what all methods share: the light that reaches each place, the head's depth as a light
// sees it, and how hair is drawn into a light's map. A map is no image. Fragments add to buffers,
// in a framebuffer without attachments.
type Pass struct {
	Room int                 // texels on a side of the largest map that there is memory for
	Size int                 // texels on a side of the frame's maps, at most Room
	Lit  *gpu.Buffer[uint32] // scene.Lit

	Share float32 // of the strands: those that shade others, with Volume

	s           *scene.Scene
	widthPixels float32
	noHead      *gpu.Buffer[[4]float32] // in place of a head's vertices, never read
	framebuffer uint32
	zero        *kernel.Kernel

	headProgram     uint32
	headLight       int32
	headFramebuffer uint32

	seenOnly  bool                        // Lit is found for the points that the camera sees
	found     inputs                      // Lit was found from these
	headFound [scene.MaxLights]headInputs // the head's depth was drawn from these
}

// headInputs is all that the head's depth, as a light sees it, depends on.
type headInputs struct {
	head  *scene.Head
	clip  mgl32.Mat4
	depth mgl32.Vec4
}

// inputs is all that the light at each place depends on. While it stays the same, so does the
// light.
type inputs struct {
	method          Method
	hair            *scene.Hair
	points          int        // Hair.Version
	view            mgl32.Mat4 // the camera's, where only points that it sees have light; else 0
	viewport        mgl32.Vec4 // likewise
	detail, ribbons mgl32.Vec4
	lights          mgl32.Vec4
	clip            [scene.MaxLights]mgl32.Mat4
	depth, scale    [scene.MaxLights]mgl32.Vec4
	from            [scene.MaxLights]mgl32.Vec4
}

func (l *Pass) inputs(method Method) inputs {
	f := l.s.Frame
	return inputs{
		method: method, hair: l.s.Hair, points: l.s.Hair.Version, detail: f.Detail, ribbons: f.Ribbons, lights: f.Lights,
		clip: f.LightClip, depth: f.LightDepth, scale: f.LightScale, from: f.LightFrom,
	}
}

// LitWords is the number of words of a place in Lit: see shaders/hair/packed.glsl.
const LitWords = 3

// Opacity is summed as the logarithm of the light that is left, in whole steps. A hair counts as no
// more than tauMost opaque. Then the 32-bit sum of a texel holds 32,768 such hairs.
const (
	tauSteps = 16384
	tauMost  = 0.99966 // a logarithm of 8
)

func tauConstants() shaders.Constants {
	return shaders.Constants{"TAU_STEPS": float32(tauSteps), "TAU_MOST": float32(tauMost)}
}

func headLightProgram() scene.Program {
	return scene.Program{Vertex: "hair/head_draw.vert.glsl#light", Fragment: "hair/head_draw.frag.glsl#light"}
}

// New takes the memory that all methods share, for maps of up to room texels on a side. widthPixels
// is the width in texels that all hairs are drawn with, or 0 for their own. Errors:
// gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrShader, gpu.ErrUnsupported.
func New(s *scene.Scene, room int, widthPixels float32) (*Pass, error) {
	l := &Pass{s: s, Room: room, Size: room, widthPixels: widthPixels}
	if err := l.build(); err != nil {
		l.Release()
		return nil, fmt.Errorf("hair: shadow: %w", err)
	}
	s.Lit = l.Lit.View()
	return l, nil
}

func (l *Pass) build() (err error) {
	d := l.s.Device
	var largest int32
	gl.GetIntegerv(gl.MAX_FRAMEBUFFER_WIDTH, &largest)
	if l.Room > int(largest) {
		return fmt.Errorf("got a map of %d texels, want at most %d: %w", l.Room, largest, gpu.ErrTooLarge)
	}
	if l.Lit, err = gpu.NewBuffer[uint32](d, LitWords*l.s.Places()); err != nil {
		return err
	}
	if l.zero, err = kernel.New(d, scene.ZeroSpec()); err != nil {
		return err
	}
	gl.GenFramebuffers(1, &l.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.framebuffer)
	gl.FramebufferParameteri(gl.FRAMEBUFFER, gl.FRAMEBUFFER_DEFAULT_WIDTH, int32(l.Room))
	gl.FramebufferParameteri(gl.FRAMEBUFFER, gl.FRAMEBUFFER_DEFAULT_HEIGHT, int32(l.Room))
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("got framebuffer status 0x%X for %dx%d without attachments: %w", status, l.Room, l.Room, gpu.ErrUnsupported)
	}
	if l.s.Head == nil {
		l.noHead, err = gpu.NewBuffer[[4]float32](d, 2)
		return err
	}
	return l.buildHead()
}

// Update finds the light of all lights again if anything that it depends on has changed.
func (l *Pass) Update(method Method) error {
	now := l.inputs(method)
	seen := now
	seen.view, seen.viewport = l.s.Frame.ViewProjection, l.s.Frame.Viewport
	if (now == l.found || seen == l.found) && !l.s.Hair.Moving {
		return nil
	}
	// Where only the camera has moved, the light of all points serves the frames that follow.
	before := l.found
	before.view, before.viewport = now.view, now.viewport
	l.seenOnly = l.s.Seen.Size() > 0 && !l.s.Texels && (before != now || l.s.Hair.Moving)
	err := l.Run(method)
	if err == nil {
		if l.found = now; l.seenOnly {
			l.found = seen
		}
	}
	l.seenOnly = false
	return err
}

// Forget makes the next Update find the light again.
func (l *Pass) Forget() { l.found = inputs{} }

// Run finds the light of all lights by a method. A stopped run leaves no light: the next Update
// finds all of it.
func (l *Pass) Run(method Method) error {
	l.Forget()
	for light := range l.s.Lights {
		if err := l.s.GoOn(); err != nil {
			return err
		}
		l.drawHead(light)
		l.s.ShowHeadDepth()
		if err := method.Find(light); err != nil {
			return err
		}
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	l.s.Device.MemoryBarrier()
	return nil
}

// state sets the state that drawing into a light's map begins with.
func (l *Pass) state(framebuffer uint32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.Viewport(0, 0, int32(l.Size), int32(l.Size))
	for _, switched := range []uint32{gl.SCISSOR_TEST, gl.CULL_FACE, gl.BLEND, gl.DEPTH_TEST, gl.STENCIL_TEST} {
		gl.Disable(switched)
	}
}

// clear enqueues zeroes.
func (l *Pass) clear(v gpu.View) { scene.Zero(l.zero, v) }

// Release frees what the methods share, but no method.
func (l *Pass) Release() {
	if l == nil {
		return
	}
	l.Lit.Release()
	l.noHead.Release()
	l.zero.Release()
	gl.DeleteFramebuffers(1, &l.framebuffer)
	gl.DeleteFramebuffers(1, &l.headFramebuffer)
	gl.DeleteProgram(l.headProgram)
}
