// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"sync/atomic"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// object is the record of a GL buffer object. A Device has one per GL name, and views point at it.
// Views of the same bytes therefore compare equal. GL may give the name of a released buffer to
// another one; views of the released buffer still point at the old record and are refused.
type object struct {
	d        *Device
	id       uint32
	wrapped  bool // the buffer is the caller's
	float    int  // bytes per item of a Buffer of floats, otherwise 0
	released atomic.Bool
}

// sweepFrom is the number of records from which a Device searches them for buffers that their owner
// has deleted.
const sweepFrom = 1024

// created makes the record of a buffer that GL has just made. An older buffer of that name is gone.
func (d *Device) created(id uint32) *object {
	if old := d.objects[id]; old != nil {
		old.released.Store(true)
	}
	o := &object{d: d, id: id}
	d.objects[id] = o
	return o
}

// wrapped returns the record of a buffer of the caller. It is made once, so that wrapping a buffer
// every frame allocates nothing.
func (d *Device) wrapped(id uint32) *object {
	if o := d.objects[id]; o != nil {
		return o
	}
	if len(d.objects) >= d.sweepAt {
		for id, o := range d.objects {
			if o.wrapped && !gl.IsBuffer(id) {
				o.released.Store(true)
				delete(d.objects, id)
			}
		}
		d.sweepAt = max(sweepFrom, 2*len(d.objects))
	}
	o := &object{d: d, id: id, wrapped: true}
	d.objects[id] = o
	return o
}

// remove deletes a buffer that comb owns.
func (d *Device) remove(v View) {
	o := v.of
	if o == nil || o.wrapped || o.released.Swap(true) {
		return
	}
	d.WhenCurrent(func() {
		delete(d.objects, o.id)
		gl.DeleteBuffers(1, &o.id)
	})
}

// Own returns an error for a view of another Device's buffer or of a released one. what names the
// view in the error: "scan: src". The zero View passes. Need checks the same and more. Errors:
// ErrView, ErrReleased.
func (d *Device) Own(what string, v View) error { return d.own(what, "", v) }

// own is Own with the name in two parts, since joining them would allocate.
func (d *Device) own(what, part string, v View) error {
	switch {
	case v.of == nil:
		return nil
	case v.of.d != d:
		return fmt.Errorf("%s%s is a view of a buffer of another Device, want one of this Device: %w", what, part, ErrView)
	case v.of.released.Load():
		return fmt.Errorf("%s%s is a view of buffer %d, which was released: %w", what, part, v.of.id, ErrReleased)
	}
	return nil
}

// holds is Own for reads and writes by GL itself. It also refuses a buffer that its owner has
// deleted.
func (d *Device) holds(what string, v View) error {
	if err := d.Own(what, v); err != nil || v.of == nil || !v.of.wrapped || gl.IsBuffer(v.of.id) {
		return err
	}
	return fmt.Errorf("%s is a view of buffer %d, which its owner deleted: %w", what, v.of.id, ErrReleased)
}
