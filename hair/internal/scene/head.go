// SPDX-License-Identifier: MIT

package scene

import (
	"github.com/combgl/comb/hair/groom"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Head is a head on the GPU.
type Head struct {
	*groom.Head
	vertexArray uint32
	buffers     [4]uint32 // positions, normals, scalp and openness, indices
	indices     int32
}

// NewHead uploads a head.
func NewHead(h *groom.Head) *Head {
	m := &Head{Head: h, indices: int32(len(h.Indices))}
	gl.GenVertexArrays(1, &m.vertexArray)
	gl.BindVertexArray(m.vertexArray)
	gl.GenBuffers(4, &m.buffers[0])
	attribute := func(i uint32, size int32, data any) {
		gl.BindBuffer(gl.ARRAY_BUFFER, m.buffers[i])
		gl.BufferData(gl.ARRAY_BUFFER, 4*int(size)*len(h.Vertices), gl.Ptr(data), gl.STATIC_DRAW)
		gl.VertexAttribPointerWithOffset(i, size, gl.FLOAT, false, 4*size, 0)
		gl.EnableVertexAttribArray(i)
	}
	attribute(0, 3, h.Vertices)
	attribute(1, 3, h.Normals)
	shares := make([][2]float32, len(h.Vertices))
	for i := range shares {
		shares[i] = [2]float32{h.Scalp[i], m.OpenAt(i)}
	}
	attribute(2, 2, shares)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, m.buffers[3])
	gl.BufferData(gl.ELEMENT_ARRAY_BUFFER, 4*len(h.Indices), gl.Ptr(h.Indices), gl.STATIC_DRAW)
	gl.BindVertexArray(0)
	gl.BindBuffer(gl.ARRAY_BUFFER, 0)
	return m
}

// OpenAt returns the openness of a vertex.
func (m *Head) OpenAt(i int) float32 {
	if m.Open == nil {
		return 1
	}
	return m.Open[i]
}

// Draw draws its triangles.
func (m *Head) Draw() {
	gl.BindVertexArray(m.vertexArray)
	gl.DrawElementsWithOffset(gl.TRIANGLES, m.indices, gl.UNSIGNED_INT, 0)
	gl.BindVertexArray(0)
}

func (m *Head) release() {
	if m == nil {
		return
	}
	gl.DeleteVertexArrays(1, &m.vertexArray)
	gl.DeleteBuffers(4, &m.buffers[0])
}
