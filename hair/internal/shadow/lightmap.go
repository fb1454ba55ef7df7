// SPDX-License-Identifier: MIT

package shadow

import (
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// adder draws hair into a light's map: a program whose fragments add to buffers at storage
// bindings 3 and up.
type adder struct {
	l       *Pass
	program uint32
	light   int32
}

// adderProgram is the program of an adder, with constants besides the common ones.
func adderProgram(fragment string, constants shaders.Constants) scene.Program {
	c := tauConstants()
	maps.Copy(c, constants)
	return scene.Program{Vertex: "hair/light_draw.vert.glsl#segment", Fragment: fragment, Constants: c}
}

func (l *Pass) newAdder(p scene.Program) (a adder, err error) {
	a.l = l
	if a.program, err = p.Link(l.s.Device); err == nil {
		a.light = scene.Uniform(a.program, "light")
	}
	return a, err
}

// begin sets the state for drawing.
func (a adder) begin(light int, buffers ...gpu.View) {
	a.l.state(a.l.framebuffer)
	gl.ProgramUniform1ui(a.program, a.light, uint32(light))
	gl.BindVertexArray(a.l.s.VertexArray)
	a.bind(buffers...)
}

// bind is what has to be bound anew after a kernel ran.
func (a adder) bind(buffers ...gpu.View) {
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 0, a.l.s.Hair.Points.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 1, a.l.s.Expanded.Segments.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 2, a.l.s.Hair.Colors.View().ID())
	for i, b := range buffers {
		if b.ID() == 0 {
			break
		}
		gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(3+i), b.ID())
	}
	a.l.s.Device.Internal().UseProgram(a.program)
}

// all draws all expanded segments in the file's order, and makes what they added visible to kernels
// and fragments.
func (a adder) all(light int, buffers additionBuffers) {
	a.begin(light, buffers[:]...)
	a.l.s.DrawExpanded()
	a.end()
}

func (a adder) end() {
	gl.BindVertexArray(0)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	a.l.s.AfterDraw()
}

func (a adder) Release() { gl.DeleteProgram(a.program) }

// finder is the kernel that finds the light at each place, by what a method keeps of the hair.
type finder struct {
	placesKernel
	first int // the number of the method's first buffer
}

// finderSpec is the kernel of a finder. taus is the file with the method's function tausAt, which
// reads the buffers.
func finderSpec(texels bool, taus string, constants shaders.Constants, buffers ...string) kernel.Spec {
	c := tauConstants()
	delete(c, "TAU_MOST")
	maps.Copy(c, constants)
	return scene.Reads(kernel.Spec{
		File: "hair/places_light.comp.glsl", Shape: scene.Flat, Constants: c,
		Slots:   map[string]shaders.Snippet{"TAUS": {File: taus}},
		Buffers: append([]string{"Points", "HeadPlaces", "Lit", "Count"}, buffers...),
	}, texels, append([]string{"Points", "HeadPlaces"}, buffers...)...)
}

func (l *Pass) newFinder(s kernel.Spec) (f finder, err error) {
	f.first = 4
	f.placesKernel, err = l.newPlacesKernel(s)
	return f, err
}

// placesKernel is a kernel that includes hair/places.glsl and hair/light.glsl. Its first two
// buffers are Points and HeadPlaces.
type placesKernel struct {
	l                 *Pass
	kernel            *kernel.Kernel
	light, hairPoints kernel.Uniform
}

func (l *Pass) newPlacesKernel(s kernel.Spec) (p placesKernel, err error) {
	p.l = l
	if p.kernel, err = kernel.New(l.s.Device, s); err != nil {
		return p, err
	}
	if p.hairPoints, err = p.kernel.Uniform("hair_points"); err != nil {
		return p, err
	}
	p.light, err = p.kernel.Uniform("light")
	return p, err
}

// set binds the frame's places, and sets the light.
func (p placesKernel) set(light int) {
	hair, points := p.l.s.Hair, p.l.s.Hair.Points.View()
	if p.l.seenOnly {
		points = p.l.s.Seen
	}
	p.kernel.SetBuffer(0, points)
	p.kernel.SetBuffer(1, p.l.headPlaces())
	p.l.s.ReadVectors(0, points)
	p.l.s.ReadVectors(1, p.l.headPlaces())
	p.kernel.Set(p.hairPoints, uint32(hair.Points.Len()))
	p.kernel.Set(p.light, uint32(light))
}

func (p placesKernel) Release() { p.kernel.Release() }

// find enqueues the kernel over all places.
func (f finder) find(light int, buffers ...gpu.View) {
	n := f.l.s.Places()
	k := f.kernel
	f.set(light)
	k.SetBuffer(2, f.l.Lit.View())
	k.SetCount(gpu.N(n))
	for i, b := range buffers {
		k.SetBuffer(f.first+i, b)
		f.l.s.ReadWords(2+i, b)
	}
	k.Dispatch((n + scene.GroupSize - 1) / scene.GroupSize)
	f.l.s.Device.StorageBarrier()
}
