// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
)

// Shape is the region in which an emitter's particles are born.
type Shape int

// Shapes. For another shape let init compute the position: it gets Birth.emitter and has random
// numbers.
const (
	Point   Shape = iota // at Emitter.At
	Box                  // around At; Size is half its extent along each axis
	Sphere               // around At; Size[0] is its radius, Size[1] the radius of a hollow inside, Size[2] is 0
	Surface              // of Options.Mesh moved by At, evenly by area
)

func (s Shape) String() string {
	if s < Point || s > Surface {
		return fmt.Sprintf("shape(%d)", int(s))
	}
	return [...]string{"point", "box", "sphere", "surface"}[s]
}

// Emitter is a source of particles. Shape, At, Size, Rate and Bursts may change between steps
// (System.Emitter).
type Emitter struct {
	Shape  Shape      // region of birth
	At     [3]float32 // centre, finite
	Size   [3]float32 // see Shape; finite, not below 0 for a box or sphere, a radius at most 1e12
	Rate   float64    // particles per second; fractions carry over to the next step
	Bursts []Burst    // particles at given times

	// Count and Events emit a number of particles that the GPU computes, instead of Rate and
	// Bursts. At most one emitter of a system may have them. It makes Each particles for each of
	// Count, or for each event of another system's channel. Each 0 means 1. With Events,
	// parentOf(b) in init returns the record that emitted the event, of type Parent. A number from
	// the host is no Count: use Rate, Bursts or System.Emit.
	//
	// With Events, step the two systems in turn: one step of the other system, then one of this. Do
	// not call Advance of both, because it may make several steps at once. A Step out of turn would
	// lose events or take them twice, so it returns gpu.ErrArgument. If the other system made
	// several steps, the next Step goes on with the events of its latest. The first step after New,
	// Reset or Restore of either system takes what the channel holds.
	Count  gpu.Count    // gpu.CountAt
	Events *EventSource // System.Source of the other system
	Each   int          // with Count or Events only; 0 means 1
}

// Burst emits many particles at once.
type Burst struct {
	At    float64 // seconds from the first step
	Count int     // particles
	Every float64 // seconds between repetitions; 0 means once
	Times int     // repetitions, with Every only; 0 means without end
}

// onGPU reports whether the emitter's number is on the GPU.
func (e Emitter) onGPU() bool {
	_, word := e.Count.Word()
	return word || e.Events != nil
}

const needsMesh = "Shape is surface, which needs Options.Mesh from NewMesh"

func (o *Options) validateEmitters() string {
	gpus := 0
	for i, e := range o.Emitters {
		if what := e.validate(); what != "" {
			return fmt.Sprintf("emitter %d: %s", i, what)
		}
		if e.Shape == Surface && o.Mesh.len() == 0 {
			return fmt.Sprintf("emitter %d: %s", i, needsMesh)
		}
		if !e.onGPU() {
			if e.Count != (gpu.Count{}) {
				return fmt.Sprintf("emitter %d: Count is gpu.N(%v), want a gpu.CountAt, or Rate, Bursts or System.Emit for a number from the host", i, e.Count)
			}
			if e.Each != 0 {
				return fmt.Sprintf("emitter %d: Each is %d without Count or Events, want 0", i, e.Each)
			}
			continue
		}
		gpus++
		if e.Each < 0 || e.Each > maxEmitted {
			return fmt.Sprintf("emitter %d: Each is %d, want 0 to %d", i, e.Each, maxEmitted)
		}
		if e.Count != (gpu.Count{}) && e.Events != nil || e.Rate != 0 || len(e.Bursts) > 0 {
			return fmt.Sprintf("emitter %d: want one of Count, Events, or Rate with Bursts", i)
		}
		if most := e.most(); most > maxEmitted {
			return fmt.Sprintf("emitter %d: up to %d particles a step, want at most %d", i, most, maxEmitted)
		}
	}
	if gpus > 1 {
		return fmt.Sprintf("%d emitters have a Count or Events, want at most one", gpus)
	}
	return ""
}

