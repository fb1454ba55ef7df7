// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Reorder puts the records into another order: record i becomes what record order[i] was. order is
// a permutation of the numbers from 0 to Alive-1, in a view of Capacity words; words behind Alive
// are not read. In an order by place, such as that of grid.Grid.Order, neighbours lie together in
// memory, and so their steps are faster.
//
// The particles keep this order until the next Reorder or gathered sort. Newborns come last. Order
// and DrawArgs give all particles in the order of records until the next step. Without an ID in the
// record, random numbers of Update depend on the order.
//
// If order is no permutation, particles are lost or doubled, without an error. If it has a number
// of Capacity or more, the record there has arbitrary contents.
//
// Reorder enqueues one dispatch and does not wait. The first call compiles its kernel. Errors,
// before anything is enqueued: gpu.ErrArgument with Options.Slots; gpu.ErrView for an order of less
// than Capacity words, or of floats; gpu.ErrOverlap for one in the system's records;
// gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrOutOfMemory at the first call; gpu.ErrContextLost,
// gpu.ErrWrongThread, gpu.ErrReleased.
func (s *System) Reorder(order gpu.View) error {
	if err := s.live("Reorder"); err != nil {
		return err
	}
	if err := s.d.Internal().Enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if s.o.Slots {
		return argument("Reorder", "the system has Slots, want one without: its records stay where they are")
	}
	alive := s.aliveOn(s.frame.side)
	if err := kernel.NeedWords(s.d, "particles: Reorder: order", order, alive); err != nil {
		return err
	}
	if s.gatherer == nil {
		g, err := kernel.NewGatherer(s.d)
		if err != nil {
			return fmt.Errorf("particles: Reorder: %w", err)
		}
		s.gatherer = g
	}
	for _, own := range s.records {
		if err := kernel.NeedApart("particles: Reorder: order and the records", order, own.View()); err != nil {
			return err
		}
	}
	from, to := s.records[s.front], s.records[1-s.front]
	if err := s.gatherer.Gather(to.View(), from.View(), order, alive, s.text.record.stride); err != nil {
		return fmt.Errorf("particles: Reorder: %w", err)
	}
	s.front = 1 - s.front
	s.sorted, s.cull.done = false, false
	return nil
}
