// SPDX-License-Identifier: MIT

package radix_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/radix"
)

// Records of any size are sorted by moving words, and each once at the end.
func ExampleSorter_SortRecords() {
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

	type particle struct{ x, y, age float32 }
	s, err := radix.New(dev, radix.Options{Type: gpu.Float32})
	if err != nil {
		log.Fatal(err)
	}
	ages, err := gpu.NewBufferFrom(dev, []float32{3, 1, 2})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []particle{{30, 0, 3}, {10, 0, 1}, {20, 0, 2}})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[particle](dev, 3)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.SortRecords(ages.View(), dst.View(), ages.View(), src.View(), 12, gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())
	// Output: [{10 0 1} {20 0 2} {30 0 3}] <nil>
}

// Each strand's, cell's or tile's items on their own.
func ExampleSorter_SegmentedSort() {
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

	s, err := radix.New(dev, radix.Options{Type: gpu.Uint8})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []uint8{9, 3, 7, 1, 8, 2})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[uint8](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	offsets, err := gpu.NewBufferFrom(dev, []uint32{0, 3, 3, 6})
	if err != nil {
		log.Fatal(err)
	} // the second is empty
	none := gpu.View{}
	if err := s.SegmentedSort(dst.View(), none, src.View(), none, 0, offsets.View(), gpu.N(3), gpu.N(6)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())
	// Output: [3 7 9 1 2 8] <nil>
}

// The two nearest of each cell, and which they are.
func ExampleSorter_SegmentedTopK() {
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

	s, err := radix.New(dev, radix.Options{Type: gpu.Float32})
	if err != nil {
		log.Fatal(err)
	}
	depths, err := gpu.NewBufferFrom(dev, []float32{2.5, 0.5, 9, -1, 4, 4, 3})
	if err != nil {
		log.Fatal(err)
	}
	cells, err := gpu.NewBufferFrom(dev, []uint32{0, 3, 4, 7})
	if err != nil {
		log.Fatal(err)
	}
	nearest, err := gpu.NewBuffer[float32](dev, 2*3)
	if err != nil {
		log.Fatal(err)
	}
	which, err := gpu.NewBuffer[uint32](dev, 2*3)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.SegmentedTopK(nearest.View(), which.View(), depths.View(), 2, cells.View(), gpu.N(3), gpu.N(7)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(nearest.Download()) // the second cell has one
	fmt.Println(which.Download())
	// Output:
	// [0.5 2.5 -1 0 3 4] <nil>
	// [1 0 3 0 6 4] <nil>
}

// The two nearest, and which they are.
func ExampleSorter_TopK() {
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

	s, err := radix.New(dev, radix.Options{Type: gpu.Float32})
	if err != nil {
		log.Fatal(err)
	}
	depths, err := gpu.NewBufferFrom(dev, []float32{2.5, 0.5, 9, -1})
	if err != nil {
		log.Fatal(err)
	}
	nearest, err := gpu.NewBuffer[float32](dev, 2)
	if err != nil {
		log.Fatal(err)
	}
	which, err := gpu.NewBuffer[uint32](dev, 2)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.TopK(nearest.View(), which.View(), depths.View(), 2, gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(nearest.Download())
	fmt.Println(which.Download())
	// Output:
	// [-1 0.5] <nil>
	// [3 1] <nil>
}

// Keys that mostly are in order, and another bit range with each call.
func ExampleSorter_SetBits() {
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

	s, err := radix.New(dev, radix.Options{SkipSorted: true})
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBufferFrom(dev, []uint32{0x103, 0x201, 0x102})
	if err != nil {
		log.Fatal(err)
	}
	if err := s.SetBits(0, 8); err != nil {
		log.Fatal(err)
	}
	if err := s.SortKeys(keys.View(), keys.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	keysGot, err := keys.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%#x\n", keysGot)
	// Output: [0x201 0x102 0x103]
}

// A number of keys that is on the GPU: the kernels for the most that there may be are compiled
// ahead of the first sort, and no others.
func ExampleSorter_ReserveCall() {
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

	s, err := radix.New(dev, radix.Options{})
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBufferFrom(dev, []uint32{5, 4, 3, 2, 1})
	if err != nil {
		log.Fatal(err)
	}
	count, err := gpu.NewBufferFrom(dev, []uint32{3}) // as a kernel would write it
	if err != nil {
		log.Fatal(err)
	}
	n := gpu.CountAt(count.View(), keys.Len())
	if err := s.ReserveCall(radix.ForKeys, n); err != nil {
		log.Fatal(err)
	}
	if err := s.SortKeys(keys.View(), keys.View(), n); err != nil {
		log.Fatal(err)
	}
	fmt.Println(keys.Download())
	// Output: [3 4 5 2 1] <nil>
}
