// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// tile is a single-pass kernel of SegmentedReduce or ReduceByKey of a tile size.
type tile struct {
	kernel.Sized
	kernel.Loaded[struct{}]
}

// inOnePass reports whether SegmentedReduce or ReduceByKey has a single-pass form. Which tiles of a
// chain are combined first depends on the run, so only an exact operator gives the same bits. The
// status words hold values of built-in types. It is pure.
func (o Options) inOnePass(p plan) bool {
	return (o.Segmented || o.ByKey) && o.Custom == nil && !o.Compensated && o.Op <= Max && p.glue.Exact
}

// rows is the number of status words of a tile.
func (o Options) rows(p plan) int {
	if o.ByKey {
		return p.glue.RunRows()
	}
	return p.glue.ChainRows(true)
}

// isWide reports whether the single pass of ReduceByKey reads keys and values of one word, four at
// a time, and stages what it writes. It is pure.
func (o Options) isWide(s kernel.Shape, p plan) bool {
	return o.ByKey && s.Lanes == gpu.LanesKHR && o.Input == gpu.InputDirect && o.KeyBytes == 4 && p.glue.HeldBytes() == 4
}

// tiles returns the shapes of the single-pass form, for few items first. It is pure. Words in
// segments of 64 take an H100 13.2 us at 2^18 with 512 invocations of 8 items, and 14.6 with 256 of
// 20; 112 and 100 us at 2^24. Words by key, in runs of 8, take an H200 10.1 us at 2^18 with 512 of
// 8, and 10.6 with 512 of 16. At 2^20 they take 12.8 and 12.3, and 12.9 with 256 of 16; where tiles
// are read at once 11.1 and 11.2.
func (o Options) tiles(c gpu.Caps, s kernel.Shape, p plan) []kernel.Sized {
	switch {
	case o.isWide(s, p):
		return kernel.EachFew(s.Sizes(c, "reduce-by-key", o.Tuning))
	case o.Segmented && s.Lanes == gpu.LanesKHR && p.glue.HeldBytes() == 4:
		return s.Sizes(c, "reduce-segments", o.Tuning)
	}
	return []kernel.Sized{{Shape: s, Most: gpu.MaxItems}}
}

// singlePassSpecs returns the single-pass kernels, for few items first. walk is the second kernel
// of the form with two dispatches.
func singlePassSpecs(c gpu.Caps, walk kernel.Spec, p plan, o Options) (all []kernel.Spec) {
	if o.ByKey {
		walk.Slots["ITEM"] = shaders.Snippet{File: "lib/item.glsl#counted"} // no operator needs the lengths
	}
	for _, sized := range o.tiles(c, walk.Shape, p) {
		walk.Shape = sized.Shape
		one := walk.SinglePass("scan/scan_chain.comp.glsl#results", bufPartials, o.rows(p))
		if o.isWide(walk.Shape, p) {
			one.Slots = maps.Clone(one.Slots)
			one.Slots["TILE"] = shaders.Snippet{File: "reduce/runs.glsl"}
			one.Constants["STAGED"] = uint32(one.Shape.GroupSize * stagedEach)
		}
		all = append(all, one)
	}
	if shape := walk.Shape; o.inTeams(shape, p) {
		all = append(all, teamSpecs(shape, p, o)...)
	}
	return all
}

// stagedEach is how many heads are staged at a time for each invocation: a fourth of a large tile's
// items. On an H200 2^24 words in runs of 8 took 82 us with 8, and 67 with 4.
const stagedEach = 4

func (r *Reducer) buildTiles(all []kernel.Spec) error {
	r.chain = kernel.NewChain(r.d, "Reducer", r.o.rows(r.plan))
	for i, sized := range r.o.tiles(r.d.Caps(), r.shape, r.plan) {
		loaded, err := kernel.Load[struct{}](r.d, all[i])
		if err != nil {
			return err
		}
		r.tiles = append(r.tiles, tile{sized, loaded})
	}
	if r.o.inTeams(r.shape, r.plan) {
		var err error
		r.fewItems = fewItems
		r.teams, err = newTeams(r.d, all[len(r.tiles):])
		return err
	}
	return nil
}

// Reserve allocates memory for calls of SegmentedReduce or ReduceByKey with up to n items. After it
// such calls allocate nothing. Other calls work in memory whose size does not depend on n. Errors:
// gpu.ErrCount, gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrView if the memory of UseScratch is too
// small, gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Reducer) Reserve(n int) error {
	return r.call("Reserve", func() error {
		if n < 0 || n > gpu.MaxItems {
			return fmt.Errorf("n is %d, want from 0 to %d: %w", n, gpu.MaxItems, gpu.ErrCount)
		}
		if err := r.limit(gpu.N(n)); err != nil {
			return err
		}
		return r.reserve(n)
	})
}

// limit refuses more items than the call's kernel can take where a driver ends long loops early.
func (r *Reducer) limit(n gpu.Count) error {
	if r.tiles != nil {
		return r.tileFor(n.Max()).Shape.Check("n", n)
	}
	return r.shape.Check("n", n)
}

// reserve allocates the memory of a call of up to n items.
func (r *Reducer) reserve(n int) error {
	if r.tiles == nil {
		return r.scratch.Reserve(r.scratchNeeded)
	}
	if r.teams != nil && (n >= leastItems || r.forcedTeam > 0 && n > r.fewItems) { // smaller calls need no lists
		if err := r.teams.reserve(n); err != nil {
			return err
		}
	}
	most := 0
	for _, t := range r.tiles { // the tiles for fewer items are smaller, and may need more words
		most = max(most, t.Shape.GroupsFor(min(n, t.Most)))
	}
	return r.chain.Reserve(max(most, maxWalkers))
}

// tileFor is the single-pass kernel for at most n items.
func (r *Reducer) tileFor(n int) *tile { return kernel.BySize(r.tiles, n) }

// groupsFor is the number of workgroups of the single-pass kernel.
func (r *Reducer) groupsFor(segments, n int) int {
	shape := r.tileFor(n).Shape
	return max(1, walkers(shape.GroupsFor(n), shape, segments, n))
}

// singlePass enqueues SegmentedReduce as one dispatch.
func (r *Reducer) singlePass(dst, src, offsets gpu.View, segments, n gpu.Count) error {
	t := r.tileFor(n.Max())
	if err := r.setEnds(t.Kernel, dst, src); err != nil {
		return err
	}
	t.SetBuffer(bufHeads, offsets)
	t.SetCount(n)
	t.SetSegmentCount(segments)
	r.chain.Dispatch(t.Kernel, r.groupsFor(segments.Max(), n.Max()))
	r.d.MemoryBarrier()
	return nil
}
