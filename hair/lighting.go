// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// lighting is what all ways of shadow share: the light that gets to each place, the head's depth as a light sees it, and
// how hair is drawn into a light's map. A map is no picture: fragments add to buffers, in a framebuffer without
// attachments.
type lighting struct {
	r           *Renderer
	size        int // of a light's map
	lit         *gpu.Buffer[uint32]
	headPlaces  *gpu.Buffer[[4]float32]
	framebuffer uint32
	zero        *gpu.Kernel

	headProgram                uint32
	headLight                  int32
	headFramebuffer, headDepth uint32
}

// litWords are the words that a place has in lit: see shaders/hair/lit.glsl.
const litWords = 3

// litBinding is where ribbons and head read lit: out of the way of what ways of transparency bind.
const litBinding = gpu.UserBinding

// Opacity is summed as the logarithm of what is left, in whole steps. A hair counts as no more than tauMost opaque; a
// texel takes 32,768 such before its sum of 32 bits would run over.
const (
	tauSteps = 16384
	tauMost  = 0.99966 // a logarithm of 8
)

func tauConstants() shaders.Constants {
	return shaders.Constants{"TAU_STEPS": float32(tauSteps), "TAU_MOST": float32(tauMost)}
}

func zeroSpec() gpu.Spec {
	return gpu.Spec{File: "hair/words_zero.comp.glsl", Shape: flat, Buffers: []string{"Dst", "Count"}}
}

func headLightFiles() stageFiles {
	return stageFiles{vertex: "hair/head_light.vert.glsl", fragment: "hair/head_light.frag.glsl"}
}

// places is how many places light is found for: the model's points and the head's vertices.
func (l *lighting) places() int { return l.r.m.points.Len() + l.r.headVertices() }

func (r *Renderer) headVertices() int {
	if r.o.Head == nil {
		return 0
	}
	return len(r.o.Head.Vertices)
}

func newLighting(r *Renderer) (*lighting, error) {
	l := &lighting{r: r, size: r.o.ShadowSize}
	if err := l.build(); err != nil {
		l.release()
		return nil, fmt.Errorf("hair: shadow: %w", err)
	}
	return l, nil
}

func (l *lighting) build() (err error) {
	d := l.r.d
	var largest int32
	gl.GetIntegerv(gl.MAX_FRAMEBUFFER_WIDTH, &largest)
	if l.size > int(largest) {
		return fmt.Errorf("a map of %d texels, at most %d: %w", l.size, largest, gpu.ErrTooLarge)
	}
	if l.lit, err = gpu.NewBuffer[uint32](d, litWords*l.places()); err != nil {
		return err
	}
	if l.zero, err = d.NewKernel(zeroSpec()); err != nil {
		return err
	}
	gl.GenFramebuffers(1, &l.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.framebuffer)
	gl.FramebufferParameteri(gl.FRAMEBUFFER, gl.FRAMEBUFFER_DEFAULT_WIDTH, int32(l.size))
	gl.FramebufferParameteri(gl.FRAMEBUFFER, gl.FRAMEBUFFER_DEFAULT_HEIGHT, int32(l.size))
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("a framebuffer of %dx%d without attachments (status 0x%X): %w", l.size, l.size, status, gpu.ErrUnsupported)
	}
	if l.r.o.Head == nil {
		l.headPlaces, err = gpu.NewBuffer[[4]float32](d, 2) // never read
		return err
	}
	return l.buildHead(l.r.o.Head)
}

func (l *lighting) buildHead(h *groom.Head) (err error) {
	places := make([][4]float32, 0, 2*len(h.Vertices))
	for i, v := range h.Vertices {
		n := h.Normals[i]
		places = append(places, [4]float32{v[0], v[1], v[2], 1}, [4]float32{n[0], n[1], n[2], 0})
	}
	if l.headPlaces, err = gpu.NewBufferFrom(l.r.d, places); err != nil {
		return err
	}
	if l.headProgram, err = headLightFiles().link(l.r.d); err != nil {
		return err
	}
	l.headLight = uniformOf(l.headProgram, "light")
	gl.GenTextures(1, &l.headDepth)
	gl.BindTexture(gl.TEXTURE_2D, l.headDepth)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT32F, int32(l.size), int32(l.size))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.GenFramebuffers(1, &l.headFramebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.headFramebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, l.headDepth, 0)
	gl.DrawBuffer(gl.NONE)
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("a depth map of %d (framebuffer status 0x%X): %w", l.size, status, gpu.ErrUnsupported)
	}
	return nil
}

func uniformOf(program uint32, name string) int32 {
	return gl.GetUniformLocation(program, gl.Str(name+"\x00"))
}

// run finds the light of all lights by a way.
func (l *lighting) run(way shadow) error {
	for light := range l.r.o.Lights {
		l.drawHead(light)
		if err := way.find(light); err != nil {
			return err
		}
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	l.r.d.Publish()
	return nil
}

// state is what all drawing into a light's map begins with.
func (l *lighting) state(framebuffer uint32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.Viewport(0, 0, int32(l.size), int32(l.size))
	for _, switched := range []uint32{gl.SCISSOR_TEST, gl.CULL_FACE, gl.BLEND, gl.DEPTH_TEST, gl.STENCIL_TEST} {
		gl.Disable(switched)
	}
}

// drawHead draws the head's depth and leaves the texture at unit 1.
func (l *lighting) drawHead(light int) {
	if l.r.head == nil {
		return
	}
	l.state(l.headFramebuffer)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(true)
	gl.ClearDepth(1)
	gl.Clear(gl.DEPTH_BUFFER_BIT)
	l.r.d.UseProgram(l.headProgram)
	gl.ProgramUniform1ui(l.headProgram, l.headLight, uint32(light))
	l.r.head.draw()
	gl.Disable(gl.DEPTH_TEST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.ActiveTexture(gl.TEXTURE1)
	gl.BindTexture(gl.TEXTURE_2D, l.headDepth)
	gl.ActiveTexture(gl.TEXTURE0)
}

// clear enqueues zeroes.
func (l *lighting) clear(v gpu.View) {
	words := v.Size() / 4
	l.zero.SetBuffer(0, v)
	l.zero.SetCount(gpu.N(words))
	l.zero.Dispatch((words + 4*groupSize - 1) / (4 * groupSize))
}

func (l *lighting) release() {
	if l == nil {
		return
	}
	l.lit.Release()
	l.headPlaces.Release()
	l.zero.Release()
	gl.DeleteFramebuffers(1, &l.framebuffer)
	gl.DeleteFramebuffers(1, &l.headFramebuffer)
	gl.DeleteTextures(1, &l.headDepth)
	gl.DeleteProgram(l.headProgram)
}
