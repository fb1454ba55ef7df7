// SPDX-License-Identifier: MIT

package pace

import (
	"testing"
	"time"
)

// machine draws frames: fixed is what each costs, full what a full one costs beyond that, and a new
// level costs extra.
type machine struct {
	p                  Pace
	fixed, full, extra time.Duration
	late               int // frames after which a time is known
	pending            []Frame
	costs              []time.Duration
	now                time.Time
}

func newMachine(target, fixed, full time.Duration, late int) *machine {
	return &machine{p: Pace{Target: target}, fixed: fixed, full: full, extra: full / 2, late: late, now: time.Unix(1000, 0)}
}

func (m *machine) draw(level int) int {
	q := Levels[level]
	cost := m.fixed + time.Duration(float64(m.full)*float64(q.Share)*float64(0.5+q.Scale*q.Scale/2))
	f := m.p.Begin(level)
	if !f.timed {
		cost += time.Duration(float64(m.extra) * float64(q.Share))
	}
	m.pending, m.costs = append(m.pending, f), append(m.costs, cost)
	if len(m.pending) > m.late {
		m.p.Took(m.pending[0], m.costs[0])
		m.pending, m.costs = m.pending[1:], m.costs[1:]
	}
	m.now = m.now.Add(cost)
	m.p.Shown(m.now)
	return level
}

func (m *machine) drag(frames int) (levels []int) {
	for range frames {
		levels = append(levels, m.draw(m.p.Moving()))
	}
	return levels
}

// rest draws until nothing is left to be done.
func (m *machine) rest() (levels []int) {
	for range 100 {
		if level, due := m.p.Refine(m.now); due {
			levels = append(levels, m.draw(level))
		}
		m.now = m.now.Add(20 * time.Millisecond)
	}
	return levels
}

const (
	msec  = time.Millisecond
	aim   = 33 * msec
	paces = 30
)

// A machine that is fast enough draws full frames alone, whenever it learns its times; so does any
// without a target.
func TestPaceDrawsFullFramesOnFastMachines(t *testing.T) {
	for _, m := range []*machine{newMachine(aim, msec, 5*msec, 0), newMachine(aim, msec, 20*msec, 3), newMachine(0, msec, 5*time.Second, 0)} {
		for i, level := range append(m.drag(paces), m.rest()...) {
			if level != Full {
				t.Errorf("a full frame of %v: frame %d is of level %d", m.full, i, level)
			}
		}
		if m.p.Unfinished() {
			t.Error("a full frame is unfinished")
		}
	}
}

// Slower machines get to a level that keeps to the target, stay there, and end with the full frame.
func TestPaceReachesTheTarget(t *testing.T) {
	for _, full := range []time.Duration{40 * msec, 60 * msec, 100 * msec, 300 * msec, time.Second, 2 * time.Second} {
		for _, late := range []int{0, 1, 3} {
			m := newMachine(aim, 2*msec, full, late)
			for round := range 3 {
				levels := m.drag(paces)
				settled := levels[len(levels)-10:]
				for _, l := range settled {
					if l != settled[0] {
						t.Errorf("full %v, late by %d, round %d: the level goes to and fro: %v", full, late, round, levels)
						break
					}
				}
				if at := m.p.estimate(settled[0]); at > aim*12/10 {
					t.Errorf("full %v, late by %d, round %d: level %d takes %v", full, late, round, settled[0], at)
				}
				if settled[0] == Full {
					t.Errorf("full %v: drawn whole during a drag", full)
				}
				refined := m.rest()
				for i := 1; i < len(refined); i++ {
					if refined[i] >= refined[i-1] {
						t.Errorf("full %v: refined by %v", full, refined)
					}
				}
				if len(refined) == 0 || refined[len(refined)-1] != Full || m.p.Unfinished() {
					t.Errorf("full %v: refined by %v", full, refined)
				}
			}
		}
	}
}

// A machine that nothing makes fast enough draws the fastest frames.
func TestPaceDrawsTheFastestFramesOnSlowMachines(t *testing.T) {
	m := newMachine(aim, 100*msec, 5*time.Second, 0)
	m.p.Begins = Fastest
	for i, level := range m.drag(paces) {
		if level != Fastest {
			t.Errorf("frame %d is of level %d", i, level)
		}
	}
	steps := m.rest()
	if len(steps) < 3 {
		t.Errorf("refined at once: %v", steps)
	}
}

