// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/go-gl/gl/v4.3-core/gl"
)

func ExampleAttach() {
	runtime.LockOSThread() // a context belongs to a thread
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{}) // with a window: gpu.Attach, after making its context current
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	src, err := gpu.NewBufferFrom(dev, []uint32{1, 2, 3, 4})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	tail, err := src.Slice(2, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := dev.Copy(dst.View(), tail, gpu.N(2)); err != nil { // enqueues
		log.Fatal(err)
	}
	words, err := dst.Download() // waits
	fmt.Println(words, err)
	fmt.Println(dev.Copy(dst.View(), tail, gpu.N(3)))
	// Output:
	// [3 4 0 0] <nil>
	// gpu: Copy: src holds 2 items of 4 bytes, want 3 (the view has 8 of 12 bytes): bad buffer view
}

// The operands are part of a vertex buffer of the program, and a count that the GPU wrote.
func ExampleDevice_Wrap() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{PreserveState: true}) // for a program that renders too
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	var mine uint32
	gl.GenBuffers(1, &mine)
	gl.BindBuffer(gl.ARRAY_BUFFER, mine)
	gl.BufferData(gl.ARRAY_BUFFER, 24, gl.Ptr([]uint32{3, 0, 10, 20, 30, 40}), gl.STATIC_DRAW)

	all, err := dev.Wrap(mine, 0, 24)
	if err != nil {
		log.Fatal(err)
	}
	count, _ := all.Slice(0, 4) // the first word is the number of items
	items, _ := all.Slice(8, 24)
	dst, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := dev.Copy(dst.View(), items, gpu.CountAt(count, 4)); err != nil { // three of at most four
		log.Fatal(err)
	}
	fmt.Println(dst.Download())
	_, err = dev.Wrap(mine, 16, 12)
	fmt.Println(errors.Is(err, gpu.ErrView))
	// Output:
	// [10 20 30 0] <nil>
	// true
}
