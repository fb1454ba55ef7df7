// SPDX-License-Identifier: MIT

package compact_test

import (
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
)

// Each record that differs from the one before.
func ExampleCompactor_Compact_unique() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{By: compact.Unique}))
	src := must(gpu.NewBufferFrom(dev, []uint32{3, 3, 0, 0, 0, 3}))
	dst := must(gpu.NewBuffer[uint32](dev, 6))
	err := c.Compact(dst.View(), src.View(), gpu.N(6))
	fmt.Println(must(dst.Download())[:3], err)
	// Output: [3 0 3] <nil>
}

// Run-length encoding; starts serves as offsets of segments.
func ExampleCompactor_RunLengths() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{Output: compact.Runs}))
	src := must(gpu.NewBufferFrom(dev, []uint32{3, 3, 0, 0, 0, 3}))
	values, starts, lengths := must(gpu.NewBuffer[uint32](dev, 6)), must(gpu.NewBuffer[uint32](dev, 7)), must(gpu.NewBuffer[uint32](dev, 6))
	err := c.RunLengths(values.View(), starts.View(), lengths.View(), src.View(), gpu.N(6))
	runs := download(dev, c.Result().Count)
	fmt.Println(must(values.Download())[:runs], must(starts.Download())[:runs+1], must(lengths.Download())[:runs], err)
	// Output: [3 0 3] [0 2 5 6] [2 3 1] <nil>
}
