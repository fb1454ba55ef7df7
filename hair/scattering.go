// SPDX-License-Identifier: MIT

package hair

import (
	"maps"
	"unsafe"

	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Where shaders find a scattering: the uniform block's binding and texture units beyond those of pictures.
const (
	bindScatter = 2
	unitLobes   = 8
	unitMeans   = 9
)

// scatterConstants are those of shaders that include hair/scatter.glsl or hair/kajiya_kay.glsl.
func scatterConstants() shaders.Constants {
	c := shaders.Constants{"BIND_SCATTER": bindScatter, "UNIT_LOBES": unitLobes, "UNIT_MEANS": unitMeans}
	maps.Copy(c, scatter.Constants())
	return c
}

// scattering is how a head of hair scatters light, where shaders can read it.
type scattering struct {
	block, lobes, means uint32
}

// newScattering uploads tables. What the block holds is to be set.
func newScattering(t *scatter.Tables) *scattering {
	s := new(scattering)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.GenTextures(1, &s.lobes)
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, s.lobes)
	gl.TexStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.RGBA16F, scatter.LobeColumns, scatter.LobeRows, scatter.LobeLayers)
	gl.TexSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, 0, scatter.LobeColumns, scatter.LobeRows, scatter.LobeLayers, gl.RGBA, gl.HALF_FLOAT, gl.Ptr(t.Lobes))
	smooth(gl.TEXTURE_2D_ARRAY)
	gl.GenTextures(1, &s.means)
	gl.BindTexture(gl.TEXTURE_2D, s.means)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, scatter.MeanColumns, scatter.MeanRows)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, scatter.MeanColumns, scatter.MeanRows, gl.RGBA, gl.HALF_FLOAT, gl.Ptr(t.Means))
	smooth(gl.TEXTURE_2D)

	gl.GenBuffers(1, &s.block)
	return s
}

// smooth makes the texture that is bound interpolate between its texels and hold at its edges, and lets go of it.
func smooth(target uint32) {
	gl.TexParameteri(target, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(target, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(target, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	gl.BindTexture(target, 0)
}

// set changes colour and what else the tables do not hold: see scatter.Hair.Block.
func (s *scattering) set(h scatter.Hair, dye *scatter.RGB, ink float64) {
	b := h.Block(dye, ink)
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.block)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(b)), unsafe.Pointer(&b), gl.STATIC_DRAW)
	gl.BindBuffer(gl.UNIFORM_BUFFER, 0)
}

// show lets shaders read it, until hide.
func (s *scattering) show() { s.bind(s.block, s.lobes, s.means) }

func (s *scattering) hide() { s.bind(0, 0, 0) }

func (s *scattering) bind(block, lobes, means uint32) {
	gl.BindBufferBase(gl.UNIFORM_BUFFER, bindScatter, block)
	gl.ActiveTexture(gl.TEXTURE0 + unitLobes)
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, lobes)
	gl.ActiveTexture(gl.TEXTURE0)
	show(unitMeans, means)
}

func (s *scattering) release() {
	if s == nil {
		return
	}
	gl.DeleteBuffers(1, &s.block)
	gl.DeleteTextures(1, &s.lobes)
	gl.DeleteTextures(1, &s.means)
	*s = scattering{}
}
