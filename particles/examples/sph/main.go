// SPDX-License-Identifier: MIT

// Sph simulates a dam break with position based fluids (Macklin and Mueller, "Position Based
// Fluids", 2013). Package grid finds the neighbours.
//
//	go run ./particles/examples/sph -headless -o out.png
package main

import (
	"flag"
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/particles/examples/internal/show"
)

func app() show.App {
	s := settings{count: 20000, iterations: 4, seed: 1}
	return show.App{
		Name: "sph", About: "A dam breaks: water of particles, by a grid.",
		Orbit: show.Orbit{Target: [3]float32{0, 0.6, 0}, Azimuth: 28, Elevation: 18, Distance: 5.2},
		Steps: 113, Glow: [4]float32{5, 5.5, 6.5, 3},
		Flags: func(f *flag.FlagSet) {
			f.IntVar(&s.count, "count", s.count, "drops, 100 to 8 M")
			f.IntVar(&s.substeps, "substeps", s.substeps, "steps a frame, 1 to 32, 0: as many as it takes")
			f.IntVar(&s.iterations, "iterations", s.iterations, "of the pressure in a step, 1 to 16")
			f.BoolVar(&s.hashed, "hashed", s.hashed, "by a grid without bounds")
			f.Var(&s.seed, "seed", "of the random numbers")
		},
		Check: func() error {
			if s.count < 100 || s.count > 1<<23 || s.substeps < 0 || s.substeps > 32 || s.iterations < 1 || s.iterations > 16 {
				return fmt.Errorf("-count is %d, -substeps %d and -iterations %d, want 100 to %d, 0 to 32 and 1 to 16", s.count, s.substeps, s.iterations, 1<<23)
			}
			return nil
		},
		Open: func(d *gpu.Device) (show.Scene, error) { return open(d, s) },
	}
}

func main() { show.Main(app()) }
