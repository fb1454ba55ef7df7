// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Readback copies words from the GPU to the host without a stall. Start enqueues a copy and a
// fence, Ready reports whether the fence has passed, and Take returns the words. A Readback is made
// once and can be used every frame.
type Readback struct {
	d     *Device
	copy  View
	words []uint32
	fence uintptr
}

// NewReadback makes a Readback of a number of words. Errors: ErrView for a number below 1 or above
// the driver's shader-storage limit; ErrOutOfMemory; those of Enter.
func (d *Device) NewReadback(words int) (*Readback, error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	if words < 1 || words*4 > d.caps.MaxStorageBytes {
		return nil, fmt.Errorf("gpu: NewReadback: %d words, want 1 to %d: %w", words, d.caps.MaxStorageBytes/4, ErrView)
	}
	v, err := d.createIn(words*4, false) // not sparse, since glGetBufferSubData reads it
	if err != nil {
		return nil, err
	}
	return &Readback{d: d, copy: v, words: make([]uint32, words)}, nil
}

// Start enqueues the copy of src, which must have the size of the Readback. It drops an earlier
// copy that was not taken. Errors: ErrView, also for a view of another Device; ErrReleased;
// ErrContextLost; those of Enter.
func (r *Readback) Start(src View) error {
	if err := r.enter(); err != nil {
		return err
	}
	defer r.d.Leave()
	if err := r.d.holds("gpu: Readback.Start: src", src); err != nil {
		return err
	}
	if r.copy.of == nil {
		return fmt.Errorf("gpu: the Readback: %w", ErrReleased)
	}
	if src.size != r.copy.size {
		return fmt.Errorf("gpu: Readback.Start: src has %d bytes, want %d: %w", src.size, r.copy.size, ErrView)
	}
	if err := r.d.Copy(r.copy, src, N(src.size/4)); err != nil {
		return err
	}
	r.forget()
	r.fence = gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	gl.Flush()
	return r.d.alive()
}

func (r *Readback) enter() error {
	if r == nil || r.d == nil {
		return fmt.Errorf("gpu: the Readback: %w", ErrReleased)
	}
	return r.d.Enter()
}

// Ready reports whether Take would return at once, with the words or with an error because the
// context was lost or is not current.
func (r *Readback) Ready() bool { return r.wait(0) }

// Wait waits until the copy is ready, but no longer than limit. It returns what Ready then returns.
func (r *Readback) Wait(limit time.Duration) bool { return r.wait(limit) }

// timeout converts a limit for GL, which takes it without a sign. A negative limit would never end.
func timeout(limit time.Duration) uint64 { return uint64(max(0, limit)) }

func (r *Readback) wait(limit time.Duration) bool {
	if r == nil || r.fence == 0 {
		return false
	}
	if r.d.ready() != nil {
		return true
	}
	status := gl.ClientWaitSync(r.fence, gl.SYNC_FLUSH_COMMANDS_BIT, timeout(limit))
	// The fence of a lost context never passes, and a caller's loop would never end. Take returns
	// the error.
	return status == gl.ALREADY_SIGNALED || status == gl.CONDITION_SATISFIED || r.d.alive() != nil
}

// Take returns the words, which stay valid until the next Take. It waits if the copy is not ready.
// Errors: ErrView if no copy was started; ErrContextLost, also if the context was lost during the
// read; those of Enter.
func (r *Readback) Take() ([]uint32, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	defer r.d.Leave()
	if r.fence == 0 {
		return nil, fmt.Errorf("gpu: Readback.Take: no copy was started, want a Start before: %w", ErrView)
	}
	r.forget()
	if r.d.keepPending() {
		return nil, fmt.Errorf("gpu: Readback.Take: an earlier call ran out of memory: %w", ErrOutOfMemory)
	}
	getDirectly(r.copy, unsafe.Pointer(&r.words[0]), 4*len(r.words)) // r.copy is not sparse
	if err := r.d.glError("gpu: Readback.Take"); err != nil {
		return nil, err
	}
	return r.words, nil
}

func (r *Readback) forget() {
	if r.fence != 0 {
		gl.DeleteSync(r.fence)
		r.fence = 0
	}
}

// Release frees the Readback. It may be called on any thread, as Buffer.Release.
func (r *Readback) Release() {
	if r == nil {
		return
	}
	r.d.WhenCurrent(r.forget)
	r.d.remove(r.copy)
	r.copy = View{}
}
