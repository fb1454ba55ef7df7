// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Words of State, in the order of shaders/particles/state.glsl.
const (
	stateDraw     = 0
	stateDispatch = 4
	stateItems    = 7
	stateBorn     = 8
	stateWanted   = 9
	stateAlive    = 10 // two
	stateNextID   = 12 // two
	stateSteps    = 14
	stateEmitted  = 15 // low and high word, as the two that follow
	stateDied     = 17
	stateDropped  = 19
	stateMost     = 21
	stateEvents   = 22
	stateOverflow = 26
	stateSlots    = 30
	stateExceeded = 31 // within a step only
	stateWords    = 32
)

// validateState returns which words of a State after so many steps contradict each other, or "". It
// leaves out the arguments: withArguments rebuilds them. It is pure.
func validateState(w [stateWords]uint32, steps uint64, capacity uint32, room [MaxChannels]uint32) string {
	if steps == 0 {
		if [stateWords - stateItems]uint32(w[stateItems:]) != [stateWords - stateItems]uint32{} {
			return "its state is not zero before the first step"
		}
		return ""
	}
	wide := func(i int) uint64 { return uint64(w[i]) | uint64(w[i+1])<<32 }
	side := int(steps & 1)
	alive, before := w[stateAlive+side], w[stateAlive+1-side]
	items, born, wanted := w[stateItems], w[stateBorn], w[stateWanted]
	emitted, died := wide(stateEmitted), wide(stateDied)
	switch {
	case before > capacity || born != min(wanted, capacity-before) || items != before+born || alive > items:
		return fmt.Sprintf("%d were alive, %d were born of %d wanted, %d were updated and %d survived, with room for %d", before, born, wanted, items, alive, capacity)
	case emitted-died != uint64(alive) || died < uint64(items-alive) || wide(stateDropped) < uint64(wanted-born):
		return fmt.Sprintf("%d emitted, %d dead and %d dropped, with %d alive", emitted, died, wide(stateDropped), alive)
	case w[stateNextID+side] != w[stateEmitted] || w[stateNextID+1-side] != w[stateEmitted]-born:
		return fmt.Sprintf("the next IDs are %d, with %d emitted", w[stateNextID:stateNextID+2], emitted)
	case w[stateMost] < max(alive, before) || w[stateMost] > capacity || uint64(w[stateMost]) > emitted:
		return fmt.Sprintf("the largest number alive is %d, with %d alive of %d", w[stateMost], alive, capacity)
	case w[stateSlots] < alive || w[stateSlots] > capacity:
		return fmt.Sprintf("%d slots used, with %d alive of %d", w[stateSlots], alive, capacity)
	case w[stateExceeded] != 0:
		return fmt.Sprintf("its state ends in %d, want 0", w[stateExceeded])
	}
	for i, room := range room {
		if n := w[stateEvents+i]; n > min(room, items) || room == 0 && w[stateOverflow+i] != 0 {
			return fmt.Sprintf("channel %[2]d has %[1]d events and %[3]d overflowed, with room for %[4]d", n, i, w[stateOverflow+i], room)
		}
	}
	return ""
}

// withArguments returns a State with the arguments that follow from its number of living particles,
// as shaders/particles/finish.glsl computes them.
func (s *System) withArguments(w [stateWords]uint32) [stateWords]uint32 {
	alive := w[stateAlive+int(s.frame.side)]
	draw := [4]uint32{alive * s.frame.verticesPerItem, 1}
	if s.frame.instanced != 0 {
		draw = [4]uint32{s.frame.verticesPerItem, alive}
	}
	size, most := uint32(s.shape.GroupSize), s.frame.groupMax
	groups := alive/size + min(alive%size, 1)
	copy(w[stateDraw:], draw[:])
	copy(w[stateDispatch:], []uint32{min(groups, most), groups/most + min(groups%most, 1), 1})
	return w
}

// Stats are the numbers of a system after a step. Alive = Emitted - Died.
type Stats struct {
	Step             int              // number of the step, from 1 up
	Alive, MostAlive int              // living particles now, and the largest number so far
	Emitted, Died    uint64           // particles since the first step
	Dropped          uint64           // particles that were not emitted because Capacity was reached
	EventsEmitted    [MaxChannels]int // events of this step that each channel holds
	EventsOverflowed [MaxChannels]int // events since the first step that exceeded a channel's Capacity
}

// Overflowed reports whether any particle was dropped or any event overflowed.
func (s Stats) Overflowed() bool { return s.Dropped > 0 || s.EventsOverflowed != [MaxChannels]int{} }

// statsOf reads the words of State that a step left.
func statsOf(w []uint32, side uint32) (s Stats) {
	wide := func(i int) uint64 { return uint64(w[i]) | uint64(w[i+1])<<32 }
	s = Stats{
		Step: int(w[stateSteps]), Alive: int(w[stateAlive+int(side)]), MostAlive: int(w[stateMost]),
		Emitted: wide(stateEmitted), Died: wide(stateDied), Dropped: wide(stateDropped),
	}
	for i := range MaxChannels {
		s.EventsEmitted[i], s.EventsOverflowed[i] = int(w[stateEvents+i]), int(w[stateOverflow+i])
	}
	return s
}

// statsRing is how many read-backs of State may be under way.
const statsRing = 3

// statsReader reads State back without waiting.
type statsReader struct {
	back   [statsRing]*gpu.Readback
	begun  [statsRing]int // the step after which each was started; 0 is none
	latest Stats
	words  gpu.View
}

func (r *statsReader) make(d *gpu.Device, state gpu.View) (err error) {
	r.words = state
	for i := range r.back {
		if r.back[i], err = d.NewReadback(stateWords); err != nil {
			return err
		}
	}
	return nil
}

// Stats returns the latest numbers that have reached the host, and their age in steps: usually some
// frames. Each call starts a new read-back and never waits. Until the first has arrived, Stats.Step
// is 0.
//
// Errors: gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *System) Stats() (stats Stats, age int, err error) {
	if err := s.ready("Stats"); err != nil {
		return stats, 0, err
	}
	r := &s.stats
	requested := false
	for i, b := range r.back {
		if r.begun[i] > 0 && b.Ready() {
			words, err := b.Take()
			if err != nil {
				return stats, 0, err
			}
			if r.begun[i] >= r.latest.Step {
				r.latest = statsOf(words, words[stateSteps]&1)
			}
			r.begun[i] = 0
		}
		if r.begun[i] == 0 && !requested && s.steps > 0 {
			if err := b.Start(r.words); err != nil {
				return stats, 0, err
			}
			requested, r.begun[i] = true, s.steps
		}
	}
	return r.latest, s.steps - r.latest.Step, nil
}

// StatsNow waits for the GPU and returns the numbers of the latest step. It is for tests and tools.
//
// Errors: gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *System) StatsNow() (Stats, error) {
	if err := s.live("StatsNow"); err != nil {
		return Stats{}, err
	}
	var words [stateWords]uint32
	if err := gpu.Download(s.d, s.state.View(), words[:]); err != nil {
		return Stats{}, err
	}
	return statsOf(words[:], words[stateSteps]&1), nil
}

func (r *statsReader) release() {
	for _, b := range r.back {
		b.Release()
	}
}

// forget drops the read-backs under way.
func (r *statsReader) forget() {
	r.begun, r.latest = [statsRing]int{}, Stats{}
}
