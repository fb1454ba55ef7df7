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

// The integral of 4/(1+x*x) from 0 to 1, which is pi, by 1,000 rectangles. No buffer holds them.
func ExampleOptions_counting() {
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

	r, err := reduce.New(dev, reduce.Options{
		Input: gpu.InputCounting,
		Custom: &reduce.Custom{
			Operator: gpu.Operator{
				GLSL: `float map(uint i, uint index) { float x = (float(i) + 0.5) / 1000.0; return 4.0 / (1.0 + x * x); }
				       float combine(float a, float b) { return a + b; }
				       float finish(float sum, uint n) { return sum / float(n); }`,
				Item: "float", Bytes: 4, Identity: "0.0",
			},
			Record: "uint", RecordBytes: 4, Result: "float", ResultBytes: 4,
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[float32](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reduce(dst.View(), gpu.View{}, gpu.N(1000)); err != nil {
		log.Fatal(err)
	}
	pi, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n", pi[0])
	// Output:
	// 3.142
}
