// SPDX-License-Identifier: MIT

package limits

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Hold is a kernel that keeps the GPU busy for a time and leaves its caches alone: what is enqueued
// behind it cannot begin.
type Hold struct {
	d    *gpu.Device
	k    kernel.Loaded[holdUniforms] // no Kernel once released
	word *gpu.Buffer[uint32]
}

type holdUniforms struct {
	Turns kernel.Uniform `uniform:"turns"`
}

// NewHold compiles it. Errors: gpu.ErrShader, gpu.ErrOutOfMemory, gpu.ErrReleased,
// gpu.ErrWrongThread.
func NewHold(d *gpu.Device) (*Hold, error) {
	k, err := kernel.Load[holdUniforms](d, holdSpec())
	if err != nil {
		return nil, err
	}
	h := &Hold{d: d, k: k}
	if h.word, err = gpu.NewBuffer[uint32](d, 1); err != nil {
		h.Release()
		return nil, err
	}
	return h, nil
}

func holdSpec() kernel.Spec {
	return kernel.Spec{
		File:    "bench/turns_count.comp.glsl",
		Shape:   kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 32, ItemsPerThread: 1},
		Buffers: []string{"Dst"},
	}
}

// Run enqueues so many turns of its loop, of some nanoseconds each, and a barrier. Software drivers
// end the loop after 65,535 turns. Errors: gpu.ErrArgument for less than none, gpu.ErrWrongThread,
// gpu.ErrReleased.
func (h *Hold) Run(turns int) error {
	if err := h.d.Internal().Enter(); err != nil {
		return err
	}
	defer h.d.Internal().Leave()
	if h.k.Kernel == nil {
		return fmt.Errorf("limits: Hold.Run: the Hold: %w", gpu.ErrReleased)
	}
	if turns < 0 {
		return fmt.Errorf("limits: Hold.Run: %d turns, want 0 or more: %w", turns, gpu.ErrArgument)
	}
	h.k.SetBuffer(0, h.word.View())
	h.k.Set(h.k.U.Turns, uint32(turns))
	h.k.Dispatch(1)
	h.d.MemoryBarrier()
	return nil
}

// Release frees the program and its word.
func (h *Hold) Release() {
	if h == nil {
		return
	}
	h.k.Release()
	h.k.Kernel = nil
	h.word.Release()
}
