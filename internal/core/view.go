// SPDX-License-Identifier: MIT

package core

import "fmt"

// UserBinding is gpu.UserBinding.
const UserBinding = 8

// MaxItems is gpu.MaxItems.
const MaxItems = 1<<31 - 1

// View is the inner part of a gpu.View.
type View struct {
	Of           *Object // nil for the zero View
	Offset, Size int     // bytes
}

// ID returns the GL name of the buffer object. It is 0 for the zero View and for a released buffer.
func (v View) ID() uint32 {
	if v.Of == nil || v.Of.released.Load() {
		return 0
	}
	return v.Of.id
}

// Device returns the Device of the buffer. It is nil for the zero View.
func (v View) Device() *Device {
	if v.Of == nil {
		return nil
	}
	return v.Of.d
}

// String returns the bytes and the buffer.
func (v View) String() string {
	switch {
	case v.Of == nil:
		return "no buffer"
	case v.Of.released.Load():
		return fmt.Sprintf("bytes %d to %d of buffer %d (released)", v.Offset, v.Offset+v.Size, v.Of.id)
	}
	return fmt.Sprintf("bytes %d to %d of buffer %d", v.Offset, v.Offset+v.Size, v.Of.id)
}

// Slice is gpu.View.Slice.
func (v View) Slice(from, to int) (View, error) {
	if from < 0 || to < from || to > v.Size || from%4 != 0 || to%4 != 0 {
		return View{}, fmt.Errorf("gpu: View.Slice: bytes %d to %d of a view of %d, want multiples of 4 within it: %w", from, to, v.Size, ErrView)
	}
	return View{v.Of, v.Offset + from, to - from}, nil
}

// Overlaps reports whether two views share a byte.
func (v View) Overlaps(o View) bool {
	return v.Of == o.Of && v.Of != nil && v.Size > 0 && o.Size > 0 && v.Offset < o.Offset+o.Size && o.Offset < v.Offset+v.Size
}

// Count is the inner part of a gpu.Count.
type Count struct {
	Max   int
	Word  View
	OnGPU bool
	Given bool // false in the zero Count, which operations refuse
}

// N is gpu.N.
func N(n int) Count { return Count{Max: n, Given: true} }
