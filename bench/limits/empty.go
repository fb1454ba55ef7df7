// SPDX-License-Identifier: MIT

package limits

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Empty is a kernel that does nothing: its dispatch costs what every dispatch costs.
type Empty struct{ d *gpu.Device }

// NewEmpty compiles it.
func NewEmpty(d *gpu.Device) (*Empty, error) {
	return nil, fmt.Errorf("%w: limits: Empty is not there yet", gpu.ErrUnsupported)
}

// Run enqueues that many dispatches of one workgroup, with a barrier between each two if barrier says so.
func (e *Empty) Run(dispatches int, barrier bool) error {
	return fmt.Errorf("%w: limits: Empty is not there yet", gpu.ErrUnsupported)
}

// Release frees the program.
func (e *Empty) Release() {}
