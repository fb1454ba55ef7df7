// SPDX-License-Identifier: MIT

package gpu_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
)

func ExampleAttach() {
	runtime.LockOSThread() // a context belongs to a thread
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{}) // in a window: gpu.Attach, once its context is current
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
	// gpu: bad buffer view: copy: src holds 2 items of 4 bytes, n may be 3
}
