// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// lighting is what all ways of shadow share: the light that gets to each place, the head's depth as a light sees it, and
// how hair is drawn into a light's map. A map is no picture: fragments add to buffers, in a framebuffer without
// attachments.
type lighting struct {
	r           *Renderer
	room        int // texels on a side of the largest map that there is memory for
	lit         *gpu.Buffer[uint32]
	headPlaces  *gpu.Buffer[[4]float32]
	framebuffer uint32
	zero        *gpu.Kernel

	headProgram     uint32
	headLight       int32
	headFramebuffer uint32

	found     lightInputs           // what lit was found from
	headFound [MaxLights]headInputs // what the head's depth was drawn from
}

// headInputs is all that the head's depth, as a light sees it, depends on.
type headInputs struct {
	clip  mgl32.Mat4
	depth mgl32.Vec4
}

// lightInputs is all that the light at each place depends on. While it stays the same, so does the light.
type lightInputs struct {
	way             shadow
	points          int // Model.version
	detail, ribbons mgl32.Vec4
	lights          mgl32.Vec4
	clip            [MaxLights]mgl32.Mat4
	depth, scale    [MaxLights]mgl32.Vec4
	from            [MaxLights]mgl32.Vec4
}

func (r *Renderer) lightInputs() lightInputs {
	f := r.frame
	return lightInputs{
		way: r.shadow, points: r.m.version, detail: f.detail, ribbons: f.ribbons, lights: f.lights,
		clip: f.lightClip, depth: f.lightDepth, scale: f.lightScale, from: f.lightFrom,
	}
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
	l := &lighting{r: r, room: r.o.ShadowSize}
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
	if l.room > int(largest) {
		return fmt.Errorf("a map of %d texels, at most %d: %w", l.room, largest, gpu.ErrTooLarge)
	}
	if l.lit, err = gpu.NewBuffer[uint32](d, litWords*l.places()); err != nil {
		return err
	}
	if l.zero, err = d.NewKernel(zeroSpec()); err != nil {
		return err
	}
	gl.GenFramebuffers(1, &l.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.framebuffer)
	gl.FramebufferParameteri(gl.FRAMEBUFFER, gl.FRAMEBUFFER_DEFAULT_WIDTH, int32(l.room))
	gl.FramebufferParameteri(gl.FRAMEBUFFER, gl.FRAMEBUFFER_DEFAULT_HEIGHT, int32(l.room))
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("a framebuffer of %dx%d without attachments (status 0x%X): %w", l.room, l.room, status, gpu.ErrUnsupported)
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
	gl.DeleteTextures(1, &l.r.headDepth)
	l.r.headDepth = newDepthMaps(headTexels, len(l.r.o.Lights))
	gl.GenFramebuffers(1, &l.headFramebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.headFramebuffer)
	gl.FramebufferTextureLayer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, l.r.headDepth, 0, 0)
	gl.DrawBuffer(gl.NONE)
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("a depth map of %d (framebuffer status 0x%X): %w", headTexels, status, gpu.ErrUnsupported)
	}
	return nil
}

// headTexels is the side of the head's depth map. It is not that of the hair's maps: those may be small, as light changes
// slowly inside of hair, but the edge of a nose's shadow is sharp.
const headTexels = 1024

// newDepthMaps makes a layer for each light. A look-up compares with four texels; beyond the map nothing is near.
func newDepthMaps(size, layers int) (texture uint32) {
	gl.GenTextures(1, &texture)
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, texture)
	gl.TexStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.DEPTH_COMPONENT32F, int32(size), int32(size), int32(layers))
	for name, value := range map[uint32]int32{
		gl.TEXTURE_MIN_FILTER: gl.LINEAR, gl.TEXTURE_MAG_FILTER: gl.LINEAR, gl.TEXTURE_WRAP_S: gl.CLAMP_TO_BORDER, gl.TEXTURE_WRAP_T: gl.CLAMP_TO_BORDER,
		gl.TEXTURE_COMPARE_MODE: gl.COMPARE_REF_TO_TEXTURE, gl.TEXTURE_COMPARE_FUNC: gl.LEQUAL,
	} {
		gl.TexParameteri(gl.TEXTURE_2D_ARRAY, name, value)
	}
	far := [4]float32{1, 1, 1, 1}
	gl.TexParameterfv(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_BORDER_COLOR, &far[0])
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, 0)
	return texture
}

func uniformOf(program uint32, name string) int32 {
	return gl.GetUniformLocation(program, gl.Str(name+"\x00"))
}

// update finds the light of all lights anew, if anything that it depends on has changed since.
func (l *lighting) update() error {
	inputs := l.r.lightInputs()
	if inputs == l.found && !l.r.m.moving {
		return nil
	}
	if err := l.run(l.r.shadow); err != nil {
		return err
	}
	l.found = inputs
	return nil
}

// run finds the light of all lights by a way.
func (l *lighting) run(way shadow) error {
	l.found = lightInputs{}
	for light := range l.r.o.Lights {
		l.drawHead(light)
		l.r.showHeadDepth()
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
	gl.Viewport(0, 0, int32(l.r.shadowSize), int32(l.r.shadowSize))
	for _, switched := range []uint32{gl.SCISSOR_TEST, gl.CULL_FACE, gl.BLEND, gl.DEPTH_TEST, gl.STENCIL_TEST} {
		gl.Disable(switched)
	}
}

// drawHead draws the head's depth as a light sees it, unless it is there already.
func (l *lighting) drawHead(light int) {
	inputs := headInputs{l.r.frame.lightClip[light], l.r.frame.lightDepth[light]}
	if l.r.head == nil || inputs == l.headFound[light] {
		return
	}
	l.headFound[light] = inputs
	l.state(l.headFramebuffer)
	gl.Viewport(0, 0, headTexels, headTexels)
	gl.FramebufferTextureLayer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, l.r.headDepth, 0, int32(light))
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
}

// showHeadDepth lets shaders look up the head's depth, for all lights. Without a head nothing is looked up, but drivers
// want a texture there that could be.
func (r *Renderer) showHeadDepth() {
	gl.ActiveTexture(gl.TEXTURE1)
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, r.headDepth)
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
	gl.DeleteProgram(l.headProgram)
}