// validate returns what is wrong with the fields that may change between steps, or "".
func (e Emitter) validate() string {
	switch {
	case e.Shape < Point || e.Shape > Surface:
		return fmt.Sprintf("Shape is %v, want one from Point to Surface", e.Shape)
	case !(e.Rate >= 0) || math.IsInf(e.Rate, 1):
		return fmt.Sprintf("Rate is %v, want a finite number from 0 up", e.Rate)
	case !finite(e.At) || !finite(e.Size):
		return fmt.Sprintf("At is %v and Size %v, want finite numbers", e.At, e.Size)
	case e.Shape == Box && min(e.Size[0], e.Size[1], e.Size[2]) < 0:
		return fmt.Sprintf("Size is %v, want half extents from 0 up for a box", e.Size)
	case e.Shape == Sphere && (e.Size[0] < 0 || e.Size[0] > maxRadius || e.Size[1] < 0 || e.Size[1] > e.Size[0]):
		return fmt.Sprintf("Size is %v, want a radius from 0 to %v and a hollow from 0 to that radius for a sphere", e.Size, maxRadius)
	case e.Shape == Sphere && e.Size[2] != 0: // three equal numbers would be a sphere that is all hollow
		return fmt.Sprintf("Size is %v, want 0 as Size[2] for a sphere: Size[0] is its radius, and Size[1] that of a hollow inside", e.Size)
	}
	for _, b := range e.Bursts {
		if b.Count < 0 || b.Times < 0 || !(b.At >= 0) || !(b.Every >= 0) || b.Every > 0 && b.Every < 1e-6 || math.IsInf(b.At+b.Every, 1) {
			return fmt.Sprintf("burst %+v: want finite numbers from 0 up, and Every 0 or at least 1e-6", b)
		}
		if b.Times > 0 && b.Every == 0 {
			return fmt.Sprintf("burst %+v: Times is %d without Every, want 0", b, b.Times)
		}
	}
	return ""
}

// maxRadius is a power of ten whose cube, from which birth.glsl draws, is finite in float32.
const maxRadius = 1e12

func finite(v [3]float32) bool {
	for _, x := range v {
		if x-x != 0 { // NaN for an infinity
			return false
		}
	}
	return true
}

// most is the largest number that an emitter on the GPU makes in a step. Each is at most 2^30, so
// the product does not overflow.
func (e Emitter) most() int {
	n := e.Count.Max()
	if e.Events != nil {
		n = e.Events.count.Max()
	}
	return min(n, 1<<31) * max(1, e.Each)
}

// maxEmitted is the largest number that Rate and Bursts of all emitters may make in a step. Emit
// and the emitter on the GPU may make as many each: the sum of the three fits a uint32.
const maxEmitted = 1 << 30

// happens returns how often the burst happens in [from, to).
func (b Burst) happens(from, to float64) int {
	before := func(t float64) float64 { // how many happen before t
		switch {
		case t <= b.At:
			return 0
		case b.Every == 0:
			return 1
		}
		n := math.Ceil((t - b.At) / b.Every)
		if b.Times > 0 {
			n = min(n, float64(b.Times))
		}
		return n
	}
	return int(min(before(to)-before(from), maxEmitted))
}

// source is an emitter with its state.
type source struct {
	Emitter
	gpu   bool // its number is on the GPU; New fixes this field and the next three
	count gpu.Count
	from  *EventSource
	each  int
	begun int     // from.of.begun at this system's latest step; 0 before the first
	seen  int     // from.of.steps then
	carry float64 // the fraction of a particle that Rate left, below 1
	once  int     // particles of System.Emit
}

// due returns how many particles the emitter makes in dt seconds from a time on, and the carry
// afterwards.
func (s *source) due(from, dt float64) (n int, carry float64) {
	if s.gpu {
		return 0, 0
	}
	carry = s.carry + s.Rate*dt
	whole := math.Floor(carry)
	n = int(min(whole, maxEmitted+1))
	for _, b := range s.Bursts {
		n += int(min(float64(b.Count)*float64(b.happens(from, from+dt)), maxEmitted+1))
	}
	return min(n, maxEmitted+1) + s.once, carry - whole
}

// changed returns which field that New fixed was changed afterwards, or "".
func (s *source) changed() string {
	count := s.count
	if s.from != nil {
		count = gpu.Count{} // of the options: it is that of the events
	}
	switch {
	case s.Count != count:
		return fmt.Sprintf("Count is %v, want %v as New got it", s.Count, count)
	case s.Events != s.from:
		return "Events was changed, want those that New got"
	case s.Each != s.each:
		return fmt.Sprintf("Each is %d, want %d as New got it", s.Each, s.each)
	}
	return ""
}

