// SPDX-License-Identifier: MIT

package compact_test

import (
	"errors"
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Odd numbers in front, even ones behind, both in order.
func ExampleCompactor_Partition() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	c, err := compact.New(dev, compact.Options{
		Classes: 2, Record: "uint", Predicate: "bool keep(uint v) { return v % 2u == 1u; }",
	})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{4, 1, 2, 5, 3})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 5)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Partition(dst.View(), src.View(), gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	var class0 [1]uint32
	class0Word, _ := c.Result().Counts[0].Word() // its place in GPU memory
	if err := gpu.Download(dev, class0Word, class0[:]); err != nil {
		log.Fatal(err)
	}
	var class1 [1]uint32
	class1Word, _ := c.Result().Counts[1].Word() // its place in GPU memory
	if err := gpu.Download(dev, class1Word, class1[:]); err != nil {
		log.Fatal(err)
	}
	fmt.Println(got, class0[0], class1[0])
	// Output: [1 5 3 4 2] 3 2
}

// Three classes: below 10, below 20, and the rest.
func ExampleCompactor_Partition_three() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	c, err := compact.New(dev, compact.Options{
		Classes: 3, Record: "uint", Predicate: "uint part(uint v) { return v / 10u; }",
	})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{31, 5, 12, 99, 7, 15})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Partition(dst.View(), src.View(), gpu.N(6)); err != nil {
		log.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	var class2 [1]uint32
	class2Word, _ := c.Result().Counts[2].Word() // its place in GPU memory
	if err := gpu.Download(dev, class2Word, class2[:]); err != nil {
		log.Fatal(err)
	}
	fmt.Println(got, class2[0])
	// Output: [5 7 12 15 31 99] 2
}

// A flag of its own for each record says its class.
func ExampleCompactor_PartitionBy() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	c, err := compact.New(dev, compact.Options{Classes: 3, By: compact.Flags})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{10, 11, 12, 13})
	if err != nil {
		log.Fatal(err)
	}
	team, err := gpu.NewBufferFrom(dev, []uint32{2, 0, 1, 0})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.PartitionBy(dst.View(), src.View(), team.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got)
	// Output: [11 13 12 10]
}

// A predicate that is given the index, and reads a buffer of the caller's at the first binding left
// to callers.
func ExampleOptions_predicateByIndex() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	c, err := compact.New(dev, compact.Options{Predicate: `
		layout(std430, binding = 8) readonly buffer Distances { float distance_to[]; };
		bool keep(uint i) { return distance_to[i] < 1.0; }`})
	if err != nil {
		log.Fatal(err)
	}
	distances, err := gpu.NewBufferFrom(dev, []float32{0.5, 2, 0.25, 3})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{10, 11, 12, 13})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, distances.View().ID())
	if err := c.Compact(dst.View(), src.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got[:2])
	// Output: [10 12]
}

// Draw arguments: each record kept is an instance of a mesh with 36 indices.
func ExampleResult() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	c, err := compact.New(dev, compact.Options{Elements: true, Instanced: true, VerticesPerItem: 36})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{1, 0, 2, 3})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Compact(dst.View(), src.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	var elements [5]uint32 // count, instances, first index, base vertex, base instance
	if err := gpu.Download(dev, c.Result().Elements, elements[:]); err != nil {
		log.Fatal(err)
	}
	// For a draw: glBindBuffer(GL_DRAW_INDIRECT_BUFFER, c.Result().Elements.ID()),
	// glDrawElementsIndirect at offset 0.
	fmt.Println(elements)
	// Output: [36 3 0 0 0]
}

// A destination that may be too small.
func ExampleOptions_clamp() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	c, err := compact.New(dev, compact.Options{Clamp: true})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{1, 2, 0, 3})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 2)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Compact(dst.View(), src.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got)
	var kept [1]uint32
	keptWord, _ := c.Result().Count.Word() // its place in GPU memory
	if err := gpu.Download(dev, keptWord, kept[:]); err != nil {
		log.Fatal(err)
	}
	var found [1]uint32
	foundWord, _ := c.Result().Found.Word() // its place in GPU memory
	if err := gpu.Download(dev, foundWord, found[:]); err != nil {
		log.Fatal(err)
	}
	fmt.Println(kept[0], "of", found[0], errors.Is(dev.Check(), gpu.ErrOverflow))
	// Output:
	// [1 2]
	// 2 of 3 true
}

// What is below 10, in order, and behind it the rest in reverse order.
func ExampleCompactor_Partition_reverseRest() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	c, err := compact.New(dev, compact.Options{
		Classes: 2, ReverseRest: true, Record: "uint", Predicate: "bool keep(uint v) { return v < 10u; }",
	})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{31, 5, 12, 99, 7, 15})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Partition(dst.View(), src.View(), gpu.N(6)); err != nil {
		log.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got)
	// Output: [5 7 15 99 12 31]
}
