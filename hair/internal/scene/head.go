// SPDX-License-Identifier: MIT

package scene

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Head is a head on the GPU.
type Head struct {
	*groom.Head
	Corners   *gpu.Buffer[[4]float32] // two a vertex: place and openness; normal and scalp
	Triangles *gpu.Buffer[uint32]     // the indices, and a word more

	vertexArray uint32
	buffers     [3]uint32 // positions, normals, scalp and openness
}

// NewHead uploads a head. Errors: gpu.ErrTooLarge, gpu.ErrOutOfMemory.
func NewHead(d *gpu.Device, h *groom.Head) (*Head, error) {
	m := &Head{Head: h}
	if err := m.upload(d); err != nil {
		m.Release()
		return nil, err
	}
	return m, nil
}

func (m *Head) upload(d *gpu.Device) (err error) {
	corners := make([][4]float32, 0, 2*len(m.Vertices)+1)
	shares := make([][2]float32, len(m.Vertices))
	for i, v := range m.Vertices {
		n := m.Normals[i]
		shares[i] = [2]float32{m.Scalp[i], m.openAt(i)}
		corners = append(corners, [4]float32{v[0], v[1], v[2], shares[i][1]}, [4]float32{n[0], n[1], n[2], shares[i][0]})
	}
	// A buffer has at least one item, even of an empty head.
	if m.Corners, err = gpu.NewBufferFrom(d, append(corners, [4]float32{})); err != nil {
		return err
	}
	if m.Triangles, err = gpu.NewBufferFrom(d, append(m.Indices[:len(m.Indices):len(m.Indices)], 0)); err != nil {
		return err
	}
	gl.GenVertexArrays(1, &m.vertexArray)
	gl.BindVertexArray(m.vertexArray)
	gl.GenBuffers(int32(len(m.buffers)), &m.buffers[0])
	attribute := func(i uint32, size int32, data any) {
		gl.BindBuffer(gl.ARRAY_BUFFER, m.buffers[i])
		gl.BufferData(gl.ARRAY_BUFFER, 4*int(size)*len(m.Vertices), gl.Ptr(data), gl.STATIC_DRAW)
		gl.VertexAttribPointerWithOffset(i, size, gl.FLOAT, false, 4*size, 0)
		gl.EnableVertexAttribArray(i)
	}
	attribute(0, 3, m.Vertices)
	attribute(1, 3, m.Normals)
	attribute(2, 2, shares)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, m.Triangles.View().ID())
	gl.BindVertexArray(0)
	gl.BindBuffer(gl.ARRAY_BUFFER, 0)
	return nil
}

// openAt returns the openness of a vertex.
func (m *Head) openAt(i int) float32 {
	if m.Open == nil {
		return 1
	}
	return m.Open[i]
}

// Draw draws its triangles.
func (m *Head) Draw() {
	gl.BindVertexArray(m.vertexArray)
	gl.DrawElementsWithOffset(gl.TRIANGLES, int32(len(m.Indices)), gl.UNSIGNED_INT, 0)
	gl.BindVertexArray(0)
}

// Release frees its buffers.
func (m *Head) Release() {
	if m == nil {
		return
	}
	gl.DeleteVertexArrays(1, &m.vertexArray)
	gl.DeleteBuffers(int32(len(m.buffers)), &m.buffers[0])
	m.Corners.Release()
	m.Triangles.Release()
}
