// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// A software renderer runs the invocations of a workgroup on one processor, some at a time. The
// steps that they take together cost it more than the records do. So there each invocation takes a
// run of the records alone (shaders/compact/serial.glsl).

// The number of runs. A processor takes 8 or 16 invocations at a time, and a workgroup has as many.
const (
	serialGroup = 16
	serialRun   = 64
	serialMost  = 1 << 16 // runs
)

// serialTurns is how many loop turns an invocation of the move may take, below the 65,535 at which
// Mesa's renderers end loops. What is left is for loops of the caller's predicate.
const serialTurns = 32_000

// serial reports whether compactions go by runs. It is pure. They do on a software renderer, unless
// the caller's Tuning has a say in the form.
func (o Options) serial(c gpu.Caps) bool { return c.Software && o.Tuning == gpu.Tuning{} }

// serialItems returns the largest number of records: an invocation loops over its run and over the
// words of each record.
func (o Options) serialItems() int { return serialMost * (serialTurns / (2 + 3*o.Stride/4)) }

// serialRuns returns the number of runs of n records. It is pure.
func serialRuns(n int) int {
	runs := max(1, min((n+serialRun-1)/serialRun, serialMost))
	return (runs + serialGroup - 1) / serialGroup * serialGroup
}

// serialSpecs makes the kernels of runs from those of reduce-then-scan, whose buffers they share.
func serialSpecs(count, move kernel.Spec, o Options) (serialCount, places, serialMove kernel.Spec) {
	take := "compact/serial.glsl#plain"
	switch {
	case o.Keyed:
		take = "compact/serial.glsl#keyed"
	case o.Output == Runs:
		take = "compact/serial.glsl#runs"
	case o.Output == Split:
		take = "compact/serial.glsl#split"
	case o.ReverseRest:
		take = "compact/serial.glsl#ends"
	}
	places = kernel.Spec{
		File: "compact/serial_places.comp.glsl", Buffers: []string{"Counts"},
		Shape: kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 256, ItemsPerThread: 1},
	}
	count.File, move.File = "compact/serial_count.comp.glsl", "compact/serial_move.comp.glsl"
	count.Shape = count.Shape.With(serialGroup, 1)
	move.Shape = count.Shape
	count.Slots, move.Slots = maps.Clone(count.Slots), maps.Clone(move.Slots)
	for _, slot := range []string{"TILE", "ALSO", "STAGED", "MOVE"} { // of tiles
		delete(count.Slots, slot)
		delete(move.Slots, slot)
	}
	move.Slots["TAKE"] = shaders.Snippet{File: take}
	move.Constants = maps.Clone(move.Constants)
	move.Constants["CLASSES"] = uint32(o.Classes) // also where a tile keeps one
	return count, places, move
}

// newSerial returns a Compactor that goes by runs, or nil if the driver fails its self-test.
func newSerial(d *gpu.Device, o Options) (*Compactor, error) {
	shape, err := kernel.Pick(d.Caps(), gpu.Tuning{Algorithm: gpu.ReduceThenScan, Lanes: gpu.LanesShared})
	if err != nil {
		return nil, err
	}
	shape = shape.With(serialGroup, 1)
	shape.MaxItems = o.serialItems()
	c := &Compactor{d: d, o: o, shape: shape, chunks: shape, serial: true, scratch: kernel.NewScratch(d, "Compactor")}
	err = c.build()
	if err == nil {
		err = kernel.RunSelfTest(d, "compact, by runs", shape, c.selfTest(shape))
	}
	if err == nil {
		return c, nil
	}
	c.Release()
	if errors.Is(err, gpu.ErrSelfTest) || o.Predicate == "" && errors.Is(err, gpu.ErrShader) {
		return nil, nil // another form may be right
	}
	return nil, err
}

// totalsBytes returns the memory of the workers' totals for at most n records.
func (o Options) totalsBytes(s kernel.Shape, serial bool, n int) int {
	bytes := 4 * s.Workers * o.votes()
	if serial {
		bytes = max(bytes, 4*(serialRuns(n)*o.votes()+1))
	}
	return bytes
}

// enqueuePlaces enqueues what makes places of the counts of so many runs.
func (c *Compactor) enqueuePlaces(totals gpu.View, runs int) {
	p := &c.places
	p.SetBuffer(0, totals)
	p.Set(p.U.Rows, uint32(c.o.votes()))
	p.Set(p.U.Workers, uint32(runs))
	p.Dispatch(1)
	c.d.StorageBarrier()
}
