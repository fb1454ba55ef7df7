// SPDX-License-Identifier: MIT

package hair

import (
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// adder draws hair into a light's map: a program whose fragments add to buffers at storage bindings 3 and up.
type adder struct {
	l       *lighting
	program uint32
	light   int32
}

// adderFiles are an adder's, with constants besides the common ones.
func adderFiles(fragment string, constants shaders.Constants) stageFiles {
	c := tauConstants()
	maps.Copy(c, constants)
	return stageFiles{vertex: "hair/light_draw.vert.glsl", fragment: fragment, constants: c}
}

func (l *lighting) newAdder(files stageFiles) (a adder, err error) {
	a.l = l
	if a.program, err = files.link(l.r.d); err == nil {
		a.light = uniformOf(a.program, "light")
	}
	return a, err
}

// begin sets the state for drawing.
func (a adder) begin(light int, buffers ...gpu.View) {
	a.l.state(a.l.framebuffer)
	gl.ProgramUniform1ui(a.program, a.light, uint32(light))
	gl.BindVertexArray(a.l.r.vertexArray)
	a.bind(buffers...)
}

// bind is what has to be bound anew after a kernel ran.
func (a adder) bind(buffers ...gpu.View) {
	m := a.l.r.m
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 0, m.points.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 1, a.l.r.segments.View().ID())
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 2, m.colors.View().ID())
	for i, b := range buffers {
		if b.ID() == 0 {
			break
		}
		gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(3+i), b.ID())
	}
	a.l.r.d.UseProgram(a.program)
}

// all draws all expanded segments in the file's order, and makes what they added visible to kernels and fragments.
func (a adder) all(light int, buffers additionBuffers) {
	a.begin(light, buffers[:]...)
	a.l.r.drawAll()
	a.end()
}

func (a adder) end() {
	gl.BindVertexArray(0)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	a.l.r.wrote()
}

func (a adder) release() { gl.DeleteProgram(a.program) }

// finder is the kernel that finds what gets to each place, by what a way has made of the hair.
type finder struct {
	l      *lighting
	kernel *gpu.Kernel
	light  gpu.Uniform
	first  int // the way's first buffer in the kernel's list
}

// finderSpec is a finder's: taus is the file with the way's tausAt, buffers what it reads.
func finderSpec(taus string, constants shaders.Constants, buffers ...string) gpu.Spec {
	c := tauConstants()
	delete(c, "TAU_MOST")
	maps.Copy(c, constants)
	return gpu.Spec{
		File: "hair/places_light.comp.glsl", Shape: flat, Constants: c,
		Slots:   map[string]shaders.Snippet{"TAUS": {File: taus}},
		Buffers: append([]string{"Points", "HeadPlaces", "Lit", "Count"}, buffers...),
	}
}

func (l *lighting) newFinder(s gpu.Spec) (f finder, err error) {
	f.l, f.first = l, 4
	if f.kernel, err = l.r.d.NewKernel(s); err != nil {
		return f, err
	}
	return f, l.placesKernel(f.kernel, &f.light)
}

// placesKernel finds the uniforms of a kernel that includes hair/places.glsl and hair/light.glsl.
func (l *lighting) placesKernel(k *gpu.Kernel, light *gpu.Uniform) (err error) {
	hairPoints, err := k.Uniform("hair_points")
	if err != nil {
		return err
	}
	k.Set(hairPoints, uint32(l.r.m.points.Len()))
	*light, err = k.Uniform("light")
	return err
}

// find enqueues the kernel over all places.
func (f finder) find(light int, buffers ...gpu.View) {
	n := f.l.places()
	k := f.kernel
	k.SetBuffer(0, f.l.r.m.points.View())
	k.SetBuffer(1, f.l.headPlaces.View())
	k.SetBuffer(2, f.l.lit.View())
	k.SetCount(gpu.N(n))
	for i, b := range buffers {
		k.SetBuffer(f.first+i, b)
	}
	k.Set(f.light, uint32(light))
	k.Dispatch((n + groupSize - 1) / groupSize)
	f.l.r.d.Barrier()
}

func (f finder) release() { f.kernel.Release() }
