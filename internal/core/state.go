// SPDX-License-Identifier: MIT

package core

import "github.com/go-gl/gl/v4.3-core/gl"

// state is the GL state that operations change.
type state struct {
	program, storage              uint32
	copyRead, copyWrite, dispatch uint32
	ranges                        [UserBinding]SavedRange
	word                          int32 // GL writes results here; a local variable would be allocated
}

// SavedRange is what is bound at an index.
type SavedRange struct {
	buffer       uint32
	offset, size int64
}

// RangeNames are GL's names for the buffers at the indexed bindings of one kind.
type RangeNames struct{ target, binding, start, size uint32 }

var (
	storageNames = RangeNames{gl.SHADER_STORAGE_BUFFER, gl.SHADER_STORAGE_BUFFER_BINDING, gl.SHADER_STORAGE_BUFFER_START, gl.SHADER_STORAGE_BUFFER_SIZE}
	UniformNames = RangeNames{gl.UNIFORM_BUFFER, gl.UNIFORM_BUFFER_BINDING, gl.UNIFORM_BUFFER_START, gl.UNIFORM_BUFFER_SIZE}
)

// Save reads what is bound at an index. GL writes to word as well, since a local variable would be
// allocated.
func (r *SavedRange) Save(n RangeNames, index uint32, word *int32) {
	gl.GetIntegeri_v(n.binding, index, word)
	r.buffer = uint32(*word)
	gl.GetInteger64i_v(n.start, index, &r.offset)
	gl.GetInteger64i_v(n.size, index, &r.size)
}

// Restore binds it again. Size 0 means that the whole buffer was bound, or none.
func (r SavedRange) Restore(n RangeNames, index uint32) {
	if r.size == 0 {
		gl.BindBufferBase(n.target, index, r.buffer)
	} else {
		gl.BindBufferRange(n.target, index, r.buffer, int(r.offset), int(r.size))
	}
}

func (s *state) save() {
	s.program = s.get(gl.CURRENT_PROGRAM)
	s.storage = s.get(gl.SHADER_STORAGE_BUFFER_BINDING)
	s.copyRead = s.get(gl.COPY_READ_BUFFER_BINDING)
	s.copyWrite = s.get(gl.COPY_WRITE_BUFFER_BINDING)
	s.dispatch = s.get(gl.DISPATCH_INDIRECT_BUFFER_BINDING)
	for i := range s.ranges {
		s.ranges[i].Save(storageNames, uint32(i), &s.word)
	}
}

func (s *state) get(name uint32) uint32 {
	gl.GetIntegerv(name, &s.word)
	return uint32(s.word)
}

func (s *state) restore() {
	for i, r := range s.ranges {
		r.Restore(storageNames, uint32(i))
	}
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, s.storage)
	gl.BindBuffer(gl.COPY_READ_BUFFER, s.copyRead)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, s.copyWrite)
	gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, s.dispatch)
	if s.program != 0 && !gl.IsProgram(s.program) {
		s.program = 0 // it was deleted while it was current, and ended with the operation's own program
	}
	gl.UseProgram(s.program)
}
