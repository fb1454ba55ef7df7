// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/particles/grid"
	"github.com/combgl/comb/shaders"
)

// fluid is a step of smoothed particle hydrodynamics on package grid, as a caller would write it:
// the grid, the densities, and the forces that move the drops. Drops fill a box at rest, so that a
// drop keeps its number of neighbours from step to step.
type fluid struct {
	d       *gpu.Device
	n       int
	grid    *grid.Grid
	density *kernel.Kernel
	force   *kernel.Kernel
	drops   [2]*gpu.Buffer[drop]
	motion  *gpu.Buffer[[4]float32] // velocity and density, in the grid's order
	side    int                     // which of drops is the newest
}

// drop is a record of the fluid.
type drop struct {
	Position [3]float32
	Density  float32
	Velocity [3]float32
	_        float32
}

// The fluid's constants, in distances of drops at rest.
const (
	fluidReach     = 1.95
	fluidStiffness = 1.0
	fluidViscosity = 0.2
	fluidStep      = 1.0 / 64
	fluidGroup     = 128
	fluidSamples   = 64 // drops that a check computes again
)

// fluidSide is the edge of the box.
func fluidSide(n int) int {
	side := 1
	for side*side*side < n {
		side++
	}
	return side
}

// fluidScales returns the factors of both smoothing kernels, with the mass that gives drops on a
// lattice a density of 1.
func fluidScales() (smooth, spiky float64) {
	const h = fluidReach
	smooth, spiky = 315/(64*math.Pi*math.Pow(h, 9)), 45/(math.Pi*math.Pow(h, 6))
	sum := 0.0
	for x := -2.0; x <= 2; x++ {
		for y := -2.0; y <= 2; y++ {
			for z := -2.0; z <= 2; z++ {
				sum += smooth * math.Pow(max(0, h*h-x*x-y*y-z*z), 3)
			}
		}
	}
	return smooth / sum, spiky / sum
}

// restingDrops are n drops on a lattice, each a little off its place.
func restingDrops(n int) []drop {
	all := make([]drop, n)
	side := fluidSide(n)
	for i := range all {
		h := uint32(i) * 2654435761
		cell := [3]int{i % side, i / side % side, i / side / side}
		for c := range 3 {
			all[i].Position[c] = float32(cell[c]) + 0.3 + float32(h>>(8*c)&255)/640
		}
	}
	return all
}

func fluidSpecs(n int, walk string) (density, force kernel.Spec) {
	smooth, spiky := fluidScales()
	shape := kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: fluidGroup, ItemsPerThread: 1}
	slots := map[string]shaders.Snippet{"GRID": {Name: "(grid)", Text: walk, Own: true}}
	density = kernel.Spec{
		File: "bench/fluid_density.comp.glsl", Shape: shape, Slots: slots, Buffers: []string{"Src", "Motion"},
		Constants: shaders.Constants{"REACH": float32(fluidReach), "SMOOTH_SCALE": float32(smooth)},
	}
	force = kernel.Spec{
		File: "bench/fluid_force.comp.glsl", Shape: shape, Slots: slots, Buffers: []string{"Motion", "Dst"},
		Constants: shaders.Constants{
			"REACH": float32(fluidReach), "SMOOTH_SCALE": float32(smooth), "SPIKY_SCALE": float32(spiky), "STIFFNESS": float32(fluidStiffness),
			"VISCOSITY": float32(fluidViscosity), "STEP": float32(fluidStep), "SIDE": float32(fluidSide(n)),
		},
	}
	return density, force
}

func newFluid(d *gpu.Device, n int) (_ *fluid, err error) {
	f := &fluid{d: d, n: n}
	defer func() {
		if err != nil {
			f.Release()
		}
	}()
	edge := float32(fluidSide(n))
	if f.grid, err = grid.New(d, grid.Options{Capacity: n, Cell: fluidReach, Max: [3]float32{edge, edge, edge}, Stride: 32}); err != nil {
		return nil, err
	}
	density, force := fluidSpecs(n, f.grid.GLSL())
	if f.density, err = kernel.New(d, density); err != nil {
		return nil, err
	}
	if f.force, err = kernel.New(d, force); err != nil {
		return nil, err
	}
	if f.drops[0], err = gpu.NewBufferFrom(d, restingDrops(n)); err != nil {
		return nil, err
	}
	if f.drops[1], err = gpu.NewBuffer[drop](d, n); err != nil {
		return nil, err
	}
	f.motion, err = gpu.NewBuffer[[4]float32](d, n)
	return f, err
}

func (f *fluid) step(timer *gpu.Timer) error {
	src, dst := f.drops[f.side].View(), f.drops[1-f.side].View()
	if err := f.grid.Build(src, gpu.N(f.n)); err != nil {
		return err
	}
	timer.Mark("grid")
	f.grid.Bind()
	groups := (f.n + fluidGroup - 1) / fluidGroup
	f.density.SetBuffer(0, src)
	f.density.SetBuffer(1, f.motion.View())
	f.density.Dispatch(groups)
	f.d.StorageBarrier()
	timer.Mark("density")
	f.force.SetBuffer(0, f.motion.View())
	f.force.SetBuffer(1, dst)
	f.force.Dispatch(groups)
	f.d.StorageBarrier()
	timer.Mark("force")
	f.side = 1 - f.side
	return nil
}

