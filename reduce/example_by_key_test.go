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

// The highest price that each customer paid. The orders are sorted by customer.
func ExampleReducer_ReduceByKey() {
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

	r, err := reduce.New(dev, reduce.Options{Op: reduce.Max, ByKey: true})
	if err != nil {
		log.Fatal(err)
	}
	customers, err := gpu.NewBufferFrom(dev, []uint32{3, 3, 3, 4, 9, 9})
	if err != nil {
		log.Fatal(err)
	}
	prices, err := gpu.NewBufferFrom(dev, []uint32{20, 50, 50, 5, 10, 30})
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBuffer[uint32](dev, 6) // there could be as many customers as orders
	if err != nil {
		log.Fatal(err)
	}
	best, err := gpu.NewBuffer[uint32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	word, err := gpu.NewBuffer[uint32](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.ReduceByKey(reduce.ByKey{
		Keys: customers.View(), Src: prices.View(), N: gpu.N(6),
		RunKeys: keys.View(), Dst: best.View(), Runs: word.View(),
	}); err != nil {
		log.Fatal(err)
	}
	n, err := gpu.CountAt(word.View(), 6).Read() // or the number of the next call, without a read
	if err != nil {
		log.Fatal(err)
	}
	gotKeys, gotBest := make([]uint32, n), make([]uint32, n)
	if err := gpu.Download(dev, keys.View(), gotKeys); err != nil {
		log.Fatal(err)
	}
	if err := gpu.Download(dev, best.View(), gotBest); err != nil {
		log.Fatal(err)
	}
	fmt.Println(gotKeys, gotBest)
	// Output: [3 4 9] [50 5 30]
}

// The sum, the least and the largest item with their places, from one pass over the input.
func ExampleStats() {
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

	r, err := reduce.New(dev, reduce.Options{Op: reduce.Statistics, Type: gpu.Float32})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []float32{0.5, -2, 4, 0, -2})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[reduce.Stats[float32]](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reduce(dst.View(), src.View(), gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	all, err := dst.Download()
	fmt.Printf("%+v %v\n", all[0], err)
	// Output: {Sum:0.5 Min:-2 Max:4 MinAt:1 MaxAt:2} <nil>
}

// A large number, a thousand small ones, and the large one again, negative. A plain sum of float32
// loses small ones.
func ExampleOptions_compensated() {
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

	items := make([]float32, 1002)
	for i := range items {
		items[i] = 0.25
	}
	items[0], items[1001] = 1e9, -1e9
	src, err := gpu.NewBufferFrom(dev, items)
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[float32](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	r, err := reduce.New(dev, reduce.Options{Type: gpu.Float32, Compensated: true})
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reduce(dst.View(), src.View(), gpu.N(1002)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())

	// The same as float64, from a buffer of float64.
	wide := make([]float64, len(items))
	for i, x := range items {
		wide[i] = float64(x)
	}
	src64, err := gpu.NewBufferFrom(dev, wide)
	if err != nil {
		log.Fatal(err)
	}
	dst64, err := gpu.NewBuffer[float64](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	r, err = reduce.New(dev, reduce.Options{Type: gpu.Float64})
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reduce(dst64.View(), src64.View(), gpu.N(1002)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst64.Download())
	// Output:
	// [250] <nil>
	// [250] <nil>
}
