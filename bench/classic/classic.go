// SPDX-License-Identifier: MIT

package classic

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Way is a way to compact.
type Way struct {
	Name, About string
	Ordered     bool // the records that are kept stay in order
	Host        bool // runs on the CPU, by OnHost
}

// Ways lists them all.
func Ways() []Way {
	return []Way{
		{"append", "one atomicAdd of one counter for each record kept", false, false},
		{"append-subgroup", "one atomicAdd a subgroup, which shares the places out by a ballot", false, false},
		{"append-group", "one atomicAdd a workgroup, which shares the places out in shared memory", false, false},
		{"scan-scatter", "a step-wise scan of a flag for each record in log2(n) passes, then a scatter (Horn 2005)", true, false},
		{"scan-tree", "a work-efficient scan of the flags by blocks of blocks, then a scatter (GPU Gems 3, ch. 39)", true, false},
		{"one-thread", "a single invocation walks all records", true, false},
		{"cpu", "a Go loop over memory of the CPU's", true, true},
		{"cpu-parallel", "Go routines, a chunk each: count, add up, write", true, true},
	}
}

// Compactor is one way, compiled for records of one size.
type Compactor struct{ d *gpu.Device }

// New compiles a way for records of 4, 8, 16, 32 or 64 bytes. Errors: gpu.ErrUnsupported for another name or size, a way
// that runs on the CPU, or append-subgroup on a driver that has no subgroups.
func New(d *gpu.Device, name string, recordBytes int) (*Compactor, error) {
	return nil, fmt.Errorf("%w: classic: %q is not there yet", gpu.ErrUnsupported, name)
}

// Fits says why n records are too many for the way, nil when they are not. Errors: gpu.ErrTooLarge.
func (c *Compactor) Fits(n int) error { return nil }

// Compact enqueues: dst gets the n records of src whose first word is not 0, and Count how many there are.
func (c *Compactor) Compact(dst, src gpu.View, n int) error {
	return fmt.Errorf("%w: classic: Compact is not there yet", gpu.ErrUnsupported)
}

// Count is one uint32 on the GPU: how many records the latest Compact kept.
func (c *Compactor) Count() gpu.View { return gpu.View{} }

// Release frees what the Compactor owns.
func (c *Compactor) Release() {}

// OnHost runs a way that is Host over records of recordWords words: dst gets those kept, and has room for all. It gives
// their number.
func OnHost(name string, dst, src []uint32, recordWords int) int { panic("classic: OnHost is not there yet") }
