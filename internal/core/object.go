// SPDX-License-Identifier: MIT

package core

import (
	"fmt"
	"sync/atomic"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Object is the record of a GL buffer object. A Device has one per GL name, and views point at it.
// Views of the same bytes therefore compare equal. GL may give the name of a released buffer to
// another one; views of the released buffer still point at the old record and are refused.
type Object struct {
	d        *Device
	id       uint32
	wrapped  bool // the buffer is the caller's
	Float    int  // bytes per item of a Buffer of floats, otherwise 0
	Int      int  // those of a Buffer of integers, otherwise 0
	Signed   bool // the integers are signed
	Filled   int  // bytes of the items of a Buffer of 1 or 2 bytes each, otherwise 0: the last word may have room
	released atomic.Bool
}

// sweepFrom is the number of records from which a Device searches them for buffers that their owner
// has deleted.
const sweepFrom = 1024

// created makes the record of a buffer that GL has just made. An older buffer of that name is gone.
func (d *Device) created(id uint32) *Object {
	if old := d.objects[id]; old != nil {
		old.released.Store(true)
	}
	o := &Object{d: d, id: id}
	d.objects[id] = o
	return o
}

// wrapped returns the record of a buffer of the caller. It is made once, so that wrapping a buffer
// every frame allocates nothing.
func (d *Device) wrapped(id uint32) *Object {
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
	o := &Object{d: d, id: id, wrapped: true}
	d.objects[id] = o
	return o
}

// Remove deletes a buffer that comb owns.
func (d *Device) Remove(v View) {
	o := v.Of
	if o == nil || o.wrapped || o.released.Swap(true) {
		return
	}
	d.WhenCurrent(func() {
		delete(d.objects, o.id)
		gl.DeleteBuffers(1, &o.id)
	})
}

// Own returns an error for a view of another Device's buffer or of a released one. Of a buffer of
// the caller it also refuses one that is deleted, and a view beyond its end. GL would leave the
// binding as it is for these, and a kernel would write to the buffer of an earlier call. what names
// the view in the error: "scan: src". The zero View passes. Need checks the same and more. The
// context must be current. Errors: ErrView, ErrReleased.
func (d *Device) Own(what string, v View) error { return d.OwnPart(what, "", v) }

// OwnPart is Own with the name in two parts, since joining them would allocate.
func (d *Device) OwnPart(what, part string, v View) error {
	switch {
	case v.Of == nil:
		return nil
	case v.Of.d != d:
		return fmt.Errorf("%s%s is a view of a buffer of another Device, want one of this Device: %w", what, part, ErrView)
	case v.Of.released.Load():
		return fmt.Errorf("%s%s is a view of buffer %d, which was released: %w", what, part, v.Of.id, ErrReleased)
	case !v.Of.wrapped:
		return nil
	case !gl.IsBuffer(v.Of.id):
		return fmt.Errorf("%s%s is a view of buffer %d, which its owner deleted: %w", what, part, v.Of.id, ErrReleased)
	}
	if has := d.sizeOf(v.Of.id); v.Offset+v.Size > has {
		return fmt.Errorf("%s%s is a view of bytes %d to %d of buffer %d, which now has %d bytes: %w", what, part, v.Offset, v.Offset+v.Size, v.Of.id, has, ErrView)
	}
	return nil
}

// sizeOf returns the size of a buffer in bytes.
func (d *Device) sizeOf(id uint32) int {
	if d.Facts.directAccess() {
		gl.GetNamedBufferParameteri64v(id, gl.BUFFER_SIZE, &d.answer)
		return int(d.answer)
	}
	gl.BindBuffer(gl.COPY_READ_BUFFER, id)
	gl.GetBufferParameteri64v(gl.COPY_READ_BUFFER, gl.BUFFER_SIZE, &d.answer)
	gl.BindBuffer(gl.COPY_READ_BUFFER, 0)
	return int(d.answer)
}

// Wrap is gpu.Device.Wrap.
func (d *Device) Wrap(id uint32, offset, size int) (View, error) {
	if err := d.Enter(); err != nil {
		return View{}, err
	}
	defer d.Leave()
	if id == 0 || !gl.IsBuffer(id) {
		return View{}, fmt.Errorf("gpu: Wrap: the name is %d, want a buffer object of this context: %w", id, ErrView)
	}
	total := d.sizeOf(id)
	if offset < 0 || size < 0 || offset > total || size > total-offset {
		return View{}, fmt.Errorf("gpu: Wrap: %d bytes from byte %d of buffer %d, want a range of its %d bytes: %w", size, offset, id, total, ErrView)
	}
	if offset%4 != 0 || size%4 != 0 {
		return View{}, fmt.Errorf("gpu: Wrap: %d bytes from byte %d of buffer %d, want multiples of 4: %w", size, offset, id, ErrView)
	}
	return View{d.wrapped(id), offset, size}, nil
}

// Objects returns the number of buffers that the Device has records of.
func (d *Device) Objects() int { return len(d.objects) }
