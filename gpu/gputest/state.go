// SPDX-License-Identifier: MIT

package gputest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// State is what a context has bound and switched on, by names such as "uniform 83 buffer".
type State map[string]int64

// What StateNow reads, by names of its own.
var (
	stateNumbers = map[string]uint32{
		"program": gl.CURRENT_PROGRAM, "vertex array": gl.VERTEX_ARRAY_BINDING, "active unit": gl.ACTIVE_TEXTURE,
		"storage": gl.SHADER_STORAGE_BUFFER_BINDING, "uniform": gl.UNIFORM_BUFFER_BINDING, "array": gl.ARRAY_BUFFER_BINDING,
		"dispatch": gl.DISPATCH_INDIRECT_BUFFER_BINDING, "draw": gl.DRAW_INDIRECT_BUFFER_BINDING, "copy read": gl.COPY_READ_BUFFER_BINDING,
		"copy write": gl.COPY_WRITE_BUFFER_BINDING, "atomic": gl.ATOMIC_COUNTER_BUFFER_BINDING, "pack": gl.PIXEL_PACK_BUFFER_BINDING,
		"unpack": gl.PIXEL_UNPACK_BUFFER_BINDING, "draw framebuffer": gl.DRAW_FRAMEBUFFER_BINDING, "read framebuffer": gl.READ_FRAMEBUFFER_BINDING,
		"renderbuffer": gl.RENDERBUFFER_BINDING, "blend source": gl.BLEND_SRC_RGB, "blend destination": gl.BLEND_DST_RGB,
		"blend source alpha": gl.BLEND_SRC_ALPHA, "blend destination alpha": gl.BLEND_DST_ALPHA, "blend equation": gl.BLEND_EQUATION_RGB,
		"blend equation alpha": gl.BLEND_EQUATION_ALPHA, "depth function": gl.DEPTH_FUNC, "depth mask": gl.DEPTH_WRITEMASK,
		"cull face": gl.CULL_FACE_MODE, "front face": gl.FRONT_FACE, "row length": gl.UNPACK_ROW_LENGTH, "alignment": gl.UNPACK_ALIGNMENT,
	}
	stateSwitches = map[string]uint32{
		"blend on": gl.BLEND, "depth test on": gl.DEPTH_TEST, "cull on": gl.CULL_FACE, "scissor on": gl.SCISSOR_TEST,
		"stencil on": gl.STENCIL_TEST, "discard on": gl.RASTERIZER_DISCARD, "restart on": gl.PRIMITIVE_RESTART,
	}
	stateIndexed = map[string][3]uint32{
		"storage": {gl.SHADER_STORAGE_BUFFER_BINDING, gl.SHADER_STORAGE_BUFFER_START, gl.SHADER_STORAGE_BUFFER_SIZE},
		"uniform": {gl.UNIFORM_BUFFER_BINDING, gl.UNIFORM_BUFFER_START, gl.UNIFORM_BUFFER_SIZE},
	}
)

func getInt(name uint32) (v int32) {
	gl.GetIntegerv(name, &v)
	return v
}

func bindings(kind string) uint32 {
	if kind == "uniform" {
		return uint32(getInt(gl.MAX_UNIFORM_BUFFER_BINDINGS))
	}
	return uint32(getInt(gl.MAX_SHADER_STORAGE_BUFFER_BINDINGS))
}

// StateNow reads the state, and changes none.
func StateNow() State {
	s := State{}
	for name, enum := range stateNumbers {
		s[name] = int64(getInt(enum))
	}
	for name, enum := range stateSwitches {
		s[name] = 0
		if gl.IsEnabled(enum) {
			s[name] = 1
		}
	}
	for kind, enums := range stateIndexed {
		for i := range bindings(kind) {
			for j, what := range []string{"buffer", "start", "size"} {
				var v int64
				gl.GetInteger64i_v(enums[j], i, &v)
				s[fmt.Sprintf("%s %d %s", kind, i, what)] = v
			}
		}
	}
	active := uint32(getInt(gl.ACTIVE_TEXTURE))
	for i := range uint32(getInt(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS)) {
		gl.ActiveTexture(gl.TEXTURE0 + i)
		s[fmt.Sprintf("texture %d", i)] = int64(getInt(gl.TEXTURE_BINDING_2D))
		s[fmt.Sprintf("sampler %d", i)] = int64(getInt(gl.SAMPLER_BINDING))
	}
	gl.ActiveTexture(active)
	return s
}

