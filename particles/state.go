// SPDX-License-Identifier: MIT

package particles

import "github.com/combgl/comb/gpu"

// The words of State, as shaders/particles/state.glsl has them.
const (
	stateDraw     = 0
	stateDispatch = 4
	stateItems    = 7
	stateAlive    = 10 // two
	stateNextID   = 12 // two
	stateSteps    = 14
	stateEmitted  = 15 // low, high, and so on
	stateDied     = 17
	stateDropped  = 19
	stateMost     = 21
	stateTold     = 22
	stateMissed   = 26
	stateSlots    = 30
	stateWords    = 32
)

// Stats are a system's numbers after a step.
type Stats struct {
	Step                   int    // the step that they are of, from 1 up
	Alive, MostAlive       int    // now, and the most there ever were
	Emitted, Died, Dropped uint64 // in all; Dropped found no room. Alive = Emitted - Died
	Told                   [MaxStreams]int
	Missed                 [MaxStreams]int // events in all that found no room in their stream
}

// Overflowed says whether anything ever found no room.
func (s Stats) Overflowed() bool { return s.Dropped > 0 || s.Missed != [MaxStreams]int{} }

// statsOf reads the words that a step left.
func statsOf(w []uint32, side uint32) (s Stats) {
	wide := func(i int) uint64 { return uint64(w[i]) | uint64(w[i+1])<<32 }
	s = Stats{
		Step: int(w[stateSteps]), Alive: int(w[stateAlive+int(side)]), MostAlive: int(w[stateMost]),
		Emitted: wide(stateEmitted), Died: wide(stateDied), Dropped: wide(stateDropped),
	}
	for i := range MaxStreams {
		s.Told[i], s.Missed[i] = int(w[stateTold+i]), int(w[stateMissed+i])
	}
	return s
}

// statsRing is how many read-backs may be under way.
const statsRing = 3

// statsReader brings State to the host without waiting.
type statsReader struct {
	back   [statsRing]*gpu.Readback
	begun  [statsRing]int // the step that each was begun after; 0 is none
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

// Stats are the latest numbers that have come to the host, and how many steps old they are: as a rule some frames. Each
// call asks for new ones; nothing waits. Before any have come the Step of the Stats is 0.
// Errors: gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *System) Stats() (stats Stats, age int, err error) {
	r := &s.stats
	if s.update == nil {
		return stats, 0, released()
	}
	asked := false
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
		if r.begun[i] == 0 && !asked && s.steps > 0 {
			if err := b.Start(r.words); err != nil {
				return stats, 0, err
			}
			asked, r.begun[i] = true, s.steps
		}
	}
	return r.latest, s.steps - r.latest.Step, nil
}

// StatsNow waits for the GPU and gives the numbers of the latest step. For tests and tools.
func (s *System) StatsNow() (Stats, error) {
	if s.update == nil {
		return Stats{}, released()
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

// forget drops what is under way.
func (r *statsReader) forget() {
	r.begun, r.latest = [statsRing]int{}, Stats{}
}
