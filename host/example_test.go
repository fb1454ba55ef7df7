// SPDX-License-Identifier: MIT

package host_test

import (
	"fmt"
	"log"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/host"
)

// Sort measurements, and find where each of them was.
func Example() {
	defer host.Close()
	samples := []float32{2.5, -1, 7, 2.5}
	order, err := host.Argsort(samples, host.Ascending)
	if err != nil {
		log.Fatal(err)
	}
	if err := host.Sort(samples, host.Ascending); err != nil {
		log.Fatal(err)
	}
	fmt.Println(samples, order)
	// Output: [-1 2.5 2.5 7] [1 0 3 2]
}

// Values of any type move with their keys. Equal keys keep their order.
func ExampleSortBy() {
	scores := []uint32{70, 95, 70, 88}
	names := []string{"Ada", "Bo", "Cy", "Di"}
	if err := host.SortBy(scores, names, host.Descending); err != nil {
		log.Fatal(err)
	}
	fmt.Println(scores, names)
	// Output: [95 88 70 70] [Bo Di Ada Cy]
}

func ExampleTopK() {
	prices := []float64{9.5, 3, 12, 3}
	cheapest, at, err := host.TopK(prices, 3, host.Ascending)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(cheapest, at)
	// Output: [3 3 9.5] [1 3 0]
}

func ExampleCompact() {
	kept, err := host.Compact([]int64{10, 20, 30, 40}, []bool{true, false, false, true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(kept)
	// Output: [10 40]
}

// The predicate is given twice: for OpenGL, and for plain Go where there is none.
func ExampleCompactIf() {
	bright := host.Predicate[float32]{
		GLSL: "bool keep(float x) { return x > 0.5; }",
		Go:   func(x float32) bool { return x > 0.5 },
	}
	kept, err := host.CompactIf([]float32{0.25, 0.75, 0.5, 1}, bright)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(kept)
	// Output: [0.75 1]
}

// Structs of numbers are items too. Their GLSL twin has the same members.
func ExampleCompactIf_records() {
	type Particle struct {
		At, Velocity [2]float32
		Age, Life    float32
	}
	alive := host.Predicate[Particle]{
		GLSL: `struct Particle { vec2 at, velocity; float age, life; };
		       bool keep(Particle p) { return p.age < p.life; }`,
		Record: "Particle",
		Go:     func(p Particle) bool { return p.Age < p.Life },
	}
	kept, err := host.CompactIf([]Particle{{Age: 1, Life: 2}, {Age: 3, Life: 2}, {Age: 0, Life: 5}}, alive)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range kept {
		fmt.Println(p.Age, "of", p.Life)
	}
	// Output:
	// 1 of 2
	// 0 of 5
}

// The distinct values of a slice: sort, then drop what equals the item before.
func ExampleUnique() {
	words := []uint32{5, 3, 5, 3, 9}
	if err := host.Sort(words, host.Ascending); err != nil {
		log.Fatal(err)
	}
	distinct, err := host.Unique(words)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(distinct)
	// Output: [3 5 9]
}

// Lengths become offsets in place.
func ExampleExclusiveScan() {
	lengths := []uint32{3, 1, 4, 1}
	if err := host.ExclusiveScan(lengths, lengths, gpu.Sum); err != nil {
		log.Fatal(err)
	}
	fmt.Println(lengths)
	// Output: [0 3 4 8]
}

func ExampleInclusiveScan() {
	heights := []int32{2, -7, 5, 4}
	highest := make([]int32, len(heights))
	if err := host.InclusiveScan(highest, heights, gpu.Max); err != nil {
		log.Fatal(err)
	}
	fmt.Println(highest)
	// Output: [2 2 5 5]
}

func ExampleReduce() {
	least, err := host.Reduce([]float32{1.5, -2, 0.25}, gpu.Min)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(least)
	// Output: -2
}

func ExampleHistogram() {
	ages := []uint32{3, 17, 18, 44, 71, 130}
	counts, outside, err := host.Histogram(ages, 4, 0, 80)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(counts, outside)
	// Output: [3 0 1 1] 1
}

func ExampleHistogramRange() {
	ages := []uint32{3, 17, 18, 44, 71}
	counts, outside, err := host.HistogramRange(ages, []uint32{0, 18, 65})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(counts, outside)
	// Output: [2 2] 1
}

// One error states why calls do not run on OpenGL.
func ExampleBackend() {
	if at := host.Backend(); at.OpenGL {
		log.Println("the calls run on", at.Renderer)
	} else {
		log.Println("the calls run in plain Go:", at.Err)
	}
	// Output:
}
