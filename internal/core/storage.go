// SPDX-License-Identifier: MIT

package core

import (
	"fmt"
	"unsafe"

	"github.com/combgl/comb/internal/quirks"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// zeros fills new buffers piece by piece. glClearBufferData does not work: on NVIDIA (580.159,
// H200) it overtakes a later glBufferSubData of more than 64 KiB, every time. Only glFinish between
// the two helps.
var zeros [1 << 18]uint32

// Buffers of largePagesFrom to largePagesTo bytes lie in large pages. Smaller ones use ordinary
// storage, which takes almost no time to make and free. Committing the pages of a buffer blocks
// NVIDIA's GPU, for longer per byte the larger it is (580.159, H200). 64 MB take 29 ms, 256 MB 0.15
// s, 512 MB 0.42 s, 1 GB 1.9 s, 2 GB 8.7 s. At 2.4 GB the driver assumed a hang after 15 s, and the
// context was lost.
const (
	largePagesFrom = 16 << 20
	largePagesTo   = 1 << 30
)

// largePages reports whether a buffer of so many bytes is made as sparse storage with all pages
// committed, which lies in large pages. It is pure.
func largePages(f Facts, bytes int) bool {
	return quirks.SmallPages(f.Vendor) && f.Sparse() && bytes >= largePagesFrom && bytes <= largePagesTo
}

// storageBytes is the size of the buffer object for so many bytes. llvmpipe compiles a kernel anew
// where a property of its textures changes. Two of these properties depend on the size of a buffer
// that is read as a texture: whether it is a power of two, and whether bits 8 to 15 of it are 0.
// Mesa reads those as the last level of a mipmap (22.3, lp_sampler_static_texture_state). On
// software renderers all buffers have the same properties: neither holds. It is pure.
func storageBytes(f Facts, bytes int) int {
	bytes = max(bytes, 16)
	for f.Software && (bytes&(bytes-1) == 0 || bytes>>8&0xFF == 0) {
		bytes += 256
	}
	return bytes
}

// Create makes a zeroed buffer object of at least 16 bytes, so that an empty view has something to
// bind.
func (d *Device) Create(bytes int) (View, error) {
	sparse := d.LargePages && largePages(d.Facts, bytes)
	v, err := d.CreateIn(bytes, sparse)
	if err != nil && sparse && d.Alive() == nil {
		return d.CreateIn(bytes, false) // small pages are slower, but they work
	}
	return v, err
}

// CreateIn is Create with a choice of storage: sparse, with all pages committed, or plain. Errors:
// ErrNoContext, ErrOutOfMemory, ErrContextLost, ErrGL.
func (d *Device) CreateIn(bytes int, sparse bool) (View, error) {
	var id uint32
	d.KeepPending()
	gl.GenBuffers(1, &id)
	if id == 0 { // without a context GL does nothing and raises no error
		return View{}, fmt.Errorf("a buffer of %d bytes: GL made no buffer: %w", bytes, ErrNoContext)
	}
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, id)
	size := storageBytes(d.Facts, bytes)
	switch {
	case sparse:
		gl.BufferStorage(gl.COPY_WRITE_BUFFER, size, nil, gl.DYNAMIC_STORAGE_BIT|gl.SPARSE_STORAGE_BIT_ARB)
		gl.BufferPageCommitmentARB(gl.COPY_WRITE_BUFFER, 0, size, true)
	case d.Facts.fixedStorage():
		// Fixed storage stays in the GPU's memory. NVIDIA moves a glBufferData buffer to the host
		// when it is read back, and the next kernel waits for its return: 3 ms for 64 MB (H200).
		gl.BufferStorage(gl.COPY_WRITE_BUFFER, size, nil, gl.DYNAMIC_STORAGE_BIT)
	default:
		gl.BufferData(gl.COPY_WRITE_BUFFER, size, nil, gl.DYNAMIC_COPY)
	}
	for at := 0; at < size; at += 4 * len(zeros) {
		gl.BufferSubData(gl.COPY_WRITE_BUFFER, at, min(size-at, 4*len(zeros)), gl.Ptr(&zeros[0]))
	}
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, 0)
	if err := d.GLError(fmt.Sprintf("a buffer of %d bytes", bytes)); err != nil {
		gl.DeleteBuffers(1, &id)
		return View{}, err
	}
	return View{d.created(id), 0, bytes}, nil
}

// put enqueues an upload.
func put(v View, from unsafe.Pointer, bytes int) {
	if bytes > 0 {
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, v.Of.id)
		gl.BufferSubData(gl.COPY_WRITE_BUFFER, v.Offset, bytes, from)
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, 0)
	}
}

