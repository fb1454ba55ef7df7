// SPDX-License-Identifier: MIT

package gpu_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
)

// Two counts that the GPU wrote are added, and limited to the room of a buffer. The sum is the n of
// a copy. The CPU reads it while later work runs.
func ExampleDevice_CombineCounts() {
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

	words, err := gpu.NewBufferFrom(dev, []uint32{3, 2, 0})
	if err != nil {
		log.Fatal(err)
	}
	first, _ := words.Slice(0, 1)
	second, _ := words.Slice(1, 2)
	sum, _ := words.Slice(2, 3)
	both, err := dev.CombineCounts(sum, gpu.CountSum, gpu.CountAt(first, 100), gpu.CountAt(second, 100))
	if err != nil {
		log.Fatal(err)
	}
	n, err := dev.CombineCounts(sum, gpu.CountMin, both, gpu.N(4)) // the room of dst, in place
	if err != nil {
		log.Fatal(err)
	}

	src, err := gpu.NewBufferFrom(dev, []uint32{10, 20, 30, 40, 50})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := dev.Copy(dst.View(), src.View(), n); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())
	fmt.Println(n.Max())
	fmt.Println(both.Read()) // the word of both is the word of n
	// Output:
	// [10 20 30 40] <nil>
	// 4
	// 4 <nil>
}

// A program that draws frames starts the read, and takes the number in a later frame.
func ExampleCount_ReadAsync() {
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

	word, err := gpu.NewBufferFrom(dev, []uint32{42})
	if err != nil {
		log.Fatal(err)
	}
	kept := gpu.CountAt(word.View(), 100)
	reading, err := kept.ReadAsync() // enqueues
	if err != nil {
		log.Fatal(err)
	}
	defer reading.Release()
	for taken := 0; taken < 2; { // frames
		if reading.Ready() { // does not wait
			fmt.Println(reading.Take())
			taken++
			if err := reading.Start(kept); err != nil { // with the handle that is there
				log.Fatal(err)
			}
		}
	}
	// Output:
	// 42 <nil>
	// 42 <nil>
}
