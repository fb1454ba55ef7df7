// SPDX-License-Identifier: MIT

package particles

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// twoPasses are the uniforms of records_update, records_keep and slots_gather.
type twoPasses struct{ updateWorkers, updateGroups, keepWorkers, gatherWorkers kernel.Uniform }

func (s *System) makeTwoPasses() error {
	for _, u := range []struct {
		to   *kernel.Uniform
		of   *kernel.Kernel
		name string
	}{
		{&s.two.updateWorkers, s.update, "workers"}, {&s.two.updateGroups, s.update, "groups"},
		{&s.two.keepWorkers, s.keep, "workers"}, {&s.two.gatherWorkers, s.gather, "workers"},
	} {
		if u.of == nil {
			continue
		}
		var err error
		if *u.to, err = u.of.Uniform(u.name); err != nil {
			return err
		}
	}
	return nil
}

func (s *System) workers() int { return s.shape.WorkersFor(s.o.Capacity) }

// updateGroups returns the number of workgroups of update, whose tiles are one item an invocation:
// one for each tile, up to four for each worker of keep. With one for each worker most had ended
// while some were still in dense places: a million birds took 1,269 us, and 865 now (H200). The
// limit is for systems with few particles of a large capacity.
func (s *System) updateGroups() int { return min(4*s.workers(), s.updateTiles()) }

// updateTiles returns the number of tiles of update for as many particles as the capacity allows.
func (s *System) updateTiles() int { return tileOfUpdate(s.shape).GroupsFor(s.o.Capacity) }

func (s *System) runUpdate() error {
	k := s.update
	k.SetBuffer(bufState, s.state.View())
	k.SetBuffer(bufRecords, s.records[s.front].View())
	k.SetBuffer(bufMask, s.mask.View())
	if s.o.Slots {
		k.SetBuffer(bufMask, s.bits.View())
	}
	k.SetBuffer(bufTotals, s.totals.View())
	k.SetBuffer(updateTables, s.tables.View())
	k.SetBuffer(updateIndex, s.index.View())
	if err := s.bindSource(k, updateParents); err != nil {
		return err
	}
	k.Set(s.two.updateWorkers, uint32(s.workers()))
	k.Set(s.two.updateGroups, uint32(s.updateGroups()))
	k.Dispatch(s.updateGroups())
	s.d.StorageBarrier()
	if s.o.Slots {
		s.runSlots()
	}
	return nil
}

// bindSource binds what an emitter takes from the GPU: its count with the fault word, and the
// events that are its parents, which are buffer parents of the kernel.
func (s *System) bindSource(k *kernel.Kernel, parents int) error {
	if s.gpuSource < 0 {
		return nil
	}
	e := &s.sources[s.gpuSource]
	if e.from != nil {
		if err := k.SetRecords(parents, e.from.view, s.text.parent.stride); err != nil {
			return err
		}
	}
	k.SetCount(e.count)
	return nil
}

// runSlots brings the bits that update wrote by slot into the order of birth.
func (s *System) runSlots() {
	k := s.gather
	k.SetBuffer(bufState, s.state.View())
	k.SetBuffer(gatherBits, s.bits.View())
	k.SetBuffer(bufMask, s.mask.View())
	k.SetBuffer(bufTotals, s.totalsNow())
	k.SetBuffer(gatherIndex, s.index.View())
	k.Set(s.two.gatherWorkers, uint32(s.workers()))
	k.Dispatch(s.workers())
	s.d.StorageBarrier()
}

// totalsNow are the workers' totals of this step.
func (s *System) totalsNow() gpu.View {
	at := int(s.frame.side) * s.text.totalsStride(s.shape)
	return part(s.totals, at, at+(1+len(s.o.Channels))*s.shape.Workers)
}

// bindKeep binds what records_keep, slots_keep and records_deferred have in common.
func (s *System) bindKeep(k *kernel.Kernel, dst *gpu.Buffer[uint32]) {
	k.SetBuffer(bufState, s.state.View())
	k.SetBuffer(bufRecords, s.records[s.front].View())
	k.SetBuffer(keepDst, dst.View())
	k.SetBuffer(keepKeys, s.keys.View())
	k.SetBuffer(keepEvents, s.events.View())
	k.SetBuffer(keepElements, s.elements.View())
}

func (s *System) runKeep() error {
	k, dst := s.keep, s.index
	if !s.o.Slots {
		dst = s.records[1-s.front]
	}
	s.bindKeep(k, dst)
	k.SetBuffer(bufMask, s.mask.View())
	k.SetBuffer(bufTotals, s.totalsNow())
	k.Set(s.two.keepWorkers, uint32(s.workers()))
	k.Dispatch(s.workers())
	s.d.MemoryBarrier()
	if !s.o.Slots {
		s.front = 1 - s.front
	}
	s.sorted = false
	return nil
}
