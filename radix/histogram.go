// SPDX-License-Identifier: MIT

package radix

import (
	"errors"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// The global histogram of a single-pass sort: the counts of the digits of every pass, made by one
// read of the keys before the passes, or by the first pass itself.

// stateHalf is the number of words of a half of State, as radix_histogram.comp.glsl has them: the
// totals of each pass, then the distinct keys and two words more (radix/distinct.glsl). The sorts
// use the two halves in turn: the histogram clears the other half, so no dispatch is needed for
// that. A half is whole rows of digits: rows that begin within a line of the cache cost an H200 up
// to 2.7 % of a sort of 2^20 keys.
const (
	stateTotals  = maxPasses * digits
	distinctBits = 9 // of a slot's number
	stateHalf    = stateTotals + 1<<distinctBits + digits
)

// chainHeads are the words before the first tile's in a part of the chain: as many rows as are
// loaded at once, which end every look-back.
const (
	headRows   = 8
	chainHeads = headRows * digits
)

func (s *Sorter) buildSinglePass(f family) (err error) {
	s.histogramSpec = f.histogram
	s.state, err = gpu.NewBufferFrom(s.d, s.firstState())
	return err
}

// histogramWorkers is the most workgroups of the global histogram on a multiprocessor. Each clears
// and adds up a table of its own, so more cost small sorts: an H200 sorted 2^22 keys in 113 us, and
// in 119 with 8. With 2, 3 and 8, 2^24 keys took as long.
const histogramWorkers = 4

// swapHalves exchanges the halves of State and returns next, which is to be cleared.
func (s *Sorter) swapHalves() (next int) {
	next, s.half = s.half, stateHalf-s.half
	return next
}

// countDigits enqueues the global histogram.
func (s *Sorter) countDigits(keys gpu.View, r sorting, kind payloadKind) {
	s.countBy(s.histogram.Kernel, &s.histogram.U, keys, r, kernel.BySize(s.movers[kind], r.n.Max()).spec.Shape.TileSize())
}

// countBy is countDigits by a kernel. chainTile is the keys of a tile of the first pass.
func (s *Sorter) countBy(k *kernel.Kernel, u *histogramUniforms, keys gpu.View, r sorting, chainTile int) {
	next := s.swapHalves()
	workers := min(r.workers, histogramWorkers*s.d.Caps().Multiprocessors)
	k.SetBuffer(0, keys)
	k.SetBuffer(1, r.joins)
	k.SetBuffer(2, s.state.View())
	k.SetCount(r.n)
	k.Set(u.Workers, uint32(workers))
	k.Set(u.FirstBit, uint32(s.o.FirstBit))
	k.Set(u.Bits, uint32(s.o.Bits))
	k.Set(u.StateBegin, uint32(s.half))
	k.Set(u.StateNext, uint32(next))
	k.Set(u.ChainTile, uint32(chainTile))
	k.Set(u.ChainPart, uint32(s.layout.chainWords(r.n.Max())))
	k.Set(u.SkipsPairs, word(r.packing.at == never)) // the last pass changes packed items
	k.Dispatch(workers)
}

// fusedTiles is the most tiles for which the first pass makes the histogram: as many as run at
// once, since each waits for all others. It is pure.
func fusedTiles(o Options, s sized) int {
	shape := s.spec.Shape
	if shape.GroupSize/shape.LaneCount < maxPasses/2*keyTypes[o.Type].words {
		return 0 // no room for the counts of all passes
	}
	return s.atOnce
}

// mostFused is fusedTiles of the kernel for which it is the most.
func (s *Sorter) mostFused() (most int) {
	for _, all := range s.movers {
		for i := range all {
			most = max(most, fusedTiles(s.o, all[i].sized))
		}
	}
	return most
}

// fuses reports whether the first pass of a sort of at most n keys makes the histogram.
func (s *Sorter) fuses(kind payloadKind, n int) bool {
	if s.fusedTiles == 0 || s.o.passes() == 1 { // 0 in reduce-then-scan
		return false
	}
	m := kernel.BySize(s.movers[kind], n)
	return !m.firstWrong && m.spec.Shape.GroupsFor(n) <= min(s.fusedTiles, fusedTiles(s.o, m.sized))
}

// readyFused compiles and self-tests the kernel of such a pass, unless it is. If the test fails,
// the sorter uses the separate histogram.
func (s *Sorter) readyFused(kind payloadKind, n int) (err error) {
	m := kernel.BySize(s.movers[kind], n)
	if m.first.Kernel != nil {
		return nil
	}
	spec := firstOf(m.spec)
	var behind []kernel.Spec
	if kind.packsFirst() {
		behind = []kernel.Spec{kernel.BySize(s.movers[packedWords], n).spec}
	} else {
		behind = s.moversWith(kind, n)
	}
	err = kernel.RunSelfTest(s.d, "radix, first pass", spec.Shape, kernel.SelfTest{Specs: append(behind, spec), Test: func() error { return s.testFused(kind, n) }})
	if err == nil {
		return load(s.d, &m.first, spec)
	}
	m.first.Release()
	m.first = kernel.Loaded[firstUniforms]{}
	if !errors.Is(err, gpu.ErrSelfTest) {
		return err
	}
	m.firstWrong = true
	return s.renewState()
}

// renewState makes a new State, in which a failed kernel may have left anything.
func (s *Sorter) renewState() (err error) {
	s.state.Release()
	s.half = 0
	s.state, err = gpu.NewBufferFrom(s.d, s.firstState())
	return err
}

// The chain of a fused sort lies in State, behind the totals, as no kernel has cleared the scratch.
// The first pass has a part of its own, which the last pass of every fused sort leaves cleared. The
// passes that follow use two others in turn.
const ownParts = 3

// ownPart is the word of State with which a part begins.
func (s *Sorter) ownPart(part int) int { return 2*stateHalf + part*(chainHeads+s.fusedTiles*digits) }

// firstState is the content of State before the first sort: zeros, and the heads of each part.
func (s *Sorter) firstState() []uint32 {
	if s.fusedTiles == 0 {
		return make([]uint32, 2*stateHalf)
	}
	words := make([]uint32, s.ownPart(ownParts))
	for part := range ownParts {
		for i := range chainHeads {
			words[s.ownPart(part)+i] = 1 << 31 // an inclusive prefix of 0
		}
	}
	return words
}

// ownPartAt is the part of a pass.
func ownPartAt(place int) int {
	if place == 0 {
		return 0
	}
	return 1 + place%2
}
