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

// Each record that differs from the one before.
func ExampleCompactor_Compact_unique() {
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

	c, err := compact.New(dev, compact.Options{By: compact.Unique})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{3, 3, 0, 0, 0, 3})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Compact(dst.View(), src.View(), gpu.N(6)); err != nil {
		log.Fatal(err)
	}
	got, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got[:3])
	// Output: [3 0 3]
}

// Run-length encoding; starts serves as offsets of segments.
func ExampleCompactor_RunLengths() {
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

	c, err := compact.New(dev, compact.Options{Output: compact.Runs})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint32{3, 3, 0, 0, 0, 3})
	if err != nil {
		log.Fatal(err)
	}
	values, err := gpu.NewBuffer[uint32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	starts, err := gpu.NewBuffer[uint32](dev, 7)
	if err != nil {
		log.Fatal(err)
	}
	lengths, err := gpu.NewBuffer[uint32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.RunLengths(values.View(), starts.View(), lengths.View(), src.View(), gpu.N(6)); err != nil {
		log.Fatal(err)
	}
	var kept [1]uint32
	keptWord, _ := c.Result().Count.Word() // its place in GPU memory
	if err := gpu.Download(dev, keptWord, kept[:]); err != nil {
		log.Fatal(err)
	}
	runs := kept[0]
	valuesGot, err := values.Download()
	if err != nil {
		log.Fatal(err)
	}
	startsGot, err := starts.Download()
	if err != nil {
		log.Fatal(err)
	}
	lengthsGot, err := lengths.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(valuesGot[:runs], startsGot[:runs+1], lengthsGot[:runs])
	// Output: [3 0 3] [0 2 5 6] [2 3 1]
}
