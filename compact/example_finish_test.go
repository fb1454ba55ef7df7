// SPDX-License-Identifier: MIT

package compact_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Results in place of records: where the heights of a grid of 3 columns are above 0. The predicate
// computes them from the index and a buffer of the caller's.
func ExampleOptions_result() {
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

	c, err := compact.New(dev, compact.Options{Result: "vec4", ResultBytes: 16, Predicate: `
		layout(std430, binding = 8) readonly buffer Heights { float heights[]; };
		bool keep(uint i) { return heights[i] > 0.0; }
		vec4 finish(uint i) { return vec4(i % 3u, heights[i], i / 3u, 1.0); }`})
	if err != nil {
		log.Fatal(err)
	}
	heights, err := gpu.NewBufferFrom(dev, []float32{0, 2.5, -1, 0, 0, 4})
	if err != nil {
		log.Fatal(err)
	}
	points, err := gpu.NewBuffer[[4]float32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, heights.View().ID())
	if err := c.Compact(points.View(), gpu.View{}, gpu.N(6)); err != nil {
		log.Fatal(err)
	}
	n, err := c.Result().Count.Read() // waits for the GPU
	if err != nil {
		log.Fatal(err)
	}
	got, err := points.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got[:n])
	// Output: [[1 2.5 0 1] [2 4 1 1]]
}
