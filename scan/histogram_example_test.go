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

func ExampleHistogram_Count() {
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

	// The area of fields by height (2 bins of 500 m) and kind of crop (3).
	h, err := scan.NewHistogram(dev, scan.HistogramOptions{
		Type: gpu.Float32, Bins: 2, Lower: 0, Upper: 1000,
		Y:        scan.Axis{Type: gpu.Uint32, Bins: 3, Upper: 3},
		Weighted: true,
	})
	if err != nil {
		log.Fatal(err)
	}
	heights, err := gpu.NewBufferFrom(dev, []float32{120, 700, 90, 450, 820})
	if err != nil {
		log.Fatal(err)
	}
	crops, err := gpu.NewBufferFrom(dev, []uint32{0, 1, 0, 2, 1})
	if err != nil {
		log.Fatal(err)
	}
	areas, err := gpu.NewBufferFrom(dev, []uint32{10, 4, 5, 8, 6})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 2*3)
	if err != nil {
		log.Fatal(err)
	}
	err = h.Count(scan.HistogramCall{
		Dst: dst.View(), Src: heights.View(), Y: crops.View(), Weights: areas.View(), N: gpu.N(5),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())
	// Output:
	// [15 0 8 0 10 0] <nil>
}
