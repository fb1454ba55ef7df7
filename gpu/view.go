// SPDX-License-Identifier: MIT

package gpu

import "github.com/combgl/comb/internal/core"

// View is a range of bytes in a GL buffer object, the operand of every operation. It is a value: it
// owns nothing, and == compares it. Offset and size are multiples of 4; the driver's binding
// alignment does not matter.
type View struct{ in core.View }

// ID returns the GL name of the buffer object: 0 for none or a released one. The object may be
// larger than the buffer: bind Size bytes from Offset on.
func (v View) ID() uint32 { return v.in.ID() }

// Offset returns where the view begins in the buffer, in bytes.
func (v View) Offset() int { return v.in.Offset }

// Size returns the view's length in bytes.
func (v View) Size() int { return v.in.Size }

func (v View) String() string { return v.in.String() }

// Slice returns bytes [from, to) of the view, both multiples of 4. Errors: ErrView.
func (v View) Slice(from, to int) (View, error) {
	in, err := v.in.Slice(from, to)
	return View{in}, err
}

// Overlaps reports whether two views share a byte.
func (v View) Overlaps(o View) bool { return v.in.Overlaps(o.in) }

// Internal is for comb's own packages.
func (v View) Internal() core.View { return v.in }

// ViewOf is for comb's own packages.
func ViewOf(v core.View) View { return View{v} }

// Wrap returns a view of the caller's own buffer object, from byte offset to offset+size. Wrapping
// it again allocates nothing. Keep the buffer and its size while views of it are in use: calls
// query GL for both, and refuse a view of a buffer that is deleted (ErrReleased), or smaller than
// the view (ErrView). Errors: ErrView if there is no such buffer, or the range lies outside of it
// or is not a multiple of 4.
//
// Unmap the buffer before a call, unless it is mapped with GL_MAP_PERSISTENT_BIT. Upload and
// Download refuse a mapped one; operations do not check. The view may be larger than
// Caps.MaxStorageBytes, and a call uses at most so many bytes of it.
func (d *Device) Wrap(id uint32, offset, size int) (View, error) {
	in, err := d.Internal().Wrap(id, offset, size)
	return View{in}, err
}
