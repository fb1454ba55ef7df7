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

// How many orders each customer has: the sums of a constant by key. With a stride of 0 all items
// are the one word of the source.
func ExampleReducer_ReduceByKey_constant() {
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

	r, err := reduce.New(dev, reduce.Options{ByKey: true, Input: gpu.InputStrided, Stride: 0})
	if err != nil {
		log.Fatal(err)
	}
	one, err := gpu.NewBufferFrom(dev, []uint32{1})
	if err != nil {
		log.Fatal(err)
	}
	customers, err := gpu.NewBufferFrom(dev, []uint32{3, 3, 3, 4, 9, 9})
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBuffer[uint32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	orders, err := gpu.NewBuffer[uint32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	runs, err := gpu.NewBuffer[uint32](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.ReduceByKey(reduce.ByKey{
		Keys: customers.View(), Src: one.View(), N: gpu.N(6),
		RunKeys: keys.View(), Dst: orders.View(), Runs: runs.View(),
	}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(keys.Download())
	fmt.Println(orders.Download())
	fmt.Println(runs.Download())
	// Output:
	// [3 4 9 0 0 0] <nil>
	// [3 1 2 0 0 0] <nil>
	// [3] <nil>
}
