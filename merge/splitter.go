// SPDX-License-Identifier: MIT

package merge

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// splitFrom is the number of items from which a dispatch of its own finds the splits of all tiles
// of a merge. Below, each workgroup finds those of its tile.
const splitFrom = 1 << 22

// splitter is the kernel that finds splits. It writes them to where the merge then writes.
type splitter struct {
	kernel.Loaded[splitUniforms]
	from int // the number of items from which it is used
}

// splitUniforms are the uniforms of arrays_split and runs_split.
type splitUniforms struct {
	SplitWords kernel.Uniform `uniform:"split_words"`
	Run        kernel.Uniform `uniform:"run,optional"` // of runs_split
}

// knownUniforms are those of the kernels that read splits.
type knownUniforms struct {
	SplitsKnown kernel.Uniform `uniform:"splits_known"`
	SplitWords  kernel.Uniform `uniform:"split_words"`
}

// searchers is the number of invocations that search for a split together.
const searchers = 32

// splitSpec returns the kernel that finds the splits of tiles of a shape.
func (o Options) splitSpec(file string, s kernel.Shape, buffers ...string) kernel.Spec {
	spec := o.spec(file, s.With(256, 1), append(buffers, "Splits")...)
	spec.Constants["MERGE_TILE"] = uint32(s.TileSize())
	return spec
}

// splitsOf returns where the splits of a merge to dst are kept, and the words of an item there.
func (o Options) splitsOf(dst Pairs, kind int) (gpu.View, uint32) {
	if kind == alone {
		return dst.Keys, uint32(o.Bytes / 4)
	}
	return dst.Payload, 1 // the items may have no destination
}

// find enqueues the search for the splits of at most n items in tiles. They are kept in a view, in
// whose items are so many words. The caller has set the other buffers.
func (k *splitter) find(at int, in gpu.View, words uint32, tile, n int) {
	k.SetBuffer(at, in)
	k.Set(k.U.SplitWords, words)
	each := k.Shape().GroupSize / searchers
	k.Dispatch((n + tile*each - 1) / (tile * each))
}
