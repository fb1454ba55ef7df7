// SPDX-License-Identifier: MIT

package compact_test

import (
	"errors"
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// download reads the word of a count on the GPU.
func download(dev *gpu.Device, n gpu.Count) uint32 {
	word, _ := n.Word()
	var got [1]uint32
	if err := gpu.Download(dev, word, got[:]); err != nil {
		panic(err)
	}
	return got[0]
}

// Odd numbers in front, even ones behind, both in order.
func ExampleCompactor_Partition() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{
		Classes: 2, Record: "uint", Predicate: "bool keep(uint v) { return v % 2u == 1u; }",
	}))
	src := must(gpu.NewBufferFrom(dev, []uint32{4, 1, 2, 5, 3}))
	dst := must(gpu.NewBuffer[uint32](dev, 5))
	err := c.Partition(dst.View(), src.View(), gpu.N(5))
	fmt.Println(must(dst.Download()), download(dev, c.Result().Counts[0]), download(dev, c.Result().Counts[1]), err)
	// Output: [1 5 3 4 2] 3 2 <nil>
}

// Three classes: below 10, below 20, and the rest.
func ExampleCompactor_Partition_three() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{
		Classes: 3, Record: "uint", Predicate: "uint part(uint v) { return v / 10u; }",
	}))
	src := must(gpu.NewBufferFrom(dev, []uint32{31, 5, 12, 99, 7, 15}))
	dst := must(gpu.NewBuffer[uint32](dev, 6))
	err := c.Partition(dst.View(), src.View(), gpu.N(6))
	fmt.Println(must(dst.Download()), download(dev, c.Result().Counts[2]), err)
	// Output: [5 7 12 15 31 99] 2 <nil>
}

// A flag of its own for each record says its class.
func ExampleCompactor_PartitionBy() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{Classes: 3, By: compact.Flags}))
	src := must(gpu.NewBufferFrom(dev, []uint32{10, 11, 12, 13}))
	team := must(gpu.NewBufferFrom(dev, []uint32{2, 0, 1, 0}))
	dst := must(gpu.NewBuffer[uint32](dev, 4))
	err := c.PartitionBy(dst.View(), src.View(), team.View(), gpu.N(4))
	fmt.Println(must(dst.Download()), err)
	// Output: [11 13 12 10] <nil>
}

// A predicate that is given the index, and reads a buffer of the caller's at the first binding left
// to callers.
func ExampleOptions_predicateByIndex() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{Predicate: `
		layout(std430, binding = 8) readonly buffer Distances { float distance_to[]; };
		bool keep(uint i) { return distance_to[i] < 1.0; }`}))
	distances := must(gpu.NewBufferFrom(dev, []float32{0.5, 2, 0.25, 3}))
	src := must(gpu.NewBufferFrom(dev, []uint32{10, 11, 12, 13}))
	dst := must(gpu.NewBuffer[uint32](dev, 4))
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, distances.View().ID())
	err := c.Compact(dst.View(), src.View(), gpu.N(4))
	fmt.Println(must(dst.Download())[:2], err)
	// Output: [10 12] <nil>
}

// Draw arguments: each record kept is an instance of a mesh with 36 indices.
func ExampleResult() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{Elements: true, Instanced: true, VerticesPerItem: 36}))
	src := must(gpu.NewBufferFrom(dev, []uint32{1, 0, 2, 3}))
	dst := must(gpu.NewBuffer[uint32](dev, 4))
	err := c.Compact(dst.View(), src.View(), gpu.N(4))
	var elements [5]uint32 // count, instances, first index, base vertex, base instance
	if err := gpu.Download(dev, c.Result().Elements, elements[:]); err != nil {
		panic(err)
	}
	// For a draw: glBindBuffer(GL_DRAW_INDIRECT_BUFFER, c.Result().Elements.ID()),
	// glDrawElementsIndirect at offset 0.
	fmt.Println(elements, err)
	// Output: [36 3 0 0 0] <nil>
}

// A destination that may be too small.
func ExampleOptions_clamp() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{Clamp: true}))
	src := must(gpu.NewBufferFrom(dev, []uint32{1, 2, 0, 3}))
	dst := must(gpu.NewBuffer[uint32](dev, 2))
	err := c.Compact(dst.View(), src.View(), gpu.N(4))
	fmt.Println(must(dst.Download()), err)
	fmt.Println(download(dev, c.Result().Count), "of", download(dev, c.Result().Found), errors.Is(dev.Check(), gpu.ErrOverflow))
	// Output:
	// [1 2] <nil>
	// 2 of 3 true
}
