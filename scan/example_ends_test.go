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

// Places in a list for the output of six records, behind the ten that are there. Each record says
// in its second word how many places it needs. The total is the length of the list.
func ExampleScanner_Scan() {
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

	s, err := scan.New(dev, scan.Options{
		Operator: &gpu.Operator{
			GLSL: `uint combine(uint a, uint b) { return a + b; }
			       uint map(uvec2 record, uint index) { return record.y; }`,
			Item: "uint", Bytes: 4, Identity: "0u",
		},
		Record: "uvec2", RecordBytes: 8,
		Ends: true,
	})
	if err != nil {
		log.Fatal(err)
	}
	records, err := gpu.NewBufferFrom(dev, [][2]uint32{{7, 2}, {7, 0}, {9, 1}, {9, 4}, {1, 1}, {3, 3}})
	if err != nil {
		log.Fatal(err)
	}
	places, err := gpu.NewBuffer[uint32](dev, 6)
	if err != nil {
		log.Fatal(err)
	}
	lengths, err := gpu.NewBufferFrom(dev, []uint32{10, 0}) // before and after
	if err != nil {
		log.Fatal(err)
	}
	before, _ := lengths.Slice(0, 1)
	after, _ := lengths.Slice(1, 2)
	if err := s.Scan(scan.Call{Dst: places.View(), Src: records.View(), N: gpu.N(6), Start: before, Total: after}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(places.Download())
	fmt.Println(gpu.CountAt(after, 100).Read()) // a number for other calls too
	// Output:
	// [10 12 12 13 17 18] <nil>
	// 21 <nil>
}

// Exclusive products of 2 x 2 matrices, anew for each key: a scan by key with an operator of the
// caller. Here the matrices are Fibonacci steps.
func ExampleScanner_ExclusiveBy() {
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

	s, err := scan.New(dev, scan.Options{
		By: scan.Keys,
		Operator: &gpu.Operator{
			GLSL: `uvec4 combine(uvec4 a, uvec4 b)
			       {
			           return uvec4(a.x * b.x + a.y * b.z, a.x * b.y + a.y * b.w, a.z * b.x + a.w * b.z, a.z * b.y + a.w * b.w);
			       }`,
			Item: "uvec4", Bytes: 16, Identity: "uvec4(1u, 0u, 0u, 1u)",
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBufferFrom(dev, []uint32{5, 5, 5, 5, 8, 8})
	if err != nil {
		log.Fatal(err)
	}
	steps := make([][4]uint32, 6)
	for i := range steps {
		steps[i] = [4]uint32{1, 1, 1, 0}
	}
	items, err := gpu.NewBufferFrom(dev, steps)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.ExclusiveBy(items.View(), items.View(), keys.View(), gpu.N(6)); err != nil {
		log.Fatal(err)
	}
	products, err := items.Download()
	for _, p := range products {
		fmt.Print(p[1], " ")
	}
	fmt.Println(err)
	// Output: 0 1 1 2 0 1 <nil>
}
