// SPDX-License-Identifier: MIT

package scan_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/scan"
)

// Running means: the sum of the numbers so far is divided by how many there are when it is written.
func ExampleScanner_Inclusive_results() {
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

	s, err := scan.New(dev, scan.Options{
		Operator: &gpu.Operator{
			GLSL: `uint combine(uint a, uint b) { return a + b; }
			       float finish(uint sum, uint index) { return float(sum) / float(index + 1u); }`,
			Item: "uint", Bytes: 4, Identity: "0u",
		},
		Result: "float", ResultBytes: 4,
	})
	if err != nil {
		log.Fatal(err)
	}
	numbers, err := gpu.NewBufferFrom(dev, []uint32{4, 8, 9, 3})
	if err != nil {
		log.Fatal(err)
	}
	means, err := gpu.NewBuffer[float32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Inclusive(means.View(), numbers.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(means.Download())
	// Output:
	// [4 6 7 6] <nil>
}
