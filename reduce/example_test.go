// SPDX-License-Identifier: MIT

package reduce_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/reduce"
)

func Example() {
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

	r, err := reduce.New(dev, reduce.Options{Op: reduce.Max, Type: gpu.Float32})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []float32{1.5, -2, 0.25})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[float32](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reduce(dst.View(), src.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())
	// Output: [1.5] <nil>
}
