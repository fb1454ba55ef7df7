// SPDX-License-Identifier: MIT

package reduce_test

import (
	"fmt"
	"log"
	"math"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/reduce"
)

// The largest item and where it is; NaN is passed over.
func ExampleReducer_Reduce_argMax() {
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

	r, err := reduce.New(dev, reduce.Options{Op: reduce.ArgMax, Type: gpu.Float32})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []float32{1.5, float32(math.NaN()), 7, 7})
	if err != nil {
		log.Fatal(err)
	}
	type best struct {
		Value float32
		Index uint32
	}
	dst, err := gpu.NewBuffer[best](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reduce(dst.View(), src.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())
	// Output: [{7 2}] <nil>
}

// The bounding box of points in one pass, with an operator in GLSL.
func ExampleCustom() {
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
			GLSL: `struct Box { vec4 low; vec4 high; };
			       Box map(vec4 p, uint index) { return Box(p, p); }
			       Box combine(Box a, Box b) { return Box(min(a.low, b.low), max(a.high, b.high)); }`,
			Item: "Box", Bytes: 32, Identity: "Box(vec4(3e38), vec4(-3e38))",
		},
		Record: "vec4", RecordBytes: 16,
	}})
	if err != nil {
		log.Fatal(err)
	}
	points, err := gpu.NewBufferFrom(dev, [][4]float32{{1, 5, 0, 1}, {-2, 3, 0, 1}, {4, 4, 1, 1}})
	if err != nil {
		log.Fatal(err)
	}
	box, err := gpu.NewBuffer[[4]float32](dev, 2)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reduce(box.View(), points.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(box.Download())
	// Output: [[-2 3 0 1] [4 5 1 1]] <nil>
}

// A sum for each segment; the second is empty.
func ExampleReducer_SegmentedReduce() {
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

	r, err := reduce.New(dev, reduce.Options{Segmented: true})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{1, 2, 3, 10, 20})
	if err != nil {
		log.Fatal(err)
	}
	offsets, err := gpu.NewBufferFrom(dev, []uint32{0, 3, 3, 5})
	if err != nil {
		log.Fatal(err)
	}
	sums, err := gpu.NewBuffer[uint32](dev, 3)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.SegmentedReduce(sums.View(), src.View(), offsets.View(), gpu.N(3), gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(sums.Download())
	// Output: [6 0 30] <nil>
}
