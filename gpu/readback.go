// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Readback copies words from the GPU to the host without a stall, and can be used every frame:
// Start enqueues a copy, Ready reports whether it is done, and Take returns the words.
type Readback struct {
	d     *core.Device
	copy  core.View
	words []uint32
	fence uintptr
}

// NewReadback makes a Readback of a number of words. Errors: ErrView below 1 word or above the
// driver's shader-storage limit; ErrOutOfMemory.
func (d *Device) NewReadback(words int) (*Readback, error) { return newReadback(d.Internal(), words) }

func newReadback(in *core.Device, words int) (*Readback, error) {
	if err := in.Enter(); err != nil {
		return nil, err
	}
	defer in.Leave()
	if words < 1 || words > in.Facts.MaxStorageBytes/4 {
		return nil, fmt.Errorf("gpu: NewReadback: %d words, want 1 to %d: %w", words, in.Facts.MaxStorageBytes/4, ErrView)
	}
	v, err := in.CreateIn(words*4, false) // not sparse, since glGetBufferSubData reads it
	if err != nil {
		return nil, err
	}
	return &Readback{d: in, copy: v, words: make([]uint32, words)}, nil
}

// Start enqueues the copy of src, which has the size of the Readback. A copy that was not taken is
// dropped. Errors: ErrView for another size; ErrReleased; ErrContextLost.
func (r *Readback) Start(src View) error {
	if err := r.enter("Start"); err != nil {
		return err
	}
	defer r.d.Leave()
	if err := r.d.Own("gpu: Readback.Start: src", src.in); err != nil {
		return err
	}
	if r.copy.Of == nil {
		return fmt.Errorf("gpu: Readback.Start: the Readback: %w", ErrReleased)
	}
	if src.in.Size != r.copy.Size {
		return fmt.Errorf("gpu: Readback.Start: src has %d bytes, want %d: %w", src.in.Size, r.copy.Size, ErrView)
	}
	if err := r.d.Copy(r.copy, src.in, core.N(src.in.Size/4)); err != nil {
		return err
	}
	r.forget()
	r.fence = gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	gl.Flush()
	return r.d.Alive()
}

func (r *Readback) enter(operation string) error {
	if r == nil || r.d == nil {
		return fmt.Errorf("gpu: Readback.%s: the Readback: %w", operation, ErrReleased)
	}
	return r.d.Enter()
}

// Ready reports whether a copy was started and Take would return at once, with words or an error.
// It returns false if no copy was started since the last Take. So a frame may call Take whenever
// Ready returns true. A loop that polls until Ready must follow a Start without an error: otherwise
// it never ends.
func (r *Readback) Ready() bool { return r.wait(0) }

// Wait waits for the copy, but no longer than limit, and returns Ready. Without a copy it returns
// false at once.
func (r *Readback) Wait(limit time.Duration) bool { return r.wait(limit) }

// timeout converts a limit for GL, which takes it without a sign. A negative limit would never end.
func timeout(limit time.Duration) uint64 { return uint64(max(0, limit)) }

func (r *Readback) wait(limit time.Duration) bool {
	if r == nil || r.fence == 0 {
		return false
	}
	if r.d.Ready() != nil {
		return true
	}
	status := gl.ClientWaitSync(r.fence, gl.SYNC_FLUSH_COMMANDS_BIT, timeout(limit))
	// The fence of a lost context never passes, and a caller's loop would never end. Take returns
	// the error.
	return status == gl.ALREADY_SIGNALED || status == gl.CONDITION_SATISFIED || r.d.Alive() != nil
}

// Take returns the words, which stay valid until the next Take, and waits if they are not ready.
// Errors: ErrView if no copy was started; ErrReleased; ErrOutOfMemory; ErrContextLost, also during
// the read.
func (r *Readback) Take() ([]uint32, error) {
	if err := r.enter("Take"); err != nil {
		return nil, err
	}
	defer r.d.Leave()
	if r.copy.Of == nil {
		return nil, fmt.Errorf("gpu: Readback.Take: the Readback: %w", ErrReleased)
	}
	if r.fence == 0 {
		return nil, fmt.Errorf("gpu: Readback.Take: no copy was started, want a Start before: %w", ErrView)
	}
	r.forget()
	if r.d.KeepPending() {
		return nil, fmt.Errorf("gpu: Readback.Take: an earlier call ran out of memory: %w", ErrOutOfMemory)
	}
	core.GetDirectly(r.copy, unsafe.Pointer(&r.words[0]), 4*len(r.words)) // r.copy is not sparse
	if err := r.d.GLError("gpu: Readback.Take"); err != nil {
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

// Release frees the Readback, on any thread.
func (r *Readback) Release() {
	if r == nil {
		return
	}
	r.d.WhenCurrent(r.forget)
	r.d.Remove(r.copy)
	r.copy = core.View{}
}
