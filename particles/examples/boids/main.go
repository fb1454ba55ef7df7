// SPDX-License-Identifier: MIT

// Boids simulates a flock of birds. Each keeps close to its neighbours, apart from them and in line
// with them; package grid finds them. Hawks chase the birds, and stones are obstacles.
//
//	go run ./particles/examples/boids -headless -o out.png
//	go run ./particles/examples/boids -flat
package main

import (
	"flag"
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/particles/examples/internal/show"
)

func app() show.App {
	s := settings{count: 10000, hawks: 3, stones: true, seed: 1}
	a := show.App{
		Name: "boids", About: "A flock whose birds find each other by a grid; hawks and stones.",
		Orbit: show.Orbit{Target: [3]float32{0, 4.4, 0}, Azimuth: 24, Elevation: 9, Distance: 15.5},
		View: func() (o show.Orbit, ok bool) { // of a flat flock from in front
			return show.Orbit{Target: [3]float32{0, 5, 0}, Elevation: 2, Distance: 15.5}, s.flat
		},
		Steps: 500, Glow: [4]float32{2.6, 2.9, 3.4, 12},
		Balls: s.balls(),
		Flags: func(f *flag.FlagSet) {
			f.IntVar(&s.count, "count", s.count, "birds, 1 to 16 M")
			f.IntVar(&s.hawks, "hawks", s.hawks, fmt.Sprintf("0 to %d", maxHawks))
			f.BoolVar(&s.flat, "flat", s.flat, "in two dimensions")
			f.BoolVar(&s.hashed, "hashed", s.hashed, "by a grid without bounds")
			f.Var(&s.seed, "seed", "of the random numbers")
		},
		Check: func() error {
			if s.count < 1 || s.count > 1<<24 || s.hawks < 0 || s.hawks > maxHawks {
				return fmt.Errorf("-count is %d and -hawks %d, want 1 to %d and 0 to %d", s.count, s.hawks, 1<<24, maxHawks)
			}
			return nil
		},
		Open: func(d *gpu.Device) (show.Scene, error) { return open(d, s) },
	}
	return a
}

// balls returns the stones, for the stage.
func (s settings) balls() (b [maxStones][4]float32) { return s.rules().Stone }

func main() { show.Main(app()) }
