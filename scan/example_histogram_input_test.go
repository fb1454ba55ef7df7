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

// The histogram of the luminance of pixels. They are read once, and no luminance is stored.
func ExampleHistogram_HistogramEven_luminance() {
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

	h, err := scan.NewHistogram(dev, scan.HistogramOptions{
		Type: gpu.Float32, Bins: 4, Lower: 0, Upper: 1,
		Map:    "float map(vec4 pixel, uint i) { return dot(pixel.rgb, vec3(0.25, 0.625, 0.125)); }",
		Record: "vec4", RecordBytes: 16,
	})
	if err != nil {
		log.Fatal(err)
	}
	pixels, err := gpu.NewBufferFrom(dev, [][4]float32{
		{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {0, 1, 1, 1},
	})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := h.HistogramEven(dst.View(), pixels.View(), gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())

	// The green channel alone: every fourth float, from the second on.
	h, err = scan.NewHistogram(dev, scan.HistogramOptions{
		Type: gpu.Float32, Bins: 2, Lower: 0, Upper: 2, Input: gpu.InputStrided, Stride: 4,
	})
	if err != nil {
		log.Fatal(err)
	}
	floats, err := pixels.View().Slice(4, 16*5)
	if err != nil {
		log.Fatal(err)
	}
	if err := h.HistogramEven(dst.View(), floats, gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	two := make([]uint32, 2)
	err = gpu.Download(dev, dst.View(), two)
	fmt.Println(two, err)
	// Output:
	// [2 1 1 1] <nil>
	// [3 2] <nil>
}
