// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Readback brings bytes of the GPU to the host without a stall: Start enqueues a copy and a fence, Ready asks, Take
// gives the words once the fence has passed. Made once, used every frame.
type Readback struct {
	d     *Device
	copy  View
	words []uint32
	fence uintptr
}

// NewReadback makes a read-back of at most words words. Errors: ErrOutOfMemory, ErrView.
func (d *Device) NewReadback(words int) (*Readback, error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	if words < 1 || words*4 > d.caps.MaxStorageBytes {
		return nil, fmt.Errorf("gpu: NewReadback: %d words, want 1 to %d: %w", words, d.caps.MaxStorageBytes/4, ErrView)
	}
	v, err := d.createIn(words*4, false) // read by GL itself
	if err != nil {
		return nil, err
	}
	return &Readback{d: d, copy: v, words: make([]uint32, words)}, nil
}

// Start enqueues the copy of src, which must be exactly as large as the read-back. A copy that was
// not taken is forgotten. Errors: ErrView, also for a view of another Device, ErrReleased,
// ErrContextLost, and those of Enter.
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

// Ready says whether Take would return at once: with the words, or with an error because the
// context was lost or is not current.
func (r *Readback) Ready() bool { return r.wait(0) }

// Wait waits at most that long and says what Ready then says.
func (r *Readback) Wait(limit time.Duration) bool { return r.wait(limit) }

// timeout is a limit as GL takes it, without a sign: one below zero would be for ever.
func timeout(limit time.Duration) uint64 { return uint64(max(0, limit)) }

func (r *Readback) wait(limit time.Duration) bool {
	if r == nil || r.fence == 0 {
		return false
	}
	if r.d.ready() != nil {
		return true
	}
	status := gl.ClientWaitSync(r.fence, gl.SYNC_FLUSH_COMMANDS_BIT, timeout(limit))
	// A lost context's fence never passes: who asks until it does would ask for ever. Take has the error.
	return status == gl.ALREADY_SIGNALED || status == gl.CONDITION_SATISFIED || r.d.alive() != nil
}

// Take returns the words, valid until the next Take. It waits if it must. Errors: ErrView when none was started,
// ErrContextLost, also when it was lost under way.
func (r *Readback) Take() ([]uint32, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	defer r.d.Leave()
	if r.fence == 0 {
		return nil, fmt.Errorf("gpu: Readback.Take: none was started: %w", ErrView)
	}
	r.forget()
	if r.d.keepPending() {
		return nil, fmt.Errorf("gpu: Readback.Take: in a call before: %w", ErrOutOfMemory)
	}
	getDirectly(r.copy, unsafe.Pointer(&r.words[0]), 4*len(r.words)) // its own copy is never sparse
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

// Release frees the read-back, on another thread as Buffer.Release does.
func (r *Readback) Release() {
	if r == nil {
		return
	}
	r.d.WhenCurrent(r.forget)
	r.d.remove(r.copy)
	r.copy = View{}
}
