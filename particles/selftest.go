// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// candle is the record of the self-test. Each step lowers Left by one.
type candle struct{ ID, Left uint32 }

// placeholder returns a system of the same shape with GLSL of comb's own, because the caller's
// buffers are not bound yet. It has some tiles of particles. About every fifth dies in a step, and
// every third emits an event.
func (s *System) placeholder() (*System, error) {
	o, record, err := Options{
		Capacity: 5*s.shape.TileSize() + 37, Record: candle{}, Slots: s.o.Slots, Emitters: []Emitter{{}},
		Init:     "void init(inout Particle p, Birth b) { p.left = 1u + b.id % 5u; }",
		Update:   "bool update(inout Particle p) { p.left--; if (p.id % 3u == 0u) emit(thirds); return p.left > 0u; }",
		Channels: []EventChannel{{Name: "thirds", Capacity: 5*s.shape.TileSize() + 37}},
	}.withDefaults()
	if err != nil {
		return nil, err
	}
	a := &System{d: s.d, o: o, shape: s.shape, blocks: s.blocks, frameBinding: s.frameBinding, gpuSource: -1}
	a.shape.Workers = 3 // few workers, so that each has several tiles; the kernels do not depend on the number
	a.text = text{o: &a.o, record: record, binding: a.frameBinding}
	return a, nil
}

// selfTest returns the self-test of the step. The sorter and the gatherer have their
// own.
func (s *System) selfTest(kernel.Shape) kernel.SelfTest {
	a, err := s.placeholder()
	if err != nil {
		return kernel.SelfTest{Test: func() error { return err }}
	}
	return kernel.SelfTest{Specs: a.text.specs(a.shape), Test: func() error {
		defer a.Release()
		if err := a.build(); err != nil {
			return err
		}
		return a.test()
	}}
}

// test compares steps with a plain loop.
func (s *System) test() error {
	var alive, events []candle
	next := uint32(0)
	for step, emit := range []int{s.o.Capacity - 100, 2 * s.shape.TileSize(), 0, s.o.Capacity} {
		if err := s.Emit(0, emit); err != nil {
			return err
		}
		s.one.everyDeferred = step % 3 // no tile, each, every second
		if err := s.Step(0); err != nil {
			return err
		}
		for ; emit > 0 && len(alive) < s.o.Capacity; emit-- {
			alive = append(alive, candle{next, 1 + next%5})
			next++
		}
		kept := alive[:0:0]
		events = events[:0]
		for _, c := range alive {
			if c.Left--; c.ID%3 == 0 {
				events = append(events, c)
			}
			if c.Left > 0 {
				kept = append(kept, c)
			}
		}
		alive = kept
		words, err := s.living()
		if err != nil {
			return err
		}
		got := asRecords[candle](words)
		if err := same(step, "living", got, alive); err != nil {
			return err
		}
		got = make([]candle, len(events))
		if err := gpu.Download(s.d, s.channels[0].records, got); err != nil {
			return err
		}
		if err := same(step, "events", got, events); err != nil {
			return err
		}
	}
	return s.d.Check()
}

func same(step int, what string, got, want []candle) error {
	if len(got) != len(want) {
		return fmt.Errorf("particles: self-test: step %d: got %d %s, want %d: %w", step, len(got), what, len(want), gpu.ErrSelfTest)
	}
	for i := range want {
		if got[i] != want[i] {
			return fmt.Errorf("particles: self-test: step %d: %s %d: got %v, want %v: %w", step, what, i, got[i], want[i], gpu.ErrSelfTest)
		}
	}
	return nil
}
