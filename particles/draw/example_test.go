// SPDX-License-Identifier: MIT

package draw_test

import (
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/draw"
	"github.com/go-gl/mathgl/mgl32"
)

// Spark is the record of a particle.
type Spark struct {
	Position [3]float32
	Age      float32
}

// Sparks as round spots, drawn far to near into the current framebuffer.
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

	sparks, err := particles.New(dev, particles.Options{
		Capacity: 10_000, Record: Spark{},
		Init:     `void init(inout Particle p, Birth b) { p.position = b.position; }`,
		Update:   `bool update(inout Particle p) { p.age += dt; return p.age < 2.0; }`,
		Emitters: []particles.Emitter{{Shape: particles.Box, Size: [3]float32{1, 1, 1}, Rate: 1000}},
		Sort:     particles.Sort{By: particles.ByDepth},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer sparks.Release()
	r, err := draw.New(dev, sparks, draw.Options{
		Look: `Sprite look(Particle p) {
			return Sprite(p.position, 0.02, vec4(1.0, 0.5, 0.1, 0.8), vec3(0.0), 0.0);
		}`,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Release()

	camera := particles.Camera{
		View:       mgl32.LookAtV(mgl32.Vec3{0, 0, 4}, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}),
		Projection: mgl32.Perspective(1, 16.0/9, 0.1, 100),
		Near:       0.1, Far: 100,
	}
	for range 60 { // in the render loop
		sparks.SetCamera(camera)
		if err := sparks.Step(1.0 / 60); err != nil {
			log.Fatal(err)
		}
		// Draw the scene here.
		if err := r.Draw(camera, draw.Target{}); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
}
