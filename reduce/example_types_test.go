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

// The least of each coordinate of points, and a sum in double precision.
func ExampleOptions_types() {
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

	points, err := gpu.NewBufferFrom(dev, [][4]float32{{1, 5, 0, 1}, {-2, 3, 0, 1}, {4, 4, -1, 1}})
	if err != nil {
		log.Fatal(err)
	}
	low, err := gpu.NewBuffer[[4]float32](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	r, err := reduce.New(dev, reduce.Options{Op: reduce.Min, Type: gpu.Vec4})
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reduce(low.View(), points.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(low.Download())

	masses, err := gpu.NewBufferFrom(dev, []float64{1e9, 0.25, 0.5})
	if err != nil {
		log.Fatal(err)
	}
	total, err := gpu.NewBuffer[float64](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	r, err = reduce.New(dev, reduce.Options{Type: gpu.Float64})
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reduce(total.View(), masses.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(total.Download())
	// Output:
	// [[-2 3 -1 1]] <nil>
	// [1.00000000075e+09] <nil>
}

// Steps x -> a x + b, one after the other, are one such step. Their order matters, so the items are
// combined in it.
func ExampleCustom_ordered() {
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

	r, err := reduce.New(dev, reduce.Options{Custom: &reduce.Custom{
		Operator: gpu.Operator{
			GLSL: `vec2 combine(vec2 first, vec2 then) { return vec2(then.x * first.x, then.x * first.y + then.y); }`,
			Item: "vec2", Bytes: 8, Identity: "vec2(1.0, 0.0)",
		},
		Ordered: true,
	}})
	if err != nil {
		log.Fatal(err)
	}
	steps, err := gpu.NewBufferFrom(dev, [][2]float32{{2, 1}, {1, -3}, {10, 0}}) // double and add 1, take 3, times 10
	if err != nil {
		log.Fatal(err)
	}
	all, err := gpu.NewBuffer[[2]float32](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reduce(all.View(), steps.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(all.Download())
	// Output: [[20 -20]] <nil>
}
