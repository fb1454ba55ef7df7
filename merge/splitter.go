// SPDX-License-Identifier: MIT

package merge

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// splitFrom is the number of items from which a dispatch of its own finds the splits of all tiles
// of a merge. Below, each workgroup finds those of its tile.
const splitFrom = 1 << 23

// splitter is the kernel that finds splits. It writes them to where the merge then writes.
type splitter struct {
	kernel.Loaded[splitUniforms]
	from int // the number of items from which it is used
}

// splitUniforms are the uniforms of arrays_split and runs_split.
type splitUniforms struct {
	SplitStep kernel.Uniform `uniform:"split_step"`
	TileItems kernel.Uniform `uniform:"tile_items"`
	Run       kernel.Uniform `uniform:"run,optional"` // of runs_split
	PairTiles kernel.Uniform `uniform:"pair_tiles,optional"`
}

// knownUniforms are those of the kernels that read splits.
type knownUniforms struct {
	SplitsKnown kernel.Uniform `uniform:"splits_known"`
	SplitStep   kernel.Uniform `uniform:"split_step"`
}

// window is the number of tiles whose splits a workgroup finds.
const window = 32

// splitSpec returns a kernel that finds splits. Its shape is the same for all tiles and lanes.
func (o Options) splitSpec(file string, buffers ...string) kernel.Spec {
	shape := kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 256, ItemsPerThread: 1}
	spec := o.spec(file, shape, append(buffers, "Splits")...)
	spec.Constants["WINDOW"] = uint32(window)
	return spec
}

// splitsOf returns where the splits of a merge to dst are kept, and the words from those of a tile
// to those of the next.
func (o Options) splitsOf(dst Pairs, kind, tile int) (gpu.View, uint32) {
	if kind == alone {
		return dst.Keys, uint32(tile * o.dstBytes() / 4)
	}
	return dst.Payload, uint32(tile) // the items may have no destination
}

// setArrays sets the two arrays of arrays_split and their numbers of items.
func (k *splitter) setArrays(o Options, a, b gpu.View, na, nb gpu.Count) error {
	if err := o.setSource(k.Kernel, mergeA, "a", a, gpu.View{}); err != nil {
		return err
	}
	if err := o.setSource(k.Kernel, mergeB, "b", b, gpu.View{}); err != nil {
		return err
	}
	k.SetCount(na)
	k.SetSegmentCount(nb)
	return nil
}

// find enqueues the search for the splits of at most n items in tiles. They are kept in a view, so
// many words apart. The caller has set the other buffers.
func (k *splitter) find(at int, in gpu.View, step uint32, tile, n int) {
	k.SetBuffer(at, in)
	k.Set(k.U.SplitStep, step)
	k.Set(k.U.TileItems, uint32(tile))
	k.Dispatch((n + tile*window - 1) / (tile * window))
}
