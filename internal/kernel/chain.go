// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
)

// Chain holds the status words of a single pass (lib/look_back.glsl; Merrill and Garland 2016).
// They are buffer "Chain" of the kernel's Spec.
//
// There are two sets. A call works in one set and zeroes the other for the next call. The sets keep
// their contents between calls, so they cannot lie in the caller's scratch.
type Chain struct {
	d     *gpu.Device
	what  string
	rows  int // words per tile
	tiles int // tiles per set
	view  core.View
	set   int    // the set of the last call
	used  [2]int // for each set, how many leading words may be nonzero
}

// NewChain returns the status words of an operation, with rows words per tile. what names the
// operation in errors.
func NewChain(d *gpu.Device, what string, rows int) *Chain {
	return &Chain{d: d, what: what, rows: rows}
}

// Reserve makes room for a number of tiles. New words are zero. Errors: ErrTooLarge,
// ErrOutOfMemory, and those of Enter.
func (c *Chain) Reserve(tiles int) error {
	if tiles <= c.tiles {
		return nil
	}
	if err := c.d.Internal().Enter(); err != nil {
		return err
	}
	defer c.d.Internal().Leave()
	bytes := 2 * 4 * c.rows * tiles
	if bytes > c.d.Internal().Facts.MaxStorageBytes {
		return fmt.Errorf("%s: the status words of %d tiles take %d bytes, want at most %d in a shader-storage block: %w", c.what, tiles, bytes, c.d.Internal().Facts.MaxStorageBytes, gpu.ErrTooLarge)
	}
	fresh, err := c.d.Internal().Create(bytes)
	if err != nil {
		return fmt.Errorf("%s: status words: %w", c.what, err)
	}
	c.d.Internal().Remove(c.view)
	*c = Chain{d: c.d, what: c.what, rows: c.rows, tiles: tiles, view: fresh}
	return nil
}

// Dispatch enqueues the kernel with one workgroup per tile, in the set that is zero. Call Reserve
// first.
func (c *Chain) Dispatch(k *Kernel, tiles int) { c.DispatchGroups(k, tiles, tiles) }

// DispatchGroups is Dispatch of a kernel whose workgroups are not one a tile.
func (c *Chain) DispatchGroups(k *Kernel, tiles, groups int) {
	c.set = 1 - c.set
	other := 1 - c.set
	words := c.rows * c.tiles
	k.p.SetBuffer(k.chain.buffer, c.view)
	k.p.SetAt(k.chain.set, uint32(c.set*words))
	k.p.SetAt(k.chain.other, uint32(other*words))
	k.p.SetAt(k.chain.stale, uint32(c.used[other]))
	c.used[c.set], c.used[other] = c.rows*tiles, 0
	k.Dispatch(groups)
}

// DispatchAfter enqueues a kernel that reads the status words of the last call.
func (c *Chain) DispatchAfter(k *Kernel, groups int) {
	k.p.SetBuffer(k.chain.buffer, c.view)
	k.p.SetAt(k.chain.set, uint32(c.set*c.rows*c.tiles))
	k.Dispatch(groups)
}

// Release frees the status words.
func (c *Chain) Release() {
	if c != nil {
		c.d.Internal().Remove(c.view)
		*c = Chain{d: c.d, what: c.what, rows: c.rows}
	}
}

// chainInputs is how a kernel receives its Chain: a buffer and three uniforms.
type chainInputs struct {
	buffer            int // index of the buffer, -1 if there is none
	set, other, stale int32
}
