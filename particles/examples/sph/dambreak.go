// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/draw"
	"github.com/combgl/comb/particles/examples/internal/show"
	"github.com/combgl/comb/particles/grid"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

func glsl(x float32) string { return fmt.Sprintf("uintBitsToFloat(0x%08Xu)", math.Float32bits(x)) }

// Indices of the kernels' buffers.
const (
	bufNow      = 0
	bufPress    = 1 // in press and move
	moveRecords = 2
	moveNext    = 3
	moveSpeed   = 4

	finishSpeed = 1
	finishPlace = 2
	finishOut   = 3
)

// Storage bindings that update reads.
const (
	bindPlace = 10
	bindSpeed = 11
)

// specs returns the kernels of the solver: press, move, finish.
func (s settings) specs(walk string) (all [3]kernel.Spec) {
	shape := kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 128, ItemsPerThread: 1}
	for i, f := range []struct {
		file    string
		buffers []string
	}{
		{"press", []string{"Now", "Press"}},
		{"move", []string{"Now", "Press", "Records", "Next", "Velocity"}},
		{"finish", []string{"Now", "Velocity", "Place", "Speed"}},
	} {
		all[i] = kernel.Spec{
			File: "sph/fluid_" + f.file + ".comp.glsl", Shape: shape, Constants: s.constants(), Buffers: f.buffers,
			Slots: map[string]shaders.Snippet{"GRID": {Name: "(grid)", Text: walk, Own: true}},
		}
	}
	return all
}

func (s settings) gridOptions() grid.Options {
	o := grid.Options{Capacity: s.count, Cell: float32(reach * s.spacing()), Min: tankMin, Max: tankMax, Stride: stride, Place: 32, Hashed: s.hashed}
	if s.hashed {
		o.Min, o.Max = [3]float32{}, [3]float32{}
	}
	return o
}

// water is the scene.
type water struct {
	d        *gpu.Device
	s        settings
	grid     *grid.Grid
	drops    *particles.System
	surface  *surface
	kernels  [3]*kernel.Kernel
	now      [2]*gpu.Buffer[[4]float32] // places in the grid's order, used in turn
	velocity *gpu.Buffer[[4]float32]
	place    *gpu.Buffer[[4]float32] // by record, like speed
	speed    *gpu.Buffer[[4]float32]
	press    *gpu.Buffer[float32]
	sum      *gpu.Buffer[[12]float32]
	reducer  *reduce.Reducer
	timer    *gpu.Timer
}

func open(d *gpu.Device, s settings) (show.Scene, error) {
	w, err := newWater(d, s)
	if err != nil {
		return nil, err
	}
	return w, nil
}

func newWater(d *gpu.Device, s settings) (_ *water, err error) {
	w := &water{d: d, s: s}
	defer func() {
		if err != nil {
			w.Release()
		}
	}()
	if w.grid, err = grid.New(d, s.gridOptions()); err != nil {
		return nil, err
	}
	if w.drops, err = particles.New(d, particles.Options{
		Capacity: s.count, Record: drop{}, Uniforms: s.tank(), Init: birth, Update: life, Seed: uint32(s.seed),
		Emitters: []particles.Emitter{{Bursts: []particles.Burst{{Count: s.count}}}},
		// Records are nearly in the order of the grid.
		Sort: particles.Sort{
			By: particles.ByKey, Bits: w.grid.KeyBits(), Gather: true, Every: 16,
			Key: w.grid.GLSL() + "uint key(Particle p) { return gridKeyOf(p.predicted); }",
		},
	}); err != nil {
		return nil, err
	}
	if w.surface, err = newSurface(d, w.drops, s.tank().Size); err != nil {
		return nil, err
	}
	for i, spec := range s.specs(w.grid.GLSL()) {
		if w.kernels[i], err = kernel.New(d, spec); err != nil {
			return nil, err
		}
	}
	for _, b := range []**gpu.Buffer[[4]float32]{&w.now[0], &w.now[1], &w.velocity, &w.place, &w.speed} {
		if *b, err = gpu.NewBuffer[[4]float32](d, s.count); err != nil {
			return nil, err
		}
	}
	if w.press, err = gpu.NewBuffer[float32](d, s.count); err != nil {
		return nil, err
	}
	if w.sum, err = gpu.NewBuffer[[12]float32](d, 1); err != nil {
		return nil, err
	}
	w.reducer, err = reduce.New(d, reduce.Options{Custom: &reduce.Custom{
		Operator: gpu.Operator{GLSL: total, Item: "Sum", Bytes: 48, Identity: "Sum(vec4(0.0), vec4(1e30), vec4(-1e30))", Name: "total"},
		Record:   "Drop", RecordBytes: stride,
	}})
	return w, err
}

