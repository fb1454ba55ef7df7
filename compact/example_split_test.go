// SPDX-License-Identifier: MIT

package compact_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
)

// Odd numbers to one array and even ones to another, both in order.
func ExampleCompactor_Split() {
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
		Output: compact.Split, Record: "uint", Predicate: "bool keep(uint v) { return v % 2u == 1u; }",
	})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{4, 1, 2, 5, 3})
	if err != nil {
		log.Fatal(err)
	}
	odd, err := gpu.NewBuffer[uint32](dev, 5)
	if err != nil {
		log.Fatal(err)
	}
	even, err := gpu.NewBuffer[uint32](dev, 5)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Split(odd.View(), even.View(), src.View(), gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	// Both counts can be the n of other operations. Read waits for the GPU.
	for i, to := range []*gpu.Buffer[uint32]{odd, even} {
		n, err := c.Result().Counts[i].Read()
		if err != nil {
			log.Fatal(err)
		}
		words, err := to.Download()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(words[:n])
	}
	// Output:
	// [1 5 3]
	// [4 2]
}
