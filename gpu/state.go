// SPDX-License-Identifier: MIT

package gpu

import "github.com/go-gl/gl/v4.3-core/gl"

// state is the part of a context that operations change.
type state struct {
	program, storage              uint32
	copyRead, copyWrite, dispatch uint32
	ranges                        [UserBinding]savedRange
	word                          int32 // where GL writes its answers: a local one would be allocated each time
}

type savedRange struct {
	buffer       uint32
	offset, size int64
}

func (s *state) save() {
	s.program = s.get(gl.CURRENT_PROGRAM)
	s.storage = s.get(gl.SHADER_STORAGE_BUFFER_BINDING)
	s.copyRead = s.get(gl.COPY_READ_BUFFER_BINDING)
	s.copyWrite = s.get(gl.COPY_WRITE_BUFFER_BINDING)
	s.dispatch = s.get(gl.DISPATCH_INDIRECT_BUFFER_BINDING)
	for i := range s.ranges {
		r := &s.ranges[i]
		gl.GetIntegeri_v(gl.SHADER_STORAGE_BUFFER_BINDING, uint32(i), &s.word)
		r.buffer = uint32(s.word)
		gl.GetInteger64i_v(gl.SHADER_STORAGE_BUFFER_START, uint32(i), &r.offset)
		gl.GetInteger64i_v(gl.SHADER_STORAGE_BUFFER_SIZE, uint32(i), &r.size)
	}
}

func (s *state) get(name uint32) uint32 {
	gl.GetIntegerv(name, &s.word)
	return uint32(s.word)
}

func (s *state) restore() {
	for i, r := range s.ranges {
		// Size 0 says that the whole buffer was bound (or none).
		if r.size == 0 {
			gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(i), r.buffer)
		} else {
			gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, uint32(i), r.buffer, int(r.offset), int(r.size))
		}
	}
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, s.storage)
	gl.BindBuffer(gl.COPY_READ_BUFFER, s.copyRead)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, s.copyWrite)
	gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, s.dispatch)
	gl.UseProgram(s.program)
}
