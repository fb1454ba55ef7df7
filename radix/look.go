// SPDX-License-Identifier: MIT

package radix

import (
	"errors"

	"github.com/combgl/comb/gpu"
)

// A chained sort of few keys: the first pass looks at all keys itself, which saves a launch.

// lookTiles is up to how many tiles that is done: as many as all run at once, since each waits for all others. It is pure.
func lookTiles(o Options, s sized) int {
	shape := s.spec.Shape
	if shape.GroupSize/shape.LaneCount < maxPasses/2*keyTypes[o.Type].words { // no room for the counts of all passes
		return 0
	}
	return s.atOnce
}

// mostLooked is the most of any kernel.
func (s *Sorter) mostLooked() (most int) {
	for _, all := range s.movers {
		for _, k := range all {
			most = max(most, lookTiles(s.o, k.sized))
		}
	}
	return most
}

// linkingFirst are the uniforms of such a pass.
func linkingFirst(p *program) map[string]*gpu.Uniform {
	return map[string]*gpu.Uniform{
		"digit_shift": &p.shift, "digit_mask": &p.mask, "digit_flip": &p.flip, "first_bit": &p.firstBit, "bit_count": &p.bits,
		"state_begin": &p.stateBegin, "state_next": &p.stateNext, "chain_begin": &p.chainBegin, "chain_next": &p.chainNext,
	}
}

// looksFirst says whether the first pass of a sort of at most n keys looks at the keys.
func (s *Sorter) looksFirst(kind payloadKind, n int) bool {
	if s.lookTiles == 0 || s.o.passes() == 1 { // 0 where sorts are chunked
		return false
	}
	k := kernelFor(s.movers[kind], n)
	return !k.firstWrong && k.spec.Shape.GroupsFor(n) <= min(s.lookTiles, lookTiles(s.o, k.sized))
}

// readyLook compiles the kernel of such a pass, unless it is, which proves itself first. Where it is wrong nothing is lost but a launch:
// sorts look at the keys as those of more keys do.
func (s *Sorter) readyLook(kind payloadKind, n int) (err error) {
	k := kernelFor(s.movers[kind], n)
	if k.first.kernel != nil {
		return nil
	}
	spec := firstOf(k.spec)
	err = s.d.Prove("radix, first pass", spec.Shape, gpu.Proof{Specs: []gpu.Spec{spec}, Test: func() error { return s.testLook(kind, k) }})
	if err == nil {
		return k.loadFirst(s.d)
	}
	k.first.kernel.Release()
	k.first = program{}
	if !errors.Is(err, gpu.ErrSelfTest) {
		return err
	}
	k.firstWrong = true
	s.state.Release() // whatever it left there
	s.half = 0
	s.state, err = gpu.NewBufferFrom(s.d, s.firstState())
	return err
}

func (k *kernel) loadFirst(d *gpu.Device) (err error) {
	if k.first.kernel == nil {
		k.first, err = load(d, firstOf(k.spec), linkingFirst)
	}
	return err
}

// The chain of such a sort lies in State, behind the totals, as nobody has cleared the scratch. The first pass has a part of its own, which
// the last pass of every sort leaves cleared; those that follow have two others in turn.
const ownParts = 3

func (s *Sorter) ownPart(part int) int { return 2*stateHalf + part*(chainHeads+s.lookTiles*digits) }

// firstState is what State holds before the first sort: zeros, but for what ends every look back.
func (s *Sorter) firstState() []uint32 {
	if s.lookTiles == 0 {
		return make([]uint32, 2*stateHalf)
	}
	words := make([]uint32, s.ownPart(ownParts))
	for part := range ownParts {
		for i := range chainHeads {
			words[s.ownPart(part)+i] = 1 << 31 // a prefix of 0
		}
	}
	return words
}

func ownPartAt(place int) int {
	if place == 0 {
		return 0
	}
	return 1 + place%2
}

// lookAhead gives the first pass what only it needs.
func (s *Sorter) lookAhead(w way, r run) program {
	p := kernelFor(s.movers[w.kind], r.n.Max()).first
	p.setWay(w, r)
	p.kernel.Set(p.stateNext, uint32(s.flip()))
	p.kernel.Set(p.firstBit, uint32(s.o.FirstBit))
	p.kernel.Set(p.bits, uint32(s.o.Bits))
	return p
}
