// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// View is a range of bytes in a GL buffer object: what every operation takes. It is a value; it
// owns nothing and compares with ==. Offset and size are multiples of 4; the offset need not keep
// the driver's binding alignment. Operations refuse a view of another Device's buffer (ErrView) and
// one kept beyond its buffer's Release (ErrReleased).
type View struct {
	of           *object // nil in the zero View
	offset, size int     // bytes
}

// ID is the GL name of the buffer object: 0 for the zero View and once the buffer is released.
func (v View) ID() uint32 {
	if v.of == nil || v.of.released.Load() {
		return 0
	}
	return v.of.id
}

// Offset is where the view begins in the buffer, in bytes.
func (v View) Offset() int { return v.offset }

// Size is the view's length in bytes.
func (v View) Size() int { return v.size }

// String names the bytes and the buffer, for error messages and logs.
func (v View) String() string {
	switch {
	case v.of == nil:
		return "no buffer"
	case v.of.released.Load():
		return fmt.Sprintf("bytes %d to %d of buffer %d (released)", v.offset, v.offset+v.size, v.of.id)
	}
	return fmt.Sprintf("bytes %d to %d of buffer %d", v.offset, v.offset+v.size, v.of.id)
}

// Slice is the part from byte from up to byte to. Errors: ErrView.
func (v View) Slice(from, to int) (View, error) {
	if from < 0 || to < from || to > v.size || from%4 != 0 || to%4 != 0 {
		return View{}, fmt.Errorf("gpu: View.Slice: bytes %d to %d of a view of %d, want multiples of 4 within it: %w", from, to, v.size, ErrView)
	}
	return View{v.of, v.offset + from, to - from}, nil
}

// Overlaps says whether two views share a byte.
func (v View) Overlaps(o View) bool {
	return v.of == o.of && v.of != nil && v.size > 0 && o.size > 0 && v.offset < o.offset+o.size && o.offset < v.offset+v.size
}

// Wrap makes a view of the caller's own buffer object, bytes offset to offset+size. It asks GL for
// the buffer's size once. Wrapping the same buffer again allocates nothing. Keep the buffer while
// views of it are in use: transfers (Upload, Download) refuse one that was deleted (ErrReleased),
// but kernels do not look, and GL's error for it is returned by Check. Errors: ErrView when there
// is no such buffer, the range is not in it, or is not a multiple of 4.
func (d *Device) Wrap(id uint32, offset, size int) (View, error) {
	if err := d.Enter(); err != nil {
		return View{}, err
	}
	defer d.Leave()
	if id == 0 || !gl.IsBuffer(id) {
		return View{}, fmt.Errorf("gpu: Wrap: %d is not a buffer object of this context: %w", id, ErrView)
	}
	gl.BindBuffer(gl.COPY_READ_BUFFER, id)
	gl.GetBufferParameteri64v(gl.COPY_READ_BUFFER, gl.BUFFER_SIZE, &d.answer)
	gl.BindBuffer(gl.COPY_READ_BUFFER, 0)
	total := int(d.answer)
	if offset < 0 || size < 0 || offset > total || size > total-offset {
		return View{}, fmt.Errorf("gpu: Wrap: %d bytes from byte %d of buffer %d, which has %d: %w", size, offset, id, total, ErrView)
	}
	if offset%4 != 0 || size%4 != 0 {
		return View{}, fmt.Errorf("gpu: Wrap: %d bytes from byte %d of buffer %d, want multiples of 4: %w", size, offset, id, ErrView)
	}
	return View{d.known(id), offset, size}, nil
}

// Buffer is a buffer object of comb's own, of Len items of T.
type Buffer[T Item] struct {
	d    *Device
	view View
	n    int
}

// NewBuffer makes a buffer of n items, zeroed; items of 1 and 2 bytes lie packed, and the buffer
// ends with a whole word. Errors: ErrArgument for a type that Item excludes, ErrView for one of
// another size than 1, 2 or a multiple of 4 bytes and for a number of items below 0, ErrTooLarge
// above the driver's shader-storage limit, ErrOutOfMemory, and those of Enter.
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
		return nil, fmt.Errorf("gpu: NewBuffer: %T has %d bytes, want 1, 2 or a multiple of 4: %w", item, size, ErrView)
	}
	if n < 0 || n > math.MaxInt/size {
		return nil, fmt.Errorf("gpu: NewBuffer: %d items, want 0 or more that fit in memory: %w", n, ErrView)
	}
	if n*size > d.caps.MaxStorageBytes {
		return nil, fmt.Errorf("gpu: NewBuffer: %d items of %d bytes, a shader-storage block has at most %d bytes: %w", n, size, d.caps.MaxStorageBytes, ErrTooLarge)
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

// NewBufferFrom makes a buffer that holds a copy of items. Errors: as for NewBuffer,
// ErrContextLost.
func NewBufferFrom[T Item](d *Device, items []T) (*Buffer[T], error) {
	b, err := NewBuffer[T](d, len(items))
	if err != nil {
		return nil, err
	}
	return b, b.Upload(items)
}

// View is the whole buffer; the zero View for a nil Buffer.
func (b *Buffer[T]) View() View {
	if b == nil {
		return View{}
	}
	return b.view
}

// Len is the number of items; 0 for a nil Buffer.
func (b *Buffer[T]) Len() int {
	if b == nil {
		return 0
	}
	return b.n
}

// Slice is items from up to to. Errors: ErrView.
func (b *Buffer[T]) Slice(from, to int) (View, error) {
	var item T
	size := int(unsafe.Sizeof(item))
	if from < 0 || to < from || to > b.Len() {
		return View{}, fmt.Errorf("gpu: Buffer.Slice: items %d to %d of %d: %w", from, to, b.Len(), ErrView)
	}
	return b.View().Slice(from*size, to*size)
}

// Upload copies items to the buffer's front. Errors: as for the function Upload.
func (b *Buffer[T]) Upload(items []T) error {
	if err := b.usable(); err != nil {
		return err
	}
	return Upload(b.d, b.view, items)
}

// Download waits for the GPU and returns a copy of all items, nil with an error. Errors: as for the
// function Download.
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

// Release frees the buffer. A GPU still reading it is served; the name is gone at once. On a thread
// where the Device's context is not current the buffer is deleted by the next call that finds it
// current. Views of it are refused from then on.
func (b *Buffer[T]) Release() {
	if b == nil {
		return
	}
	b.d.remove(b.view)
	b.view, b.n = View{}, 0
}

// Upload copies items to the view's front. It does not wait for the GPU unless the driver does, or
// the last word is only partly written: items of 1 or 2 bytes whose number does not fill whole
// words. Errors: ErrArgument for a type that Item excludes, ErrView when they do not fit or the
// view is of another Device, ErrReleased, ErrContextLost, and those of Enter.
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

// Download waits for the GPU and fills items from the view's front; with an error they mean
// nothing. Errors: ErrArgument for a type that Item excludes, ErrView when they are more than the
// view holds or the view is of another Device, ErrReleased, ErrContextLost, also when it was lost
// under way, ErrGL, and those of Enter.
func Download[T Item](d *Device, v View, items []T) error {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	if err := d.holds("gpu: Download: the source", v); err != nil {
		return err
	}
	if d.keepPending() {
		return fmt.Errorf("gpu: Download: in a call before: %w", ErrOutOfMemory)
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
		return 0, fmt.Errorf("gpu: %d items of %d bytes do not fit in a view of %d bytes: %w", len(items), unsafe.Sizeof(item), v.size, ErrView)
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
	// Only whole words: of an upload that ends within one, NVIDIA (580.159, H200) let kernels see nothing.
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
