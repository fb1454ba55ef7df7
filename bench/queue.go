// SPDX-License-Identifier: MIT

package main

import (
	"github.com/combgl/comb/bench/limits"
	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// A hold's turns: about 20 us of an H200 at least, 5 ms at most.
const leastTurns, mostTurns = 1 << 12, 1 << 20

// newQueue makes what keeps the GPU busy until a call is enqueued, so that the call contains no CPU
// time. It is nil, without an error, of a software renderer: kernels run on the cores that enqueue
// them.
func newQueue(d *gpu.Device) (*limits.Hold, error) {
	if d.Caps().Software {
		return nil, nil
	}
	return limits.NewHold(d)
}

// held is signalled when a hold has ended.
type held uintptr

// begin submits a hold of so many turns.
func begin(queue *limits.Hold, turns int) (held, error) {
	if err := queue.Run(turns); err != nil {
		return 0, err
	}
	fence := gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	gl.Flush()
	return held(fence), nil
}

// over submits what was enqueued since, says whether the hold had ended by then, and frees the
// fence.
func (h held) over() bool {
	if h == 0 {
		return true
	}
	gl.Flush()
	state := gl.ClientWaitSync(uintptr(h), 0, 0)
	gl.DeleteSync(uintptr(h))
	return state != gl.TIMEOUT_EXPIRED
}
