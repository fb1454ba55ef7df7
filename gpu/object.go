// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"sync/atomic"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// object is a GL buffer object as its Device knows it. There is one for each name, so that views of
// the same bytes compare equal however they were made; views point at it, so that one kept beyond
// the buffer's Release is refused although GL may have given the name to another buffer.
type object struct {
	d        *Device
	id       uint32
	wrapped  bool // the caller's own
	float    int  // bytes of an item of a Buffer of floats, 0 of any other
	released atomic.Bool
}

// sweepFrom is how many buffers a Device knows before it looks for those that their owner deleted.
const sweepFrom = 1024

// created is the record of a buffer that GL just made: whoever had its name before is gone.
func (d *Device) created(id uint32) *object {
	if old := d.objects[id]; old != nil {
		old.released.Store(true)
	}
	o := &object{d: d, id: id}
	d.objects[id] = o
	return o
}

// known is the record of a buffer of the caller's. It is made once, so that to wrap a buffer every
// frame allocates nothing.
func (d *Device) known(id uint32) *object {
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

// remove deletes a buffer of comb's own.
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

// Own refuses a view that this Device must not touch: of a buffer of another Device, or of one that
// was released. what names it in the error: "scan: src". The zero View passes. Need does the same,
// and more. Errors: ErrView, ErrReleased.
func (d *Device) Own(what string, v View) error { return d.own(what, "", v) }

// own is Own with the name in two parts: to join them would allocate.
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

// holds is Own for what GL itself reads or writes: it also refuses a buffer that its owner deleted.
func (d *Device) holds(what string, v View) error {
	if err := d.Own(what, v); err != nil || v.of == nil || !v.of.wrapped || gl.IsBuffer(v.of.id) {
		return err
	}
	return fmt.Errorf("%s is a view of buffer %d, which its owner deleted: %w", what, v.of.id, ErrReleased)
}
