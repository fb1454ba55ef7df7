// SPDX-License-Identifier: MIT

package radix

import "github.com/combgl/comb/gpu"

// The chained form: a look at all keys counts the digits of every pass, and then a pass is one launch, in which each tile
// finds where its keys go by looking back at what the tiles before tell. SkipSorted's plan is made for chunks.

// lookBack is how many words an invocation loads at once as it looks back, by payloadKind: one at a time waits for the memory each
// time. On an H200 8 in place of 4 took 54.0 and 55.5 us for 2^20 keys, 542 and 534 for 2^24 pairs.
var lookBack = [...]int{keysAlone: headRows, withPayload: 4, withIndex: 4, payloadAlone: 4}

// chainHeads are the words before the first tile's in a part of the chain: as many rows as are ever loaded at once, which end every
// look back.
const (
	headRows   = 8
	chainHeads = headRows * digits
)

// The words of a half of State, as radix_histogram.comp.glsl has them: the totals of each pass. Two halves serve the sorts in
// turn: the look at the keys clears the other, so that no launch is needed for it.
const stateHalf = maxPasses * digits

// tallying are the uniforms of the look at all keys, linking those of a chained pass.
func tallying(p *program) map[string]*gpu.Uniform {
	return map[string]*gpu.Uniform{
		"workers": &p.workers, "first_bit": &p.firstBit, "bit_count": &p.bits,
		"state_begin": &p.stateBegin, "state_next": &p.stateNext, "chain_tile": &p.chainTile, "chain_part": &p.chainPart,
	}
}

func linking(p *program) map[string]*gpu.Uniform {
	return map[string]*gpu.Uniform{
		"digit_shift": &p.shift, "digit_mask": &p.mask, "digit_flip": &p.flip, "straight": &p.straight, "place_number": &p.place,
		"state_begin": &p.stateBegin, "chain_begin": &p.chainBegin, "chain_next": &p.chainNext,
	}
}

func (s *Sorter) buildChained(f family) (err error) {
	s.tallier.spec = f.histogram
	s.lookTiles = s.mostLooked()
	s.state, err = gpu.NewBufferFrom(s.d, s.firstState())
	return err
}

// flip has State's halves change places: next is to be cleared for the next sort.
func (s *Sorter) flip() (next int) {
	next, s.half = s.half, stateHalf-s.half
	return next
}

// tally enqueues the look at all keys.
func (s *Sorter) tally(keys gpu.View, r run, kind payloadKind) {
	next, k := s.flip(), s.tallier.kernel
	k.SetBuffer(0, keys)
	k.SetBuffer(1, r.histogram)
	k.SetBuffer(2, s.state.View())
	k.SetCount(r.n)
	k.Set(s.tallier.workers, uint32(r.workers))
	k.Set(s.tallier.firstBit, uint32(s.o.FirstBit))
	k.Set(s.tallier.bits, uint32(s.o.Bits))
	k.Set(s.tallier.stateBegin, uint32(s.half))
	k.Set(s.tallier.stateNext, uint32(next))
	k.Set(s.tallier.chainTile, uint32(kernelFor(s.movers[kind], r.n.Max()).spec.Shape.TileSize()))
	k.Set(s.tallier.chainPart, uint32(s.layout.chainWords(r.n.Max())))
	k.Dispatch(r.workers)
}

// link enqueues pass place in one launch, with a barrier before it and none behind it. Each pass has a part of the chain and clears the
// next one's.
func (s *Sorter) link(w way, r run, place int) error {
	p, groups := s.moverOf(r, w.kind)
	if r.looks && place == 0 {
		p = s.lookAhead(w, r)
	} else {
		s.d.Barrier() // behind the look at the keys, or the pass before
		s.setMove(w, r, 0)
		p.kernel.Set(p.place, uint32(place))
	}
	p.setDigit(s.o.pass(place))
	p.setOrder(s.o.pass(place), s.o.Descending)
	here, next := s.chainParts(r, place)
	p.kernel.Set(p.stateBegin, uint32(s.half))
	p.kernel.Set(p.chainBegin, uint32(here+chainHeads))
	p.kernel.Set(p.chainNext, uint32(next+chainHeads))
	return s.dispatch(p.kernel, groups, w.groups)
}

// chainParts are where a pass's part of the chain begins, and the next one's; the last pass of a chain in the scratch has no next.
func (s *Sorter) chainParts(r run, place int) (here, next int) {
	if r.looks {
		return s.ownPart(ownPartAt(place)), s.ownPart(ownPartAt((place + 1) % s.o.passes()))
	}
	words := s.layout.chainWords(r.n.Max())
	here = place % 2 * words
	if place+1 == s.o.passes() {
		return here, here
	}
	return here, words - here
}