// Refinement waits, and any input ends it.
func TestInputEndsRefinement(t *testing.T) {
	m := newMachine(aim, 2*msec, time.Second, 0)
	moved := m.drag(paces)[paces-1]
	if _, due := m.p.Refine(m.now.Add(RestAfter - msec)); due {
		t.Error("refined while something may move")
	}
	m.now = m.now.Add(RestAfter)
	step, due := m.p.Refine(m.now)
	if !due || step >= moved || step == Full {
		t.Fatalf("from level %d the first step is %d, due %v", moved, step, due)
	}
	m.draw(step)
	if again := m.drag(1)[0]; again != moved {
		t.Errorf("input between steps is drawn at level %d, before at %d", again, moved)
	}
	if _, due := m.p.Refine(m.now); due {
		t.Error("refined at once after input")
	}
}

// One slow frame changes nothing; two do, and so does a scene that becomes cheaper.
func TestPaceFollowsTheScene(t *testing.T) {
	m := newMachine(aim, msec, 25*msec, 0)
	m.drag(paces)
	m.p.Took(Frame{Full, true}, 200*msec)
	if level := m.p.Moving(); level != Full {
		t.Errorf("one slow frame leads to level %d", level)
	}
	m.p.Took(Frame{Full, true}, 200*msec)
	if level := m.p.Moving(); level == Full {
		t.Error("slow frames are drawn whole")
	}
	m = newMachine(aim, msec, 300*msec, 0)
	before := m.drag(paces)[paces-1]
	m.full = 10 * msec
	if levels := m.drag(paces); levels[paces-1] != Full {
		t.Errorf("of a scene that became cheap, level %d was kept: %v", before, levels)
	}
	m.full = 300 * msec
	if levels := m.drag(paces); levels[paces-1] < before-1 {
		t.Errorf("of a scene that became dear again: %v", levels)
	}
}

// What takes no time, and frames that are not paced, teach nothing.
func TestPaceIgnoresFramesWithoutTimes(t *testing.T) {
	p := Pace{Target: aim}
	p.Took(Untimed, time.Second)
	p.Took(Frame{3, true}, 0)
	p.Took(Frame{0, false}, time.Second)
	if p.known() || p.Moving() != Full {
		t.Errorf("%+v", p)
	}
}

// Levels become faster, and no setting of them better on the way.
func TestQualitiesAreInOrder(t *testing.T) {
	if q := Levels[Full]; q.Share != 1 || q.Scale != 1 || q.Light != 1 || q.Draft || q.weight != 1 {
		t.Errorf("the full frame is %+v", q)
	}
	for i := 1; i < len(Levels); i++ {
		a, b := Levels[i-1], Levels[i]
		if a.Draft && !b.Draft || b.Draft && b.Share > 0.1 {
			t.Errorf("%+v before %+v: drafts are the last levels, of at most a tenth of the strands", a, b)
		}
		if b.Share >= a.Share || b.Scale > a.Scale || b.Light > a.Light || b.weight >= a.weight {
			t.Errorf("%+v before %+v", a, b)
		}
	}
}

// A step of seconds waits longer, also when steps came before it.
func TestLongStepWaitsForALongerRest(t *testing.T) {
	m := newMachine(aim, 2*msec, 40*time.Second, 0)
	m.drag(paces)
	waited := false
	for range 1000 {
		before := m.p.Since
		if level, due := m.p.Refine(m.now); due {
			if rest := m.now.Sub(before); m.p.Estimate(level) >= LongStep && rest < LongRest {
				t.Errorf("level %d, of %v, is drawn after %v", level, m.p.Estimate(level), rest)
			}
			waited = waited || m.p.Estimate(level) >= LongStep
			m.draw(level)
		}
		m.now = m.now.Add(20 * msec)
	}
	if !waited || m.p.Unfinished() {
		t.Errorf("long steps were drawn: %v; unfinished: %v", waited, m.p.Unfinished())
	}
}

// Better frames wait for a rest after input that changes nothing in the image.
func TestInputDelaysBetterFrames(t *testing.T) {
	m := newMachine(aim, 2*msec, 400*msec, 0)
	m.drag(paces)
	m.now = m.now.Add(RestAfter)
	if _, due := m.p.Refine(m.now); !due {
		t.Fatal("no better frame is due after a rest")
	}
	m.p.Input(m.now)
	if _, due := m.p.Refine(m.now.Add(RestAfter - msec)); due {
		t.Error("a better frame is due right after input")
	}
	if _, due := m.p.Refine(m.now.Add(RestAfter)); !due {
		t.Error("no better frame is due after the input")
	}
}
