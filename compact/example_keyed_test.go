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

// The sprites in front of the camera, with how far away they are as keys for a sort.
func ExampleCompactor_CompactKeyed() {
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

	type sprite struct{ Z, Size float32 }
	c, err := compact.New(dev, compact.Options{
		Keyed:  true,
		Stride: 8,
		Record: "Sprite",
		Predicate: `
			struct Sprite { float z; float size; };
			bool keep(Sprite s, out uint key)
			{
				key = uint(s.z * 100.0);
				return s.z > 0.0;
			}`,
	})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []sprite{{2.5, 1}, {-1, 2}, {0.25, 3}})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[sprite](dev, 3)
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBuffer[uint32](dev, 3)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.CompactKeyed(dst.View(), keys.View(), src.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	var kept [1]uint32
	keptWord, _ := c.Result().Count.Word() // its place in GPU memory
	if err := gpu.Download(dev, keptWord, kept[:]); err != nil {
		log.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	keysGot, err := keys.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got[:kept[0]], keysGot[:kept[0]])
	// Output: [{2.5 1} {0.25 3}] [250 25]
}

// The edges that climb, by the indices of their first points, with their middle's height as key.
// What keep looks at lies in another buffer: fetch gathers it, for several edges at once.
func ExampleCompactor_IndicesKeyed() {
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
		Output: compact.Indices,
		Keyed:  true,
		Record: "uint",
		Fetch:  "Edge",
		Predicate: fmt.Sprintf(`
			layout(std430, binding = %d) readonly buffer Heights { float height[]; };
			struct Edge { float low; float high; };
			Edge fetch(uint first) { return Edge(height[first], height[first + 1u]); }
			bool keep(Edge e, out uint key)
			{
				key = uint(50.0 * (e.low + e.high));
				return e.high > e.low;
			}`, gpu.UserBinding),
	})
	if err != nil {
		log.Fatal(err)
	}
	heights, err := gpu.NewBufferFrom(dev, []float32{0, 1, 3, 2, 4})
	if err != nil {
		log.Fatal(err)
	}
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, heights.View().ID())
	edges, err := gpu.NewBufferFrom(dev, []uint32{0, 1, 2, 3})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.IndicesKeyed(dst.View(), keys.View(), edges.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	var kept [1]uint32
	keptWord, _ := c.Result().Count.Word() // its place in GPU memory
	if err := gpu.Download(dev, keptWord, kept[:]); err != nil {
		log.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	keysGot, err := keys.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got[:kept[0]], keysGot[:kept[0]])
	// Output: [0 1 3] [50 200 300]
}
