// SPDX-License-Identifier: MIT

package limits

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Empty is a kernel that does nothing: its dispatch costs what every dispatch costs.
type Empty struct {
	d *gpu.Device
	k *kernel.Kernel // nil once released
}

func emptySpec() kernel.Spec {
	return kernel.Spec{
		File:  "bench/nothing_do.comp.glsl",
		Shape: kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 32, ItemsPerThread: 1},
	}
}

// NewEmpty compiles it. Errors: gpu.ErrShader, gpu.ErrReleased, gpu.ErrWrongThread.
func NewEmpty(d *gpu.Device) (*Empty, error) {
	k, err := kernel.New(d, emptySpec())
	if err != nil {
		return nil, err
	}
	return &Empty{d, k}, nil
}

// Run enqueues that many dispatches of one workgroup, with a barrier between each two if barrier
// says so: the one that stands between two kernels of an operation. Errors: gpu.ErrCount for less
// than none, gpu.ErrWrongThread, gpu.ErrReleased.
func (e *Empty) Run(dispatches int, barrier bool) error {
	if err := e.d.Internal().Enter(); err != nil {
		return err
	}
	defer e.d.Internal().Leave()
	if e.k == nil {
		return fmt.Errorf("limits: the Empty: %w", gpu.ErrReleased)
	}
	if dispatches < 0 {
		return fmt.Errorf("limits: %d empty dispatches: %w", dispatches, gpu.ErrCount)
	}
	for i := range dispatches {
		if barrier && i > 0 {
			e.d.StorageBarrier()
		}
		e.k.Dispatch(1)
	}
	return nil
}

// Release frees the program.
func (e *Empty) Release() {
	if e != nil {
		e.k.Release()
		e.k = nil
	}
}