func (f *fluid) Release() {
	f.grid.Release()
	f.density.Release()
	f.force.Release()
	f.drops[0].Release()
	f.drops[1].Release()
	f.motion.Release()
}

// cells finds drops by the cell of their place, on the CPU.
type cells struct {
	drops []drop
	in    map[[3]int][]int
}

func newCells(drops []drop) *cells {
	c := &cells{drops: drops, in: map[[3]int][]int{}}
	for i, d := range drops {
		cell := cellOf(d.Position)
		c.in[cell] = append(c.in[cell], i)
	}
	return c
}

func cellOf(at [3]float32) (cell [3]int) {
	for c := range 3 {
		cell[c] = int(math.Floor(float64(at[c]) / fluidReach))
	}
	return cell
}

// near calls f for each drop in reach of drop i, itself included.
func (c *cells) near(i int, f func(j int, apart [3]float64, d float64)) {
	at := cellOf(c.drops[i].Position)
	for x := -1; x <= 1; x++ {
		for y := -1; y <= 1; y++ {
			for z := -1; z <= 1; z++ {
				for _, j := range c.in[[3]int{at[0] + x, at[1] + y, at[2] + z}] {
					var apart [3]float64
					d2 := 0.0
					for k := range 3 {
						apart[k] = float64(c.drops[j].Position[k]) - float64(c.drops[i].Position[k])
						d2 += apart[k] * apart[k]
					}
					if d2 <= fluidReach*fluidReach {
						f(j, apart, math.Sqrt(d2))
					}
				}
			}
		}
	}
}

// density is the twin of fluid_density.comp.glsl; near is the number of other drops in reach.
func (c *cells) density(i int) (density float64, near int) {
	smooth, _ := fluidScales()
	c.near(i, func(j int, _ [3]float64, d float64) {
		density += smooth * math.Pow(fluidReach*fluidReach-d*d, 3)
		if j != i {
			near++
		}
	})
	return density, near
}

// moved is the twin of fluid_force.comp.glsl, up to the walls.
func (c *cells) moved(i int) (velocity [3]float64) {
	_, spiky := fluidScales()
	own, _ := c.density(i)
	var force [3]float64
	c.near(i, func(j int, apart [3]float64, d float64) {
		other, _ := c.density(j)
		x := fluidReach - d
		for k := range 3 {
			force[k] -= apart[k] * 0.5 * fluidStiffness * (own + other - 2) * spiky * x * x / (max(d, 1e-6) * other)
			force[k] += float64(c.drops[j].Velocity[k]-c.drops[i].Velocity[k]) * fluidViscosity * spiky * x / other
		}
	})
	for k := range 3 {
		velocity[k] = float64(c.drops[i].Velocity[k]) + force[k]*fluidStep/own
	}
	return velocity
}

// check computes a sample of the drops of a step again, and returns the mean number of their
// neighbours.
func (f *fluid) check() (neighbours float64, err error) {
	before, err := f.drops[f.side].Download()
	if err != nil {
		return 0, err
	}
	if err := f.step(nil); err != nil {
		return 0, err
	}
	after, err := f.drops[f.side].Download()
	if err != nil {
		return 0, err
	}
	order := make([]uint32, f.n)
	if err := gpu.Download(f.d, f.grid.Order(), order); err != nil {
		return 0, err
	}
	if err := eachOnce(order); err != nil {
		return 0, err
	}
	c := newCells(before)
	samples := min(f.n, fluidSamples)
	for s := range samples {
		slot := s * (f.n / samples)
		got, i := after[slot], int(order[slot])
		density, near := c.density(i)
		neighbours += float64(near) / float64(samples)
		if !(math.Abs(float64(got.Density)-density) < 1e-4*density) {
			return 0, fmt.Errorf("fluid: drop %d has density %v, want %v", i, got.Density, density)
		}
		for k, want := range c.moved(i) {
			if turned := math.Abs(float64(got.Velocity[k])) - math.Abs(want); !(math.Abs(turned) < 1e-5) {
				return 0, fmt.Errorf("fluid: drop %d has velocity %v, want %v on axis %d", i, got.Velocity, want, k)
			}
		}
	}
	return neighbours, nil
}

// eachOnce checks that an order has each index once.
func eachOnce(order []uint32) error {
	seen := make([]bool, len(order))
	for place, i := range order {
		if int(i) >= len(order) || seen[i] {
			return fmt.Errorf("fluid: place %d of the grid has drop %d, which there is not, or twice", place, i)
		}
		seen[i] = true
	}
	return nil
}

func (m maker) fluidJob() *job {
	j := m.newJob(2 * 32 * int64(m.n)) // every record read and written once
	if !m.automatic() {
		return j.fail(errNoForm)
	}
	if m.n == 0 {
		return j.fail(errNoParticles)
	}
	f, err := newFluid(m.d, m.n)
	if err != nil {
		return j.fail(err)
	}
	j.release = f.Release
	j.run = func() error { return f.step(nil) }
	j.mark, j.stages = f.step, 3
	j.check = func() error {
		neighbours, err := f.check()
		j.row.Note = fmt.Sprintf("%.0f neighbours", neighbours)
		return err
	}
	return j
}