// Differences are the names whose values are not those of before, in order, each with both.
func (s State) Differences(before State) (all []string) {
	for name, was := range before {
		if s[name] != was {
			all = append(all, fmt.Sprintf("%s: %d became %d", name, was, s[name]))
		}
	}
	slices.Sort(all)
	return all
}

// Litter gives a function that sets everything that StateNow reads to something of the caller's.
func Litter(t testing.TB, dev *gpu.Device) func() {
	t.Helper()
	var buffers [2]uint32
	for i := range buffers {
		buffers[i] = Words(t, dev, make([]uint32, 1<<12)).View().ID()
	}
	program := gl.CreateProgram()
	shader := gl.CreateShader(gl.VERTEX_SHADER)
	text, free := gl.Strs("#version 430\nvoid main() { gl_Position = vec4(0.0); }\x00")
	gl.ShaderSource(shader, 1, text, nil)
	free()
	gl.CompileShader(shader)
	gl.AttachShader(program, shader)
	gl.LinkProgram(program)
	gl.DeleteShader(shader)
	var vertexArray, sampler uint32
	var textures [2]uint32
	gl.GenVertexArrays(1, &vertexArray)
	gl.GenSamplers(1, &sampler)
	gl.GenTextures(2, &textures[0])
	return func() {
		for kind, target := range map[string]uint32{"storage": gl.SHADER_STORAGE_BUFFER, "uniform": gl.UNIFORM_BUFFER} {
			for i := range bindings(kind) {
				if i%3 == 0 {
					gl.BindBufferBase(target, i, buffers[i%2])
				} else {
					gl.BindBufferRange(target, i, buffers[i%2], 256*int(i%5), 128+16*int(i%7))
				}
			}
		}
		for i, target := range []uint32{
			gl.SHADER_STORAGE_BUFFER, gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, gl.DISPATCH_INDIRECT_BUFFER, gl.ARRAY_BUFFER,
			gl.UNIFORM_BUFFER, gl.DRAW_INDIRECT_BUFFER, gl.ATOMIC_COUNTER_BUFFER, gl.PIXEL_PACK_BUFFER, gl.PIXEL_UNPACK_BUFFER,
		} {
			gl.BindBuffer(target, buffers[i%2])
		}
		for i := range uint32(getInt(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS)) {
			gl.ActiveTexture(gl.TEXTURE0 + i)
			gl.BindTexture(gl.TEXTURE_2D, textures[i%2])
			gl.BindSampler(i, sampler)
		}
		gl.ActiveTexture(gl.TEXTURE3)
		gl.UseProgram(program)
		gl.BindVertexArray(vertexArray)
		gl.BlendFuncSeparate(gl.ONE, gl.SRC_COLOR, gl.ZERO, gl.DST_ALPHA)
		gl.BlendEquationSeparate(gl.MIN, gl.MAX)
		gl.DepthMask(false)
		gl.DepthFunc(gl.GREATER)
		gl.Enable(gl.CULL_FACE)
	}
}

// Unchanged runs a call in a caller's state and fails if the call changes it. Names that begin with
// one of those allowed may differ.
func Unchanged(t testing.TB, litter func(), name string, call func() error, allowed ...string) {
	t.Helper()
	litter()
	before := StateNow()
	if err := call(); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, d := range StateNow().Differences(before) {
		if !slices.ContainsFunc(allowed, func(prefix string) bool { return strings.HasPrefix(d, prefix) }) {
			t.Errorf("%s: %s", name, d)
		}
	}
}
