// SPDX-License-Identifier: MIT

package scene

import (
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// The texture units from which kernels read buffers. Those below have images and tables. OpenGL
// has 16 of them in every compute stage.
const (
	firstReadUnit = 10
	readUnits     = 6
)

// TexelsForTests is for tests. It says whether kernels read buffers as textures, on any driver. nil
// lets readsTexels choose.
var TexelsForTests *bool

// readsTexels says whether kernels read buffers as textures: on software renderers whose textures
// are as large as their storage blocks. mostTexels is the driver's limit. It is pure.
func readsTexels(c gpu.Caps, mostTexels int) bool {
	return c.Software && mostTexels >= c.MaxStorageBytes/4
}

// chooseReads returns the result of readsTexels for a Device.
func chooseReads(d *gpu.Device) bool {
	if TexelsForTests != nil {
		return *TexelsForTests
	}
	var most int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &most)
	return readsTexels(d.Caps(), int(most))
}

// readsPart is the file that fills the slot READS: see shaders/hair/reads.glsl.
func readsPart(texels bool) string {
	if texels {
		return "hair/reads.glsl#texels"
	}
	return "hair/reads.glsl#blocks"
}

// Reads fills the slot READS of a kernel that reads those buffers, at most six: as textures or as
// storage blocks. The Read methods of Scene bind them by their index in names.
func Reads(s kernel.Spec, texels bool, names ...string) kernel.Spec {
	slots := map[string]shaders.Snippet{"READS": {File: readsPart(texels)}}
	for name, fill := range s.Slots {
		slots[name] = fill
	}
	constants := readConstants(texels, names...)
	for name, value := range s.Constants {
		constants[name] = value
	}
	buffers := make([]string, len(s.Buffers))
	for i, b := range s.Buffers {
		buffers[i] = b
		for _, name := range names {
			if b == name {
				buffers[i] = name + "?" // a macro declares it, or it is a texture
			}
		}
	}
	s.Slots, s.Constants, s.Buffers = slots, constants, buffers
	return s
}

// readConstants are the texture units of those buffers.
func readConstants(texels bool, names ...string) shaders.Constants {
	constants := shaders.Constants{}
	for i, name := range names {
		if texels {
			constants["UNIT_"+strings.ToUpper(name)] = firstReadUnit + i
		}
	}
	return constants
}

// ReadsText includes part of shaders/hair/reads.glsl in a caller's GLSL, with the units of those
// buffers.
func ReadsText(texels bool, names ...string) string {
	text, err := readConstants(texels, names...).Text()
	if err != nil {
		text = "#error " + err.Error() + "\n"
	}
	return text + "#include \"" + readsPart(texels) + "\"\n"
}

// ReadVectors lets the next kernel read a buffer of vec4 by index i of its Reads.
func (s *Scene) ReadVectors(i int, v gpu.View) { s.read(i, v, gl.RGBA32F) }

// ReadPairs is ReadVectors for uvec2.
func (s *Scene) ReadPairs(i int, v gpu.View) { s.read(i, v, gl.RG32UI) }

// ReadWords is ReadVectors for uint.
func (s *Scene) ReadWords(i int, v gpu.View) { s.read(i, v, gl.R32UI) }

// ReadFloats is ReadVectors for float.
func (s *Scene) ReadFloats(i int, v gpu.View) { s.read(i, v, gl.R32F) }

// read binds a texture over all of a view's buffer. The view begins where its buffer does.
func (s *Scene) read(i int, v gpu.View, format uint32) {
	if !s.Texels {
		return
	}
	if s.texels[i] == 0 {
		gl.GenTextures(1, &s.texels[i])
	}
	gl.ActiveTexture(gl.TEXTURE0 + firstReadUnit + uint32(i))
	gl.BindTexture(gl.TEXTURE_BUFFER, s.texels[i])
	gl.TexBuffer(gl.TEXTURE_BUFFER, format, v.ID())
	gl.ActiveTexture(gl.TEXTURE0)
	gl.MemoryBarrier(gl.TEXTURE_FETCH_BARRIER_BIT) // kernels before wrote it
}
