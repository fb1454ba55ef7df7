// SPDX-License-Identifier: MIT

package grid_test

import (
	"fmt"
	"log"
	"runtime"
	"unsafe"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/grid"
)

// Bead is a particle that counts those around it.
type Bead struct {
	Position [3]float32
	Near     uint32
}

func Example() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{}) // a program with a window has its own context
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	g, err := grid.New(dev, grid.Options{Capacity: 5, Cell: 1.5, Hashed: true, Stride: int(unsafe.Sizeof(Bead{}))})
	if err != nil {
		log.Fatal(err)
	}
	defer g.Release()
	beads, err := particles.New(dev, particles.Options{
		Capacity: 5, Record: Bead{}, Functions: g.GLSL(),
		Init: `void init(inout Particle p, Birth b) { p.position = vec3(b.index * b.index, 0.0, 0.0); }`, // 0 1 4 9 16
		Update: `bool update(inout Particle p) {
			p.near = 0u;
			forNeighbours(w, p.position, 3.5) if (w.index != slot) p.near++;
			return true;
		}`,
		Emitters: []particles.Emitter{{Bursts: []particles.Burst{{Count: 5}}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer beads.Release()
	for range 2 { // the first grid is empty: particles are born in the first step
		if err := g.Build(beads.Records(), beads.Alive()); err != nil {
			log.Fatal(err)
		}
		g.Bind()
		if err := beads.Step(1); err != nil {
			log.Fatal(err)
		}
	}
	all, err := particles.Read[Bead](beads) // waits
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range all {
		fmt.Print(b.Near, " ")
	}
	// Output: 1 2 1 0 0
}
