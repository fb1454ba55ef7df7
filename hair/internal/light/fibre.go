// SPDX-License-Identifier: MIT

package light

import (
	"maps"
	"unsafe"

	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Where shaders find a scattering: the uniform block's binding and texture units beyond those of
// images.
const (
	bindScatter = 2
	unitLobes   = 8
	unitMeans   = 9
)

// fibreConstants are those of shaders that include hair/hair_angles.glsl.
func fibreConstants() shaders.Constants {
	c := shaders.Constants{"BIND_SCATTER": bindScatter, "UNIT_LOBES": unitLobes, "UNIT_MEANS": unitMeans}
	maps.Copy(c, scatter.Constants())
	return c
}

// fibre is how a head of hair scatters light, where shaders can read it.
type fibre struct {
	block, lobes, means uint32
}

// newFibre uploads tables. What the block holds is to be set.
func newFibre(t *scatter.Tables) fibre {
	var s fibre
	gl.ActiveTexture(gl.TEXTURE0)
	gl.GenTextures(1, &s.lobes)
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, s.lobes)
	gl.TexStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.RGBA16F, scatter.LobeColumns, scatter.LobeRows, scatter.LobeLayers)
	gl.TexSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, 0, scatter.LobeColumns, scatter.LobeRows, scatter.LobeLayers, gl.RGBA, gl.HALF_FLOAT, gl.Ptr(t.Lobes))
	scene.Smooth(gl.TEXTURE_2D_ARRAY)
	gl.GenTextures(1, &s.means)
	gl.BindTexture(gl.TEXTURE_2D, s.means)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, scatter.MeanColumns, scatter.MeanRows)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, scatter.MeanColumns, scatter.MeanRows, gl.RGBA, gl.HALF_FLOAT, gl.Ptr(t.Means))
	scene.Smooth(gl.TEXTURE_2D)

	gl.GenBuffers(1, &s.block)
	return s
}

// set changes colour and what else the tables do not hold: see scatter.Hair.Block.
func (s *fibre) set(h scatter.Hair, dye *scatter.RGB, ink float64) {
	b := h.Block(dye, ink)
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.block)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(b)), unsafe.Pointer(&b), gl.STATIC_DRAW)
	gl.BindBuffer(gl.UNIFORM_BUFFER, 0)
}

// show lets shaders read it, until hide.
func (s *fibre) show() { s.bind(s.block, s.lobes, s.means) }

func (s *fibre) hide() { s.bind(0, 0, 0) }

func (s *fibre) bind(block, lobes, means uint32) {
	gl.BindBufferBase(gl.UNIFORM_BUFFER, bindScatter, block)
	gl.ActiveTexture(gl.TEXTURE0 + unitLobes)
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, lobes)
	gl.ActiveTexture(gl.TEXTURE0)
	scene.Show(unitMeans, means)
}

func (s *fibre) release() {
	gl.DeleteBuffers(1, &s.block)
	gl.DeleteTextures(1, &s.lobes)
	gl.DeleteTextures(1, &s.means)
	*s = fibre{}
}