// Download waits for the GPU and reads the first bytes of the view. Errors: ErrOutOfMemory,
// ErrContextLost.
func (d *Device) Download(v View, to unsafe.Pointer, bytes int) error {
	if !d.isSparse(v) {
		GetDirectly(v, to, bytes)
		return nil
	}
	if d.staged.Of == nil {
		fresh, err := d.CreateIn(stagedBytes, false)
		if err != nil {
			return err
		}
		d.staged = fresh
	}
	for at := 0; at < bytes; at += stagedBytes {
		part := min(stagedBytes, bytes-at)
		words := (part + 3) / 4
		if err := d.Copy(View{d.staged.Of, 0, 4 * words}, View{v.Of, v.Offset + at, 4 * words}, N(words)); err != nil {
			return err
		}
		GetDirectly(d.staged, unsafe.Add(to, at), part)
	}
	return nil
}

// GetDirectly is Download for a buffer that is not sparse.
func GetDirectly(v View, to unsafe.Pointer, bytes int) {
	gl.MemoryBarrier(gl.BUFFER_UPDATE_BARRIER_BIT)
	gl.BindBuffer(gl.COPY_READ_BUFFER, v.Of.id)
	gl.GetBufferSubData(gl.COPY_READ_BUFFER, v.Offset, bytes, to)
	gl.BindBuffer(gl.COPY_READ_BUFFER, 0)
}

// stagedBytes is the size of the pieces in which a sparse buffer is read back. 64 MB take 13 ms
// this way, and 15 ms in pieces of 1 MB (H200).
const stagedBytes = 8 << 20

// isSparse reports whether a view lies in sparse storage. glGetBufferSubData of such a buffer of
// 192 MB that kernels had written crashed every time on NVIDIA (580.159, H200). Where it did not
// crash, it took five times as long as a copy through another buffer.
func (d *Device) isSparse(v View) bool {
	if !d.Facts.Sparse() {
		return false
	}
	gl.BindBuffer(gl.COPY_READ_BUFFER, v.Of.id)
	gl.GetBufferParameteriv(gl.COPY_READ_BUFFER, gl.BUFFER_STORAGE_FLAGS, &d.flags)
	gl.BindBuffer(gl.COPY_READ_BUFFER, 0)
	return d.flags&gl.SPARSE_STORAGE_BIT_ARB != 0
}

// NeedAccess returns an error for a buffer of the caller that glGetBufferSubData does not read or,
// for an upload, that glBufferSubData does not write. GL raises an error for both, but it names no
// reason, and an upload does not read it. what names the view in the error: "gpu: Upload: the
// destination". Errors: ErrView.
func (d *Device) NeedAccess(what string, v View, upload bool) error {
	if !v.Of.wrapped {
		return nil
	}
	gl.BindBuffer(gl.COPY_READ_BUFFER, v.Of.id)
	defer gl.BindBuffer(gl.COPY_READ_BUFFER, 0)
	get := func(name uint32) int32 {
		gl.GetBufferParameteriv(gl.COPY_READ_BUFFER, name, &d.flags)
		return d.flags
	}
	if get(gl.BUFFER_MAPPED) == gl.TRUE && get(gl.BUFFER_ACCESS_FLAGS)&gl.MAP_PERSISTENT_BIT == 0 {
		return fmt.Errorf("%s is a view of buffer %d, which is mapped, want it unmapped or mapped with GL_MAP_PERSISTENT_BIT: %w", what, v.Of.id, ErrView)
	}
	if !upload || !d.Facts.fixedStorage() || get(gl.BUFFER_IMMUTABLE_STORAGE) == gl.FALSE {
		return nil
	}
	if flags := get(gl.BUFFER_STORAGE_FLAGS); flags&gl.DYNAMIC_STORAGE_BIT == 0 {
		return fmt.Errorf("%s is a view of buffer %d, whose storage has the flags 0x%X, want GL_DYNAMIC_STORAGE_BIT (0x%X) among them: %w",
			what, v.Of.id, flags, gl.DYNAMIC_STORAGE_BIT, ErrView)
	}
	return nil
}

// Settle waits until all uploads have finished. NVIDIA (580.159, H200) serves a read-back from the
// host while an earlier upload is still under way, and then ignores that upload. A later upload of
// at most 64 KiB may then land first, and kernels saw the older data. glFinish between the two
// helps; barriers do not.
func Settle() { gl.Finish() }

// Upload copies bytes to the first bytes of the view. It waits for the GPU if the driver does, or
// if it ends within a word.
func (d *Device) Upload(v View, from unsafe.Pointer, bytes int) error {
	whole := bytes / 4 * 4
	put(v, from, whole)
	if whole == bytes {
		return nil
	}
	// Uploads are whole words: after one that ends within a word, kernels read none of it on NVIDIA
	// (580.159, H200).
	end := View{v.Of, v.Offset + whole, 4}
	var last [4]byte
	if err := d.Download(end, unsafe.Pointer(&last[0]), 4); err != nil {
		return err
	}
	Settle()
	copy(last[:], unsafe.Slice((*byte)(from), bytes)[whole:])
	put(end, unsafe.Pointer(&last[0]), 4)
	return nil
}
