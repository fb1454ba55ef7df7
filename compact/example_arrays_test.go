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

// device is a context and a Device on it, as Example makes them.
func device() (dev *gpu.Device, release func()) {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if dev, err = ctx.Attach(gpu.Options{}); err != nil {
		log.Fatal(err)
	}
	return dev, func() {
		dev.Release()
		ctx.Release()
	}
}

// must are the steps that fail only where there is no GPU to speak of.
func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// A struct of arrays: positions and names move by one mask, a bit for each.
func ExampleCompactor_CompactArrays() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{Output: compact.Indices, By: compact.Mask}))
	mask := must(gpu.NewBufferFrom(dev, []uint32{0b1010}))
	at := must(gpu.NewBufferFrom(dev, [][2]float32{{0, 0}, {1, 1}, {2, 2}, {3, 3}}))
	name := must(gpu.NewBufferFrom(dev, []uint32{100, 101, 102, 103}))
	at2, name2 := must(gpu.NewBuffer[[2]float32](dev, 4)), must(gpu.NewBuffer[uint32](dev, 4))

	err := c.CompactArrays(mask.View(), gpu.N(4),
		compact.Array{Dst: at2.View(), Src: at.View(), Stride: 8},
		compact.Array{Dst: name2.View(), Src: name.View(), Stride: 4})
	fmt.Println(must(at2.Download())[:2], must(name2.Download())[:2], err)
	// Output: [[1 1] [3 3]] [101 103] <nil>
}

// Unique by key: the first value of each run of equal keys. keys is what decides, and one of the
// arrays too.
func ExampleCompactor_CompactArrays_uniqueByKey() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{Output: compact.Indices, By: compact.Unique}))
	keys := must(gpu.NewBufferFrom(dev, []uint32{7, 7, 8, 9, 9}))
	values := must(gpu.NewBufferFrom(dev, []float32{1, 2, 3, 4, 5}))
	keys2, values2 := must(gpu.NewBuffer[uint32](dev, 5)), must(gpu.NewBuffer[float32](dev, 5))

	err := c.CompactArrays(keys.View(), gpu.N(5),
		compact.Array{Dst: keys2.View(), Src: keys.View(), Stride: 4},
		compact.Array{Dst: values2.View(), Src: values.View(), Stride: 4})
	fmt.Println(must(keys2.Download())[:3], must(values2.Download())[:3], err)
	// Output: [7 8 9] [1 3 4] <nil>
}

// The indices of the records that are not zero.
func ExampleCompactor_Indices() {
	dev, release := device()
	defer release()
	c := must(compact.New(dev, compact.Options{Output: compact.Indices}))
	src := must(gpu.NewBufferFrom(dev, []uint32{0, 5, 0, 6}))
	dst := must(gpu.NewBuffer[uint32](dev, 4))
	err := c.Indices(dst.View(), src.View(), gpu.N(4))
	fmt.Println(must(dst.Download())[:2], err)
	// Output: [1 3] <nil>
}
