// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Chain is what the tiles of a chained kernel tell each other (lib/tiles.glsl): words in buffer "Chain" of its Spec.
// There are two sets of them, one for a call to work in and one that it zeroes for the next, which is why they are the
// operation's own: lent scratch keeps nothing between calls.
type Chain struct {
	d     *Device
	what  string
	rows  int // words a tile
	tiles int // that there is room for
	view  View
	set   int    // that the last call worked in
	used  [2]int // words of each set that are not zero
}

// NewChain is the chain of an operation, which errors name, with rows words a tile.
func (d *Device) NewChain(what string, rows int) *Chain { return &Chain{d: d, what: what, rows: rows} }

// Reserve makes sure of room for so many tiles. Errors: ErrTooLarge, ErrOutOfMemory.
func (c *Chain) Reserve(tiles int) error {
	if tiles <= c.tiles {
		return nil
	}
	if err := c.d.Enter(); err != nil {
		return err
	}
	defer c.d.Leave()
	bytes := 2 * 4 * c.rows * tiles
	if bytes > c.d.caps.MaxStorageBytes {
		return fmt.Errorf("%s: a chain of %d tiles takes %d bytes, a shader-storage block has at most %d: %w", c.what, tiles, bytes, c.d.caps.MaxStorageBytes, ErrTooLarge)
	}
	fresh, err := c.d.create(bytes)
	if err != nil {
		return fmt.Errorf("%s: chain: %w", c.what, err)
	}
	c.d.remove(c.view)
	*c = Chain{d: c.d, what: c.what, rows: c.rows, tiles: tiles, view: fresh}
	return nil
}

// Dispatch enqueues the kernel with a workgroup for each of so many tiles, in the set of words that is zero. Reserve first.
func (c *Chain) Dispatch(k *Kernel, tiles int) {
	c.set = 1 - c.set
	other := 1 - c.set
	words := c.rows * c.tiles
	k.SetBuffer(k.chain.buffer, c.view)
	k.setAt(k.chain.set, uint32(c.set*words))
	k.setAt(k.chain.other, uint32(other*words))
	k.setAt(k.chain.stale, uint32(c.used[other]))
	c.used[c.set], c.used[other] = c.rows*tiles, 0
	k.Dispatch(tiles)
}

// Release frees the words.
func (c *Chain) Release() {
	if c != nil {
		c.d.remove(c.view)
		*c = Chain{d: c.d, what: c.what, rows: c.rows}
	}
}

// chained is where a kernel takes its chain from: a buffer and three uniforms.
type chained struct {
	buffer            int // index of the buffer, -1 when there is none
	set, other, stale int32
}
