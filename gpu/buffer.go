// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// View is a range of bytes in a GL buffer object, the operand of every operation. A View is a
// value: it owns nothing, and == compares it. Offset and size are multiples of 4. The offset need
// not be a multiple of the driver's binding alignment. Operations refuse a view of another Device's
// buffer (ErrView) and a view of a released buffer (ErrReleased).
type View struct {
	of           *object // nil for the zero View
	offset, size int     // bytes
}

// ID returns the GL name of the buffer object. It is 0 for the zero View and for a released buffer.
func (v View) ID() uint32 {
	if v.of == nil || v.of.released.Load() {
		return 0
	}
	return v.of.id
}

// Offset returns where the view begins in the buffer, in bytes.
func (v View) Offset() int { return v.offset }

// Size returns the view's length in bytes.
func (v View) Size() int { return v.size }

// String returns the bytes and the buffer, for error messages and logs.
func (v View) String() string {
	switch {
	case v.of == nil:
		return "no buffer"
	case v.of.released.Load():
		return fmt.Sprintf("bytes %d to %d of buffer %d (released)", v.offset, v.offset+v.size, v.of.id)
	}
	return fmt.Sprintf("bytes %d to %d of buffer %d", v.offset, v.offset+v.size, v.of.id)
}

// Slice returns bytes from to to of the view, without byte to. Both are multiples of 4. Errors:
// ErrView.
func (v View) Slice(from, to int) (View, error) {
	if from < 0 || to < from || to > v.size || from%4 != 0 || to%4 != 0 {
		return View{}, fmt.Errorf("gpu: View.Slice: bytes %d to %d of a view of %d, want multiples of 4 within it: %w", from, to, v.size, ErrView)
	}
	return View{v.of, v.offset + from, to - from}, nil
}

// Overlaps reports whether two views share a byte.
func (v View) Overlaps(o View) bool {
	return v.of == o.of && v.of != nil && v.size > 0 && o.size > 0 && v.offset < o.offset+o.size && o.offset < v.offset+v.size
}

// Wrap returns a view of the caller's own buffer object, from byte offset to offset+size. It reads
// the buffer's size from GL. Wrapping the same buffer again allocates nothing.
//
// Keep the buffer while views of it are in use. Upload and Download refuse a view of a buffer that
// was deleted (ErrReleased). Kernels do not check this; Check returns GL's error for it. Errors:
// ErrView if there is no such buffer, or the range lies outside of it or is not a multiple of 4;
// those of Enter.
func (d *Device) Wrap(id uint32, offset, size int) (View, error) {
	if err := d.Enter(); err != nil {
		return View{}, err
	}
	defer d.Leave()
	if id == 0 || !gl.IsBuffer(id) {
		return View{}, fmt.Errorf("gpu: Wrap: the name is %d, want a buffer object of this context: %w", id, ErrView)
	}
	gl.BindBuffer(gl.COPY_READ_BUFFER, id)
	gl.GetBufferParameteri64v(gl.COPY_READ_BUFFER, gl.BUFFER_SIZE, &d.answer)
	gl.BindBuffer(gl.COPY_READ_BUFFER, 0)
	total := int(d.answer)
	if offset < 0 || size < 0 || offset > total || size > total-offset {
		return View{}, fmt.Errorf("gpu: Wrap: %d bytes from byte %d of buffer %d, want a range of its %d bytes: %w", size, offset, id, total, ErrView)
	}
	if offset%4 != 0 || size%4 != 0 {
		return View{}, fmt.Errorf("gpu: Wrap: %d bytes from byte %d of buffer %d, want multiples of 4: %w", size, offset, id, ErrView)
	}
	return View{d.wrapped(id), offset, size}, nil
}

// Buffer is a buffer object that comb owns, with Len items of type T.
type Buffer[T Item] struct {
	d    *Device
	view View
	n    int
}

// NewBuffer makes a zeroed buffer of n items. Items of 1 and 2 bytes are packed, and the buffer is
// rounded up to whole words. Errors:
//
//   - ErrArgument: Item excludes the type;
//   - ErrView: n is below 0, or the size of an item is not 1, 2 or a multiple of 4 bytes;
//   - ErrTooLarge: the buffer exceeds the driver's shader-storage limit;
//   - ErrOutOfMemory, and those of Enter.
func NewBuffer[T Item](d *Device, n int) (*Buffer[T], error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	if err := checkItem[T](); err != nil {
		return nil, err
	}
	var item T
	size := int(unsafe.Sizeof(item))
	if size == 0 || size%4 != 0 && size != 1 && size != 2 {
		return nil, fmt.Errorf("gpu: NewBuffer: type %T has %d bytes, want 1, 2 or a multiple of 4: %w", item, size, ErrView)
	}
	if n < 0 || n > math.MaxInt/size {
		return nil, fmt.Errorf("gpu: NewBuffer: %d items, want 0 or more that fit in memory: %w", n, ErrView)
	}
	if n*size > d.caps.MaxStorageBytes {
		return nil, fmt.Errorf("gpu: NewBuffer: %d items of %d bytes, want at most %d bytes in a shader-storage block: %w", n, size, d.caps.MaxStorageBytes, ErrTooLarge)
	}
	v, err := d.create((n*size + 3) / 4 * 4)
	if err != nil {
		return nil, fmt.Errorf("gpu: NewBuffer: %w", err)
	}
	if v.of != nil {
		v.of.float = floatBytes[T]()
	}
	return &Buffer[T]{d, v, n}, nil
}

