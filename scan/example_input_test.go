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

// Where the text of each chosen word begins in a line: the sums of the lengths of words 3, 0, 3 and
// 2.
func ExampleScanner_SetIndices() {
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

	s, err := scan.New(dev, scan.Options{Input: gpu.InputGathered})
	if err != nil {
		log.Fatal(err)
	}
	lengths, err := gpu.NewBufferFrom(dev, []uint32{5, 9, 2, 7})
	if err != nil {
		log.Fatal(err)
	}
	chosen, err := gpu.NewBufferFrom(dev, []uint32{3, 0, 3, 2})
	if err != nil {
		log.Fatal(err)
	}
	places, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	s.SetIndices(chosen.View())
	if err := s.Exclusive(places.View(), lengths.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(places.Download())
	// Output:
	// [0 7 12 19] <nil>
}
