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

// Keep the particles that live, and let the GPU know how many vertices to draw.
func Example() {
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

	type particle struct{ X, Y, Age, Life float32 }
	c, err := compact.New(dev, compact.Options{
		Stride: 16,
		Record: "Particle",
		Predicate: `
			struct Particle { vec2 at; float age; float life; };
			bool keep(Particle p) { return p.age < p.life; }`,
		VerticesPerItem: 6, // two triangles each
	})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, []particle{{1, 1, 0, 2}, {2, 2, 9, 5}, {3, 3, 4, 5}})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[particle](dev, 3)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Compact(dst.View(), src.View(), gpu.N(3)); err != nil {
		log.Fatal(err)
	}
	// Nothing has been read back so far: Result().Count feeds the next operation, Result().Draw the
	// draw call.
	var draw [4]uint32
	if err := gpu.Download(dev, c.Result().Draw, draw[:]); err != nil {
		log.Fatal(err)
	}
	kept, err := dst.Download()
	fmt.Println(draw, kept[:2], err)
	// Output: [12 1 0 0] [{1 1 0 2} {3 3 4 5}] <nil>
}

// Records of three words, kept where another pass has left a flag; the number kept is the count of
// what comes next.
func ExampleCompactor_CompactBy() {
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

	c, err := compact.New(dev, compact.Options{Stride: 12, By: compact.Flags})
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, [][3]uint32{{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}})
	if err != nil {
		log.Fatal(err)
	}
	flags, err := gpu.NewBufferFrom(dev, []uint32{0, 1, 0, 1})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[[3]uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.CompactBy(dst.View(), src.View(), flags.View(), gpu.N(4)); err != nil {
		log.Fatal(err)
	}
	word, onGPU := c.Result().Count.Word()
	var kept [1]uint32
	if err := gpu.Download(dev, word, kept[:]); err != nil {
		log.Fatal(err)
	}
	fmt.Println(kept[0], onGPU, c.Result().Count.Max())
	fmt.Println(dst.Download())
	// Output:
	// 2 true 4
	// [[2 2 2] [4 4 4] [0 0 0] [0 0 0]] <nil>
}
