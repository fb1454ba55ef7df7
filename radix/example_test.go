// SPDX-License-Identifier: MIT

package radix_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/radix"
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

	s, err := radix.New(dev, radix.Options{Bits: 16, Descending: true}) // two passes
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBufferFrom(dev, []uint32{30, 10, 20, 10})
	if err != nil {
		log.Fatal(err)
	}
	payload, err := gpu.NewBufferFrom(dev, []uint32{0, 1, 2, 3})
	if err != nil {
		log.Fatal(err)
	}
	if err := s.SortPairs(keys.View(), payload.View(), keys.View(), payload.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(keys.Download())
	fmt.Println(payload.Download())
	// Output:
	// [30 20 10 10] <nil>
	// [0 2 1 3] <nil>
}

// The order of floats, without moving what they belong to.
func ExampleSorter_SortIndices() {
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

	s, err := radix.New(dev, radix.Options{Type: gpu.Float32})
	if err != nil {
		log.Fatal(err)
	}
	depths, err := gpu.NewBufferFrom(dev, []float32{2.5, -1, 0.25, -1})
	if err != nil {
		log.Fatal(err)
	}
	order, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.SortIndices(order.View(), depths.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(order.Download())
	// Output: [1 3 2 0] <nil>
}
