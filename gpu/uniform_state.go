// SPDX-License-Identifier: MIT

package gpu

import "github.com/go-gl/gl/v4.3-core/gl"

// UniformBindings are the driver's last two uniform-buffer bindings and the generic one, for an
// operation with uniform blocks. Device.Enter does not save them, since few operations have any.
type UniformBindings struct {
	d       *Device
	first   int
	depth   int
	generic uint32
	ranges  [2]savedRange
	word    int32 // GL writes results here; a local variable would be allocated
}

// NewUniformBindings returns the UniformBindings of an operation. Call it between Enter and Leave.
func (d *Device) NewUniformBindings() *UniformBindings {
	return &UniformBindings{d: d, first: getInt(gl.MAX_UNIFORM_BUFFER_BINDINGS) - 2}
}

// First returns the index of the first of the two bindings.
func (u *UniformBindings) First() int { return u.first }

// Save saves what is bound if Options.PreserveState is set. Otherwise it does nothing. Call it
// between Enter and Leave, and Restore after it. Pairs may nest.
func (u *UniformBindings) Save() {
	u.depth++
	if u.depth > 1 || !u.d.options.PreserveState {
		return
	}
	gl.GetIntegerv(gl.UNIFORM_BUFFER_BINDING, &u.word)
	u.generic = uint32(u.word)
	for i := range u.ranges {
		u.ranges[i].save(uniformNames, uint32(u.first+i), &u.word)
	}
}

// Restore restores what Save saved.
func (u *UniformBindings) Restore() {
	u.depth--
	if u.depth > 0 || !u.d.options.PreserveState {
		return
	}
	for i, r := range u.ranges {
		r.restore(uniformNames, uint32(u.first+i))
	}
	gl.BindBuffer(gl.UNIFORM_BUFFER, u.generic)
}

// CanBind reports whether the Device's context is current. It is for methods that bind objects and
// return no error: if the result is false they do nothing, and Check returns the error. what names
// the method: "particles: BindUniforms".
func (d *Device) CanBind(what string) bool { return d.readyOr(what) }
