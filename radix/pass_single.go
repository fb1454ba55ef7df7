// SPDX-License-Identifier: MIT

package radix

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// lookBack is how many status words an invocation of a look-back loads at once, by payloadKind. It
// would wait for the memory as often as it loads. On an H200 8 in place of 4 took 54.0 and 55.5 us
// for 2^20 keys, 542 and 534 for 2^24 pairs.
var lookBack = [...]int{keysAlone: headRows, withPayload: 4, withIndex: 4, payloadAlone: 4, packsIndex: headRows, packsPayload: 4, packsValues: 4, packedWords: headRows}

// sortPass enqueues a single-pass digit pass, with a barrier before it and none behind it. Each
// pass has its status words in a part of the chain, and clears the part of the pass that follows.
func (s *Sorter) sortPass(m move, r sorting, place int) error {
	k := kernel.BySize(s.movers[m.kind], r.n.Max())
	if r.fused && place == 0 {
		p, u := k.first.Kernel, &k.first.U
		m.bind(p, r)
		p.Set(u.StateNext, uint32(s.swapHalves()))
		digit := s.digitAt(m.kind, place, r)
		p.Set(u.FirstBit, uint32(digit.shift))
		p.Set(u.Bits, uint32(s.o.Bits))
		u.set(p, digit, s.o.Descending)
		s.setPacked(p, u.packUniforms, m, r, place)
		s.setChain(p, u.chainUniforms, r, place, s.nextTile(r, place))
		return s.dispatch(p, k.groupsOf(r), m.groups)
	}
	s.d.StorageBarrier() // behind the histogram, or the pass before
	s.setMove(m, r, false)
	p, u := k.pass.Kernel, &k.pass.U
	p.Set(u.Pass, uint32(place))
	u.set(p, s.digitAt(m.kind, place, r), s.o.Descending)
	s.setPacked(p, u.packUniforms, m, r, place)
	s.setChain(p, u.chainUniforms, r, place, s.nextTile(r, place))
	return s.dispatch(p, k.groupsOf(r), m.groups)
}

// setChain gives a pass its part of the chain, and that of the pass that follows, whose tiles have
// nextTile keys.
func (s *Sorter) setChain(k *kernel.Kernel, u chainUniforms, r sorting, place, nextTile int) {
	here, next := s.chainParts(r, place)
	k.Set(u.StateBegin, uint32(s.half))
	k.Set(u.ChainBegin, uint32(here+chainHeads))
	k.Set(u.ChainNext, uint32(next+chainHeads))
	k.Set(u.NextTile, uint32(nextTile))
}

// chainParts returns where a pass's part of the chain begins, and that of the pass that follows. No
// pass follows the last one of a chain in the scratch: next is then here.
func (s *Sorter) chainParts(r sorting, place int) (here, next int) {
	if r.fused {
		return s.ownPart(ownPartAt(place)), s.ownPart(ownPartAt((place + 1) % s.o.passes()))
	}
	words := s.layout.chainWords(r.n.Max())
	here = place % 2 * words
	if place+1 == s.o.passes() {
		return here, here
	}
	return here, words - here
}

// singlePass reports whether the passes are single-pass digit passes.
func (s *Sorter) singlePass() bool { return s.shape.Algorithm == gpu.SinglePass }

// nextTile is the keys of a tile of the pass behind a place. Behind the last one comes the first
// pass of the next sort, which finds cleared what this sort's first pass has used.
func (s *Sorter) nextTile(r sorting, place int) int {
	kind := s.kindAt(r.begins, (place+1)%s.o.passes(), r.keyless, r.packing.at)
	return kernel.BySize(s.movers[kind], r.n.Max()).spec.Shape.TileSize()
}
