// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// onePass is a step in one pass over the records: records_chain and records_deferred in place of
// records_update and records_keep.
type onePass struct {
	words                              *kernel.Chain
	at                                 chainBuffers
	groups, deferEvery, deferredGroups kernel.Uniform
	everyDeferred                      int // for the self-test: every so many tiles are deferred; 0 is none
}

// Indices of the first buffers of records_chain. State and Records are where the other kernels have
// them.
const (
	chainDst    = 3
	chainTables = 4
)

// deferredFault is the index of Fault in records_deferred. Mask has it in the other keep kernels;
// here Chain has the bits.
const deferredFault = bufMask

// chainBuffers are the indices of its other buffers; -1 for those that it does not have.
type chainBuffers struct{ parents, keys, events int }

// takesOnePass reports whether a system can step in one pass over its records. One with Slots does
// not move them. Particles that events emit, and that are sorted and emit events themselves, need
// more buffers than a kernel has.
func (o *Options) takesOnePass() bool {
	t := text{o: o}
	for _, e := range o.Emitters {
		t.count = t.count || e.onGPU()
		if e.Events != nil {
			t.parent = &layout{}
		}
	}
	names, _ := t.chainBuffers()
	return !o.Slots && len(names) <= gpu.UserBinding
}

// chainBuffers lists the buffers of records_chain, without those that the system has no use for.
func (t text) chainBuffers() (names []string, at chainBuffers) {
	names = []string{"State", "Records", "Chain", "Dst", "Tables?"}
	add := func(used bool, name string) int {
		if !used {
			return -1
		}
		names = append(names, name)
		return len(names) - 1
	}
	add(t.count, "Count") // bound by its name
	at.parents = add(t.parent != nil, "Parents?")
	at.keys = add(t.o.Sort.By != Unsorted, "Keys?")
	at.events = add(len(t.o.Channels) > 0, "Events?")
	return names, at
}

// chainSpec is the kernel that emits, updates and compacts.
func (t text) chainSpec(s kernel.Shape) kernel.Spec {
	spec := kernel.Spec{
		File: "particles/records_chain.comp.glsl", Shape: tileOfUpdate(s), Constants: t.constants(), Slots: t.updateSlots(),
	}
	spec.Buffers, _ = t.chainBuffers()
	spec.Constants["CHAIN_ROWS"] = spec.Constants["ROWS"]
	if t.checksCount() {
		spec.Slots["SOURCE"] = shaders.Snippet{File: "particles/source.glsl#count_later"}
	}
	t.moving(spec)
	return spec
}

// deferredSpec is the kernel that moves the tiles that had to wait.
func (t text) deferredSpec(s kernel.Shape) kernel.Spec {
	spec := t.keepSpec(s).SinglePass("particles/records_deferred.comp.glsl", bufTotals, 1+len(t.o.Channels))
	spec.Shape = tileOfUpdate(s)
	spec.Buffers[deferredFault] = either(t.checksCount(), "Fault", "Fault?")
	spec.Constants["COUNT_CHECKED"] = fmt.Sprint(t.checksCount())
	return spec
}

func (s *System) inOnePass() bool { return s.shape.Algorithm == gpu.SinglePass }

// makeOnePass prepares the two kernels of a step in one pass, and its status words: for each tile a
// word of each row, its place in the list of deferred tiles, and its bits (chain.glsl).
func (s *System) makeOnePass() (err error) {
	c := &s.one
	_, c.at = s.text.chainBuffers()
	if c.groups, err = s.update.Uniform("groups"); err != nil {
		return err
	}
	if c.deferEvery, err = s.update.Uniform("defer_every"); err != nil {
		return err
	}
	if c.deferredGroups, err = s.keep.Uniform("groups"); err != nil {
		return err
	}
	rows, tiles := 1+len(s.o.Channels), s.updateTiles()
	words := tiles*(1+rows) + rows*chainNumbers + tiles*rows*s.shape.GroupSize/32
	c.words = kernel.NewChain(s.d, "particles", rows)
	return c.words.Reserve((words + rows - 1) / rows)
}

// chainNumbers times the rows is at least how many numbers follow the status words.
const chainNumbers = 4

// runChain emits, updates and moves.
func (s *System) runChain() error {
	k, c := s.update, &s.one
	k.SetBuffer(bufState, s.state.View())
	k.SetBuffer(bufRecords, s.records[s.front].View())
	k.SetBuffer(chainDst, s.records[1-s.front].View())
	k.SetBuffer(chainTables, s.tables.View())
	if c.at.keys >= 0 {
		k.SetBuffer(c.at.keys, s.keys.View())
	}
	if c.at.events >= 0 {
		k.SetBuffer(c.at.events, s.events.View())
	}
	if err := s.bindSource(k, c.at.parents); err != nil {
		return err
	}
	k.Set(c.groups, uint32(s.updateGroups()))
	k.Set(c.deferEvery, uint32(c.everyDeferred))
	c.words.DispatchGroups(k, s.updateTiles()+chainNumbers, s.updateGroups())
	s.d.StorageBarrier()
	return nil
}

// runDeferred moves the tiles that runChain deferred.
func (s *System) runDeferred() error {
	k := s.keep
	s.bindKeep(k, s.records[1-s.front])
	if s.text.checksCount() {
		k.SetBuffer(deferredFault, gpu.ViewOf(s.d.Internal().FaultWord))
	}
	k.Set(s.one.deferredGroups, uint32(s.workers()))
	s.one.words.DispatchAfter(k, s.workers())
	s.d.MemoryBarrier()
	s.front = 1 - s.front
	s.sorted = false
	return nil
}
