// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Indices of the buffers of trails_keep, after bufState and bufRecords.
const (
	trailTrails = 2
	trailArgs   = 3
	trailIndex  = 4
)

// trail holds the positions of Options.Trail.
type trail struct {
	kernel *kernel.Kernel
	places *gpu.Buffer[[4]uint32]
	args   *gpu.Buffer[uint32]
}

func (s *System) makeTrail() (err error) {
	o := s.o.Trail
	if o.Points == 0 {
		return nil
	}
	if o.Points*s.o.Capacity > s.d.Caps().MaxStorageBytes/16 {
		return fmt.Errorf("particles: New: a Trail of %d points for each of %d particles, this driver's storage blocks hold %d points: %w", o.Points, s.o.Capacity, s.d.Caps().MaxStorageBytes/16, gpu.ErrTooLarge)
	}
	if s.trail.kernel, err = kernel.New(s.d, s.text.trailSpec(s.shape)); err != nil {
		return err
	}
	if s.trail.places, err = gpu.NewBuffer[[4]uint32](s.d, o.Points*s.o.Capacity); err != nil {
		return err
	}
	s.trail.args, err = gpu.NewBuffer[uint32](s.d, 4)
	return err
}

func (s *System) runTrail() error {
	k := s.trail.kernel
	k.SetBuffer(bufState, s.state.View())
	k.SetBuffer(bufRecords, s.records[0].View())
	k.SetBuffer(trailTrails, s.trail.places.View())
	k.SetBuffer(trailArgs, s.trail.args.View())
	k.SetBuffer(trailIndex, s.index.View())
	k.Dispatch(s.workers())
	s.d.MemoryBarrier()
	return nil
}

// Trails are the latest positions, Options.Trail.Points for each slot. An entry is four words: the
// bits of x, y and z, and the particle's ID plus 1. The position of step s, counted from 0 as
// step_number, is entry s modulo Points of its slot: System.Steps less 1 is the newest.
func (s *System) Trails() gpu.View {
	if s.gone() {
		return gpu.View{}
	}
	return s.trail.places.View()
}

// TrailPoints is Options.Trail.Points. It is 0 for a nil System.
func (s *System) TrailPoints() int {
	if s == nil {
		return 0
	}
	return s.o.Trail.Points
}

// VerticesPerItem is the number of vertices that the draw arguments count per particle; 0 if a
// particle is an instance, and for a nil System.
func (s *System) VerticesPerItem() int {
	if s == nil || s.o.Instanced {
		return 0
	}
	return s.o.VerticesPerItem
}

// TrailArgs are 4 words for glDrawArraysIndirect: six vertices for each pair of consecutive
// positions.
func (s *System) TrailArgs() gpu.View {
	if s.gone() {
		return gpu.View{}
	}
	return s.trail.args.View()
}

func (t *trail) release() {
	t.kernel.Release()
	t.places.Release()
	t.args.Release()
}

// cull selects the visible particles.
type cull struct {
	compactor     *compact.Compactor
	gatherer      *kernel.Gatherer
	visible, keys *gpu.Buffer[uint32]
	done          bool // its result fits the records: not before the first step, nor after Reset and Restore
}

func (s *System) makeCull() (err error) {
	if s.o.Cull == "" {
		return nil
	}
	c := &s.cull
	if c.compactor, err = compact.New(s.d, s.text.cullOptions()); err != nil {
		if errors.Is(err, gpu.ErrShader) && !shaders.DefinesFunction(s.o.Cull, "visible") {
			return fmt.Errorf("particles: New: Cull does not define bool visible(Particle p): %w", err)
		}
		return err
	}
	if err = c.compactor.Reserve(s.o.Capacity); err != nil { // so that no step fails halfway
		return fmt.Errorf("particles: New: Cull: %w", err)
	}
	if c.visible, err = gpu.NewBuffer[uint32](s.d, s.o.Capacity); err != nil {
		return err
	}
	if !s.sortsVisible() {
		return nil
	}
	if c.keys, err = gpu.NewBuffer[uint32](s.d, s.o.Capacity); err != nil {
		return err
	}
	c.gatherer, err = kernel.NewGatherer(s.d)
	return err
}

func (s *System) runCull() error {
	s.cull.done = true
	return s.cull.compactor.Indices(s.cull.visible.View(), s.records[s.front].View(), s.aliveOn(1-s.frame.side))
}

// sortsVisible reports whether the sort takes the visible particles only.
func (s *System) sortsVisible() bool {
	return s.o.Cull != "" && s.o.Sort.By != Unsorted && !s.o.Sort.Gather
}

// sortVisible gathers the keys of the visible particles and sorts them.
func (s *System) sortVisible() error {
	c, n := &s.cull, s.cull.compactor.Result().Count
	if err := c.gatherer.Gather(c.keys.View(), s.keys.View(), c.visible.View(), n, 4); err != nil {
		return err
	}
	return s.sorter.SortValues(s.order.View(), c.keys.View(), c.visible.View(), n)
}

// Drawn is the number of particles to draw, on the GPU: Alive, or with Options.Cull the visible
// ones. Call it again after each step.
func (s *System) Drawn() gpu.Count {
	if !s.gone() && s.cull.done {
		return s.cull.compactor.Result().Count
	}
	return s.Alive()
}

func (c *cull) release() {
	c.compactor.Release()
	c.gatherer.Release()
	c.visible.Release()
	c.keys.Release()
}
