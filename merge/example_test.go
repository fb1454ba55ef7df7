// SPDX-License-Identifier: MIT

package merge_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/merge"
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

// Sort records by a comparison: the fewest points last, and equal ones by name.
func ExampleSorter() {
	dev, release := device()
	defer release()
	type player struct{ Points, Name uint32 }
	s := must(merge.NewSorter(dev, merge.Options{
		Less: `struct Player { uint points; uint name; };
			bool less(Player a, Player b)
			{
				return a.points > b.points || (a.points == b.points && a.name < b.name);
			}`,
		Item: "Player", Bytes: 8,
	}))
	defer s.Release()
	players := must(gpu.NewBufferFrom(dev, []player{{10, 4}, {30, 2}, {10, 1}, {20, 3}}))
	if err := s.SortKeys(players.View(), players.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(players.Download()))
	// Output: [{30 2} {20 3} {10 1} {10 4}]
}

// The indices of numbers in the order of their absolute values.
func ExampleSorter_SortIndices() {
	dev, release := device()
	defer release()
	s := must(merge.NewSorter(dev, merge.Options{
		Less: "bool less(float a, float b) { return abs(a) < abs(b); }",
		Item: "float", Bytes: 4,
	}))
	defer s.Release()
	src := must(gpu.NewBufferFrom(dev, []float32{-3, 2, -1, 1}))
	dst := must(gpu.NewBuffer[uint32](dev, 4))
	if err := s.SortIndices(dst.View(), src.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(dst.Download()))
	// Output: [2 3 1 0]
}

func ExampleMerger() {
	dev, release := device()
	defer release()
	m := must(merge.NewMerger(dev, merge.Options{Type: gpu.Int32}))
	defer m.Release()
	a := must(gpu.NewBufferFrom(dev, []int32{-5, 0, 7}))
	b := must(gpu.NewBufferFrom(dev, []int32{-1, 0, 8, 9}))
	dst := must(gpu.NewBuffer[int32](dev, 7))
	if err := m.Merge(dst.View(), a.View(), b.View(), gpu.N(3), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(dst.Download()))
	// Output: [-5 -1 0 0 7 8 9]
}

// Values move with their keys. Of equal keys those of the first array come first.
func ExampleMerger_MergePairs() {
	dev, release := device()
	defer release()
	m := must(merge.NewMerger(dev, merge.Options{}))
	defer m.Release()
	buffer := func(words ...uint32) gpu.View { return must(gpu.NewBufferFrom(dev, words)).View() }
	keys, values := must(gpu.NewBuffer[uint32](dev, 4)), must(gpu.NewBuffer[uint32](dev, 4))
	err := m.MergePairs(merge.Pairs{Keys: keys.View(), Payload: values.View()},
		merge.Pairs{Keys: buffer(1, 5), Payload: buffer(10, 11)},
		merge.Pairs{Keys: buffer(1, 3), Payload: buffer(20, 21)}, gpu.N(2), gpu.N(2))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(keys.Download()), must(values.Download()))
	// Output: [1 1 3 5] [10 20 21 11]
}

// How often each query occurs in a sorted array.
func ExampleSearcher() {
	dev, release := device()
	defer release()
	s := must(merge.NewSearcher(dev, merge.Options{}))
	defer s.Release()
	sorted := must(gpu.NewBufferFrom(dev, []uint32{1, 4, 4, 4, 9}))
	queries := must(gpu.NewBufferFrom(dev, []uint32{4, 0, 9, 5}))
	low, high := must(gpu.NewBuffer[uint32](dev, 4)), must(gpu.NewBuffer[uint32](dev, 4))
	if err := s.LowerBound(low.View(), sorted.View(), queries.View(), gpu.N(5), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	if err := s.UpperBound(high.View(), sorted.View(), queries.View(), gpu.N(5), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(low.Download()), must(high.Download()))
	// Output: [1 0 4 4] [4 0 5 4]
}

// The members of two sorted lists: all, those of both, and those of the first alone. The number of
// members stays on the GPU until it is read.
func ExampleSets() {
	dev, release := device()
	defer release()
	s := must(merge.NewSets(dev, merge.Options{}))
	defer s.Release()
	a := must(gpu.NewBufferFrom(dev, []uint32{1, 3, 3, 3, 8}))
	b := must(gpu.NewBufferFrom(dev, []uint32{3, 3, 5, 8, 9}))
	for _, op := range []func(dst, a, b gpu.View, na, nb gpu.Count) error{s.Union, s.Intersection, s.Difference} {
		dst := must(gpu.NewBuffer[uint32](dev, 10))
		if err := op(dst.View(), a.View(), b.View(), gpu.N(5), gpu.N(5)); err != nil {
			log.Fatal(err)
		}
		n := must(s.Result().Read())
		fmt.Println(must(dst.Download())[:n])
	}
	// Output:
	// [1 3 3 3 5 8 9]
	// [3 3 8]
	// [1 3]
}

// Where the particles of each cell begin, among particles in the order of their cells: the queries
// are the numbers of the cells, and the particles are read as they are.
func ExampleOptions_sortedRecord() {
	dev, release := device()
	defer release()
	type particle struct{ X, Y, Cell, Age uint32 }
	s := must(merge.NewSearcher(dev, merge.Options{
		Input:        gpu.InputCounting,
		Map:          "uint mapSorted(uvec4 particle, uint index) { return particle.z; }",
		SortedRecord: "uvec4", SortedBytes: 16,
	}))
	defer s.Release()
	particles := must(gpu.NewBufferFrom(dev, []particle{{Cell: 0}, {Cell: 0}, {Cell: 2}, {Cell: 2}, {Cell: 3}}))
	begins := must(gpu.NewBuffer[uint32](dev, 6))
	if err := s.LowerBound(begins.View(), particles.View(), gpu.View{}, gpu.N(5), gpu.N(6)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(begins.Download()))
	// Output: [0 2 2 4 5 5]
}

// The keys that two tables share, and whether each is even. The tables have rows of a key and a
// value.
func ExampleOptions_finish() {
	dev, release := device()
	defer release()
	s := must(merge.NewSets(dev, merge.Options{
		Map:    "uint map(uvec2 row, uint index) { return row.x; }",
		Record: "uvec2", RecordBytes: 8,
		Finish: "uvec2 finish(uint key, uint index) { return uvec2(key, 1u - key % 2u); }",
		Result: "uvec2", ResultBytes: 8,
	}))
	defer s.Release()
	a := must(gpu.NewBufferFrom(dev, [][2]uint32{{1, 90}, {4, 80}, {7, 70}}))
	b := must(gpu.NewBufferFrom(dev, [][2]uint32{{1, 10}, {3, 20}, {4, 30}, {8, 40}}))
	dst := must(gpu.NewBuffer[[2]uint32](dev, 3))
	if err := s.Intersection(dst.View(), a.View(), b.View(), gpu.N(3), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(must(dst.Download())[:must(s.Result().Read())])
	// Output: [[1 0] [4 1]]
}
