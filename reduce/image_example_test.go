// SPDX-License-Identifier: MIT

package reduce_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/reduce"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// The mean luminance of an image, for its exposure, and how its texels are spread over apertures.
func ExampleImage() {
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

	// Two rows of three grey texels.
	var texture uint32
	gl.GenTextures(1, &texture)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	var texels []float32
	for _, v := range []float32{0.3, 0.3, 3, 6, 12, 12} {
		texels = append(texels, v, v, v, 1)
	}
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 3, 2, 0, gl.RGBA, gl.FLOAT, gl.Ptr(texels))

	im, err := reduce.NewImage(dev, reduce.ImageOptions{
		Statistics: true, // of the whole image, as no tile size is given
		Histogram:  reduce.ImageHistogram{Bins: 6, Lower: -2, Upper: 4, Log2: true},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer im.Release()
	dst, err := gpu.NewBuffer[[4]float32](dev, 1)
	if err != nil {
		log.Fatal(err)
	}
	histogram, err := gpu.NewBuffer[uint32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	if err := im.ReduceHistogram(dst.View(), histogram.View(), texture, 0); err != nil {
		log.Fatal(err)
	}
	results, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("mean %.1f, from %.1f to %.1f, %v texels\n", results[0][0], results[0][1], results[0][2], results[0][3])
	fmt.Println(histogram.Download())
	// Output:
	// mean 5.6, from 0.3 to 12.0, 6 texels
	// [2 0 0 1 1 2] <nil>
}
