// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/bits"

	_ "github.com/combgl/comb/bench/shaders" // its GLSL
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// naiveParticles are the particles of jobs_particles.go as one writes a system first: an atomic
// counter where the living find their places, and a bitonic sort of all keys with what they are of.
type naiveParticles struct {
	d       *gpu.Device
	room    int // of pairs: a power of two
	n       int // of particles
	side    int
	steps   int
	kernels map[string]kernel.Loaded[naiveUniforms]
	records [2]*gpu.Buffer[mote]
	pairs   *gpu.Buffer[[2]uint32]
	counts  *gpu.Buffer[uint32]
}

// naiveUniforms are those of all of its kernels: each has some.
type naiveUniforms struct {
	Side     kernel.Uniform `uniform:"side,optional"`
	Room     kernel.Uniform `uniform:"room,optional"`
	Wanted   kernel.Uniform `uniform:"wanted,optional"`
	Step     kernel.Uniform `uniform:"step_number,optional"`
	Run      kernel.Uniform `uniform:"run,optional"`
	Reach    kernel.Uniform `uniform:"reach,optional"`
	FirstRun kernel.Uniform `uniform:"first_run,optional"`
	LastRun  kernel.Uniform `uniform:"last_run,optional"`
}

const naiveGroup = 512 // two pairs an invocation are sorted in shared memory

// naiveSpecs are its kernels by name.
func naiveSpecs() map[string]kernel.Spec {
	shape := kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: naiveGroup, ItemsPerThread: 1}
	spec := func(file string, buffers ...string) kernel.Spec {
		return kernel.Spec{File: "bench/" + file + ".comp.glsl", Shape: shape, Buffers: buffers}
	}
	all := map[string]kernel.Spec{
		"clear":  spec("pairs_clear", "Counts", "Pairs"),
		"append": spec("particles_append", "Counts", "Pairs", "Src", "Dst"),
		"far":    spec("pairs_merge", "Pairs"),
		"tile":   spec("pairs_merge_tile", "Pairs"),
	}
	step := all["append"]
	step.Constants = shaders.Constants{
		"STEP_SECONDS": fmt.Sprint(moteStep), "FARTHEST": fmt.Sprintf("%.1f", motesFar), "FARTHEST_TO_NEAREST": fmt.Sprintf("%.1f", motesFar-motesNear),
	}
	step.Slots = map[string]shaders.Snippet{
		"RECORD": {Name: "Record", Text: moteRecord}, "INIT": {Name: "Init", Text: moteInit}, "UPDATE": {Name: "Update", Text: moteUpdate},
	}
	all["append"] = step
	return all
}

func newNaiveParticles(d *gpu.Device, n int) (*naiveParticles, error) {
	p := &naiveParticles{d: d, n: n, room: max(2*naiveGroup, 1<<bits.Len(uint(n-1))), kernels: map[string]kernel.Loaded[naiveUniforms]{}}
	if err := p.build(); err != nil {
		p.Release()
		return nil, err
	}
	return p, nil
}

func (p *naiveParticles) build() (err error) {
	for name, spec := range naiveSpecs() {
		if p.kernels[name], err = kernel.Load[naiveUniforms](p.d, spec); err != nil {
			return err
		}
	}
	for i := range p.records {
		if p.records[i], err = gpu.NewBuffer[mote](p.d, p.n); err != nil {
			return err
		}
	}
	if p.pairs, err = gpu.NewBuffer[[2]uint32](p.d, p.room); err != nil {
		return err
	}
	p.counts, err = gpu.NewBuffer[uint32](p.d, 4)
	return err
}

// over enqueues a kernel with an invocation for each of so many.
func (p *naiveParticles) over(k kernel.Loaded[naiveUniforms], invocations int) {
	k.Dispatch((invocations + naiveGroup - 1) / naiveGroup)
	p.d.StorageBarrier()
}

func (p *naiveParticles) step(wanted int, timer *gpu.Timer) error {
	if err := p.d.Internal().Enter(); err != nil {
		return err
	}
	defer p.d.Internal().Leave()
	k := p.kernels["clear"]
	k.SetBuffer(0, p.counts.View())
	k.SetBuffer(1, p.pairs.View())
	k.Set(k.U.Side, uint32(p.side))
	k.Set(k.U.Room, uint32(p.room))
	p.over(k, p.room)
	k = p.kernels["append"]
	k.SetBuffer(2, p.records[p.side].View())
	k.SetBuffer(3, p.records[1-p.side].View())
	k.SetBuffer(0, p.counts.View())
	k.SetBuffer(1, p.pairs.View())
	k.Set(k.U.Side, uint32(p.side))
	k.Set(k.U.Room, uint32(p.n))
	k.Set(k.U.Wanted, uint32(wanted))
	k.Set(k.U.Step, uint32(p.steps))
	p.over(k, p.n)
	timer.Mark(naive + "-append")
	p.sort()
	timer.Mark(naive + "-sort")
	p.side, p.steps = 1-p.side, p.steps+1
	p.d.MemoryBarrier()
	return nil
}

// sort enqueues the bitonic sort: what reaches past a tile goes over memory, a pass for each reach.
func (p *naiveParticles) sort() {
	tile, far := p.kernels["tile"], p.kernels["far"]
	inTiles := func(first, last int) {
		tile.SetBuffer(0, p.pairs.View())
		tile.Set(tile.U.FirstRun, uint32(first))
		tile.Set(tile.U.LastRun, uint32(last))
		p.over(tile, p.room/2)
	}
	size := 2 * naiveGroup
	inTiles(2, size)
	for run := 2 * size; run <= p.room; run *= 2 {
		far.SetBuffer(0, p.pairs.View())
		far.Set(far.U.Run, uint32(run))
		for reach := run / 2; reach >= size; reach /= 2 {
			far.Set(far.U.Reach, uint32(reach))
			p.over(far, p.room/2)
		}
		inTiles(run, run)
	}
}

// state reads back what lives, in which order it is drawn, and the next particle's number.
func (p *naiveParticles) state() (alive []mote, order []uint32, next uint32, err error) {
	counts, err := p.counts.Download()
	if err != nil {
		return nil, nil, 0, err
	}
	alive = make([]mote, counts[p.side])
	pairs := make([][2]uint32, len(alive))
	if err = gpu.Download(p.d, p.records[p.side].View(), alive); err == nil {
		err = gpu.Download(p.d, p.pairs.View(), pairs)
	}
	order = mapped(pairs, func(q [2]uint32) uint32 { return q[1] })
	return alive, order, counts[2+p.side], err
}

func (p *naiveParticles) Release() {
	for _, k := range p.kernels {
		k.Release()
	}
	for _, b := range p.records {
		b.Release()
	}
	p.pairs.Release()
	p.counts.Release()
}
