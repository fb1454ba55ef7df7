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

// A struct of arrays: positions and names move by one mask, a bit for each.
func ExampleCompactor_CompactArrays() {
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

	c, err := compact.New(dev, compact.Options{Output: compact.Indices, By: compact.Mask})
	if err != nil {
		log.Fatal(err)
	}
	mask, err := gpu.NewBufferFrom(dev, []uint32{0b1010})
	if err != nil {
		log.Fatal(err)
	}
	at, err := gpu.NewBufferFrom(dev, [][2]float32{{0, 0}, {1, 1}, {2, 2}, {3, 3}})
	if err != nil {
		log.Fatal(err)
	}
	name, err := gpu.NewBufferFrom(dev, []uint32{100, 101, 102, 103})
	if err != nil {
		log.Fatal(err)
	}
	at2, err := gpu.NewBuffer[[2]float32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	name2, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}

	if err := c.CompactArrays(mask.View(), gpu.N(4),
		compact.Array{Dst: at2.View(), Src: at.View(), Stride: 8},
		compact.Array{Dst: name2.View(), Src: name.View(), Stride: 4}); err != nil {
		log.Fatal(err)
	}
	at2Got, err := at2.Download()
	if err != nil {
		log.Fatal(err)
	}
	name2Got, err := name2.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(at2Got[:2], name2Got[:2])
	// Output: [[1 1] [3 3]] [101 103]
}

// Unique by key: the first value of each run of equal keys. keys is what decides, and one of the
// arrays too.
func ExampleCompactor_CompactArrays_uniqueByKey() {
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

	c, err := compact.New(dev, compact.Options{Output: compact.Indices, By: compact.Unique})
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBufferFrom(dev, []uint32{7, 7, 8, 9, 9})
	if err != nil {
		log.Fatal(err)
	}
	values, err := gpu.NewBufferFrom(dev, []float32{1, 2, 3, 4, 5})
	if err != nil {
		log.Fatal(err)
	}
	keys2, err := gpu.NewBuffer[uint32](dev, 5)
	if err != nil {
		log.Fatal(err)
	}
	values2, err := gpu.NewBuffer[float32](dev, 5)
	if err != nil {
		log.Fatal(err)
	}

	if err := c.CompactArrays(keys.View(), gpu.N(5),
		compact.Array{Dst: keys2.View(), Src: keys.View(), Stride: 4},
		compact.Array{Dst: values2.View(), Src: values.View(), Stride: 4}); err != nil {
		log.Fatal(err)
	}
	keys2Got, err := keys2.Download()
	if err != nil {
		log.Fatal(err)
	}
	values2Got, err := values2.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(keys2Got[:3], values2Got[:3])
	// Output: [7 8 9] [1 3 4]
}

// The indices of the records that are not zero.
func ExampleCompactor_Indices() {
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

	c, err := compact.New(dev, compact.Options{Output: compact.Indices})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{0, 5, 0, 6})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Indices(dst.View(), src.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got[:2])
	// Output: [1 3]
}
