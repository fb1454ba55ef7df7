// SPDX-License-Identifier: MIT

package radix

import (
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// candidates copies the keys among which the first k are, once the highest digit of the k-th is
// known, so that the rest of the search reads few keys. Random keys leave k and one key in 256. If
// all keys have the same highest digit, all are copied.
type candidates struct {
	keep  kernel.Loaded[keepUniforms]
	chain *kernel.Chain
	found *gpu.Buffer[uint32] // their number
}

// candidateWorkers is the most workers a multiprocessor for the search among candidates, which are
// few for most keys. The first 1,000 of 2^24 random keys on an H200: 137 us, and 151 with as many
// workers as before.
const candidateWorkers = 2

// keepUniforms are those of candidates_chain.
type keepUniforms struct {
	digitUniforms
}

// candidateBytes is the most memory for candidates: all of 2^26 keys of a word, with their indices.
const candidateBytes = 512 << 20

// candidatesMost is the most keys that it has room for.
func candidatesMost(t gpu.Type) int { return candidateBytes / (4*keyTypes[t].words + 4) }

// narrows reports whether TopK looks for the first k among candidates. PartialSort needs all keys,
// and a search for many keys gains little. Only a single pass keeps the order of keys. More keys
// are searched without memory for candidates.
func (o Options) narrows(shape kernel.Shape, k, n, room int) bool {
	fits := n <= candidatesMost(o.Type)
	return shape.Algorithm == gpu.SinglePass && room == k && k <= n/8 && fits && o.passes() > 1 && o.searches(k, n)
}

// candidateSpec is the kernel, from the kernel that searches and the shape of single passes.
func candidateSpec(choose kernel.Spec, single kernel.Shape) kernel.Spec {
	keep := choose
	keep.File = "radix/candidates_chain.comp.glsl"
	keep.Shape.Algorithm, keep.Shape.Spins, keep.Shape.Silent = single.Algorithm, single.Spins, single.Silent
	if keep.Shape.GroupSize == wideGroup {
		// 2^24 keys on an H200 took 168 us, and 174 with the items of the search.
		keep.Shape = keep.Shape.With(wideGroup, 2*keep.Shape.ItemsPerThread)
	}
	keep.Constants = maps.Clone(choose.Constants)
	keep.Constants["CHAIN_ROWS"] = uint32(1)
	keep.Buffers = []string{"Keys", "Selection", "DstKeys", "DstIndices", "Found", "Chain", "Count"}
	return keep
}

// The buffers of keep, by index.
const (
	bufKeepSelection = 1
	bufKeepKeys      = 2
	bufKeepIndices   = 3
	bufKeepFound     = 4
)

func newCandidates(d *gpu.Device, keep kernel.Spec) (c *candidates, err error) {
	c = &candidates{chain: kernel.NewChain(d, "radix, candidates", 1)}
	if c.keep, err = kernel.Load[keepUniforms](d, keep); err == nil {
		c.found, err = gpu.NewBuffer[uint32](d, 1)
	}
	if err != nil {
		c.Release()
		return nil, err
	}
	return c, nil
}

// Release frees the kernel.
func (c *candidates) Release() {
	if c != nil {
		c.keep.Release()
		c.chain.Release()
		c.found.Release()
	}
}

// reserve makes room for n keys.
func (c *candidates) reserve(n int) error {
	return c.chain.Reserve(max(1, c.keep.Shape().GroupsFor(n)))
}

// takeCandidates enqueues the copy of the candidates and returns their number. Selection has the
// highest digit.
func (s *Sorter) takeCandidates(to arrays, keys gpu.View, n gpu.Count) gpu.Count {
	c := s.selection.candidates
	p := &c.keep
	p.SetBuffer(0, keys)
	p.SetBuffer(bufKeepSelection, s.selection.state.View())
	p.SetBuffer(bufKeepKeys, to.keys)
	p.SetBuffer(bufKeepIndices, to.payload)
	p.SetBuffer(bufKeepFound, c.found.View())
	p.SetCount(n)
	p.U.set(p.Kernel, s.o.pass(s.o.passes()-1), s.o.Descending)
	c.chain.Dispatch(p.Kernel, p.Shape().GroupsFor(n.Max()))
	s.d.StorageBarrier()
	return gpu.CountAt(c.found.View(), n.Max())
}

// choose enqueues the search for digit i of the k-th key. The highest digit comes first.
func (s *Sorter) choose(keys gpu.View, r sorting, k, i int) {
	p, digit := &s.selection.choose, s.o.pass(i)
	p.SetBuffer(0, keys)
	p.SetBuffer(1, s.selection.state.View())
	p.SetCount(r.n)
	p.Set(p.U.Workers, uint32(r.workers))
	p.Set(p.U.Wanted, uint32(k))
	p.U.digitUniforms.set(p.Kernel, digit, s.o.Descending)
	p.U.rangeUniforms.set(p.Kernel, digit.shift+digit.bits, s.o)
	p.Set(p.U.Begins, word(i == s.o.passes()-1))
	p.Dispatch(r.workers)
	s.d.StorageBarrier()
}

// separate enqueues one pass that puts the keys before the threshold first, then those equal to it,
// then the rest, as far as there is room.
func (s *Sorter) separate(dst arrays, keys gpu.View, r sorting, room int) error {
	c := &s.selection.count
	c.SetBuffer(0, keys)
	c.SetBuffer(1, r.joins)
	c.SetCount(r.n)
	c.SetBuffer(bufCountOrder, s.selection.state.View())
	c.Set(c.U.Workers, uint32(r.workers))
	c.Set(c.U.AddedUp, 1)
	c.U.rangeUniforms.set(c.Kernel, s.o.FirstBit, s.o)
	c.Dispatch(r.workers)
	s.d.StorageBarrier()

	if err := s.scanRows(&s.selection.spine, r, classes, gpu.View{}); err != nil {
		return err
	}

	p := &s.selection.scatter
	p.SetBuffer(0, keys)
	p.SetBuffer(1, dst.keys)
	p.SetBuffer(2, r.joins)
	p.SetBuffer(bufTotals, r.totals)
	p.SetCount(r.n)
	p.SetBuffer(bufDstPayload, dst.payload)
	p.SetBuffer(bufDstPayload+1, s.selection.state.View())
	p.Set(p.U.Workers, uint32(r.workers))
	p.Set(p.U.Straight, 0)
	p.Set(p.U.AddedUp, 1)
	p.Set(p.U.Room, uint32(room))
	p.U.rangeUniforms.set(p.Kernel, s.o.FirstBit, s.o)
	p.Dispatch(r.workers)
	s.d.StorageBarrier()
	return nil
}
