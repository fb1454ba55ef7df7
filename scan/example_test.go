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

func Example() {
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

	s, err := scan.New(dev, scan.Options{})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{3, 1, 0, 2})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Exclusive(dst.View(), src.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())
	if err := s.Inclusive(src.View(), src.View(), gpu.N(4)); err != nil { // in place
		log.Fatal(err)
	}
	fmt.Println(src.Download())
	// Output:
	// [0 3 4 4] <nil>
	// [3 4 4 6] <nil>
}
