// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
)

func TestFinishPollingWaitsForAllWork(t *testing.T) {
	dev := gputest.Device(t)
	const n = 1 << 20
	a, err := gpu.NewBuffer[uint32](dev, n)
	if err != nil {
		t.Fatal(err)
	}
	b, err := gpu.NewBuffer[uint32](dev, n)
	if err != nil {
		t.Fatal(err)
	}
	// FinishPolling polls a query. Mesa's zink signals a fence of the same batch a little later.
	// There the copies take longer than this limit.
	var late uint64
	if dev.Caps().Software {
		late = uint64(2 * time.Millisecond)
	}
	for range 3 {
		for range 16 {
			if err := dev.Copy(b.View(), a.View(), gpu.N(n)); err != nil {
				t.Fatal(err)
			}
		}
		fence := gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
		if err := dev.FinishPolling(); err != nil {
			t.Fatal(err)
		}
		if s := gl.ClientWaitSync(fence, 0, late); s != gl.ALREADY_SIGNALED && s != gl.CONDITION_SATISFIED {
			t.Errorf("a fence behind the work has status 0x%X after the wait, want GL_ALREADY_SIGNALED or, in software, GL_CONDITION_SATISFIED", s)
		}
		gl.DeleteSync(fence)
	}
	if allocs := testing.AllocsPerRun(10, func() { _ = dev.FinishPolling() }); allocs != 0 {
		t.Errorf("FinishPolling allocates %v times a call", allocs)
	}
	var none *gpu.Device
	if err := none.FinishPolling(); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("on a nil Device: %v, want ErrReleased", err)
	}
}
