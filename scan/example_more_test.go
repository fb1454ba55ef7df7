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

// Running sums that begin anew with each key.
func ExampleScanner_InclusiveBy() {
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

	s, err := scan.New(dev, scan.Options{By: scan.Keys})
	if err != nil {
		log.Fatal(err)
	}
	keys, err := gpu.NewBufferFrom(dev, []uint32{7, 7, 7, 9, 9})
	if err != nil {
		log.Fatal(err)
	}
	items, err := gpu.NewBufferFrom(dev, []uint32{1, 2, 3, 4, 5})
	if err != nil {
		log.Fatal(err)
	}
	if err := s.InclusiveBy(items.View(), items.View(), keys.View(), gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(items.Download())
	// Output: [1 3 6 4 9] <nil>
}

// The length along each of two strands, whose points lie behind each other.
func ExampleScanner_SegmentedExclusive() {
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

	s, err := scan.New(dev, scan.Options{Type: gpu.Float32, By: scan.Offsets})
	if err != nil {
		log.Fatal(err)
	}
	steps, err := gpu.NewBufferFrom(dev, []float32{1, 2, 2, 0.5, 0.5})
	if err != nil {
		log.Fatal(err)
	}
	strands, err := gpu.NewBufferFrom(dev, []uint32{0, 3, 5})
	if err != nil {
		log.Fatal(err)
	}
	along, err := gpu.NewBuffer[float32](dev, 5)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.SegmentedExclusive(along.View(), steps.View(), strands.View(), gpu.N(2), gpu.N(5)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(along.Download())
	// Output: [0 1 3 0 0.5] <nil>
}

// An operator in GLSL, associative and not commutative: linear functions x -> ax + b, one after the
// other.
func ExampleOptions_operator() {
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

	s, err := scan.New(dev, scan.Options{Operator: &gpu.Operator{
		GLSL: "vec2 combine(vec2 f, vec2 g) { return vec2(f.x * g.x, g.x * f.y + g.y); }",
		Item: "vec2", Bytes: 8, Identity: "vec2(1.0, 0.0)",
	}})
	if err != nil {
		log.Fatal(err)
	}
	functions, err := gpu.NewBufferFrom(dev, [][2]float32{{2, 0}, {1, 3}, {2, 1}})
	if err != nil {
		log.Fatal(err)
	} // 2x, x+3, 2x+1
	if err := s.Inclusive(functions.View(), functions.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(functions.Download())
	// Output: [[2 0] [2 3] [4 7]] <nil>
}
