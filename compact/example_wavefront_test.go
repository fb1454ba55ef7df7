// SPDX-License-Identifier: MIT

package compact_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
)

// A wavefront loop: the rays that go on are kept, back and forth between two buffers. The number
// kept is the next round's n and never leaves the GPU. Here every third ray ends in each round.
func ExampleCompactor_Result() {
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

	c, err := compact.New(dev, compact.Options{Predicate: "bool keep(uint i) { return i % 3u != 2u; }"})
	if err != nil {
		log.Fatal(err)
	}
	rays := []uint32{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}
	a, err := gpu.NewBufferFrom(dev, rays)
	if err != nil {
		log.Fatal(err)
	}
	b, err := gpu.NewBuffer[uint32](dev, len(rays))
	if err != nil {
		log.Fatal(err)
	}
	n := gpu.N(len(rays))
	for range 4 {
		// ... trace n rays of a ...
		if err := c.Compact(b.View(), a.View(), n); err != nil {
			log.Fatal(err)
		}
		a, b = b, a
		n = c.Result().Count // valid for this round and the next
	}
	// Only to show it here: reading back waits for the GPU.
	word, _ := n.Word()
	var left [1]uint32
	if err := gpu.Download(dev, word, left[:]); err != nil {
		log.Fatal(err)
	}
	kept, err := a.Download()
	fmt.Println(left[0], kept[:left[0]], err)
	// Output: 3 [10 11 19] <nil>
}
