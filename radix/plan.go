// SPDX-License-Identifier: MIT

package radix

import "github.com/combgl/comb/gpu"

// The plan of a sort with SkipSorted, which the GPU makes.

// The layout of Order, as radix_order.comp.glsl has it: the triples of indirect dispatches of each
// place, those of two copies, then words: the digits of the places, and the kernel's own.
const (
	orderBegin = iota
	orderNext
	orderSpine
	orderOfPlace // triples a place

	orderCopy   = orderOfPlace * maxPasses
	orderAhead  = orderCopy + 1
	orderDigits = 3 * (orderAhead + 1)
	orderWords  = orderDigits + 3*maxPasses + 4
)

// plan enqueues the kernel that reads all keys and decides all dispatches that follow.
func (s *Sorter) plan(keys gpu.View, r sorting, inPlace bool) {
	k, u := s.order.Kernel, &s.order.U
	k.SetBuffer(0, keys)
	k.SetBuffer(1, s.state.View())
	k.SetCount(r.n)
	k.Set(u.Workers, uint32(r.workers))
	u.set(k, s.o.FirstBit, s.o)
	k.Set(u.FirstBit, uint32(s.o.FirstBit))
	k.Set(u.Bits, uint32(s.o.Bits))
	k.Set(u.InPlace, word(inPlace))
	k.Dispatch(r.workers)
	s.d.MemoryBarrier() // indirect dispatches too
}

// plannedPasses enqueues the passes that the plan needs: none for a digit that is the same in all
// keys, none at all if they are in order. Each place is enqueued with all moves that its pass may
// make, and the GPU decides which have workgroups.
func (s *Sorter) plannedPasses(dst, src arrays, r sorting, kind payloadKind) error {
	inPlace := same(dst.keys, src.keys)
	s.plan(src.keys, r, inPlace)
	if !inPlace || kind == withIndex || kind == withPayload && !same(dst.payload, src.payload) {
		if err := s.copyItems(move{dst, src, kind, s.groups[orderCopy]}, r); err != nil {
			return err
		}
	}
	if inPlace {
		if err := s.copyItems(move{r.scratch, src, kind, s.groups[orderAhead]}, r); err != nil {
			return err
		}
	}
	later := kind.after()
	last := s.o.passes() - 1
	for i := 0; i <= last; i++ {
		to, from := dst, r.scratch
		if (last-i)%2 == 1 {
			to, from = from, to
		}
		triples := s.groups[orderOfPlace*i:]
		var moves [2]move
		n := 0
		if !inPlace || (last-i)%2 == 1 {
			moves[n] = move{to, src, kind, triples[orderBegin]}
			n++
		}
		if inPlace || i > 0 {
			moves[n] = move{to, from, later, triples[orderNext]}
			n++
		}
		if err := s.pass(moves[:n], r, i, triples[orderSpine]); err != nil {
			return err
		}
	}
	return nil
}
