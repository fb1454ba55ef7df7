// SPDX-License-Identifier: MIT

package particles_test

import (
	"fmt"
	"log"
	"runtime"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/particles"
)

// Spark is a particle: std430 lays the struct out as Go does.
type Spark struct {
	Position [3]float32
	Age      float32
	Velocity [3]float32
	Life     float32
}

// Params are its uniforms, in any order.
type Params struct {
	Life    float32
	Gravity [3]float32
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

	s, err := particles.New(dev, particles.Options{
		Capacity: 1000, Record: Spark{}, Uniforms: Params{Life: 0.45, Gravity: [3]float32{0, -9.8, 0}},
		Init: `void init(inout Particle p, Birth b) { p.position = b.position; p.velocity = 2.0 * randomDirection(); p.life = u.life; }`,
		Update: `bool update(inout Particle p) {
			p.velocity += u.gravity * dt;
			p.position += p.velocity * dt;
			p.age += dt;
			return p.age < p.life;
		}`,
		Emitters: []particles.Emitter{{Shape: particles.Sphere, Size: [3]float32{0.1}, Rate: 250}},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Release()
	for range 10 {
		if err := s.Step(0.1); err != nil { // enqueues, and waits for nothing
			log.Fatal(err)
		}
	}
	n, err := s.StatsNow() // waits; Stats does not, and is some steps late
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n.Emitted, "emitted,", n.Died, "died,", n.Alive, "alive")
	// Output: 250 emitted, 150 died, 100 alive
}
