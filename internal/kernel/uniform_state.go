// SPDX-License-Identifier: MIT

package kernel

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// UniformBindings are the driver's last two uniform-buffer bindings and the generic one, for an
// operation with uniform blocks. Device.Enter does not save them, since few operations have any.
type UniformBindings struct {
	d       *gpu.Device
	first   int
	depth   int
	generic uint32
	ranges  [2]core.SavedRange
	word    int32 // GL writes results here; a local variable would be allocated
}

// NewUniformBindings returns the UniformBindings of an operation. Call it between Enter and Leave.
func NewUniformBindings(d *gpu.Device) *UniformBindings {
	return &UniformBindings{d: d, first: core.GetInt(gl.MAX_UNIFORM_BUFFER_BINDINGS) - 2}
}

// First returns the index of the first of the two bindings.
func (u *UniformBindings) First() int { return u.first }

// Save saves what is bound if Options.PreserveState is set. Otherwise it does nothing. Call it
// between Enter and Leave, and Restore after it. Pairs may nest.
func (u *UniformBindings) Save() {
	u.depth++
	if u.depth > 1 || !u.d.Internal().PreserveState {
		return
	}
	gl.GetIntegerv(gl.UNIFORM_BUFFER_BINDING, &u.word)
	u.generic = uint32(u.word)
	for i := range u.ranges {
		u.ranges[i].Save(core.UniformNames, uint32(u.first+i), &u.word)
	}
}

// Restore restores what Save saved.
func (u *UniformBindings) Restore() {
	u.depth--
	if u.depth > 0 || !u.d.Internal().PreserveState {
		return
	}
	for i, r := range u.ranges {
		r.Restore(core.UniformNames, uint32(u.first+i))
	}
	gl.BindBuffer(gl.UNIFORM_BUFFER, u.generic)
}
