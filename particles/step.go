// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"math"
	"strconv"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/radix"
)

// stage is a part of a step.
type stage struct {
	name string
	run  func() error
}

// Stages is the largest number of stages of a step. A gpu.Timer for SetTimer needs that many marks.
func Stages() int { return 6 }

// list returns the stages of a step in order. Each stage only enqueues; counts pass between them on
// the GPU.
func (s *System) list() []stage {
	all := []stage{
		{"update", s.runUpdate}, // survivors and newborns -> records, bits: who lives, who emitted an event
		{"keep", s.runKeep},     // bits, records -> the living in order, keys, events, State, draw arguments
	}
	if s.inOnePass() {
		all = []stage{
			{"update", s.runChain},  // survivors and newborns -> the living in order, keys, events
			{"keep", s.runDeferred}, // tiles that had to wait -> the same; State, draw arguments
		}
	}
	if s.o.Trail.Points > 0 {
		all = append(all, stage{"trail", s.runTrail}) // records -> their positions, beside the earlier ones
	}
	if s.o.Cull != "" && !s.o.Sort.Gather {
		all = append(all, stage{"cull", s.runCull}) // records -> indices of the visible
	}
	if s.o.Sort.By != Unsorted {
		all = append(all, stage{"sort", s.runSort}) // keys -> drawing order
	}
	if s.o.Sort.Gather {
		all = append(all, stage{"gather", s.runGather}) // drawing order -> records in that order
	}
	if s.o.Cull != "" && s.o.Sort.Gather {
		all = append(all, stage{"cull", s.runCull}) // sorted records -> indices of the visible, in order
	}
	return all
}

// SetTimer makes the next steps mark their stages in t, which must have begun. nil ends it.
func (s *System) SetTimer(t *gpu.Timer) {
	if s != nil {
		s.timer = t
	}
}

// Step enqueues one step of dt seconds: two dispatches, with Slots three, one for a Trail, and
// those of Cull, of the sort and of Sort.Gather. It does not wait, read back or allocate. It
// changes the OpenGL state that gpu.Device lists, and the uniform bindings of BindUniforms; with
// gpu.Options.PreserveState it restores all of them.
//
// Errors, before anything is enqueued: gpu.ErrArgument for dt, an emitter, what SetDepth and
// SetCamera got, a storage block of the caller's without a buffer, and if the system of
// Emitter.Events did not make exactly one step since this one's latest; gpu.ErrTooLarge,
// gpu.ErrContextLost, gpu.ErrWrongThread; gpu.ErrReleased for this system or the one whose events
// an emitter takes.
func (s *System) Step(dt float64) error {
	if err := s.live("Step"); err != nil {
		return err
	}
	if !(dt >= 0) || dt > math.MaxFloat32 {
		return argument("Step", "dt is %v, want 0 to %v, the largest float32", dt, math.MaxFloat32)
	}
	if err := s.d.Internal().Enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	s.blocks.Save()
	defer s.blocks.Restore()
	if s.gpuSource >= 0 {
		e := &s.sources[s.gpuSource]
		if e.from != nil && e.from.of.gone() {
			return e.from.of.live("Step: the parent of emitter " + strconv.Itoa(s.gpuSource))
		}
		if e.from != nil {
			if err := s.checkTurn(e); err != nil {
				return err
			}
		}
		if err := kernel.NeedCount(s.d, "particles: Step: the emitter with a Count", e.count); err != nil {
			return err
		}
	}
	if err := s.checkCamera(); err != nil {
		return err
	}
	if err := s.plan(dt); err != nil {
		return err
	}
	if err := s.checkOwnBlocks(); err != nil {
		return err
	}
	if err := s.bindDepth(); err != nil {
		return err
	}
	defer s.depth.Unbind()
	f := s.frame
	f.dt, f.time, f.step = float32(dt), float32(s.time), uint32(s.steps)
	s.uploadFrame()
	for i := range s.stages {
		st := &s.stages[i]
		if err := st.run(); err != nil {
			return fmt.Errorf("particles: Step: %s: %w", st.name, err)
		}
		s.timer.Mark(st.name)
	}
	s.emitted()
	s.steps++
	s.time += dt
	f.side = uint32(s.steps) & 1
	return s.readChannels()
}

// Advance adds seconds to the time that has not been simulated yet, makes steps of
// Options.FixedStep while they fit into it, and returns their number. It makes at most
// Options.MaxSteps and none while paused. Errors: as for Step, and gpu.ErrArgument for seconds.
func (s *System) Advance(seconds float64) (steps int, err error) {
	if err := s.ready("Advance"); err != nil {
		return 0, err
	}
	if !(seconds >= 0) || math.IsInf(seconds, 1) {
		return 0, argument("Advance", "seconds is %v, want a finite number from 0 up", seconds)
	}
	if s.paused {
		return 0, nil
	}
	s.behind = min(s.behind+seconds, math.MaxFloat64) // finite also after many errors
	for s.behind >= s.o.FixedStep {
		if steps == s.o.MaxSteps {
			s.behind = 0 // too far behind to catch up
			break
		}
		if err := s.Step(s.o.FixedStep); err != nil {
			return steps, err
		}
		s.behind -= s.o.FixedStep
		steps++
	}
	return steps, nil
}

// Pause stops Advance, or lets it go on. Step is not affected.
func (s *System) Pause(paused bool) {
	if s != nil {
		s.paused = paused
	}
}

