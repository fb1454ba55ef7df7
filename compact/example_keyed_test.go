// SPDX-License-Identifier: MIT

package compact_test

import (
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
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
