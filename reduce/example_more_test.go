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

// device is what the first example shows in full: a context with no window, and comb attached to it.
func device() (dev *gpu.Device, release func()) {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if dev, err = ctx.Attach(gpu.Options{}); err != nil {
		log.Fatal(err)
	}
	return dev, func() { dev.Release(); ctx.Release() }
}

// must is for examples: a program handles its errors.
func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// The largest item and where it is; NaN is passed over.
func ExampleReducer_Reduce_argMax() {
	dev, release := device()
	defer release()
	r := must(reduce.New(dev, reduce.Options{Op: reduce.ArgMax, Type: gpu.Float32}))
	src := must(gpu.NewBufferFrom(dev, []float32{1.5, float32(math.NaN()), 7, 7}))
	type best struct {
		Value float32
		Index uint32
	}
	dst := must(gpu.NewBuffer[best](dev, 1))
	if err := r.Reduce(dst.View(), src.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())
	// Output: [{7 2}] <nil>
}

// The bounding box of points in one pass, with an operator in GLSL.
func ExampleCustom() {
	dev, release := device()
	defer release()
	r := must(reduce.New(dev, reduce.Options{Custom: &reduce.Custom{
		Operator: gpu.Operator{
			GLSL: `struct Box { vec4 low; vec4 high; };
			       Box map(vec4 p, uint index) { return Box(p, p); }
			       Box combine(Box a, Box b) { return Box(min(a.low, b.low), max(a.high, b.high)); }`,
			Item: "Box", Bytes: 32, Identity: "Box(vec4(3e38), vec4(-3e38))",
		},
		Record: "vec4", RecordBytes: 16,
	}}))
	points := must(gpu.NewBufferFrom(dev, [][4]float32{{1, 5, 0, 1}, {-2, 3, 0, 1}, {4, 4, 1, 1}}))
	box := must(gpu.NewBuffer[[4]float32](dev, 2))
	if err := r.Reduce(box.View(), points.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(box.Download())
	// Output: [[-2 3 0 1] [4 5 1 1]] <nil>
}

// A sum for each segment; the second is empty.
func ExampleReducer_SegmentedReduce() {
	dev, release := device()
	defer release()
	r := must(reduce.New(dev, reduce.Options{Segmented: true}))
	src := must(gpu.NewBufferFrom(dev, []uint32{1, 2, 3, 10, 20}))
	offsets := must(gpu.NewBufferFrom(dev, []uint32{0, 3, 3, 5}))
	sums := must(gpu.NewBuffer[uint32](dev, 3))
	if err := r.SegmentedReduce(sums.View(), src.View(), offsets.View(), gpu.N(3), gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(sums.Download())
	// Output: [6 0 30] <nil>
}
