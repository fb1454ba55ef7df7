// SPDX-License-Identifier: MIT

package radix

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// sorting is the state of one sort: its form, and its parts of the scratch. joins is what the
// kernels call Histogram or Chain. In reduce-then-scan it holds the workers' counts of each digit.
// In a single-pass sort it holds the status words of two passes; if that is fused, it is State.
type sorting struct {
	n             gpu.Count
	workers       int
	singlePass    bool
	byRuns        bool // an invocation takes a run of keys: see run.go
	fused         bool // its first pass makes the global histogram
	keyless       bool // the sorted keys are not wanted
	packing       packing
	begins        payloadKind // of the first pass, unpacked
	joins, totals gpu.View
	scratch       arrays
	table         gpu.View // of a sort by the most significant digits first
	groups        gpu.View // the workgroups of a pass, if the GPU decides and passes are single
}

// move is a pass's source, destination and payload. groups has the number of its workgroups
// if the GPU decides it.
type move struct {
	dst, src arrays
	kind     payloadKind
	groups   gpu.View
}

// dispatch enqueues that many workgroups, or those of args if it is not the zero View.
func (s *Sorter) dispatch(k *kernel.Kernel, groups int, args gpu.View) error {
	if args.ID() == 0 {
		k.Dispatch(groups)
		return nil
	}
	return k.DispatchIndirect(args)
}

// begin starts a sort: it cuts from the scratch the parts that every sort has, and the windows of
// one by the most significant digits first.
func (s *Sorter) begin(n gpu.Count, p scratchParts) (sorting, kernel.Cut) {
	cut := s.scratch.Cut()
	r := sorting{n: n, workers: s.workersFor(n), singlePass: s.singlePass(), joins: cut.Take(p.joins), totals: cut.Take(p.totals)}
	r.scratch = arrays{cut.Take(p.keys), cut.Take(p.payload)}
	if p.msd > 0 {
		r.table = cut.Take(p.msd)
	}
	return r, cut
}

// scanRows enqueues the spine: the scan of each digit's row of counts over the workers.
func (s *Sorter) scanRows(spine *kernel.Loaded[spineUniforms], r sorting, rows int, groups gpu.View) error {
	spine.SetBuffer(0, r.joins)
	spine.SetBuffer(1, r.totals)
	spine.Set(spine.U.Workers, uint32(r.workers))
	err := s.dispatch(spine.Kernel, rows, groups)
	s.d.StorageBarrier()
	return err
}

// addAlone is the most workers for which a pass leaves out the spine: each worker then adds up the
// counts itself. That costs an H200 less than one more dispatch. 32 workers sorted 2^17 keys in
// 47.9 us so, and in 61.2 with the spine; 64 in 52.1 and 62.4, 128 in 61.6 and 67.8, 256 in 90.6
// and 75.2.
const addAlone = 128

// pass enqueues a digit pass by reduce-then-scan, for each of its moves: count, spine if there are
// many workers, scatter. With SkipSorted the GPU's plan has the digit of the pass, and place is its
// place there. No barrier follows.
func (s *Sorter) pass(moves []move, r sorting, place int, spine gpu.View) error {
	if place > 0 {
		s.d.StorageBarrier()
	}
	hasSpine := r.workers > s.addAlone
	if err := s.count(moves, r, place, hasSpine); err != nil {
		return err
	}
	s.d.StorageBarrier()
	if hasSpine {
		if err := s.scanRows(&s.spine, r, digits, spine); err != nil {
			return err
		}
	}
	for _, m := range moves {
		s.setMove(m, r, false)
		k := kernel.BySize(s.movers[m.kind], r.n.Max())
		p, u := k.scatter.Kernel, &k.scatter.U
		s.chooseDigit(p, u.digitUniforms, place, bufOrder[m.kind])
		p.Set(u.AddedUp, word(hasSpine))
		if err := s.dispatch(p, k.groupsOf(r), m.groups); err != nil {
			return err
		}
	}
	return nil
}

// count enqueues the kernel that counts the digits of the workers' chunks.
func (s *Sorter) count(moves []move, r sorting, place int, hasSpine bool) error {
	c := kernel.BySize(s.counters, r.n.Max())
	s.chooseDigit(c.Kernel, c.U.digitUniforms, place, bufCountOrder)
	c.SetBuffer(1, r.joins)
	c.SetCount(r.n)
	c.Set(c.U.Workers, uint32(r.workers))
	c.Set(c.U.AddedUp, word(hasSpine))
	for _, m := range moves {
		c.SetBuffer(0, m.src.keys)
		if err := s.dispatch(c.Kernel, r.workers, m.groups); err != nil {
			return err
		}
	}
	return nil
}

// chooseDigit sets the digit of a pass in a kernel, or the place of the digit in the plan.
func (s *Sorter) chooseDigit(k *kernel.Kernel, u digitUniforms, place, order int) {
	if !s.o.SkipSorted {
		u.set(k, s.o.pass(place), s.o.Descending)
		return
	}
	k.SetBuffer(order, s.state.View())
	k.Set(u.Planned, uint32(orderDigits+3*place))
}

// copyItems enqueues a copy of the items, each to its own place.
func (s *Sorter) copyItems(m move, r sorting) error {
	if r.byRuns {
		s.moveRuns(m, r, 0, true)
		s.d.StorageBarrier()
		return nil
	}
	if err := s.ready(m.kind, r.n.Max()); err != nil {
		return err
	}
	s.setMove(m, r, true)
	k := kernel.BySize(s.movers[m.kind], r.n.Max())
	if r.singlePass {
		k.pass.U.set(k.pass.Kernel, s.o.pass(0), s.o.Descending)
	} else {
		s.chooseDigit(k.scatter.Kernel, k.scatter.U.digitUniforms, 0, bufOrder[m.kind])
	}
	err := s.dispatch(k.kernel(), k.groupsOf(r), m.groups)
	s.d.StorageBarrier()
	return err
}

// setMove binds the buffers of a mover that is not a fused first pass.
func (s *Sorter) setMove(m move, r sorting, straight bool) {
	k := kernel.BySize(s.movers[m.kind], r.n.Max())
	p := k.kernel()
	m.bind(p, r)
	if r.singlePass {
		p.SetBuffer(bufState, s.state.View())
	} else {
		p.SetBuffer(bufTotals, r.totals)
		p.Set(k.scatter.U.Workers, uint32(r.workers))
	}
	p.Set(k.straight(), word(straight))
}

// bind binds the buffers that all movers have.
func (m move) bind(k *kernel.Kernel, r sorting) {
	switch m.kind {
	case keysAlone:
	case packsIndex:
		m.dst.keys = m.dst.payload
	case packedWords:
		m.dst.keys, m.src.keys = m.dst.payload, m.src.payload
	default:
		k.SetBuffer(bufDstPayload, m.dst.payload)
	}
	if m.kind.movesPayload() {
		k.SetBuffer(bufPayload, m.src.payload)
	}
	k.SetBuffer(0, m.src.keys)
	k.SetBuffer(1, m.dst.keys)
	k.SetBuffer(2, r.joins)
	k.SetCount(r.n)
}