// plan writes into the frame what the emitters make in a step. The carries go to s.carries, so that
// an error changes nothing else. Errors: gpu.ErrTooLarge; gpu.ErrArgument for an emitter that was
// changed to something invalid.
func (s *System) plan(dt float64) error {
	f, total, once := s.frame, 0, 0
	place := func(slot int, e *source, i, end int) {
		f.emitterPlace[slot] = [4]float32{e.At[0], e.At[1], e.At[2], float32(e.Shape)}
		f.emitterSize[slot] = [4]float32{e.Size[0], e.Size[1], e.Size[2]}
		f.emitterEnd[slot] = [4]uint32{uint32(end), uint32(i)}
	}
	slot := 0
	for i := range s.sources {
		e := &s.sources[i]
		what := e.validate()
		if what == "" && e.Shape == Surface && s.o.Mesh.len() == 0 {
			what = needsMesh
		}
		if what == "" {
			what = e.changed()
		}
		if what == "" && e.gpu && (e.Rate != 0 || len(e.Bursts) > 0) {
			what = fmt.Sprintf("Rate is %v with %d Bursts, want neither: it takes its number from the GPU", e.Rate, len(e.Bursts))
		}
		if what != "" {
			return argument("Step", "emitter %d: %s", i, what)
		}
		n, carry := e.due(s.time, dt)
		s.carries[i] = carry
		if e.gpu {
			continue
		}
		total, once = total+n, once+e.once
		if total-once > maxEmitted {
			return fmt.Errorf("particles: Step: Rate and Bursts of the emitters make more than %d particles in %v s: %w", maxEmitted, dt, gpu.ErrTooLarge)
		}
		place(slot, e, i, total)
		slot++
	}
	f.emitCount = uint32(total)
	if s.gpuSource >= 0 {
		e := &s.sources[s.gpuSource]
		f.emitEach = uint32(max(1, e.each))
		place(slot, e, s.gpuSource, math.MaxUint32)
	}
	return nil
}

// checkTurn returns an error unless the parent of an emitter with Events made one step since this
// system's latest. If it made more, only the events of its latest are left: the error reports the
// loss, and the next step takes those. Errors: gpu.ErrArgument.
func (s *System) checkTurn(e *source) error {
	parent := e.from.of
	steps := parent.steps - e.seen
	switch {
	case e.begun != parent.begun || steps == 1:
		return nil
	case steps == 0:
		return argument("Step", "the parent of emitter %d made 0 steps since this system's last, want 1: step them in turn", s.gpuSource)
	}
	e.seen = parent.steps - 1
	return argument("Step", "the parent of emitter %d made %d steps since this system's last, want 1 (step them in turn): the events of its first %d are lost, and the next step takes those of its last", s.gpuSource, steps, steps-1)
}

// emitted stores the carries that plan computed, and the parent's step.
func (s *System) emitted() {
	if s.gpuSource >= 0 {
		if e := &s.sources[s.gpuSource]; e.from != nil {
			e.begun, e.seen = e.from.of.begun, e.from.of.steps
		}
	}
	for i := range s.sources {
		s.sources[i].carry, s.sources[i].once = s.carries[i], 0
	}
}

// Emit adds n particles to what an emitter makes in the next step. Errors: gpu.ErrArgument if n is
// negative, there is no such emitter, or the emitter has Count or Events; gpu.ErrTooLarge if all
// emitters together get more than 2^30 particles from Emit before a step; gpu.ErrWrongThread,
// gpu.ErrReleased.
func (s *System) Emit(emitter, n int) error {
	if err := s.ready("Emit"); err != nil {
		return err
	}
	if emitter < 0 || emitter >= len(s.sources) {
		return argument("Emit", "got emitter %d, want one of the %d", emitter, len(s.sources))
	}
	if s.sources[emitter].gpu {
		return argument("Emit", "got emitter %d, which takes its number from the GPU, want another", emitter)
	}
	if n < 0 {
		return argument("Emit", "got %d particles, want 0 or more", n)
	}
	room := maxEmitted
	for i := range s.sources {
		room -= s.sources[i].once
	}
	if n > room {
		return fmt.Errorf("particles: Emit: got %d particles, want at most %d before the next step: %w", n, room, gpu.ErrTooLarge)
	}
	s.sources[emitter].once += n
	return nil
}

// Emitter returns emitter i of Options.Emitters, which the caller may change between steps, but for
// Count, Events and Each: Step refuses other ones. It panics if there is no emitter i.
func (s *System) Emitter(i int) *Emitter {
	if i < 0 || i >= len(s.sources) {
		panic(fmt.Sprintf("particles: Emitter: got emitter %d, want one of the %d Options.Emitters", i, len(s.sources)))
	}
	return &s.sources[i].Emitter
}