// Paused reports whether Advance is paused.
func (s *System) Paused() bool { return s != nil && s.paused }

// Time is the simulated time in seconds: the sum of all steps so far. It accepts nil.
func (s *System) Time() float64 {
	if s == nil {
		return 0
	}
	return s.time
}

// Steps is the number of steps so far. It accepts nil.
func (s *System) Steps() int {
	if s == nil {
		return 0
	}
	return s.steps
}

// due reports whether this step sorts.
func (s *System) due() bool { return s.steps%s.o.Sort.Every == 0 }

func (s *System) runSort() error {
	if !s.due() {
		return nil
	}
	if s.sortsVisible() {
		s.sorted = true
		return s.sortVisible()
	}
	n := s.aliveOn(1 - s.frame.side)
	if s.o.Slots {
		s.sorted = true
		return s.sorter.SortValues(s.order.View(), s.keys.View(), s.indexOn(1-s.frame.side), n)
	}
	s.sorted = !s.o.Sort.Gather
	return s.sorter.SortIndices(s.order.View(), s.keys.View(), n)
}

func (s *System) runGather() error {
	if !s.due() {
		return nil
	}
	n := s.aliveOn(1 - s.frame.side)
	err := s.gatherer.Gather(s.records[1-s.front].View(), s.records[s.front].View(), s.order.View(), n, s.text.record.stride)
	s.front = 1 - s.front
	return err
}

// part returns a view of some words of a buffer, or an empty view after Release.
func part(b *gpu.Buffer[uint32], from, to int) gpu.View {
	v, err := b.Slice(from, to)
	if err != nil {
		return gpu.View{} // released
	}
	return v
}

func (s *System) aliveOn(side uint32) gpu.Count {
	at := stateAlive + int(side)
	return gpu.CountAt(part(s.state, at, at+1), s.o.Capacity)
}

func (s *System) indexHalf() int { return (s.o.Capacity + 63) / 64 * 64 }

func (s *System) indexOn(side uint32) gpu.View {
	at := int(side) * s.indexHalf()
	return part(s.index, at, at+s.o.Capacity)
}

// Alive is the number of living particles, on the GPU. Call it again after each step, because steps
// write two words in turn. Do not use it as Emitter.Count: New takes that once, so it would be the
// number of every other step. It is 0 after Release.
func (s *System) Alive() gpu.Count {
	if s.gone() {
		return gpu.N(0)
	}
	return s.aliveOn(s.frame.side)
}

// Records are the particles: the first Alive records, or with Slots those whose indices Order
// lists. The next step may move them to another buffer, so call it again after each step.
func (s *System) Records() gpu.View {
	if s.gone() {
		return gpu.View{}
	}
	return s.records[s.front].View()
}

// Order lists the indices of the records to draw, in drawing order: Drawn words. If ok is false,
// draw the records in the order of Records.
func (s *System) Order() (order gpu.View, ok bool) {
	switch {
	case s.gone():
		return gpu.View{}, false
	case s.sorted:
		return s.order.View(), true
	case s.o.Slots:
		return s.indexOn(s.frame.side), true
	case s.cull.done:
		return s.cull.visible.View(), true
	}
	return gpu.View{}, false
}

// DrawArgs are 4 words for glDrawArraysIndirect, at offset 0 of their buffer. With Options.Cull the
// next step may write another buffer, so call it again after each step.
func (s *System) DrawArgs() gpu.View {
	switch {
	case s.gone():
		return gpu.View{}
	case s.cull.done:
		return s.cull.compactor.Result().Draw
	}
	return part(s.state, stateDraw, stateDraw+4)
}

// ElementArgs are 5 words for glDrawElementsIndirect, at offset 0 of their buffer. They need
// Options.Elements. With Options.Cull the next step may write another buffer, so call it again
// after each step.
func (s *System) ElementArgs() gpu.View {
	switch {
	case s.gone():
		return gpu.View{}
	case s.cull.done:
		return s.cull.compactor.Result().Elements
	}
	return s.elements.View()
}

// DispatchArgs are 3 words for glDispatchComputeIndirect: one workgroup for each GroupSize living
// particles. The workgroups take two dimensions if the driver allows fewer in one.
func (s *System) DispatchArgs() gpu.View {
	if s.gone() {
		return gpu.View{}
	}
	return part(s.state, stateDispatch, stateDispatch+3)
}

// GroupSize is the number of particles per workgroup of DispatchArgs. It is 0 for a nil System.
func (s *System) GroupSize() int {
	if s == nil {
		return 0
	}
	return s.shape.GroupSize
}

// Variant names the variant of the step's kernels, as gpu.Device.Report does; "" for a nil System.
func (s *System) Variant() string {
	if s == nil {
		return ""
	}
	return s.shape.Variant()
}

// SortVariant names the form of a sort of Capacity records, as radix.Sorter.VariantFor does; "" if
// there is none, and for a nil System.
func (s *System) SortVariant() string {
	if s == nil || s.sorter == nil {
		return ""
	}
	return s.sorter.VariantFor(s.sortUse(), s.o.Capacity)
}

// sortUse is what the sort of a step moves with its keys.
func (s *System) sortUse() radix.Use {
	if s.o.Slots || s.sortsVisible() {
		return radix.ForValues
	}
	return radix.ForIndices
}
