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

// Running totals of numbers of 64 bits: bytes sent, and seconds that no float32 could hold. Both
// end where they began.
func ExampleOptions_bits64() {
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

	bytes, err := gpu.NewBufferFrom(dev, []uint64{1 << 40, 5, 1 << 33})
	if err != nil {
		log.Fatal(err)
	}
	s, err := scan.New(dev, scan.Options{Type: gpu.Uint64})
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Inclusive(bytes.View(), bytes.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Download())

	seconds, err := gpu.NewBufferFrom(dev, []float64{1e9, 0.25, 0.25})
	if err != nil {
		log.Fatal(err)
	}
	s, err = scan.New(dev, scan.Options{Type: gpu.Float64})
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Inclusive(seconds.View(), seconds.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(seconds.Download())
	// Output:
	// [1099511627776 1099511627781 1108101562373] <nil>
	// [1e+09 1.00000000025e+09 1.0000000005e+09] <nil>
}

// Small steps from a large number: a plain sum of float32 would lose each of them.
func ExampleOptions_compensated() {
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

	steps, err := gpu.NewBufferFrom(dev, []float32{1 << 24, 1, 1, 1, 1})
	if err != nil {
		log.Fatal(err)
	}
	s, err := scan.New(dev, scan.Options{Type: gpu.Float32, Compensated: true})
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Inclusive(steps.View(), steps.View(), gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	places, err := steps.Download()
	fmt.Printf("%.0f %v\n", places[4], err)
	// Output: 16777220 <nil>
}
