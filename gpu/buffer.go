// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/combgl/comb/internal/core"
)

// Buffer is a buffer object that comb owns. Operations refuse a view of it (ErrView) as items that
// its numbers are not: floats as integers, integers of 64 bits as smaller items, and signed
// integers as floats or in comparisons of unsigned ones. Buffers of uint32 and uint64, of structs
// and of arrays may hold any items of their size.
type Buffer[T Item] struct {
	d    *Device
	view View
	n    int
}

// NewBuffer makes a zeroed buffer of n items, rounded up to whole words; items of 1 and 2 bytes are
// packed. Errors: ErrArgument if Item excludes the type; ErrView for its size or n; ErrTooLarge
// above the driver's shader-storage limit; ErrOutOfMemory.
func NewBuffer[T Item](d *Device, n int) (*Buffer[T], error) {
	in := d.Internal()
	if err := in.Enter(); err != nil {
		return nil, err
	}
	defer in.Leave()
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
	v, err := in.Create((n*size + 3) / 4 * 4)
	if err != nil {
		return nil, fmt.Errorf("gpu: NewBuffer: %w", err)
	}
	v.Of.Float, v.Of.Int, v.Of.Signed = numberOf[T]()
	if size < 4 {
		v.Of.Filled = n * size
	}
	return &Buffer[T]{d, View{v}, n}, nil
}

// NewBufferFrom makes a buffer with a copy of items. Errors: those of NewBuffer.
func NewBufferFrom[T Item](d *Device, items []T) (*Buffer[T], error) {
	b, err := NewBuffer[T](d, len(items))
	if err != nil {
		return nil, err
	}
	if err := b.Upload(items); err != nil {
		b.Release()
		return nil, err
	}
	return b, nil
}

// View returns a view of the whole buffer, or the zero View for a nil Buffer. After Release
// operations refuse the view with ErrReleased.
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

// Slice returns a view of items [from, to), which must fill whole words. Errors: ErrView;
// ErrReleased.
func (b *Buffer[T]) Slice(from, to int) (View, error) {
	if err := b.usable("Slice"); err != nil && b.View() != (View{}) {
		return View{}, err
	}
	var item T
	size := int(unsafe.Sizeof(item))
	if from < 0 || to < from || to > b.Len() {
		return View{}, fmt.Errorf("gpu: Buffer.Slice: items %d to %d, want a range of %d items: %w", from, to, b.Len(), ErrView)
	}
	return b.View().Slice(from*size, to*size)
}

// Upload copies items to the first items of the buffer, as the function Upload. Errors: ErrView for
// more items than the buffer has, and those of the function.
func (b *Buffer[T]) Upload(items []T) error {
	if err := b.usable("Upload"); err != nil {
		return err
	}
	if len(items) > b.n {
		return fmt.Errorf("gpu: Buffer.Upload: %d items, want at most the %d of the buffer: %w", len(items), b.n, ErrView)
	}
	return Upload(b.d, b.view, items)
}

// Download returns a copy of all items, or nil with an error, as the function Download.
func (b *Buffer[T]) Download() ([]T, error) {
	if err := b.usable("Download"); err != nil {
		return nil, err
	}
	items := make([]T, b.n)
	if err := Download(b.d, b.view, items); err != nil {
		return nil, err
	}
	return items, nil
}

// usable returns an error for a Buffer that is nil, that NewBuffer did not make, or that is
// released.
func (b *Buffer[T]) usable(operation string) error {
	if b.View().ID() == 0 {
		return fmt.Errorf("gpu: Buffer.%s: the Buffer: %w", operation, ErrReleased)
	}
	return nil
}

// Release frees the buffer. Enqueued work still completes. The view stays, so that operations do
// not take a released buffer for an optional one that is left out.
func (b *Buffer[T]) Release() {
	if b == nil {
		return
	}
	b.d.Internal().Remove(b.view.in)
	b.n = 0
}

// Upload copies items to the first bytes of the view. It waits for the GPU if the driver does, or
// if items of 1 or 2 bytes end within a word. Errors: ErrArgument if Item excludes the type;
// ErrView if the items do not fit, or for a buffer of the caller that is mapped or whose storage
// lacks GL_DYNAMIC_STORAGE_BIT.
func Upload[T Item](d *Device, v View, items []T) error {
	in := d.Internal()
	if err := in.Enter(); err != nil {
		return err
	}
	defer in.Leave()
	if err := in.Own("gpu: Upload: the destination", v.in); err != nil {
		return err
	}
	if err := upload(in, v, items); err != nil {
		return err
	}
	return in.Alive()
}

// Download waits for the GPU and fills items from the first bytes of the view. After an error they
// are undefined. Errors: ErrArgument if Item excludes the type; ErrView if the view holds fewer
// items, or for a buffer of the caller that is mapped; ErrContextLost, also during the read; ErrGL.
func Download[T Item](d *Device, v View, items []T) error {
	in := d.Internal()
	if err := in.Enter(); err != nil {
		return err
	}
	defer in.Leave()
	if err := in.Own("gpu: Download: the source", v.in); err != nil {
		return err
	}
	if in.KeepPending() {
		return fmt.Errorf("gpu: Download: an earlier call ran out of memory: %w", ErrOutOfMemory)
	}
	if err := download(in, v, items); err != nil {
		return err
	}
	core.Settle()
	return in.GLError("gpu: Download")
}

// bytesOf returns the size of items that lie at the start of a view. Errors: ErrArgument, ErrView.
func bytesOf[T Item](operation string, v View, items []T) (int, error) {
	if err := checkItem[T](); err != nil {
		return 0, err
	}
	var item T
	bytes := len(items) * int(unsafe.Sizeof(item))
	if bytes > v.in.Size {
		return 0, fmt.Errorf("gpu: %s: got %d items of %d bytes, want at most the %d bytes of the view: %w", operation, len(items), unsafe.Sizeof(item), v.in.Size, ErrView)
	}
	return bytes, nil
}

func upload[T Item](d *core.Device, v View, items []T) error {
	bytes, err := bytesOf("Upload", v, items)
	if err != nil || bytes == 0 {
		return err
	}
	if err := d.NeedAccess("gpu: Upload: the destination", v.in, true); err != nil {
		return err
	}
	return d.Upload(v.in, unsafe.Pointer(&items[0]), bytes)
}

func download[T Item](d *core.Device, v View, items []T) error {
	bytes, err := bytesOf("Download", v, items)
	if err != nil || bytes == 0 {
		return err
	}
	if err := d.NeedAccess("gpu: Download: the source", v.in, false); err != nil {
		return err
	}
	return d.Download(v.in, unsafe.Pointer(&items[0]), bytes)
}
