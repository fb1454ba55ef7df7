// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"

	"github.com/combgl/comb/internal/core"
)

// CountOp is an operator of Device.CombineCounts.
type CountOp int

// The operators of two counts a and b. They saturate: a result above MaxItems is MaxItems, and a
// difference below 0 is 0.
const (
	CountSum        CountOp = core.CountSum        // a + b
	CountDifference CountOp = core.CountDifference // a - b
	CountProduct    CountOp = core.CountProduct    // a * b
	CountMin        CountOp = core.CountLeast      // the smaller of a and b
	CountMax        CountOp = core.CountLargest    // the larger of a and b
)

func (o CountOp) String() string {
	if o < CountSum || o > CountMax {
		return fmt.Sprintf("count-op(%d)", int(o))
	}
	return [...]string{"sum", "difference", "product", "min", "max"}[o]
}

// CombineCounts writes a op b to the first word of dst, on the GPU, and returns the Count of that
// word. Each of a and b may be on the host (N, for a constant) or on the GPU. dst may be the word
// of a or b.
//
// A word of a or b above its maximum counts as the maximum, and Check returns ErrCount. The maximum
// of the result follows from those of a and b. An operation that takes the result checks its
// buffers against it; gpu.CountAt(dst, max) states a smaller one.
//
// CombineCounts only enqueues one dispatch. After the first call on a Device, which compiles the
// kernel, it allocates nothing. Errors, before anything is enqueued: ErrArgument for the operator;
// ErrCount; ErrView, also for a dst or a count of another Device; ErrShader.
func (d *Device) CombineCounts(dst View, op CountOp, a, b Count) (Count, error) {
	if op < CountSum || op > CountMax {
		return Count{}, fmt.Errorf("gpu: CombineCounts: the operator is %v, want one of the constants: %w", op, ErrArgument)
	}
	in, err := d.Internal().CombineCounts(dst.in, int(op), a.in, b.in)
	return Count{in}, err
}