// NewBufferFrom makes a buffer with a copy of items. Errors: those of NewBuffer; ErrContextLost.
func NewBufferFrom[T Item](d *Device, items []T) (*Buffer[T], error) {
	b, err := NewBuffer[T](d, len(items))
	if err != nil {
		return nil, err
	}
	return b, b.Upload(items)
}

// View returns a view of the whole buffer, or the zero View for a nil Buffer.
func (b *Buffer[T]) View() View {
	if b == nil {
		return View{}
	}
	return b.view
}

// Len returns the number of items, or 0 for a nil Buffer.
func (b *Buffer[T]) Len() int {
	if b == nil {
		return 0
	}
	return b.n
}

// Slice returns a view of items from to to, without item to. The bytes must be whole words. Errors:
// ErrView.
func (b *Buffer[T]) Slice(from, to int) (View, error) {
	var item T
	size := int(unsafe.Sizeof(item))
	if from < 0 || to < from || to > b.Len() {
		return View{}, fmt.Errorf("gpu: Buffer.Slice: items %d to %d, want a range of %d items: %w", from, to, b.Len(), ErrView)
	}
	return b.View().Slice(from*size, to*size)
}

// Upload copies items to the first items of the buffer. Errors: those of the function Upload.
func (b *Buffer[T]) Upload(items []T) error {
	if err := b.usable(); err != nil {
		return err
	}
	return Upload(b.d, b.view, items)
}

// Download waits for the GPU and returns a copy of all items, or nil with an error. Errors: those
// of the function Download.
func (b *Buffer[T]) Download() ([]T, error) {
	if err := b.usable(); err != nil {
		return nil, err
	}
	items := make([]T, b.n)
	if err := Download(b.d, b.view, items); err != nil {
		return nil, err
	}
	return items, nil
}

func (b *Buffer[T]) usable() error {
	if b == nil || b.view.of == nil {
		return fmt.Errorf("gpu: the Buffer: %w", ErrReleased)
	}
	return nil
}

// Release frees the buffer. Work that is already enqueued still completes. The GL name is free at
// once. If the Device's context is not current on this thread, the next call with the context
// current deletes the buffer. Operations refuse views of a released buffer.
func (b *Buffer[T]) Release() {
	if b == nil {
		return
	}
	b.d.remove(b.view)
	b.view, b.n = View{}, 0
}

// Upload copies items to the first bytes of the view. It waits for the GPU if the driver does, or
// if it ends within a word: items of 1 or 2 bytes may not fill the last word.
//
// Errors: ErrArgument for a type that Item excludes; ErrView if the items do not fit or the view
// belongs to another Device; ErrReleased; ErrContextLost; those of Enter.
func Upload[T Item](d *Device, v View, items []T) error {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	if err := d.holds("gpu: Upload: the destination", v); err != nil {
		return err
	}
	if err := upload(d, v, items); err != nil {
		return err
	}
	return d.alive()
}

// Download waits for the GPU and fills items from the first bytes of the view. After an error the
// items are undefined.
//
// Errors: ErrArgument for a type that Item excludes; ErrView if the view holds fewer items or
// belongs to another Device; ErrReleased; ErrContextLost, also if the context was lost during the
// read; ErrGL; those of Enter.
func Download[T Item](d *Device, v View, items []T) error {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	if err := d.holds("gpu: Download: the source", v); err != nil {
		return err
	}
	if d.keepPending() {
		return fmt.Errorf("gpu: Download: an earlier call ran out of memory: %w", ErrOutOfMemory)
	}
	if err := download(d, v, items); err != nil {
		return err
	}
	settle()
	return d.glError("gpu: Download")
}

func bytesOf[T Item](v View, items []T) (int, error) {
	if err := checkItem[T](); err != nil {
		return 0, err
	}
	var item T
	bytes := len(items) * int(unsafe.Sizeof(item))
	if bytes > v.size {
		return 0, fmt.Errorf("gpu: %d items of %d bytes, want at most the %d bytes of the view: %w", len(items), unsafe.Sizeof(item), v.size, ErrView)
	}
	return bytes, nil
}

func upload[T Item](d *Device, v View, items []T) error {
	bytes, err := bytesOf(v, items)
	if err != nil || bytes == 0 {
		return err
	}
	whole := bytes / 4 * 4
	put(v, unsafe.Pointer(&items[0]), whole) // gl.Ptr would allocate
	if whole == bytes {
		return nil
	}
	// Uploads are whole words: after one that ends within a word, kernels read none of it on NVIDIA
	// (580.159, H200).
	end := View{v.of, v.offset + whole, 4}
	var last [4]byte
	if err := d.get(end, unsafe.Pointer(&last[0]), 4); err != nil {
		return err
	}
	settle()
	copy(last[:], unsafe.Slice((*byte)(unsafe.Pointer(&items[0])), bytes)[whole:])
	put(end, unsafe.Pointer(&last[0]), 4)
	return nil
}

func download[T Item](d *Device, v View, items []T) error {
	bytes, err := bytesOf(v, items)
	if err != nil || bytes == 0 {
		return err
	}
	return d.get(v, unsafe.Pointer(&items[0]), bytes) // gl.Ptr would allocate
}
