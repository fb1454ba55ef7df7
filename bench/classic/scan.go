// SPDX-License-Identifier: MIT

package classic

import (
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// The kernels of the methods that scan, before the one that moves.
const (
	kernelFlags = 0
	kernelStep  = 1 // of scan-scatter
	kernelScan  = 1 // of scan-tree
	kernelAdd   = 2
	bufFlags    = 1 // of kernelFlags: Src, Flags
	bufSums     = 4 // of the one that moves
)

// scanSpecs are the flags, the kernels of a scan and the scatter; inclusive says what the scan
// gives.
func scanSpecs(recordBytes int, inclusive bool, scan ...kernel.Spec) ([]kernel.Spec, error) {
	scatter, err := moveSpec("bench/records_scatter.comp.glsl", plainShape(1), recordBytes, "Sums")
	if err != nil {
		return nil, err
	}
	flags := kernel.Spec{File: "bench/flags_make.comp.glsl", Shape: plainShape(1), Constants: maps.Clone(scatter.Constants), Buffers: []string{"Src", "Flags", "Count"}}
	scatter.Constants["INCLUSIVE"] = inclusive
	return append(append([]kernel.Spec{flags}, scan...), scatter), nil
}

func stepSpecs(_ gpu.Caps, recordBytes int) ([]kernel.Spec, error) {
	return scanSpecs(recordBytes, true,
		kernel.Spec{File: "bench/flags_step.comp.glsl", Shape: plainShape(1), Buffers: []string{"From", "To", "Count"}})
}

func treeSpecs(_ gpu.Caps, recordBytes int) ([]kernel.Spec, error) {
	return scanSpecs(recordBytes, false,
		kernel.Spec{File: "bench/tiles_scan.comp.glsl", Shape: plainShape(2), Buffers: []string{"Sums", "Totals", "Count"}},
		kernel.Spec{File: "bench/tiles_add.comp.glsl", Shape: plainShape(2), Buffers: []string{"Sums", "Totals", "Count"}})
}

// makeFlags enqueues the flags of n records. One kernel's buffers are bound when it is dispatched,
// as all share them.
func (c *Compactor) makeFlags(flags, src gpu.View, n int) error {
	k := c.kernels[kernelFlags]
	if err := k.SetRecords(bufSrc, src, c.bytes); err != nil {
		return err
	}
	k.SetBuffer(bufFlags, flags)
	k.SetCount(gpu.N(n))
	k.Dispatch(k.Shape().GroupsFor(n))
	c.d.StorageBarrier()
	return nil
}

// scatter enqueues the move by scanned flags. Where there are none it has the count to write.
func (c *Compactor) scatter(dst, src, sums gpu.View, n int) error {
	c.mover().SetBuffer(bufSums, sums)
	return c.dispatchMove(dst, src, n, max(1, c.mover().Shape().GroupsFor(n)))
}

func (c *Compactor) runStep(dst, src gpu.View, n int) error {
	bytes := 4 * n
	if err := c.scratch.Reserve(kernel.ScratchBytes(bytes, bytes)); err != nil {
		return err
	}
	cut := c.scratch.Cut()
	from, to := cut.Take(bytes), cut.Take(bytes)
	if err := c.makeFlags(from, src, n); err != nil {
		return err
	}
	k := c.kernels[kernelStep]
	k.SetCount(gpu.N(n))
	for reach := 1; reach < n; reach *= 2 {
		k.SetBuffer(0, from)
		k.SetBuffer(1, to)
		k.Set(k.U.Reach, uint32(reach))
		k.Dispatch(k.Shape().GroupsFor(n))
		c.d.StorageBarrier()
		from, to = to, from
	}
	return c.scatter(dst, src, from, n)
}

// treeLevels is how often a tile's total can be an item of a tile above: 512^4 is more than
// MaxItems.
const treeLevels = 4

// levelsOf are the items of each level, the last one a single total.
func levelsOf(n, tile int) (items [treeLevels + 1]int, levels int) {
	items[0] = n
	for n > 0 {
		n = (n + tile - 1) / tile
		levels++
		items[levels] = n
		if n == 1 {
			break
		}
	}
	return items, levels
}

func (c *Compactor) runTree(dst, src gpu.View, n int) error {
	scan, add := c.kernels[kernelScan], c.kernels[kernelAdd]
	items, levels := levelsOf(n, scan.Shape().TileSize())
	if err := c.scratch.Reserve(kernel.ScratchBytes(4*items[0], 4*items[1], 4*items[2], 4*items[3], 4*items[4])); err != nil {
		return err
	}
	var sums [treeLevels + 1]gpu.View
	cut := c.scratch.Cut()
	for i := range sums {
		sums[i] = cut.Take(4 * items[i])
	}
	if err := c.makeFlags(sums[0], src, n); err != nil {
		return err
	}
	for i := range levels {
		c.onTiles(scan, sums[i], sums[i+1], items[i])
	}
	for i := levels - 2; i >= 0; i-- {
		c.onTiles(add, sums[i], sums[i+1], items[i])
	}
	return c.scatter(dst, src, sums[0], n)
}

func (c *Compactor) onTiles(k kernel.Loaded[uniforms], sums, totals gpu.View, n int) {
	k.SetBuffer(0, sums)
	k.SetBuffer(1, totals)
	k.SetCount(gpu.N(n))
	k.Dispatch(k.Shape().GroupsFor(n))
	c.d.StorageBarrier()
}
