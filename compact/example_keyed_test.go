// SPDX-License-Identifier: MIT

package compact_test

import (
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// The sprites in front of the camera, with how far away they are as keys for a sort.
func ExampleCompactor_CompactKeyed() {
	dev, release := device()
	defer release()
	type sprite struct{ Z, Size float32 }
	c := must(compact.New(dev, compact.Options{
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
	}))
	src := must(gpu.NewBufferFrom(dev, []sprite{{2.5, 1}, {-1, 2}, {0.25, 3}}))
	dst, keys := must(gpu.NewBuffer[sprite](dev, 3)), must(gpu.NewBuffer[uint32](dev, 3))
	err := c.CompactKeyed(dst.View(), keys.View(), src.View(), gpu.N(3))
	kept := download(dev, c.Result().Count)
	fmt.Println(must(dst.Download())[:kept], must(keys.Download())[:kept], err)
	// Output: [{2.5 1} {0.25 3}] [250 25] <nil>
}

// The edges that climb, by the indices of their first points, with their middle's height as key.
// What keep looks at lies in another buffer: fetch gathers it, for several edges at once.
func ExampleCompactor_IndicesKeyed() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{
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
	}))
	heights := must(gpu.NewBufferFrom(dev, []float32{0, 1, 3, 2, 4}))
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, heights.View().ID())
	edges := must(gpu.NewBufferFrom(dev, []uint32{0, 1, 2, 3}))
	dst, keys := must(gpu.NewBuffer[uint32](dev, 4)), must(gpu.NewBuffer[uint32](dev, 4))
	err := c.IndicesKeyed(dst.View(), keys.View(), edges.View(), gpu.N(4))
	kept := download(dev, c.Result().Count)
	fmt.Println(must(dst.Download())[:kept], must(keys.Download())[:kept], err)
	// Output: [0 1 3] [50 200 300] <nil>
}
