// SPDX-License-Identifier: MIT

package expand_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/expand"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
)

// device returns a Device on this thread.
func device() (dev *gpu.Device, release func()) {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	dev, err = ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return dev, func() {
		dev.Release()
		ctx.Release()
	}
}

// must returns v, or ends the program.
func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// Three nodes have two, no and three children. Each child gets its parent and its place.
func ExampleExpander_OwnersOfLengths() {
	dev, release := device()
	defer release()
	e := must(expand.New(dev, expand.Options{}))
	defer e.Release()
	children := must(gpu.NewBufferFrom(dev, []uint32{2, 0, 3}))
	parents, ranks := must(gpu.NewBuffer[uint32](dev, 8)), must(gpu.NewBuffer[uint32](dev, 8))
	if err := e.OwnersOfLengths(parents.View(), ranks.View(), children.View(), gpu.N(3), gpu.N(8)); err != nil {
		log.Fatal(err)
	}
	n := must(e.Result().Read())
	fmt.Println(must(parents.Download())[:n], must(ranks.Download())[:n])
	// Output: [0 0 2 2 2] [0 1 0 1 2]
}

// Run lengths back to words: starts has the number of words at its end.
func ExampleExpander_Decode() {
	dev, release := device()
	defer release()
	e := must(expand.New(dev, expand.Options{}))
	defer e.Release()
	values := must(gpu.NewBufferFrom(dev, []uint32{7, 5, 7}))
	starts := must(gpu.NewBufferFrom(dev, []uint32{0, 1, 4, 6}))
	dst := must(gpu.NewBuffer[uint32](dev, 6))
	if err := e.Decode(dst.View(), values.View(), starts.View(), gpu.N(3), gpu.N(6)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(dst.Download()))
	// Output: [7 5 5 5 7 7]
}

// Three different numbers of 0 to 99, and a permutation. A seed gives the same on each device.
func ExampleShuffler() {
	dev, release := device()
	defer release()
	s := must(expand.NewShuffler(dev, expand.ShuffleOptions{}))
	defer s.Release()
	some, all := must(gpu.NewBuffer[uint32](dev, 3)), must(gpu.NewBuffer[uint32](dev, 8))
	if err := s.Sample(some.View(), gpu.N(3), gpu.N(100), 42); err != nil {
		log.Fatal(err)
	}
	if err := s.Permutation(all.View(), gpu.N(8), 42); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(some.Download()), must(all.Download()))
	// Output: [23 7 87] [0 7 6 2 4 5 1 3]
}

// Three particles in random order, and as columns with room for four.
func ExampleTransposer() {
	type particle struct{ X, Y uint32 }
	dev, release := device()
	defer release()
	s, t := must(expand.NewShuffler(dev, expand.ShuffleOptions{})), must(expand.NewTransposer(dev))
	defer s.Release()
	defer t.Release()
	src := must(gpu.NewBufferFrom(dev, []particle{{1, 10}, {2, 20}, {3, 30}}))
	shuffled := must(gpu.NewBuffer[particle](dev, 3))
	if err := s.Shuffle(shuffled.View(), src.View(), 8, gpu.N(3), 1); err != nil {
		log.Fatal(err)
	}
	columns := must(gpu.NewBuffer[uint32](dev, 8))
	if err := t.Columns(columns.View(), src.View(), 8, 4, gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(shuffled.Download()), must(columns.Download()))
	// Output: [{1 10} {3 30} {2 20}] [1 2 3 0 10 20 30 0]
}

// The records that a compaction keeps, as columns. Their number stays on the GPU.
func ExampleTransposer_ColumnsAt() {
	type particle struct{ Alive, Y uint32 }
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{
		Stride: 8, Record: "uvec2", Predicate: "bool keep(uvec2 p) { return p.x != 0u; }", Output: compact.Indices,
	}))
	t := must(expand.NewTransposer(dev))
	defer c.Release()
	defer t.Release()
	src := must(gpu.NewBufferFrom(dev, []particle{{1, 10}, {0, 20}, {1, 30}}))
	kept, columns := must(gpu.NewBuffer[uint32](dev, 3)), must(gpu.NewBuffer[uint32](dev, 6))
	if err := c.Indices(kept.View(), src.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	if err := t.ColumnsAt(columns.View(), src.View(), kept.View(), 8, 3, c.Result().Count); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(columns.Download()))
	// Output: [1 1 0 10 30 0]
}

// The vertices of polylines: each has a first point, a step and a number of vertices. No vertex is
// expanded to an index first.
func ExampleOptions_finish() {
	dev, release := device()
	defer release()
	e := must(expand.New(dev, expand.Options{
		Finish: "vec2 finish(vec4 line, uint run, uint rank, uint index) { return line.xy + float(rank) * line.zw; }",
		Record: "vec4", Stride: 16, Result: "vec2", ResultBytes: 8,
	}))
	defer e.Release()
	lines := must(gpu.NewBufferFrom(dev, [][4]float32{{0, 0, 1, 0}, {5, 5, 0, 2}}))
	vertices := must(gpu.NewBufferFrom(dev, []uint32{2, 3}))
	dst := must(gpu.NewBuffer[[2]float32](dev, 5))
	if err := e.DecodeLengths(dst.View(), lines.View(), vertices.View(), gpu.N(2), gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(dst.Download()))
	// Output: [[0 0] [1 0] [5 5] [5 7] [5 9]]
}

// Three different cells of a grid of 16 columns, as columns and rows.
func ExampleShuffleOptions() {
	dev, release := device()
	defer release()
	s := must(expand.NewShuffler(dev, expand.ShuffleOptions{
		Finish: "uvec2 finish(uint cell, uint index) { return uvec2(cell % 16u, cell / 16u); }",
		Result: "uvec2", ResultBytes: 8,
	}))
	defer s.Release()
	cells := must(gpu.NewBuffer[[2]uint32](dev, 3))
	if err := s.Sample(cells.View(), gpu.N(3), gpu.N(100), 42); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(cells.Download()))
	// Output: [[7 1] [7 0] [7 5]]
}
