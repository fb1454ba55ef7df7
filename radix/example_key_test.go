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

// Records by a field of float32, the largest first.
func ExampleOptions_field() {
	type body struct{ X, Y, Mass float32 }
	printSorted(radix.Options{
		Type: gpu.Float32, Record: "Body", RecordBytes: 12, Descending: true,
		Key: `struct Body { float x, y, mass; };
		      float key(Body b) { return b.mass; }`,
	}, []body{{1, 0, 0.5}, {2, 0, 8}, {3, 0, -1}, {4, 0, 8}})
	// Output: [{2 0 8} {4 0 8} {1 0 0.5} {3 0 -1}]
}

// Points by their distance from another one, whose square has the same order.
func ExampleOptions_distance() {
	type point struct{ X, Y float32 }
	printSorted(radix.Options{
		Type: gpu.Float32, Record: "vec2", RecordBytes: 8,
		Key: `const vec2 from = vec2(10.0, 0.0);
		      float key(vec2 at) { return dot(at - from, at - from); }`,
	}, []point{{0, 0}, {11, 1}, {10, -5}, {9, 1}})
	// Output: [{11 1} {9 1} {10 -5} {0 0}]
}

// Numbers by their absolute value. Equal ones keep their order.
func ExampleOptions_absolute() {
	printSorted(radix.Options{
		Type: gpu.Int32, Record: "int", RecordBytes: 4,
		Key: "int key(int v) { return abs(v); }",
	}, []int32{-3, 2, 1, -2, 3, 0})
	// Output: [0 1 2 -2 -3 3]
}

// Keys of 128 bits are two uint64, the low one first.
func ExampleOptions_uint128() {
	type wide struct{ Low, High uint64 }
	printSorted(radix.Options{Type: gpu.Uint128}, []wide{{5, 1}, {9, 0}, {1 << 63, 0}, {4, 1}})
	// Output: [{9 0} {9223372036854775808 0} {4 1} {5 1}]
}

// Signed keys of 8 bits, packed four to a word.
func ExampleOptions_int8() {
	printSorted(radix.Options{Type: gpu.Int8}, []int8{3, -1, 127, -128})
	// Output: [-128 -1 3 127]
}

func printSorted[T any](o radix.Options, items []T) {
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
	s, err := radix.New(dev, o)
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, items)
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[T](dev, len(items))
	if err != nil {
		log.Fatal(err)
	}
	if err := s.SortKeys(dst.View(), src.View(), gpu.N(len(items))); err != nil {
		log.Fatal(err)
	}
	sorted, err := dst.Download()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sorted)
}