// SetTimer makes the next steps mark their stages.
func (w *water) SetTimer(t *gpu.Timer) {
	w.timer = t
	w.drops.SetTimer(t)
}

// Step is a frame: several steps of the fluid.
func (w *water) Step(dt float64, camera particles.Camera) error {
	w.drops.SetCamera(camera)
	n := w.s.steps()
	for range n {
		if err := w.substep(dt / float64(n)); err != nil {
			return err
		}
	}
	return nil
}

// substep finds neighbours at the predicted places, corrects the density there, and takes over the
// corrected places.
func (w *water) substep(dt float64) error {
	if err := w.grid.Build(w.drops.Records(), w.drops.Alive()); err != nil {
		return err
	}
	w.timer.Mark("grid")
	w.grid.Bind()
	press, move, finish := w.kernels[0], w.kernels[1], w.kernels[2]
	groups := (w.s.count + press.Shape().GroupSize - 1) / press.Shape().GroupSize
	now := w.grid.Places()
	for i := range w.s.iterations {
		press.SetBuffer(bufNow, now)
		press.SetBuffer(bufPress, w.press.View())
		press.Dispatch(groups)
		w.d.StorageBarrier()
		next := w.now[i%2].View()
		move.SetBuffer(bufNow, now)
		move.SetBuffer(bufPress, w.press.View())
		if err := move.SetRecords(moveRecords, w.drops.Records(), 16); err != nil {
			return err
		}
		move.SetBuffer(moveNext, next)
		move.SetBuffer(moveSpeed, w.velocity.View())
		move.Dispatch(groups)
		w.d.StorageBarrier()
		now = next
	}
	w.timer.Mark("solve")
	finish.SetBuffer(bufNow, now)
	finish.SetBuffer(finishSpeed, w.velocity.View())
	finish.SetBuffer(finishPlace, w.place.View())
	finish.SetBuffer(finishOut, w.speed.View())
	finish.Dispatch(groups)
	w.d.MemoryBarrier()
	w.timer.Mark("finish")
	bind(bindPlace, w.place.View())
	bind(bindSpeed, w.speed.View())
	return w.drops.Step(dt)
}

func bind(binding uint32, v gpu.View) {
	gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, binding, v.ID(), v.Offset(), v.Size())
}

func (w *water) Draw(camera particles.Camera, target draw.Target) error {
	return w.surface.Draw(w.drops, camera, target)
}

// Numbers check the water: the number of drops, its density error, and that it is inside the tank.
func (w *water) Numbers() (map[string]float64, error) {
	if err := w.reducer.Reduce(w.sum.View(), w.drops.Records(), w.drops.Alive()); err != nil {
		return nil, err
	}
	all, err := w.sum.Download()
	if err != nil {
		return nil, err
	}
	g, err := w.grid.StatsNow()
	if err != nil {
		return nil, err
	}
	s := all[0]
	n := max(1, float64(s[0]))
	numbers := map[string]float64{
		"drops": float64(s[0]), "too_dense_mean": float64(s[1]) / n, "too_dense_most": float64(s[11]), "energy": float64(s[2]) / n,
		"density_mean": float64(s[3]) / n, "outside": float64(g.Outside), "no_numbers": float64(g.NaNs),
		"steps_a_frame": float64(w.s.steps()), "iterations": float64(w.s.iterations),
	}
	for i, axis := range []string{"x", "y", "z"} {
		numbers["least_"+axis], numbers["most_"+axis] = float64(s[4+i]), float64(s[8+i])
	}
	return numbers, nil
}

func (w *water) Systems() []show.Named {
	return []show.Named{{Name: "drops", System: w.drops}}
}

func (w *water) Release() {
	w.surface.release()
	w.drops.Release()
	w.grid.Release()
	for _, k := range w.kernels {
		k.Release()
	}
	for _, b := range []*gpu.Buffer[[4]float32]{w.now[0], w.now[1], w.velocity, w.place, w.speed} {
		b.Release()
	}
	w.press.Release()
	w.sum.Release()
	w.reducer.Release()
}
