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

func ExampleHistogram() {
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

	// Lengths in bins of a quarter, and how many are in none of them.
	h, err := scan.NewHistogram(dev, scan.HistogramOptions{
		Type: gpu.Float32, Bins: 4, Lower: 0, Upper: 1, Outside: true,
	})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []float32{0.1, 0.3, 0.2, 0.9, 1.0, -2, 0.25})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 5)
	if err != nil {
		log.Fatal(err)
	}
	if err := h.HistogramEven(dst.View(), src.View(), gpu.N(7)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())

	// The same, with edges of their own.
	h, err = scan.NewHistogram(dev, scan.HistogramOptions{Type: gpu.Float32, Bins: 2, Edges: true})
	if err != nil {
		log.Fatal(err)
	}
	edges, err := gpu.NewBufferFrom(dev, []float32{-5, 0.2, 0.3})
	if err != nil {
		log.Fatal(err)
	}
	if err := h.HistogramRange(dst.View(), src.View(), edges.View(), gpu.N(7)); err != nil {
		log.Fatal(err)
	}
	two := make([]uint32, 2)
	err = gpu.Download(dev, dst.View(), two)
	fmt.Println(two, err)
	// Output:
	// [2 2 0 1 2] <nil>
	// [2 2] <nil>
}
