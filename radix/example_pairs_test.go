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

// Numbers of 64 bits, the largest first, with a word of each beside it. Equal keys keep their
// order. The size of the scratch is known before there is a device. Here it is a part of the
// caller's memory, and the sort ends where it began.
func ExampleSorter_SortPairs() {
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

	o := radix.Options{Type: gpu.Int64, Descending: true}
	need, err := radix.ScratchBytes(dev.Caps(), o, radix.ForPairs, 4) // Caps may be those of another machine
	if err != nil {
		log.Fatal(err)
	}
	memory, err := gpu.NewBuffer[uint32](dev, need/4)
	if err != nil {
		log.Fatal(err)
	}
	s, err := radix.New(dev, o)
	if err != nil {
		log.Fatal(err)
	}
	s.UseScratch(memory.View())
	balances, err := gpu.NewBufferFrom(dev, []int64{7, -5_000_000_000, 7, 3})
	if err != nil {
		log.Fatal(err)
	}
	accounts, err := gpu.NewBufferFrom(dev, []uint32{100, 101, 102, 103})
	if err != nil {
		log.Fatal(err)
	}
	if err := s.SortPairs(balances.View(), accounts.View(), balances.View(), accounts.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(balances.Download())
	fmt.Println(accounts.Download())
	// Output:
	// [7 7 3 -5000000000] <nil>
	// [100 102 103 101] <nil>
}

// Keys that mostly are in order from the last frame. A look at them on the GPU then leaves out all
// passes. The tile is set by hand; without Tuning comb chooses it for the driver.
func ExampleOptions_skipSorted() {
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

	s, err := radix.New(dev, radix.Options{SkipSorted: true, Tuning: gpu.Tuning{GroupSize: 128, ItemsPerThread: 4}})
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBufferFrom(dev, []uint32{1, 4, 4, 9})
	if err != nil {
		log.Fatal(err)
	}
	sorted, err := gpu.NewBuffer[uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.SortKeys(sorted.View(), keys.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(sorted.Download())
	// Output: [1 4 4 9] <nil>
}
